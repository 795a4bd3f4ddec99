# Formats of results: the same numbers in every one of them, whatever way a run ends.
. "$(dirname "$0")/../lib.sh"
box=problems/spinning_box.yaml
pendulum=problems/physical_pendulum.yaml

# h5_numbers FILE DATASET, csv_numbers FILE COLUMNS: numbers as one list.  h5_text FILE ATTRIBUTE.  h5_rows FILE TABLE
h5_numbers() { h5dump -A 0 -y -w 0 -m %.17g -d "$2" "$1" | sed -n '/DATA {/,/}/{/[{}]/d;p}' | tr -d ' \n'; }
csv_numbers() { tail -n +2 "$1" | cut -d, -f"$2" | paste -sd,; }
h5_text() { h5dump -N "$2" "$1" | sed -n '/^ *(0): "/,$p' | head -n -3 | sed -E '1s/^ *\(0\): "//; s/^           //; $s/"$//'; }
h5_rows() { h5dump -H -d "/$2/t" "$1" | sed -nE 's/.*SIMPLE \{ \( ([0-9]+) \).*/\1/p'; }
# check_same DIR: run.h5 against the CSV files; t is the second column of newton.csv
check_same() {
  local table
  for table in state invariants multipliers; do
    check_equal "$(h5_numbers "$1/run.h5" "/$table/t" | md5sum)" "$(csv_numbers "$1/$table.csv" 1 | tr -d '\n' | md5sum)" "$table: t"
    check_equal "$(h5_numbers "$1/run.h5" "/$table/values" | md5sum)" "$(csv_numbers "$1/$table.csv" 2- | tr -d '\n' | md5sum)" "$table: values"
  done
  [ ! -e "$1/reactions.csv" ] ||
    check_equal "$(h5_numbers "$1/run.h5" /reactions/values | md5sum)" "$(csv_numbers "$1/reactions.csv" 2- | tr -d '\n' | md5sum)" "reactions: values"
  check_equal "$(h5_numbers "$1/run.h5" /newton/t | md5sum)" "$(csv_numbers "$1/newton.csv" 2 | tr -d '\n' | md5sum)" "newton: t"
  check_equal "$(h5_numbers "$1/run.h5" /newton/values | md5sum)" "$(csv_numbers "$1/newton.csv" 1,3- | tr -d '\n' | md5sum)" "newton: values"
}

# --- hdf5
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/both" --set output.formats='[csv, hdf5]' --set output.nodes=all
check_equal "$(ls -A "$WORK/both" | tr '\n' ' ')" "invariants.csv multipliers.csv newton.csv reactions.csv restart.dat run.h5 run.yaml state.csv " "files of both formats"
check_equal "$(h5_rows "$WORK/both/run.h5" state)" 101 "interior nodes too"
check_same "$WORK/both"
check_equal "$(h5_text "$WORK/both/run.h5" /verdict)" "done" "the verdict"
check_equal "$(h5_text "$WORK/both/run.h5" /problem | sed '/^$/d')" "$(sed '/^versions:/,$d' "$WORK/both/run.yaml")" "the effective problem"
h5dump -N columns "$WORK/both/run.h5" | grep -o '"[^"]*"' | tr -d '"' >"$WORK/columns"
/usr/bin/python3 -c '
import sys, h5py
with h5py.File(sys.argv[1]) as f: print(list(f["state/values"].attrs["columns"]).index("bar.x"), "%.17g" % f["state/values"][-1, 1], sep=",")' \
  "$WORK/both/run.h5" >"$WORK/h5py" 2>&1
check_equal "$(cat "$WORK/h5py")" "0,$(tail -n 1 "$WORK/both/state.csv" | cut -d, -f3)" "h5py reads the same"
for column in bar.x bar.pq3 support.gamma3 bar.phi H iterations; do check_match "$WORK/columns" "^$column\$" "column $column"; done

check_exit 0 "$RIGEL" run $pendulum -o "$WORK/both" --set output.formats='[hdf5]' --set solver.condition=true
check_equal "$(ls -A "$WORK/both" | tr '\n' ' ')" "restart.dat run.h5 run.yaml " "tables of another run do not stay"
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/both" --set output.every=0
check_equal "$(ls -A "$WORK/both")" "run.yaml" "nothing at all"

# a table that this run does not have goes when the others get their names, not before
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/joints"
check_exit 1 full_disk state.csv "$RIGEL" run $box -o "$WORK/joints" --force
check "a run that could not write leaves reactions.csv" test -e "$WORK/joints/reactions.csv"
check_exit 0 "$RIGEL" run $box -o "$WORK/joints" --force
check "one that could removes it" test ! -e "$WORK/joints/reactions.csv"

