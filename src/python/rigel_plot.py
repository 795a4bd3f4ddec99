"""Plots in one style: the figures of `rigel plot` and `rigel study`, and the parts from which other figures are drawn.

It needs matplotlib (Debian: python3-matplotlib), neither the library nor rigel.py. Every figure is 84 or 174 mm wide. Colour means the
degree, the marker means the formulation, and a panel has at most six series. Titles are left to the caption. The same data give the
same file, byte by byte.

    import rigel_plot
    sheet = rigel_plot.Sheet(1, width=84)
    rigel_plot.curve(sheet[0], [0, 1, 2], [0, 1, 4], label="$x$", color=rigel_plot.degree_color(2))
    sheet.label(0, "$t$", "$x$")
    sheet.save("parabola.svg")

From the shell: python3 -m rigel_plot DIR [QUANTITY...] --output FILE
"""
import argparse
import csv
import difflib
import fnmatch
import itertools
import math
import os
import re
import sys
from collections import namedtuple
from pathlib import Path

WIDTHS = (84, 174)   # mm: one and two columns of a journal
SERIES_MOST = 6      # of a panel
PANELS_MOST = 12     # of a figure
POINTS_MOST = 1500   # of a drawn curve
FORMATS = ("svg", "pdf", "png")
HUGE = 1e300         # numbers beyond are not drawn
LABEL_MOST = 40      # characters of a name
LETTERS = "abcdefghijklmnopqrstuvwxyz"

# Okabe and Ito's colours, which colour-blind readers can tell apart, without yellow
BLUE, RED, GREEN, PURPLE, ORANGE, SKY, BLACK = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"
GREY = "#8A8A8A"
COLORS = (BLUE, RED, GREEN, PURPLE, ORANGE, SKY, BLACK)
DASHES = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (5, 1.5, 1.2, 1.5)), (0, (8, 2)), (0, (2.5, 1.2)))
MARKERS = ("o", "s", "^", "D", "v", "X")
FORMULATION_MARKERS = {"quaternion": "o", "director": "s", "particle": "^", "hamiltonian": "D"}

STYLE = {
    "font.family": ["STIXGeneral", "DejaVu Sans"], "mathtext.fontset": "stix", "font.size": 8, "axes.labelsize": 8, "legend.fontsize": 7.5,
    "xtick.labelsize": 7.5, "ytick.labelsize": 7.5, "axes.linewidth": 0.6, "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": "#E4E4E4", "grid.linewidth": 0.5, "xtick.major.width": 0.6, "ytick.major.width": 0.6,
    "xtick.minor.width": 0.4, "ytick.minor.width": 0.4, "xtick.major.size": 3, "ytick.major.size": 3, "xtick.minor.size": 1.8,
    "ytick.minor.size": 1.8, "lines.linewidth": 1.1, "lines.markersize": 3.6, "lines.markeredgewidth": 0.9, "lines.dash_capstyle": "butt",
    "axes.formatter.use_mathtext": True, "axes.formatter.limits": (-3, 4), "axes.xmargin": 0.02, "axes.ymargin": 0.08,
    "legend.frameon": False, "legend.handlelength": 1.9, "legend.columnspacing": 1.2, "legend.handletextpad": 0.5, "legend.borderpad": 0.1,
    "legend.labelspacing": 0.3, "figure.facecolor": "white", "savefig.facecolor": "white", "svg.fonttype": "path", "svg.hashsalt": "rigel",
    "pdf.fonttype": 42, "path.simplify_threshold": 0.05,
}


class BadInput(Exception):
    """A folder, name or option that does not fit; the message is for the user."""


class Missing(Exception):
    """matplotlib is not installed for this Python."""


# --- style

