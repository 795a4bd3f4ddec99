#!/bin/bash
# Runs fuzz targets, one after the other, each for a given time.
#
#   tests/fuzz/fuzz.sh SECONDS [TARGET...]     SECONDS 0: only the stored inputs; default: all targets
#
# `make fuzz` builds them first. Seeds: tests/fuzz/corpus/TARGET, which also has the inputs of mended findings; problems and
# tests/rejects for problem files. New inputs go to build/fuzz/corpus/TARGET, where the next call continues. A finding is stored in
# build/fuzz/findings; exit code 1 if there is one.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
. tests/env.sh

programs=build/fuzz/tests/fuzz
findings=build/fuzz/findings
seconds=${1:-60}
shift
if [ $# -eq 0 ]; then for source in tests/fuzz/*.c; do set -- "$@" "$(basename "$source" .c)"; done; fi

scratch=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")/rigel-fuzz.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
export TMPDIR=$scratch

# Every key and word of a problem file, as libFuzzer wants them
bash tests/fuzz/dictionary.sh >"$scratch/words.dict" || exit 1

# fuzz_one TARGET: prints one line of figures; more after a finding
fuzz_one() {
  local target=$1 log=$scratch/$1.log code=0 folders
  local options=(-dict="$scratch/words.dict" -max_len=6000 -timeout=60 -rss_limit_mb=3000 -print_final_stats=1 -report_slow_units=60)
  if [ ! -x "$programs/$target" ]; then
    echo "no fuzz target $target; there are: $(cd tests/fuzz && echo *.c | sed 's/\.c//g')" >&2
    return 1
  fi
  mkdir -p "build/fuzz/corpus/$target" "$findings" "$scratch/seeds-$target"
  folders=("build/fuzz/corpus/$target" "$scratch/seeds-$target")
  if [ -d "tests/fuzz/corpus/$target" ]; then folders+=("tests/fuzz/corpus/$target"); fi
  case $target in read | check) folders+=(problems tests/rejects) ;; esac
  if [ "$seconds" -eq 0 ]; then options+=(-runs=0); else options+=(-max_total_time="$seconds"); fi
  FUZZ_SEEDS=$scratch/seeds-$target "$programs/$target" "${options[@]}" -artifact_prefix="$findings/$target-" "${folders[@]}" \
    >"$log" 2>&1 || code=$?
  awk -v target="$target" '
    /cov: / { for (i = 1; i < NF; i++) { if ($i == "cov:") cov = $(i + 1); if ($i == "corp:") corp = $(i + 1) } }
    /^stat::number_of_executed_units/ { runs = $2 } /^stat::average_exec_per_sec/ { rate = $2 }
    END { printf "%-10s %9d inputs %6d per s %7d edges %12s corpus\n", target, runs, rate, cov, corp }' "$log"
  if [ "$code" -eq 0 ]; then return 0; fi
  echo "FINDING in $target (exit code $code):"
  grep -E -A 40 "FINDING|ERROR|error|ALARM|SUMMARY" "$log" | head -n 60
  find "$findings" -type f -newer "$scratch/words.dict" -name "$target-*" | while read -r input; do
    echo "reproduce, in the project folder: FUZZ_SHOW=1 $programs/$target $input"
  done
  return 1
}

failed=0
for target in "$@"; do fuzz_one "$target" || failed=1; done
exit $failed
