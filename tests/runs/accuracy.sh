# Runs to an accuracy: the option replaces the mesh of the file, the report and run.yaml state the bars, error.csv has a row per state, true
# errors are within the bars, a run that stops resumes with the same bytes, and what needs a mesh is refused.
. "$(dirname "$0")/../lib.sh"
python=${PYTHON:-/usr/bin/python3}
box=problems/spinning_box.yaml
pendulum=problems/physical_pendulum.yaml

# --- option, key and default give the same run
check_exit 0 "$RIGEL" run "$box" --accuracy 1e-6 -o "$WORK/option"
check_match "$WORK/out" '^  accuracy 1e-06 reached: the estimated error at t = 5 is [0-9.e-]+ \(natural units\)$' "report"
check_match "$WORK/out" '^           box: position \+- [0-9.e-]+, angle \+- [0-9.e-]+ rad$' "bar of a body"
check_match "$WORK/out" '^  elements [0-9]+ of h = [0-9.]+ to [0-9.]+, [0-9]+ rejected, 1 pass$' "elements"
check_exit 0 "$RIGEL" run "$box" --set time.step= --set method.degree= --set method.accuracy=1e-6 -o "$WORK/key"
check_exit 0 "$RIGEL" run "$box" --set time.step= --set method.degree= -o "$WORK/default"
for other in key default; do check "$other: states" cmp "$WORK/option/state.csv" "$WORK/$other/state.csv"; done
check_exit 0 "$RIGEL" run "$WORK/option/run.yaml" -o "$WORK/again"
check "run.yaml gives the same states" cmp "$WORK/option/state.csv" "$WORK/again/state.csv"
check_exit 0 "$RIGEL" run "$box" --accuracy 1e-6 --set method.degree=3 -o "$WORK/degree"
check_match "$WORK/out" 'mG\(3\), ' "a degree of the command line counts"

# --- run.yaml, error.csv
check_equal "$(head -1 "$WORK/option/error.csv")" "$(head -1 "$WORK/option/state.csv")" "columns of error.csv"
check_equal "$(wc -l <"$WORK/option/error.csv")" "$(wc -l <"$WORK/option/state.csv")" "rows of error.csv"
check_exit 0 "$python" - "$WORK/option/run.yaml" <<'PY'
import sys, yaml
run = yaml.safe_load(open(sys.argv[1]))
a = run["results"]["accuracy"]
assert a["reached"] and a["asked"] == 1e-6 and 0 < a["bar"] <= 1e-6 and a["degree"] == 4, a
assert a["elements"] == run["totals"]["completed"] == run["totals"]["elements"] and a["shortest"] < a["longest"], a
assert 0 < a["bodies"]["box"]["angle"] < 1e-5 and a["bar"] >= max(a["error"], 0.1 * a["local_sum"]), a
assert set(a["units"]) == {"length", "velocity", "mass"} and "step" not in run["time"], a
PY

# --- true errors, against fixed meshes of two other degrees
check_exit 0 "$python" scripts/accuracy_table.py --fast --bin "$RIGEL"

# --- a run that stops resumes with the same bytes; its end is that of the first run
check_exit 0 "$RIGEL" run "$pendulum" --accuracy 1e-8 -o "$WORK/whole" --set output.formats='[csv, hdf5, vtk]'
check_exit 0 "$RIGEL" run "$pendulum" --accuracy 1e-8 -o "$WORK/part" --set output.formats='[csv, hdf5, vtk]'
check_exit 0 "$RIGEL" run "$pendulum" --accuracy 1e-8 --restart "$WORK/part" --set output.formats='[csv, hdf5, vtk]'
for name in state error invariants multipliers newton reactions; do
  check "restart: $name.csv" cmp "$WORK/whole/$name.csv" "$WORK/part/$name.csv"
done
check_exit 2 "$RIGEL" run "$pendulum" --accuracy 1e-8 --restart "$WORK/part" --set time.end=6 --set output.formats='[csv, hdf5, vtk]'

# --- a second pass begins all files again
check_exit 0 "$RIGEL" run problems/mechanisms/double_pendulum.yaml --accuracy 1e-6 --set time.end=8 -o "$WORK/passes" --set output.formats='[csv, vtk]'
check_match "$WORK/out" 'rejected, [2-9] passes$' "several passes"
check_equal "$(cut -d, -f1 "$WORK/passes/state.csv" | grep -c '^0$')" 1 "one start"
check_equal "$(find "$WORK/passes" -name '.*')" "" "nothing is left of the first pass"

# --- out of reach, and what needs a mesh
check_exit 3 "$RIGEL" run problems/mechanisms/double_pendulum.yaml --accuracy 1e-8 --set time.end=60 -o "$WORK/chaos"
check_match "$WORK/err" 'the accuracy 1e-08 is out of reach at t = 60: .* until about t = [0-9.]+ \[R0518\]$' "the time until which it can be had"
check_exit 2 "$RIGEL" gradient "$box" --set time.step= --functional end:box.x --parameters bodies.box.mass -o "$WORK/gradient"
check_match "$WORK/err" 'expected time.step or time.elements: gradients need a mesh' "gradients"
check_exit 2 "$RIGEL" run problems/box_boundary.yaml --accuracy 1e-6 -o "$WORK/boundary"
check_match "$WORK/err" 'R0242' "boundary values"
finish
