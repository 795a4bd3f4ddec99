# make figures anew: the same claims with the same verdicts as those that are committed.
. "$(dirname "$0")/../lib.sh"

verdicts() { awk -F' \\| ' '/^\| / { print $1, $2, $4 }' "$1"; }
check "figures" scripts/reproduce/may_betsch_2025.py "$WORK/paper"
check_equal "$(verdicts "$WORK/paper/README.md")" "$(verdicts results/mubo_may_betsch_2025/README.md)" "the verdicts of results/mubo_may_betsch_2025"
finish
