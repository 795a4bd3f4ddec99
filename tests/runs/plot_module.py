"""Tests of rigel_plot.py: style, escaping, thinning, selection of columns, labels, identical files. usage: plot_module.py FOLDER"""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "src/python"))
import rigel_plot as plot  # noqa: E402

WORK = Path(sys.argv.pop())


def write(name, **tables):
    """A folder of tables, each a text."""
    folder = WORK / name
    folder.mkdir(exist_ok=True)
    for table, text in tables.items():
        (folder / f"{table}.csv").write_text(text, encoding="utf-8")
    return folder


def luminance(color):
    """Relative luminance of a colour #rrggbb."""
    parts = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def width_mm(path):
    """The width of an SVG file in mm."""
    return float(re.search(r'<svg[^>]*?\bwidth="([\d.]+)pt"', path.read_text())[1]) * 25.4 / 72


class Style(unittest.TestCase):
    def test_colors_differ_and_show_on_white(self):
        self.assertEqual(len(set(plot.COLORS)), 7)
        for color in plot.COLORS:
            self.assertGreater(1.05 / (luminance(color) + 0.05), 1.9, color)

    def test_degree_is_color_and_formulation_is_marker(self):
        self.assertEqual([plot.degree_color(k) for k in (1, "2", 3)], [plot.BLUE, plot.RED, plot.GREEN])
        self.assertEqual(plot.degree_color(1), plot.degree_color(8))
        self.assertEqual(plot.degree_color("none"), plot.BLACK)
        self.assertNotEqual(plot.formulation_marker("quaternion"), plot.formulation_marker("director"))

    def test_widths(self):
        for width in plot.WIDTHS:
            sheet = plot.Sheet(1, width)
            sheet.save(WORK / "width.svg")
            self.assertAlmostEqual(width_mm(WORK / "width.svg"), width, places=1)
        with self.assertRaises(plot.BadInput):
            plot.Sheet(1, 100)

    def test_the_same_data_give_the_same_file(self):
        for kind in plot.FORMATS:
            files = []
            for n in (1, 2):
                sheet = plot.Sheet(2)
                plot.curve(sheet[0], [0, 1, 2], [0, 1, 4], label="$x$")
                plot.curve(sheet[1], [0, 1, 2], [1, 2, 4], marker="o", label="a")
                sheet.legend_below()
                sheet.save(WORK / f"same{n}.{kind}")
                files.append((WORK / f"same{n}.{kind}").read_bytes())
            self.assertEqual(*files, kind)
            self.assertNotIn(b"Date", files[0])

    def test_save_replaces_a_link_and_rejects_other_endings(self):
        (WORK / "precious").write_text("kept")
        link = WORK / "link.svg"
        link.symlink_to(WORK / "precious")
        plot.Sheet(1, 84).save(link)
        self.assertEqual((WORK / "precious").read_text(), "kept")
        self.assertFalse(link.is_symlink())
        with self.assertRaises(plot.BadInput):
            plot.Sheet(1, 84).save(WORK / "a.gif")
        self.assertEqual([p.name for p in WORK.glob(".*.part")], [])


class Text(unittest.TestCase):
    def drawn(self, text):
        """The text that matplotlib draws of plain(text), as it lays it out; fails if it takes it for mathematics."""
        from matplotlib import cbook
        escaped = plot.plain(text)
        self.assertFalse(cbook.is_math_text(escaped), text)
        return escaped.replace(r"\$", "$")

    def test_hostile_names_stay_text(self):
        for text in ("$x$", "$", "$$", r"\frac{1}{0}", r"a\$b$", r"$\undefined$", "$(id)", "`id`", "a^b_c", "%s", "</svg>"):
            self.assertEqual(self.drawn(text), text)

    def test_control_characters_and_length(self):
        self.assertEqual(plot.plain("a\nb\x1b[31m\u202e"), "a b [31m ")
        self.assertEqual(len(plot.plain("x" * 1000)), plot.LABEL_MOST)

    def test_hostile_labels_are_drawn(self):
        sheet = plot.Sheet(1, 84)
        for text in ("$x", r"\frac{", "$\\alpha$", "&<>\"'"):
            plot.curve(sheet[0], [0, 1], [0, 1], label=plot.plain(text) + ", $k = 1$")
        sheet.label(0, plot.plain("$a"), plot.plain("b$\\"))
        sheet.legend(0)
        sheet.save(WORK / "hostile.svg")
        self.assertGreater((WORK / "hostile.svg").stat().st_size, 5000)

    def test_symbols(self):
        self.assertEqual(plot.column_symbol("box.q0"), ("box", "$q_0$", ""))
        self.assertEqual(plot.column_symbol("a.b.d1x"), ("a.b", "$d_{1x}$", ""))
        self.assertEqual(plot.column_symbol("L3"), ("", "$L_3$", "action"))
        self.assertEqual(plot.column_symbol("j$.gamma12"), (r"j\$", r"$\gamma_{12}$", ""))
        self.assertEqual(plot.column_symbol("$odd"), ("", r"\$odd", ""))
        self.assertEqual(plot.with_unit("$H$", "energy", True), "$H$ (J)")
        self.assertEqual(plot.with_unit("$H$", "energy", False), "$H$")


