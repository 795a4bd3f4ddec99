#!/usr/bin/env bash
# All schemes of `rigel list` beside each other on five problems: docs/compare.md, and results/compare with tables and work-precision
# plots. A scheme takes each problem in the first form that `rigel check` lets it: quaternions with joints, about a fixed point,
# the scalable body about a fixed point, directors.
#
#   scripts/compare.sh [DIR [PAGE]]      default results/compare and docs/compare.md
#
# Environment: RIGEL (program, default bin/rigel), PROBLEMS (some of the five), TIMES=no (leave out what needs an idle machine: times and
# work-precision plots), REUSE=yes (only write the page again from the tables in DIR). One run at a time, since times are compared.
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

# problem: steps of the ladder, the fourth of them is the common one | keys of the form about a fixed point
declare -A steps=(
  [spinning_box]="0.2,0.1,0.05,0.025,0.0125,0.00625" [free_body]="0.02,0.01,0.005,0.0025,0.00125,0.000625"
  [steady_top]="0.008,0.004,0.002,0.001,0.0005,0.00025" [heavy_top]="0.008,0.004,0.002,0.001,0.0005,0.00025"
  [physical_pendulum]="0.2,0.1,0.05,0.025,0.0125,0.00625")
declare -A fixed=(
  [heavy_top]="bodies.0.translation=fixed joints= bodies.0.position= bodies.0.velocity= reference.position= bodies.0.center_of_mass=[0,1,0] bodies.0.inertia=[15.234375,0.46875,15.234375]"
  [physical_pendulum]="bodies.0.translation=fixed joints= bodies.0.position= reference.position= bodies.0.center_of_mass=[0,5,0] bodies.0.density= bodies.0.shape= bodies.0.mass=100 bodies.0.inertia=[3341.6666666666667,16.666666666666667,3341.6666666666667]")
declare -A remark=(
  [physical_pendulum]="It falls from the horizontal, so that omega^2 = 2 g' cos(phi): the leading errors of the angle cancel in \`predictor_corrector\` and \`velocity_dae\`, which have order 2 elsewhere."
  [heavy_top]="With 150 rad/s the top turns by 0.15 rad in a common step; errors near 2.8 mean that the spin is lost.")
problems=${PROBLEMS:-"spinning_box free_body steady_top heavy_top physical_pendulum"}

# sets WORD...: as options --set
sets() { for word in "$@"; do printf -- '--set\n%s\n' "$word"; done; }

# dress PROBLEM METHOD...: the words of the first form that passes; fails if none does
dress() {
  local problem=$1 words
  shift
  for words in "" "${fixed[$problem]:-}" "${fixed[$problem]:-} bodies.0.kinetic=scalable" "bodies.0.formulation=director"; do
    # shellcheck disable=SC2086,SC2046
    if "$rigel" check "problems/$problem.yaml" $(sets "$@" $words) >/dev/null 2>&1; then echo "$words"; return 0; fi
  done
  return 1
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
      echo "$name,$step,nan,nan,no answer in $patience s"
      return 0
    fi
    row=$(awk -F, -v name="$name" -v least="$least" -v times="${TIMES:-}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      { t = $at["seconds"]; if (least != "" && least + 0 < t + 0) t = least
        if (times == "no") t = "nan"
        printf "%s,%s,%s,%s,%s\n", name, $at["h"], $at["rotation"], t, $at["verdict"] }' "$work/study/convergence.csv")
    least=$(cut -d, -f4 <<<"$row")
    if awk -v t="$least" 'BEGIN { exit t < 0.05 }'; then break; fi
  done
  echo "$row"
}

