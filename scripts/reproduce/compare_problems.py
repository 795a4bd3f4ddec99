"""The problems of compare.py: steps, settings about a fixed point, remarks."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Comparison:
    """One problem of the comparison."""
    name: str
    steps: tuple       # the last one is halved further where no order shows
    fixed: tuple = ()  # settings of the form about a fixed point
    remark: str = ""

    @property
    def common(self):
        """The step at which drifts and errors are compared."""
        return self.steps[3]

    @property
    def title(self):
        """The name in words."""
        return self.name.replace("_", " ")


PROBLEMS = [
    Comparison("spinning_box", ("0.2", "0.1", "0.05", "0.025", "0.0125", "0.00625"), remark="""\
Symplectic Euler has order 1, but not in the rotation of a free body: the first term of its error is that of the energy h/2 H_q.H_p, \
which is a multiple of q.p, and the flow of q.p changes the length of q and p alone. The order is 1 in the column Phi, and 1 where \
gravity acts, as on the pendulum."""),
    Comparison("free_body", ("0.02", "0.01", "0.005", "0.0025", "0.00125", "0.000625")),
    Comparison("steady_top", ("0.008", "0.004", "0.002", "0.001", "0.0005", "0.00025"), remark="""\
The spin is 140 rad/s: methods of order 1 are out of phase even with half a million steps, and show no order."""),
    Comparison("heavy_top", ("0.008", "0.004", "0.002", "0.001", "0.0005", "0.00025"),
               ("bodies.0.translation=fixed", "joints=", "bodies.0.position=", "bodies.0.velocity=", "reference.position=",
                "bodies.0.center_of_mass=[0,1,0]", "bodies.0.inertia=[15.234375,0.46875,15.234375]"), """\
With 150 rad/s the top turns by 0.15 rad in a common step; errors near 2.8 mean that the spin is lost, by Euler's two methods even \
with a million steps."""),
    Comparison("physical_pendulum", ("0.2", "0.1", "0.05", "0.025", "0.0125", "0.00625"),
               ("bodies.0.translation=fixed", "joints=", "bodies.0.position=", "reference.position=", "bodies.0.center_of_mass=[0,5,0]",
                "bodies.0.density=", "bodies.0.shape=", "bodies.0.mass=100",
                "bodies.0.inertia=[3341.6666666666667,16.666666666666667,3341.6666666666667]"), """\
It falls from the horizontal, so that omega^2 = 2 g' cos(phi): the leading errors of the angle cancel in `predictor_corrector` and \
`velocity_dae`, which have order 2 elsewhere."""),
]
