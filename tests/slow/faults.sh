#!/bin/bash
# Injected faults (tests/support/faults.c): memory that runs out, writes, syncs, closes and renames that fail, and a process that is
# killed there, at every n-th call. A command ends with exit code 1 and a message, or gives the right answer; it never crashes.
. "$(dirname "$0")/../lib.sh"
ulimit -c 0 -t 120 # no core files; an endless loop ends
problem=tests/fuzz/base.yaml
FAULT_FROM=rigel,libpetsc,libyaml
export FAULT_FROM

"$RIGEL" run "$problem" -o "$WORK/before" >/dev/null

# results NAME: the tables of a command that must not change. Gradients are rounded, since another way to solve may be taken; a study
# has columns of times, so that only its rows are compared.
results() {
  case $1 in
    gradient) awk -F, 'NR > 1 { printf "%s %.8g %s %.8g\n", $1, $2, $3, $4 }' "$WORK/out/gradients.csv" ;;
    study) cut -d, -f1,2 "$WORK/out/conservation.csv" ;;
    view) cat "$WORK/out/view.html" ;;
    *) cat "$WORK/out"/*.csv ;;
  esac 2>/dev/null
}

# command_of NAME: the words of a command that writes into $WORK/out
command_of() {
  case $1 in
    check) words=(check "$problem") ;;
    run) words=(run "$problem" -o "$WORK/out") ;;
    hdf5) words=(run "$problem" -o "$WORK/out" --set 'output.formats=[csv, hdf5, vtk]') ;;
    study) words=(study conservation "$problem" --degrees "1,2" -o "$WORK/out") ;;
    gradient) words=(gradient "$problem" --functional end:bar.x --parameters 'gravity[2]' -o "$WORK/out") ;;
    view) words=(view "$WORK/before" -o "$WORK/out/view.html") ;;
  esac
}

# faults_begin NAME CALLS: counts calls and stores the right answer; $calls is their number
faults_begin() {
  command_of "$1"
  rm -rf "$WORK/out" && mkdir -p "$WORK/out"
  with_fault "$2" 0 EIO "$RIGEL" "${words[@]}" >"$WORK/right.out" 2>/dev/null
  calls=$(cat "$WORK/faults")
  results "$1" >"$WORK/right.csv"
  cases=0 failed=0
}

# fault NAME CALLS AT KIND: one fault; $code is the exit code
fault() {
  rm -rf "$WORK/out" && mkdir -p "$WORK/out"
  code=0
  { with_fault "$2" "$3" "$4" "$RIGEL" "${words[@]}" >"$WORK/o" 2>"$WORK/e" || code=$?; } 2>/dev/null
  cases=$((cases + 1))
}

# wrong TEXT: counts a failure and prints how to repeat it
wrong() {
  failed=$((failed + 1))
  if [ $failed -le 5 ]; then echo "  $1; stderr: $(head -n 2 "$WORK/e")"; fi
}

# faults_loop NAME CALLS FIRST STRIDE KIND: every STRIDE-th call from FIRST on fails
faults_loop() {
  local n
  faults_begin "$1" "$2"
  for ((n = $3; n <= calls; n += $4)); do
    fault "$1" "$2" "$n" "$5"
    if [ $code -eq 1 ] && [ -s "$WORK/e" ]; then :
    elif [ $code -ne 0 ]; then wrong "$1: call $n of $2 fails with $5: exit code $code"
    elif ! results "$1" | cmp -s - "$WORK/right.csv"; then wrong "$1: call $n of $2 fails with $5: exit code 0 with other results"
    fi
  done
  check_equal "$failed" 0 "$1: $cases of $calls calls of $2 fail with $5"
}

# PETSc 3.18 itself crashes when an allocation of its start fails: begin behind it
with_fault malloc 0 ENOMEM "$RIGEL" list >/dev/null
first=$(($(cat "$WORK/faults") + 1))

faults_loop check malloc $first 29 ENOMEM
faults_loop run malloc $first 37 ENOMEM
faults_loop hdf5 malloc $first 61 ENOMEM
faults_loop gradient malloc $first 127 ENOMEM
faults_loop study malloc $first 67 ENOMEM
faults_loop view malloc $first 53 ENOMEM

export FAULT_PATH=$WORK/out
for kind in ENOSPC EIO; do
  for name in run hdf5 study gradient view; do faults_loop $name write,fsync,close,rename,open 1 1 $kind; done
done

# A killed command can be repeated: it completes or discards what is left, and gives the right results.
kills_loop() {
  local n
  faults_begin "$1" "$2"
  for ((n = 1; n <= calls; n++)); do
    fault "$1" "$2" "$n" "$3"
    if [ $code -ne 137 ]; then wrong "$1: killed at call $n of $2: exit code $code"; fi
    "$RIGEL" "${words[@]}" >"$WORK/o" 2>"$WORK/e" || wrong "$1: $3 at call $n of $2: cannot be repeated"
    if ! results "$1" | cmp -s - "$WORK/right.csv"; then wrong "$1: $3 at call $n of $2: other results when repeated"; fi
  done
  check_equal "$failed" 0 "$1: $3 at $cases calls of $2, then repeated"
}

for name in run gradient; do
  for kind in kill after; do kills_loop $name write,fsync,rename $kind; done
done

finish
