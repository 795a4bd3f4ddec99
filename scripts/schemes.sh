#!/usr/bin/env bash
# The examples of Betsch and Siebert (2009), "paper 000", and of Hulbert (1992), "paper 002", computed by bin/rigel: tables, plots
# and a page for each.
#
#   scripts/schemes.sh [DIR]      default results: results/nme_betsch_siebert_2009, results/compstruc_hulbert_1992
#
# Environment: JOBS (runs at a time, default: all cores), RIGEL (program, default bin/rigel)
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
. scripts/plot.sh
rigel=${RIGEL:-bin/rigel}
results=${1:-results}
jobs=${JOBS:-$(nproc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run NAME FILE [key=value...]: results in $work/NAME
run() {
  local name=$1 file=$2 sets=()
  shift 2
  for pair in "$@"; do sets+=(--set "$pair"); done
  "$rigel" run "$file" -o "$work/$name" "${sets[@]}" >"$work/$name.log" 2>&1 || { cat "$work/$name.log" >&2; return 1; }
}
# result NAME KEY: from the results block of a run
result() { sed -n "s/^  $2: //p" "$work/$1/run.yaml" | tail -n 1; }
short() { awk -v x="$1" 'BEGIN { printf "%.1e", x }'; }

# --- paper 000
files=problems/published/nme_betsch_siebert_2009
out=$results/nme_betsch_siebert_2009
mkdir -p "$out"
four="quat_em+quaternion,quat_vi+quaternion,dir_em+director,algo_c1+quaternion"
form() { if [ "$1" = dir_em ]; then echo director; else echo quaternion; fi; }

# errors NAME FILE STEPS
errors() {
  "$rigel" study convergence "$files/$2.yaml" --sweep "method.scheme+bodies.0.formulation=$four" --steps "$3" -j "$jobs" --fresh \
    -o "$work/$1" >"$work/$1.log" 2>&1 || [ $? -eq 3 ] # quat_vi fails at large steps
  cut -d, -f1,3,9,11,17 "$work/$1/convergence.csv" | sed 's/+[a-z]*,/,/; s/^scheme+formulation/scheme/' >"$out/$1.csv"
}
# error_table NAME COLUMN: Markdown
error_table() {
  awk -F, -v c="$2" 'NR > 1 { if (!($2 in seen)) { seen[$2] = 1; step[++n] = $2 } e[$1, $2] = $5 == "done" ? sprintf("%.3g", $c) : "no convergence" }
    END { print "| dt | quat_em | quat_vi | dir_em | algo_c1 |"; print "|---|---|---|---|---|"
      for (i = 1; i <= n; i++) printf "| %s | %s | %s | %s | %s |\n", step[i], e["quat_em", step[i]], e["quat_vi", step[i]], e["dir_em", step[i]], e["algo_c1", step[i]] }' "$out/$1.csv"
}
# error_plot NAME COLUMN TITLE
error_plot() {
  { echo "set logscale xy; set xlabel 'dt'; set ylabel 'error'; set key bottom right; set title '$3'; set format '10^{%L}'"
    echo "plot for [s in 'quat_em quat_vi dir_em algo_c1'] '$out/$1.csv' using (strcol(1) eq s && strcol(5) eq 'done' ? \$2 : NaN):$2 with linespoints lw 2 title s noenhanced"
  } | plot "$1" 640,480
}

# kept NAME FILE STEP: drifts of all four at one step, Markdown; runs are $work/NAME_SCHEME
kept() {
  echo "| scheme | H | L | Phi | Psi |"
  echo "|---|---|---|---|---|"
  for s in quat_em quat_vi dir_em algo_c1; do
    if run "$1_$s" "$files/$2.yaml" "method.scheme=$s" "bodies.0.formulation=$(form $s)" "time.step=$3" 2>/dev/null; then
      echo "| $s | $(short "$(result "$1_$s" drift_H_relative)") | $(short "$(result "$1_$s" drift_L_relative)") | $(short "$(result "$1_$s" phi_max_scaled)") | $(short "$(result "$1_$s" psi_max_scaled)") |"
    else echo "| $s | no convergence | | | |"; fi
  done
}

# history NAME RUN...: $out/NAME.csv: run, t, x, z of the centre of mass, L = 0.075 d3
history() {
  local name=$1 s
  shift
  echo "run,t,x,z" >"$out/$name.csv"
  for s in "$@"; do
    awk -F, -v s="${s#*_}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      { if ("top.d3x" in at) { x = $at["top.d3x"]; z = $at["top.d3z"] }
        else { a = $at["top.q0"]; b = $at["top.q1"]; c = $at["top.q2"]; d = $at["top.q3"]; x = 2 * (b * d + a * c); z = 1 - 2 * (b * b + c * c) }
        printf "%s,%.10g,%.8g,%.8g\n", s, $1, 0.075 * x, 0.075 * z }' "$work/$s/state.csv" >>"$out/$name.csv"
  done
}
# history_plot NAME TITLE SCHEMES
history_plot() {
  { echo "set multiplot layout 1,2 title '$2'; set xlabel 't'; set key below"
    for panel in "3:x(t):0.075*sin(pi/3)*sin(10*x)" "4:z(t):0.075*cos(pi/3)"; do
      IFS=: read -r column title exact <<<"$panel"
      echo "set title '$title'; plot [0:1] $exact with lines lw 1 lc rgb 'black' title 'exact', for [s in '$3'] '$out/$1.csv' using (strcol(1) eq s ? \$2 : NaN):$column with linespoints ps 0.4 title s noenhanced"
    done
    echo "unset multiplot"
  } | plot "$1" 1000,420
}

errors figure1_errors free_body 0.05,0.02,0.01,0.005,0.002,0.001,0.0005
error_plot figure1_errors 3 'free body, |R_{ref} R^T - I|_F at t = 1'
errors figure3_errors steady_top 0.01,0.007,0.005,0.0025,0.00125,0.0005,0.00025
error_plot figure3_errors 4 'steady top, centre of mass at t = 1'
{
  cat <<'MD'
# Paper 000, section 5, reproduced

P. Betsch, R. Siebert: Rigid body dynamics in terms of quaternions: Hamiltonian formulation and conserving numerical integration, IJNME
79 (2009) 444-473. Written by `scripts/schemes.sh` from `problems/published/nme_betsch_siebert_2009`. Drifts are the largest of a
run, relative; constraint violations in natural units. The paper prints curves, no numbers; what it says in words is marked.

## 5.1 Free body

Conservation at dt = 0.05 (fig. 1, left: quat_em keeps energy and angular momentum):

MD
  kept one free_body 0.05
  echo
  echo "quat_vi needs smaller steps on this body too. Error at t = 1 (fig. 1, right):"
  echo
  error_table figure1_errors 3
  cat <<'MD'

![errors on the free body](figure1_errors.png)

## 5.2 Steady precession of a top

Conservation at dt = 0.01 (fig. 3, left: quat_em keeps energy and L_3; "the step-size had to be reduced to 0.007 in order to reach
convergence of the iterative solution procedure for QUAT_VI"):

MD
  kept two steady_top 0.01
  echo
  echo "and at dt = 0.007:"
  echo
  kept three steady_top 0.007
  echo
  echo "Relative error of the centre of mass at t = 1 (fig. 3, right: \"DIR_EM exhibits the best performance for a prescribed step-size\"):"
  echo
  error_table figure3_errors 4
  cat <<'MD'

![errors on the top](figure3_errors.png)

Centre of mass over time, dt = 0.01 (fig. 4) and dt = 0.007 (fig. 5):

![quat_em and dir_em](figure4.png)

![quat_vi and algo_c1](figure5.png)
MD
} >"$out/README.md"
history figure4 two_quat_em two_dir_em
history_plot figure4 'dt = 0.01' 'quat_em dir_em'
history figure5 three_quat_vi three_algo_c1
history_plot figure5 'dt = 0.007' 'quat_vi algo_c1'

# --- paper 002
files=problems/published/compstruc_hulbert_1992
out=$results/compstruc_hulbert_1992
mkdir -p "$out"

# series QUANTITY FROM RUN: t and one number from the time FROM on: energy, (H - H_0) / H_0; nutation, the angle between d3 and e3
series() {
  case $1 in
    energy) awk -F, -v from="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 < from { next }
      !n++ { H = $at["H"] } { print $1, ($at["H"] - H) / H }' "$work/$3/invariants.csv" ;;
    nutation) awk -F, -v from="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 < from { next }
      { c = 1 - 2 * ($at["top.q1"] ^ 2 + $at["top.q2"] ^ 2); print $1, atan2(sqrt(1 - c * c), c) }' "$work/$3/state.csv" ;;
  esac
}
# bands NAME QUANTITY FROM RUN...: $out/NAME.csv: run, t, the smallest and largest number about it
bands() {
  local name=$1 quantity=$2 from=$3 s
  shift 3
  echo "run,t,least,most" >"$out/$name.csv"
  for s in "$@"; do
    series "$quantity" "$from" "$s" | awk -v s="$s" '{ t[NR] = $1; e[NR] = $2 }
      END { bin = int(NR / 200) + 1
        for (i = 1; i <= NR; i += bin) { a = b = e[i]; for (j = i; j < i + bin && j <= NR; j++) { if (e[j] < a) a = e[j]; if (e[j] > b) b = e[j] }
          printf "%s,%.6g,%.4g,%.4g\n", s, t[i], a, b } }' >>"$out/$name.csv"
  done
}
# bands_plot NAME FORMAT TITLE RUN...
bands_plot() {
  local name=$1 format=$2 title=$3
  shift 3
  { echo "set multiplot layout 2,$((($# + 1) / 2)) title '$title'; set xlabel 't'; unset key; set format y '$format'; set style fill solid 0.6 border; set xtics 50"
    for s in "$@"; do echo "set title '${s//_/ }' font ',10'; plot '$out/$name.csv' using (strcol(1) eq '$s' ? \$2 : NaN):3:4 with filledcurves lc 3"; done
    echo "unset multiplot"
  } | plot "$name" 1200,640
}
# energy_table NAME: Markdown, largest |H - H_0| / H_0 in each quarter
energy_table() {
  awk -F, 'NR > 1 { if (!($1 in n)) name[++m] = $1; i = ++n[$1]; e[$1, i] = -$3 > $4 ? -$3 : $4 }
    END { print "| run | first quarter | second | third | last |"; print "|---|---|---|---|---|"
      for (i = 1; i <= m; i++) { s = name[i]; printf "| %s |", s
        for (q = 0; q < 4; q++) { most = 0; for (j = int(q * n[s] / 4) + 1; j <= (q + 1) * n[s] / 4; j++) if (e[s, j] > most) most = e[s, j]
          printf " %.1e |", most }
        print "" } }' "$out/$1.csv"
}

