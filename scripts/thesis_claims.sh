# shellcheck shell=bash disable=SC2154
# Part of scripts/thesis.sh: judges the claims of the thesis by the tables in $out and the runs in $work, and writes $out/README.md.
. scripts/verdicts.sh

# change TABLE RUN: largest |H - H(0)| / |H(0)|
change() {
  awk -F, -v r="$2" 'NR > 1 && $1 == r { a = $2 - $3; b = $4 - $2; h = $2 < 0 ? -$2 : $2; printf "%.3g\n", (a > b ? a : b) / h }' "$out/$1.csv"
}
# power TABLE X Y [SCHEME]: slope of log Y over log X by least squares; X and Y are expressions of awk
power() {
  awk -F, -v s="${4:-}" 'NR > 1 && (s == "" || $1 == s) { x = log('"$2"'); y = log('"$3"'); n++; a += x; b += y; c += x * x; d += x * y }
    END { printf "%.3f\n", (n * d - a * b) / (n * c - a * a) }' "$out/$1.csv"
}
# ms TABLE: first and last time, if they have been measured
ms() { awk -F, 'NR == 2 { a = $4 } NR > 1 { b = $4 } END { if (a != "-") printf "; %s to %s ms per step", a, b }' "$out/$1.csv"; }

# --- 2.1
explicit=$(cell figure2_01 H_end run=h_euler_explicit) implicit=$(cell figure2_01 H_end run=h_euler_implicit)
rk4=$(cell figure2_01 H_end run=h_rk4) H=$(cell figure2_01 H_start run=h_rk4) gauss=$(change figure2_01 h_gauss6)
euler=$(change figure2_01 h_symplectic_euler_a) verlet=$(change figure2_01 h_stoermer_verlet)
claim 2.1 "Energy of the oscillator blows up (explicit Euler), dies out (implicit Euler), falls slowly (RK4), oscillates (symplectic Euler, Verlet)." \
  "H from $H to $(short "$explicit"), $(short "$implicit") and, RK4, by $(short "$(awk "BEGIN { print $rk4 - $H }")"); it oscillates by $(short "$euler") and $(short "$verlet"), relative; \`gauss6\` $(short "$gauss")" \
  "$(true_if "$explicit > 4 * $H && $implicit < $H / 4 && $rk4 < $H && $H - $rk4 < 1e-5 * $H && $euler < 0.05 && $verlet < $euler && $gauss < $exact")" 0 ""
# --- 2.2 to 2.5
radau=$(cell figure2_02_to_05 H_end run=p_radau3) H=$(cell figure2_02_to_05 H_start run=p_radau3) most=$(cell figure2_02_to_05 H_most run=p_midpoint)
claim "2.2 to 2.5" "Radau IIA of order 3 spirals inwards, the midpoint rule stays on its curve." \
  "H from $(fixed "$H") to $(printf %.3f "$radau") in t = 300 with \`radau3\`; between $(fixed "$(cell figure2_02_to_05 H_least run=p_midpoint)") and $(printf %.3f "$most") with \`midpoint\`" \
  "$(true_if "$radau < 0.9 * $H && $(change figure2_02_to_05 p_midpoint) < 0.03")" 0 ""
# --- 2.6 to 2.9
e=$(change figure2_06_to_09 k_euler_explicit) a=$(change figure2_06_to_09 k_symplectic_euler_a)
v=$(change figure2_06_to_09 k_stoermer_verlet) g=$(change figure2_06_to_09 k_gauss6)
end() { awk "BEGIN { a = $(cell figure2_06_to_09 H_end "run=k_$1") + 0.5; print a < 0 ? -a : a }"; }
claim "2.6 to 2.9" "Symplectic Euler is better than explicit Euler with a hundredth of its step; Verlet and Gauss are better still." \
  "energy at the end off by $(short "$(end euler_explicit)") (explicit Euler), $(short "$(end symplectic_euler_a)") (symplectic), most of all times $(short "$e"), $(short "$a"), $(short "$v") (Verlet), $(short "$g") (\`gauss6\`), relative" \
  "$(true_if "$a < $e && $v < $a && $g < $v")" "$(true_if "$(end symplectic_euler_a) < $(end euler_explicit) && $v < $a && $g < $v")" \
  "Steps 0.05 and 0.0005; the thesis prints none. The ellipse keeps its size and turns."
