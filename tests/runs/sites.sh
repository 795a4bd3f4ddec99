# A body of point masses: moved to its centre of mass, not turned; principal moments and axes are found and told.
. "$(dirname "$0")/../lib.sh"

# sites NAME ROWS [REST]
sites() {
  cat >"$WORK/$1.yaml" <<END
name: $1
time: {end: 1, step: 0.05}
method: {degree: 2}
bodies:
  - {name: body, shape: {sites: [$2]}, angular_velocity_spatial: [1, 2, 3]${3:-}}
END
}
# moments: the three numbers.  axes: nine, axis by axis
moments() { sed -nE 's/.*principal moments ([^,]+), ([^,]+), ([^,]+).*/\1 \2 \3/p' "$WORK/out"; }
axes() { sed -nE '/about the axes/ { s/.*about the axes//; s/[(),]/ /g; p }' "$WORK/out"; }

# a cross in the plane of e1 and e2, turned by the angle with cosine 0.8: 2 masses of 1 at 3, 2 masses of 1 at 1, and two of
# 0.5 at 1 along e3. J = 2*1 + 0.5*2, 2*9 + 0.5*2, 2*9 + 2*1 along the arms and e3
cross='[1, 2.4, 1.8, 0], [1, -2.4, -1.8, 0], [1, -0.6, 0.8, 0], [1, 0.6, -0.8, 0], [0.5, 0, 0, 1], [0.5, 0, 0, -1]'
sites cross "$cross"
check_exit 0 "$RIGEL" check "$WORK/cross.yaml"
read -r a b c <<<"$(moments)"
check_close "$a" 3 1e-8 "first moment"
check_close "$b" 19 1e-8 "second moment"
check_close "$c" 20 1e-8 "third moment"
read -ra v <<<"$(axes)"
check_equal "${#v[@]}" 9 "three axes"
check_close "$(awk -v x="${v[0]}" -v y="${v[1]}" 'BEGIN { print x * 0.8 + y * 0.6 }' | tr -d -)" 1 1e-8 "the long arm has the smallest moment"
check_close "$(awk -v x="${v[3]}" -v y="${v[4]}" 'BEGIN { print -x * 0.6 + y * 0.8 }' | tr -d -)" 1 1e-8 "then the short one"
check_close "${v[8]#-}" 1 1e-8 "the third is e3"
check_close "$(awk -v a="${v[*]}" 'BEGIN { split(a, v, " ")
  print v[1] * (v[5] * v[9] - v[6] * v[8]) - v[2] * (v[4] * v[9] - v[6] * v[7]) + v[3] * (v[4] * v[8] - v[5] * v[7]) }')" 1 1e-8 "right-handed"
check_match "$WORK/out" '6 sites, given with their centre of mass at \(0, 0, 0\)' "where the sites were given"

# from another origin: the same body
sites moved '[1, 10.4, 1.8, 0], [1, 5.6, -1.8, 0], [1, 7.4, 0.8, 0], [1, 8.6, -0.8, 0], [0.5, 8, 0, 1], [0.5, 8, 0, -1]'
check_exit 0 "$RIGEL" check "$WORK/moved.yaml"
check_match "$WORK/out" 'given with their centre of mass at \(8, 0, 0\)' "another origin is told"
for name in cross moved; do check_exit 0 "$RIGEL" run "$WORK/$name.yaml" -o "$WORK/$name"; done
for column in body.q0 body.q1 body.q2 body.q3 body.x; do
  check_close "$(csv_last "$WORK/moved/state.csv" $column)" "$(csv_last "$WORK/cross/state.csv" $column)" 1e-13 "another origin: $column"
done

# orientation is that of the axes in which the sites are given: the arms along e1 and e2, turned by the orientation, are the
# same body. half angle: cos = sqrt(0.9), sin = sqrt(0.1)
sites turned '[1, 3, 0, 0], [1, -3, 0, 0], [1, 0, 1, 0], [1, 0, -1, 0], [0.5, 0, 0, 1], [0.5, 0, 0, -1]' \
  ', orientation: [0.9486832980505138, 0, 0, 0.31622776601683794]'
check_exit 0 "$RIGEL" run "$WORK/turned.yaml" -o "$WORK/turned"
for column in T L1 L2 L3; do
  check_close "$(csv_last "$WORK/turned/invariants.csv" $column)" "$(csv_last "$WORK/cross/invariants.csv" $column)" 1e-11 "turned: $column"
done
# q_turned = q_cross o q0 for ever
check_close "$(csv_last "$WORK/turned/state.csv" body.q0)" \
  "$(awk -v a="$(csv_last "$WORK/cross/state.csv" body.q0)" -v d="$(csv_last "$WORK/cross/state.csv" body.q3)" \
    'BEGIN { printf "%.17g", a * 0.9486832980505138 - d * 0.31622776601683794 }')" 1e-12 "turned: the same motion"

# the same as its inertia in full
cat >"$WORK/full.yaml" <<'END'
name: full
time: {end: 1, step: 0.05}
method: {degree: 2}
bodies:
  - {name: body, mass: 5, inertia: [[8.76, -7.68, 0], [-7.68, 13.24, 0], [0, 0, 20]], angular_velocity_spatial: [1, 2, 3]}
END
check_exit 0 "$RIGEL" run "$WORK/full.yaml" -o "$WORK/full"
for column in body.q0 body.q1 body.q2 body.q3; do
  check_close "$(csv_last "$WORK/full/state.csv" $column)" "$(csv_last "$WORK/cross/state.csv" $column)" 1e-12 "full inertia: $column"
done
finish
