"""Runs the code blocks of README.md, CONTRIBUTING.md, SECURITY.md and all pages of docs/, and compares the output that they show.

    tests/runs/snippets.py [PAGE...]             runs the blocks that are not marked as slow
    tests/runs/snippets.py --slow [PAGE...]      runs the pages that have blocks marked as slow, with these blocks
    tests/runs/snippets.py --update [PAGE...]    writes the present output into the pages; review the difference before you commit it
    tests/runs/snippets.py --list                prints every block and how it is treated

The blocks of a page run in their order, in one folder that looks like the repository (bin, lib, problems, docs, ...) and in which
results/ is empty. docs/developers/documentation.md explains the languages and the markers.

Environment: RIGEL (program under test, default bin/rigel), PYTHON (default /usr/bin/python3)
"""
import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RIGEL = Path(os.environ.get("RIGEL", ROOT / "bin/rigel")).resolve()
LIB = RIGEL.parent.parent / "lib"
PYTHON = os.environ.get("PYTHON", "/usr/bin/python3")
FOLDERS = ("docs", "include", "problems", "scripts", "src", "tests")  # of the repository, seen by every page
SKIPS_MOST = 15       # blocks of all pages that may be marked as not run
ROUNDING = 1e-12      # numbers below are rounding errors: any two of them agree
ABSOLUTE = 5e-14      # others agree to the last shown digit, to this (processors round differently: fused multiply-add),
RELATIVE = 1e-9       # or to this part of them
SECONDS, SECONDS_SLOW = 120, 3600

