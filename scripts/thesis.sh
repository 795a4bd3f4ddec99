#!/usr/bin/env bash
# Figures 2.1 to 2.19 and 3.3 and table 2.1 of Chaurasia's thesis (2012), "paper 004", computed by bin/rigel. The table takes minutes:
# without TABLE=1 its last numbers are kept.
#
#   scripts/thesis.sh [DIR]      default results/paper004
#
# Environment: RIGEL (program, default bin/rigel), TABLE=1 (count the points of table 2.1 anew)
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
rigel=${RIGEL:-bin/rigel}
out=${1:-results/paper004}
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

# plot NAME WIDTH,HEIGHT: gnuplot commands on the standard input draw $out/NAME.png
plot() {
  { echo "set terminal pngcairo size $2 font 'Sans,11'; set output '$out/$1.png'"
    echo "set grid lt 1 lw 0.5 lc rgb '#cccccc'; set datafile separator ','; work = '$work/'"
    cat; } | gnuplot
}

# --- 2.1: energy of the oscillator
schemes="euler_explicit symplectic_euler_a euler_implicit stoermer_verlet rk4 gauss6"
for s in $schemes; do run "h_$s" harmonic "$s"; done
{ echo "set multiplot layout 3,2; unset key; set xlabel 't'; set ylabel 'H - H(0)'; set format y '%g'"
  for s in $schemes; do echo "set title '$s' noenhanced; plot work.'h_$s/invariants.csv' using 1:(column('H') - 2) every 10 with lines"; done; } |
  plot figure2_01 900,900

# --- 2.2 to 2.5: pendulum
for s in radau3 midpoint; do run "p_$s" pendulum "$s"; done
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
plot figure2_11 700,400 <<'GNUPLOT'
set xlabel 't'; set ylabel 'H'; set title 'fig. 2.11: h = 0.4'
plot work.'g_rk4/invariants.csv' using 't':'H' with lines title 'rk4', work.'g_gauss6/invariants.csv' using 't':'H' with lines title 'gauss6'
GNUPLOT

# --- 2.13 to 2.19: top in Euler angles, as a quaternion, as a rotation matrix
run t_angles top gauss6
run t_quaternion top_quaternion quat_em
run t_director top_director rattle --set output.every=5
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
