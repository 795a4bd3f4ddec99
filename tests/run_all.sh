#!/bin/bash
# Runs test programs and shell tests, prints one line each and at the end `N passed, N failed`.
#
#   tests/run_all.sh FILE|DIR...      of a DIR: its executable programs and *.sh files
#
# A test prints `N Tests M Failures K Ignored` at its end. A crash, a wrong exit code or a missing summary is one failure.
# Environment: RIGEL (program under test), TEST_LOGS (folder of the logs), TEST_JOBS (at a time), TEST_TIMEOUT (seconds each)
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

export RIGEL=${RIGEL:-$PWD/bin/rigel}
logs=${TEST_LOGS:-build/test-logs}
jobs=${TEST_JOBS:-2}
limit=${TEST_TIMEOUT:-900}

. tests/env.sh

scratch=$(mktemp -d /tmp/rigel-test.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
rm -rf "$logs"
mkdir -p "$logs"

# The name of a test in the report and of its log: unit/base/quat, runs/pendulum.sh
name_of() { sed -E 's|^(.*/)?tests/||' <<<"$1"; }

# Runs test $1 with log $2; leaves "passed failed ignored seconds" in $2.count
run_one() {
  local test=$1 log=$2 start=$EPOCHREALTIME code=0 tests=0 failures=0 ignored=0 passed failed note="" seconds
  local private=$scratch/${BASHPID}
  mkdir -p "$private"
  local command=("$(realpath "$test")")
  case $test in *.sh) command=(bash "$test") ;; esac
  { TMPDIR=$private timeout -k 10 "$limit" "${command[@]}" >"$log" 2>&1 </dev/null || code=$?; } 2>/dev/null
  rm -rf "$private"
  read -r tests failures ignored < <(sed -nE 's/^([0-9]+) Tests ([0-9]+) Failures ([0-9]+) Ignored.*/\1 \2 \3/p' "$log" | tail -n 1) || tests=none
  if [ "$tests" = none ]; then
    passed=0 failed=1 ignored=0 note="no summary, exit code $code"
    if [ "$code" -eq 124 ] || [ "$code" -eq 137 ]; then note="stopped after $limit s"; fi
  else
    passed=$((tests - failures - ignored)) failed=$failures
    if [ "$tests" -eq 0 ]; then failed=1 note="holds no test"; fi
    if [ "$code" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1 note="exit code $code"; fi
  fi
  seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
  echo "$passed $failed $ignored" >"$log.count"
  {
    printf '%-4s %-44s %4d passed %3d failed %7s s%s\n' "$([ "$failed" -eq 0 ] && echo ok || echo FAIL)" "$(name_of "$test")" \
      "$passed" "$failed" "$seconds" "${note:+  ($note)}"
    if [ "$failed" -ne 0 ]; then grep -v ':PASS$' "$log" | tail -n 60 | sed 's/^/     | /'; fi
  } >"$log.report"
  cat "$log.report"
  rm -f "$log.report"
}

tests=()
for arg in "$@"; do
  if [ -d "$arg" ]; then
    mapfile -t found < <(find "$arg" -type f \( -name '*.sh' -o -perm -u+x ! -name '*.*' \) | sort)
    tests+=("${found[@]}")
  else
    tests+=("$arg")
  fi
done

running=0
for test in "${tests[@]}"; do
  if [ "$running" -ge "$jobs" ]; then wait -n; running=$((running - 1)); fi
  run_one "$test" "$logs/$(name_of "$test" | tr / -).log" &
  running=$((running + 1))
done
wait

passed=0 failed=0 ignored=0
for count in "$logs"/*.count; do
  [ -e "$count" ] || continue
  read -r p f i <"$count"
  passed=$((passed + p)) failed=$((failed + f)) ignored=$((ignored + i))
  rm -f "$count"
done
if [ "$ignored" -gt 0 ]; then echo "$ignored ignored"; fi
if [ ${#tests[@]} -eq 0 ]; then echo "no tests found"; fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
