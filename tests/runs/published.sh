# The published problems are valid, and what is committed of May and Betsch (2025) is complete: every figure, every claim with its verdict.
. "$(dirname "$0")/../lib.sh"
paper=problems/published/mubo_may_betsch_2025
page=results/mubo_may_betsch_2025/README.md

for file in problems/published/*/*.yaml; do check_exit 0 "$RIGEL" check "$file"; done
for n in 02 03 04 05 06 07 08 09 10 11 12; do
  check "a file for figure $n" test -s $paper/figure$n.yaml
  check "a plot of figure $n" sh -c "ls results/mubo_may_betsch_2025/figure$n*.svg"
  check_match $page "^\| [^|]*${n#0}[^|]* \|" "a claim of figure $n"
done
for picture in $(grep -oE '\]\([^)]*\.svg\)' $page | tr -d '()]'); do check "$picture is there" test -s "results/mubo_may_betsch_2025/$picture"; done
check_equal "$(grep -c '^| .* | \*\*\(holds\|holds with a remark\|does not hold\)\*\* | .*|$' $page)" "$(($(grep -c '^| ' $page) - 1))" "a verdict on every claim"
check_no_match $page '(: ,|, ,|\(\)|nan|nothing)' "no number is missing"

page=results/iitk_chaurasia_2012/README.md
for picture in $(grep -oE '\]\([^)]*\.svg\)' $page | tr -d '()]'); do check "$picture of Chaurasia (2012) is there" test -s "results/iitk_chaurasia_2012/$picture"; done
for n in 2.1 2.2 2.6 2.10 2.11 2.13 2.15 2.18 3.3 3.5 3.6 3.7 3.8 3.9; do check_match $page "^\| ${n}[ ,|]" "a claim of figure $n"; done
check_equal "$(grep -c '^| .* | \*\*\(holds\|holds with a remark\|does not hold\)\*\* | .*|$' $page)" 17 "a verdict on every claim of Chaurasia (2012)"
check_no_match $page '(: ,|, ,|\(\)|nan|nothing)' "no number is missing in the page of Chaurasia (2012)"
sed '/^reference:/,$d' problems/published/iitk_chaurasia_2012/discs_8_8.yaml | sed '${/^$/d}' >"$WORK/discs.yaml"
check "the discs of figure 3.9 are those of the generator" sh -c "scripts/make_problem.sh discs 8 8 | cmp - '$WORK/discs.yaml'"
check_equal "$(awk -F, 'NR > 1 && ($3 - $4) ^ 2 < (0.002 * $4) ^ 2' results/iitk_chaurasia_2012/table2_01.csv | wc -l)" 6 "six counts of table 2.1"

# a claim through the file itself: mG(1) keeps L with one point, H with two (unit) and never quite (scalable)
check_exit 0 "$RIGEL" study --no-plots $paper/figure04.yaml --degrees 1 --gauss 1,2 -o "$WORK/four"
check_close "$(csv_max "$WORK/four/conservation.csv" phi_max_scaled)" 0 1e-14 "unit length"
check_equal "$(awk -F, 'NR > 1 && $2 == "scalable" && $3 == 2 { print ($8 > 1e-6) }' "$WORK/four/conservation.csv")" 1 "two points do not keep H with the true inverse"
check_equal "$(awk -F, 'NR > 1 && $2 == "unit" && $3 == 2 { print ($8 < 1e-14) }' "$WORK/four/conservation.csv")" 1 "two points keep H of the polynomial"

# Andrews' squeezing mechanism against the digits of the test set: all seven bodies by the angles that it lists, y1 to y7
check_exit 0 "$RIGEL" run problems/published/ivptestset_mazzia_magherini_2008/andrews.yaml -o "$WORK/andrews"
check_close "$(yaml_value "$WORK/andrews/run.yaml" error_rotation)" 0 1e-8 "crank angle"
# angle BODY: how far it has turned about e3, from -pi to pi
angle() { awk -v s="$(csv_last "$WORK/andrews/state.csv" "$1.q3")" -v c="$(csv_last "$WORK/andrews/state.csv" "$1.q0")" 'BEGIN { printf "%.17g", 2 * atan2(s, c) }'; }
while read -r body expected; do
  check_close "$(awk -v a="$(angle "$body")" -v b="$expected" 'BEGIN { d = (a - b) / 8 / atan2(1, 1); print d - int(d + 1000.5) + 1000 }')" 0 1e-9 "angle of $body"
done < <(awk 'BEGIN {
  split("-0.06171389001427645 0 0.45527981916307038 0.22266839016588588 0.48736497954384255 -0.22266839016588588 1.2305474445498212", a, " ")
  split("15.81077119629904 -15.75637105984298 0.04082224013073101 -0.5347301163226948 0.5244099658805304 0.5347301163226948 1.048080741042263", b, " ")
  for (i = 1; i <= 7; i++) y[i] = b[i] - a[i]
  printf "k1 %.17g\nk2 %.17g\nk3 %.17g\nk4 %.17g\nk5 %.17g\nk6 %.17g\nk7 %.17g\n", y[1], y[1] + y[2], y[3], y[4] + y[5], y[5], y[6] + y[7], y[7] }')

# Betsch and Siebert (2009), Hulbert (1992): what is committed is complete, and one number of each from the file itself
for picture in nme_betsch_siebert_2009/figure1_errors nme_betsch_siebert_2009/figure3_errors nme_betsch_siebert_2009/figure4 nme_betsch_siebert_2009/figure5 compstruc_hulbert_1992/figures1_4 compstruc_hulbert_1992/figures7_10; do
  check "$picture is there" test -s "results/$picture.svg"
done
for page in results/nme_betsch_siebert_2009/README.md results/compstruc_hulbert_1992/README.md; do
  check_no_match $page '(: ,|, ,|\(\)|\bnan\b|\binf\b|\|  \| [^|])' "no number is missing in $page"
  check_equal "$(grep -c '^| .* | \*\*\(holds\|holds with a remark\|does not hold\)\*\* | .*|$' "$page")" \
    "$(sed -nE 's/^([0-9]+) claims hold, ([0-9]+) with a remark, ([0-9]+) do not.*/\1+\2+\3/p' "$page" | bc)" "a verdict on every claim of $page"
