#!/usr/bin/env bash
# Figures 2.1 to 3.9 and table 2.1 of Chaurasia's thesis (2012), "paper 004", computed by bin/rigel: plots, tables and README.md with a
# verdict on every claim. Table 2.1 and the times of figures 3.7 and 3.8 take minutes: their last numbers are kept unless asked for.
#
#   scripts/thesis.sh [DIR]      default results/iitk_chaurasia_2012
#
# Environment: RIGEL (program, default bin/rigel), TABLE=1 (count the points of table 2.1 anew), TIMES=1 (measure the discs anew)
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
rigel=${RIGEL:-bin/rigel}
out=${1:-results/iitk_chaurasia_2012}
files=problems/published/iitk_chaurasia_2012
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# run NAME FILE SCHEME [OPTION...]: results in $work/NAME
run() {
  local name=$1 file=$2 scheme=$3
  shift 3
  "$rigel" run "$files/$file.yaml" --set method.scheme="$scheme" -o "$work/$name" "$@" >"$work/$name.log" ||
    { cat "$work/$name.log" >&2; exit 1; }
}

# energies NAME RUN...: $out/NAME.csv: of H, less the work from outside, at the start, the least, the most, at the end
energies() {
  local name=$1 r
  shift
  echo "run,H_start,H_least,H_most,H_end" >"$out/$name.csv"
  for r in "$@"; do
    awk -F, -v r="$r" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      { H = $at["H"]; if ("W_ext" in at) H -= $at["W_ext"] }
      NR == 2 { first = least = most = H } H < least { least = H } H > most { most = H }
      END { printf "%s,%.10g,%.10g,%.10g,%.10g\n", r, first, least, most, H }' "$work/$r/invariants.csv" >>"$out/$name.csv"
  done
}

# plot NAME WIDTH,HEIGHT: gnuplot commands on the standard input draw $out/NAME.png
plot() {
  { echo "set terminal pngcairo size $2 font 'Sans,11'; set output '$out/$1.png'"
    echo "set grid lt 1 lw 0.5 lc rgb '#cccccc'; set datafile separator ','; work = '$work/'"
    cat; } | gnuplot
}

# --- 2.1: energy of the oscillator
schemes="euler_explicit symplectic_euler_a euler_implicit stoermer_verlet rk4 gauss6"
for s in $schemes; do run "h_$s" harmonic "$s"; done
energies figure2_01 $(printf 'h_%s ' $schemes)
{ echo "set multiplot layout 3,2; unset key; set xlabel 't'; set ylabel 'H - H(0)'; set format y '%g'"
  for s in $schemes; do echo "set title '$s' noenhanced; plot work.'h_$s/invariants.csv' using 1:(column('H') - 2) every 10 with lines"; done; } |
  plot figure2_01 900,900

# --- 2.2 to 2.5: pendulum
for s in radau3 midpoint; do run "p_$s" pendulum "$s"; done
energies figure2_02_to_05 p_radau3 p_midpoint
plot figure2_02_to_05 900,800 <<'GNUPLOT'
set multiplot layout 2,2; unset key
set xlabel 'q'; set ylabel 'p'
set title 'fig. 2.2: radau3'; plot work.'p_radau3/state.csv' using 2:3 with dots lw 2
set title 'fig. 2.3: midpoint'; plot work.'p_midpoint/state.csv' using 2:3 with dots lw 2
set xlabel 't'; set ylabel 'H'
set title 'fig. 2.4: radau3'; plot work.'p_radau3/invariants.csv' using 't':'H' with lines
set title 'fig. 2.5: midpoint'; plot work.'p_midpoint/invariants.csv' using 't':'H' with lines
GNUPLOT

# --- 2.6 to 2.9: orbits
run k_euler_explicit kepler euler_explicit --set time.step=0.0005 --set output.every=20
for s in symplectic_euler_a stoermer_verlet gauss6; do run "k_$s" kepler "$s"; done
energies figure2_06_to_09 k_euler_explicit k_symplectic_euler_a k_stoermer_verlet k_gauss6
{ echo "set multiplot layout 2,2; unset key; set size ratio -1; set parametric; set trange [0:2*pi]; set samples 400"
  n=6
  for s in euler_explicit symplectic_euler_a stoermer_verlet gauss6; do
    echo "set title 'fig. 2.$n: $s' noenhanced; plot work.'k_$s/state.csv' using 2:3 with lines, cos(t) - 0.6, 0.8*sin(t) with lines dt 2 lc rgb 'black'"
    n=$((n + 1))
  done; } | plot figure2_06_to_09 900,900

