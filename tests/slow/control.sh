# The swing-up of a double pendulum by one motor: a homotopy in its end, to a minimum.
. "$(dirname "$0")/../lib.sh"

check_exit 0 "$RIGEL" run problems/control/double_pendulum.yaml -o "$WORK/swing"
check_equal "$(yaml_value "$WORK/swing/run.yaml" optimum)" minimum "swing-up: minimum"
check_close "$(yaml_value "$WORK/swing/run.yaml" cost)" 207.36378 1e-3 "swing-up: cost"
# the work lifts two rods: 9.81 (1 + 3)
check_close "$(yaml_value "$WORK/swing/run.yaml" work_external)" 39.24 1e-9 "swing-up: work"

finish