# that of all tests
ENVIRONMENT = dict(line.split("=", 1) for line in subprocess.run(
    ["bash", "-c", ". tests/env.sh; env -0"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0") if line)

KEYS = {"skip", "slow", "file", "base", "exit", "varies", "output"}
COMMAND = re.compile(r"(?:bin/rigel|rigel|make|mpiexec|srun|export|cc|python3|cat|ls|sudo|apt-get|(?:scripts|build|\.)/\S+)\s")
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?![\w.]*[A-Za-z_])")


class Block:
    """A code block of a page: its lines are page.lines[first:last]."""

    def __init__(self, language, options, first, generated):
        self.language, self.options, self.first, self.generated = language, options, first, generated
        self.last = first
        self.replacement = None  # lines with the present output

    def __getitem__(self, key):
        return self.options.get(key)


class Page:
    def __init__(self, path):
        self.path = path
        self.name = path.relative_to(ROOT).as_posix() if ROOT in path.parents else path.name
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.faults, self.blocks, self.results = [], [], []
        self.varies = []
        self.parse()

    def fault(self, index, message):
        self.faults.append(f"{self.name}:{index + 1}: {message}")

    def text(self, block):
        return "\n".join(self.lines[block.first:block.last]) + "\n"

    def comment(self, index):
        """The text of the HTML comment that begins in line `index`, and the line after it."""
        end = index
        while "-->" not in self.lines[end] and end + 1 < len(self.lines):
            end += 1
        return re.sub(r"^\s*<!--|-->\s*$", "", "\n".join(self.lines[index:end + 1])), end + 1

    def options(self, text, index):
        """The markers of a comment, one in a line; `base` takes the rest of the comment."""
        found = {}
        base = re.search(r"(?m)^\s*base\b", text)
        if base:
            found["base"], text = text[base.end():].strip(), text[:base.start()]
        for part in text.split("\n"):
            key, _, value = part.strip().partition(" ")
            if key and key not in KEYS:
                self.fault(index, f"unknown marker {key}")
            elif key == "varies":
                found.setdefault(key, []).append(value.strip())
            elif key:
                found[key] = value.strip()
        for pattern in found.get("varies", []):
            try:
                re.compile(pattern)
            except re.error as error:
                self.fault(index, f"varies {pattern}: {error}")
                found["varies"] = []
        if found.get("skip") == "":
            self.fault(index, "skip without a reason")
        return found

    def parse(self):
        index, pending, generated = 0, {}, False
        while index < len(self.lines):
            line = self.lines[index]
            fence = re.match(r"( *)(```+)\s*(\S*)", line)
            if re.match(r"<!-- begin\b", line):
                generated = True
            elif line == "<!-- end -->":
                generated = False
            elif re.match(r"\s*<!-- snippets?:", line):
                text, after = self.comment(index)
                kind, _, rest = text.strip().partition(":")
                if kind == "snippets":
                    self.varies += self.options(rest, index).get("varies", [])
                else:
                    pending = self.options(rest, index)
                index = after
                continue
            elif fence:
                block = Block(fence[3], pending, index + 1, generated)
                pending = {}
                while index + 1 < len(self.lines) and not re.match(rf" *{fence[2]}\s*$", self.lines[index + 1]):
                    index += 1
                block.last = index + 1
                index += 1
                if not block.language.startswith("{"):
                    self.blocks.append(block)
            elif re.match(r"    " + COMMAND.pattern, line + " "):
                self.fault(index, "a command in an indented block; write it as ```console with `$ ` before it")
            index += 1


# --- comparison

def same_number(shown, found):
    if shown == found:
        return True
    if re.fullmatch(r"[-+]?\d+", shown) and re.fullmatch(r"[-+]?\d+", found):
        return False
    a, b = float(shown), float(found)
    mantissa, _, exponent = shown.lower().partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return max(abs(a), abs(b)) < ROUNDING or abs(a - b) <= max(1.001 * unit, ABSOLUTE, RELATIVE * abs(a))


def same_line(shown, found):
    """Texts agree up to the number of spaces, numbers by same_number; `...` stands for any text."""
    shown, found = " ".join(shown.split()), " ".join(found.split())
    if shown == found:
        return True
    if "..." in shown:
        return re.fullmatch(".*".join(re.escape(part) for part in shown.split("...")), found) is not None
    numbers = NUMBER.findall(shown), NUMBER.findall(found)
    return NUMBER.sub("#", shown) == NUMBER.sub("#", found) and all(map(same_number, *numbers))


def same_output(shown, found):
    """A line `...` stands for any number of lines."""
    if not shown:
        return not found
    if shown[0].strip() == "...":
        return any(same_output(shown[1:], found[n:]) for n in range(len(found) + 1))
    return bool(found) and same_line(shown[0], found[0]) and same_output(shown[1:], found[1:])


def masked(lines, patterns):
    for pattern in patterns:
        lines = [re.sub(pattern, "(varies)", line) for line in lines]
    return [line.rstrip() for line in lines]


def updated(shown, found, same):
    """The shown lines brought up to date; lines that `...` left out stay left out. `(output)` becomes all of it."""
    if shown == ["(output)"]:
        return found
    if not any(line.strip() == "..." for line in shown):
        return [old if same([old], [new]) else new for old, new in zip(shown, found)] + found[len(shown):]
    lines, start = [], 0
    for line in shown:
        ratio = [difflib.SequenceMatcher(None, line, new).ratio() for new in found[start:]]
        if line.strip() == "..." or not ratio:
            lines.append(line)
            continue
        best = start + max(range(len(ratio)), key=ratio.__getitem__)
        lines.append(line if same([line], [found[best]]) else found[best])
        start = best + 1
    return lines


# --- running

class Runner:
    """Runs the blocks of one page in a folder of their own."""

    def __init__(self, page, folder, slow, update):
        self.page, self.folder, self.slow, self.update = page, Path(folder), slow, update
        self.files = {}    # of the page, not run yet
        self.output = ""   # of the last Python or C block
        self.fragments = []
        self.sanitizers = b"libasan" in subprocess.run(["ldd", LIB / "librigel.so"], capture_output=True).stdout
        for name in FOLDERS:
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "bin").symlink_to(RIGEL.parent)
        (self.folder / "lib").symlink_to(LIB)
        self.environment = dict(ENVIRONMENT, PATH=f"{RIGEL.parent}:{Path(PYTHON).parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8",
                                RIGEL_LIBRARY=str(LIB / "librigel.so"), PYTHONPATH=str(ROOT / "src/python"), PYTHONDONTWRITEBYTECODE="1",
                                COLUMNS="100", TERM="dumb")
        self.state = self.folder / ".state"
        self.state.write_text("")

    def call(self, command, wanted=0):
        """Runs a command; returns its output and a message, empty if the exit code is the wanted one."""
        limit = SECONDS_SLOW if self.slow else SECONDS
        try:
            done = subprocess.run(command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return "", f"not done after {limit} s"
        message = "" if done.returncode == wanted else f"exit code {done.returncode}, expected {wanted}\n{done.stdout}"
        return done.stdout, message

    def compare(self, shown, found, block):
        patterns = self.page.varies + (block["varies"] or [])

        def same(a, b):
            return same_output(masked(a, patterns), masked(b, patterns))

        while shown and not shown[-1].strip():
            shown = shown[:-1]
        found = found.rstrip("\n").split("\n") if found.strip() else []
        if same(shown, found):
            return shown, ""
        difference = difflib.unified_diff(masked(shown, patterns), masked(found, patterns), "shown", "found", lineterm="")
        return updated(shown, found, same), "\n".join(difference)

    def console(self, block):
        """Commands after `$ `, continued after a backslash, each with the output that follows; exit codes are 0, the last one that of `exit`."""
        commands = []
        for line in self.page.lines[block.first:block.last]:
            if line.startswith("$ "):
                commands.append(([line], []))
            elif commands and commands[-1][0][-1].endswith("\\") and not commands[-1][1]:
                commands[-1][0].append(line)
            elif commands:
                commands[-1][1].append(line)
            else:
                return "expected a command after `$ ` in the first line"
        faults, lines = [], []
        for words, shown in commands:
            command = "\n".join(words)[2:]
            for name in [name for name in self.files if name in command]:
                del self.files[name]
            if self.sanitizers and command.startswith("python3 "):
                lines += words + shown
                continue
            wanted = int(block["exit"] or 0) if words is commands[-1][0] else 0
            script = f"source {self.state}\n{command}\ncode=$?\ndeclare -px >{self.state}; printf 'cd %q\\n' \"$PWD\" >>{self.state}\nexit $code"
            found, message = self.call(["bash", "-c", script], wanted)
            lines += words
            if any(line.strip() for line in shown) and not message:
                shown, message = self.compare(shown, found, block)
            lines += shown
            if message:
                faults.append(f"{command}\n{message}")
        block.replacement = lines
        return "\n".join(faults)

    def yaml(self, block):
        """A problem file, or the top-level keys of one that replace those of a base, is valid."""
        text = self.page.text(block)
        if block["base"]:
            base = block["base"]
            if ":" not in base:
                base = (self.folder / base).read_text(encoding="utf-8")
            keys = re.findall(r"(?m)^([\w]+):", text)
            sections = re.split(r"(?m)^(?=\w+:)", base)
            text = "".join(part.rstrip("\n") + "\n" for part in sections if part.split(":")[0] not in keys) + text
        target = self.folder / (block["file"] or "block.yaml")
        target.write_text(text, encoding="utf-8")
        found, message = self.call([str(RIGEL), "check", target.name], int(block["exit"] or 0))
        self.output = found
        return message

    def python(self, block):
        if self.sanitizers:
            return ""
        self.output, message = self.call([PYTHON, "-c", self.page.text(block)])
        return message

    def c(self, block):
        """A program with main(), or a fragment; the fragments of a page form one program, which runs after the last of them."""
        text = self.page.text(block)
        if not re.search(r"(?m)^int main", text):
            self.fragments.append(text)
            rest = self.page.blocks[self.page.blocks.index(block) + 1:]
            if any(b.language == "c" and not b.generated and not re.search(r"(?m)^int main", self.page.text(b)) for b in rest):
                return ""
            head = "".join(f"#include <{name}.h>\n" for name in ("math", "rigel/rigel", "stdio", "stdlib"))
            text = head + "int main(void)\n{\n  if (rigel_initialize()) return 1;\n" + "".join(self.fragments) + "  return rigel_finalize();\n}\n"
        (self.folder / "block.c").write_text(text, encoding="utf-8")
        flags = ["-fsanitize=address,undefined"] if self.sanitizers else []
        _, message = self.call(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", *flags, "-Iinclude", "-o", "block", "block.c",
                                f"-L{LIB}", "-lrigel", "-lm", f"-Wl,-rpath,{LIB}"])
        if message:
            return message
        self.output, message = self.call(["./block"])
        return message

    def shown_output(self, block):
        """The output of the last block that ran."""
        if self.sanitizers:
            return ""
        block.replacement, message = self.compare(self.page.lines[block.first:block.last], self.output, block)
        return message

    def run(self, block):
        """None: the block is not run; otherwise its message, empty if all is well."""
        if block.generated or block["skip"] is not None or (block["slow"] is not None and not self.slow):
            return None
        if block["output"] is not None:
            return self.shown_output(block)
        if block.language == "yaml":
            if block["file"]:
                self.files[block["file"]] = block
            return self.yaml(block)
        if block["file"]:
            (self.folder / block["file"]).write_text(self.page.text(block), encoding="utf-8")
            self.files[block["file"]] = block
            return ""
        kinds = {"console": self.console, "python": self.python, "c": self.c}
        if block.language not in kinds:
            return f"a block of {block.language or 'no language'}: expected {', '.join(kinds)}, yaml, or a marker"
        return kinds[block.language](block)


def run_page(page, arguments):
    if arguments.slow and not any(block["slow"] is not None for block in page.blocks):
        return
    folder = tempfile.mkdtemp()
    try:
        runner = Runner(page, folder, arguments.slow, arguments.update)
        for block in page.blocks:
            message = runner.run(block)
            if message is not None:
                page.results.append((block, message))
        for name, block in runner.files.items():
            if block.language != "yaml":
                page.fault(block.first, f"no command of the page uses {name}")
    finally:
        shutil.rmtree(folder)
    if arguments.update:
        for block in sorted(page.blocks, key=lambda block: -block.first):
            if block.replacement is not None:
                page.lines[block.first:block.last] = block.replacement
        page.path.write_text("\n".join(page.lines), encoding="utf-8")


def pages_of(names):
    paths = [Path(name).resolve() for name in names] or [
        ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("docs/*/*.md"))]
    return [Page(path) for path in paths]


