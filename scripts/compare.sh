#!/usr/bin/env bash
# All schemes of `rigel list` beside each other on five problems: docs/compare.md, and results/compare with tables and work-precision
# plots. A scheme takes each problem in the first form that `rigel check` lets it: quaternions with joints, about a fixed point,
# the scalable body about a fixed point, directors, directors about a fixed point.
#
#   scripts/compare.sh [DIR [PAGE]]      default results/compare and docs/compare.md
#
# Environment: RIGEL (program, default bin/rigel), PROBLEMS and SCHEMES (some of them), TIMES=no (leave out what needs an idle machine:
# times and work-precision plots), REUSE=yes (only write the page again from the tables in DIR). One run at a time, since times are
# compared.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
. scripts/plot.sh
rigel=${RIGEL:-bin/rigel}
out=${1:-results/compare}
page=${2:-docs/compare.md}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
started=$SECONDS
repeats="1 2 3"
if [ "${TIMES:-}" = no ]; then repeats=1; fi
patience=10 # seconds of CPU time for one run: BG on a fast top may search for long
enough=4    # seconds after which steps are not halved any more

# problem: steps of the ladder, the fourth of them is the common one, the last one is halved further where no order shows | keys of the
# form about a fixed point
declare -A steps=(
  [spinning_box]="0.2,0.1,0.05,0.025,0.0125,0.00625" [free_body]="0.02,0.01,0.005,0.0025,0.00125,0.000625"
  [steady_top]="0.008,0.004,0.002,0.001,0.0005,0.00025" [heavy_top]="0.008,0.004,0.002,0.001,0.0005,0.00025"
  [physical_pendulum]="0.2,0.1,0.05,0.025,0.0125,0.00625")
declare -A fixed=(
  [heavy_top]="bodies.0.translation=fixed joints= bodies.0.position= bodies.0.velocity= reference.position= bodies.0.center_of_mass=[0,1,0] bodies.0.inertia=[15.234375,0.46875,15.234375]"
  [physical_pendulum]="bodies.0.translation=fixed joints= bodies.0.position= reference.position= bodies.0.center_of_mass=[0,5,0] bodies.0.density= bodies.0.shape= bodies.0.mass=100 bodies.0.inertia=[3341.6666666666667,16.666666666666667,3341.6666666666667]")
declare -A remark=(
  [spinning_box]="Symplectic Euler has order 1, but not in the rotation of a free body: the first term of its error is that of the energy h/2 H_q.H_p, which is a multiple of q.p, and the flow of q.p changes the length of q and p alone. The order is 1 in the column Phi, and 1 where gravity acts, as on the pendulum."
  [physical_pendulum]="It falls from the horizontal, so that omega^2 = 2 g' cos(phi): the leading errors of the angle cancel in \`predictor_corrector\` and \`velocity_dae\`, which have order 2 elsewhere."
  [steady_top]="The spin is 140 rad/s: methods of order 1 are out of phase even with half a million steps, and show no order."
  [heavy_top]="With 150 rad/s the top turns by 0.15 rad in a common step; errors near 2.8 mean that the spin is lost, by Euler's two methods even with a million steps.")
problems=${PROBLEMS:-"spinning_box free_body steady_top heavy_top physical_pendulum"}

# sets WORD...: as options --set; ~ in a word is a blank
sets() { for word in "$@"; do printf -- '--set\n%s\n' "${word//\~/ }"; done; }

# dress PROBLEM WORD...: the words of the first form that passes; 1: none does; 3: the program does not run
dress() {
  local problem=$1 point=${fixed[$1]:-} words options code
  shift
  for words in "" "$point" "$point bodies.0.kinetic=scalable" "bodies.0.formulation=director" "$point bodies.0.formulation=director"; do
    # shellcheck disable=SC2086
    mapfile -t options < <(sets "$@" $words)
    code=0
    "$rigel" check "problems/$problem.yaml" "${options[@]}" >/dev/null 2>&1 || code=$?
    if [ $code -eq 0 ]; then echo "$words"; return 0; fi
    if [ $code -ne 2 ]; then echo "$rigel check ends with $code on $problem, $*" >&2; return 3; fi
  done
  return 1
}

