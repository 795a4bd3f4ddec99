#!/usr/bin/env bash
# The figures and claims of May and Betsch (2025), "paper 003", computed by bin/rigel: plots, tables and README.md.
#
#   scripts/figures.sh [DIR]      default results/mubo_may_betsch_2025
#
# Environment: JOBS (runs at a time, default: all cores), RIGEL (program, default bin/rigel)
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
. scripts/plot.sh
rigel=${RIGEL:-bin/rigel}
out=${1:-results/mubo_may_betsch_2025}
jobs=${JOBS:-$(nproc)}
files=problems/published/mubo_may_betsch_2025
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
started=$SECONDS

say() { printf '%5d s  %s\n' $((SECONDS - started)) "$*"; }

# run NAME FIGURE [OPTION...]: results in $work/NAME
run() {
  local name=$1 figure=$2
  shift 2
  "$rigel" run "$files/$figure.yaml" -o "$work/$name" "$@" >"$work/$name.log" || { cat "$work/$name.log" >&2; exit 1; }
}

# study NAME FIGURE [OPTION...]: results in $work/NAME, its table and slopes in $out/NAME.csv and $out/NAME_orders.csv
study() {
  local name=$1 figure=$2 kind
  shift 2
  say "$name"
  "$rigel" study "$files/$figure.yaml" -j "$jobs" --fresh -o "$work/$name" "$@" >"$work/$name.log" || { cat "$work/$name.log" >&2; exit 1; }
  kind=$(sed -n 's/^  measure: //p' "$work/$name/study.yaml")
  cp "$work/$name/$kind.csv" "$out/$name.csv"
  if [ -e "$work/$name/orders.csv" ]; then cp "$work/$name/orders.csv" "$out/${name}_orders.csv"; fi
}

# take STUDY PLOT NAME: a plot of a study as $out/NAME
take() { for kind in png svg; do cp "$work/$1/$2.$kind" "$out/$3.$kind"; done; }

# drifts NAME LABEL=RUN...: $out/NAME.csv with columns run, t, dL2, dH
drifts() {
  local name=$1 pair
  shift
  echo "run,t,dL2,dH" >"$out/$name.csv"
  for pair in "$@"; do
    awk -F, -v label="${pair%=*}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      NR == 2 { L = $at["L2"]; H = $at["H"] }
      { printf "%s,%.10g,%.6g,%.6g\n", label, $1, $at["L2"] - L, $at["H"] - H }' "$work/${pair##*=}/invariants.csv" >>"$out/$name.csv"
  done
}

# drift_panels NAME TITLE LABEL...: both columns of drifts over t, side by side
drift_panels() {
  local name=$1 title=$2 column panel label n
  shift 2
  { echo "set multiplot layout 1,2 title '$title'"
    echo "set xlabel 't'; set key below height 1; set format y '%.1e'"
    for panel in "3:L_2(t) - L_2(0)" "4:H(t) - H(0)"; do
      column=${panel%%:*}
      echo "set title '${panel#*:}'"
      n=0
      for label in "$@"; do
        if [ $n -eq 0 ]; then printf 'plot '; else printf ', '; fi
        printf "'%s' using (strcol(1) eq '%s' ? \$2 : NaN):%s with lines lw 2 dt %d title '%s'" "$out/$name.csv" "$label" "$column" $((n + 1)) "$label"
        n=$((n + 1))
      done
      echo
    done
    echo "unset multiplot"; } | plot "$name" 1200,520
}

