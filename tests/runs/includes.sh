# scripts/check_includes.py: the rules of the rooms hold; a forbidden include and circles of rooms and of files are found.
. "$(dirname "$0")/../lib.sh"

check "the rules hold in src" scripts/check_includes.py

# a small tree with its own rules
mkdir -p "$WORK/scripts" "$WORK/src/a" "$WORK/src/b"
cp scripts/check_includes.py "$WORK/scripts"
rules() { printf 'ROOMS = {"a": ("First.", "%s"), "b": ("Second.", "%s"), "c": ("Third.", "%s")}\n' "$@" >"$WORK/scripts/rooms.py"; }
includes() { PYTHONDONTWRITEBYTECODE=1 "$WORK/scripts/check_includes.py"; }
touch "$WORK/src/a/one.h"
echo '#include "a/one.h"' >"$WORK/src/b/two.h"

rules '' 'a' 'a b'
check "one direction" includes
rules '' '' ''
check_exit 1 includes
check_match "$WORK/out" 'two.h:1: b may not include "a/one.h"' "a forbidden include is found"
rules 'b' 'a' ''
check_exit 1 includes
check_match "$WORK/out" '^scripts/rooms.py: rooms .* circle: a, b$' "two rooms that allow each other are found"
rules 'c' 'a' 'b petsc'
check_exit 1 includes
check_match "$WORK/out" '^scripts/rooms.py: rooms .* circle: a, b, c$' "a circle of three rooms is found"
rules '' 'a' ''
echo '#include "b/three.h"' >"$WORK/src/b/two.h"
echo '#include "b/two.h"' >"$WORK/src/b/three.h"
check_exit 1 includes
check_match "$WORK/out" '^modules .* circle: b/three, b/two$' "two files that include each other are found"
finish