# variants PROBLEM SCHEME: lines of a name and its words; of PETSc's methods an explicit and an implicit one that Rigel has not
variants() {
  local k
  if [ "$2" = ts ]; then
    echo "ts:rk_5dp method.degree=1 solver.petsc=-ts_type~rk~-ts_rk_type~5dp"
    echo "ts:irk_2 method.degree=1 solver.petsc=-ts_type~irk~-ts_irk_type~gauss~-ts_irk_nstages~2~-pc_type~pbjacobi"
  elif dress "$1" "method.scheme=$2" method.degree=2 >/dev/null; then
    for k in 1 2 3; do echo "$2($k) method.degree=$k"; done
  else echo "$2 method.degree=1"; fi
}

# ladder_step PROBLEM STEP NAME OPTION...: a row of the table; of short runs the least time of three
ladder_step() {
  local problem=$1 step=$2 name=$3 row least="" repeat
  shift 3
  # shellcheck disable=SC2034
  for repeat in $repeats; do
    rm -rf "$work/study"
    (ulimit -t $patience && exec "$rigel" study convergence "problems/$problem.yaml" "$@" --steps "$step" -j 1 -o "$work/study") >"$work/log" 2>&1 || true
    if [ ! -s "$work/study/convergence.csv" ]; then
      echo "$name,$step,nan,$patience,no answer in $patience s"
      return 0
    fi
    row=$(awk -F, -v name="$name" -v least="$least" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      { t = $at["seconds"]; if (least != "" && least + 0 < t + 0) t = least
        printf "%s,%s,%s,%s,%s\n", name, $at["h"], $at["rotation"], t, $at["verdict"] }' "$work/study/convergence.csv")
    least=$(cut -d, -f4 <<<"$row")
    if awk -v t="$least" 'BEGIN { exit t < 0.05 }'; then break; fi
  done
  echo "$row"
}

# order(s), awk: slope over the last three steps with falling errors, from 0.5 down to 1e-12, or "-"; bend: what their two slopes differ
# by; floor: the last error is below
fit='function order(s,   i, a, b, c, d, k, x, y, last) {
  bend = 0; floor = n[s] && e[s, n[s]] <= 1e-12
  for (i = n[s]; i > 1 && k < 3; i--) {
    if (!(e[s, i] > 1e-12)) continue
    if (!(e[s, i] < e[s, i - 1]) || e[s, i - 1] > 0.5) break
    if (!k) { x = log(h[s, i]); y = log(e[s, i]); a = x; b = y; c = x * x; d = x * y; k = 1 }
    x = log(h[s, i - 1]); y = log(e[s, i - 1]); a += x; b += y; c += x * x; d += x * y; k++
    last = log(e[s, i - 1] / e[s, i]) / log(h[s, i - 1] / h[s, i]); bend += k == 2 ? last : -last
  }
  return k >= 3 ? sprintf("%.2f", (k * d - a * b) / (k * c - a * a)) : "-"
}'

# finer ROWS: the next step; fails when the order shows or runs get long
finer() {
  awk -F, -v enough=$enough "$fit"' { t = $4; step = $2 } $5 == "done" { i = ++n["s"]; h["s", i] = $2; e["s", i] = $3 }
    END { p = order("s"); if (floor || t > enough || p != "-" && bend * bend < 0.0225) exit 1; printf "%.10g\n", step / 2 }' "$1"
}

