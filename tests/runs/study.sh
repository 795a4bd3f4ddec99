# rigel study: orders, drifts and condition numbers through the command, rows in processes, failures, resuming, bad input.
. "$(dirname "$0")/../lib.sh"
box=$ROOT/problems/spinning_box.yaml
pendulum=$ROOT/problems/physical_pendulum.yaml
cd "$WORK" || exit 1

# cell FILE COLUMN NAME=VALUE...: the cell of the first row in which these columns hold these values
cell() {
  awk -F, -v want="$2" -v conditions="${*:3}" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(conditions, c, " "); next }
    { good = 1; for (i = 1; i <= n; i++) { split(c[i], p, "="); if ($at[p[1]] != p[2]) good = 0 }
      if (good) { print $at[want]; exit } }' "$1"
}
# rows without the two measured times
rows() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "seconds") s = i } { $s = $(s + 1) = ""; print }' "$1"; }

# --- convergence: order 2k, and the errors of an independent implementation
check_exit 0 "$RIGEL" study convergence "$box" --sweep method.degree+method.gauss=1+1,2+2,3+3 \
  --formulations quaternion,director --elements 100,200,400 -j 2 -o orders
for form in quaternion director; do
  for k in 1 2 3; do
    check_close "$(cell orders/orders.csv order degree+gauss=$k+$k formulation=$form measure=e_loc)" $((2 * k)) 0.35 "order of mG($k), $form"
  done
done
known() { check_close "$(cell orders/convergence.csv e_loc degree+gauss="$1" formulation=quaternion elements="$2")" "$3" "$4" "e_loc of $1, $2 elements"; }
known 1+1 100 9.80e-2 1e-3
known 1+1 200 2.42e-2 3e-4
known 2+2 100 8.07e-5 8e-7
known 3+3 200 7.4e-10 1e-11
check_equal "$(csv_rows orders/convergence.csv)" 18 "a row per run"
for file in orders/e_loc orders/rotation orders/work; do
  check_equal "$(head -c 8 $file.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a "$file.png is a PNG"
  check_match $file.svg '<svg' "$file.svg is an SVG"
done
check_equal "$(head -n 1 orders/plot_e_loc.csv)" "h,1+1-quaternion,1+1-director,2+2-quaternion,2+2-director,3+3-quaternion,3+3-director" "a column per series"

# --- the same rows from one and from two processes, and from study.yaml
check_exit 0 "$RIGEL" study --no-plots convergence "$box" --schemes mG,BG --degrees 2,3 --multipliers continuous,discontinuous --steps 0.05,0.025 -j 1 -o one
check_exit 0 "$RIGEL" study --no-plots convergence "$box" --schemes mG,BG --degrees 2,3 --multipliers continuous,discontinuous --steps 0.05,0.025 -j 2 -o two
check_equal "$(rows two/convergence.csv)" "$(rows one/convergence.csv)" "-j 1 and -j 2 give the same rows"
check_equal "$(csv_rows one/convergence.csv)" 12 "multipliers are swept for BG only"
check_exit 0 "$RIGEL" study --no-plots one/study.yaml -o three
check_equal "$(rows three/convergence.csv)" "$(rows one/convergence.csv)" "study.yaml repeats the study"
check_exit 0 "$RIGEL" study --no-plots one/study.yaml
check_match out '12 of 12 rows are there already' "nothing is measured twice"

# --- a reference of its own agrees with the stored one
check_exit 0 "$RIGEL" study --no-plots convergence "$pendulum" --degrees 1,2 --steps 0.1,0.05,0.025 --reference self -o self
check_match out 'reference mG:4:400: differs by [0-9.e+-]+ from mG:4:200' "the accuracy of the reference is stated"
check_exit 0 "$RIGEL" study --no-plots convergence "$pendulum" --degrees 1,2 --steps 0.1,0.05,0.025 -o stored
for measure in e_loc rotation position; do
  a=$(cell self/convergence.csv $measure degree=2 step=0.025)
  check_close "$a" "$(cell stored/convergence.csv $measure degree=2 step=0.025)" "$(awk -v a="$a" 'BEGIN { print 1e-3 * a }')" "$measure against both references"
  check_close "$(cell self/orders.csv order degree=2 measure=$measure)" 4 0.35 "order of $measure"
