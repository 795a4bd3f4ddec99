"""Statistics of measured numbers: extreme values, orders of convergence, geometry of a rotation."""
from math import log

ROUNDING = 1e-12  # relative deviations below this bound count as rounding errors


def largest(*groups):
    """max |x| over all numbers of the groups."""
    return max(abs(x) for group in groups for x in group)


def relative_change(first, least, most):
    """max |H - H(0)| / |H(0)| from the extreme values of H."""
    return max(first - least, most - first) / abs(first)


def log_slope(points):
    """Slope of log y over log x by least squares."""
    pairs = [(log(x), log(y)) for x, y in points]
    n = len(pairs)
    sx, sy = sum(x for x, _ in pairs), sum(y for _, y in pairs)
    sxx, sxy = sum(x * x for x, _ in pairs), sum(x * y for x, y in pairs)
    return (n * sxy - sx * sy) / (n * sxx - sx * sx)


def between(value, low, high):
    """low < value < high for a number, or for every number of a list."""
    return all(low < x < high for x in value) if isinstance(value, list) else low < value < high


def rotation_matrix(q):
    """R(q) of a quaternion (q0, q1, q2, q3), homogeneous of degree 2: R^T R = |q|^4 I."""
    a, b, c, d = q
    return [[a*a + b*b - c*c - d*d, 2*(b*c - a*d), 2*(b*d + a*c)],
            [2*(b*c + a*d), a*a - b*b + c*c - d*d, 2*(c*d - a*b)],
            [2*(b*d - a*c), 2*(c*d + a*b), a*a - b*b - c*c + d*d]]


def dot(u, v):
    """u . v."""
    return sum(x * y for x, y in zip(u, v))
