# make install, a program built against what it leaves, make uninstall; set-up that lists what is missing and installs nothing.
. "$(dirname "$0")/../lib.sh"

# what was built is installed, and not built again
build=build
if [ "$RIGEL" != "$ROOT/bin/rigel" ]; then build=$(dirname "$(dirname "$RIGEL")"); fi
prefix=$WORK/opt
targets() { make -s -o all BUILD="$build" PREFIX="$prefix" "$@"; }

check "make install" targets install
check_match "$prefix/share/man/man1/rigel.1" '^\.TH RIGEL 1' "man page"
for file in bash-completion/completions/rigel zsh/site-functions/_rigel fish/vendor_completions.d/rigel.fish; do
  check_match "$prefix/share/$file" '^# Completion of rigel for (bash|zsh|fish)' "completion: $file"
done
check "the installed problems are listed" bash -c 'cd "$0" && test "$(opt/bin/rigel list problems | grep -c "/share/rigel/problems/.*\.yaml")" -gt 20' "$WORK"
check_exit 0 "$prefix/bin/rigel" run "$prefix/share/rigel/problems/spinning_box.yaml" -o "$WORK/box"

# a program with the flags of rigel.pc
sanitize=()
if ldd "$prefix/lib/librigel.so" | grep -q libasan; then sanitize=("-fsanitize=address,undefined"); fi
read -r -a flags <<<"$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs rigel)"
check "docs/example.c builds" cc -Wall -Wextra -Werror "${sanitize[@]}" -o "$WORK/main" docs/example.c "${flags[@]}" -lm
check_exit 0 env LD_LIBRARY_PATH="$prefix/lib" "$WORK/main" "$prefix/share/rigel/problems/physical_pendulum.yaml" bar
check_equal "$(wc -l <"$WORK/out")" 3 "and prints a line per degree"

# docs/example.c against a tree with DESTDIR, which is not where it will be at last: by CMake and by pkg-config
stage=$WORK/stage
check "make install DESTDIR" make -s -o all BUILD="$build" PREFIX=/usr LIBDIR=/usr/lib/here DESTDIR="$stage" install
mkdir -p "$WORK/cmake"
cat >"$WORK/cmake/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.13)
project(example C)
find_package(rigel 0.2 REQUIRED)
add_executable(example $ROOT/docs/example.c)
target_compile_options(example PRIVATE ${sanitize[*]-})
target_link_options(example PRIVATE ${sanitize[*]-})
target_link_libraries(example PRIVATE rigel::rigel m)
END
check_exit 0 cmake -S "$WORK/cmake" -B "$WORK/cmake/build" -Drigel_DIR="$stage/usr/lib/here/cmake/rigel"
check_exit 0 cmake --build "$WORK/cmake/build"
check_exit 0 "$WORK/cmake/build/example" problems/physical_pendulum.yaml bar
cp "$WORK/out" "$WORK/by_cmake"
sed -i 's/rigel 0.2 REQUIRED/rigel 0.1 REQUIRED/' "$WORK/cmake/CMakeLists.txt"
check_exit 1 cmake -S "$WORK/cmake" -B "$WORK/cmake/other" -Drigel_DIR="$stage/usr/lib/here/cmake/rigel"
read -r -a flags <<<"$(PKG_CONFIG_PATH=$stage/usr/lib/here/pkgconfig pkg-config --define-variable=prefix="$stage/usr" \
  --define-variable=libdir="$stage/usr/lib/here" --cflags --libs rigel)"
check "docs/example.c builds by pkg-config" cc -Wall "${sanitize[@]}" -o "$WORK/example" docs/example.c "${flags[@]}"
check_exit 0 env LD_LIBRARY_PATH="$stage/usr/lib/here" "$WORK/example" problems/physical_pendulum.yaml bar
cp "$WORK/out" "$WORK/by_pkg_config"
check "both programs print the same" cmp "$WORK/by_pkg_config" "$WORK/by_cmake"
check_equal "$(PKG_CONFIG_PATH=$stage/usr/lib/here/pkgconfig pkg-config --modversion rigel)" "$("$RIGEL" --version | awk 'NR == 1 { print $2 }')" "version of rigel.pc"

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