# --- table 2.1, 2.10, 2.11: galaxy
if [ -n "${TABLE:-}" ] || [ ! -s "$out/table2_01.csv" ]; then
  make -s build/tests/slow/poincare
  build/tests/slow/poincare "$out/table2_01.csv"
  build/tests/slow/poincare 0 "$work/points.csv"
  plot figure2_10 900,450 <<'GNUPLOT'
set multiplot layout 1,2; unset key; set title "points on y = 0, x > 0, y' > 0" noenhanced
set xlabel 'x'; set ylabel "x'"; plot work.'points.csv' using 1:2 every ::1 with dots lw 2
set xlabel 'z'; set ylabel "z'"; plot work.'points.csv' using 3:4 every ::1 with dots lw 2
GNUPLOT
fi
for s in rk4 gauss6; do run "g_$s" galaxy "$s" --set output.every=200; done
energies figure2_11 g_rk4 g_gauss6
plot figure2_11 700,400 <<'GNUPLOT'
set xlabel 't'; set ylabel 'H'; set title 'fig. 2.11: h = 0.4'
plot work.'g_rk4/invariants.csv' using 't':'H' with lines title 'rk4', work.'g_gauss6/invariants.csv' using 't':'H' with lines title 'gauss6'
GNUPLOT

# --- 2.13 to 2.19: top in Euler angles, as a quaternion, as a rotation matrix
run t_angles top gauss6
run t_quaternion top_quaternion quat_em
run t_director top_director rattle --set output.every=5
energies figure2_13_to_19 t_angles t_quaternion t_director
plot figure2_13_to_19 1000,1200 <<'GNUPLOT'
set multiplot layout 4,2; unset key; l = 1.33
set title 'fig. 2.13: Euler angles, gauss6'; set xlabel 'x'; set ylabel 'y'
splot work.'t_angles/state.csv' using (l*sin($3)*cos($2)):(l*sin($3)*sin($2)):(l*cos($3)) every ::1 with lines
set title 'fig. 2.14'
plot work.'t_angles/state.csv' using (l*sin($3)*cos($2)):(l*sin($3)*sin($2)) every ::1 with lines
set key; set xlabel 't'; set ylabel ''; set title 'fig. 2.15: quaternion, quat_em' noenhanced
plot work.'t_quaternion/state.csv' using 1:(2*l*($6*$8+$5*$7)) every ::1 with lines title 'x', '' using 1:(2*l*($7*$8-$5*$6)) every ::1 with lines title 'y', '' using 1:(l*($5**2-$6**2-$7**2+$8**2)) every ::1 with lines title 'z'
set title 'fig. 2.16: angular momentum'
plot for [i=1:3] work.'t_quaternion/invariants.csv' using 't':sprintf('L%d', i) with lines title sprintf('L%d', i)
unset key; set title 'fig. 2.17: H - H(0)'; set format y '%.1e'
stats work.'t_quaternion/invariants.csv' using 4 every ::1::1 nooutput
plot work.'t_quaternion/invariants.csv' using 1:($4-STATS_min) every ::1 with lines
set title 'fig. 2.18: rotation matrix, rattle, z'; set format y '%g'
plot work.'t_director/state.csv' using 1:(l*$13) every ::1 with lines
set title 'fig. 2.19: H - H(0)'; set format y '%.1e'
stats work.'t_director/invariants.csv' using 4 every ::1::1 nooutput
plot work.'t_director/invariants.csv' using 1:($4-STATS_min) every ::1 with lines
GNUPLOT

# --- 3.3: unit length over the step
"$rigel" study conservation $files/top_quaternion.yaml --set time.end=0.5 --schemes midpoint,stoermer_verlet,sun_geng,gauss6 \
  --steps 0.004,0.002,0.001,0.0005 -o "$work/unit" >"$work/unit.log"
