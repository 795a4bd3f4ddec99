#!/usr/bin/env python3
"""Writes the map of the source, the table in src/README.md, from the first comment of every file.

usage: scripts/source_map.py            write src/README.md anew
       scripts/source_map.py --check    write nothing; exit code 1 if the map is stale or a file lacks its line

The line of a file is the first sentence of the comment at its top.
"""
import pathlib
import re
import sys

from rooms import ROOMS

ROOT = pathlib.Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
PAGE = SRC / "README.md"
BEGIN, END = "<!-- map: written by scripts/source_map.py -->", "<!-- end of the map -->"
LONGEST = 130
LINES_MOST, FILES_MOST = 400, 20  # of a file, of a room
# a period ends a sentence unless it belongs to an abbreviation
SENTENCE = re.compile(r"(.*?(?<!\beq)(?<!\beqs)(?<!\bsect)(?<!\be\.g)(?<!\bi\.e)(?<!\bfig)(?<!\bet al)(?<!\.)\.)(?:\s|$)")


COMMENT = {
    ".c": re.compile(r"\s*/\*(.*?)\*/", re.S),
    ".py": re.compile(r'\s*"""(.*?)"""', re.S),
    ".js": re.compile(r"\s*//(.*)"),
}
COMMENT[".h"] = COMMENT[".c"]


def first_sentence(file):
    """The first sentence of the comment at the top of a file; None: there is none."""
    text = file.read_text()
    comment = COMMENT[file.suffix].match(text)
    if not comment:
        return None
    words = " ".join(line.strip().lstrip("*").strip() for line in comment[1].splitlines()).strip()
    sentence = SENTENCE.match(words)
    return sentence[1] if sentence else None


def files_of(room):
    return sorted(f for f in (SRC / room).iterdir() if f.suffix in COMMENT)


def build():
    """The map as Markdown, and the files whose line is missing or too long."""
    lines, faults = [], []
    for room, (purpose, allowed) in ROOMS.items():
        lines += [f"### `{room}`", "", purpose + (f" May include: {', '.join(sorted(allowed.split()))}." if allowed else ""), "",
                  "| file | subject |", "|---|---|"]
        files = files_of(room)
        if len(files) > FILES_MOST:
            faults.append(f"src/{room}: {len(files)} files, expected at most {FILES_MOST} of one subject; split the room")
        for file in files:
            length = len(file.read_text().splitlines())
            if length > LINES_MOST and file.suffix in (".c", ".h"):
                faults.append(f"{file.relative_to(ROOT)}: {length} lines, expected at most {LINES_MOST}; split the file")
            sentence = first_sentence(file)
            name = file.relative_to(ROOT)
            if sentence is None:
                faults.append(f"{name}:1: found no comment whose first sentence states the subject of the file")
            elif len(sentence) > LONGEST:
                faults.append(f"{name}:1: the first sentence has {len(sentence)} characters, expected at most {LONGEST}")
            lines.append(f"| `{file.name}` | {(sentence or '').replace('|', chr(92) + '|')} |")
        lines.append("")
    return "\n".join(lines), faults


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    table, faults = build()
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    new = f"{head}{BEGIN}\n\n{table}\n{END}{rest.split(END)[1]}"
    if sys.argv[1:] == ["--check"]:
        if new != page:
            faults.append("src/README.md: the map is stale; run scripts/source_map.py")
    else:
        PAGE.write_text(new)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


sys.exit(main())
