# The programs of docs/examples are built as a user would and do what they say; the headers suit C++; make install.
. "$(dirname "$0")/../lib.sh"
lib=$(cd "$(dirname "$RIGEL")/../lib" && pwd)
flags=()
if ldd "$lib/librigel.so" | grep -q libasan; then flags=("-fsanitize=address,undefined"); fi
read -ra petsc <<<"$(pkg-config --cflags PETSc) $(mpicc -show | tr ' ' '\n' | grep '^-I' | tr '\n' ' ')"
read -ra petsc_libs <<<"$(pkg-config --libs PETSc) $(mpicc -show | tr ' ' '\n' | grep '^-[LlW]' | tr '\n' ' ')"

build() { # build NAME [FLAGS]
  local name=$1
  shift
  check "$name.c builds" cc -std=c11 -Wall -Wextra -Werror "${flags[@]}" -Iinclude -o "$WORK/$name" "docs/examples/$name.c" "$@" \
    -L"$lib" -lrigel -lm -Wl,-rpath,"$lib"
}

build spherical_pendulum
check_exit 0 "$WORK/spherical_pendulum"
check_match "$WORK/out" '^derivatives of the potential: errors [0-9.]+e-1[0-9], [0-9.]+e-1[0-9]$' "the checker is content"
check_match "$WORK/out" '^t = 10: x = \(-0.35359[0-9]+, -0.39880[0-9]+, -0.84612[0-9]+\)$' "where the pendulum is at t = 10"
check_match "$WORK/out" '^largest drifts: energy [0-9.]+e-1[3-9], vertical momentum [0-9.]+e-(0[89]|1[0-9]), length [0-9.]+e-1[4-9]$' "what it keeps"

build optimise "${petsc[@]}" "${petsc_libs[@]}"
check_exit 0 "$WORK/optimise"
check_match "$WORK/out" '^TAO: .* miss [0-9.]+e-1[5-9]$|^TAO: .* miss [0-9.]+e-2' "TAO finds the start"
omega() { sed -n "s/^$1.*omega = (\([^,]*\), \([^,]*\), \([^)]*\)).*/\\$2/p" "$WORK/out"; }
for i in 1 2 3; do check_close "$(omega TAO "$i")" "$(omega boundary "$i")" 1e-7 "omega$i as with boundary values"; done

build inverse
check_exit 0 "$WORK/inverse"
check_equal "$(wc -l <"$WORK/out")" 9 "eight swings"
check "torques as in the textbook" awk 'NR > 1 && !($4 + 0 <= 1e-4 * $2 && $4 + 0 > 0) { exit 1 }' "$WORK/out"
check "faster takes more" awk 'NR > 2 && !($2 > last) { exit 1 } { last = $2 }' "$WORK/out"

# as C++, without PETSc for rigel.h
if command -v g++ >/dev/null; then
  printf '#include <rigel/rigel.h>\nint main() { return rigel_version() == nullptr; }\n' >"$WORK/plain.cpp"
  check "rigel.h is C++" g++ -std=c++11 -Wall -Wextra -Werror -Iinclude -fsyntax-only "$WORK/plain.cpp"
  printf '#include <rigel/petsc.h>\nint main() { return 0; }\n' >"$WORK/petsc.cpp"
  check "rigel/petsc.h is C++" g++ -std=c++11 -Iinclude "${petsc[@]}" -fsyntax-only "$WORK/petsc.cpp"
fi

# the shared library shows the interface and nothing else; under `make asan` it has scripts/keep_modules.c too
nm -D --defined-only "$lib/librigel.so" | awk '$2 == "T" { print $3 }' | grep -v '^rigel_' >"$WORK/other" || true
check_equal "$(cat "$WORK/other")" "${ASAN_OPTIONS:+dlclose}" "only rigel_ names are exported"
sed -n 's/^RIGEL_API.*[ *]\(rigel_[a-z_]*\)(.*/\1/p' include/rigel/*.h | sort >"$WORK/declared"
nm -D --defined-only "$lib/librigel.so" | awk '$2 == "T" && $3 ~ /^rigel_/ { print $3 }' | sort >"$WORK/defined"
check_equal "$(comm -23 "$WORK/declared" "$WORK/defined")" "" "what the headers declare is there"
finish
