# The pages of `rigel view` in headless Chromium: they load without errors, the slider moves the bodies to where state.csv
# has them, keys, mouse and plots work. probe.js does what a user does.
. "$(dirname "$0")/../lib.sh"
export HOME=$WORK # the browser's own files

# visit NAME TIME...: opens the page of the run $WORK/NAME (with RUNS: of several) with the probe in it; what it saw is in $WORK/NAME.seen.
# FULL=true: it also uses every control.
# The probe stands before the page's policy, which does not allow it afterwards. A browser that does not start, or whose
# time is over before the probe has saved its pictures, is started again with more of it.
visit() {
  local name=$1 page=$WORK/$1.html times=${*:2} runs
  read -r -a runs <<<"${RUNS:-$WORK/$name}"
  check_exit 0 "$RIGEL" view "${runs[@]}" -o "$page"
  awk -v times="$times" -v full="${FULL:-false}" '{ print }
    /^<head>$/ { print "<script>const probeFull = " full ", probeTimes = \"" times "\".split(\" \").map(Number);"
      while ((getline line <"tests/view/probe.js") > 0) print line
      print "</script>" }' "$page" >"$WORK/$name.probe.html"
  for budget in 20000 60000 150000; do
    timeout 150 chromium --headless --no-sandbox --disable-dev-shm-usage --use-angle=swiftshader --enable-unsafe-swiftshader \
      --disable-gpu-watchdog --disable-hang-monitor --user-data-dir="$WORK/profile" --window-size=800,560 --virtual-time-budget=$budget --enable-logging=stderr \
      --dump-dom "file://$WORK/$name.probe.html#t=${2:-0}" >"$WORK/$name.dom" 2>"$WORK/$name.log" && grep -q '^finished=true' "$WORK/$name.dom" && break
    rm -rf "$WORK/profile"
  done
  sed -n '/<pre id="probe">/,/<\/pre>/p' "$WORK/$name.dom" | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' >"$WORK/$name.seen"
  check_no_match "$WORK/$name.log" 'CONSOLE' "$name: nothing on the console"
  check_equal "$(seen "$name" finished)" true "$name: the probe came to its end"
  check_equal "$(seen "$name" errors)" "" "$name: no errors"
}
# seen NAME KEY: what the probe saw
seen() { sed -n "s/^$2=//p" "$WORK/$1.seen"; }
check_seen() { check_equal "$(seen "$1" "$2")" "$3" "$1: $2"; }

# matrix: q0,q1,q2,q3 as the columns d1, d2, d3 of R(q)
matrix='function matrix(w, x, y, z) {
  return w*w + x*x - y*y - z*z "," 2*(x*y + w*z) "," 2*(x*z - w*y) "," 2*(x*y - w*z) "," w*w - x*x + y*y - z*z "," 2*(y*z + w*x) "," \
    2*(x*z + w*y) "," 2*(y*z - w*x) "," w*w - x*x - y*y + z*z }'
