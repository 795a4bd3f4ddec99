#!/usr/bin/env python3
"""Turns the comments of a public header into Doxygen comments: an input filter of docs/site/Doxyfile.

usage: scripts/doxygen_filter.py HEADER      writes to the standard output

A comment in front of declarations without a blank line between them describes all of them. A comment behind a member describes
it. A comment "--- models: ..." begins the group "models".
"""
import re
import sys
from pathlib import Path

TRAILING = re.compile(r"(?<=[;,\d\w]) */\* ?(.*?) ?\*/", re.S)


def plain(text):
    """The text of a comment without its stars; special characters of Doxygen are escaped outside of `code`."""
    words = " ".join(line.strip().lstrip("*").strip() for line in text.splitlines()).strip()
    parts = re.split(r"(`[^`]*`)", words)
    return "".join(part if part.startswith("`") else re.sub(r"([\\@<>#%&])", r"\\\1", part) for part in parts)


def declarations(block):
    """The declarations of a block of lines: each ends with a semicolon outside of braces."""
    found, depth, current = [], 0, ""
    for line in block.splitlines(keepends=True):
        current += line
        code = re.sub(r"/\*.*?\*/", "", line)
        depth += code.count("{") - code.count("}")
        if depth == 0 and code.rstrip().endswith(";"):
            found.append(current)
            current = ""
    return found, current


def document(block, comment):
    """A block of declarations with the comment in front of each."""
    found, rest = declarations(block)
    out = ""
    for declaration in found:
        declaration = re.sub(r"(?m)^( +)/\* (.*?) \*/$", lambda m: f"{m[1]}/** {plain(m[2])} */", declaration)
        declaration = TRAILING.sub(lambda m: f" /**< {plain(m[1])} */", declaration)
        out += (f"/** {plain(comment)} */\n" if comment else "") + declaration
    return out + rest


def main():
    path = Path(sys.argv[1])
    text = path.read_text(encoding="utf-8")
    begin = text.index("#ifdef __cplusplus\nextern")
    begin = text.index("#endif\n", begin) + len("#endif\n")
    end = text.index("#ifdef __cplusplus", begin)
    group = "petsc" if path.name == "petsc.h" else "general"
    out = [text[:begin], f"/** @defgroup {group} {group}\n@{{ */\n"]
    body = re.sub(r"(?m)^#define RIGEL_API.*\n", "", text[begin:end])
    for piece in re.split(r"(?m)(?=^/\*)|\n\n", body):
        comment = re.match(r"/\*(.*?)\*/\n?", piece, re.S)
        title = comment and re.match(r" --- (?:the )?(\w+)", comment[1])
        if title:
            group = title[1]
            out.append(f"/** @}} */\n/** @defgroup {group} {group}\n@{{ */\n")
            out.append(document(piece[comment.end():], ""))
        else:
            out.append(document(piece[comment.end():] if comment else piece, comment[1] if comment else ""))
        out.append("\n")
    out += ["/** @} */\n", text[end:]]
    sys.stdout.write("".join(out))


if __name__ == "__main__":
    main()
