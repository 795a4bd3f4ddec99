#!/usr/bin/env bash
# Measures the cost of the chain of discs of Chaurasia (2012, figures 3.7 and 3.8) over the particles of a disc (6 discs) and over the
# number of discs (12 particles): instructions per step, counted by valgrind as the difference of two runs, and milliseconds in Newton's
# method. The slope between neighbouring rows is the power: 1 in the number of discs that move (all but the first), 2 in the particles.
#
#   scripts/bench_discs.sh [DIR]      with DIR the tables are written too: figure3_07.csv, figure3_08.csv, and both in discs.md
#
# Environment: RIGEL (program, default bin/rigel)
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
rigel=${RIGEL:-bin/rigel}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${1:-$work}

run() { # STEPS COMMAND...
  local steps=$1
  shift
  "$@" "$rigel" run "$work/discs.yaml" -o "$work/run" --set output.every=0 --set time.end="$(awk -v n="$steps" 'BEGIN { print n / 100 }')" 2>&1
}
instructions() { # STEPS
  run "$1" valgrind --tool=callgrind --callgrind-out-file=/dev/null | sed -n 's/.*Collected : //p'
}

# row DISCS PARTICLES: "discs,particles,millions of instructions per step,milliseconds per step"
row() {
  scripts/make_problem.sh discs "$1" "$2" >"$work/discs.yaml"
  local few many
  few=$(instructions 4)
  many=$(instructions 12)
  run 100 >/dev/null
  awk -v a="$few" -v b="$many" -v sizes="$1,$2" 'match($0, /newton: [0-9.e+-]+/) { t = substr($0, RSTART + 8, RLENGTH - 8) }
    END { printf "%s,%.4g,%.4g\n", sizes, (b - a) / 8e6, t * 10 }' "$work/run/run.yaml"
}
# rows NAME "DISCS PARTICLES"...: $out/NAME.csv
rows() {
  local name=$1 sizes
  shift
  echo "discs,particles,instructions_1e6,ms" >"$out/$name.csv"
  # shellcheck disable=SC2086 # several words
  for sizes in "$@"; do row $sizes >>"$out/$name.csv"; done
}
# table NAME COLUMN TITLE: Markdown; COLUMN is the one that varies
table() {
  printf '| %s | million instructions per step | slope | ms per step |\n|---|---|---|---|\n' "$3"
  awk -F, -v c="$2" 'NR > 1 { x = c == 1 ? $c - 1 : $c; slope = NR > 2 ? sprintf("%.2f", log($3 / last) / log(x / before)) : ""
    printf "| %d | %s | %s | %s |\n", $c, $3, slope, $4; last = $3; before = x }' "$out/$1.csv"
}
rows figure3_07 "6 6" "6 12" "6 24" "6 48" "6 96"
rows figure3_08 "4 12" "8 12" "16 12" "32 12" "64 12"
{ table figure3_07 2 "particles of each of 6 discs"; echo; table figure3_08 1 "discs of 12 particles, the first clamped"; } | tee "$out/discs.md"