class Numbers(unittest.TestCase):
    def test_thin_keeps_extreme_values_and_ends(self):
        x = list(range(100000))
        y = [0.0] * len(x)
        y[41234], y[7] = 5.0, -3.0
        tx, ty = plot.thin(x, y)
        self.assertLessEqual(len(tx), plot.POINTS_MOST + 4)
        self.assertEqual((max(ty), min(ty), tx[0], tx[-1]), (5.0, -3.0, 0, 99999))
        self.assertEqual(tx[ty.index(5.0)], 41234)
        self.assertEqual(plot.thin([1, 2], [3, 4]), ([1, 2], [3, 4]))

    def test_what_cannot_be_drawn_is_nan(self):
        self.assertEqual([v == v for v in plot.finite([1.0, float("inf"), float("nan"), 1e305])], [True, False, False, False])
        self.assertEqual(plot.positive([-2.0])[0], 2.0)
        self.assertNotEqual(*plot.positive([0.0]) * 2)


class Folders(unittest.TestCase):
    STATE = "t,a.x,a.y,a.q0,b.x\n0,0,0,1,0\n1,1,0,0.5,2\n2,4,0,0.25,8\n"

    def test_select(self):
        run = plot.Run(plot.Folder(write("run", state=self.STATE, newton="element,t,iterations\n1,1,3\n2,2,4\n")))
        (panel,) = run.select(["*.x"])
        self.assertEqual([c.y for c in panel.curves], [[0, 1, 4], [0, 2, 8]])
        self.assertEqual([c.label for c in panel.curves], ["a", "b"])
        self.assertEqual(panel.ylabel, "$x$")
        (panel,) = run.select(["iterations"])
        self.assertEqual((panel.curves[0].x, panel.curves[0].y), ([1, 2], [3, 4]))
        self.assertEqual([c.label for p in run.select(["position"]) for c in p.curves], ["$x$", "$x$"])  # y does not move
        with self.assertRaisesRegex(plot.BadInput, r"unknown quantity a\.xx; did you mean a\.x"):
            run.select(["a.xx"])
        with self.assertRaisesRegex(plot.BadInput, "controls: the run has no such quantity"):
            run.select(["controls"])

    def test_six_curves_a_panel(self):
        names = [f"b{i}.x" for i in range(20)]
        text = "\n".join([",".join(["t", *names]), *(",".join(str(r * (i + 1)) for i in range(21)) for r in range(3))]) + "\n"
        panels = plot.Run(plot.Folder(write("many", state=text))).select(["*.x"])
        self.assertEqual([len(p.curves) for p in panels], [6, 6, 6, 2])

    def test_drift_is_without_work(self):
        text = "t,T,V,H,dH,W_ext,W_diss\n0,1,1,2,0,0,0\n1,3,1,4,2,2.5,0.5\n"
        (panel,) = plot.Run(plot.Folder(write("work", invariants=text))).select(["drift"])
        self.assertEqual(panel.curves[0].y, [0, 0])  # H - W_ext + W_diss - H(0)

    def test_bad_tables(self):
        with self.assertRaisesRegex(plot.BadInput, r"short/state.csv:3: found 1 cells, expected 2"):
            plot.Run(plot.Folder(write("short", state="t,x\n0,1\n1\n"))).select(["x"])
        with self.assertRaisesRegex(plot.BadInput, r"column x: found 'one', expected a number"):
            plot.Run(plot.Folder(write("word", state="t,x\n0,one\n"))).select(["x"])
        with self.assertRaisesRegex(plot.BadInput, "found no tables"):
            plot.Folder(write("empty"))
        with self.assertRaisesRegex(plot.BadInput, "found no folder"):
            plot.Folder(WORK / "nowhere")

    def study(self, name, rows):
        folder = write(name, convergence="degree+gauss,formulation,kinetic,step,h,e_loc,order_e_loc,cpu_seconds,verdict,message\n" + rows)
        (folder / "study.yaml").write_text("name: x\n")
        return plot.Study(plot.Folder(folder))

    def test_series_of_a_study(self):
        rows = "".join(f"{k}+{k + 1},{f},unit,{h},{h},{h ** k},nan,{1 / h},done,\n" for k in (1, 2) for f in ("quaternion", "director") for h in (0.1, 0.2))
        study = self.study("study", rows + "1+2,director,unit,0.4,0.4,9,nan,1,not converged,x\n")
        styles = study.styles(list(study.series))
        self.assertEqual(len(styles), 4)
        style, label = styles["2+3", "director", "unit"]
        self.assertEqual((style["color"], style["marker"], label), (plot.RED, "s", "$k = 2$, director"))
        self.assertEqual([float(r["h"]) for r in study.series["1+2", "director", "unit"]], [0.1, 0.2])  # failed rows have no point
        self.assertEqual(study.measures(), ["e_loc", "work"])
        study.figure(["e_loc", "work"]).save(WORK / "study.svg")

    def test_more_than_six_series_are_split(self):
        rows = "".join(f"{k}+{k},{f},{c},{h},{h},{h ** k},nan,{1 / h},done,\n" for k in (1, 2, 3) for f in ("quaternion", "director")
                       for c in ("unit", "scalable") for h in (0.1, 0.2))
        by, groups = self.study("split", rows).split()
        self.assertEqual(len(by), 1)
        self.assertEqual([len(keys) for _, keys in groups], [6, 6])
        self.assertEqual(len({key for _, keys in groups for key in keys}), 12)


if __name__ == "__main__":
    unittest.main()
