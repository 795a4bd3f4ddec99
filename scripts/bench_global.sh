#!/usr/bin/env bash
# Direct solvers on the matrices of global solves: seconds of Newton's method over the number of unknowns, serial and on two
# ranks, the distance from the best, and peak memory. Usage: bench_global.sh [-m] [MOST_UNKNOWNS]; -m: tables in Markdown
# bench_global.sh [-m] search: Newton iterations with each line search. Environment: PATIENCE, seconds for a run, default 60.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
markdown=0
if [ "${1:-}" = -m ]; then
  markdown=1
  shift
fi
most=${1:-1600000}
patience=${PATIENCE:-60}
searches=(default basic bt l2 nleqerr)
if [ "$markdown" = 1 ]; then cell=' %s |'; else cell=' %8s'; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure RANKS SOLVER FILE ELEMENTS SET...: "seconds megabytes" of Newton's method, seconds the least of some runs; or "- -"
measure() {
  local ranks=$1 solver=$2 file=$3 elements=$4 run start=$SECONDS
  shift 4
  for ((run = 0; run < 3 && SECONDS - start < 10; run++)); do
    rm -rf "$work/run" "$work"/memory.*
    timeout "$patience" mpiexec -n "$ranks" /usr/bin/env bash -c 'command time -f "%M" "$@" 2>"$0.$OMPI_COMM_WORLD_RANK"' "$work/memory" \
      bin/rigel run "$file" -o "$work/run" --force --set output.every=0 --set time.elements="$elements" --set solver.linear="$solver" "$@" >/dev/null 2>&1 ||
      { echo "- -"; return; }
    awk -v memory="$(cat "$work"/memory.* | sort -n | tail -n 1)" '
      match($0, /newton: [0-9.e+-]+/) { t = substr($0, RSTART + 8, RLENGTH - 8) } END { print t, memory / 1024 }' "$work/run/run.yaml"
  done | sort -g | head -n 1
}

# heading TITLE WIDTH CELLS FIRST COLUMNS...: the head of a table, in plain text with columns as wide as said
heading() {
  local title=$1 width=$2 cells=$3 first=$4 column
  shift 4
  if [ "$markdown" = 1 ]; then
    printf '\n%s\n\n| %s |' "$title" "$first"
    printf ' %s |' "$@"
    printf '\n|---|'
    for column; do printf -- '---|'; done
    printf '\n'
  else
    printf '\n%s\n%-*s' "$title" "$width" "$first"
    for column; do printf ' %*s' "$cells" "$column"; done
    printf '\n'
  fi
}

# table TITLE FILE UNKNOWNS_PER_ELEMENT SET...: a row per solver, a column per size
table() {
  local title=$1 file=$2 per=$3 n s
  shift 3
  heading "$title" 16 24 "solver, ranks" "${sizes[@]/%/ unknowns}"
  for s in "${solvers[@]}"; do
    for n in "${sizes[@]}"; do measure "${s##* }" "${s%% *}" "$file" $((n / per)) "$@"; done >"$work/column"
    paste -sd ' ' "$work/column" | sed "s/^/$s /"
  done | awk -v n="${#sizes[@]}" -v markdown="$markdown" -v patience="$patience" '
    { name[NR] = $1 ", " $2; serial = $2 == 1
      for (j = 1; j <= n; j++) { t[NR, j] = $(1 + 2 * j); mb[NR, j] = $(2 + 2 * j)
        if (serial && t[NR, j] != "-" && (!(j in best) || t[NR, j] < best[j])) best[j] = t[NR, j] } }
    END { for (i = 1; i <= NR; i++) { printf markdown ? "| %s |" : "%-16s", name[i]
        for (j = 1; j <= n; j++) {
          if (t[i, j] == "-") printf markdown ? " %s |" : " %24s", "fails or > " patience " s"
          else printf markdown ? " %.3g s, %.2f, %.0f MB |" : " %8.3g s %5.2f %5.0f MB", t[i, j], t[i, j] / best[j], mb[i, j]
        }
        printf "\n" } }'
}

