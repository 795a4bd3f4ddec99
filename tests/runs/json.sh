# --json: one valid object per run of a command, also after faults of every kind; the numbers are those of the files.
. "$(dirname "$0")/../lib.sh"
python=${PYTHON:-/usr/bin/python3}
box=problems/spinning_box.yaml

# ask EXPRESSION: its value in the last object, in Python
ask() { "$python" -c 'import json, sys; o = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$WORK/out" "$1" 2>&1; }
# answers CODE WORDS...: exit code, and an object that states it
answers() {
  local code=$1
  shift
  check_exit "$code" "$RIGEL" "$@" --json
  check_equal "$(ask 'o["exit_code"], o["command"], type(o["faults"]) is list')" "($code, '$1', True)" "object of $*"
}

# a run: everything that the results of run.yaml hold, with the same digits
answers 0 run "$box" -o "$WORK/box"
cp "$WORK/out" "$WORK/answer.json"
check_exit 0 "$python" - "$WORK/answer.json" "$WORK/box/run.yaml" <<'PY'
import json, sys, yaml
answer, run = json.load(open(sys.argv[1])), yaml.safe_load(open(sys.argv[2]))
for block in ("results", "totals", "timings", "versions", "run", "files"):
    assert block in answer, block
    a, b = answer[block], run[block]
    def same(x, y, path):
        if isinstance(y, dict):
            assert set(x) == set(y), (path, set(x) ^ set(y))
            for key in y: same(x[key], y[key], path + "." + key)
        elif isinstance(y, list):
            assert len(x) == len(y), path
            for i, (p, q) in enumerate(zip(x, y)): same(p, q, f"{path}[{i}]")
        elif isinstance(y, str) and not isinstance(x, str):
            assert float(y) == x, (path, x, y)  # 1e-14 is a text in YAML 1.1
        else: assert x == y and type(x) is type(y) or float(x) == float(y), (path, x, y)
    same(a, b, block)
assert isinstance(answer["results"]["error_e_loc"], float) and answer["results"]["claims"]["energy"]["agrees"] is True
PY
check_exit 0 "$RIGEL" run "$box" -o "$WORK/box" --json
check_equal "$(ask 'o["folder"] == "'"$WORK"'/box" and o["faults"] == [] and o["results"]["verdict"] == "done"')" True "folder and verdict"
check_equal "$(cat "$WORK/err")" "" "nothing on the error stream"

# faults of a file with file, line, column, key; of an assignment; of the machine; of the command line itself
printf 'time: {end: 1, step: 0.1}\nmethod: {gauss: many}\nbodies:\n  - {name: a, mas: 1}\n' >"$WORK/bad.yaml"
answers 2 run "$WORK/bad.yaml"
check_equal "$(ask 'sorted((f["line"], f["column"], f["key"]) for f in o["faults"] if "line" in f)[0]')" "(2, 17, 'method.gauss')" "line, column and key"
check_equal "$(ask 'all(f["file"] == "'"$WORK"'/bad.yaml" for f in o["faults"]), len(o["faults"]) >= 2')" "(True, True)" "the file of each fault"
check_equal "$(ask 'set(open("'"$WORK"'/err").read().splitlines()) == set(f["message"] for f in o["faults"])')" True "the messages are those of the error stream"
answers 2 check "$box" --set time.stepp=1
check_equal "$(ask 'o["faults"][0]["code"]')" R0201 "the code of a fault"
check_equal "$(ask 'o["faults"][0]["set"]')" "time.stepp=1" "the assignment"
answers 2 run "$WORK/none.yaml"
check_equal "$(ask '"No such file" in o["faults"][0]["text"]')" True "a missing file"
answers 2 run
answers 2 run "$box" --sett x
check_equal "$(ask '"did you mean --set?" in o["faults"][0]["text"]')" True "a fault of the command line"
answers 2 study "$box"
answers 2 gradient "$box" --functional end:box.up --parameters time.end -o "$WORK/g"
answers 2 check problems
printf 'name: "\xff"\n' >"$WORK/$(printf 'b\xffd.yaml')"
answers 2 check "$WORK/$(printf 'b\xffd.yaml')"
# a run that does not converge has results, and a fault
answers 3 run "$box" --set solver.max_iterations=1 --set time.step=1 --set reference= -o "$WORK/d"
check_equal "$(ask 'o["results"]["verdict"], len(o["faults"])')" "('not converged', 1)" "not converged"
# options of PETSc: what they print does not get into the object; bad ones are faults
check_exit 0 "$RIGEL" run "$box" -o "$WORK/box" --json -- -snes_monitor -snes_montior
check_equal "$(ask 'o["results"]["petsc_unused"], "not used" in o["warnings"][0]["text"]')" "(['-snes_montior'], True)" "PETSc's output, and a warning"
check_exit 2 "$RIGEL" run "$box" -o "$WORK/box" --json -- -snes_type nonsense
check_equal "$(ask 'o["exit_code"], len(o["faults"]) > 0')" "(2, True)" "a bad option of PETSc"

# check: sizes, bodies, rank
answers 0 check problems/mechanisms/four_bar.yaml
check_equal "$(ask '[o["system"][k] for k in ("bodies", "joints", "states")], o["rank"], [b["name"] for b in o["bodies"]]')" \
  "([3, 4, 42], {'rows': 20, 'independent_start': 17, 'independent_around': 17, 'dropped': 3, 'velocities': 18, 'degrees_of_freedom': 1}, ['crank', 'coupler', 'rocker'])" "sizes and rank"
# study: a row per run, with the numbers of the table
answers 0 study convergence "$box" --degrees 1,2 --steps 0.1,0.05,0.025 -o "$WORK/s" -j 2
check_equal "$(ask 'len(o["rows"]), o["rows"][0]["sweep"], len(o["orders"]) > 0, round(o["orders"][0]["slope"])')" "(6, {'degree': 1, 'step': 0.1}, True, 2)" "rows and orders"
check_close "$(ask 'o["rows"][5]["e_loc"]')" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "e_loc") c = i } END { print $c }' "$WORK/s/convergence.csv")" 1e-18 "the number of the table"
# gradient
answers 0 gradient "$box" --functional end:box.q1 --parameters 'time.end,bodies.box.mass' --set time.step=0.25 -o "$WORK/g"
check_equal "$(ask 'o["how"], [g["parameter"] for g in o["gradients"]]')" "('adjoint', ['time.end', 'bodies.box.mass'])" "gradients"
check_equal "$(ask 'repr(o["gradients"][0]["gradient"])')" "$("$python" -c 'import csv, sys; print(repr(float(list(csv.DictReader(open(sys.argv[1])))[0]["gradient"])))' "$WORK/g/gradients.csv")" "the number of the table"

# over ranks one object; --help and --version stay what they are; a full disk is exit code 1
if command -v mpiexec >/dev/null; then
  check_exit 0 mpiexec --allow-run-as-root --oversubscribe -n 2 "$RIGEL" run problems/box_boundary.yaml -o "$WORK/mpi" --json
  check_equal "$(ask 'o["exit_code"], o["results"]["verdict"]')" "(0, 'done')" "one object over two ranks"
fi
check_exit 0 "$RIGEL" run --json --help
check_match "$WORK/out" '^usage: rigel run' "help"
check_exit 1 bash -c '"$0" check "$1" --json >/dev/full' "$RIGEL" "$box"
check_match "$WORK/err" 'cannot write to the standard output' "a full disk"
check_exit 1 bash -c '"$0" check "$1" --json >&-' "$RIGEL" "$box"
finish
