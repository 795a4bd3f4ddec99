#!/bin/bash
# Builds the Debian packages in a copy of the source and checks them with lintian.
#
#   scripts/deb.sh FOLDER       the packages are put into FOLDER
#
# Environment: DEB_BUILD_OPTIONS (parallel=N, nocheck)
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mkdir -p "$1" && cd "$1" && pwd)
version=$(sed -n 's/^VERSION *:= *//p' Makefile)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$(sed -n '1s/^rigel (\(.*\)) .*/\1/p' debian/changelog)" != "$version" ]; then
  echo "deb: debian/changelog does not begin with version $version of the Makefile" >&2
  exit 1
fi

# the files under version control, or of an unpacked source package
mkdir "$work/rigel-$version"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  git ls-files -z | tar --null --ignore-failed-read -T - -cf - | tar -C "$work/rigel-$version" -xf -
else
  tar --exclude=./build --exclude=./bin --exclude=./lib -cf - . | tar -C "$work/rigel-$version" -xf -
fi
cd "$work/rigel-$version"
export DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS:-parallel=$(nproc)}
dpkg-buildpackage -us -uc
cd "$work"
lintian --allow-root --tag-display-limit 0 --fail-on error,warning ./*.changes
find . -maxdepth 1 -type f -exec mv -t "$out" {} +
ls "$out"
