"""Cuboids at chosen times of a run, in parallel projection."""
from math import cos, radians, sin

from measure import dot, rotation_matrix
from runs import rigel_plot

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
                path.append((origin[0] + dot(right, corner), origin[1] + dot(up, corner)))
            yield path, color


class Snapshots:
    """A figure of bodies at chosen times: `width` and `height` in mm, limits of the plane of projection."""

    def __init__(self, width, height, x, y):
        self.sheet = rigel_plot.Sheet(1, width, height=height)
        self.axes = self.sheet[0]
        self.axes.axis("off")
        self.axes.set_aspect("equal")
        self.axes.set_xlim(*x)
        self.axes.set_ylim(*y)

    def draw(self, state, body, edges, times, angles, grid=None, reach=0.0):
        """Draws a body at the given times, each named.

        grid: snapshots per row and their distances; without it all are drawn where the body is, and the labels beyond them by `reach`.
        """
        view = projection(*angles)
        rows = state.columns("t", *(f"{body}.{c}" for c in ("x", "y", "z", "q0", "q1", "q2", "q3")))
        for k, wanted in enumerate(times):
            for t, x, y, z, *q in rows:
                if abs(t - wanted) >= 1e-9:
                    continue
                place = [dot(view[1], (x, y, z)), dot(view[2], (x, y, z))]
                offset = (grid[1] * (k % grid[0]), -grid[2] * (k // grid[0])) if grid else (0, 0)
                label = (offset[0], offset[1] - 0.48 * grid[2]) if grid else (place[0] * (1 + reach), place[1] * (1 + reach))
                for path, color in faces(q, edges, view, [place[0] + offset[0], place[1] + offset[1]]):
                    self.axes.fill(*zip(*path), facecolor=color, edgecolor="#222222", linewidth=0.5, joinstyle="round", zorder=2)
                self.axes.text(*label, f"$t = {wanted:g}$", ha="center", va="center", zorder=3)

    def pivot(self, x, y):
        """Marks a fixed point."""
        self.axes.plot([x], [y], "o", color="black", markersize=4, zorder=4)
