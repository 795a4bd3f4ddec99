#!/usr/bin/env python3
"""Computes figures 2.1 to 3.9 and table 2.1 of Chaurasia (2012) with bin/rigel: plots, tables and README.md.

Table 2.1 and the times of figures 3.7 and 3.8 take minutes: the committed numbers are used unless you ask for new ones.

Environment: RIGEL (program, default bin/rigel), TABLE=1 (count the points of table 2.1), TIMES=1 (measure the discs)
"""
import os
import shutil
import subprocess

from chaurasia_2012_claims import CLAIMS
from claims import claims_section
from measure import ROUNDING, dot
from runs import ROOT, Reproduction, main, sets
from tables import Table, markdown, write_csv

PROBLEMS = "problems/published/iitk_chaurasia_2012"
CAPTIONS = {
    "figure2_01": "2.1. Energy of the oscillator.",
    "figure2_02_to_05": "2.2 to 2.5. Pendulum: phase plane and energy.",
    "figure2_06_to_09": "2.6 to 2.9. Orbits about a centre.",
    "figure2_10": "2.10. Orbit of a star: points on the half-plane.",
    "figure2_11": "2.11. Orbit of a star: energy.",
    "figure2_13_to_19": "2.13 to 2.19. Symmetric top.",
    "figure3_03": "3.3. Unit length over the step.",
    "figure3_05_to_06": "3.5, 3.6. Chain of tetrahedra: energy.",
    "figure3_07_to_08": "3.7, 3.8. Chain of discs: cost of a step.",
    "figure3_09": "3.9. Chain of discs: unit length.",
}


def run(r, name, problem, scheme, *settings):
    """A run with the given scheme."""
    r.run(name, problem, [f"method.scheme={scheme}", *settings])


def draw(r, name, size, *commands):
    """A plot as PNG only: the curves have too many points for vector graphics."""
    r.plot(name, size, *commands, kinds=("png",))


def energies(r, name, runs):
    """H minus the external work of each run: first, least, largest and last value, as out/name.csv."""
    rows = []
    for run_name in runs:
        table = r.invariants(run_name)
        H = [float(row["H"]) - float(row.get("W_ext", 0)) for row in table.rows]
        rows.append((run_name, *(f"{x:.10g}" for x in (H[0], min(H), max(H), H[-1]))))
    write_csv(r.out / f"{name}.csv", ("run", "H_start", "H_least", "H_most", "H_end"), rows)


def oscillator(r):
    """Figure 2.1."""
    schemes = ("euler_explicit", "symplectic_euler_a", "euler_implicit", "stoermer_verlet", "rk4", "gauss6")
    for scheme in schemes:
        run(r, f"h_{scheme}", "harmonic", scheme)
    energies(r, "figure2_01", [f"h_{scheme}" for scheme in schemes])
    draw(r, "figure2_01", "900,900", "set multiplot layout 3,2; unset key; set xlabel 't'; set ylabel 'H - H(0)'; set format y '%g'",
         *(f"set title '{s}' noenhanced; plot work.'h_{s}/invariants.csv' using 1:(column('H') - 2) every 10 with lines" for s in schemes))


def planar_pendulum(r):
    """Figures 2.2 to 2.5."""
    for scheme in ("radau3", "midpoint"):
        run(r, f"p_{scheme}", "pendulum", scheme)
    energies(r, "figure2_02_to_05", ("p_radau3", "p_midpoint"))
    draw(r, "figure2_02_to_05", "900,800", "set multiplot layout 2,2; unset key", "set xlabel 'q'; set ylabel 'p'",
         "set title 'fig. 2.2: radau3'; plot work.'p_radau3/state.csv' using 2:3 with dots lw 2",
         "set title 'fig. 2.3: midpoint'; plot work.'p_midpoint/state.csv' using 2:3 with dots lw 2", "set xlabel 't'; set ylabel 'H'",
         "set title 'fig. 2.4: radau3'; plot work.'p_radau3/invariants.csv' using 't':'H' with lines",
         "set title 'fig. 2.5: midpoint'; plot work.'p_midpoint/invariants.csv' using 't':'H' with lines")


def orbits(r):
    """Figures 2.6 to 2.9."""
    schemes = ("euler_explicit", "symplectic_euler_a", "stoermer_verlet", "gauss6")
    for scheme in schemes:
        run(r, f"k_{scheme}", "kepler", scheme, *(("time.step=0.0005", "output.every=20") if scheme == "euler_explicit" else ()))
    energies(r, "figure2_06_to_09", [f"k_{scheme}" for scheme in schemes])
    panels = (f"set title 'fig. 2.{n}: {s}' noenhanced; plot work.'k_{s}/state.csv' using 2:3 with lines, cos(t) - 0.6, 0.8*sin(t) "
              "with lines dt 2 lc rgb 'black'" for n, s in enumerate(schemes, 6))
    draw(r, "figure2_06_to_09", "900,900",
         "set multiplot layout 2,2; unset key; set size ratio -1; set parametric; set trange [0:2*pi]; set samples 400", *panels)


