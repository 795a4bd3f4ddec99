# Helpers of the shell tests. A test is a bash script:
#
#   . "$(dirname "$0")/../lib.sh"
#   check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/box"
#   check_close "$(csv_last "$WORK/box/state.csv" box.q0)" 0.2350518961275676 1e-6 "q0 at the end"
#   finish
#
# RIGEL is the program, WORK a private folder that is removed at the end, ROOT the project, which is also the current
# folder. The script must end with `finish`; without its summary the test counts as failed.
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT" || exit 1
RIGEL=${RIGEL:-$ROOT/bin/rigel}
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

. tests/env.sh

tests_run=0
tests_failed=0

pass() { tests_run=$((tests_run + 1)); echo "$1:PASS"; }

# fail TEXT [DETAIL]
fail() {
  tests_run=$((tests_run + 1))
  tests_failed=$((tests_failed + 1))
  echo "$1:FAIL"
  if [ -n "${2:-}" ]; then printf '  %s\n' "${2//$'\n'/$'\n'  }"; fi
}

# check TEXT COMMAND...: the command succeeds. Its output is in $WORK/out and $WORK/err.
check() {
  local text=$1
  shift
  if "$@" >"$WORK/out" 2>"$WORK/err"; then pass "$text"; else fail "$text" "exit $? of: $*"$'\n'"$(tail -q -n 20 "$WORK/out" "$WORK/err")"; fi
}

# check_exit CODE COMMAND...: the command ends with exactly this code. Its output is in $WORK/out and $WORK/err.
check_exit() {
  local wanted=$1 code=0
  shift
  "$@" >"$WORK/out" 2>"$WORK/err" || code=$?
  if [ "$code" -eq "$wanted" ]; then pass "exit $wanted: ${*#"$ROOT"/}"
  else fail "exit $wanted: ${*#"$ROOT"/}" "exit code $code"$'\n'"$(tail -q -n 20 "$WORK/out" "$WORK/err")"; fi
}

# check_equal FOUND EXPECTED [TEXT]
check_equal() {
  if [ "$1" = "$2" ]; then pass "${3:-$2}"; else fail "${3:-$2}" "found    $1"$'\n'"expected $2"; fi
}

# check_close FOUND EXPECTED TOLERANCE [TEXT]: |found - expected| <= tolerance; what is not a finite number fails.
check_close() {
  if awk -v a="$1" -v b="$2" -v tol="$3" 'BEGIN {
       number = "^[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?$"
       d = a - b; if (d < 0) d = -d
       exit !(a ~ number && b ~ number && d <= tol + 0) }'; then pass "${4:-$2}"
  else fail "${4:-$2}" "found    $1"$'\n'"expected $2 within $3"; fi
}

# check_match FILE REGEX [TEXT]: a line of the file matches the extended regular expression.
check_match() {
  if grep -Eq -- "$2" "$1"; then pass "${3:-$2}"; else fail "${3:-$2}" "no line matches $2 in:"$'\n'"$(head -n 20 "$1")"; fi
}

# check_no_match FILE REGEX [TEXT]
check_no_match() {
  if grep -Eq -- "$2" "$1"; then fail "${3:-no $2}" "$(grep -E -- "$2" "$1" | head -n 5)"; else pass "${3:-no $2}"; fi
}

# csv_last FILE COLUMN: the value in the last row.  csv_max FILE COLUMN: the largest absolute value (nan if any is not finite).
# csv_rows FILE: rows without the header.
csv_column='NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; if (!c) exit; next }'
csv_last() { awk -F, -v name="$2" "$csv_column"' { v = $c } END { print v }' "$1"; }
csv_max() {
  awk -F, -v name="$2" "$csv_column"' {
    if ($c !~ /[0-9]/) bad = 1
    a = $c + 0; if (a < 0) a = -a; if (NR == 2 || a > m + 0) { m = a; v = $c } }
    END { sub(/^-/, "", v); print bad ? "nan" : v }' "$1"
}
csv_rows() { awk 'END { print NR - 1 }' "$1"; }