# constraints NAME RUN: $out/NAME.csv from states of the pendulum: unit length and its rate, components of eq. (67); last column:
# integral of Phi against the hat function of the node over h, exact by Simpson's rule for linear elements
constraints() {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "t,phi,psi,ext1,ext2,ext3,mean_phi"; next }
    function half(a, b, c, d) { return ((a*a + b*b + c*c + d*d) - 1) / 2 }
    { t = $1; a = $at["bar.q0"]; b = $at["bar.q1"]; c = $at["bar.q2"]; d = $at["bar.q3"]
      phi = half(a, b, c, d)
      psi = a * $at["bar.pq0"] + b * $at["bar.pq1"] + c * $at["bar.pq2"] + d * $at["bar.pq3"]
      # R(q) (0, 5, 0) - phi
      e1 = 5 * 2 * (b*c - a*d) - $at["bar.x"]; e2 = 5 * (a*a - b*b + c*c - d*d) - $at["bar.y"]; e3 = 5 * 2 * (c*d + a*b) - $at["bar.z"]
      # a node has its mean once the element behind it is known
      if (NR > 2) {
        m = half((a + a0) / 2, (b + b0) / 2, (c + c0) / 2, (d + d0) / 2)
        if (NR > 3) print row "," behind + (phi0 + 2 * m) / 6; else print row ",0"
        behind = (phi + 2 * m) / 6
      }
      row = sprintf("%.10g,%.9g,%.9g,%.9g,%.9g,%.9g", t, phi, psi, e1, e2, e3)
      a0 = a; b0 = b; c0 = c; d0 = d; phi0 = phi }
    END { print row "," behind }' OFMT=%.9g CONVFMT=%.9g "$work/$2/state.csv" >"$out/$1.csv"
}

# constraint_panels NAME TITLE FILE:LABEL...: internal and external constraints over t
constraint_panels() {
  local name=$1 title=$2 panel column symbol file
  shift 2
  { echo "set multiplot layout 1,3 title '$title'"
    echo "set xlabel 't'; set key below height 1 maxcols 2; set format y '%.1e'"
    for panel in "unit length: (q.q - 1) / 2|2 {/Symbol F}" "its rate: q.p|3 {/Symbol Y}" "external constraint (67)|4 {/Symbol F}^e_1|5 {/Symbol F}^e_2|6 {/Symbol F}^e_3"; do
      echo "set title '${panel%%|*}'"
      echo -n "plot "
      for file in "$@"; do
        while read -r column symbol; do
          printf "'%s' using 1:%d with lines lw 2 dt %d title '%s%s', " "$out/${file%%:*}.csv" "$column" $((column > 3 ? column - 3 : 1)) "$symbol" "${file#*:}"
        done < <(tr '|' '\n' <<<"${panel#*|}")
      done
      echo "0 with lines lc rgb 'black' lw 0.5 notitle"
    done
    echo "unset multiplot"; } | plot "$name" 1500,520
}

# --- figures 2 and 9: bodies
say "figure02, figure09"
run figure02 figure02
{ awk -F, -v body=box -v edges='5 2 1' -v times='0 0.5 1 1.5 2 2.5 3 3.5 4 4.5' -v view='-60 25' -v grid='5 6.2 6.4' \
    -f scripts/snapshots.awk "$work/figure02/state.csv"
  echo "unset grid; unset border; unset tics; unset key; set size ratio -1; set xrange [-3.4:28.4]; set yrange [-10.5:3.4]; plot NaN"
} | plot figure02 1100,500
run figure09 figure09
{ awk -F, -v body=bar -v edges='1 10 1' -v times='0 0.5 1 1.5 2 2.5 3' -v view='15 12' -v grid='' -v reach=1.35 \
    -f scripts/snapshots.awk "$work/figure09/state.csv"
  echo "set object circle at 0,0 size 0.2 fs solid fc rgb 'black' front"
  echo "unset grid; unset border; unset tics; unset key; set size ratio -1; set xrange [-13:13]; set yrange [-12.5:2.5]; plot NaN"
} | plot figure09 900,540

