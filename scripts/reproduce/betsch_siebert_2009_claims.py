"""The claims of Betsch and Siebert (2009), sections 5 and 6: statements, measurements and conditions (see claims.py)."""
from claims import Claim, Numbers
from measure import largest, log_slope

SCHEMES = ("quat_em", "quat_vi", "dir_em", "algo_c1")
FINEST = 3  # steps from which an order is fitted


def kept(run):
    """Drifts of H and L of a run."""
    return lambda r: {"H": r.result(run, "drift_H_relative"), "L": r.result(run, "drift_L_relative")}


def kept_at_every_step(r):
    """Largest drifts of quat_em on the top over all steps, and the steps."""
    rows = r.table("quat_em_steps").select(verdict="done")
    return {"H": largest([float(row["drift_H_relative"]) for row in rows]), "L": largest([float(row["drift_L_relative"]) for row in rows]),
            "largest": max(float(row["h"]) for row in rows), "least": min(float(row["h"]) for row in rows),
            "failed": Numbers(float(row["h"]) for row in r.table("quat_em_steps").rows if row["verdict"] != "done")}


def errors(r, name, column):
    """{scheme: [(h, error)]} of a table, decreasing steps."""
    return {scheme: sorted(((float(row["h"]), float(row[column])) for row in r.table(name).select(scheme=scheme, verdict="done")), reverse=True)
            for scheme in SCHEMES}


def orders(r):
    """Fitted orders of the four schemes on both examples."""
    def fit(name, column):
        return [log_slope(points[-FINEST:]) for points in errors(r, name, column).values()]
    body, top = fit("figure1_errors", "rotation"), fit("figure3_errors", "position")
    return {"body": body, "top": top, "off": largest([p - 2 for p in body + top])}


def best(r):
    """Least error of the other schemes over that of dir_em at each step: the smallest of all steps, of both examples."""
    def least(name, column):
        table = {scheme: dict(points) for scheme, points in errors(r, name, column).items()}
        return min(min(table[scheme].get(h, float("inf")) for scheme in SCHEMES if scheme != "dir_em") / e for h, e in table["dir_em"].items())
    return {"top": least("figure3_errors", "position"), "body": least("figure1_errors", "rotation"),
            "phase": least("figure3_errors", "rotation")}


def variational_steps(r):
    """The largest step with which quat_vi converges on the top, in steps of the table, and the smallest one with which it fails."""
    rows = r.table("quat_vi_steps").rows
    good = max(float(row["h"]) for row in rows if row["verdict"] == "done")
    bad = min(float(row["h"]) for row in rows if row["verdict"] != "done")
    return {"good": good, "bad": bad, "angle_good": 140.8663 * good, "angle_bad": 140.8663 * bad}  # |Omega_0| of the top


def equivariance(r):
    """Largest |G R(t) - R'(t)| at the end of runs in two coordinate frames, both examples."""
    t = r.table("equivariance")
    return {"body": t.cells("free_body"), "top": t.cells("steady_top"), "most": largest(t.cells("free_body"), t.cells("steady_top"))}


def compete(r):
    """Error of the quaternion and director schemes over that of algo_c1 at the finest step."""
    def ratio(name, column):
        e = {scheme: points[-1][1] for scheme, points in errors(r, name, column).items()}
        return [e[scheme] / e["algo_c1"] for scheme in SCHEMES[:3]]
    body, top = ratio("figure1_errors", "rotation"), ratio("figure3_errors", "position")
    return {"body": body, "top": top, "most": max(body + top)}


def paths(r):
    """Largest distance of the centre of mass from its circle over the length, of figures 4 and 5."""
    def off(name, run):
        return largest([float(row["z"]) - 0.0375 for row in r.table(name).select(run=run)]) / 0.075
    return {run: off(name, run) for name, run in (("figure4", "quat_em"), ("figure4", "dir_em"), ("figure5", "quat_vi"), ("figure5", "algo_c1"))}


CLAIMS = [
    Claim("1, left", "QUAT_EM conserves energy and angular momentum (free body, dt = 0.05).", kept("free_quat_em"),
          "relative drifts over 1 s: H {H:.1e}, L {L:.1e}", "max(H, L) < rounding"),
    Claim("1, 3, right", "The configuration errors of the four schemes decrease with order 2.", orders,
          "fitted orders over the three finest steps: free body {body:.2f}, top {top:.2f}", "off < 0.1"),
    Claim("3, left", "QUAT_EM conserves the energy and the vertical angular momentum \"independent of the step-size\".", kept_at_every_step,
          "steps from {least:g} to {largest:g}: H at most {H:.1e}, L at most {L:.1e}", "max(H, L) < rounding",
          remark="As far as Newton's method converges; it does not with dt = {failed:g}, a turn of more than ten radians in a step."),
    Claim("3, right", "\"DIR_EM exhibits the best performance for a prescribed step-size\" (top, centre of mass).", best,
          "the least error of the others is at least {top:.1f} times that of dir_em at every step", "top > 1",
          remark="Of the centre of mass on this top. For the whole rotation of the top, spin included, the ratio falls to {phase:.2f}, on the "
          "free body to {body:.2f}."),
    Claim("4, 5", "\"These results are further supported by\" the path of the centre of mass.", paths,
          "largest distance from the height of the circle, relative to the length: dir_em {dir_em:.1e}, quat_em {quat_em:.1e} (dt = 0.01), "
          "quat_vi {quat_vi:.1e}, algo_c1 {algo_c1:.1e} (dt = 0.007)", "dir_em < min(quat_em, quat_vi, algo_c1)"),
    Claim("5", "\"The step-size had to be reduced to 0.007 in order to reach convergence of the iterative solution procedure for QUAT_VI\".",
          variational_steps, "converges with dt = {good:g}, fails with {bad:g}", "0.007 <= good < bad <= 0.01",
          remark="The iteration is not the cause. About a fixed axis the scheme reads h Omega = sin(theta): it has no real solution beyond a "
          "turn of one radian in a step. On this top the limit lies between {angle_good:.2f} and {angle_bad:.2f}."),
    Claim("sect. 6", "\"All schemes employed are SO(3)-equivariant by design\": the results do not depend on the coordinate frame.", equivariance,
          "two runs, one with orientation and gravity turned: difference of the end orientations after turning back, free body {body:.1e}, "
          "top {top:.1e} (quat_em, quat_vi, dir_em, algo_c1)", "most < 1e-10"),
    Claim("sect. 6", "The quaternion-based and the director-based approach \"can compete with\" methods for the classical Euler equations.",
          compete, "error over that of algo_c1 at the finest step, quat_em, quat_vi, dir_em: free body {body:.2f}; top {top:.2f}",
          "most < 2", "most < 10",
          "All have order 2. The variational integrator is the least accurate on the free body, ALGO_C1 keeps the energy of the top only "
          "approximately."),
]
