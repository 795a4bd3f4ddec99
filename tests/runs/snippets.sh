# Every code block of the documentation runs, and its output is the one that the page shows.
. "$(dirname "$0")/../lib.sh"
python=${PYTHON:-/usr/bin/python3}

# the runner finds what is wrong: six faults of a page, and nothing else
cat >"$WORK/wrong.md" <<'PAGE'
    rigel list

```console
$ echo 1.50 and 2e-15
1.51 and 7e-16
$ echo '  time 3 s'
  time 4 s
```

<!-- snippet: exit 2 -->
```console
$ true
```

<!-- snippet: varies ^  time .*
unknown marker
-->
```console
$ echo '  time 3 s'
  time 4 s
```

```yaml
bodies: []
```

```console
$ echo 1.5
1.7
```
PAGE
check_exit 1 "$python" tests/runs/snippets.py "$WORK/wrong.md"
check_equal "$(grep ':FAIL' "$WORK/out" | cut -d: -f2 | tr '\n' ' ')" "1 15 3 11 23 27 " "the faults of a wrong page"

"$python" tests/runs/snippets.py >"$WORK/pages"
grep -v ' Tests ' "$WORK/pages"
read -r n _ m _ < <(grep ' Tests ' "$WORK/pages" || echo 1 Test 1 Failure)
tests_run=$((tests_run + n)) tests_failed=$((tests_failed + m))
finish
