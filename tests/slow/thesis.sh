# make thesis anew: the same claims with the same verdicts as those that are committed. What takes long is kept: table 2.1, the discs.
. "$(dirname "$0")/../lib.sh"

verdicts() { awk -F' \\| ' '/^\| / { print $1, $2, $4 }' "$1"; }
mkdir "$WORK/paper"
cp results/iitk_chaurasia_2012/{table2_01.csv,figure2_10.csv,figure3_07.csv,figure3_08.csv,discs.md} "$WORK/paper"
check "thesis" scripts/reproduce/chaurasia_2012.py "$WORK/paper"
check_equal "$(verdicts "$WORK/paper/README.md")" "$(verdicts results/iitk_chaurasia_2012/README.md)" "the verdicts of results/iitk_chaurasia_2012"
finish
