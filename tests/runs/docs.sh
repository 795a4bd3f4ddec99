# The pages are current, their problem files are valid, their C program builds and runs.
. "$(dirname "$0")/../lib.sh"

check "what pages take from the program is current (make docs)" scripts/docs.sh --check
cat "$WORK/out"

# whole problem files in the pages: code blocks that begin with a name
for page in README.md docs/*.md; do
  rm -f "$WORK"/block*.yaml
  awk -v out="$WORK/block" '/^```yaml$/ { n++; inside = 1; next } /^```$/ { inside = 0 } inside { print > (out n ".yaml") }' "$page"
  for block in "$WORK"/block*.yaml; do
    if [ -e "$block" ] && head -n 1 "$block" | grep -q '^name:'; then check_exit 0 "$RIGEL" check "$block"; fi
  done
done
# pages that pages name are there
for page in $(grep -ohE '`docs/[a-z_]+\.(md|c)`' README.md docs/*.md src/README.md | tr -d '`' | sort -u); do check "$page is there" test -s "$page"; done
for page in $(grep -oE '^\| `[a-z_./0-9A-Z]+\.md`' docs/guide.md | tr -d '|` '); do check "docs/$page is there" test -s "docs/$page"; done

# every scheme has its place in the page of schemes
for scheme in $("$RIGEL" list | awk '/^[a-z]/ { inside = $1 == "schemes"; next } inside { print $1 }'); do check_match docs/schemes.md "\`$scheme\`" "$scheme in docs/schemes.md"; done

# the C program, against the shared library beside the program under test
lib=$(cd "$(dirname "$RIGEL")/../lib" && pwd)
flags=()
if ldd "$lib/librigel.so" | grep -q libasan; then flags=("-fsanitize=address,undefined"); fi
check "docs/example.c builds" cc -std=c11 -Wall -Wextra -Werror "${flags[@]}" -Iinclude -o "$WORK/example" docs/example.c -L"$lib" -lrigel -lm -Wl,-rpath,"$lib"
check_exit 0 "$WORK/example" problems/physical_pendulum.yaml bar
check_equal "$(grep -c 'energy drifts by' "$WORK/out")" 3 "three runs"
check_match "$WORK/out" '^method.degree=3: 50 elements, t = 5, x = \(0.000000, 3.1168[0-9]+, -3.9096[0-9]+\), energy drifts by [0-9.]+e-1[0-9]' "where the pendulum is at t = 5"
check_exit 2 "$WORK/example" problems/physical_pendulum.yaml nobody
check_exit 2 "$WORK/example" no_such.yaml bar
finish
