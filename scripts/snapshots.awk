# Draws a cuboid at chosen times of a run as gnuplot objects, in parallel projection.
#
#   awk -F, -v body=box -v edges='5 2 1' -v times='0 0.5 1' -v view='-60 20' -v grid='4 6.5 6.5' -f scripts/snapshots.awk state.csv
#
# view: azimuth and elevation of the viewer in degrees; grid: snapshots per row and their distances, '' draws all in one place.
# Only faces turned to the viewer are drawn, shaded by their direction; later snapshots cover earlier ones.
BEGIN {
  n = split(times, T, " "); split(edges, E, " "); split(view, V, " "); one = split(grid, G, " ") == 0
  deg = atan2(0, -1) / 180; ca = cos(V[1] * deg); sa = sin(V[1] * deg); ce = cos(V[2] * deg); se = sin(V[2] * deg)
  D[1] = ce * ca; D[2] = ce * sa; D[3] = se           # to the viewer
  RT[1] = -sa; RT[2] = ca; RT[3] = 0                  # right
  UP[1] = -se * ca; UP[2] = -se * sa; UP[3] = ce      # up
}
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{ for (k = 1; k <= n; k++) if ($1 > T[k] - 1e-9 && $1 < T[k] + 1e-9) draw(k) }

function dot(u, v) { return u[1] * v[1] + u[2] * v[2] + u[3] * v[3] }

function draw(k,   q0, q1, q2, q3, R, a, b, c, s, u, v, w, i, x, y, light, color, ox, oy, corner, cx, cy) {
  q0 = $at[body ".q0"]; q1 = $at[body ".q1"]; q2 = $at[body ".q2"]; q3 = $at[body ".q3"]
  R[1,1] = q0*q0 + q1*q1 - q2*q2 - q3*q3; R[1,2] = 2*(q1*q2 - q0*q3); R[1,3] = 2*(q1*q3 + q0*q2)
  R[2,1] = 2*(q1*q2 + q0*q3); R[2,2] = q0*q0 - q1*q1 + q2*q2 - q3*q3; R[2,3] = 2*(q2*q3 - q0*q1)
  R[3,1] = 2*(q1*q3 - q0*q2); R[3,2] = 2*(q2*q3 + q0*q1); R[3,3] = q0*q0 - q1*q1 - q2*q2 + q3*q3
  u[1] = $at[body ".x"]; u[2] = $at[body ".y"]; u[3] = $at[body ".z"]
  cx = dot(RT, u); cy = dot(UP, u)
  if (!one) { ox = G[2] * ((k - 1) % G[1]); oy = -G[3] * int((k - 1) / G[1]) }
  for (a = 1; a <= 3; a++) for (s = -1; s <= 1; s += 2) {
    b = a % 3 + 1; c = b % 3 + 1
    for (i = 1; i <= 3; i++) w[i] = s * R[i,a]
    if (dot(w, D) <= 0) continue
    light = 0.45 + 0.55 * (0.35 * dot(w, D) + (w[3] > 0 ? 0.65 * w[3] : 0))
    color = sprintf("#%02x%02x%02x", light * TINT(a, 1), light * TINT(a, 2), light * TINT(a, 3))
    corner = ""
    for (j = 0; j <= 4; j++) {
      x = (j % 4 == 0 || j % 4 == 3) ? -1 : 1; y = (j % 4 < 2) ? -1 : 1
      for (i = 1; i <= 3; i++) v[i] = (s * R[i,a] * E[a] + x * R[i,b] * E[b] + y * R[i,c] * E[c]) / 2
      corner = corner sprintf("%s%.5g,%.5g", j ? " to " : "", ox + cx + dot(RT, v), oy + cy + dot(UP, v))
    }
    printf "set object polygon from %s fs solid 1.0 border lc rgb '#222222' fc rgb '%s'\n", corner, color
  }
  if (one) printf "set label 't = %g' at %.5g,%.5g center front font ',10'\n", T[k], cx * (1 + reach), cy * (1 + reach)
  else printf "set label 't = %g' at %.5g,%.5g center\n", T[k], ox, oy - 0.52 * G[3]
}

function TINT(a, i) { return substr("255190120 120180255 170220150", 10 * (a - 1) + 3 * (i - 1) + 1, 3) + 0 }
