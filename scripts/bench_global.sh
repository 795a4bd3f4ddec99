#!/usr/bin/env bash
# Direct solvers on the matrices of global solves: seconds of Newton's method per iteration (assembly, factorization, solve)
# over the number of unknowns, serial and on two ranks, and peak memory. Usage: bench_global.sh [MOST_UNKNOWNS]
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
most=${1:-1000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure RANKS SOLVER FILE ELEMENTS SET...: seconds per iteration and MB of the largest rank, or why not
measure() {
  local ranks=$1 solver=$2 file=$3 elements=$4 out
  shift 4
  rm -rf "$work/run"
  if out=$(timeout 60 mpiexec -n "$ranks" /usr/bin/env bash -c 'command time -f "%M" "$@" 2>"$0.$OMPI_COMM_WORLD_RANK"' "$work/memory" \
      bin/rigel run "$file" -o "$work/run" --set output.every=0 --set time.elements="$elements" --set solver.linear="$solver" "$@" 2>&1); then
    awk -v memory="$(cat "$work"/memory.* | sort -n | tail -n 1)" '
      /newton_iterations:/ { n = $2 } match($0, /newton: [0-9.e+-]+/) { t = substr($0, RSTART + 8, RLENGTH - 8) }
      END { printf "%.3g s, %.0f MB", t / (n > 0 ? n : 1), memory / 1024 }' "$work/run/run.yaml"
  else
    printf 'fails or > 60 s'
  fi
}

# table TITLE FILE UNKNOWNS_PER_ELEMENT SET...
table() {
  local title=$1 file=$2 per=$3 n
  shift 3
  printf '\n%s\n%9s' "$title" unknowns
  for s in "${solvers[@]}"; do printf ' %20s' "$s"; done
  printf '\n'
  for n in 1000 10000 100000 1000000; do
    if [ "$n" -gt "$most" ]; then break; fi
    printf '%9d' "$n"
    for s in "${solvers[@]}"; do printf ' %20s' "$(measure "${s##* }" "${s%% *}" "$file" $((n / per)) "$@")"; done
    printf '\n'
  done
}

command -v time >/dev/null || { echo "bench_global.sh: needs the command time" >&2; exit 1; }
echo "Seconds per Newton iteration and memory of the largest rank; columns: solver, ranks."
solvers=("band 1" "umfpack 1" "klu 1" "mumps 1" "superlu_dist 1" "petsc 1" "band 2" "mumps 2")
table "mG(1), spinning box, all at once" problems/spinning_box.yaml 16 --set method.window=all
table "BG(1), spinning box" problems/spinning_box.yaml 16 --set method.scheme=BG --set time.end=1
table "mG(2), physical pendulum, all at once" problems/physical_pendulum.yaml 44 --set method.window=all --set method.degree=2