# state_place NAME BODY TIME: position and directors of a body in state.csv, as numbers with commas
state_place() {
  awk -F, -v OFMT=%.17g -v CONVFMT=%.17g -v body="$2" -v t="$3" "$matrix"'
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    ($1 - t) ^ 2 < 1e-18 {
      printf "%s,%s,%s,", $at[body ".x"], $at[body ".y"], $at[body ".z"]
      if ((body ".q0") in at) print matrix($at[body ".q0"], $at[body ".q1"], $at[body ".q2"], $at[body ".q3"])
      else { for (d = 1; d <= 3; d++) for (x = 1; x <= 3; x++) printf "%s%s", $at[body ".d" d substr("xyz", x, 1)], d * x < 9 ? "," : "\n" }
    }' "$WORK/$1/state.csv"
}
# apart A B: the largest difference of two lists with commas; "none" if they are not of one length
apart() {
  awk -v a="$1" -v b="$2" 'BEGIN { n = split(a, x, ","); m = split(b, y, ","); if (n != m || n < 3) { print "none"; exit }
    for (i = 1; i <= n; i++) { d = x[i] - y[i]; if (d < 0) d = -d; if (d > most) most = d } printf "%.3g\n", most }'
}
# check_placed NAME TIME TOLERANCE BODY...: each body is drawn where state.csv of REFERENCE (default NAME) has it
check_placed() {
  local name=$1 t=$2 tolerance=$3 n=1 body
  for body in "${@:4}"; do
    n=$((n + 1))
    check_close "$(apart "$(seen "$name" "at:$t" | cut -d ' ' -f $n)" "$(state_place "${REFERENCE:-$name}" "$body" "$t")")" 0 "$tolerance" "$name: $body at t = $t"
  done
}
works() {
  for key in slider_moves right end left left_between playing time_runs plot_click turn reset slower key_f; do check_seen "$1" $key true; done
  for key in home pause zoom key_t key_a key_n key_g views; do check_seen "$1" $key "true true"; done
  for key in scene_png scene_svg plot_png plot_svg fit_inside labels_apart picker picker_unknown keys_help; do check_seen "$1" $key true; done
  check_seen "$1" theme dark
  check_seen "$1" overflow false
}

# --- the pendulum: every control; states are met to rounding, in between the motion is smooth
check_exit 0 "$RIGEL" run problems/physical_pendulum.yaml -o "$WORK/pendulum"
check_exit 0 "$RIGEL" run problems/physical_pendulum.yaml -o "$WORK/pendulum_fine" --set time.step=0.05 --set method.degree=4
FULL=true visit pendulum 0 0.1 2.5 5 0.05 2.45
works pendulum
check_seen pendulum title "physical pendulum – Rigel"
check_seen pendulum message ""
check_seen pendulum frames "51 states; smooth curves in between"
check_equal "$(seen pendulum plots)" "6 true true true true true true" "six plots, all to be seen"
check_seen pendulum panels "Energy: T V H|Drift: H L along its axis|Angular momentum: L1|Linear momentum: P2 P3|Constraints: Φ Ψ μ|Joint forces: support"
check_seen pendulum units "mass length² / time²|dimensionless|mass length² / time|mass length / time|of the constraint|mass length / time²"
for t in 0 0.1 2.5 5; do check_placed pendulum $t 1e-12 bar; done
for t in 0.05 2.45; do REFERENCE=pendulum_fine check_placed pendulum $t 2e-3 bar; done
for t in 0 2.5 5; do check "the bar fills part of the picture at t = $t" awk -v a="$(seen pendulum "painted:$t")" 'BEGIN { exit !(a > 0.004 && a < 0.5) }'; done
check_match "$WORK/pendulum.seen" '^cursor:0=0 0 0 0$' "values at the start"
check_match "$WORK/pendulum.seen" "^cursor:2.5=2.5 $(awk -F, '$1 == 2.5 { printf "%.5g −%.5g", $2, -$3 }' "$WORK/pendulum/invariants.csv") " "values at the cursor"

# --- directors: the same motion as quaternions, in between as well
check_exit 0 "$RIGEL" run problems/spinning_box_director.yaml -o "$WORK/director" --set method.degree=3
check_exit 0 "$RIGEL" run problems/spinning_box_director.yaml -o "$WORK/director_fine" --set method.degree=3 --set time.step=0.025
visit director 0 1.25 5 1.225
for t in 0 1.25 5; do check_placed director $t 1e-12 box; done
REFERENCE=director_fine check_placed director 1.225 2e-3 box

# --- the heavy top turns by 0.3 rad from state to state; an inertia becomes an ellipsoid on a rod
check_exit 0 "$RIGEL" run problems/heavy_top.yaml -o "$WORK/top"
visit top 0 0.5 1.998
check_seen top solids "sphere rod"
for t in 0 0.5 1.998; do check_placed top $t 1e-12 top; done