def galaxy(r):
    """Table 2.1, figures 2.10 and 2.11."""
    if os.environ.get("TABLE") or not (r.out / "table2_01.csv").exists():
        subprocess.run(["make", "-s", "build/tests/slow/poincare"], check=True)
        subprocess.run(["build/tests/slow/poincare", r.out / "table2_01.csv"], check=True, env=r.environment)
        subprocess.run(["build/tests/slow/poincare", "0", r.work / "points.csv"], check=True, env=r.environment)
        draw(r, "figure2_10", "900,450", "set multiplot layout 1,2; unset key; set title \"points on y = 0, x > 0, y' > 0\" noenhanced",
             "set xlabel 'x'; set ylabel \"x'\"; plot work.'points.csv' using 1:2 every ::1 with dots lw 2",
             "set xlabel 'z'; set ylabel \"z'\"; plot work.'points.csv' using 3:4 every ::1 with dots lw 2")
    for scheme in ("rk4", "gauss6"):
        run(r, f"g_{scheme}", "galaxy", scheme, "output.every=200")
    energies(r, "figure2_11", ("g_rk4", "g_gauss6"))
    curves = (f"work.'g_{s}/invariants.csv' using 't':'H' with lines title '{s}'" for s in ("rk4", "gauss6"))
    draw(r, "figure2_11", "700,400", "set xlabel 't'; set ylabel 'H'; set title 'fig. 2.11: h = 0.4'", "plot " + ", ".join(curves))


def top(r):
    """Figures 2.13 to 2.19: the top in Euler angles, as a quaternion, as a rotation matrix."""
    run(r, "t_angles", "top", "gauss6")
    run(r, "t_quaternion", "top_quaternion", "quat_em")
    run(r, "t_director", "top_director", "rattle", "output.every=5")
    energies(r, "figure2_13_to_19", ("t_angles", "t_quaternion", "t_director"))
    state = "work.'t_quaternion/state.csv' using 1:"
    axis = {"x": "2*l*($6*$8+$5*$7)", "y": "2*l*($7*$8-$5*$6)", "z": "l*($5**2-$6**2-$7**2+$8**2)"}

    def energy_change(run_name):
        return (f"stats work.'{run_name}/invariants.csv' using 4 every ::1::1 nooutput\n"
                f"plot work.'{run_name}/invariants.csv' using 1:($4-STATS_min) every ::1 with lines")
    draw(r, "figure2_13_to_19", "1000,1200", "set multiplot layout 4,2; unset key; l = 1.33",
         "set title 'fig. 2.13: Euler angles, gauss6'; set xlabel 'x'; set ylabel 'y'",
         "splot work.'t_angles/state.csv' using (l*sin($3)*cos($2)):(l*sin($3)*sin($2)):(l*cos($3)) every ::1 with lines",
         "set title 'fig. 2.14'", "plot work.'t_angles/state.csv' using (l*sin($3)*cos($2)):(l*sin($3)*sin($2)) every ::1 with lines",
         "set key; set xlabel 't'; set ylabel ''; set title 'fig. 2.15: quaternion, quat_em' noenhanced",
         "plot " + ", ".join(f"{state}({formula}) every ::1 with lines title '{name}'" for name, formula in axis.items()),
         "set title 'fig. 2.16: angular momentum'",
         "plot for [i=1:3] work.'t_quaternion/invariants.csv' using 't':sprintf('L%d', i) with lines title sprintf('L%d', i)",
         "unset key; set title 'fig. 2.17: H - H(0)'; set format y '%.1e'", energy_change("t_quaternion"),
         "set title 'fig. 2.18: rotation matrix, rattle, z'; set format y '%g'",
         "plot work.'t_director/state.csv' using 1:(l*$13) every ::1 with lines",
         "set title 'fig. 2.19: H - H(0)'; set format y '%.1e'", energy_change("t_director"))


def unit_length(r):
    """Figure 3.3: violation of the unit length over the step."""
    r.rigel("study", "conservation", r.problem("top_quaternion"), *sets(["time.end=0.5"]),
            "--schemes", "midpoint,stoermer_verlet,sun_geng,gauss6", "--steps", "0.004,0.002,0.001,0.0005", "-o", r.work / "unit")
    columns = ("scheme", "step", "drift_H_relative", "drift_L_relative", "phi_max_scaled", "psi_max_scaled")
    write_csv(r.out / "figure3_03.csv", columns, [[row[name] for name in columns] for row in Table(r.work / "unit/conservation.csv").rows])
    shutil.copy(r.work / "unit/phi_max_scaled.png", r.out / "figure3_03.png")


