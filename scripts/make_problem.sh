#!/bin/bash
# Prints a problem file of any size.
#
#   scripts/make_problem.sh KIND N [PARTICLES]
#
#   four_bars N         N four-bar linkages in a row: 2N + 1 bars of length and mass 1, the first coupler point at 1 m/s
#   planar_chain N      N links on parallel revolute joints, let go from the horizontal
#   spatial_chain N     N links on spherical joints, let go from the horizontal with a sidewards velocity
#   universal_chain N   N links on universal joints, the same start
#   discs N PARTICLES   N rigid discs of point masses, Lennard-Jones between neighbours, the first clamped, a force on the last
set -euo pipefail

usage() { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; }
case ${1:-} in -h | --help | "") usage; exit 0 ;; esac
kind=$1 n=${2:-} particles=${3:-12}
[[ $n =~ ^[1-9][0-9]*$ ]] || { echo "make_problem: found ${n:-nothing}, expected a number of parts" >&2; exit 2; }
[[ $particles =~ ^[1-9][0-9]*$ && $particles -ge 6 && $((particles % 2)) -eq 0 ]] ||
  { echo "make_problem: found $particles, expected an even number of particles, at least 6" >&2; exit 2; }

# Bars turn by theta from the upright: T = 1/2 ((N+1)/3 + N) theta'^2, V = g ((N+1)/2 + N) cos theta. The reference is integrated
# from theta'' = g ((N+1)/2 + N) / ((N+1)/3 + N) sin theta, theta' = 1 m/s / 1 m, by the classical Runge-Kutta method.
four_bars() {
  awk -v n="$n" 'BEGIN {
    printf "name: four_bars_%d\ntitle: %d four-bar linkages in a row\n", n, n
    print "time:    {end: 10, step: 0.01}\nmethod:  {scheme: mG, degree: 2}\ngravity: [0, -9.81, 0]\nredundant: drop\nbodies:"
    for (i = 0; i <= n; i++)
      printf "  - {name: bar%d, mass: 1, inertia: [0.0833333333333333333, 0.001, 0.0833333333333333333], position: [%d, 0.5, 0], velocity: [0.5, 0, 0], angular_velocity: [0, 0, -1]}\n", i, i
    for (i = 0; i < n; i++)
      printf "  - {name: coupler%d, mass: 1, inertia: [0.001, 0.0833333333333333333, 0.0833333333333333333], position: [%.1f, 1, 0], velocity: [1, 0, 0]}\n", i, i + 0.5
    print "joints:"
    for (i = 0; i <= n; i++)
      printf "  - {name: a%d, type: revolute, bodies: [ground, bar%d], at: [%d, 0, 0], axis: [0, 0, 1]}\n", i, i, i
    for (i = 0; i < n; i++) {
      printf "  - {name: b%d, type: revolute, bodies: [bar%d, coupler%d], at: [%d, 1, 0], axis: [0, 0, 1]}\n", i, i, i, i
      printf "  - {name: c%d, type: revolute, bodies: [bar%d, coupler%d], at: [%d, 1, 0], axis: [0, 0, 1]}\n", i, i + 1, i, i + 1
    }
    w = 9.81 * ((n + 1) / 2 + n) / ((n + 1) / 3 + n); a = 0; v = 1; h = 1e-4
    for (i = 0; i < 10000; i++) {
      k1 = w * sin(a); k2 = w * sin(a + h / 2 * v); k3 = w * sin(a + h / 2 * v + h * h / 4 * k1); k4 = w * sin(a + h * v + h * h / 2 * k2)
      a += h * v + h * h / 6 * (k1 + k2 + k3); v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    }
    printf "reference: {body: bar0, time: 1, position: [%.17g, %.17g, 0]}\n", sin(a) / 2, cos(a) / 2
  }'
}