# --- table 2.1
points=$(awk -F, 'NR > 1 { d = ($3 - $4) / $4; if (d < 0) d = -d; if (d > m) m = d } END { printf "%.2f", 100 * m }' "$out/table2_01.csv")
claim "2.10, table 2.1" "Points on the half-plane agree with Hairer's." "all six counts to $points percent" "$(true_if "$points < 0.2")" 0 \
  "With c = 0.75 and H = 2 instead of the printed c = 0.5 and p2 = 1.688 (\`galaxy.yaml\`). The orbit is weakly chaotic: p2 moved by 4e-5 changes the last row by up to 36 points."
# --- 2.11
claim 2.11 "RK4 loses energy over 80 000 steps of 0.4, Gauss does not." \
  "H from $(cell figure2_11 H_start run=g_rk4) to $(printf %.4f "$(cell figure2_11 H_end run=g_rk4)") with \`rk4\`; \`gauss6\` stays within $(short "$(change figure2_11 g_gauss6)"), relative" \
  "$(true_if "$(cell figure2_11 H_start run=g_rk4) - $(cell figure2_11 H_end run=g_rk4) > 0.1 && $(change figure2_11 g_gauss6) < 1e-4")" 0 ""
# --- 2.13 to 2.19
# loops: the azimuth turns back in every nutation
read -r low high nutations loops < <(awk -F, 'NR > 1 { psi = $2; theta = $3; if (NR == 2) low = high = theta; if (theta < low) low = theta; if (theta > high) high = theta }
  NR > 3 { if (b > a && b >= theta) nutations++; if (q < p && psi >= q) loops++ } { a = b; b = theta; p = q; q = psi }
  END { printf "%.4f %.4f %d %d\n", low, high, nutations, loops }' "$work/t_angles/state.csv")
claim "2.13, 2.14" "The top's centre of mass draws loops." "inclination between $low and $high rad, $nutations nutations in t = 10; in $loops of them the azimuth turns back" \
  "$(true_if "$loops > 0 && $nutations - $loops < 2 && $loops - $nutations < 2")" 0 "Moments of inertia are not printed: those of a cone."
h=$(results drift_H_relative t_quaternion) l=$(results drift_L_relative t_quaternion)
claim "2.15 to 2.17" "QUAT-EM keeps H and L3." "$(short "$h"), $(short "$l"), relative" "$(true_if "$h < $exact && $l < $exact")" 0 ""
h=$(results drift_H_relative t_director)
off=$(awk "BEGIN { d = ($(cell figure2_13_to_19 H_end run=t_director) - $(cell figure2_13_to_19 H_start run=t_director)) / $(cell figure2_13_to_19 H_start run=t_director); printf \"%.3g\", d < 0 ? -d : d }")
claim "2.18, 2.19" "RATTLE: the error of H is small." "at most $(short "$h"), $(short "$off") at the end, step 0.001, relative" "$(true_if "$h < 1e-6 && $off <= $h")" 0 ""
# --- 3.3
phi='$5'
midpoint=$(power figure3_03 '$2' "$phi" midpoint) sun=$(power figure3_03 '$2' "$phi" sun_geng) gauss=$(power figure3_03 '$2' "$phi" gauss6)
verlet=$(cells figure3_03 phi_max_scaled scheme=stoermer_verlet | largest)
claim 3.3 "With the multiplier inserted every symplectic method keeps the unit length \"upto second order only\"." \
  "order $(fixed "$midpoint") (\`midpoint\`), $(fixed "$sun") (\`sun_geng\`), $(fixed "$gauss") (\`gauss6\`); \`stoermer_verlet\` $(short "$verlet")" \
  "$(true_if "$midpoint < 2.5 && $sun < 2.5 && $gauss < 2.5 && $verlet > $exact")" 0 \
  "The error has the order of the method, and Verlet's rule keeps the length to rounding. Nothing draws the solution back."
# --- 3.5, 3.6
for figure in "3.5 c1_c2 c1-c2" "3.6 c1_c1 c1-c1"; do
  read -r n ends words <<<"$figure"
  g=$(results drift_H_relative "$ends.gauss6") m=$(results drift_H_relative "$ends.mG") phi=$(results phi_max "$ends.gauss6")
  claim $n "The energy of the chain is conserved, $words." "\`gauss6\` $(short "$g"), mG(2) with 6 points $(short "$m"), relative, 500 steps of 0.01; unit length $(short "$phi"), $(short "$(results phi_max "$ends.mG")")" \
    "$(true_if "$g < $exact && $m < $exact")" "$(true_if "$g < 1e-5 && $m < $exact")" \
    "\`gauss6\` to its order, mG(k) to rounding with 2k + 2 points.$([ "$ends" = c1_c2 ] && echo ' H less the work of the force, which the thesis counts as a potential.')"
done
# --- 3.7, 3.8
last=$(awk -F, 'NR > 1 { a = x; b = y; x = $2; y = $3 } END { printf "%.2f", log(y / b) / log(x / a) }' "$out/figure3_07.csv")
claim 3.7 "Computing time grows with the particles of a body; all pairs act on each other, so as their square." "instructions per step with the power $last between 48 and 96 particles, 6 discs$(ms figure3_07)" \
  "$(true_if "$last > 1.8 && $last < 2.2")" 0 ""
all=$(power figure3_08 '$1 - 1' '$3')
claim 3.8 "Computing time grows with the number of bodies; neighbours act on each other, so linearly." "instructions per step with the power $(fixed "$all") in the 3 to 63 discs that move, 12 particles$(ms figure3_08)" \
  "$(true_if "$all > 0.9 && $all < 1.1")" 0 ""
# --- 3.9
g=$(cells figure3_09 error scheme=gauss6 | largest) m=$(cells figure3_09 error scheme=mG | largest)
claim 3.9 "Quaternions remain unit for all bodies of the chain (8 discs of 8 particles)." "q.q - 1 over 1000 steps at most $(short "$g") with \`gauss6\`, $(short "$m") with mG(3)" "$(true_if "$g < $exact && $m < $exact")" "$(true_if "$g < 1e-8")" ""

# --- the page
{
  cat <<PAGE
# Chaurasia's thesis (IIT Kanpur 2012), chapters 2 and 3, computed

V. Chaurasia: On Hamiltonian dynamics of a chain of rigid bodies. Written by \`make thesis\` (\`scripts/thesis.sh\`) from \`$files/\`;
\`TABLE=1 make thesis\` counts table 2.1 anew, \`TIMES=1 make thesis\` measures figures 3.7 and 3.8 anew, on an idle machine.
The thesis prints curves, few numbers and no initial velocities of the chain. "To rounding" is below $exact, relative. A claim
*holds* as it stands, or *with a remark*; the conditions are those of \`scripts/thesis_claims.sh\`.

| figure | claim | measured | verdict | remark |
|---|---|---|---|---|
PAGE
  printf '%s\n' "${lines[@]}"
  echo
  echo "$(count "holds") claims hold, $(count "holds with a remark") with a remark, $(count "does not hold") do not. Tables: \`figure*.csv\`, \`table2_01.csv\`."
  cat <<'PAGE'

## Table 2.1

Points on y = 0, x > 0, y' > 0 up to t = 1e6 (`tests/slow/poincare.c`):

| method | step | points | Hairer | thesis | drift of H |
|---|---|---|---|---|---|
PAGE
  awk -F, 'NR > 1 { printf "| `%s` | %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5, $6 }' "$out/table2_01.csv"
  echo
  echo "## Chain of discs"
  echo
  echo "mG(3), step 0.01 (\`scripts/bench_discs.sh\`); the slope is that between neighbouring rows, in the number of discs that move."
  echo
  cat "$out/discs.md"
  echo
  echo "## Figures"
  while IFS=: read -r name text; do printf '\nFig. %s\n\n![%s](%s.png)\n' "$text" "$name" "$name"; done <<'FIGURES'
figure2_01:2.1. Energy of the oscillator.
figure2_02_to_05:2.2 to 2.5. Pendulum: phase plane and energy.
figure2_06_to_09:2.6 to 2.9. Orbits about a centre.
figure2_10:2.10. Orbit of a star: points on the half-plane.
figure2_11:2.11. Orbit of a star: energy.
figure2_13_to_19:2.13 to 2.19. Symmetric top.
figure3_03:3.3. Unit length over the step.
figure3_05_to_06:3.5, 3.6. Chain of tetrahedra: energy.
figure3_07_to_08:3.7, 3.8. Chain of discs: cost of a step.
figure3_09:3.9. Chain of discs: unit length.
FIGURES
} >"$out/README.md"