cut -d, -f1,2,7,9,13,15 "$work/unit/conservation.csv" >"$out/figure3_03.csv"
cp "$work/unit/phi_max_scaled.png" "$out/figure3_03.png"

# --- 3.5, 3.6: energy of the chain of tetrahedra
for ends in c1_c2 c1_c1; do
  run "$ends.gauss6" "chain_$ends" gauss6 --set method.degree=1
  run "$ends.mG" "chain_$ends" mG
done
energies figure3_05 c1_c2.gauss6 c1_c2.mG
energies figure3_06 c1_c1.gauss6 c1_c1.mG
{ echo "set multiplot layout 2,2; set key outside bottom center horizontal; set xlabel 'steps'; set format y '%g'"
  for figure in "5 c1_c2" "6 c1_c1"; do
    read -r n ends <<<"$figure"
    echo "set title 'fig. 3.$n: ${ends/_/-}, gauss6'; set ylabel 'energy'"
    echo "f = work.'$ends.gauss6/invariants.csv'"
    echo "plot f using (column('t')*100):'T' with lines title 'T', f using (column('t')*100):'V' with lines title 'V', f using (column('t')*100):(column('T')+column('V')-column('W_ext')) with lines lw 2 title 'H - W'"
    echo "set title 'fig. 3.$n: change of H - W'; set ylabel ''; set format y '%.0e'"
    echo "stats f using (column('H')) every ::0::0 nooutput; H0 = STATS_min"
    echo "plot f using (column('t')*100):(column('H')-column('W_ext')-H0) with lines title 'gauss6', work.'$ends.mG/invariants.csv' using (column('t')*100):(column('H')-column('W_ext')-H0) with lines title 'mG(2)'"
    echo "set format y '%g'"
  done; } | plot figure3_05_to_06 1000,800

# --- 3.7, 3.8: cost of discs
if [ -n "${TIMES:-}" ] || [ ! -s "$out/figure3_07.csv" ]; then scripts/bench_discs.sh "$out"; fi
plot figure3_07_to_08 900,400 <<GNUPLOT
set multiplot layout 1,2; set logscale xy; set key top left; set datafile missing '-'; set ylabel 'per step'
set title 'fig. 3.7: 6 discs'; set xlabel 'particles of a disc'
plot '$out/figure3_07.csv' using 2:3 with linespoints title 'million instructions', '' using 2:4 with linespoints title 'ms', x**2/20 with lines dt 2 lc rgb 'black' title 'quadratic'
set title 'fig. 3.8: discs of 12 particles'; set xlabel 'discs that move'
plot '$out/figure3_08.csv' using (\$1-1):3 with linespoints title 'million instructions', '' using (\$1-1):4 with linespoints title 'ms', 2*x with lines dt 2 lc rgb 'black' title 'linear'
GNUPLOT

# --- 3.9: unit length of every disc, 8 of them of 8 particles
echo "scheme,disc,error" >"$out/figure3_09.csv"
for s in gauss6 mG; do
  run "discs.$s" discs_8_8 "$s" --set method.degree=$([ $s = mG ] && echo 3 || echo 1) --set time.end=10
  awk -F, -v s="$s" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { for (b = 1; b < 8; b++) { e = -1; for (c = 0; c < 4; c++) e += $at["disc" b ".q" c] ^ 2; if (e < 0) e = -e; if (e > most[b]) most[b] = e } }
    END { for (b = 1; b < 8; b++) printf "%s,%d,%.3g\n", s, b, most[b] }' "$work/discs.$s/state.csv" >>"$out/figure3_09.csv"
done
{ echo "set multiplot layout 1,2; set xlabel 't'; set ylabel 'q.q - 1'; set format y '%.1e'; set key outside"
  for s in gauss6 mG; do
    echo "set title 'fig. 3.9: ${s/mG/mG(3)}'"
    echo "plot for [b=1:7] work.'discs.$s/state.csv' using 1:(column(sprintf('disc%d.q0',b))**2+column(sprintf('disc%d.q1',b))**2+column(sprintf('disc%d.q2',b))**2+column(sprintf('disc%d.q3',b))**2-1) every 10 with lines title sprintf('disc %d', b)"
  done; } | plot figure3_09 1100,400

. scripts/thesis_claims.sh
echo "written $out"
