#!/bin/bash
# Some minutes of coverage-guided fuzzing: every target of tests/fuzz first repeats its stored inputs, which include those of mended
# findings, then tries new ones. FUZZ_SECONDS: time of each target.
. "$(dirname "$0")/../lib.sh"

if ! make -s SECONDS_EACH="${FUZZ_SECONDS:-20}" fuzz >"$WORK/log" 2>&1; then fail "make fuzz" "$(tail -n 80 "$WORK/log")"; fi
for source in tests/fuzz/*.c; do
  target=$(basename "$source" .c)
  check_match "$WORK/log" "^$target +[1-9][0-9]* inputs" "$target: $(grep -E "^$target +" "$WORK/log" | tail -n 1)"
done
check_no_match "$WORK/log" "^FINDING" "no finding"

finish