# seven FILE END: each scheme with each impulse, in turn; `park_chiou_downer` has one
seven() {
  local s rule
  for s in simo_wong_explicit predictor_corrector staggered; do
    for rule in midpoint trapezoidal; do run "${s}_$rule" "$files/$1.yaml" "method.scheme=$s" "method.impulse=$rule" "time.end=$2"; done
  done
  run park_chiou_downer "$files/$1.yaml" method.scheme=park_chiou_downer "time.end=$2"
}
runs=({simo_wong_explicit,predictor_corrector,staggered}_{midpoint,trapezoidal} park_chiou_downer)

seven intermediate_axis 80
bands figures1_4 energy 2.0005 "${runs[@]}"
bands_plot figures1_4 %.1e 'energy error after the disturbance, dt = 0.001' "${runs[@]}"
# Omega = vec(conj(q) o p) / 2 / J of the body that tumbles
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "t,Omega1,Omega2,Omega3"; next } $1 > 6 { exit }
  { for (i = 0; i < 4; i++) { q[i] = $at["body.q" i]; p[i] = $at["body.pq" i] }
    printf "%.6g,%.6g,%.6g,%.6g\n", $1, (q[0] * p[1] - q[1] * p[0] - q[2] * p[3] + q[3] * p[2]) / 10,
      (q[0] * p[2] - q[2] * p[0] - q[3] * p[1] + q[1] * p[3]) / 20, (q[0] * p[3] - q[3] * p[0] - q[1] * p[2] + q[2] * p[1]) / 2 }' "$work/staggered_midpoint/state.csv" >"$out/figure3.csv"
