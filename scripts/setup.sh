#!/bin/bash
# Installs the missing packages of Rigel on Debian 12.
#
#   scripts/setup.sh [GROUP...]       groups: base test view package lint coverage fuzz bench results docs; default: base
#
# Environment:
#   RIGEL_NO_INSTALL=1   install nothing: list the missing packages and the command that installs them; exit 1 if there are any
#   PETSC_DIR            a PETSc of your own: Debian's is not installed
#   UNITY_DIR            a Unity of your own (unity.c, unity.h, unity_internals.h, or these in src/ below it)
#                        without it they are fetched once; either way they are copied into build/unity
set -euo pipefail
cd "$(dirname "$0")/.."

UNITY_HOME=build/unity
UNITY_FILES="unity.c unity.h unity_internals.h"

usage() { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; }
say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

# libFuzzer and the sanitizers, in the version of Debian's clang: 14 in Debian 12
sanitizer_package() {
  local version
  version=$(dpkg-query -W -f '${Version}' clang 2>/dev/null || true)
  version=${version#*:}
  echo "libclang-rt-${version%%.*}-dev" | sed 's/rt--dev/rt-14-dev/'
}

# Debian packages of one group
packages_of() {
  case $1 in
    base)
      echo make gcc libc6-dev pkg-config openmpi-bin libopenmpi-dev libhdf5-openmpi-dev libyaml-dev libsuitesparse-dev liblapack-dev libopenblas0-serial python3-matplotlib
      [ -n "${PETSC_DIR:-}" ] || echo libpetsc-real-dev
      ;;
    test) echo cmake hdf5-tools python3-h5py python3-jsonschema python3-numpy python3-yaml ;;
    view) echo chromium fonts-dejavu-core python3-pil ;;
    lint) echo clang-format clang-tidy cppcheck shellcheck python3 ;;
    coverage) echo gcovr ;;
    package) echo debhelper dh-python dpkg-dev lintian ;;
    fuzz) echo clang "$(sanitizer_package)" ;;
    results) echo python3 ;;
    docs) echo python3-sphinx python3-myst-parser furo python3-breathe doxygen python3-sphinxcontrib.bibtex python3-sphinx-copybutton \
        python3-sphinxcontrib.spelling hunspell-en-gb libjs-mathjax python3-numpy ;;
    bench) echo libsundials-dev coinor-libipopt-dev time valgrind ;;
  esac
}

# Where there is no dpkg: ask for the programs and pkg-config modules themselves
probe_without_dpkg() {
  local missing="" program module
  for program in make cc mpicc mpiexec pkg-config python3; do
    command -v $program >/dev/null || missing+=" $program"
  done
  [ -z "${PETSC_DIR:-}" ] || export PKG_CONFIG_PATH="$PETSC_DIR/${PETSC_ARCH:-}/lib/pkgconfig:${PKG_CONFIG_PATH:-}"
  for module in PETSc hdf5 yaml-0.1; do
    pkg-config --exists $module 2>/dev/null || missing+=" $module"
  done
  [ -z "$missing" ] || die "not a Debian system; install these yourself:$missing"
}

missing_packages() {
  local installed
  # an unknown package makes dpkg-query fail but leaves the others listed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    grep -qx "installed $package" <<<"$installed" || echo "$package"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "neither root nor sudo here; as root run: $*"
  fi
}

install_packages() {
  local options=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300)
  say "installing: $*"
  # lists may be absent on a fresh machine, or too old to fetch from
  if ! apt-get -s install --no-install-recommends "$@" >/dev/null 2>&1; then as_root "${options[@]}" update; fi
  if ! as_root "${options[@]}" install --no-install-recommends "$@"; then
    say "trying once more with fresh package lists"
    as_root "${options[@]}" update
    as_root "${options[@]}" install --no-install-recommends "$@"
  fi
}

has_unity() { for f in $UNITY_FILES; do [ -f "$1/$f" ] || return 1; done; }

# Copies Unity from folder $1 to build/unity. Some copies of it include a configuration file of their own project.
take_unity() {
  mkdir -p "$UNITY_HOME"
  for f in $UNITY_FILES; do
    sed '/#include "..\/examples\/unity_config.h"/d' "$1/$f" >"$UNITY_HOME/$f.new"
    if cmp -s "$UNITY_HOME/$f.new" "$UNITY_HOME/$f"; then rm "$UNITY_HOME/$f.new"; else mv "$UNITY_HOME/$f.new" "$UNITY_HOME/$f"; fi
  done
}

