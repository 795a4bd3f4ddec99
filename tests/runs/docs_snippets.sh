# Every code block of docs/c_api.md and docs/python.md runs as it is printed.
. "$(dirname "$0")/../lib.sh"
lib=$(cd "$(dirname "$RIGEL")/../lib" && pwd)
python=${PYTHON:-/usr/bin/python3}
flags=()
# shellcheck disable=SC2054 # one flag
if ldd "$lib/librigel.so" | grep -q libasan; then flags=(-fsanitize=address,undefined); fi

# blocks LANGUAGE PAGE: block1, block2, ... in $WORK
blocks() {
  rm -f "$WORK"/block*
  awk -v language="$1" -v out="$WORK/block" '$0 == "```" language { n++; inside = 1; next } /^```$/ { inside = 0 } inside { print > (out n) }' "$2"
}

# C: programs as they are; fragments form one program, in their order
blocks c docs/c_api.md
{
  printf '#include <math.h>\n#include <rigel/rigel.h>\n#include <stdio.h>\n#include <stdlib.h>\n'
  printf 'int main(void)\n{\n  if (rigel_initialize()) return 1;\n'
  for block in "$WORK"/block?; do if ! grep -q '^int main' "$block"; then cat "$block"; fi; done
  printf '  return rigel_finalize();\n}\n'
} >"$WORK/fragments.c"
check "fragments of docs/c_api.md build" cc -std=c11 -Wall -Wextra -Werror "${flags[@]}" -Iinclude -o "$WORK/fragments" "$WORK/fragments.c" -L"$lib" -lrigel -lm -Wl,-rpath,"$lib"
check_exit 0 "$WORK/fragments"
check_equal "$(cat "$WORK/err")" "" "without a message"
check_match "$WORK/out" '^rigel_problem_set_number: found nan for value, expected a finite number$' "the message of the page"
check_match "$WORK/out" '^q1 = -?[0-9.]+ at t = 0.5$' "the end of the box"
check_match "$WORK/out" '^step [3-6]: residual [0-9.]+e-1[0-9]$' "Newton's method converges"
for block in "$WORK"/block?; do
  if grep -q '^int main' "$block"; then check "a program of docs/c_api.md" cmp "$block" docs/example.c; fi # which docs.sh runs
done

# Python, except with sanitizers: each block is a program
if [ ${#flags[@]} -eq 0 ]; then
  blocks python docs/python.md
  n=0
  for block in "$WORK"/block?; do
    n=$((n + 1))
    check "block $n of docs/python.md" env RIGEL_LIBRARY="$lib/librigel.so" PYTHONPATH="$ROOT/src/python" PYTHONDONTWRITEBYTECODE=1 "$python" "$block"
    if grep -q gravty "$block"; then check_match "$WORK/out" 'gravty: .*\(did you mean gravity\?\)' "the message of the page"; fi
  done
  check_equal "$n" 5 "all blocks"
fi
finish