# --- a body that may change its size, a fixed point, boundary values
check_exit 0 "$RIGEL" run problems/scalable_body.yaml -o "$WORK/scalable"
visit scalable 0 0.2
check_placed scalable 0.2 1e-12 sphere
check "the smaller sphere fills less" awk -v a="$(seen scalable painted:0)" -v b="$(seen scalable painted:0.2)" 'BEGIN { exit !(b > 0 && b < 0.8 * a) }'
check_exit 0 "$RIGEL" run problems/steady_top.yaml -o "$WORK/steady"
visit steady 0 0.5
check_placed steady 0.5 1e-12 top
check_exit 0 "$RIGEL" run problems/box_boundary.yaml -o "$WORK/boundary"
visit boundary 0 0.5 1
check_placed boundary 0.5 1e-12 box

# --- thinned: said on the page; with a spin that cannot be followed only states are drawn
check_exit 0 "$RIGEL" run problems/heavy_top.yaml -o "$WORK/thin"
rigel=$RIGEL
RIGEL=few
few() { "$rigel" "$@" --frames 20; }
visit thin 0 0.106 0.15
RIGEL=$rigel
check_match "$WORK/thin.seen" '^frames=20 of 1001 states, every 53rd; .*\. A body turns by up to [0-9.]+ rad from one to the next: nothing is drawn in between$' "thinning is told"
# at a state, and next to it
check_placed thin 0.106 1e-12 top
check_equal "$(seen thin at:0.15 | cut -d ' ' -f 2)" "$(seen thin at:0.106 | cut -d ' ' -f 2)" "no guesses in between"
check_close "$(seen thin gap:0.15)" 0 1e-12 "the joint holds in between"

# --- a run that stopped at once, and one on the way
"$RIGEL" run problems/heavy_top.yaml -o "$WORK/far" --set time.step=0.5 >"$WORK/out" 2>&1
visit far 0
check_match "$WORK/far.seen" '^message=Newton.* What was computed until then is shown\.$' "why it stopped"
check_match "$WORK/far.seen" '^summary=not converged\|' "verdict"
check "its start is drawn" awk -v a="$(seen far painted:0)" 'BEGIN { exit !(a > 0.001) }'
"$RIGEL" run problems/spinning_box.yaml -o "$WORK/part" --set solver.max_iterations=2 --set time.step=0.2 >"$WORK/out" 2>&1
visit part 0 0.2
check_placed part 0.2 1e-12 box

# --- all kinds of bodies, a title that is no markup
{
  echo 'name: mixed'
  echo 'title: "a </script><b>title</b>"'
  echo 'time: {end: 0.2, step: 0.02}'
  echo 'bodies:'
  echo '  - {name: rod, shape: {cylinder: {radius: 0.1, height: 1}}, density: 1000, position: [-2, 0, 0], angular_velocity: [1, 0, 0]}'
  echo '  - {name: block, formulation: director, shape: {cuboid: [0.3, 1, 0.2]}, density: 1000, angular_velocity: [1, 2, 3]}'
  echo '  - {name: water, shape: {sites: [[16, 0, 0, 0], [1, 0.3, 0.3, 0], [1, -0.3, 0.3, 0]]}, position: [1, 0, 0.5], angular_velocity: [1, 2, 6]}'
  echo '  - {name: speck, formulation: particle, mass: 1, position: [2, 1, 0], velocity: [0, 1, 3]}'
} >"$WORK/mixed.yaml"
check_exit 0 "$RIGEL" run "$WORK/mixed.yaml" -o "$WORK/mixed"
visit mixed 0 0.1
check_seen mixed title "a </script><b>title</b> – Rigel"
check_placed mixed 0.1 1e-12 rod block water

