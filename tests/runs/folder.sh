# The results folder: one writer at a time, files that are replaced as one, and results of one problem only.
. "$(dirname "$0")/../lib.sh"
box=problems/spinning_box.yaml
pendulum=problems/physical_pendulum.yaml
all=(--set output.formats='[csv, hdf5, vtk]' --set output.vtk_every=20 --set time.end=1)

# --- one writer at a time
# holder DIR: a run in the background that lasts until it is killed; its process is in $pid
holder() {
  "$RIGEL" run $box -o "$1" --set time.end=500000 --set reference.time=5 --set output.every=1000 >"$WORK/holder" 2>&1 &
  pid=$!
  for _ in $(seq 200); do if [ -s "$1/.rigel.lock" ]; then return; fi; sleep 0.05; done
}
check_exit 0 "$RIGEL" run $box -o "$WORK/lock"
cp -r "$WORK/lock" "$WORK/lock_before"
holder "$WORK/lock"
id=$(sed -n 's/^run: //p' "$WORK/lock/.rigel.lock")
who="rigel [a-z]+: $WORK/lock is in use by process $pid on $(hostname) since 20[0-9T:-]+Z, run $id"
check_exit 2 "$RIGEL" run $box -o "$WORK/lock"
check_match "$WORK/err" "$who; wait for its end or choose another folder with -o" "a second run: who holds the folder"
check_exit 2 "$RIGEL" run $box --restart "$WORK/lock" --set time.end=9
check_match "$WORK/err" "$who" "a restart there too"
check_exit 2 "$RIGEL" run $box --restart "$WORK/lock" -o "$WORK/lock_else" --set time.end=9
check_match "$WORK/err" "$who" "and one from there into another folder"
check_exit 2 "$RIGEL" gradient $box --functional end:box.q1 --parameters time.end -o "$WORK/lock" --set time.elements=4 --set time.step=
check_match "$WORK/err" "$who" "gradient"
check_exit 2 "$RIGEL" study conservation $box --steps 0.1 -o "$WORK/lock"
check_match "$WORK/err" "$who" "study"
check_exit 2 "$RIGEL" view "$WORK/lock"
check_match "$WORK/err" "$who" "view, which writes its page there"
check_exit 0 "$RIGEL" view "$WORK/lock" -o "$WORK/page.html"
check "a page elsewhere needs no lock" test -s "$WORK/page.html"
check "nothing has changed" diff -r -x '.*' "$WORK/lock" "$WORK/lock_before"
if command -v mpiexec >/dev/null; then
  check_exit 2 mpiexec -n 2 "$RIGEL" run $box -o "$WORK/lock" --set method.window=all --set method.scheme=BG --set time.end=1
  check_equal "$(grep -c 'is in use by' "$WORK/err")" 1 "two ranks: one message"
fi
kill -9 $pid
wait $pid 2>/dev/null
check "the file of a killed run remains" test -e "$WORK/lock/.rigel.lock"
check_exit 0 "$RIGEL" run $box -o "$WORK/lock"
check_equal "$(find "$WORK/lock" -name '.*')" "" "but does not lock, and the next run removes it"

# a study holds its folder too; children of a killed study do not
"$RIGEL" study conservation $box --steps 0.00002,0.00001 -j 2 -o "$WORK/study" >"$WORK/holder" 2>&1 &
pid=$!
for _ in $(seq 200); do if [ -s "$WORK/study/study.yaml" ]; then break; fi; sleep 0.05; done
check_exit 2 "$RIGEL" study conservation $box --steps 0.1 -o "$WORK/study"
check_match "$WORK/err" "is in use by process $pid on" "a second study"
children=$(pgrep -P $pid)
kill -9 $pid
wait $pid 2>/dev/null
check_exit 0 "$RIGEL" study --no-plots conservation $box --steps 0.1 -o "$WORK/study"
for child in $children; do kill -9 "$child" 2>/dev/null; done

# a file system without locks: the record in the file decides
nolock() { with_fault flock 1+ ENOLCK "$@"; }
check_exit 0 nolock "$RIGEL" run $box -o "$WORK/nolock"
check_equal "$(find "$WORK/nolock" -name '.*')" "" "no locks: the file is removed"
record() { printf 'host: %s\npid: %s\nsince: x\nrun: y\nboot: %s\nticks: %s\n' "$@" >"$WORK/nolock/.rigel.lock"; }
boot=$(cat /proc/sys/kernel/random/boot_id)
ticks=$(awk '{ print $22 }' /proc/$$/stat)
record "$(hostname)" $$ "$boot" "$ticks"
check_exit 2 nolock "$RIGEL" run $box -o "$WORK/nolock"
check_match "$WORK/err" "in use by process $$ on .* .the file system has no locks; if that process has ended, remove .*/nolock/.rigel.lock" "no locks: a process that runs"
record elsewhere 1 "$boot" "$ticks"
check_exit 2 nolock "$RIGEL" run $box -o "$WORK/nolock"
check_match "$WORK/err" "in use by process 1 on elsewhere" "no locks: another machine"
record "$(hostname)" $$ "$boot" 1
check_exit 0 nolock "$RIGEL" run $box -o "$WORK/nolock"
record "$(hostname)" $$ another-boot "$ticks"
check_exit 0 nolock "$RIGEL" run $box -o "$WORK/nolock"
record "$(hostname)" 999999999 "$boot" "$ticks"
check_exit 0 nolock "$RIGEL" run $box -o "$WORK/nolock"