# a run that ends early keeps what it has
check_exit 3 "$RIGEL" run $box -o "$WORK/three" --set solver.max_iterations=2 --set time.step=0.2 --set output.formats='[csv, hdf5]'
check_equal "$(h5_text "$WORK/three/run.h5" /verdict)" "not converged" "verdict of a run that failed"
check "with some rows" test "$(h5_rows "$WORK/three/run.h5" state)" -gt 1
check_same "$WORK/three"
"$RIGEL" run $box -o "$WORK/stop" --set time.end=500000 --set reference.time=5 --set output.formats='[csv, hdf5]' >"$WORK/out" 2>"$WORK/err" &
pid=$!
# results are streamed: no more memory with eight times the rows. memory_at BYTES: of the run when state.csv has as many, in kB
memory_at() {
  for _ in $(seq 1200); do
    if [ -n "$(find "$WORK/stop" -name '.*.state.csv.part' -size "+$1c" 2>/dev/null)" ]; then break; fi
    sleep 0.05
  done
  awk '/^VmHWM:/ { print $2 }' /proc/$pid/status
}
early=$(memory_at 500000)
late=$(memory_at 4000000)
kill -INT $pid
code=0
wait $pid || code=$?
check_equal $code 130 "interrupted"
# the address sanitizer keeps what is freed
[ -n "${ASAN_OPTIONS:-}" ] || check "memory does not grow with the run: $early kB, $late kB" test "$late" -lt $((early + 1000))
check_equal "$(h5_text "$WORK/stop/run.h5" /verdict)" interrupted "verdict of a run that was interrupted"
check_same "$WORK/stop"

# --- vtk
frames() { ls "$1/vtk" | wc -l; }
# every file that run.pvd names is there, whole, and no other one
check_series() {
  check_equal "$(sed -nE 's|^<DataSet timestep="[-0-9.e]+" file="vtk/(.*)"/>$|\1|p' "$1/run.pvd" | paste -sd' ')" "$(ls "$1/vtk" | paste -sd' ')" \
    "$2: run.pvd names the files"
  check_equal "$(tail -qn 1 "$1/run.pvd" "$1"/vtk/* | sort -u)" "</VTKFile>" "$2: whole files"
}
check_exit 0 "$RIGEL" run $box -o "$WORK/vtk" --set output.formats='[vtk]' --set output.every=2 --set output.vtk_every=10
check_equal "$(ls -A "$WORK/vtk" | tr '\n' ' ')" "restart.dat run.pvd run.yaml vtk " "files of vtk"
check_equal "$(ls "$WORK/vtk/vtk" | paste -sd' ')" "bodies_0000000.vtp bodies_0000020.vtp bodies_0000040.vtp bodies_0000060.vtp bodies_0000080.vtp bodies_0000100.vtp" \
  "every tenth of the written elements"
check_series "$WORK/vtk" "one body"
check_exit 0 "$RIGEL" run $box -o "$WORK/vtk" --set output.formats='[vtk]' --set time.step=0.001
check_equal "$(frames "$WORK/vtk")" 501 "at most 500 frames, and the start"
check_exit 0 "$RIGEL" run $box -o "$WORK/vtk"
check "and none of them beside another run" test ! -e "$WORK/vtk/vtk" -a ! -e "$WORK/vtk/run.pvd"
check_exit 3 "$RIGEL" run $box -o "$WORK/vtk" --set solver.max_iterations=2 --set time.step=0.2 --set output.formats='[vtk]'
check_equal "$(frames "$WORK/vtk")" "$(($(yaml_value "$WORK/vtk/run.yaml" completed) + 1))" "frames of a run that failed"
check_series "$WORK/vtk" "a run that failed"
check_exit 2 "$RIGEL" run $box -o "$WORK/vtk" --set output.vtk_every=3
check_match "$WORK/err" 'output.vtk_every: .*formats: \[vtk\]' "a key without use"
cp -r "$WORK/vtk" "$WORK/before"
: >"$WORK/vtk/plain" && rm -r "$WORK/vtk/vtk" && mv "$WORK/vtk/plain" "$WORK/vtk/vtk"
check_exit 1 "$RIGEL" run $box -o "$WORK/vtk" --set output.formats='[vtk]'
check_match "$WORK/err" 'vtk: Not a directory' "a file in the place of the folder"
check "nothing else is changed" cmp "$WORK/vtk/run.yaml" "$WORK/before/run.yaml"
check_equal "$(find "$WORK/vtk" -name '*.part')" "" "and nothing left"

# over ranks the file is that of one rank
if command -v mpiexec >/dev/null; then
  bg=(--set method.scheme=BG --set time.end=2 --set output.formats='[hdf5]' --set solver.linear=block)
  check_exit 0 "$RIGEL" run $box "${bg[@]}" -o "$WORK/one"
  check_exit 0 mpiexec -n 2 "$RIGEL" run $box "${bg[@]}" -o "$WORK/two"
  for table in state invariants multipliers; do
    check "two ranks: the same $table" h5diff -d 1e-10 "$WORK/one/run.h5" "$WORK/two/run.h5" /$table
  done
  check_equal "$(h5_text "$WORK/one/run.h5" /problem)" "$(h5_text "$WORK/two/run.h5" /problem)" "and the same problem"
fi
finish