def tetrahedra(r):
    """Figures 3.5 and 3.6: energy of the chain of tetrahedra."""
    commands = ["set multiplot layout 2,2; set key outside bottom center horizontal; set xlabel 'steps'; set format y '%g'"]
    for n, ends in ((5, "c1_c2"), (6, "c1_c1")):
        run(r, f"{ends}.gauss6", f"chain_{ends}", "gauss6", "method.degree=1")
        run(r, f"{ends}.mG", f"chain_{ends}", "mG")
        energies(r, f"figure3_0{n}", (f"{ends}.gauss6", f"{ends}.mG"))
        x = "using (column('t')*100)"
        commands += [
            f"set title 'fig. 3.{n}: {ends.replace('_', '-')}, gauss6'; set ylabel 'energy'", f"f = work.'{ends}.gauss6/invariants.csv'",
            f"plot f {x}:'T' with lines title 'T', f {x}:'V' with lines title 'V', "
            f"f {x}:(column('T')+column('V')-column('W_ext')) with lines lw 2 title 'H - W'",
            f"set title 'fig. 3.{n}: change of H - W'; set ylabel ''; set format y '%.0e'",
            "stats f using (column('H')) every ::0::0 nooutput; H0 = STATS_min",
            f"plot f {x}:(column('H')-column('W_ext')-H0) with lines title 'gauss6', "
            f"work.'{ends}.mG/invariants.csv' {x}:(column('H')-column('W_ext')-H0) with lines title 'mG(2)'", "set format y '%g'"]
    draw(r, "figure3_05_to_06", "1000,800", *commands)


def disc_costs(r):
    """Figures 3.7 and 3.8: cost of a step of the chain of discs."""
    if os.environ.get("TIMES") or not (r.out / "figure3_07.csv").exists():
        subprocess.run([ROOT / "scripts/bench_discs.sh", r.out], check=True)
    draw(r, "figure3_07_to_08", "900,400",
         "set multiplot layout 1,2; set logscale xy; set key top left; set datafile missing '-'; set ylabel 'per step'",
         "set title 'fig. 3.7: 6 discs'; set xlabel 'particles of a disc'",
         "plot out.'figure3_07.csv' using 2:3 with linespoints title 'million instructions', '' using 2:4 with linespoints title 'ms', "
         "x**2/20 with lines dt 2 lc rgb 'black' title 'quadratic'",
         "set title 'fig. 3.8: discs of 12 particles'; set xlabel 'discs that move'",
         "plot out.'figure3_08.csv' using ($1-1):3 with linespoints title 'million instructions', '' using ($1-1):4 with linespoints "
         "title 'ms', 2*x with lines dt 2 lc rgb 'black' title 'linear'")


def disc_lengths(r):
    """Figure 3.9: unit length of the quaternions of seven discs."""
    rows, commands = [], ["set multiplot layout 1,2; set xlabel 't'; set ylabel 'q.q - 1'; set format y '%.1e'; set key outside"]
    for scheme, degree, title in (("gauss6", 1, "gauss6"), ("mG", 3, "mG(3)")):
        run(r, f"discs.{scheme}", "discs_8_8", scheme, f"method.degree={degree}", "time.end=10")
        state = r.state(f"discs.{scheme}")
        for disc in range(1, 8):
            error = max(abs(dot(q, q) - 1) for q in state.columns(*(f"disc{disc}.q{i}" for i in range(4))))
            rows.append((scheme, disc, f"{error:.3g}"))
        square = "+".join(f"column(sprintf('disc%d.q{i}',b))**2" for i in range(4))
        commands += [f"set title 'fig. 3.9: {title}'", f"plot for [b=1:7] work.'discs.{scheme}/state.csv' using 1:({square}-1) "
                     "every 10 with lines title sprintf('disc %d', b)"]
    write_csv(r.out / "figure3_09.csv", ("scheme", "disc", "error"), rows)
    draw(r, "figure3_09", "1100,400", *commands)


def write_page(r):
    """README.md with the verdict on every claim."""
    table, count = claims_section(CLAIMS, r)
    points = [[f"`{cells[0]}`", *cells[1:]] for cells in (list(row.values()) for row in r.table("table2_01").rows)]
    figures = "\n".join(f"\nFig. {text}\n\n![{name}]({name}.png)" for name, text in CAPTIONS.items())
    r.write_page("chaurasia_2012.md.in", problems=PROBLEMS, rounding=f"{ROUNDING:g}", claims=table, count=count,
                 points=markdown(("method", "step", "points", "Hairer", "thesis", "drift of H"), points),
                 discs=(r.out / "discs.md").read_text(encoding="utf-8").strip("\n"), figures=figures)
    print(f"written {r.out}")


def reproduce(work, out):
    """All figures, then the page."""
    r = Reproduction(out, work, PROBLEMS)
    for part in (oscillator, planar_pendulum, orbits, galaxy, top, unit_length, tetrahedra, disc_costs, disc_lengths, write_page):
        part(r)


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/iitk_chaurasia_2012"))