done
# one reference for each swept problem
check_exit 0 "$RIGEL" study --no-plots convergence "$pendulum" --sweep 'gravity=[0,0,-9.81],[0,0,-1.62]' --degrees 2 --steps 0.1,0.05,0.025 -o moon
check_equal "$(grep -c '^reference' out)" 2 "two references"
check_close "$(awk -F, 'END { print $(NF - 4) }' moon/orders.csv)" 4 0.35 "order on the moon"
check_equal "$(cell stored/convergence.csv e_loc degree=2 step=0.05 | cut -c1-6)" "$(grep '^"\[0,0,-9.81\]",2,0.05' moon/convergence.csv | sed 's/"[^"]*"//' | cut -d, -f8 | cut -c1-6)" "the earth is the earth"

# several bodies, one of them a particle, which keeps its formulation
cat >two.yaml <<'YAML'
time: {end: 1, step: 0.05}
gravity: [0, 0, -9.81]
bodies:
  - {name: a, formulation: particle, mass: 1, position: [1, 0, 0], velocity: [0, 1, 0]}
  - {name: b, shape: {cuboid: [1, 2, 3]}, mass: 2, angular_velocity: [1, 2, 3], position: [3, 0, 0]}
joints:
  - {name: p, type: spherical, bodies: [ground, b], at: [3, 0, 0]}
YAML
check_exit 0 "$RIGEL" study --no-plots convergence two.yaml --degrees 1,2 --formulations quaternion,director --steps 0.05,0.025,0.0125 -j 2 -o two_bodies
for form in quaternion director; do
  for k in 1 2; do check_close "$(cell two_bodies/orders.csv order degree=$k formulation=$form measure=rotation)" $((2 * k)) 0.35 "order of mG($k), two bodies, $form"; done
done

# boundary values: the ends are given, errors are measured in the middle
bvp=$ROOT/problems/box_boundary.yaml
check_exit 0 "$RIGEL" study --no-plots convergence "$bvp" --degrees 1,2 --steps 0.1,0.05,0.025 --reference self -o bvp
check_exit 0 "$RIGEL" study --no-plots convergence "$bvp" --degrees 1,2 --steps 0.1,0.05,0.025 -o bvp_stored
for k in 1 2; do check_close "$(cell bvp/orders.csv order degree=$k measure=e_loc)" $((2 * k)) 0.35 "order of mG($k) between boundary values"; done
a=$(cell bvp/convergence.csv e_loc degree=2 step=0.05)
check_close "$a" "$(cell bvp_stored/convergence.csv e_loc degree=2 step=0.05)" "$(awk -v a="$a" 'BEGIN { print 1e-3 * a }')" "both references"
check_exit 2 "$RIGEL" study --no-plots convergence "$bvp" --steps 0.1,0.05 --reference mG:3:51 -o bvp_odd
check_match err 'even number of elements' "says why"

# --- conservation
check_exit 0 "$RIGEL" study --no-plots conservation "$box" --formulations quaternion,director --kinetic unit,scalable --gauss 1,2,3 -o drifts
check_equal "$(csv_rows drifts/conservation.csv)" 9 "kinetic is swept for quaternions only"
drift() { cell drifts/conservation.csv "$1" formulation="$2" kinetic="$3" gauss="$4"; }
check_close "$(drift drift_L_relative quaternion unit 1)" 0 1e-14 "L with s = k"
check_close "$(drift drift_H_relative quaternion unit 2)" 0 1e-14 "H with s = 2k"
check_close "$(drift drift_H_relative quaternion unit 1)" 3.3e-3 1e-3 "H with s = k drifts"
check_close "$(drift drift_H_relative quaternion scalable 2)" 1.5e-5 1e-6 "H of the scalable variant"
check_close "$(drift drift_H_relative quaternion scalable 3)" 3.9e-8 2e-9 "H of the scalable variant"
for s in 1 2 3; do check_close "$(drift drift_H_relative director "" $s)" 0 1e-14 "H in directors, s = $s"; done

# --- condition
check_exit 0 "$RIGEL" study --no-plots condition "$box" --steps 1e-3,1e-4,1e-5
check_close "$(cell results/spinning_box_condition/condition.csv order_condition_paper step=1e-5)" -2 0.1 "mG in the scaling of May and Betsch (2025)"
check_close "$(cell results/spinning_box_condition/condition.csv order_condition step=1e-5)" 0 0.05 "mG as solved"

# --- rows that fail
check_exit 3 "$RIGEL" study --no-plots convergence "$box" --sweep solver.max_iterations=1,40 --set solver.petsc="-snes_lag_jacobian 1" --steps 0.5,0.05 -o fails
check_match fails/convergence.csv '^1,.*,not converged,' "a run that does not converge is a row"
check_match fails/convergence.csv '^40,0.05,.*,done,' "the others are there"
check_exit 0 "$RIGEL" study --no-plots conservation "$box" --degrees 1,2 --gauss 1,2 -o refused
check_match refused/conservation.csv '^2,1,.*,refused,.*expected' "a combination that cannot be is a row"
check_equal "$(csv_rows refused/conservation.csv)" 4 "all rows"
check_exit 2 "$RIGEL" study --no-plots conservation "$box" --gauss 1,2 -o petsc -- -ksp_type nonsense
check_equal "$(cat err)" "rigel study: PETSc options: Unable to find requested KSP type nonsense [R0807]" "a bad PETSc option is bad input"
check_equal "$(grep -c ',refused,PETSc options: ' petsc/conservation.csv)" 2 "and the rows say so"
check_exit 2 "$RIGEL" study --no-plots convergence "$box" --steps 0.1 --reference self -o petsc -- -snes_rtol nonsense
check_match err '^rigel study: no reference by .*: PETSc options: Input string nonsense has no numeric value \[R0807\] \[R1107\]$' "in a reference, too"

# eight runs of some tenths of a second
slow=("$RIGEL" study --no-plots convergence "$box" --degrees "3,4" --elements "5000,5001,5002,5003" -o)
# waits until a file has this many lines
wait_lines() { for _ in $(seq 300); do [ -e "$1" ] && [ "$(wc -l <"$1")" -ge "$2" ] && return; sleep 0.05; done; }

"${slow[@]}" crash >out 2>err &
pid=$!
wait_lines crash/convergence.csv 3
for _ in $(seq 100); do
  child=$(grep -lE "^PPid:[[:space:]]*$pid\$" /proc/[0-9]*/status 2>/dev/null | head -n 1 | cut -d/ -f3)
  [ -n "$child" ] && kill -SEGV "$child" 2>/dev/null && break
  sleep 0.01
done
wait $pid
check_equal $? 1 "a crash: exit 1"
check_match crash/convergence.csv ',crashed,ended by signal 11' "a crash is a row"
check_equal "$(csv_rows crash/convergence.csv)" 8 "after a crash the other runs follow"
check_exit 0 "${slow[@]}" crash
check_no_match crash/convergence.csv crashed "a crashed row is measured again"

# --- interrupt and continue; a bar on a terminal
check_exit 0 script -qec "${slow[*]@Q} whole" typed
check_match typed '\[#+\.*\] [1-7] of 8 runs, .*left' "progress and the time left"
"${slow[@]}" part >out 2>err &
pid=$!
wait_lines part/convergence.csv 3
kill -INT $pid
wait $pid
check_equal $? 130 "interrupted: exit 130"
check_match err 'of 8 rows' "says how to continue"
kept=$(csv_rows part/convergence.csv)
check "some rows and not all: $kept" test "$kept" -ge 2 -a "$kept" -lt 8
check_exit 0 "$RIGEL" study --no-plots part/study.yaml
check_match out "^$kept of 8 rows are there already" "goes on with the missing rows"
check_equal "$(rows part/convergence.csv)" "$(rows whole/convergence.csv)" "the same rows as without interruption"
check_equal "$(find part -name '.*')" "" "no half files"
check_exit 0 "$RIGEL" study --no-plots part/study.yaml --set time.end=4 --reference self --elements 100,200
check_match out 'holds another study' "another problem: all anew"

# --- the study in the file
{ cat "$box"; printf 'study:\n  measure: conservation\n  sweep: {method.gauss: [1, 2]}\n'; } >own.yaml
check_exit 0 "$RIGEL" study --no-plots own.yaml -o own
check_equal "$(csv_rows own/conservation.csv)" 2 "the sweep of the file"
: >own/conservation.csv
check_exit 0 "$RIGEL" study --no-plots own.yaml -o own
check_equal "$(csv_rows own/conservation.csv)" 2 "an empty table has no rows to keep"
check_exit 0 "$RIGEL" study --no-plots convergence own.yaml --gauss 1,2,3 -o own2
check_equal "$(csv_rows own2/convergence.csv)" 3 "options come on top"
check_exit 0 "$RIGEL" check own.yaml

# --- bad input: exit 2, a reason, nothing written
wrong() {
  local pattern=$1
  shift
  rm -rf bad
  check_exit 2 "$RIGEL" study "$@" -o bad
  check_match err "$pattern" "says why: ${*#"$ROOT"/}"
  check "nothing written: ${*#"$ROOT"/}" test ! -e bad
}
wrong 'expected convergence' "$box" --steps 0.1
wrong 'expected convergence, .* found convergense' convergense "$box" --steps 0.1
wrong 'no FILE' convergence --steps 0.1
wrong 'more than one FILE' convergence "$box" "$box" --steps 0.1
wrong 'nothing to sweep' convergence "$box"
wrong 'unknown option --stepps, did you mean --steps\?' convergence "$box" --stepps 0.1
wrong 'time.step: found a mapping' convergence "$box" --steps '0.1,{0,1}'
wrong 'expected a positive number' convergence "$box" --steps 0.1,-1
wrong 'expected a positive number' convergence "$box" --steps abc
wrong 'empty' convergence "$box" --steps 0.1,,0.2
wrong 'twice' convergence "$box" --steps 0.1,0.1
wrong 'method.scheme: found .*XG' convergence "$box" --schemes mG,XG
wrong 'found the unknown key|did you mean|expected' convergence "$box" --sweep method.degre=1,2
wrong 'found no =' convergence "$box" --sweep method.degree
wrong 'bodies' convergence "$box" --sweep bodies.bux.mass=1,2
wrong 'bad key' convergence "$box" --sweep =1,2
wrong 'expected file, self' convergence "$box" --steps 0.1 --reference nonsense
wrong 'expected file, self' convergence "$box" --steps 0.1 --reference mG:3:
wrong 'one solution' convergence "$box" --steps 0.1 --sweep bodies.box.mass=1,2 --reference file
wrong 'number of processes' convergence "$box" --steps 0.1 -j 0
wrong 'No such file' convergence no_such.yaml --steps 0.1
check_exit 2 "$RIGEL" study --no-plots convergence "$box" --steps 0.1 -o /dev/null/x
check_match err 'cannot .*/dev/null' "a folder that cannot be made"
printf 'study: {measure: nonsense}\n' >block.yaml
wrong 'block.yaml:1:18: study.measure: found nonsense' block.yaml --steps 0.1
printf 'study: {messure: convergence}\n' >block.yaml
wrong 'did you mean measure' block.yaml --steps 0.1
printf 'study: {measure: convergence, sweep: {time.step: 0.1}}\n' >block.yaml
wrong 'expected a list' block.yaml
cp "$ROOT/tests/rejects/study_block.yaml" block.yaml
wrong 'block.yaml:9:62: study.sweep: found a bad key' block.yaml
check_exit 2 "$RIGEL" study block.yaml
check_equal "$(grep -c '^block.yaml:.*: study' err)" 8 "all faults of a study block in one pass"
finish