# --- a mechanism: joints with axes, rods between points, a clamped body; the two points of a joint are drawn as one
cat >"$WORK/crank.yaml" <<'YAML'
name: crank
time: {end: 1, step: 0.02}
method: {scheme: mG, degree: 2}
gravity: [0, 0, -9.81]
bodies:
  - {name: frame, shape: {cuboid: [0.5, 0.5, 0.1]}, mass: 1, position: [0, 0, -0.3], motion: clamped}
  - {name: crank, shape: {cuboid: [1, 0.12, 0.12]}, mass: 1, position: [0.5, 0, 0], angular_velocity: [0, -6, 0], velocity: [0, 0, 3]}
  - {name: rod, formulation: director, shape: {cylinder: {radius: 0.05, height: 2}}, mass: 1, position: [2, 0, 0], velocity: [0, 0, 3],
     orientation: [0.70710678118654752, 0, 0.70710678118654752, 0], angular_velocity: [0, 3, 0]}
  - {name: piston, shape: {cuboid: [0.4, 0.4, 0.4]}, mass: 2, position: [3, 0, 0]}
  - {name: bob, shape: {sphere: {radius: 0.15}}, mass: 1, position: [3, 0.8, -0.6], velocity: [0.5, 0, 0]}
joints:
  - {name: bearing, type: revolute, bodies: [frame, crank], at: [0, 0, 0], axis: [0, 1, 0]}
  - {name: pin, type: spherical, bodies: [crank, rod], at: [1, 0, 0]}
  - {name: gudgeon, type: universal, bodies: [rod, piston], at: [3, 0, 0], axis: [0, 1, 0], axis2: [0, 0, 1]}
  - {name: guide, type: prismatic, bodies: [ground, piston], at: [3, 0, 0], axis: [1, 0, 0]}
  - {name: string, type: distance, bodies: [piston, bob], at: [3, 0, 0], at2: [3, 0.8, -0.6]}
YAML
check_exit 0 "$RIGEL" run "$WORK/crank.yaml" -o "$WORK/crank"
FULL=true visit crank 0 0.5 1
works crank
for t in 0 0.5 1; do
  check_placed crank $t 1e-12 frame crank rod piston bob
  check_close "$(seen crank gap:$t)" 0 1e-12 "crank: joints at t = $t"
done

check_seen crank glyphs "ball:distance ball:spherical ball:universal block:prismatic rod:distance rod:prismatic rod:revolute rod:universal"

# --- springs, arrows of loads, drawn primitives; H - W is conserved, H is not; names that are no markup
cat >"$WORK/springs.yaml" <<'YAML'
name: springs
title: "<img src=x onerror=alert(1)> & <script>alert(2)</script>"
source: "</script><script>alert(3)</script>"
time: {end: 1, step: 0.02}
method: {scheme: mG, degree: 2}
gravity: [0, 0, -9.81]
bodies:
  - {name: mass, shape: {cuboid: [0.5, 0.5, 0.5]}, mass: 2, position: [-1, 0, 0], velocity: [0, 4, 0], visual: {shape: {capsule: {radius: 0.2, height: 0.3}}, color: [0.8, 0.2, 0.1]}}
  - {name: rod, inertia: [0.3, 0.3, 0.01], mass: 1, position: [0.8, 0, 0.6], visual: {style: none}}
joints:
  - {name: hinge, type: revolute, bodies: [ground, rod], at: [0.8, 0, 1.1], axis: [0, 1, 0]}
loads:
  - {name: s1, type: spring, bodies: [ground, mass], at: [[-1, 0, 1.2], [0, 0, 0.25]], stiffness: 80, damping: 0.3, length: 0.8}
  - {name: push, type: force, body: mass, value: [6, 0, 0], scale: {sine: {omega: 6}}}
