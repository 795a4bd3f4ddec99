#!/usr/bin/env python3
"""Checks the index of messages, src/message/messages_*.h, against the source, the tests and its page.

  scripts/check_messages.py      exit 1 and one line per fault

1. Codes ascend, each once, in the file of their hundred; texts have no line break and end as a sentence does.
2. Every code is used outside of src/message: by its name in C files, as [R0123] in Python.
3. The example of a code is a message of the source: it fits a format of printf, or an f-string of Python. Examples that name a
   file of tests/rejects are lines of its expected messages.
4. Every line of tests/rejects/*.txt ends with a code of the index.
5. docs/reference/messages.md has every entry, and no other (`make pages` writes it).
6. Nothing is printed on stderr without a code, except in the files of PLAIN.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference/messages.md"
# progress, and texts that have their codes already
PLAIN = {"src/message/message.c", "src/cli/common/progress.c", "src/cli/study/study_plan.c",
         "src/cli/study/study.c"}
STRING = r'"(?:[^"\\]|\\.)*"'
ENTRY = re.compile(rf"MESSAGE\(\s*(\d{{4}}),\s*(\w+),\s*({STRING}),\s*({STRING}),\s*({STRING}),\s*({STRING})\)")
CONVERSION = re.compile(r"%(?:[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t)?[a-zA-Z]|%)")
LITERAL_LEAST = 12  # letters of a format, without the name of the command, that make it a message
faults = []


def fault(text):
    faults.append(text)


def unquote(literal):
    return literal[1:-1].replace('\\"', '"').replace("\\\\", "\\")


def joined(literals):
    """The text of adjacent string literals."""
    number = re.sub(r"PRI\w+", '"d"', literals)
    return "".join(unquote(t) for t in re.findall(STRING, number)).replace("\\n", "")


def entries():
    """(code, name, title, cause, remedy, example) of all files, in their order."""
    found = []
    for file in sorted((ROOT / "src/message").glob("messages_[0-9]*.h")):
        text = file.read_text()
        here = [(m[1], m[2], *(unquote(m[i]) for i in range(3, 7))) for m in ENTRY.finditer(text)]
        if len(here) != text.count("MESSAGE("):
            fault(f"{file.relative_to(ROOT)}: {text.count('MESSAGE(')} entries, of which {len(here)} are readable")
        for code, *_ in here:
            if code[:2] != file.stem.split("_")[1]:
                fault(f"{file.relative_to(ROOT)}: R{code} belongs to another file")
        found += here
    return found


def sources():
    return [f for f in sorted((ROOT / "src").rglob("*")) if f.suffix in (".c", ".h", ".py") and f.parent.name != "message"]


def format_pattern(text, conversion):
    """A regular expression for what a format prints; None: the format has too few letters of its own."""
    parts = conversion.split(text)
    if len(re.sub(r"^rigel( \w+)?:|\W", "", "".join(parts))) < LITERAL_LEAST:
        return None
    return re.compile(".*?".join(re.escape(part) for part in parts), re.S)


def formats():
    """Patterns of all texts of the source."""
    found = []
    for file in sources():
        text = file.read_text()
        if file.suffix == ".py":
            literals = [(unquote(t), re.compile(r"\{[^{}]*\}")) for t in re.findall(STRING, text)]
        else:
            literals = [(joined(t), CONVERSION) for t in re.findall(rf"{STRING}(?:\s*(?:PRI\w+\s*)?{STRING})*", text)]
        found += [p for t, c in literals if (p := format_pattern(re.sub(r" \[(?:%s|R\d{4})\]$", "", t), c))]
    return found


def check_entry(entry, before):
    code, name, title, cause, remedy, example = entry
    where = f"R{code}_{name}"
    if before and before >= code:
        fault(f"{where}: comes after R{before}; codes ascend")
    if title.endswith(".") or not title[0].isupper():
        fault(f"{where}: the title is a phrase that begins with a capital letter and has no period")
    for kind, text in (("cause", cause), ("remedy", remedy)):
        if not text.endswith(".") or not (text[0].isupper() or re.match(r"[-+.a-z]", text)):
            fault(f"{where}: the {kind} is a sentence, found {text!r}")
    if re.search(rf"\[R{code}\]$", example):
        fault(f"{where}: the example has its code, which is added when it is printed")


def check_examples(table):
    patterns = formats()
    rejects = {f.stem: f.read_text() for f in (ROOT / "tests/rejects").glob("*.txt")}
    for code, name, _, _, _, example in table:
        file = re.match(r"(\w+)\.yaml", example)
        if file and file[1] in rejects:
            if f"{example} [R{code}]\n" not in rejects[file[1]]:
                fault(f"R{code}_{name}: the example is not a line of tests/rejects/{file[1]}.txt")
        elif not any(p.search(example) for p in patterns):
            fault(f"R{code}_{name}: no text of the source fits the example {example!r}")


def check_uses(table):
    text = "\n".join(f.read_text() for f in sources())
    for code, name, *_ in table:
        if not re.search(rf"\bR{code}_{name}\b|\[R{code}\]", text):
            fault(f"R{code}_{name}: not used in the source")


def check_rejects(table):
    codes = {entry[0] for entry in table}
    for file in sorted((ROOT / "tests/rejects").glob("*.txt")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            found = re.search(r" \[R(\d{4})\]$", line)
            if not found or found[1] not in codes:
                fault(f"{file.relative_to(ROOT)}:{number}: the line does not end with a code of the index")


def check_page(table):
    page = PAGE.read_text()
    blocks = dict(re.findall(r"(?ms)^### R(\d{4})\n(.*?)(?=^##|\Z)", page))
    for code, name, title, cause, remedy, example in table:
        block = blocks.pop(code, "")
        if not all(text in block for text in (title, cause, remedy, f"{example} [R{code}]")):
            fault(f"docs/reference/messages.md: the entry of R{code}_{name} is not current; run make pages")
    for code in blocks:
        fault(f"docs/reference/messages.md: R{code} is not in the index; run make pages")


def check_plain():
    for file in sources():
        name = file.relative_to(ROOT).as_posix()
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if re.search(r"\b(?:fprintf|fputs|fputc|perror)\(.*\bstderr\b|\bperror\(", line) and name not in PLAIN:
                fault(f"{name}:{number}: prints on stderr without a code; use message_say")


def main():
    table, before = entries(), ""
    for entry in table:
        check_entry(entry, before)
        before = entry[0]
    check_uses(table)
    check_examples(table)
    check_rejects(table)
    check_page(table)
    check_plain()
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