# The machine's own package sources with every `deb` turned into `deb-src`, into folder $1.
# Options and signing keys stay as they are.
write_source_lists() {
  local sourcelist sourceparts f
  eval "$(apt-config shell sourcelist Dir::Etc::sourcelist/f sourceparts Dir::Etc::sourceparts/d)"
  for f in "$sourcelist" "$sourceparts"/*.list; do
    [ -r "$f" ] || continue
    sed -nE '/^[[:space:]]*deb(-src)?[[:space:]]+(\[[^]]*\][[:space:]]+)?cdrom:/d
             s/^[[:space:]]*deb(-src)?[[:space:]]+/deb-src /p' "$f"
  done | sort -u >"$1/sources.list"
  for f in "$sourceparts"/*.sources; do
    [ -r "$f" ] || continue
    sed -E 's/^[Tt]ypes:.*/Types: deb-src/' "$f" >"$1/sources.list.d/${f##*/}"
  done
}

# Unity is not a Debian binary package; its three files come with the source package cjson. The lists and the download
# live in a temporary folder, so neither root nor a change of the system's configuration is needed.
fetch_unity() {
  local log tar
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  chmod 755 "$tmp"
  log=$tmp/log
  mkdir -p "$tmp"/{sources.list.d,lists/partial,cache/archives/partial,download}
  say "fetching Unity from Debian's source package cjson into $UNITY_HOME"
  write_source_lists "$tmp"
  local apt=(apt-get -q -o "Dir::Etc::sourcelist=$tmp/sources.list" -o "Dir::Etc::sourceparts=$tmp/sources.list.d"
    -o "Dir::State::lists=$tmp/lists" -o "Dir::Cache=$tmp/cache")
  # one unreachable third-party source must not stop us: only the download below decides
  "${apt[@]}" update >"$log" 2>&1 || true
  (cd "$tmp/download" && "${apt[@]}" source --download-only --tar-only cjson) >>"$log" 2>&1 || true
  tar=$(find "$tmp/download" -name 'cjson_*.orig.tar.*' | head -n 1)
  if [ -z "$tar" ]; then
    cat "$log" >&2
    die "no Unity: the source package cjson could not be fetched; set UNITY_DIR to a folder with $UNITY_FILES"
  fi
  tar -xf "$tar" -C "$tmp" --strip-components=1 --wildcards '*/tests/unity/src/*'
  take_unity "$tmp/tests/unity/src"
}

groups=${*:-base}
needs_unity=no
wanted=()
for group in $groups; do
  case $group in
    base | view | package | lint | coverage | fuzz | bench | results | docs) ;;
    test) needs_unity=yes ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "no group '$group'" ;;
  esac
  read -r -a more <<<"$(packages_of "$group" | tr '\n' ' ')"
  wanted+=("${more[@]}")
done

missing=()
if [ ${#wanted[@]} -eq 0 ]; then
  :
elif command -v dpkg-query >/dev/null; then
  mapfile -t missing < <(missing_packages "${wanted[@]}")
else
  probe_without_dpkg
fi
unity_missing=no
if [ $needs_unity = yes ]; then
  if [ -z "${UNITY_DIR:-}" ]; then has_unity "$UNITY_HOME" || unity_missing=yes
  elif has_unity "$UNITY_DIR"; then take_unity "$UNITY_DIR"
  elif has_unity "$UNITY_DIR/src"; then take_unity "$UNITY_DIR/src"
  else die "UNITY_DIR=$UNITY_DIR does not hold $UNITY_FILES"
  fi
fi

if [ -n "${RIGEL_NO_INSTALL:-}" ]; then
  if [ ${#missing[@]} -gt 0 ]; then
    say "missing packages: ${missing[*]}"
    say "install them with: apt-get install --no-install-recommends ${missing[*]}"
  fi
  if [ $unity_missing = yes ]; then
    say "missing: Unity (test framework); 'scripts/setup.sh test' without RIGEL_NO_INSTALL fetches it, or set UNITY_DIR"
  fi
  [ ${#missing[@]} -eq 0 ] && [ $unity_missing = no ]
  exit
fi

if [ ${#missing[@]} -gt 0 ]; then install_packages "${missing[@]}"; fi
if [ $unity_missing = yes ]; then fetch_unity; fi
