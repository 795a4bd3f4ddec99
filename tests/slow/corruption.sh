# Damaged files of a run to resume: bits flipped, files cut or exchanged with those of another run, at hundreds of places. CASES is the number.
. "$(dirname "$0")/../lib.sh"
check "a refusal or the same result" python3 tests/slow/corruption.py "$RIGEL" "$WORK" "${CASES:-400}"
cat "$WORK/out"
check_no_match "$WORK/out" '^wrong' "nothing else"
finish