plot figure3 800,400 <<GNUPLOT
set xlabel 't'; set title 'angular velocity in body axes, staggered, dt = 0.001'; set key outside right
plot for [i=2:4] '$out/figure3.csv' using 1:i with lines lw 1.5 title sprintf('Omega_%d', i - 1)
GNUPLOT

seven fast_top 200
bands figures7_10 energy 0 "${runs[@]}"
bands figures7_10_nutation nutation 0 "${runs[@]}"
bands_plot figures7_10 %.1e 'energy error of the fast top, dt = 0.001' "${runs[@]}"
bands_plot figures7_10_nutation %.3f 'nutation angle of the fast top, dt = 0.001' "${runs[@]}"
{
  cat <<'MD'
# Paper 002, section 5, reproduced

G. M. Hulbert: Explicit momentum conserving algorithms for rigid body dynamics, Computers & Structures 44 (1992) 1291-1303. Written by
`scripts/schemes.sh` from `problems/published/compstruc_hulbert_1992`; how the data were read is in `docs/schemes.md`, the findings are
tests (`tests/conformance/hulbert.c`). Largest relative energy error in each quarter of the time, dt = 0.001.

## 5.1 Unstable rotation about the intermediate axis, t = 2 to 80

MD
  energy_table figures1_4
  cat <<'MD'

The energy of the predictor-corrector grows all the time; that of Park's scheme errs in bursts, where Omega_3 is large, and its angular
momentum drifts. Torques that do not depend on the configuration, as here, have the same impulse with both rules but for the two
jumps.

![angular velocity](figure3.png)

![energy after the disturbance](figures1_4.png)

## 5.2 Fast top, t = 0 to 200

MD
  energy_table figures7_10
  cat <<'MD'

Simo and Wong's scheme is unstable with the midpoint rule only, the predictor-corrector with both. The staggered scheme, stable with both
in the paper, holds with a remark: with the midpoint rule it is stable; with the trapezoidal rule its two grids part, the error grows by
e every 2.7 s, and stays in bounds only from 1.5 % on.

![energy of the fast top](figures7_10.png)

![nutation of the fast top](figures7_10_nutation.png)
MD
} >"$out/README.md"
echo "written $results/nme_betsch_siebert_2009 and $results/compstruc_hulbert_1992"
