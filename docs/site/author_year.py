"""Citations by author and year: "May and Betsch (2025)" in the text and as labels of the bibliography."""
from dataclasses import dataclass, field

import sphinxcontrib.bibtex.plugin
from pybtex.plugin import register_plugin
from pybtex.style.formatting.unsrt import Style as UnsrtStyle
from pybtex.style.labels import BaseLabelStyle
from sphinxcontrib.bibtex.style.referencing import BracketStyle
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle


def round_brackets():
    return BracketStyle(left="(", right=")")


@dataclass
class RoundStyle(AuthorYearReferenceStyle):
    bracket_parenthetical: BracketStyle = field(default_factory=round_brackets)
    bracket_textual: BracketStyle = field(default_factory=round_brackets)
    bracket_author: BracketStyle = field(default_factory=round_brackets)
    bracket_label: BracketStyle = field(default_factory=round_brackets)
    bracket_year: BracketStyle = field(default_factory=round_brackets)


class LabelStyle(BaseLabelStyle):
    def format_labels(self, sorted_entries):
        for entry in sorted_entries:
            names = [" ".join(person.rich_last_names[0].render_as("text").split()) for person in entry.persons["author"]]
            who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if len(names) < 4 else f"{names[0]} et al."
            yield f"{who} {entry.fields['year']}"


class BibliographyStyle(UnsrtStyle):
    default_label_style = "rigel"
    default_sorting_style = "author_year_title"


def register():
    """Registers the styles; returns the names of the style of citations and of the bibliography."""
    sphinxcontrib.bibtex.plugin.register_plugin("sphinxcontrib.bibtex.style.referencing", "round", RoundStyle)
    register_plugin("pybtex.style.labels", "rigel", LabelStyle)
    register_plugin("pybtex.style.formatting", "rigel", BibliographyStyle)
    return "round", "rigel"
