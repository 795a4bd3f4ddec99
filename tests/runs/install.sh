# make install, a program built against what it leaves, make uninstall; set-up that lists what is missing and installs nothing.
. "$(dirname "$0")/../lib.sh"

# what was built is installed, and not built again
build=build
if [ "$RIGEL" != "$ROOT/bin/rigel" ]; then build=$(dirname "$(dirname "$RIGEL")"); fi
prefix=$WORK/opt
targets() { make -s -o all BUILD="$build" PREFIX="$prefix" "$@"; }

check "make install" targets install
check_match "$prefix/share/man/man1/rigel.1" '^\.TH RIGEL 1' "man page"
check_exit 0 "$prefix/bin/rigel" run "$prefix/share/rigel/problems/spinning_box.yaml" -o "$WORK/box"

# the program of README.md, with the flags of rigel.pc
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md >"$WORK/main.c"
awk '/^```yaml$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md >"$WORK/rod.yaml"
sanitize=()
if ldd "$prefix/lib/librigel.so" | grep -q libasan; then sanitize=("-fsanitize=address,undefined"); fi
read -r -a flags <<<"$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs rigel)"
check "the program of the README builds" cc -Wall -Wextra -Werror "${sanitize[@]}" -o "$WORK/main" "$WORK/main.c" "${flags[@]}"
check_exit 0 env -C "$WORK" LD_LIBRARY_PATH="$prefix/lib" ./main
check_equal "$(wc -l <"$WORK/out")" 101 "and prints a line per element"

check "make uninstall" targets uninstall
check_equal "$(find "$prefix" -type f -o -type l)" "" "nothing is left"

# a machine without packages: dpkg knows of none, and nothing may be installed
mkdir "$WORK/bin"
printf '#!/bin/sh\nexit 1\n' >"$WORK/bin/dpkg-query"
printf '#!/bin/sh\necho called >>"%s/called"\n' "$WORK" | tee "$WORK/bin/apt-get" >"$WORK/bin/sudo"
chmod +x "$WORK"/bin/*
check_exit 1 env PATH="$WORK/bin:$PATH" RIGEL_NO_INSTALL=1 scripts/setup.sh base
check_match "$WORK/out" '^setup: missing packages: .*libhdf5-openmpi-dev' "what is missing"
check_match "$WORK/out" '^setup: install them with: apt-get install .*libyaml-dev' "how to install it"
check_exit 2 env PATH="$WORK/bin:$PATH" RIGEL_NO_INSTALL=1 make demo
check "nothing is installed" test ! -e "$WORK/called"
finish
