#!/usr/bin/env bash
# Cost of the chain of discs of thesis 004 (figures 3.7 and 3.8): instructions per step, counted by valgrind as the difference of two
# runs, and seconds, over the particles of a disc (6 discs) and over the number of discs (12 particles).
# The slope between neighbouring rows tells the power: 1 in the number of discs that move (all but the first), 2 in the particles.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # STEPS COMMAND...
  local steps=$1
  shift
  "$@" bin/rigel run "$work/discs.yaml" -o "$work/run" --set output.every=0 --set time.end="$(awk -v n="$steps" 'BEGIN { print n / 100 }')" 2>&1
}
instructions() { # STEPS
  run "$1" valgrind --tool=callgrind --callgrind-out-file=/dev/null | sed -n 's/.*Collected : //p'
}

# row DISCS PARTICLES: "millions of instructions per step, milliseconds per step"
row() {
  scripts/make_problem.sh discs "$1" "$2" >"$work/discs.yaml"
  local few many
  few=$(instructions 4)
  many=$(instructions 12)
  run 100 >/dev/null
  awk -v a="$few" -v b="$many" 'match($0, /newton: [0-9.e+-]+/) { t = substr($0, RSTART + 8, RLENGTH - 8) }
    END { print (b - a) / 8e6, t * 10 }' "$work/run/run.yaml"
}

# table TITLE COLUMN ROW...: a ROW is "DISCS PARTICLES", COLUMN the one that varies
table() {
  local title=$1 column=$2 sizes
  shift 2
  printf '%s\n%10s %12s %8s %10s\n' "$title" "number" "M instr/step" "slope" "ms/step"
  for sizes in "$@"; do echo "$sizes $(row $sizes)"; done | awk -v c="$column" '
    { x = c == 1 ? $c - 1 : $c; slope = NR > 1 ? sprintf("%.2f", log($3 / last) / log(x / before)) : ""
      printf "%10d %12.3f %8s %10.3f\n", $c, $3, slope, $4; last = $3; before = x }'
}
table "6 discs over their particles" 2 "6 6" "6 12" "6 24" "6 48" "6 96"
echo
table "discs of 12 particles over their number" 1 "4 12" "8 12" "16 12" "32 12" "64 12"
