#!/usr/bin/env python3
"""Checks the include rules of scripts/rooms.py in src/, and that neither rooms nor modules include each other in a circle.

usage: scripts/check_includes.py [SRC]        (default: src)

A room is a folder. A module is a .c file together with the .h file of the same name. Exit code 1 after a violation.
"""
import pathlib
import re
import sys

from rooms import ROOMS

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def target_of(name, quoted, file, src):
    """The room or library of an included file; None: a system header that everybody may include."""
    if name.startswith("petsc") or name == "mpi.h":
        return "petsc"
    if name in ("yaml.h", "hdf5.h"):
        return name[:-2]
    if name.startswith("rigel/"):
        return "public"
    if not quoted:
        return None
    if ".." in name:
        return "(a path with ..)"
    if (src / name).is_file():
        return pathlib.PurePath(name).parent.as_posix()
    return file.parent.relative_to(src).as_posix() if (file.parent / name).is_file() else f"(unknown file {name})"


def read(src):
    """Violations of the rules, and the modules that each module includes."""
    faults, graph = [], {}
    for file in sorted(src.rglob("*.[ch]")):
        room = file.parent.relative_to(src).as_posix()
        module = file.relative_to(src).with_suffix("").as_posix()
        includes = graph.setdefault(module, set())
        if room not in ROOMS:
            faults.append(f"{file}: no rule for the room {room}; add one to scripts/rooms.py")
            continue
        allowed = {room, *ROOMS[room][1].split()}
        for number, line in enumerate(file.read_text().splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            name = found[2]
            target = target_of(name, found[1] == '"', file, src)
            if target is not None and target not in allowed:
                faults.append(f"{file}:{number}: {room} may not include \"{name}\"; allowed: {' '.join(sorted(allowed))}")
            if target in ROOMS:
                includes.add((src / name if "/" in name else file.parent / name).relative_to(src).with_suffix("").as_posix())
        includes.discard(module)
    return faults, graph


def circles(graph):
    """Sets of rooms or of modules that include each other, by Tarjan's strongly connected components."""
    index, low, stack, found = {}, {}, [], []

    def visit(module):
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(graph.get(module, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[module] = min(low[module], low[other])
        if low[module] == index[module]:
            at = stack.index(module)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for module in sorted(graph):
        if module not in index:
            visit(module)
    return found


def rules():
    """The rooms that each room may include, without itself and without libraries."""
    return {room: {other for other in allowed.split() if other in ROOMS} - {room} for room, (_, allowed) in ROOMS.items()}


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0 if len(sys.argv) == 2 else 2
    faults, graph = read(pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else pathlib.Path(__file__).parent.parent / "src"))
    faults += ["scripts/rooms.py: rooms may include each other in a circle: " + ", ".join(c) for c in circles(rules())]
    faults += ["modules include each other in a circle: " + ", ".join(c) for c in circles(graph)]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


sys.exit(main())