# search_row FILE SET...: iterations with each line search; g: after growing the window, x: not converged
search_row() {
  local search options
  local name
  name=$(sed 's/problems.//; s/--set //g; s/method.//g; s/solver.//g; s/time.//g' <<<"$*")
  if [ "$markdown" = 1 ]; then printf '| %s |' "$name"; else printf '%-88s' "$name"; fi
  for search in "${searches[@]}"; do
    options=()
    if [ "$search" != default ]; then options=(-- -snes_linesearch_type "$search"); fi
    rm -rf "$work/run"
    # shellcheck disable=SC2059 # a format
    printf "$cell" "$(bin/rigel run "$@" -o "$work/run" --force "${options[@]}" 2>&1 |
      awk '/by growing/ { g = "g" } /^  newton  / { n = $2 } /^  verdict/ { x = "x" } END { print n g x }')"
  done
  printf '\n'
}

search_table() {
  local box=problems/spinning_box.yaml BG=(--set method.scheme=BG) ALL=(--set method.window=all)
  heading "Newton iterations with each line search of SNES (g: after growing the window, x: not converged)" 88 8 "" "${searches[@]}"
  for n in 80 100 150 400; do search_row $box "${BG[@]}" --set time.elements=$n; done
  search_row $box "${BG[@]}" --set method.degree=2 --set time.elements=50
  search_row $box "${BG[@]}" --set method.multipliers=continuous --set time.elements=100
  search_row problems/spinning_box_director.yaml "${BG[@]}" --set time.elements=100
  search_row problems/physical_pendulum.yaml "${BG[@]}" --set time.elements=30
  for guess in geodesic rate; do search_row problems/box_boundary.yaml --set solver.guess=$guess; done
  search_row $box "${ALL[@]}" --set solver.guess=constant --set time.elements=40 --set time.end=1
  search_row problems/physical_pendulum.yaml "${ALL[@]}" --set solver.guess=constant --set time.end=2
}

if [ "$most" = search ]; then
  search_table
  exit
fi
command -v time >/dev/null || { echo "bench_global.sh: needs the command time" >&2; exit 1; }
echo "Seconds of Newton's method (assembly, factorization, solves), distance from the best serial solver, memory of the largest rank."
sizes=()
for n in 1000 10000 100000 1000000; do if [ "$n" -le "$most" ]; then sizes+=("$n"); fi; done
solvers=("auto 1" "block 1" "umfpack 1" "klu 1" "mumps 1" "auto 2" "mumps 2")
# a virtual machine gets memory from its host when it is touched for the first time: not on the account of whoever comes first
measure 1 umfpack problems/spinning_box.yaml $((most / 16)) --set method.scheme=BG --set time.end=1 >/dev/null
table "mG(1), spinning box, all at once" problems/spinning_box.yaml 16 --set method.window=all
table "mG(2), physical pendulum, all at once" problems/physical_pendulum.yaml 44 --set method.window=all --set method.degree=2
table "mG(2), boundary values of the box" problems/box_boundary.yaml 32
table "BG(1), spinning box" problems/spinning_box.yaml 16 --set method.scheme=BG --set time.end=1
table "BG(1), boundary values of the box" problems/box_boundary.yaml 16 --set method.scheme=BG --set method.degree=1
# 100 000 elements, within 8 GiB
if [ "$most" -ge 1600000 ]; then
  sizes=(1600000)
  table "mG(1), spinning box, 100 000 elements all at once" problems/spinning_box.yaml 16 --set method.window=all
  read -r _ memory <<<"$(measure 1 auto problems/spinning_box.yaml 100000 --set method.window=all)"
  awk -v memory="$memory" 'BEGIN { exit !(memory + 0 > 0 && memory < 8192) }' ||
    { echo "bench_global.sh: 100 000 elements take $memory MB, expected less than 8192" >&2; exit 1; }
fi
search_table