# measure PROBLEM NAME WORD...: rows of the ladder to $out/PROBLEM.csv and one of drifts to $out/PROBLEM_kept.csv
measure() {
  local problem=$1 name=$2 words options step
  shift 2
  words=$(dress "$problem" "$@") || { [ $? -eq 1 ] && return 0 || exit 1; }
  # shellcheck disable=SC2086
  mapfile -t options < <(sets "$@" $words)
  for step in ${steps[$problem]//,/ }; do ladder_step "$problem" "$step" "$name" "${options[@]}"; done >"$work/rows"
  while step=$(finer "$work/rows"); do ladder_step "$problem" "$step" "$name" "${options[@]}" >>"$work/rows"; done
  cat "$work/rows" >>"$out/$problem.csv"
  rm -rf "$work/run"
  (ulimit -t $patience && exec "$rigel" run "problems/$problem.yaml" "${options[@]}" --set "time.step=$common" --set output.every=0 -o "$work/run") >"$work/log" 2>&1 || true
  { printf '%s' "$name"
    for key in drift_H_relative drift_L_relative phi_max_scaled psi_max_scaled; do printf ',%s' "$(sed -n "s/^  $key: //p" "$work/run/run.yaml" 2>/dev/null | tail -n 1)"; done
    echo; } >>"$out/${problem}_kept.csv"
}

# ladders PROBLEM: all schemes
ladders() {
  local scheme name words
  echo "scheme,h,error,seconds,verdict" >"$out/$1.csv"
  echo "scheme,H,L,phi,psi" >"$out/$1_kept.csv"
  for scheme in $schemes; do
    # shellcheck disable=SC2086
    while read -r name words; do measure "$1" "$name" "method.scheme=$scheme" $words; done < <(variants "$1" "$scheme")
  done
  if [ "${TIMES:-}" = no ]; then sed -i '2,$s/,[^,]*\(,[^,]*\)$/,nan\1/' "$out/$1.csv"; fi
}

# table PROBLEM: Markdown from both files; error in equal time: log-log interpolation at the time of mG(2) at the common step, or
# nothing with TIMES=no
table() {
  awk -F, -v common="$common" -v times="${TIMES:-}" "$fit"'
function text(x) { return x == "" || x ~ /nan|inf/ ? "-" : x + 0 == 0 ? "0" : sprintf("%.1e", x) }
FNR == 1 { file++; next }
file == 1 {
  if (!($1 in n)) { name[++m] = $1; n[$1] = 0 }
  if ($5 != "done" || $3 ~ /nan/) { if ($2 == common) at[$1] = $5 == "not converged" ? "no convergence" : $5; next }
  i = ++n[$1]; h[$1, i] = $2; e[$1, i] = $3; time[$1, i] = $4
  if ($2 == common) { at[$1] = $3; if ($1 == "mG(2)") budget = $4 }
}
file == 2 { kept[$1] = text($2) " | " text($3) " | " text($4) " | " text($5) }
function in_time(s,   i, f) {
  if (times == "no" || !budget) return "not measured"
  for (i = 1; i < n[s]; i++)
    if ((time[s, i] - budget) * (time[s, i + 1] - budget) <= 0 && time[s, i] != time[s, i + 1]) {
      f = log(budget / time[s, i]) / log(time[s, i + 1] / time[s, i])
      return sprintf("%.1e", exp(log(e[s, i]) + f * (log(e[s, i + 1]) - log(e[s, i]))))
    }
  if (n[s] && time[s, n[s]] < budget) return "< " sprintf("%.1e", e[s, n[s]])
  return n[s] ? "> " sprintf("%.1e", e[s, 1]) : "-"
}
END {
  printf "| scheme | order | H | L | Phi | Psi | error at h = %s | error in %s |\n|---|---|---|---|---|---|---|---|\n", common, times == "no" ? "equal time" : sprintf("%.1f ms", 1000 * budget)
  for (i = 1; i <= m; i++) { s = name[i]; gone = at[s] ~ /no/; printf "| %s | %s | %s | %s | %s |\n", s, order(s), gone ? "- | - | - | -" : kept[s], gone ? at[s] : text(at[s]), in_time(s) }
}' "$out/$1.csv" "$out/$1_kept.csv"
}

# work_plot PROBLEM: error over time in three panels: finite elements, schemes of rigid bodies, methods for ordinary differential
# equations; mG(2) in all of them
work_plot() {
  local panel names
  { echo "set multiplot layout 1,3 title '${1//_/ }'; set logscale xy; set format '10^{%L}'; set xlabel 'time [s]'; set ylabel 'error'; set yrange [1e-13:5]; set bmargin 11; set key at graph 0.5,-0.19 center top vertical maxrows 7 samplen 2 noenhanced font ',10'"
    echo "stats '$out/$1.csv' using (strcol(5) eq 'done' ? \$4 : NaN) nooutput; set xrange [STATS_min:STATS_max]"
    for panel in "finite elements" "rigid bodies" "ordinary differential equations"; do
      names=$(awk -F, -v panel="$panel" 'function room(s) { return s ~ /^(mG|BG|em)\(/ ? "finite elements" : s ~ /^(quat|dir_em|algo|simo|predictor|staggered|park|velocity|rattle)/ ? "rigid bodies" : "ordinary differential equations" }
        NR > 1 && !seen[$1]++ && (room($1) == panel || $1 == "mG(2)") { printf "%s ", $1 }' "$out/$1.csv")
      echo "names = '$names'; set title '$panel'"
      echo "plot for [i=1:words(names)] '$out/$1.csv' using (strcol(1) eq word(names, i) && strcol(5) eq 'done' && \$3 > 1e-13 ? \$4 : NaN):3 with linespoints ps 0.8 lw 1.5 pt i lc rgb (word(names, i) eq 'mG(2)' ? 0x888888 : hsv2rgb(i * 0.618 - floor(i * 0.618), 1, 0.75)) title word(names, i)"
    done
    echo "unset multiplot"
  } | plot "$1_work" 1500,640
}

schemes=${SCHEMES:-$("$rigel" list | awk '/^[a-z]/ { inside = $1 == "schemes"; next } inside { print $1 }')}
{
  cat <<'MD'
# Schemes compared

Written by `make compare` (`scripts/compare.sh`): every scheme of `rigel list` that takes the problem. Order: fitted over the last three
steps of a ladder with falling errors below 0.5; where it does not show, steps are halved further, until a run takes seconds. H, L, Phi,
Psi: largest drifts (relative; of what the problem keeps) and constraint violations (natural units) at the common step. Errors are
|R_ref R^T - I| at the end. Times are those of the scheme alone, on one idle core, the least of three; the budget of the last column is
what mG(2) takes at the common step; the error there is interpolated along the ladder, `<` and `>`: the ladder ends before. Gauss points:
`auto`. Schemes without joints take the tops and the pendulum about a fixed point; `velocity_dae` the scalable body, `dir_em` and `rattle`
directors (the heavy top is flat, so directors have it about the fixed point only). Of `ts`, which hands over to PETSc, two methods:
`rk` of type 5dp and `irk` with two Gauss points. What each scheme is: `schemes.md`.
MD
  for problem in $problems; do
    common=$(cut -d, -f4 <<<"${steps[$problem]}")
    if [ "${REUSE:-}" != yes ]; then ladders "$problem"; fi
    printf '\n## %s\n\n' "${problem//_/ }"
    table "$problem"
    if [ -n "${remark[$problem]:-}" ]; then printf '\n%s\n' "${remark[$problem]}"; fi
    printf '%5d s  %s\n' $((SECONDS - started)) "$problem" >&2
    if [ "${TIMES:-}" = no ]; then continue; fi
    work_plot "$problem"
    printf '\n![work and precision](%s/%s_work.png)\n' "$(realpath -m --relative-to="$(dirname "$page")" "$out")" "$problem"
  done
} >"$work/page.md"
mv "$work/page.md" "$page"
