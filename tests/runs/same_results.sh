# scripts/same_results.py: a program agrees with itself; a changed result, exit code or message is found.
. "$(dirname "$0")/../lib.sh"
python=${PYTHON:-python3}

# changed NAME OPTIONS: a program that runs Rigel with further options
changed() {
  printf '#!/bin/sh\nexec "%s" "$@" %s\n' "$RIGEL" "$2" >"$WORK/$1"
  chmod +x "$WORK/$1"
}
changed same ''
changed step '--set time.step=0.04'
changed broken '--set time.step=-1'
changed rounding '--set solver.linear=klu'

compare() { "$python" scripts/same_results.py "$@" --only spinning_box.yaml; }
check "itself" compare "$RIGEL" "$WORK/same"
check_match "$WORK/out" '^bit for bit the same +1$' "a program agrees with itself"
check_exit 1 compare "$RIGEL" "$WORK/step"
check_match "$WORK/out" '^different +1$' "another step is found"
check_exit 1 compare "$RIGEL" "$WORK/broken"
check_match "$WORK/out" 'new: exit 2' "another exit code is found"
check "the same failure" compare "$WORK/broken" "$WORK/broken"
check "another linear solver" compare "$RIGEL" "$WORK/rounding" --tolerance 1e-6 --iterations 1
check_match "$WORK/out" '^same to rounding +1$' "another linear solver changes rounding only"
check_exit 2 "$python" scripts/same_results.py "$RIGEL" "$RIGEL" --only nothing
finish