# measure PROBLEM SCHEME DEGREE: rows of the ladder to $out/PROBLEM.csv and one of drifts to $out/PROBLEM_kept.csv
measure() {
  local problem=$1 scheme=$2 k=$3 words options name=$2
  words=$(dress "$problem" "method.scheme=$scheme" "method.degree=$k") || return 0
  if [ "$degrees" != 1 ]; then name="$scheme($k)"; fi
  # shellcheck disable=SC2086
  mapfile -t options < <(sets "method.scheme=$scheme" "method.degree=$k" $words)
  for step in ${steps[$problem]//,/ }; do ladder_step "$problem" "$step" "$name" "${options[@]}"; done >>"$out/$problem.csv"
  rm -rf "$work/run"
  (ulimit -t $patience && exec "$rigel" run "problems/$problem.yaml" "${options[@]}" --set "time.step=$common" --set output.every=0 -o "$work/run") >"$work/log" 2>&1 || true
  { printf '%s' "$name"
    for key in drift_H_relative drift_L_relative phi_max_scaled psi_max_scaled; do printf ',%s' "$(sed -n "s/^  $key: //p" "$work/run/run.yaml" 2>/dev/null | tail -n 1)"; done
    echo; } >>"$out/${problem}_kept.csv"
}

# ladders PROBLEM: all schemes
ladders() {
  local scheme k
  echo "scheme,h,error,seconds,verdict" >"$out/$1.csv"
  echo "scheme,H,L,phi,psi" >"$out/$1_kept.csv"
  for scheme in $schemes; do
    degrees=1
    if dress "$1" "method.scheme=$scheme" method.degree=2 >/dev/null; then degrees="1 2 3"; fi
    for k in $degrees; do measure "$1" "$scheme" "$k"; done
  done
}

# table PROBLEM: Markdown from both files; order: slope over the last steps with falling errors above 1e-12; error in equal time:
# log-log interpolation at the time of mG(2) at the common step, or nothing with TIMES=no
table() {
  awk -F, -v common="$common" -v times="${TIMES:-}" -f - "$out/$1.csv" "$out/$1_kept.csv" <<'AWK'
function text(x) { return x == "" || x ~ /nan/ ? "-" : x + 0 == 0 ? "0" : sprintf("%.1e", x) }
FNR == 1 { file++; next }
file == 1 {
  if (!($1 in n)) { name[++m] = $1; n[$1] = 0 }
  if ($5 != "done" || $3 ~ /nan/) { if ($2 == common) at[$1] = $5 == "not converged" ? "no convergence" : $5; next }
  i = ++n[$1]; h[$1, i] = $2; e[$1, i] = $3; time[$1, i] = $4
  if ($2 == common) { at[$1] = $3; if ($1 == "mG(2)") budget = $4 }
}
file == 2 { kept[$1] = text($2) " | " text($3) " | " text($4) " | " text($5) }
function order(s,   i, a, b, c, d, k, x, y) {
  for (i = n[s]; i > 1 && k < 3; i--) {
    if (!(e[s, i] > 1e-12)) continue
    if (!(e[s, i] < e[s, i - 1]) || e[s, i - 1] > 0.5) break
    if (!k) { x = log(h[s, i]); y = log(e[s, i]); a = x; b = y; c = x * x; d = x * y; k = 1 }
    x = log(h[s, i - 1]); y = log(e[s, i - 1]); a += x; b += y; c += x * x; d += x * y; k++
  }
  return k >= 3 ? sprintf("%.2f", (k * d - a * b) / (k * c - a * a)) : "-"
}
function in_time(s,   i, f) {
  if (times == "no") return "not measured"
  for (i = 1; i < n[s]; i++)
    if ((time[s, i] - budget) * (time[s, i + 1] - budget) <= 0) {
      f = log(budget / time[s, i]) / log(time[s, i + 1] / time[s, i])
      return sprintf("%.1e", exp(log(e[s, i]) + f * (log(e[s, i + 1]) - log(e[s, i]))))
    }
  if (n[s] && time[s, n[s]] < budget) return "< " sprintf("%.1e", e[s, n[s]])
  return n[s] ? "> " sprintf("%.1e", e[s, 1]) : "-"
}
END {
  printf "| scheme | order | H | L | Phi | Psi | error at h = %s | error in %s |\n|---|---|---|---|---|---|---|---|\n", common, times == "no" ? "equal time" : sprintf("%.1f ms", 1000 * budget)
  for (i = 1; i <= m; i++) { s = name[i]; printf "| %s | %s | %s | %s | %s |\n", s, order(s), kept[s], at[s] ~ /no/ ? at[s] : text(at[s]), in_time(s) }
}
AWK
}

schemes=$("$rigel" list | awk '/^[a-z]/ { inside = $1 == "schemes"; next } inside { print $1 }')
{
  cat <<'MD'
# Schemes compared

Written by `make compare` (`scripts/compare.sh`): every scheme of `rigel list` that takes the problem. Order: fitted over the last steps
of a ladder, three at least. H, L, Phi, Psi: largest drifts (relative; of what the problem keeps) and constraint violations (natural units) at the
common step. Errors are |R_ref R^T - I| at the end. Times are those of the scheme
alone, on one idle core, the least of three; the budget of the last column is what
mG(2) takes at the common step; the error there is interpolated along the ladder, `<` and `>`: the ladder ends before. Gauss points:
`auto`. Schemes without joints take the tops and the pendulum about a fixed point; `velocity_dae` the scalable body, `dir_em` directors.
What each scheme is: `schemes.md`.
MD
  for problem in $problems; do
    common=$(cut -d, -f4 <<<"${steps[$problem]}")
    if [ "${REUSE:-}" != yes ]; then ladders "$problem"; fi
    printf '\n## %s\n\n' "${problem//_/ }"
    table "$problem"
    if [ -n "${remark[$problem]:-}" ]; then printf '\n%s\n' "${remark[$problem]}"; fi
    printf '%5d s  %s\n' $((SECONDS - started)) "$problem" >&2
    if [ "${TIMES:-}" = no ]; then continue; fi
    names=$(awk -F, 'NR > 1 && !seen[$1]++ { printf "%s ", $1 }' "$out/$problem.csv")
    { echo "set logscale xy; set xlabel 'time [s]'; set ylabel 'error'; set key outside right; set format '10^{%L}'; set title '${problem//_/ }'; names = '$names'"
      echo "plot for [i=1:words(names)] '$out/$problem.csv' using (strcol(1) eq word(names, i) && strcol(5) eq 'done' && \$3 > 1e-14 ? \$4 : NaN):3 with linespoints ps 0.8 lw 1.5 pt i lc rgb hsv2rgb(i * 0.618 - floor(i * 0.618), 1, 0.75) title word(names, i) noenhanced"
    } | plot "${problem}_work" 900,560
    printf '\n![work and precision](../%s/%s_work.png)\n' "$out" "$problem"
  done
} >"$work/page.md"
mv "$work/page.md" "$page"
