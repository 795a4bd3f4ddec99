# The progress line of long commands on a terminal: global solves, optimal control, gradients; runs and studies are in usage.sh and study.sh.
. "$(dirname "$0")/../lib.sh"

# typed TEXT WORDS...: the command on a terminal ends well, and its line has this text
typed() {
  local text=$1
  shift
  check_exit 0 on_terminal "'$RIGEL' ${*@Q}"
  check_match "$WORK/typed" "$text" "progress: ${*:1:2}"
  check_no_match <(tail -n 3 "$WORK/typed") ' left' "erased at the end"
}
slow=(--set time.step= --set output.every=0 --set reference=)
typed 'iteration [0-9]+, residual [0-9.e+-]+ of [0-9.e+-]+(, [0-9]+ (s|min) left)?' run problems/spinning_box.yaml -o "$WORK/w" "${slow[@]}" \
  --set time.elements=4000 --set method.window=all
typed 'stage [1-3] of 3, iteration [0-9]+, residual' run problems/control/reorientation.yaml -o "$WORK/o" "${slow[@]}" --set time.elements=80 --set solver.refine=2
typed 'run: element [0-9]+ of 6000, +[0-9]+ %, [0-9]+ (s|min) left' gradient problems/spinning_box.yaml --functional end:box.q1 \
  --parameters 'bodies.box.angular_velocity[1],bodies.box.mass' --set time.step= --set time.elements=6000 -o "$WORK/g"

# no line with --quiet or --json, nor without a terminal
check_exit 0 on_terminal "'$RIGEL' run problems/spinning_box.yaml -o '$WORK/w' ${slow[*]@Q} --set time.elements=4000 --set method.window=all --quiet"
check_no_match "$WORK/typed" 'left|iteration' "--quiet"
finish
