# Two-point boundary values from files: sets that are refused, branches, first guesses, run.yaml repeats the run.
. "$(dirname "$0")/../lib.sh"

# problem NAME METHOD SOLVER START END [BODY...]: writes $WORK/NAME.yaml, a box between conditions
problem() {
  cat >"$WORK/$1.yaml" <<YAML
name: $1
time: {end: 1, elements: 20}
method: $2
solver: $3
bodies:
  - {name: box, shape: {cuboid: [5, 2, 1]}, mass: 12, angular_velocity: [0, 5, 1]${6:+, $6}}
boundary:
  start: {box: $4}
  end: {box: $5}
YAML
}
run() { check_exit 0 "$RIGEL" run "$WORK/$1.yaml" -o "$WORK/$1"; }
angle() { yaml_value "$WORK/$1/run.yaml" turned_box; }

# same A B TOLERANCE TEXT: all columns of two state.csv agree at the end and at the start
same() {
  local worst
  worst=$(awk -F, 'NR == FNR { if (FNR == 2) for (i = 1; i <= NF; i++) first[i] = $i; for (i = 1; i <= NF; i++) last[i] = $i; next }
    FNR == 2 { for (i = 1; i <= NF; i++) { d = $i - first[i]; if (d < 0) d = -d; if (d > m + 0) m = d } }
    { for (i = 1; i <= NF; i++) end[i] = $i }
    END { for (i in last) { d = end[i] - last[i]; if (d < 0) d = -d; if (d > m + 0) m = d }; print m + 0 }' "$WORK/$1/state.csv" "$WORK/$2/state.csv")
  check_close "$worst" 0 "$3" "$4"
}
mg='{scheme: mG, degree: 2, window: all}'
bg='{scheme: BG, degree: 2}'
fixed='translation: fixed'

# --- sets that do not fit: refused with the count and the names
# refused NAME REGEX: exit 2, and one message with place
refused() {
  check_exit 2 "$RIGEL" run "$WORK/$1.yaml" -o "$WORK/$1"
  check_match "$WORK/err" "^$WORK/$1.yaml:8:3: boundary: found $2" "$1"
  check_equal "$(wc -l <"$WORK/err")" 1 "$1: one message"
  check "$1: nothing written" test ! -e "$WORK/$1"
  check_exit 2 "$RIGEL" check "$WORK/$1.yaml"
}
problem few "$mg" '{}' '{orientation: [1, 0, 0, 0]}' '{orientation: [0.6, 0, 0.8, 0]}'
refused few '6 conditions \(start.box.orientation, end.box.orientation\), expected 12: twice the 6 degrees of freedom; .*under-determined'
problem many "$mg" '{}' '{orientation: [1, 0, 0, 0], angular_velocity: [0, 1, 0]}' '{orientation: [0.6, 0, 0.8, 0]}' "$fixed"
refused many '9 conditions \(start.box.orientation, start.box.angular_velocity, end.box.orientation\), expected 6: .*over-determined'
problem bg_few "$bg" '{}' '{position: [0, 0, 0], orientation: [1, 0, 0, 0]}' '{position: [0, 0, 0]}'
refused bg_few '1 conditions? on orientation and angular velocity of box, expected two for BG'
problem bg_many "$bg" '{}' '{position: [0, 0, 0], orientation: [1, 0, 0, 0], velocity: [1, 0, 0]}' '{position: [0, 0, 0], orientation: [1, 0, 0, 0]}'
refused bg_many '3 conditions on position and velocity of box, expected two for BG'
problem bg_rate "$bg" '{}' '{orientation: [1, 0, 0, 0]}' '{angular_velocity: [0, 1, 0]}' "$fixed"
refused bg_rate 'an angular velocity of box without its orientation at the same end'

# continuous multipliers: a steady turn about e2 by 2 acos 0.6, in which the box ends as it began
problem bg_continuous '{scheme: BG, multipliers: continuous}' '{}' '{orientation: [1, 0, 0, 0]}' '{orientation: [0.6, 0, 0.8, 0]}' "$fixed"
check_exit 0 "$RIGEL" run "$WORK/bg_continuous.yaml" -o "$WORK/bg_continuous"
check_close "$(yaml_value "$WORK/bg_continuous/run.yaml" turned_box)" 1.8545904360032244 1e-6 "BG with continuous multipliers: 2 acos 0.6"

# right in number, but the place is nowhere given and the velocity twice: a verdict, not a crash
problem adrift "$mg" '{}' '{orientation: [1, 0, 0, 0], velocity: [1, 0, 0]}' '{orientation: [0.6, 0, 0.8, 0], velocity: [1, 0, 0]}'
check_exit 3 "$RIGEL" run "$WORK/adrift.yaml" -o "$WORK/adrift"
check_match "$WORK/err" 'singular' "conditions that leave the place open: singular"

# --- branches: about a principal axis the motion is steady, so the angle is known: 2 acos 0.6, and full turns more or less
pi=3.141592653589793
short=1.8545904360032244
for method in mg bg; do
  for turns in 0 1 2 -1; do
    problem ${method}_turns$turns "${!method}" "{turns: $turns}" '{orientation: [1, 0, 0, 0]}' '{orientation: [0.6, 0, 0.8, 0]}' "$fixed"
    run ${method}_turns$turns
    check_match "$WORK/out" '^  branch   box turns through [0-9.]+ rad' "$method, turns $turns: the branch is told"
    wanted=$(awk -v s=$short -v n=$turns -v pi=$pi 'BEGIN { a = s + 2 * pi * n; printf "%.15g", a < 0 ? -a : a }')
    check_close "$(angle ${method}_turns$turns)" "$wanted" 1e-4 "$method, turns $turns: angle"
  done
  check "$method: another turn, a larger angle" awk -v a="$(angle ${method}_turns0)" -v b="$(angle ${method}_turns1)" 'BEGIN { exit !(b > a + 6) }'
done
# mG meets the steady rate: p = 2 J2 (s + 2 pi n) = 52 omega
check_close "$(awk -F, 'NR == 2' "$WORK/mg_turns1/state.csv" | cut -d, -f14)" "$(awk -v s=$short -v pi=$pi 'BEGIN { print 52 * (s + 2 * pi) }')" 0.01 "one turn more: the momentum"

# --- first guesses
Q='[-0.5143431909822589, 0.5687816197083293, 0.2358377974781140, 0.5969246889288708]'
start='{position: [0, 0, 0], orientation: [1, 0, 0, 0]}'
end="{position: [0, 0, 0], orientation: $Q}"
# the free motion with Omega(0) = (0, 5, 1) is the solution next to stepping
problem stepping "$mg" "{guess: stepping}" "$start" "$end"
run stepping
check_close "$(awk -F, 'NR == 2' "$WORK/stepping/state.csv" | cut -d, -f14)" 260 0.05 "guess: stepping finds the motion of the box"
check_match "$WORK/stepping/run.yaml" '^  guess: stepping$' "guess: stepping is recorded"

# a constant rate of 8 about a principal axis is next to the branch with one turn more; of 2, next to the short one
for rate in 8 2; do
  problem rate "$mg" '{guess: rate}' '{orientation: [1, 0, 0, 0]}' '{orientation: [0.6, 0, 0.8, 0]}' "$fixed"
  sed -i "s/angular_velocity: .0, 5, 1./angular_velocity: [0, $rate, 0.1]/" "$WORK/rate.yaml"
  run rate
  check_close "$(angle rate)" "$(angle mg_turns$((rate / 8)))" 1e-9 "guess: rate of $rate"
done

# the short way, two guesses: the same solution; continuation grows the interval and keeps the branch
for guess in geodesic continuation; do
  problem $guess "$mg" "{guess: $guess}" "$start" '{position: [1, 2, 3], orientation: [0.6, 0.64, 0.48, 0]}'
  run $guess
  check_close "$(angle $guess)" "$(angle geodesic)" 1e-9 "guess: $guess: the branch"
done
same geodesic continuation 1e-9 "guess: geodesic and continuation"
problem auto "$mg" '{}' "$start" '{position: [1, 2, 3], orientation: [0.6, 0.64, 0.48, 0]}'
run auto
check "no guess is geodesic" cmp "$WORK/auto/state.csv" "$WORK/geodesic/state.csv"
check_close "$(csv_last "$WORK/auto/state.csv" box.z)" 3 1e-12 "the place at the end is met"

# an earlier run on another mesh, in another degree, by the other scheme; it also keeps its branch
# from NAME METHOD SOLVER: the problem of turns1 with another mesh
from() {
  problem "$1" "$2" "$3" '{orientation: [1, 0, 0, 0]}' '{orientation: [0.6, 0.48, 0.64, 0]}' "$fixed"
}
from coarse '{scheme: mG, degree: 1, window: all}' '{turns: 1}'
sed -i 's/elements: 20/elements: 33/' "$WORK/coarse.yaml"
run coarse
from bubnov "$bg" "{guess: {file: $WORK/coarse}}"
run bubnov
from file "$mg" "{guess: {file: $WORK/coarse}}"
run file
from again "$mg" "{guess: {file: $WORK/bubnov}}"
run again
from direct "$mg" '{turns: 1}'
run direct
for name in coarse bubnov file again; do check_close "$(angle $name)" "$(angle direct)" 0.05 "guess: file keeps the branch: $name"; done
same file direct 1e-9 "guess: file of another mesh and degree"
same again direct 1e-9 "guess: file of another scheme"
iterations=$(yaml_value "$WORK/again/run.yaml" most_iterations)
check "a good guess takes few iterations: $iterations" test "$iterations" -le 4
# a table that ends early is held constant beyond its end; another system's table is refused
head -n 25 "$WORK/coarse/state.csv" >"$WORK/state.csv"
mkdir "$WORK/cut" && mv "$WORK/state.csv" "$WORK/cut/"
from early "$mg" "{guess: {file: $WORK/cut}}"
check "a table that ends early: done or not, no crash" eval '"$RIGEL" run "$WORK/early.yaml" -o "$WORK/early"; test $? -eq 0 -o $? -eq 3'
problem other "$mg" "{guess: {file: $WORK/coarse}}" '{orientation: [1, 0, 0, 0]}' '{orientation: [0.6, 0.48, 0.64, 0]}' "$fixed, formulation: director"
check_exit 2 "$RIGEL" run "$WORK/other.yaml" -o "$WORK/other"
check_match "$WORK/err" 'solver.guess_file: found box.q0 in column 5 of .*coarse/state.csv' "a table of another formulation"

# guess: file for initial values, too
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/steps" --set time.end=1
sed -e 's/^solver:.*//' -e 's/^method:.*/method: {scheme: BG, degree: 2}\nsolver: {guess: {file: STEPS}}/' -e 's/end: 5/end: 1/' problems/spinning_box.yaml |
  sed "s|STEPS|$WORK/steps|" >"$WORK/initial.yaml"
run initial
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/plain" --set method.scheme=BG --set method.degree=2 --set time.end=1
same initial plain 1e-9 "guess: file for initial values"

# a solve that ends at rounding before the line search does counts as converged
check_exit 0 "$RIGEL" run problems/box_boundary.yaml -o "$WORK/rate" --force --set solver.guess=rate

# --- run.yaml repeats the run, bit by bit
for name in mg_turns1 bg_turns0 stepping continuation file initial; do
  check_exit 0 "$RIGEL" run "$WORK/$name/run.yaml" -o "$WORK/$name.2"
  check "$name: the same states" cmp "$WORK/$name/state.csv" "$WORK/$name.2/state.csv"
  check "$name: the same multipliers" cmp "$WORK/$name/multipliers.csv" "$WORK/$name.2/multipliers.csv"
  check_equal "$(sed '/^versions:/,$d' "$WORK/$name.2/run.yaml")" "$(sed '/^versions:/,$d' "$WORK/$name/run.yaml")" "$name: run.yaml is a fixed point"
done
finish