# csv_difference A B [FLOOR]: the largest difference of two tables, relative to the largest entry in A of the same vector (columns whose
# names differ in trailing digits, x, y, z only), or to FLOOR (1e-3) where that is larger, for vectors that vanish; a text when they do
# not have the same header or number of rows, or hold something that is not a number.
csv_difference() {
  awk -F, -v floor="${3:-1e-3}" '
    NR == FNR { rows = FNR
      if (FNR == 1) { header = $0; for (i = 1; i <= NF; i++) { vector[i] = $i; sub(/[0-9xyz]+$/, "", vector[i]) } }
      for (i = 1; i <= NF; i++) {
        a[FNR, i] = $i; v = $i < 0 ? -$i : $i + 0; if (FNR > 1 && v > size[vector[i]] + 0) size[vector[i]] = v }
      next }
    FNR == 1 { if ($0 != header) other = 1; next }
    { for (i = 1; i <= NF; i++) {
        if ($i !~ /^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$/) bad = 1
        d = a[FNR, i] - $i; if (d < 0) d = -d
        s = size[vector[i]] > floor + 0 ? size[vector[i]] : floor
        if (d / s > most + 0) most = d / s } }
    END { print other ? "other columns" : FNR != rows ? "other rows" : bad ? "not a number" : most + 0 }' "$1" "$2" 2>&1
}

# yaml_value FILE KEY: the text after the first `KEY:` at any depth.
yaml_value() { sed -nE "s/^[[:space:]]*(- )?$2:[[:space:]]*([^#]*[^#[:space:]]).*/\2/p" "$1" | head -n 1; }

# preloaded LIBRARY: the value of LD_PRELOAD; the runtime of a sanitized program must come first
preloaded() { echo "$(ldd "$RIGEL" | awk '$1 ~ /^libasan/ { print $3 " " }')$1"; }

# with_fault CALL AT KIND COMMAND...: the command, whose AT-th call of CALL (malloc, write, rename, ...) fails with KIND (ENOSPC, EIO, kill,
# ...); AT 0 only counts. tests/support/faults.c lists calls, kinds and the variables FAULT_PATH and FAULT_FROM.
# The number of calls is in $WORK/faults afterwards, unless the command was killed.
with_fault() {
  local library=$WORK/faults.so malloc=
  case ,$1, in *,malloc,*) library=$WORK/faults_malloc.so malloc=-DFAULTS_MALLOC ;; esac
  if [ ! -e "$library" ]; then ${CC:-cc} -std=c11 -O1 -shared -fPIC $malloc -o "$library" "$ROOT/tests/support/faults.c" || return 125; fi
  rm -f "$WORK/faults"
  FAULT_CALL=$1 FAULT_AT=$2 FAULT_KIND=$3 FAULT_LOG=$WORK/faults LD_PRELOAD=$(preloaded "$library") "${@:4}"
}

# on_terminal SHELL_COMMAND: a command line of the shell on a terminal whose clock runs 200 times as fast, so that lines of progress
# appear whatever the speed of the machine; what it printed is in $WORK/typed, a line for each redrawn one.
on_terminal() {
  local library=$WORK/fast_clock.so code=0
  if [ ! -e "$library" ]; then ${CC:-cc} -std=c11 -O1 -shared -fPIC -o "$library" "$ROOT/tests/support/fast_clock.c" || return 125; fi
  script -qec "LD_PRELOAD='$(preloaded "$library")' $1" "$WORK/typed.raw" </dev/null || code=$?
  tr '\r' '\n' <"$WORK/typed.raw" >"$WORK/typed"
  return $code
}

# full_disk NAME COMMAND...: the command; files whose path contains NAME find a full disk.
full_disk() { FAULT_PATH=$1 with_fault write 1+ ENOSPC "${@:2}"; }

# Prints the summary; the last line of every test.
finish() {
  echo "-----------------------"
  echo "$tests_run Tests $tests_failed Failures 0 Ignored"
  [ "$tests_failed" -eq 0 ]
  exit
}
