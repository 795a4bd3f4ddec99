# The pages are current, stand on a shelf, and name files that exist; docs/example.c builds and runs. snippets.sh runs the code blocks.
. "$(dirname "$0")/../lib.sh"

check "what pages take from the program is current (make pages)" scripts/docs.sh --check
cat "$WORK/out"

# pages that pages name are there
for page in $(grep -ohE '`docs/[a-z_/]+\.(md|c)`' README.md docs/*/*.md src/README.md | tr -d '`' | sort -u); do check "$page is there" test -s "$page"; done
# every page stands on a shelf: in the table of contents of its folder
for page in docs/*/*.md; do
  name=$(basename "$page" .md)
  if [ "$name" != index ]; then check "$page is in $(dirname "$page")/index.md" grep -qx "$name" "$(dirname "$page")/index.md"; fi
done

check "README.md has less than 900 words" test "$(wc -w <README.md)" -lt 900
for page in docs/tutorials/*.md; do
  name=$(basename "$page" .md)
  if [ "$name" != index ]; then check "$page has a figure" grep -qE "^!\\[.*\\]\\(images/$name.svg\\)" "$page"; fi
done

# every key has its place in the page of problem files
check_equal "$(grep -E '^\| `[^{]' docs/reference/problem_file.md | sort)" "$("$RIGEL" list keys | grep '^| `' | sort)" "all keys, once"

# every scheme has its place in the page of schemes
for scheme in $("$RIGEL" list | awk '/^[a-z]/ { inside = $1 == "schemes"; next } inside { print $1 }'); do check_match docs/reference/schemes.md "\`$scheme\`" "$scheme in docs/reference/schemes.md"; done

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