def treatment(block):
    if block.generated:
        return "generated, checked by scripts/docs.sh"
    return "; ".join(f"{key} {value}".strip() for key, value in block.options.items() if key != "base") or "run"


def report(pages, whole):
    """Prints one line for each block and fault, and the summary of tests/run_all.sh."""
    tests = failures = 0
    for page in pages:
        for line in page.faults:
            print(f"{line}:FAIL")
        for block, message in page.results:
            print(f"{page.name}:{block.first}: {block.language}:{'FAIL' if message else 'PASS'}")
            if message:
                print("  " + message.rstrip("\n").replace("\n", "\n  "))
        tests += len(page.results) + len(page.faults)
        failures += len(page.faults) + sum(1 for _, message in page.results if message)
    skipped = [f"{page.name}:{block.first}: {block['skip']}" for page in pages for block in page.blocks if block["skip"] is not None]
    if whole:
        print("not run:", *skipped, sep="\n  ")
        print(f"{len(skipped)} blocks are not run, at most {SKIPS_MOST} may be:{'PASS' if len(skipped) <= SKIPS_MOST else 'FAIL'}")
        tests, failures = tests + 1, failures + (len(skipped) > SKIPS_MOST)
    print(f"-----------------------\n{tests} Tests {failures} Failures 0 Ignored")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("-j", type=int, default=2, help="pages at a time")
    parser.add_argument("page", nargs="*")
    arguments = parser.parse_args()
    pages = pages_of(arguments.page)
    if arguments.list:
        for page in pages:
            for block in page.blocks:
                print(f"{page.name}:{block.first}: {block.language}: {treatment(block)}")
        return 0
    with ThreadPoolExecutor(arguments.j) as pool:
        list(pool.map(lambda page: run_page(page, arguments), pages))
    return report(pages, not arguments.page and not arguments.slow)


if __name__ == "__main__":
    sys.exit(main())