# --- figures 3 to 5: conservation over time and as a study
for s in 1 2 3 4; do run "figure03_$s" figure03 --set method.gauss=$s; done
drifts figure03_time "1 point=figure03_1" "2 points=figure03_2" "3 points=figure03_3" "4 points=figure03_4"
drift_panels figure03_time "mG(1), directors, h = 0.05" "1 point" "2 points" "3 points" "4 points"
study figure03 figure03
for kinetic in unit scalable; do
  for s in 1 2 3 4; do run "figure04_$kinetic$s" figure04 --set method.gauss=$s --set bodies.box.kinetic=$kinetic; done
  drifts "figure04_$kinetic" "1 point=figure04_${kinetic}1" "2 points=figure04_${kinetic}2" "3 points=figure04_${kinetic}3" "4 points=figure04_${kinetic}4"
  drift_panels "figure04_$kinetic" "mG(1), quaternions, kinetic energy: $kinetic, h = 0.05" "1 point" "2 points" "3 points" "4 points"
done
study figure04 figure04
take figure04 drift_H_relative figure04_energy
take figure04 drift_L_relative figure04_momentum
for h in 0.1 0.05 0.025; do run "figure05_$h" figure05 --set time.step=$h; done
drifts figure05_time "h = 0.1=figure05_0.1" "h = 0.05=figure05_0.05" "h = 0.025=figure05_0.025"
drift_panels figure05_time "BG(3), quaternions, discontinuous multipliers" "h = 0.1" "h = 0.05" "h = 0.025"
study figure05 figure05
take figure05 drift_H_relative figure05_energy

# --- figures 6 to 8: orders and condition numbers
study figure06 figure06
cp "$work/figure06/reference.csv" "$out/figure06_reference.csv"
take figure06 e_loc figure06
take figure06 work figure06_work
for s in 3 auto; do run "reference_$s" figure06 --set method.degree=3 --set method.gauss=$s --set time.elements=50000 --set output.every=0; done
study figure07 figure07
take figure07 e_loc figure07
study figure08 figure08
take figure08 condition_paper figure08
take figure08 condition figure08_as_solved
study figure08_mG figure08 --schemes mG --steps 1e-1,1e-2,1e-3,1e-4,1e-5,1e-6
take figure08_mG condition_paper figure08_mG
study figure08_variants figure08 --degrees 1 --sweep method.psi=full,plain --multipliers continuous,discontinuous --elements 64,128,256

# --- figures 10 to 12: the pendulum
say "figure10 to figure12"
run figure10 figure10
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "t,T,V,H,dH"; next } NR == 2 { H = $at["H"] }
  { printf "%.10g,%.10g,%.10g,%.10g,%.6g\n", $1, $at["T"], $at["V"], $at["H"], $at["H"] - H }' "$work/figure10/invariants.csv" >"$out/figure10.csv"
plot figure10 1200,520 <<GNUPLOT
set multiplot layout 1,2 title 'mG(1), quaternions, 4 Gauss points, h = 0.1'
set xlabel 't'; set key below height 1
set title 'energies'
plot '$out/figure10.csv' using 1:2 with lines lw 2 title 'T', '' using 1:3 with lines lw 2 title 'V', '' using 1:4 with lines lw 2 title 'H'
set title 'H(t) - H(0), with T up to 5e3'; set format y '%.1e'
plot '$out/figure10.csv' using 1:5 with linespoints lw 1.5 pt 7 ps 0.4 title 'H(t) - H(0)'
unset multiplot
GNUPLOT
run figure11 figure11
constraints figure11 figure11
constraint_panels figure11 'mG(1), 4 Gauss points, h = 0.1' figure11:
study figure11_study figure11
for h in 0.1 0.05; do run "figure12_$h" figure12 --set time.step=$h; constraints "figure12_$h" "figure12_$h"; done
constraint_panels figure12 'BG(1), continuous multipliers' 'figure12_0.1:, h = 0.1' 'figure12_0.05:, h = 0.05'
study figure12_study figure12
take figure12_study phi_max_scaled figure12_phi

. scripts/claims.sh
say "done: $out/README.md"