def use_style():
    """Loads matplotlib without a window and sets its parameters, whatever the settings of the user; returns matplotlib."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError as error:
        raise Missing(f"matplotlib is missing for {sys.executable} ({error}); install Debian's package python3-matplotlib [R0725]") from None
    matplotlib.rcdefaults()
    matplotlib.rcParams.update(STYLE)
    return matplotlib


def plain(text, most=LABEL_MOST):
    """A text of a file for a label: no control characters, no mathematics, at most `most` characters."""
    words = "".join(c if c.isprintable() else " " for c in str(text))
    return (words if len(words) <= most else words[:most - 1] + "\u2026").replace("$", r"\$")


def degree_color(degree):
    """The colour of a degree 1, 2, ...; another value, as of a scheme without degree, is black."""
    try:
        return COLORS[(int(degree) - 1) % len(COLORS)] if int(degree) > 0 else BLACK
    except (TypeError, ValueError):
        return BLACK


def formulation_marker(formulation):
    """The marker of a formulation of bodies."""
    return FORMULATION_MARKERS.get(formulation, "v")


def finite(values):
    """The numbers with nan for those that cannot be drawn."""
    return [v if v == v and abs(v) < HUGE else math.nan for v in values]


def positive(values):
    """|v| for a logarithmic axis; nan for zero."""
    return [abs(v) if v == v and 0 < abs(v) < HUGE else math.nan for v in values]


def thin(x, y, most=POINTS_MOST):
    """At most about `most` points with the same picture: first, least, largest and last of every interval."""
    if len(x) <= most:
        return list(x), list(y)
    size = -(-4 * len(x) // most)
    keep = []
    for start in range(0, len(x), size):
        part = range(start, min(start + size, len(x)))
        real = [i for i in part if y[i] == y[i]] or part
        keep += sorted({part[0], part[-1], min(real, key=y.__getitem__), max(real, key=y.__getitem__)})
    return [x[i] for i in keep], [y[i] for i in keep]


def curve(axes, x, y, label=None, color=BLUE, marker=None, dash="-", open_marker=False, **more):
    """Draws one curve on the axes, thinned if it is long; label: may contain mathematics, plain() escapes texts of files."""
    x, y = thin(finite(x), (positive if axes.get_yscale() == "log" else finite)(y))
    face = "white" if open_marker else color
    return axes.plot(x, y, color=color, marker=marker, linestyle=dash, markerfacecolor=face, markeredgecolor=color, label=label, **more)


def decades(axes, which="xy"):
    """Logarithmic axes with marks at powers of ten; also at 2 and 5 where they span less than a decade and a half."""
    from matplotlib import ticker
    for name in which:
        axis = getattr(axes, f"{name}axis")
        getattr(axes, f"set_{name}scale")("log")
        low, high = sorted(getattr(axes, f"get_{name}lim")())
        count = math.log10(high / low) if 0 < low < high else 1
        few = count < 1.5
        axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if few else (1,), numticks=9 if name == "y" else 7))
        if few and 1e-4 <= low and high < 1e5:
            axis.set_major_formatter(ticker.FuncFormatter(lambda x, _: f"{x:g}"))
        elif few:
            axis.set_major_formatter(ticker.LogFormatterSciNotation(labelOnlyBase=False, minor_thresholds=(9, 9)))
        axis.set_minor_locator(ticker.LogLocator(subs=range(2, 10), numticks=40) if count < 7 else ticker.NullLocator())
        axis.set_minor_formatter(ticker.NullFormatter())


def step_marks(axes, steps):
    """Marks a logarithmic axis of few steps at the steps themselves."""
    from matplotlib import ticker
    axes.xaxis.set_major_locator(ticker.FixedLocator(steps))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda x, _: f"{x:g}"))
    axes.xaxis.set_minor_locator(ticker.NullLocator())


def triangle(axes, x, y, order, width=1.7, above=False):
    """A slope triangle between (x, y) and (x width, y width^order), labelled 1 and the order, below that slope or above it."""
    right, top = x * width, y * width ** order
    left = above == (order > 0)  # the vertical side
    corner = (x, top) if left else (right, y)
    axes.plot([x, right, corner[0], x], [y, top, corner[1], y], color="#444444", linewidth=0.7, zorder=3)
    style = {"fontsize": 6.5, "color": "#444444", "textcoords": "offset points"}
    axes.annotate("1", ((x * right) ** 0.5, corner[1]), xytext=(0, 2 if above else -2), ha="center", va="bottom" if above else "top", **style)
    axes.annotate(f"${order:g}$", (corner[0], (y * top) ** 0.5), xytext=(-2 if left else 2, 0), ha="right" if left else "left", va="center", **style)


def place_triangle(axes, points, order):
    """Draws a slope triangle beside a curve of points (x, y), where it and its labels meet no curve; none where there is no room.

    Distances are shares of the logarithmic axes.
    """
    (x0, x1), (y0, y1) = ([math.log10(v) for v in limits] for limits in (axes.get_xlim(), axes.get_ylim()))
    lines = [[((math.log10(a) - x0) / (x1 - x0), (math.log10(b) - y0) / (y1 - y0)) for a, b in zip(*line.get_data()) if a > 0 and b > 0]
             for line in axes.get_lines()]
    drawn = [(a + (c - a) * k / 40, b + (d - b) * k / 40) for line in lines for (a, b), (c, d) in zip(line, line[1:]) for k in range(41)]
    wide = 0.16
    rise = order * wide * (x1 - x0) / (y1 - y0)
    for above in (False, True):
        left = above == (order > 0)
        for x, y in points:
            u = (math.log10(x) - x0) / (x1 - x0) + 0.01
            v = (math.log10(y) - y0) / (y1 - y0) + rise * 0.01 / wide + (0.035 if above else -0.035)
            first, last = u - (0.06 if left else 0.01), u + wide + (0.01 if left else 0.06)
            low, high = min(v, v + rise) - (0 if above else 0.075), max(v, v + rise) + (0.075 if above else 0)

            def meets(a, b):
                slope = v + rise * min(max((a - u) / wide, 0), 1)
                return first < a < last and (slope - 0.015 < b < high if above else low < b < slope + 0.015)
            if first < 0 or last > 1 or low < 0 or high > 1 or any(meets(a, b) for a, b in drawn):
                continue
            triangle(axes, 10 ** (x0 + u * (x1 - x0)), 10 ** (y0 + v * (y1 - y0)), order, 10 ** (wide * (x1 - x0)), above)
            return


class Sheet:
    """A figure of panels in rows, `width` mm wide; sheet[i] are the axes of panel i. height: of a panel, in mm."""

    def __init__(self, panels, width=174, columns=None, height=None, letters=None):
        if width not in WIDTHS:
            raise BadInput(f"width: found {width}, expected 84 or 174 (mm) [R0803]")
        matplotlib = use_style()
        self.columns = columns or min(panels, 1 if width == 84 else 3 if panels in (3, 5, 6) or panels > 6 else 2)
        self.rows = -(-panels // self.columns)
        self.height = height or (56 if self.columns == 1 else 54 if self.columns == 2 else 46)
        self.width, self.legend_height = width, 0
        self.figure = matplotlib.figure.Figure(figsize=self._size(), layout="constrained")
        self.figure.get_layout_engine().set(w_pad=0.03, h_pad=0.03, wspace=0.04, hspace=0.05)
        self.grid = self.figure.add_gridspec(self.rows + 1, self.columns, height_ratios=[self.height] * self.rows + [0.01])
        self.panels = [self.figure.add_subplot(self.grid[i // self.columns, i % self.columns]) for i in range(panels)]
        if letters if letters is not None else panels > 1:
            for axes, letter in zip(self.panels, LETTERS):  # left of the axes, where neither a legend nor a power of ten stands
                axes.annotate(f"({letter})", (0, 1), xycoords="axes fraction", xytext=(-8, 4), textcoords="offset points", ha="right")

    def _size(self):
        return self.width / 25.4, (self.rows * self.height + self.legend_height) / 25.4

    def __getitem__(self, i):
        return self.panels[i]

    def __len__(self):
        return len(self.panels)

    def label(self, i, x, y):
        """Texts of the axes of panel i."""
        self.panels[i].set_xlabel(x)
        self.panels[i].set_ylabel(y)

    def name(self, i, text):
        """A short name of panel i above it."""
        self.panels[i].set_title(text, loc="left", fontsize=8, pad=4)

    def legend(self, i, **options):
        """Names the curves of panel i above it, or elsewhere by options of matplotlib."""
        handles, labels = self.panels[i].get_legend_handles_labels()
        if not handles:
            return
        room = (self.width / self.columns - 14) / 1.2  # characters that fit into a row
        longest = max(len(shown(text)) for text in labels) + 5
        columns = max(1, min(len(labels), int(room // longest)))
        high = 1.07 if has_power(self.panels[i]) and columns * longest > 0.7 * room else 1.0  # above the power of ten
        placed = {"loc": "lower right", "bbox_to_anchor": (1.0, high), "ncol": columns}
        self.panels[i].legend(handles, labels, borderaxespad=0.2, **(placed | options))

    def legend_below(self, columns=None, bare=False):
        """One legend below all panels with every label that occurs; bare: without markers, where they differ from panel to panel."""
        found = {}
        for axes in self.panels:
            for handle, label in zip(*axes.get_legend_handles_labels()):
                found.setdefault(label, handle)
        if not found:
            return
        from matplotlib.lines import Line2D
        entries = [(Line2D([], [], color=h.get_color(), linestyle=h.get_linestyle()) if bare else h, label) for label, h in found.items()]
        longest = max(len(shown(label)) for _, label in entries) + 6
        columns = columns or max(1, min(len(entries), int(self.width / 1.3 // longest)))
        columns = -(-len(entries) // -(-len(entries) // columns))  # full rows
        self.legend_height = 4 * -(-len(entries) // columns) + 2
        self.grid.set_height_ratios([self.height] * self.rows + [self.legend_height])
        self.figure.set_size_inches(*self._size())
        axes = self.figure.add_subplot(self.grid[self.rows, :])
        axes.axis("off")
        axes.legend(*zip(*entries), loc="center", ncol=columns, borderaxespad=0)

    def save(self, path, kind=None):
        """Writes the figure through a temporary name; kind: svg, pdf or png, by default the ending of the path."""
        path = Path(path)
        kind = kind or path.suffix[1:]
        if kind not in FORMATS:
            raise BadInput(f"{path}: found the ending '{path.suffix}', expected .svg, .pdf or .png [R0803]")
        metadata = {"svg": {"Date": None, "Creator": "Rigel"}, "pdf": {"CreationDate": None, "Creator": "Rigel", "Producer": None},
                    "png": {"Software": None}}[kind]
        part = path.with_name(f".{path.name}.part")
        try:
            self.figure.savefig(part, format=kind, dpi=300, metadata=metadata)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)


def has_power(axes):
    """Whether a power of ten stands above the ordinate."""
    largest = max(map(abs, axes.get_ylim()))
    return axes.get_yscale() == "linear" and largest > 0 and not -3 < math.floor(math.log10(largest)) < 4


def shown(label):
    """About the characters that a label with mathematics shows."""
    return re.sub(r"\\[a-zA-Z]+", "x", label.replace(r"\$", "S")).replace("$", "").replace("{", "").replace("}", "").replace("_", "")


# --- names of columns

_COMPONENT = (
    (r"([xyz])", r"${}$", "length"), (r"q([0-3])", r"$q_{}$", ""), (r"d([1-3][xyz])", r"$d_{{{}}}$", ""),
    (r"p([xyz])", r"$p_{}$", "momentum"), (r"pq([0-3])", r"$p_{{q{}}}$", "action"), (r"pd([1-3][xyz])", r"$p_{{d{}}}$", "action"),
    (r"f([xyz])", r"$f_{}$", "force"), (r"m([xyz])", r"$m_{}$", "torque"), (r"gamma(\d+)", r"$\gamma_{{{}}}$", ""),
    (r"mu(\d+)", r"$\mu_{{{}}}$", ""), (r"phi()", r"$\Phi${}", ""), (r"psi()", r"$\Psi${}", ""),
)
_WHOLE = {
    "t": ("$t$", "time"), "T": ("$T$", "energy"), "V": ("$V$", "energy"), "H": ("$H$", "energy"), "dH": (r"$\Delta H$", "energy"),
    "W_ext": (r"$W_\mathrm{ext}$", "energy"), "W_diss": (r"$W_\mathrm{diss}$", "energy"), "phi_max": (r"$\max|\Phi|$", ""),
    "psi_max": (r"$\max|\Psi|$", ""), "h": ("time step $h$", "time"), "e_loc": (r"$e_\mathrm{loc}$", ""),
    "rotation": (r"rotation error $\|R_\mathrm{ref}R^T-I\|_F$", ""), "position": ("relative error of the position", ""),
    "drift_H_relative": (r"relative drift of $H$", ""), "drift_L_relative": (r"relative drift of $L$", ""),
    "drift_P_relative": (r"relative drift of $P$", ""), "phi_max_scaled": (r"$\max|\Phi|$ (scaled)", ""),
    "psi_max_scaled": (r"$\max|\Psi|$ (scaled)", ""), "condition": ("condition number, as solved", ""),
    "condition_paper": ("condition number (May and Betsch)", ""), "condition_weak": ("condition number (weak form)", ""),
    "condition_1": ("condition number (1-norm), as solved", ""),
    "cpu_seconds": ("processor time (s)", ""), "seconds": ("time (s)", ""), "newton_iterations": ("Newton iterations", ""),
    "gauss": ("Gauss points $s$", ""), "points": ("Gauss points $s$", ""), "degree": ("degree $k$", ""), "elements": ("elements", ""),
} | {f"{q}{i}": (f"${q}_{i}$", "action" if q == "L" else "momentum") for q in "LP" for i in (1, 2, 3)}
_SI = {"time": "s", "length": "m", "momentum": r"kg$\,$m/s", "action": r"kg$\,$m$^2$/s", "force": "N", "torque": r"N$\,$m", "energy": "J"}


def column_symbol(column):
    """(owner, symbol, dimension) of a column: ("box", "$q_0$", ""), ("", "$H$", "energy"); unknown names as plain text."""
    if column in _WHOLE:
        return ("", *_WHOLE[column])
    owner, dot, part = column.rpartition(".")
    if dot:
        for pattern, symbol, dimension in _COMPONENT:
            found = re.fullmatch(pattern, part)
            if found:
                return plain(owner), symbol.format(found[1]), dimension
    return "", plain(column), ""


def column_label(column, owner=True):
    """The label of a column: "box: $q_0$", or without its owner "$q_0$"."""
    who, symbol, _ = column_symbol(column)
    return f"{who}: {symbol}" if who and owner else symbol


def with_unit(text, dimension, units):
    """A label with its unit in SI, if units are asked for and the dimension is known."""
    return f"{text} ({_SI[dimension]})" if units and dimension in _SI else text


# --- tables of a folder

Table = namedtuple("Table", "name path columns")


class Folder:
    """The CSV tables of a run or study; columns are read when they are asked for."""

    def __init__(self, path):
        self.path = Path(path)
        if not self.path.is_dir():
            raise BadInput(f"{path}: found no folder, expected the results of a run or study [R0724]")
        self.tables = {}
        for file in sorted(self.path.glob("*.csv")):
            with open(file, encoding="utf-8", errors="replace", newline="") as stream:
                columns = next(csv.reader(stream), [])
            self.tables[file.stem] = Table(file.stem, file, columns)
        if not self.tables:
            raise BadInput(f"{path}: found no tables (*.csv), expected the results of a run or study (output.every > 0, format csv) [R0724]")
        self.cache = {}

    def has(self, table, *columns):
        """Whether a table has these columns."""
        return table in self.tables and all(c in self.tables[table].columns for c in columns)

    def texts(self, table, names):
        """Columns as lists of texts; every row must have as many cells as the header."""
        found = self.tables[table]
        where = [found.columns.index(name) for name in names]
        lists = [[] for _ in names]
        try:
            with open(found.path, encoding="utf-8", errors="replace", newline="") as stream:
                rows = csv.reader(stream)
                next(rows)
                for row in rows:
                    if len(row) != len(found.columns):
                        raise BadInput(f"{found.path}:{rows.line_num}: found {len(row)} cells, expected {len(found.columns)} [R0722]")
                    for values, i in zip(lists, where):
                        values.append(row[i])
        except csv.Error as error:
            raise BadInput(f"{found.path}: {error} [R0722]") from None
        return lists

    def numbers(self, table, *names):
        """Columns as lists of numbers; an empty cell is nan."""
        missing = [name for name in names if (table, name) not in self.cache]
        for name, texts in zip(missing, self.texts(table, missing) if missing else ()):
            try:
                self.cache[table, name] = [float(text) if text else math.nan for text in texts]
            except ValueError:
                wrong = next(text for text in texts if text and not _is_number(text))
                raise BadInput(f"{self.tables[table].path}: column {name}: found '{plain(wrong)}', expected a number [R0722]") from None
        return [self.cache[table, name] for name in names]

    @property
    def study(self):
        """The table of a study, or None for a run."""
        return next((name for name in ("convergence", "conservation", "condition")
                     if self.has(name, "h", "verdict") and (self.path / "study.yaml").exists()), None)

    def result(self, pattern):
        """Numbers of the results block of run.yaml whose keys match: {key: number}."""
        try:
            text = (self.path / "run.yaml").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return {}
        block = text.partition("\nresults:\n")[2]
        return {key: float(value) for key, value in re.findall(r"(?m)^  (\w+): (\S+)$", block)
                if re.fullmatch(pattern, key) and _is_number(value)}


def _is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


# --- panels of a run

Curve = namedtuple("Curve", "x y label style")
Panel = namedtuple("Panel", "name xlabel ylabel curves log bars", defaults=(False, None))


def changes(values):
    """v - v(0)."""
    return [v - values[0] for v in values]


def span(values):
    """Largest less least finite number; 0 where there is none."""
    real = [v for v in values if v == v and abs(v) < HUGE]
    return max(real) - min(real) if real else 0.0


def size(values):
    """Largest |v|."""
    return max((abs(v) for v in values if v == v and abs(v) < HUGE), default=0.0)


class Run:
    """The panels that a run offers, by name."""

    GROUPS = ("position", "orientation", "energy", "drift", "momentum", "constraints", "controls", "reactions", "torques", "multipliers", "cost")
    DEFAULT = ("position", "orientation", "energy", "drift", "momentum", "constraints", "controls", "reactions", "cost")

    def __init__(self, folder, units=False):
        self.folder, self.units = folder, units
        self.time = with_unit("$t$", "time", units)
        self.bodies = []
        for column in folder.tables["state"].columns[1:] if "state" in folder.tables else ():
            owner = column.rpartition(".")[0]
            if owner and owner not in self.bodies:
                self.bodies.append(owner)

    def curves(self, table, columns, labels=None):
        """One curve a column over t, or over the rows of a table without t."""
        first = "t" if self.folder.has(table, "t") else None
        x = self.folder.numbers(table, "t")[0] if first else None
        return [self.curve(x, y, labels[i] if labels else column_label(columns[i]), i)
                for i, y in enumerate(self.folder.numbers(table, *columns))]

    @staticmethod
    def curve(x, y, label, i):
        """A curve in colour and dash i; few points are marked."""
        style = {"color": COLORS[i % len(COLORS)], "dash": DASHES[i // 3 % len(DASHES)]}
        if len(y) <= 25:
            style["marker"] = MARKERS[i % len(MARKERS)]
        return Curve(list(range(1, len(y) + 1)) if x is None else x, y, label, style)

    def moving(self, table, columns):
        """The columns that change by more than rounding of the largest of them."""
        values = self.folder.numbers(table, *columns)
        largest = max(map(size, values), default=0.0)
        return [c for c, y in zip(columns, values) if span(y) > 1e-10 * largest]

    def panels(self, name, explicit):
        """The panels of a group; none where the run has nothing to show."""
        return [p for p in getattr(self, f"_{name}")(explicit) if p.curves or p.bars]

    def _of_bodies(self, parts, name, word, dimension, explicit):
        """One panel a body, or one a component where there are more than two bodies."""
        if "state" not in self.folder.tables:
            return
        have = self.folder.tables["state"].columns
        moving = set(self.moving("state", [f"{b}.{p}" for b in self.bodies for p in parts if f"{b}.{p}" in have]))
        chosen = {b: [f"{b}.{p}" for p in parts if f"{b}.{p}" in moving] for b in self.bodies}
        chosen = {b: columns for b, columns in chosen.items() if columns}
        text = with_unit(word, dimension, self.units)
        if len(chosen) <= 2:
            for body, columns in chosen.items():
                for group in chunks(columns):
                    yield Panel(f"{name} of {body}", self.time, f"{text}, {plain(body, 16)}" if len(self.bodies) > 1 else text,
                                self.curves("state", group, [column_label(c, False) for c in group]))
            return
        for part in parts:
            columns = [c for columns in chosen.values() for c in columns if c.rpartition(".")[2] == part]
            for group in chunks(columns)[:None if explicit else 1]:
                bodies = [plain(c.rpartition(".")[0], 16) for c in group]
                symbol = with_unit(column_symbol(group[0])[1], dimension, self.units) + (f", {bodies[0]}" if len(group) == 1 else "")
                yield Panel(f"{name} {part}", self.time, symbol, self.curves("state", group, bodies))

    def _position(self, explicit):
        yield from self._of_bodies("xyz", "position", "position", "length", explicit)

    def _orientation(self, explicit):
        if len(self.bodies) > 2 and not explicit:
            return
        yield from self._of_bodies([f"q{i}" for i in range(4)], "orientation", "unit quaternion", "", explicit)
        yield from self._of_bodies([f"d{i}{c}" for i in (1, 2, 3) for c in "xyz"], "orientation", "directors", "", explicit)

    def _energy(self, _):
        if self.folder.has("invariants", "t", "T", "V", "H"):
            columns = self.moving("invariants", ["T", "V", "H"])
            if columns and columns != ["H"]:
                columns = columns if "V" in columns else ["T"]
                yield Panel("energies", self.time, with_unit("energy", "energy", self.units), self.curves("invariants", columns))

    def _drift(self, _):
        if not self.folder.has("invariants", "t", "H"):
            return
        t, H = self.folder.numbers("invariants", "t", "H")
        work = self.folder.has("invariants", "W_ext", "W_diss")
        if work:
            ext, lost = self.folder.numbers("invariants", "W_ext", "W_diss")
            H = [h - a + b for h, a, b in zip(H, ext, lost)]
        if H:
            symbol = r"$H - W - H(0)$" if work else "$H - H(0)$"
            yield Panel("energy drift, H - W" if work else "energy drift", self.time, with_unit(symbol, "energy", self.units),
                        [self.curve(t, changes(H), None, 0)])

    def _momentum(self, explicit):
        for letter, word, dimension in (("L", "angular momentum", "action"), ("P", "linear momentum", "momentum")):
            names = [f"{letter}{i}" for i in (1, 2, 3)]
            if not self.folder.has("invariants", "t", *names):
                continue
            t, *values = self.folder.numbers("invariants", "t", *names)
            largest = max(map(size, values))
            drift = self.folder.result(f"drift_{letter}_relative").get(f"drift_{letter}_relative", -1.0)
            kept = [i for i, y in enumerate(values) if size(changes(y)) <= 2 * drift * largest]  # those that the problem conserves
            if kept and any(span(values[i]) > 0 for i in kept):
                yield Panel(f"drift of the {word}", self.time, with_unit(f"${letter}_i - {letter}_i(0)$", dimension, self.units),
                            [self.curve(t, changes(values[i]), f"${letter}_{i + 1}$", i) for i in kept])
            elif explicit and largest > 0:
                yield Panel(word, self.time, with_unit(word, dimension, self.units), self.curves("invariants", names))

    def _constraints(self, _):
        names = [c for c in ("phi_max", "psi_max") if self.folder.has("invariants", "t", c)]
        values = self.folder.numbers("invariants", *names) if names else []
        names = [name for name, y in zip(names, values) if size(y) > 0]
        if names:
            yield Panel("largest violation of the constraints", self.time, "constraint violation", self.curves("invariants", names), True)

    def _controls(self, _):
        if "controls" in self.folder.tables:
            columns = self.folder.tables["controls"].columns[1:]
            for group in chunks(columns):
                owners = [c.rpartition(".")[0] for c in group]
                labels = [plain(o if f"{o}.2" not in columns else c.replace(".", " "), 16) for o, c in zip(owners, group)]
                yield Panel("controls", self.time, "control" if len(group) > 1 else f"control {labels[0]}", self.curves("controls", group, labels))

    def _norms(self, letter, word, dimension, explicit):
        columns = self.folder.tables["reactions"].columns[1:] if "reactions" in self.folder.tables else []
        joints = list(dict.fromkeys(c.rpartition(".")[0] for c in columns))
        curves = []
        for joint in joints:
            names = [f"{joint}.{letter}{c}" for c in "xyz"]
            if self.folder.has("reactions", "t", *names):
                t, *parts = self.folder.numbers("reactions", "t", *names)
                values = [math.hypot(*v) for v in zip(*parts)]
                if size(values) > 0:
                    curves.append((t, values, plain(joint, 16)))
        for group in chunks(curves)[:None if explicit else 1]:
            text = with_unit(f"reaction {word}", dimension, self.units) + (f", {group[0][2]}" if len(group) == 1 else "")
            yield Panel(f"reaction {word}s", self.time, text,
                        [self.curve(*c, i) for i, c in enumerate(group)])

    def _reactions(self, explicit):
        yield from self._norms("f", "force", "force", explicit)

    def _torques(self, explicit):
        yield from self._norms("m", "torque", "torque", explicit)

    def _multipliers(self, _):
        if "multipliers" in self.folder.tables:
            for letter, symbol in (("gamma", r"multiplier $\gamma$"), ("mu", r"multiplier $\mu$")):
                columns = [c for c in self.folder.tables["multipliers"].columns if re.search(rf"\.{letter}\d+$", c)]
                for group in chunks(columns):
                    yield Panel("multipliers", self.time, symbol, self.curves("multipliers", group))

    def _cost(self, explicit):
        terms = self.folder.result(r"cost_\d+_\w+")
        if len(terms) > 1 or (explicit and terms):
            names = [plain(re.sub(r"cost_(\d+)_", r"\1 ", key)) for key in terms]
            yield Panel("cost by term", "cost", "", [], True, list(zip(names, terms.values())))

    def select(self, words):
        """The panels of the words: groups, tables, columns or patterns with * and ?; without words what the run has to show."""
        if not words:
            found = [panel for name in self.DEFAULT for panel in self.panels(name, False)][:PANELS_MOST]
            if not found:
                raise BadInput(f"{self.folder.path}: found nothing that changes, expected a table of a run; name a column [R0726]")
            return found
        found = [panel for word in words for panel in self._word(word)]
        if len(found) > PANELS_MOST:
            raise BadInput(f"found {len(found)} panels of {SERIES_MOST} curves, expected at most {PANELS_MOST}; name fewer quantities [R0726]")
        return found

    def _word(self, word):
        if word in self.GROUPS:
            found = self.panels(word, True)
            if not found:
                raise BadInput(f"{word}: the run has no such quantity [R0726]")
            return found
        found = []
        for table in self.folder.tables.values():
            columns = [c for c in table.columns if c not in ("t", "element") and (table.name == word or fnmatch.fnmatchcase(c, word))]
            for group in chunks(columns):
                owners = {column_symbol(c)[0] for c in group}
                symbols = {column_symbol(c)[1:] for c in group}
                alone = len(group) == 1
                symbol, dimension = next(iter(symbols)) if len(symbols) == 1 else (plain(word), "")
                labels = [column_symbol(c)[0] if len(symbols) == 1 else column_label(c, len(owners) > 1) for c in group]
                ylabel = with_unit(column_label(group[0]) if alone else symbol, dimension, self.units)
                x = self.time if self.folder.has(table.name, "t") else "row"
                found.append(Panel(word, x, ylabel, self.curves(table.name, group, [None] if alone else labels)))
        if not found:
            raise BadInput(unknown(word, [*self.GROUPS, *self.folder.tables, *(c for t in self.folder.tables.values() for c in t.columns)]))
        return found


def chunks(items):
    """Groups of at most six."""
    return [items[i:i + SERIES_MOST] for i in range(0, len(items), SERIES_MOST)]


def unknown(word, names):
    """The message about a quantity that does not exist, with the nearest names."""
    names = list(dict.fromkeys(names))
    near = difflib.get_close_matches(word, names, 3, 0.5) or difflib.get_close_matches(word.lower(), names, 3, 0.4)
    hint = f"; did you mean {' or '.join(map(plain, near))}?" if near else f"; expected one of {', '.join(map(plain, names[:20]))}"
    return f"unknown quantity {plain(word)}{hint} [R0726]"


# --- panels of a study

class Study:
    """The rows of a study: series over the step or another swept parameter."""

    MEASURES = {"convergence": ("e_loc", "rotation", "position"),
                "conservation": ("drift_H_relative", "drift_L_relative", "drift_P_relative", "phi_max_scaled", "psi_max_scaled"),
                "condition": ("condition", "condition_paper", "condition_weak", "condition_1")}
    FLOOR = 1e-17  # zero is drawn here

    def __init__(self, folder):
        self.folder, self.kind = folder, folder.study
        columns = folder.tables[self.kind].columns
        self.swept = columns[:columns.index("h")]
        self.steps = any(c.startswith("order_") for c in columns)
        self.rows = [dict(zip(columns, cells)) for cells in zip(*folder.texts(self.kind, columns))]
        if not self.rows:
            raise BadInput(f"{folder.path}: the study has no rows yet [R0724]")
        if not self.swept:
            raise BadInput(f"{folder.path}: the study has one run, expected a sweep: nothing to draw over [R0724]")
        self.axis = "h" if self.steps else self.swept[-1]
        self.rest = self.swept[:-1]
        self.series = {}
        for row in self.rows:
            if row["verdict"] == "done" and _is_number(row[self.axis]):
                self.series.setdefault(tuple(row[c] for c in self.rest), []).append(row)
        for rows in self.series.values():
            rows.sort(key=lambda row: float(row[self.axis]))

    def attributes(self, key):
        """{name: value} of a series; columns like degree+gauss with values 1+2 count as two."""
        found = {}
        for column, value in zip(self.rest, key):
            parts = list(zip(column.split("+"), value.split("+")))
            found |= dict(parts) if column.count("+") == value.count("+") else {column: value}
        return found

    def measures(self):
        """The measures that the study has numbers of, and `work` for convergence over the step."""
        found = [m for m in self.MEASURES[self.kind] if any(_is_number(row.get(m, "")) and row[m] != "nan" for row in self.rows)]
        return found[:1] + (["work"] if self.kind == "convergence" and self.steps else []) + found[1:]

    def styles(self, keys, named=()):
        """{key: (style, label)}: colour by degree, marker by formulation, dash and fill by what else differs.

        named: what the name of the panel states, and the label does not repeat.
        """
        attributes = {key: self.attributes(key) for key in keys}
        names = list(dict.fromkeys(name for a in attributes.values() for name in a))
        values = {name: list(dict.fromkeys(a.get(name, "") for a in attributes.values())) for name in names}
        varied = [name for name in names if len(values[name]) > 1]
        varied = [n for i, n in enumerate(varied) if not any(self._same(attributes, n, m) for m in varied[:i])]
        free = [n for n in varied if n not in ("degree", "formulation")]
        color = "degree" if "degree" in varied else free.pop(0) if free else None
        marker = "formulation" if "formulation" in varied else free.pop(0) if free else None
        dash = free.pop(0) if free else None
        fill = free.pop(0) if free else None
        result = {}
        for key, a in attributes.items():
            def place(name):
                return values[name].index(a.get(name, "")) if name else 0
            style = {"color": degree_color(a["degree"]) if color in ("degree", None) and a.get("degree") else COLORS[place(color) % len(COLORS)],
                     "marker": formulation_marker(a["formulation"]) if marker in ("formulation", None) and a.get("formulation")
                     else MARKERS[place(marker) % len(MARKERS)],
                     "dash": DASHES[place(dash) % len(DASHES)], "open_marker": bool(place(fill) or place(marker) % 2)}
            result[key] = style, self.label(a, [n for n in names if n in varied and n not in named] or names)
        return result

    @staticmethod
    def _same(attributes, a, b):
        """Whether two attributes always change together."""
        pairs = {(x.get(a, ""), x.get(b, "")) for x in attributes.values()}
        return len(pairs) == len({p for p, _ in pairs}) == len({q for _, q in pairs})

    @staticmethod
    def label(attributes, names):
        """mG(2), director, s = 3."""
        scheme, degree, words = attributes.get("scheme"), attributes.get("degree"), []
        if scheme and ("scheme" in names or "degree" in names):
            words.append(f"{plain(scheme)}({plain(degree)})" if degree and "degree" in names else plain(scheme))
        elif degree and "degree" in names:
            words.append(f"$k = {plain(degree)}$" if degree.isdigit() else plain(degree))
        for name in names:
            value = attributes.get(name, "")
            if name in ("scheme", "degree") or value == "":
                continue
            symbol = {"gauss": "$s$"}.get(name, plain(name, 16))
            words.append(f"{symbol} = {plain(value)}" if _is_number(value) else plain(value))
        return ", ".join(words)

    def split(self):
        """(parameters, groups (name, keys)) of at most six series: by the swept parameters that need the fewest panels."""
        keys = list(self.series)
        if len(keys) <= SERIES_MOST:
            return (), [("", keys)]
        best, by = None, ()
        names = list(dict.fromkeys(name for key in keys for name in self.attributes(key)))
        for count in (1, 2):
            for chosen in itertools.combinations([n for n in names if n != "degree"], count):
                groups = {}
                for key in keys:
                    groups.setdefault(tuple(self.attributes(key).get(n, "") for n in chosen), []).append(key)
                if 1 < len(groups) <= PANELS_MOST and max(map(len, groups.values())) <= SERIES_MOST and (not best or len(groups) < len(best)):
                    best, by = [(", ".join(plain(v) for v in value if v), group) for value, group in groups.items()], chosen
            if best:
                return by, best
        return (), [("", group) for group in chunks(keys)]

    def figure(self, measures, width=None):
        """A sheet with one panel a measure and group of series."""
        by, groups = self.split()
        panels = [(measure, name, keys) for measure in measures for name, keys in groups]
        if len(panels) > PANELS_MOST:
            panels = panels[:PANELS_MOST]
        columns = len(groups) if len(groups) in (2, 3) and (width or 174) == 174 else None
        sheet = Sheet(len(panels), width or (84 if len(panels) == 1 else 174), columns, letters=len(panels) > 1)
        styles = self.styles(list(self.series), by)
        for i, (measure, name, keys) in enumerate(panels):
            self.panel(sheet, i, measure, keys, styles)
            if name:
                sheet.name(i, name)
        for measure in measures:
            share_limits([sheet[i] for i, panel in enumerate(panels) if panel[0] == measure], 0.06 if self.steps and measure != "work" else 0.0)
        for i, (measure, _, keys) in enumerate(panels):
            if measure != "work" and self.steps:
                self.triangles(sheet[i], measure, keys)
            decades(sheet[i], "y" if self.axis != "h" and measure != "work" else "xy")
            steps = sorted({float(row["h"]) for rows in self.series.values() for row in rows})
            if self.axis == "h" and measure != "work" and len(steps) <= 7 - sheet.columns and steps[-1] < 100 * steps[0]:
                step_marks(sheet[i], steps)
        if len(self.series) > 1:
            sheet.legend_below(bare="formulation" in by)
        return sheet

    def panel(self, sheet, i, measure, keys, styles):
        """Draws the series of one measure, or its error over processor time."""
        work = measure == "work"
        x_name, y_name = ("cpu_seconds", self.measures()[0]) if work else (self.axis, measure)
        axes = sheet[i]
        axes.set_yscale("log")
        if work or self.axis == "h":
            axes.set_xscale("log")
        for key in keys:
            style, label = styles[key]
            points = [(float(row[x_name]), float(row[y_name])) for row in self.series[key] if _is_number(row[x_name]) and _is_number(row[y_name])]
            curve(axes, [x for x, _ in points], [max(abs(y), self.FLOOR) if y == y else y for _, y in points], label=label, **style)
        _, xlabel, _ = column_symbol(x_name)
        if not work and self.axis != "h":
            from matplotlib import ticker
            axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, nbins=8))
        sheet.label(i, xlabel, column_symbol(y_name)[1])

    def triangles(self, axes, measure, keys):
        """One slope triangle for each order that the fits of these series show."""
        if not self.folder.has("orders", "measure", "order", "h_last", "points"):
            return
        names = self.folder.tables["orders"].columns
        found = {}
        for cells in zip(*self.folder.texts("orders", names)):
            row = dict(zip(names, cells))
            key = tuple(row.get(c, "") for c in self.rest)
            if row["measure"] != measure or key not in keys or not _is_number(row["order"]):
                continue
            slope = float(row["order"])
            points = [(float(r["h"]), abs(float(r[measure]))) for r in self.series[key] if float(r["h"]) >= float(row["h_last"]) * 0.999]
            if abs(slope - round(slope)) > 0.35 or round(slope) == 0 or len(points) < 2 or not points[0][1] > 0:
                continue
            last = math.log(points[1][1] / points[0][1]) / math.log(points[1][0] / points[0][0])
            if abs(last - slope) > 0.35:
                continue
            found.setdefault(round(slope), []).extend(points)
        for order, points in found.items():
            place_triangle(axes, sorted(points), order)


def share_limits(axes, room=0.0):
    """The same limits for several axes, so that panels can be compared; room: share of a logarithmic ordinate to add below."""
    x, y = zip(*(a.get_xlim() for a in axes)), zip(*(a.get_ylim() for a in axes))
    (x0, x1), (y0, y1) = x, y
    for a in axes:
        a.set_xlim(min(x0), max(x1))
        a.set_ylim(min(y0) * (min(y0) / max(y1)) ** room, max(max(y1), 10 * min(y0)))


# --- figures of a folder

def draw_panels(panels, width, log=False):
    """A sheet of the panels of a run."""
    sheet = Sheet(len(panels), width, letters=len(panels) > 1)
    for i, panel in enumerate(panels):
        axes = sheet[i]
        sheet.label(i, panel.xlabel, panel.ylabel)
        if panel.bars:
            names, values = zip(*panel.bars)
            axes.plot(positive(values), range(len(values)), "o", color=BLUE)
            axes.set_yticks(range(len(names)), names)
            axes.set_ylim(len(names) - 0.5, -0.5)
            decades(axes, "x")
            continue
        if (panel.log or log) and any(size(c.y) > 0 for c in panel.curves):
            axes.set_yscale("log")
        least = 1e-10 * max((size(c.y) for c in panel.curves), default=0.0) if axes.get_yscale() == "log" else -1.0
        for c in panel.curves:  # ten decades are enough: a violation of 1e-250 is zero
            curve(axes, c.x, [y if abs(y) > least else math.nan for y in c.y], label=c.label, **c.style)
        if axes.get_yscale() == "log":
            decades(axes, "y")
        if len(panel.curves) > 1:
            sheet.legend(i)
    return sheet


def run_figure(folder, words, width, log=False, units=False):
    """(sheet, names of its panels) of a run."""
    panels = Run(folder, units).select(words)
    width = width or (84 if len(panels) == 1 else 174)
    return draw_panels(panels, width, log), [panel.name for panel in panels]


def study_figure(folder, words, width):
    """(sheet, names of its panels) of a study; words: measures, `work`, or any column of numbers."""
    study = Study(folder)
    measures = []
    columns = folder.tables[study.kind].columns
    for word in words:
        found = [word] if word == "work" else [c for c in columns if fnmatch.fnmatchcase(c, word)]
        if not found:
            raise BadInput(unknown(word, ["work", *columns]))
        if word == "work" and "work" not in study.measures():
            raise BadInput("work: expected a study of convergence over time.step or time.elements [R0726]")
        measures += found
    for name in measures:
        if name != "work" and not any(_is_number(row[name]) for row in study.rows):
            raise BadInput(f"{name}: found no number in this column [R0726]")
    measures = measures or study.measures()
    if not measures or not study.series:
        raise BadInput(f"{folder.path}: found no row with a result [R0724]")
    return study.figure(measures, width), measures


def figure(path, words=(), width=None, log=False, units=False):
    """(sheet, names of its panels) of the run or study in a folder."""
    folder = Folder(path)
    return study_figure(folder, words, width) if folder.study else run_figure(folder, words, width, log, units)


def parse(words):
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="rigel plot", description="Plots a run or a study.")
    parser.add_argument("folder")
    parser.add_argument("quantities", nargs="*")
    parser.add_argument("--output", help="file, .svg, .pdf or .png; default FOLDER/plot.svg")
    parser.add_argument("--format", choices=FORMATS, help="format where the name does not tell it")
    parser.add_argument("--figure", nargs=3, action="append", default=[], metavar=("QUANTITY", "FORMAT", "FILE"), help="one file for one quantity")
    parser.add_argument("--width", type=int, choices=WIDTHS)
    parser.add_argument("--log", action="store_true")
    parser.add_argument("--units", choices=("si", "none"), default="none")
    return parser.parse_args(words)


def command(words):
    """Draws what the command line asks for; prints the panels of the figure."""
    options = parse(words)
    if options.figure:
        study = Study(Folder(options.folder))
        for measure, form, path in options.figure:
            study.figure([measure]).save(path, form)
        return
    output = options.output or os.path.join(options.folder, "plot.svg")
    sheet, names = figure(options.folder, options.quantities, options.width, options.log, options.units == "si")
    sheet.save(output, options.format)
    print("; ".join(f"({letter}) {plain(name)}" for letter, name in zip(LETTERS, names)))


def main(words=None):
    """The exit code: 0 done, 1 the file cannot be written, 2 bad input, 77 no matplotlib."""
    import logging
    import warnings
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    warnings.simplefilter("ignore")  # characters that the font does not have are drawn as boxes
    try:
        command(sys.argv[1:] if words is None else words)
        return 0
    except (Missing, BadInput, OSError) as error:
        if not (isinstance(error, Missing) and sys.argv[0] == "-c"):  # rigel tries another Python, and prints the message itself
            print(f"rigel plot: {error}{' [R0703]' if isinstance(error, OSError) else ''}", file=sys.stderr)
        return 77 if isinstance(error, Missing) else 2 if isinstance(error, BadInput) else 1


if __name__ == "__main__":
    sys.exit(main())