done
check_match results/nme_betsch_siebert_2009/README.md '^\| 0.005 \| 0.0363 \|' "quat_em on the free body, dt = 0.005"
check_match results/nme_betsch_siebert_2009/README.md '^\| 0.01 \| 1.52 \| no convergence \|' "quat_vi on the top, dt = 0.01"
check_exit 3 "$RIGEL" run problems/published/nme_betsch_siebert_2009/steady_top.yaml --set method.scheme=quat_vi -o "$WORK/vi"
check_match "$WORK/err" "no real solution above about 1 rad: use a smaller step" "why it failed"

# the page that compares schemes: a recommendation, five problems, a row and a measured order for every scheme; times and their plots, or none of them
check_equal "$(grep -c '^## ' docs/benchmarks/compare.md)" 6 "a recommendation and five problems"
check_no_match docs/benchmarks/compare.md '(nan|inf|\|  \|)' "no number is missing in docs/benchmarks/compare.md"
for scheme in $("$RIGEL" list | awk '/^[a-z]/ { inside = $1 == "schemes"; next } inside { print $1 }'); do
  row="^\\| $scheme(\\([123]\\)|:[a-z0-9_]+)? \\|"
  check "rows of $scheme on five problems" test "$(grep -cE "$row" docs/benchmarks/compare.md)" -ge 5
  check_match docs/benchmarks/compare.md "$row [1-6]\\.[0-9]+ \\|" "measured order of $scheme"
done
if grep -q 'not measured' docs/benchmarks/compare.md; then pictures=0; else pictures=5; fi
check_equal "$(grep -c '^!\[work and precision\]' docs/benchmarks/compare.md)" $pictures "work-precision plots"
for picture in $(grep -oE '\]\([^)]*\.svg\)' docs/benchmarks/compare.md | tr -d '()]'); do
  check "$picture is there" test -s "docs/benchmarks/$picture"
done
finish
