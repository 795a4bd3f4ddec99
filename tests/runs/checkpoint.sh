# Checkpoints: a run that is killed resumes from its last one and gives the files of the uninterrupted run, bit for bit.
. "$(dirname "$0")/../lib.sh"
. tests/support/kills.sh
box=problems/spinning_box.yaml

# killed_run TEXT KILLS FILE ARGUMENTS...: see tests/support/kills.sh
killed_run "mG(1), all formats" 2 $box --set time.step=0.00005 --set output.every=20 --set output.formats='[csv, hdf5, vtk]'
killed_run "BG in windows" 1 $box --set method.scheme=BG --set method.window=8 --set time.step=0.0002
if command -v mpiexec >/dev/null; then
  LAUNCH=(mpiexec -n 2)
  killed_run "BG in windows, two ranks" 1 $box --set method.scheme=BG --set method.window=8 --set time.step=0.002
  LAUNCH=()
fi

# a folder with an unfinished run is not reused silently
long=(--set time.step=0.00001 --set output.every=20 --set output.checkpoint=0.05)
check_exit 0 "$RIGEL" run $box -o "$WORK/dir"
cp -r "$WORK/dir" "$WORK/before"
kill_after_checkpoint "$WORK/dir" "$RIGEL" run $box -o "$WORK/dir" "${long[@]}"
check "the results of the run before are there" diff -r -x '.*' "$WORK/dir" "$WORK/before"
find "$WORK/dir" -name '.*' ! -name .rigel.lock -type f -exec cksum {} + >"$WORK/hidden"
check_exit 2 "$RIGEL" run $box -o "$WORK/dir"
check_match "$WORK/err" "rigel run: $WORK/dir holds an unfinished run of \"$ROOT/$box\", stored after element [0-9]+: resume it with rigel run $box --restart $WORK/dir, or discard it with --force" \
  "an unfinished run, and how to resume it"
check_exit 0 "$RIGEL" view "$WORK/dir"
check_exit 0 "$RIGEL" gradient $box --functional end:box.q1 --parameters time.end -o "$WORK/dir" --set time.elements=4 --set time.step=
check_equal "$(find "$WORK/dir" -name '.*' ! -name .rigel.lock -type f -exec cksum {} + | sort)" "$(sort "$WORK/hidden")" "other commands leave it alone"
# another problem cannot resume it; damaged files are rejected
check_exit 2 "$RIGEL" run $box --restart "$WORK/dir" "${long[@]}" --set bodies.box.mass=13
check_match "$WORK/err" 'found another problem than in .*: mass: 13, expected mass: 12' "another problem"
cp -r "$WORK/dir" "$WORK/damaged"
part=$(find "$WORK/damaged" -name '.*.state.csv.part')
printf x | dd of="$part" bs=1 seek=200 conv=notrunc 2>/dev/null
check_exit 2 "$RIGEL" run $box --restart "$WORK/damaged" "${long[@]}"
check_match "$WORK/err" 'state.csv.part: found [0-9]+ bytes with checksum [0-9]+, expected [0-9]+ with [0-9]+' "a damaged table"
printf x | dd of="$WORK/damaged/.rigel.checkpoint" bs=1 seek=400 conv=notrunc 2>/dev/null
check_exit 2 "$RIGEL" run $box --restart "$WORK/damaged" "${long[@]}"
check_match "$WORK/err" '.rigel.checkpoint: found a damaged file' "a damaged checkpoint"
# --force resumes the complete run instead, or begins anew
check_exit 0 "$RIGEL" run $box --restart "$WORK/damaged" --force --set time.end=6
check_match "$WORK/out" 'restart  after element 99 of' "--force: restart.dat"
check_equal "$(find "$WORK/damaged" -name '.*')" "" "and the checkpoint is gone"
check_exit 0 "$RIGEL" run $box -o "$WORK/dir" --force
check_equal "$(find "$WORK/dir" -name '.*')" "" "--force: begins anew"

# checkpoint: 0 writes none; a negative number is rejected
"$RIGEL" run $box -o "$WORK/none" "${long[@]}" --set output.checkpoint=0 >"$WORK/out" 2>"$WORK/err" &
pid=$!
sleep 1.5
check "output.checkpoint: 0" test ! -e "$WORK/none/.rigel.checkpoint"
kill -9 $pid
wait $pid 2>/dev/null
check_exit 0 "$RIGEL" run $box -o "$WORK/none"
check_exit 2 "$RIGEL" run $box -o "$WORK/none" --set output.checkpoint=-1
check_match "$WORK/err" 'output.checkpoint: found -1, expected a number of seconds >= 0' "a negative number"

# a checkpoint that cannot be written: the run stops, and the last one stays
check_exit 1 env FAULT_PATH=checkpoint bash -c '. tests/lib.sh; with_fault write 3 ENOSPC "$@"' x "$RIGEL" run $box -o "$WORK/full" "${long[@]}"
check_match "$WORK/err" 'cannot write .*checkpoint: No space left on device' "a full disk"
check_exit 0 "$RIGEL" run $box --restart "$WORK/full" "${long[@]}" --set time.end=1
finish