# Links of length 1 / N and mass 1 / N, so that the whole is 1 m and 1 kg; axis of each link along e1.
chain() {
  awk -v n="$n" -v kind="$kind" 'BEGIN {
    l = 1 / n; J = l * l * l / 12; side = kind == "planar_chain" ? 0 : 0.3
    printf "name: %s_%d\ntitle: chain of %d links\n", kind, n, n
    print "time:    {end: 2, step: 0.01}\nmethod:  {scheme: mG, degree: 2}\ngravity: [0, 0, -9.81]\nbodies:"
    for (i = 0; i < n; i++)
      printf "  - {name: link%d, mass: %.15g, inertia: [%.15g, %.15g, %.15g], position: [%.15g, 0, 0], velocity: [0, %.15g, 0], angular_velocity: [0, 0, %.15g]}\n",
        i, l, 0.2 * J, J, J, (i + 0.5) * l, side * (i + 0.5) * l, side
    print "joints:"
    for (i = 0; i < n; i++) {
      type = kind == "planar_chain" ? "revolute" : kind == "spatial_chain" ? "spherical" : "universal"
      axis = kind == "planar_chain" ? ", axis: [0, 1, 0]" : kind == "universal_chain" ? ", axis: [0, 1, 0], axis2: [0, 0, 1]" : ""
      printf "  - {name: joint%d, type: %s, bodies: [%s, link%d], at: [%.15g, 0, 0]%s}\n", i, type, i ? "link" (i - 1) : "ground", i, i * l, axis
    }
  }'
}

# Chaurasia (2012), sect. 3.5: particles on the rims of both faces, radius 0.05, thickness 0.005, sigma = 1, epsilon = 1e-6, force 0.03.
# It names no masses and no start: here every disc has 1 kg, neighbours are as far apart as two particles at rest, and turn slowly.
discs() {
  awk -v n="$n" -v particles="$particles" 'function near(x) { return x * x < 1e-32 ? 0 : x }
  BEGIN {
    pi = atan2(0, -1); rim = particles / 2
    printf "name: discs_%d_%d\ntitle: chain of %d discs of %d particles with Lennard-Jones potentials\n", n, particles, n, particles
    print "source: \"V. Chaurasia: On Hamiltonian dynamics of a chain of rigid bodies, thesis, IIT Kanpur (2012), sect. 3.5\""
    print "time:    {end: 1, step: 0.01}\nmethod:  {scheme: mG, degree: 3}\nbodies:"
    for (i = 0; i < n; i++) {
      printf "  - name: disc%d\n    shape: {sites: [", i
      for (j = 0; j < particles; j++)
        printf "%s[%.16g, %g, %.16g, %.16g]", j ? ", " : "", 1 / particles, j < rim ? -0.0025 : 0.0025,
          near(0.05 * cos(2 * pi * j / rim)), near(0.05 * sin(2 * pi * j / rim))
      printf "]}\n    position: [%.16g, 0, 0]\n", i * 2 ^ (1 / 6)
      if (i) printf "    angular_velocity: [0.3, %.17g, %.17g]\n", 0.5 * cos(i), 0.5 * sin(i)
      else print "    motion: clamped"
    }
    print "loads:"
    for (i = 1; i < n; i++)
      printf "  - {name: v%d, type: lennard_jones, bodies: [disc%d, disc%d], epsilon: 1.0e-6, sigma: 1}\n", i, i - 1, i
    printf "  - {name: pull, type: force, body: disc%d, value: [0.03, 0, 0]}\n", n - 1
  }'
}

case $kind in
  four_bars) four_bars ;;
  planar_chain | spatial_chain | universal_chain) chain ;;
  discs) [ "$n" -gt 1 ] || { echo "make_problem: found 1, expected at least 2 discs" >&2; exit 2; }; discs ;;
  *) echo "make_problem: found $kind, expected one of four_bars, planar_chain, spatial_chain, universal_chain, discs" >&2; exit 2 ;;
esac