# --- files are replaced as one: killed at the n-th rename, unlink, fsync, the next command finds the old files or the new ones
check_exit 0 "$RIGEL" run $box -o "$WORK/old" "${all[@]}"
check_exit 0 "$RIGEL" view "$WORK/old"
check_exit 0 "$RIGEL" run $box -o "$WORK/new" "${all[@]}" --set bodies.box.mass=13 --set output.vtk_every=10
# checksums of the results; HDF5 by its content, since where its blocks lie in the file depends on when they were flushed
listing() {
  (cd "$1" && { find . -type f ! -name restart.dat ! -name run.yaml ! -name view.html ! -name run.h5 -exec cksum {} + | sort -k3
    if [ -e run.h5 ]; then h5dump run.h5 | cksum; fi; })
}
listing "$WORK/old" >"$WORK/listing.old"
listing "$WORK/new" >"$WORK/listing.new"
# verdict DIR: old, new or mixed
verdict() {
  listing "$1" >"$WORK/listing"
  local which=mixed name
  for name in old new; do if cmp -s "$WORK/listing" "$WORK/listing.$name"; then which=$name; fi; done
  if [ "$(sed -n 's/^ *mass: //p' "$1/run.yaml")" != "$(sed -n 's/^ *mass: //p' "$WORK/$which/run.yaml")" ]; then which="$which tables, another run.yaml"; fi
  # files that another command derived from the old run go with it
  if [ "$which" = new ] && [ -e "$1/view.html" ]; then which="new with the old page"; fi
  if [ "$which" = old ] && [ ! -e "$1/view.html" ]; then which="old without its page"; fi
  echo "$which"
}
for call in rename unlink fsync; do
  found=""
  for ((n = 1; n < 200; n++)); do
    rm -rf "$WORK/kill" && cp -r "$WORK/old" "$WORK/kill"
    code=0
    FAULT_PATH=/kill with_fault $call $n kill "$RIGEL" run $box -o "$WORK/kill" "${all[@]}" --set bodies.box.mass=13 --set output.vtk_every=10 \
      >"$WORK/out" 2>"$WORK/err" || code=$?
    if [ "$code" -eq 0 ]; then break; fi
    # what an outside reader sees before any command repairs it: a mixture shows in the checksums of run.yaml
    sums=$(sed -nE 's/^  - \{name: ([a-z.]+csv), size: ([0-9]+), cksum: ([0-9]+)\}/\3 \2 \1/p' "$WORK/kill/run.yaml")
    if [ "$(cd "$WORK/kill" && cksum -- *.csv | sort)" = "$(sort <<<"$sums")" ]; then seen=whole; else seen=mixed; fi
    "$RIGEL" gradient $box --functional end:box.q1 --parameters time.end -o "$WORK/kill" --set time.elements=4 --set time.step= >/dev/null 2>"$WORK/err" ||
      fail "$call $n: the next command" "$(cat "$WORK/err")"
    rm -f "$WORK/kill/gradients.csv"
    which=$(verdict "$WORK/kill")
    if [ "$which" != old ] && [ "$which" != new ]; then fail "killed at $call $n" "$which"; fi
    if [ "$(find "$WORK/kill" -name '.*' ! -path "$WORK/kill")" ]; then fail "killed at $call $n" "$(ls -A "$WORK/kill")"; fi
    found="$found$which ($seen) "
  done
  check "killed at each of $((n - 1)) calls of $call: ${found//(whole) /}" test "$n" -gt 3 -a "$n" -lt 200
  check_match <(echo "$found") 'old .*new' "$call: the old files first, then the new ones"
done
# a rename that fails: what is missing is completed by the next command
rm -rf "$WORK/kill" && cp -r "$WORK/old" "$WORK/kill"
check_exit 1 with_fault rename 4 EIO "$RIGEL" run $box -o "$WORK/kill" "${all[@]}" --set bodies.box.mass=13 --set output.vtk_every=10
check_match "$WORK/err" 'cannot rename files in .*/kill: Input/output error; the next command in this folder completes the files' "a rename that fails"
check_exit 0 "$RIGEL" gradient $box --functional end:box.q1 --parameters time.end -o "$WORK/kill" --set time.elements=4 --set time.step=
rm -f "$WORK/kill/gradients.csv"
check_equal "$(verdict "$WORK/kill")" new "and is completed"
# a journal that is damaged, or names files elsewhere, is not carried out
printf 'rigel commit 1\nrun 0123456789abcdef\nremove ../old/run.yaml\nend 1\n' >"$WORK/kill/.rigel.commit"
check_exit 2 "$RIGEL" run $box -o "$WORK/kill"
check_match "$WORK/err" 'cannot complete the unfinished commit in .*/kill: Bad message' "a damaged journal"
check "is not carried out" test -e "$WORK/old/run.yaml"

