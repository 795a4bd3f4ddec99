"""Claims of a publication as data, and their verdicts.

A claim is one row of a table: where the publication states it, what it states, how it is measured, and the conditions of a verdict.
`measure` maps a Reproduction to named numbers. `measured` and `remark` are format strings over these names. `holds` and `weaker` are
conditions over them, in Python's notation; `rounding` is the bound of measure.py. The verdict is

    holds                  the condition `holds` is true and there is no remark
    holds with a remark    `holds` is true and there is a remark, or only `weaker` is true
    does not hold          neither is true
"""
from dataclasses import dataclass
from typing import Callable

from measure import ROUNDING, between
from tables import markdown

HOLDS, REMARK, FAILS = "holds", "holds with a remark", "does not hold"


@dataclass(frozen=True)
class Claim:
    """One statement of a publication."""
    place: str        # figure, table or section
    statement: str
    measure: Callable  # Reproduction -> {name: number, list or text}
    measured: str
    holds: str
    weaker: str = "False"
    remark: str = ""


class Numbers(list):
    """A list of numbers; a format applies to each of them, separated by commas."""

    def __format__(self, spec):
        return ", ".join(format(x, spec) for x in self)


def judge(claim, reproduction):
    """Measures one claim; returns the row of the page: place, statement, measurement, verdict, remark."""
    values = {name: Numbers(value) if isinstance(value, list) else value for name, value in claim.measure(reproduction).items()}
    remark = claim.remark.format(**values)
    scope = {"__builtins__": {}, "rounding": ROUNDING, "between": between, "max": max, "min": min, "abs": abs, **values}
    if eval(claim.holds, scope):  # a condition of this repository, not input
        verdict = REMARK if remark else HOLDS
    else:
        verdict = REMARK if eval(claim.weaker, scope) else FAILS
    return claim.place, claim.statement, claim.measured.format(**values), verdict, remark


def claims_section(claims, reproduction):
    """The Markdown table of all claims with their verdicts, and a sentence that counts them."""
    rows = [judge(claim, reproduction) for claim in claims]
    count = {verdict: sum(row[3] == verdict for row in rows) for verdict in (HOLDS, REMARK, FAILS)}
    table = markdown(("figure", "claim", "measured", "verdict", "remark"), [(*row[:3], f"**{row[3]}**", row[4]) for row in rows])
    return table, f"{count[HOLDS]} claims hold, {count[REMARK]} with a remark, {count[FAILS]} do not."
