# The published problems are valid, and what is committed of paper 003 is complete: every figure, every claim with its verdict.
. "$(dirname "$0")/../lib.sh"
paper=problems/published/mubo_may_betsch_2025
page=results/paper003/README.md

for file in problems/published/*/*.yaml; do check_exit 0 "$RIGEL" check "$file"; done
for n in 02 03 04 05 06 07 08 09 10 11 12; do
  check "a file for figure $n" test -s $paper/figure$n.yaml
  check "a plot of figure $n" sh -c "ls results/paper003/figure$n*.png results/paper003/figure$n*.svg"
  check_match $page "^\| [^|]*${n#0}[^|]* \|" "a claim of figure $n"
done
for picture in $(grep -oE '\]\([^)]*\.png\)' $page | tr -d '()]'); do check "$picture is there" test -s "results/paper003/$picture"; done
check_equal "$(grep -c '^| .* | \*\*\(holds\|holds with a remark\|does not hold\)\*\* | .*|$' $page)" "$(($(grep -c '^| ' $page) - 1))" "a verdict on every claim"
check_no_match $page '(: ,|, ,|\(\)|nan|nothing)' "no number is missing"

# a claim through the file itself: mG(1) keeps L with one point, H with two (unit) and never quite (scalable)
check_exit 0 "$RIGEL" study $paper/figure04.yaml --degrees 1 --gauss 1,2 -o "$WORK/four"
check_close "$(csv_max "$WORK/four/conservation.csv" phi_max_scaled)" 0 1e-14 "unit length"
check_equal "$(awk -F, 'NR > 1 && $2 == "scalable" && $3 == 2 { print ($8 > 1e-6) }' "$WORK/four/conservation.csv")" 1 "two points do not keep H with the true inverse"
check_equal "$(awk -F, 'NR > 1 && $2 == "unit" && $3 == 2 { print ($8 < 1e-14) }' "$WORK/four/conservation.csv")" 1 "two points keep H of the polynomial"
finish