# --- results of one problem
check_exit 0 "$RIGEL" run $box -o "$WORK/own"
cp $box "$WORK/copy.yaml"
for other in $pendulum "$WORK/copy.yaml" -; do
  check_exit 2 "$RIGEL" run "$other" -o "$WORK/own" <$pendulum
  if [ "$other" != - ]; then other=$(realpath "$other"); fi
  check_match "$WORK/err" "rigel run: $WORK/own holds results of $ROOT/$box, expected those of $other: choose another folder with -o, or replace them with --force" "names both"
done
cp -r "$WORK/own" "$WORK/own_before"
check "and nothing changes" diff -r "$WORK/own" "$WORK/own_before"
check_exit 2 "$RIGEL" gradient $pendulum --functional end:bar.x --parameters time.end -o "$WORK/own" --set time.end=0.1
check_match "$WORK/err" "rigel gradient: $WORK/own holds results of" "gradient of another problem"
check_exit 0 "$RIGEL" run $box -o "$WORK/own" --set bodies.box.mass=13
check_exit 0 "$RIGEL" run "$WORK/own/run.yaml" -o "$WORK/own"
check_equal "$(yaml_value "$WORK/own/run.yaml" run)" "{id: \"$(sed -n 's/^run: {id: "\([0-9a-f]*\)".*/\1/p' "$WORK/own/run.yaml")\", problem: \"$ROOT/$box\"}" \
  "its own run.yaml is the same problem, and the file is remembered"
(cd "$WORK" && ln -s "$ROOT/$box" link.yaml)
check_exit 0 "$RIGEL" run "$WORK/link.yaml" -o "$WORK/own"
check_exit 0 "$RIGEL" gradient $box --functional end:box.q1 --parameters time.end -o "$WORK/own" --set time.elements=4 --set time.step=
check_exit 0 "$RIGEL" view "$WORK/own"
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/own" --force --set time.end=1
check_equal "$(cd "$WORK/own" && ls -A | tr '\n' ' ')" "invariants.csv multipliers.csv newton.csv reactions.csv restart.dat run.yaml state.csv " \
  "--force: pages and gradients of the old run are gone"
: >"$WORK/own/notes.txt"
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/own" --set time.end=0.1
check "files of others stay" test -e "$WORK/own/notes.txt"
# folders of earlier versions state a name only
sed -i '/^run: /d' "$WORK/own/run.yaml"
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/own" --set time.end=0.1
sed -i '/^run: /d; s/^name: .*/name: other/' "$WORK/own/run.yaml"
check_exit 2 "$RIGEL" run $pendulum -o "$WORK/own" --set time.end=0.1
check_match "$WORK/err" "holds results of a problem named other, expected those of $ROOT/$pendulum" "another name"
# studies
check_exit 0 "$RIGEL" study conservation $box --steps 0.5,0.25 -o "$WORK/studies"
check_exit 2 "$RIGEL" study conservation $pendulum --steps 0.1 -o "$WORK/studies"
check_match "$WORK/err" "rigel study: $WORK/studies holds results of $ROOT/$box" "a study of another problem"
check_exit 2 "$RIGEL" run $pendulum -o "$WORK/studies"
check_match "$WORK/err" "rigel run: $WORK/studies holds results of $ROOT/$box" "a run of another problem in its folder"
check_exit 0 "$RIGEL" study --no-plots "$WORK/studies/study.yaml"
check_exit 0 "$RIGEL" study --no-plots convergence $box --steps 0.5,0.25 -o "$WORK/studies"
check_equal "$(cd "$WORK/studies" && ls -- *drift_H* conservation.csv 2>/dev/null)" "" "tables and plots of the study before are gone"
check_exit 0 "$RIGEL" study --no-plots conservation $pendulum --steps 0.1 -o "$WORK/studies" --force

# --- a page shows tables that belong together
check_exit 0 "$RIGEL" run $box -o "$WORK/mixed"
check_exit 0 "$RIGEL" run $box -o "$WORK/mixed2" --set bodies.box.mass=13
cp "$WORK/mixed2/state.csv" "$WORK/mixed/state.csv"
check_exit 2 "$RIGEL" view "$WORK/mixed"
check_match "$WORK/err" 'mixed/state.csv: cksum is [0-9]+ [0-9]+, expected [0-9]+ [0-9]+ as in run.yaml: it was changed, or belongs to another run' "a table of another run"
finish
