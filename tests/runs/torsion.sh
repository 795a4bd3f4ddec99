# A torsion spring through several turns: resumed runs, ranks, gradients, the energy that a run writes.
. "$(dirname "$0")/../lib.sh"
cat >"$WORK/wheel.yaml" <<'END'
name: wheel
time: {end: 4, step: 0.025}
method: {scheme: mG, degree: 2}
bodies: [{name: a, mass: 1, inertia: [1, 1.2, 2], angular_velocity: [0, 0, 30]}]
loads: [{name: coil, type: torsion, bodies: [ground, a], axis_body: [[0, 0, 1], [0, 0, 1]], stiffness: 8}]
END
yaml() { awk -v key="  $2:" 'index($0, key) == 1 { print $2 }' "$1/run.yaml"; }

# V = k/2 x^2 with x = 15 sin(2 t): up to 900, where an angle within half a turn has at most 4 pi^2 = 39.5
check_exit 0 "$RIGEL" run "$WORK/wheel.yaml" -o "$WORK/whole"
check_close "$(awk -F, '$1 == 0.75 { print $3 }' "$WORK/whole/invariants.csv")" "$(awk 'BEGIN { printf "%.15g", 900 * sin(1.5) ^ 2 }')" 0.2 "V after 2.4 turns"
check_close "$(yaml "$WORK/whole" drift_H_relative)" 0 1e-9 "energy is conserved through the turns"

# resumed in a turn: byte by byte
resume() {
  local text=$1
  shift
  rm -rf "$WORK/one" "$WORK/part"
  check_exit 0 "$RIGEL" run "$WORK/wheel.yaml" -o "$WORK/one" "$@"
  check_exit 0 "$RIGEL" run "$WORK/wheel.yaml" -o "$WORK/part" "$@" --set time.end=0.75
  check_exit 0 "$RIGEL" run "$WORK/wheel.yaml" --restart "$WORK/part" "$@"
  for table in state invariants multipliers; do check "$text: $table" cmp "$WORK/one/$table.csv" "$WORK/part/$table.csv"; done
  check_close "$(yaml "$WORK/part" drift_H_relative)" 0 1e-2 "$text: energy"
}
resume "mG(2)"
resume "mG(2) in windows" --set method.window=10
resume "BG(3) in windows" --set method.scheme=BG --set method.degree=3 --set method.window=10
resume "em" --set method.scheme=em
resume "Gauss" --set method.scheme=gauss6 --set method.degree=

# over ranks, each of which begins in another turn
if command -v mpiexec >/dev/null; then
  check_exit 0 "$RIGEL" run "$WORK/wheel.yaml" -o "$WORK/one" --set method.window=all
  check_exit 0 mpiexec -n 3 "$RIGEL" run "$WORK/wheel.yaml" -o "$WORK/many" --set method.window=all
  for table in state invariants; do
    check_close "$(csv_difference "$WORK/one/$table.csv" "$WORK/many/$table.csv" 1)" 0 1e-9 "three ranks: $table"
  done
  check_close "$(yaml "$WORK/many" drift_H_relative)" 0 1e-9 "three ranks: energy"
fi

# x(2) = v / w sin(2 w), w^2 = k / J: q0 = cos(x / 2) and its derivative in k
exact=$(awk 'BEGIN { w = 2; x = 30 / w * sin(2 * w); dw = 1 / (4 * w); dx = (-30 / w ^ 2 * sin(2 * w) + 60 / w * cos(2 * w)) * dw
  printf "%.15g", -sin(x / 2) / 2 * dx }')
for method in "--set method.degree=3" "--set method.scheme=em --set method.degree=3" "--set method.degree=3 --set method.window=5"; do
  # shellcheck disable=SC2086
  check_exit 0 "$RIGEL" gradient "$WORK/wheel.yaml" -o "$WORK/gradient" --set time.end=2 $method --functional end:a.q0 --parameters loads.coil.stiffness
  check_close "$(tail -n 1 "$WORK/gradient/gradients.csv" | awk -F, '{ print $4 }')" "$exact" 1e-4 "$method: gradient by its adjoint"
done
finish
