# The swing-up of a double pendulum by one motor: stages to a minimum, on a fine mesh; another degree on another mesh agrees.
. "$(dirname "$0")/../lib.sh"
value() { yaml_value "$WORK/$1/run.yaml" "$2"; }

check_exit 0 "$RIGEL" run problems/control/double_pendulum.yaml -o "$WORK/swing"
check_exit 0 "$RIGEL" run problems/control/double_pendulum.yaml -o "$WORK/other" --set method.degree=2 --set time.elements=128 \
  --set "solver={guess: {file: $WORK/swing}}"
for name in swing other; do
  check_equal "$(value "$name" verdict)" "done" "$name: verdict"
  check_equal "$(value "$name" optimum)" minimum "$name: minimum"
  # the work lifts two rods: 9.81 (1 + 3)
  check_close "$(value "$name" work_external)" 39.24 1e-9 "$name: work"
  for body in upper lower; do
    check_close "$(csv_last "$WORK/$name/state.csv" $body.z)" "$([ $body = upper ] && echo 0.5 || echo 1.5)" 1e-9 "$name: $body is upright"
    check_close "$(csv_last "$WORK/$name/state.csv" $body.pq2)" 0 1e-9 "$name: $body is at rest"
  done
done
check_equal "$(value swing stages)" 12 "stages"
check_close "$(value other cost)" "$(value swing cost)" 0.01 "mG(3) and mG(2) agree to 5e-5 of the cost"

finish
