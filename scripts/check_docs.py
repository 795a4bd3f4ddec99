#!/usr/bin/env python3
"""Checks the references of the documentation and of the source code to it.

  scripts/check_docs.py      exit 1 and one line per fault

1. Every relative link of a Markdown page leads to a file, and its #anchor to a heading of that file.
2. Every path of a page or a C file that a C file names exists (docs/page.md, src/room/file.c), and every citation
   "docs/page.md, Title" or "docs/page.md (Title)" names a heading of that page.
3. Every {cite}`key` of a page is in docs/references.bib.
4. In CONTRIBUTING.md, docs/developers/walks.md and docs/reference/notation.md every `function()` is defined in src, every `src/...`,
   `tests/...` or other path exists, every `some_name` or `SomeType` occurs in the source, and what is named as
   "`name` in `src/file.c`" occurs in that file.
5. No file refers to what a reader does not have: numbered papers and design documents outside the repository (FOREIGN).
   Sources are cited by author and year, see docs/reference/bibliography.md.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = re.compile(r"(?i:\b(?:papers?|thesis)[ _]?0\d\d)|\bDESIGN\b")
faults = []


def tracked(*patterns):
    out = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "-co", "--exclude-standard", *patterns],
                         capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in sorted(set(out.split("\0"))) if name and (ROOT / name).is_file()]


def text_of(path):
    return path.read_text(encoding="utf-8")


def without_code(text):
    """Fenced, indented and inline code holds no links."""
    text = re.sub(r"(?ms)^```.*?^```", "", text)
    text = re.sub(r"(?m)^    .*$", "", text)
    return re.sub(r"`[^`\n]*`", "", text)


def headings(path):
    text = re.sub(r"(?ms)^```.*?^```", "", text_of(path))
    return [title.strip().replace("`", "") for title in re.findall(r"(?m)^#+ (.*)$", text)]


def anchor(title):
    """The anchor that GitHub and MyST give a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def fault(path, message):
    faults.append(f"{path.relative_to(ROOT)}: {message}")


def check_links(page):
    text = without_code(text_of(page))
    links = re.findall(r"\]\(([^()\s]*(?:\([^()\s]*\))?[^()\s]*)\)", text) + re.findall(r"(?m)^\[[^\]]+\]: (\S+)$", text)
    named = set(re.findall(r"(?m)^\[([^\]]+)\]: ", text))
    for link in links:
        if re.match(r"[a-z]+:", link):
            continue
        name, _, part = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists():
            fault(page, f"link to {link}: no such file")
        elif part and part not in [anchor(title) for title in headings(target)]:
            fault(page, f"link to {link}: no such heading")
    for label in re.findall(r"\[([A-Z][^\[\]\n]* \(\d{4}\))\](?![(:])", text):
        if label not in named:
            fault(page, f"[{label}]: no link of this name")


def check_citations(source):
    text = re.sub(r"\n *(?:\*|#|//) ?", " ", text_of(source))
    for name in sorted(set(re.findall(r"\b((?:docs|src|tests|scripts|include)/[\w/]+\.(?:md|[ch]|py|sh))\b", text))):
        if not (ROOT / name).exists():
            fault(source, f"cites {name}: no such file")
    for name, title in re.findall(r"(docs/[\w/]+\.md)(?:, | \()\"?([A-Za-z][^.;:,()\"\n]*)", text):
        page = ROOT / name
        if page.exists() and not any(head.lower().startswith(title.strip().lower()) for head in headings(page)):
            fault(source, f"cites {name}, {title.strip()}: no such heading")


def check_bibliography(page):
    keys = set(re.findall(r"(?m)^@\w+\{(\w+),", text_of(ROOT / "docs/references.bib")))
    for cited in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text_of(page)):
        for key in cited.split(","):
            if key.strip() not in keys:
                fault(page, f"cites {key.strip()}: not in docs/references.bib")


def check_names(page, code):
    text = re.sub(r"\{[\w:]+\}`[^`\n]*`", "", text_of(page))  # without roles, such as citations
    defined = set(re.findall(r"(?m)^[A-Za-z_][\w \*]*?\b(\w+)\(", code)) | set(re.findall(r"\(\*(\w+)\)\(", code))
    words = set(re.findall(r"\w+", code))
    for name in sorted(set(re.findall(r"`([^`\n]+)`", text))):
        if re.fullmatch(r"\w+\(\)", name):
            if name[:-2] not in defined:
                fault(page, f"{name}: no such function in src")
        elif re.fullmatch(r"(?:src|tests|scripts|docs|include|problems|results)/[\w./-]*", name):
            if not (ROOT / name).exists():
                fault(page, f"{name}: no such file")
        elif re.fullmatch(r"\w*(?:[a-z]_\w+|[a-z][A-Z]\w*)", name) and name not in words:
            fault(page, f"{name}: not in the source")
    for name, file in re.findall(r"`(\w+)`\s+in\s+`((?:src|include)/[\w./-]+\.[ch])`", text):
        whole = name if name.endswith("_") else name + r"\b"  # `JOINT_USES_` is the beginning of several names
        if (ROOT / file).is_file() and not re.search(rf"\b{whole}", text_of(ROOT / file)):
            fault(page, f"{name}: not in {file}")


def check_foreign(path):
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        found = FOREIGN.search(line)
        if found:
            fault(path, f"line {number} refers to {found.group()}, which is not in the repository")


def main():
    for page in tracked("*.md"):
        check_links(page)
        check_bibliography(page)
    for source in tracked("src/*.[ch]", "include/*.h", "tests/*.[ch]"):
        check_citations(source)
    for path in tracked("src", "include", "tests", "scripts", "docs", "problems", "results", "*.md", "Makefile"):
        if path.suffix not in (".png", ".svg") and path != Path(__file__).resolve():
            check_foreign(path)
    code = "\n".join(text_of(path) for path in tracked("src/*.[ch]", "include/*.h"))
    for page in tracked("CONTRIBUTING.md", "docs/developers/walks.md", "docs/reference/notation.md"):
        check_names(page, code)
    for line in faults:
        print(line)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
