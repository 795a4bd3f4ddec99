# rigel view: one page without network, its numbers are those of the tables, thinning, runs that failed, bad input.
# How the page behaves in a browser is in tests/view.
. "$(dirname "$0")/../lib.sh"
problems=$ROOT/problems
cd "$WORK" || exit 1

# doubles WIDTH: base64 on the input as rows of numbers
doubles() { base64 -d | od -An -v -t f8 -w$((8 * $1)) | sed 's/^ *//'; }
# frame_times PAGE, frame_body PAGE N: what the page holds of the motion, N from 1
frame_times() { sed -nE 's/^  "t": "([^"]*)",$/\1/p' "$1" | doubles 1; }
frame_body() {
  local width
  width=$(sed -n '/^"bodies": \[/,/^"joints"/p' "$1" | sed -nE 's/.*"width": ([0-9]+).*/\1/p' | sed -n "$2p")
  sed -n '/^"frames"/,/^  "turn"/p' "$1" | sed -nE 's/^  "([A-Za-z0-9+/=]+)"(,|\],)$/\1/p' | sed -n "$2p" | doubles "$width"
}
# curve PAGE PLOT CURVE KEY: value, low or high of a curve
curve() { sed -n "/\"title\": \"$2\"/,/^  {/p" "$1" | sed -nE "s/.*\"name\": \"$3\".*\"$4\": \"([^\"]*)\".*/\1/p" | head -n 1 | doubles 1; }
# columns FILE EVERY NAME...: these columns of every EVERY-th row, and of the last
columns() {
  awk -F, -v every="$2" -v names="${*:3}" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(names, name, " "); next }
    { row = ""; for (i = 1; i <= n; i++) row = row " " $at[name[i]] }
    (NR - 2) % every == 0 { print row; shown = NR }
    END { if (shown != NR) print row }' "$1"
}
# check_same FOUND EXPECTED TEXT: the same numbers, bit for bit, and at least one
check_same() {
  local result
  result=$(paste -d ' ' <(echo "$1") <(echo "$2") | awk '{ if (NF % 2) bad++; for (i = 1; i <= NF / 2; i++) { n++; if ($i + 0 != $(i + NF / 2) + 0) bad++ } }
    END { print ((n > 0 && !bad) ? "same" : bad + 0 " of " n + 0 " differ") }')
  check_equal "$result" same "$3"
}
x="x y z"
q="q0 q1 q2 q3"
d="d1x d1y d1z d2x d2y d2z d3x d3y d3z"
names() { for part in $2; do echo "$1.$part"; done; }

# --- one page that needs nothing else
check_exit 0 "$RIGEL" run "$problems/physical_pendulum.yaml" -o pendulum
check_exit 0 "$RIGEL" view pendulum/
check_equal "$(cat out)" "written pendulum/view.html: 51 of 51 states" "says what it wrote"
page=pendulum/view.html
check_equal "$(head -n 1 $page) $(tail -n 1 $page)" "<!doctype html> </html>" "a whole page"
check_no_match $page '^@(data|include)' "everything is in its place"
# the name of SVG's namespace and references within a picture lead nowhere
sed 's|"http://www.w3.org/2000/svg"||; s|url(#||' $page >page.txt
check_no_match page.txt 'https?:|//[a-z]+\.|src=|@import|url\(|<link[^>]*href="[^d]' "no reference to anywhere"
check_same "$(frame_times $page)" "$(columns pendulum/state.csv 1 t)" "times of state.csv"
# shellcheck disable=SC2046 # several words
check_same "$(frame_body $page 1)" "$(columns pendulum/state.csv 1 $(names bar "$x $q"))" "states of state.csv"
check_same "$(curve $page Energy H value)" "$(columns pendulum/invariants.csv 1 H)" "energy of invariants.csv"
check_same "$(curve $page 'Angular momentum' L1 value)" "$(columns pendulum/invariants.csv 1 L1)" "momentum of invariants.csv"
check_same "$(curve $page Constraints Φ value)" "$(columns pendulum/invariants.csv 1 phi_max)" "violation of constraints"
force=$(columns pendulum/reactions.csv 1 support.fx support.fy support.fz | awk '{ printf "%.9e\n", sqrt($1 * $1 + $2 * $2 + $3 * $3) }')
check_equal "$(curve $page 'Joint forces' support value | awk '{ printf "%.9e\n", $1 }')" "$force" "force of the joint"
# the largest drift is that of the report
drift=$(curve $page Drift H value | sort -g | tail -n 1)
check_close "$drift" "$(yaml_value pendulum/run.yaml drift_H_relative)" 1e-24 "drift of the report"
check_match $page '"verdict": "done"' "results are there"
check_match $page '"points": \[\[0, 0, 0\], \[0, -5, 0\]\]' "the joint's point on both sides"
check_exit 0 "$RIGEL" view pendulum -o pages/deep/bar.html
check "another name, the same page" cmp $page pages/deep/bar.html
check_exit 0 "$RIGEL" view pendulum -o here.html
check "in this folder" cmp $page here.html
check_equal "$(find . -name '.*.part')" "" "no temporary files"

# --- thinning: every stride-th state and the last, within the number; plots keep what lies between
check_exit 0 "$RIGEL" run "$problems/spinning_box.yaml" -o box --set time.step=0.005
for most in 2 3 50 200 501 1000 1001 5000; do
  check_exit 0 "$RIGEL" view box --frames $most -o box.html
  stride=$(sed -nE 's/.*"stride": ([0-9]+).*/\1/p' box.html | head -n 1)
  count=$(frame_times box.html | wc -l)
  check "at most $most: $count states" test "$count" -le "$most" -a "$count" -ge $((most < 1001 ? (most + 1) / 2 : 1001))
  check_same "$(frame_times box.html)" "$(columns box/state.csv "$stride" t)" "$most: times"
  # shellcheck disable=SC2046 # several words
  check_same "$(frame_body box.html 1)" "$(columns box/state.csv "$stride" $(names box "$x $q"))" "$most: states"
done
check_exit 0 "$RIGEL" view box --frames 50 -o box.html
check_equal "$(cat out)" "written box.html: 49 of 1001 states" "says how many"
check_close "$(curve box.html Drift L high | sort -g | tail -n 1)" "$(yaml_value box/run.yaml drift_L_relative)" 1e-18 "the largest drift is not lost"
check_same "$(curve box.html Constraints Φ high | sort -g | tail -n 1)" "$(csv_max box/invariants.csv phi_max)" "the largest violation is not lost"
check "low <= value <= high" awk '$1 > $2 || $2 > $3 { exit 1 }' <(paste <(curve box.html Energy H low) <(curve box.html Energy H value) <(curve box.html Energy H high))

# --- every kind of body
cat >mixed.yaml <<'YAML'
name: mixed
title: "a </script><b>title</b> with \"quotes\""
time: {end: 0.2, step: 0.02}
gravity: [0, 0, -9.81]
bodies:
  - {name: rod, shape: {cylinder: {radius: 0.06, height: 1}}, density: 1000, position: [0, 0.5, 0], orientation: [0.70710678118654752, -0.70710678118654752, 0, 0]}
  - {name: block, formulation: director, shape: {cuboid: [0.3, 1, 0.2]}, density: 1000, position: [0, 1.5, 0]}
  - {name: ball, shape: {sphere: {radius: 0.2}}, density: 2000, position: [1, 2.2, 0], angular_velocity: [3, 0, 0]}
  - {name: water, shape: {sites: [[16, 1, 0, 0], [1, 1.3, 0.3, 0], [1, 0.7, 0.3, 0]]}, position: [1, 0, 0.5], angular_velocity: [1, 2, 6]}
  - {name: speck, formulation: particle, mass: 1, position: [-1, 1, 0], velocity: [0, 1, 6]}
  - {name: plate, inertia: [2, 3, 4], mass: 6, translation: fixed, center_of_mass: [0, 0, 0.5], position: [3, 0, 0]}
joints:
  - {name: pivot, type: spherical, bodies: [ground, rod], at: [0, 0, 0]}
  - {name: elbow, type: revolute, bodies: [rod, block], at: [0, 1, 0], axis: [2, 0, 0]}
YAML
check_exit 0 "$RIGEL" run mixed.yaml -o mixed
check_exit 0 "$RIGEL" view mixed
page=mixed/view.html
body=0
for parts in "rod $x $q" "block $x $d" "ball $x $q" "water $x $q" "speck $x" "plate $x $q"; do
  body=$((body + 1))
  # shellcheck disable=SC2046 # several words
  check_same "$(frame_body $page $body)" "$(columns mixed/state.csv 1 $(names "${parts%% *}" "${parts#* }"))" "states of ${parts%% *}"
done
check_equal "$(grep -c '</script>' $page)" 2 "no title ends the script"
check_match $page '\\u003c/script>\\u003cb>title\\u003c/b> with \\"quotes\\"' "the title is there"
for kind in cylinder cuboid sphere sites particle ellipsoid; do check_match $page "\"kind\": \"$kind\"" "a $kind"; done
# e1 in the coordinates of both sides; the spherical joint has no axis
check_match $page '"type": "revolute", "bodies": \[0, 1\], "points": \[\[[^]]*\], \[0, -0.5, 0\]\], "axes": \[\[1, 0, 0\], \[1, 0, 0\]\]' "the axis of a joint"
check_match $page '"type": "spherical", [^}]*[0-9]\]\]\},' "a joint without axis"
# sites count from their centre of mass: y = (0.3 + 0.3) / 18
check_match $page '"sites": \[\[16, 0, -0\.0333333333333333[0-9]*, 0\], \[1, 0\.30000000000000004, 0\.2666666666666' "sites about their centre"
# the ellipsoid of the same inertia: J about the centre is (2 - 1.5, 3 - 1.5, 4), (semi-axes)^2 = 5/2 (J2 + J3 - J1) / m, ...
edges=$(sed -nE 's/.*"name": "plate".*"size": \[([^]]*)\].*/\1/p' $page)
check_close "$(cut -d, -f1 <<<"$edges")" 1.4433756729740645 1e-14 "ellipsoid: semi-axis along e1"
check_close "$(cut -d, -f2 <<<"${edges// /}")" 1.1180339887498949 1e-14 "ellipsoid: semi-axis along e2"
check_equal "$(cut -d, -f3 <<<"$edges")" " 0" "ellipsoid: flat where J1 + J2 < J3"

# --- runs that did not end well, and a first guess that is gone
check_exit 3 "$RIGEL" run "$problems/heavy_top.yaml" -o far --set time.step=0.5
check_exit 0 "$RIGEL" view far
check_equal "$(cat out)" "written far/view.html: 1 of 1 states" "only the start"
check_match far/view.html '"verdict": "not converged"' "verdict"
check_match far/view.html '"message": "Newton' "message"
check_exit 3 "$RIGEL" run "$problems/spinning_box.yaml" -o part --set solver.max_iterations=2 --set time.step=0.2
check_exit 0 "$RIGEL" view part
check_same "$(frame_times part/view.html)" "$(columns part/state.csv 1 t)" "what was computed"
sed -e "s|^method:.*|method: {scheme: BG, degree: 2}\nsolver: {guess: {file: $WORK/steps}}|" -e 's/end: 5/end: 1/' "$problems/spinning_box.yaml" >guessed.yaml
check_exit 0 "$RIGEL" run "$problems/spinning_box.yaml" -o steps --set time.end=1
check_exit 0 "$RIGEL" run guessed.yaml -o guessed
rm -r steps
check_exit 0 "$RIGEL" view guessed

# --- bad input: exit 2, why, and nothing written
wrong() {
  rm -f page.html
  check_exit 2 "$RIGEL" view "${@:2}" -o page.html
  cp err why
  check_match why "$1" "says: $1"
  check_no_match why 'PETSC ERROR|Segmentation' "no trace: ${*:2}"
  check "nothing written: ${*:2}" test ! -e page.html
}
check_exit 2 "$RIGEL" view
check_match err 'no DIR' "says: no DIR"
mkdir -p one two three
wrong 'more than two DIRs: three' one two three
wrong 'integer >= 2 after --frames, found 1 ' pendulum --frames 1
wrong 'integer >= 2 after --frames, found many ' pendulum --frames many
wrong 'after --frames, found -o ' pendulum --frames
wrong 'unknown option --open' pendulum --open
wrong 'nowhere: No such file' nowhere
wrong 'mixed.yaml: found a file, expected the folder of a run' mixed.yaml
mkdir empty
wrong 'empty/run.yaml: No such file' empty
for name in state.csv invariants.csv multipliers.csv; do check_match why "empty/$name: No such file" "names $name, too"; done
check_exit 0 "$RIGEL" run "$problems/spinning_box.yaml" -o silent --set output.every=0
wrong 'silent/state.csv: No such file' silent
check_match why 'output.every > 0' "and what is missing"
# copy NAME: the pendulum's folder under another name
copy() { cp -r pendulum "$1" && rm -f "$1/view.html"; }
copy problem && cp "$problems/physical_pendulum.yaml" problem/run.yaml
wrong 'problem/run.yaml: results: found nothing, expected the results of a run' problem
copy twisted && sed -i 's/^gravity:.*/gravty: 1/' twisted/run.yaml
wrong 'twisted/run.yaml:[0-9]+:1: gravty: .*did you mean gravity' twisted
copy swapped && cp box/state.csv swapped/state.csv
wrong 'state.csv: found box.x in column 2, expected bar.x' swapped
copy short && cut -d, -f1-6 pendulum/invariants.csv >short/invariants.csv
wrong 'invariants.csv: found nothing in column 7, expected L2' short
copy unforced && rm unforced/reactions.csv
wrong 'unforced/reactions.csv: cannot be read: No such file' unforced
copy holes && sed -i '5s/,[^,]*/,abc/' holes/state.csv
wrong 'holes/state.csv:5: found abc, expected a finite number' holes
copy bare && sed -i '2,$d' bare/state.csv
wrong 'bare/state.csv: found 0 rows' bare
check_exit 2 "$RIGEL" view pendulum -o pages
check_match err 'expected the name of a file, found pages' "a folder is no page"
check_exit 2 "$RIGEL" view pendulum -o /proc/none/page.html
check_match err '/proc/none' "no place to write"

# --- a full disk: exit 1, the earlier page stays
cp pendulum/view.html before.html
check_exit 1 full_disk view.html "$RIGEL" view pendulum --frames 5
check_match err 'No space left on device' "a full disk is told"
check "the earlier page stays" cmp before.html pendulum/view.html
check_equal "$(find . -name '.*.part')" "" "and nothing else"
finish
