"""Cuboids at chosen times of a run as gnuplot objects, in parallel projection."""
from math import cos, radians, sin

from measure import dot, rotation_matrix

TINTS = ((255, 190, 120), (120, 180, 255), (170, 220, 150))  # faces normal to the three body axes
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))


def projection(azimuth, elevation):
    """Unit vectors to the viewer, to the right and upwards; angles in degrees."""
    ca, sa, ce, se = cos(radians(azimuth)), sin(radians(azimuth)), cos(radians(elevation)), sin(radians(elevation))
    return (ce * ca, ce * sa, se), (-sa, ca, 0), (-se * ca, -se * sa, ce)


def faces(q, edges, view, origin):
    """Polygons of the faces that the viewer sees, shaded by their direction."""
    viewer, right, up = view
    axes = list(zip(*rotation_matrix(q)))
    for a in range(3):
        b, c = (a + 1) % 3, (a + 2) % 3
        for sign in (-1, 1):
            normal = [sign * x for x in axes[a]]
            if dot(normal, viewer) <= 0:
                continue
            light = 0.45 + 0.55 * (0.35 * dot(normal, viewer) + 0.65 * max(normal[2], 0))
            color = "#" + "".join(f"{int(light * tint):02x}" for tint in TINTS[a])
            path = []
            for x, y in CORNERS:
                corner = [(n * edges[a] + x * s * edges[b] + y * t * edges[c]) / 2 for n, s, t in zip(normal, axes[b], axes[c])]
                path.append(f"{origin[0] + dot(right, corner):.5g},{origin[1] + dot(up, corner):.5g}")
            yield f"set object polygon from {' to '.join(path)} fs solid 1.0 border lc rgb '#222222' fc rgb '{color}'"


def snapshots(state, body, edges, times, angles, grid=None, reach=0.0):
    """gnuplot commands that draw a body at the given times.

    grid: snapshots per row and their distances; without it all are drawn where the body is, and the labels beyond them by `reach`.
    """
    view = projection(*angles)
    rows = state.columns("t", *(f"{body}.{c}" for c in ("x", "y", "z", "q0", "q1", "q2", "q3")))
    for k, wanted in enumerate(times):
        for t, x, y, z, *q in rows:
            if abs(t - wanted) >= 1e-9:
                continue
            place = [dot(view[1], (x, y, z)), dot(view[2], (x, y, z))]
            if grid:
                offset = grid[1] * (k % grid[0]), -grid[2] * (k // grid[0])
                label = f"{offset[0]:.5g},{offset[1] - 0.52 * grid[2]:.5g} center"
            else:
                offset = 0, 0
                label = f"{place[0] * (1 + reach):.5g},{place[1] * (1 + reach):.5g} center front font ',10'"
            yield from faces(q, edges, view, [place[0] + offset[0], place[1] + offset[1]])
            yield f"set label 't = {wanted:g}' at {label}"
