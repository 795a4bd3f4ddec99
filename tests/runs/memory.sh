#!/bin/bash
# Memory that runs out at one allocation: exit code 1 and a message that says so, never exit code 2 as for a wrong problem file. The
# allocations are spread over the whole command; tests/slow/faults.sh tries many more.
. "$(dirname "$0")/../lib.sh"
export FAULT_FROM=rigel,libpetsc,libyaml
problem=tests/fuzz/base.yaml

# Address sanitizers have an allocator of their own.
if ldd "$RIGEL" | grep -q libasan; then
  pass "not with sanitizers"
  finish
fi

# PETSc 3.18 itself crashes when an allocation of its start fails: begin behind it
with_fault malloc 0 ENOMEM "$RIGEL" list >/dev/null
first=$(cat "$WORK/faults")

# memory_ends NAME WORDS...: eight allocations fail, one after the other
memory_ends() {
  local name=$1 calls i n code
  shift
  with_fault malloc 0 ENOMEM "$RIGEL" "$@" >/dev/null 2>&1
  calls=$(cat "$WORK/faults")
  for i in 0 1 2 3 4 5 6 7; do
    n=$((first + 1 + i * (calls - first - 1) / 8)) code=0
    with_fault malloc "$n" ENOMEM "$RIGEL" "$@" >"$WORK/out" 2>"$WORK/err" || code=$?
    if [ $code -eq 0 ]; then pass "$name: allocation $n is not needed"
    else check_equal "$code $(grep -ciE 'memory|PETSC ERROR' "$WORK/err" | sed 's/^[1-9].*/message/')" "1 message" "$name: allocation $n fails"; fi
  done
}

memory_ends check check $problem
memory_ends run run $problem -o "$WORK/run"
memory_ends gradient gradient $problem --functional end:bar.x --parameters 'gravity[2]' -o "$WORK/gradient"
"$RIGEL" run $problem -o "$WORK/before" >/dev/null
memory_ends view view "$WORK/before" -o "$WORK/view.html"
memory_ends study study conservation $problem --degrees 1,2 -o "$WORK/study"

finish