YAML
check_exit 0 "$RIGEL" run "$WORK/springs.yaml" -o "$WORK/springs"
FULL=true visit springs 0 0.5
works springs
check_seen springs title "<img src=x onerror=alert(1)> & <script>alert(2)</script> – Rigel"
check_seen springs foreign "0 0"
check_seen springs solids "ball ball rod"
check_seen springs paints "0.8,0.2,0.1"
check_seen springs springs "ball ball coil"
check_seen springs key_v "true true"
check_seen springs key_c "true true"
check_match "$WORK/springs.seen" '^panels=Energy: T V H W\|Drift: H − W\|' "the work of loads is counted"
check "H - W is conserved" awk -v d="$(seen springs drift)" 'BEGIN { exit !(d >= 0 && d < 1e-13) }'
check "H is not" awk -F, 'NR == 2 { first = $4 } { last = $4 } END { d = last - first; exit !(d * d > 1e-4) }' "$WORK/springs/invariants.csv"
check_close "$(seen springs arrow:0.5)" "$(awk 'BEGIN { printf "%.17g", 6 * sin(3) }')" 1e-12 "the arrow of the force at t = 0.5"

# --- an optimal control: its controls and its effort are plotted; the last value is the cost
check_exit 0 "$RIGEL" run problems/control/reorientation.yaml -o "$WORK/optimal"
visit optimal 0 2.5
check_seen optimal panels "Control torques: u.1 u.2 u.3|Cost: effort|Energy: T H W|Drift: H − W|Angular momentum: L1 L2 L3|Constraints: Φ Ψ μ"
check_close "$(seen optimal cost)" "$(sed -n 's/^  cost: //p' "$WORK/optimal/run.yaml")" 1e-9 "the effort at the end"
check "H - W is conserved" awk -v d="$(seen optimal drift)" 'BEGIN { exit !(d >= 0 && d < 1e-13) }'

# --- two runs, one drawn over the other
RUNS="$WORK/pendulum $WORK/pendulum_fine" visit two 0 2.45
check_equal "$(seen two at:2.45 | wc -w)" 3 "bodies of both runs"
check_close "$(apart "$(seen two at:2.45 | cut -d ' ' -f 3)" "$(state_place pendulum_fine bar 2.45)")" 0 1e-12 "the second run has its own states"
check_match "$WORK/two.seen" '^panels=Energy: T V H T′ V′ H′\|' "curves of both runs"

# --- a chain of 20 links: few trails
scripts/make_problem.sh planar_chain 20 >"$WORK/links.yaml"
check_exit 0 "$RIGEL" run "$WORK/links.yaml" -o "$WORK/links" --set time.end=0.1
visit links 0 0.1
check_seen links trails 8

# --- a thousand bodies
{
  echo 'name: many'
  echo 'time: {end: 0.05, step: 0.01}'
  echo 'bodies:'
  awk 'BEGIN { for (i = 0; i < 1000; i++) printf "  - {name: b%d, shape: {cuboid: [0.5, 0.3, 0.2]}, mass: 1, position: [%d, %d, %d], angular_velocity: [%d, 2, 1]}\n", i, i % 10, int(i / 10) % 10, int(i / 100), i % 7 }'
} >"$WORK/many.yaml"
check_exit 0 "$RIGEL" run "$WORK/many.yaml" -o "$WORK/many"
visit many 0 0.03
check_placed many 0.03 1e-12 b0 b1 b2
check_equal "$(seen many at:0.03 | wc -w)" 1001 "a thousand bodies are placed"
# --- the mesh of a file, also in the vector picture
printf 'v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n' >"$WORK/wedge.obj"
printf 'name: mesh\ntime: {end: 1, step: 0.1}\nbodies: [{name: rod, mass: 1, inertia: [1, 2, 2], angular_velocity: [0, 0, 1],
  visual: {shape: {mesh: {file: wedge.obj}}}}]\n' >"$WORK/mesh.yaml"
check_exit 0 "$RIGEL" run "$WORK/mesh.yaml" -o "$WORK/mesh"
FULL=true visit mesh 0 0.5
works mesh
check_seen mesh solids "file 0"
check_placed mesh 0.5 1e-12 rod
check "the mesh fills part of the picture" awk -v a="$(seen mesh painted:0.5)" 'BEGIN { exit !(a > 0.01 && a < 0.5) }'

finish
