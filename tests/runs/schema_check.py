#!/usr/bin/python3
"""Check the JSON Schema of `rigel list --schema` with an independent validator.

Usage: schema_check.py SCHEMA KEYS. The schema must be valid, accept every file of problems/, and reject every file of tests/rejects/
whose message is about one key by itself: a key that does not exist, or a value that is not what KEYS, the output of `rigel list keys`,
documents. Every other file of tests/rejects/ is counted: faults that concern several keys, the mechanics or other files are beyond a
schema. A file that is no YAML at all counts as rejected.
"""

import json
import re
import sys
from pathlib import Path

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML with the numbers and flags that Rigel reads: 1e-8 is a number, yes and 2020-01-01 are words."""


REPLACED = {f"tag:yaml.org,2002:{name}" for name in ("bool", "float", "int", "timestamp")}
Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rules if tag not in REPLACED]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
DIGITS = list("-+.0123456789")
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), list("tf"))
Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?\d+$"), DIGITS)
Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$"), DIGITS)

# values that a schema does not check: names and folders that must exist, ranges of some numbers; nor 2.0 for an integer
NAMES = re.compile(r"the (name|directory)|the path|functions? of time|a number from")
EXPECTED = re.compile(r": found (?!nothing)(.*?), expected (.*?)(?: \[R\d{4}\])?$")


def documented(keys: str) -> set:
    """The values that the reference documents, as messages state them."""
    values = set()
    for line in keys.splitlines():
        cells = line.split(" | ")
        if line.startswith("| `") and not NAMES.search(cells[1]):
            values.update({cells[1], "one of " + cells[1]})
    return values


def concerns_one_key(message: str, values: set) -> bool:
    """Whether a message is about one key by itself."""
    for line in message.splitlines():
        found = EXPECTED.search(line)
        if "found an unknown key" in line and ": study" not in line:
            return True
        if found and re.sub(r" \(did you mean .*\)$", "", found[2]) in values and not re.fullmatch(r"-?\d+\.0", found[1]):
            return not re.search(r"^--set|: study\.|: solver\.petsc: ", line)
    return False


def load(file: Path):
    """The tree of a file; None: it is not YAML."""
    try:
        return yaml.load(file.read_bytes(), Loader)
    except (yaml.YAMLError, UnicodeError):
        return None


def main() -> int:
    schema = json.loads(Path(sys.argv[1]).read_text())
    values = documented(Path(sys.argv[2]).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = []
    problems = sorted(Path("problems").rglob("*.yaml"))
    for file in problems:
        for error in validator.iter_errors(yaml.load(file.read_text(), Loader)):
            failures.append(f"{file}: {error.json_path}: {error.message[:200]}")
    rejects = sorted(Path("tests/rejects").glob("*.yaml"))
    rejected = checked = 0
    for file in rejects:
        message = file.with_suffix(".txt")
        valid = validator.is_valid(load(file))
        one = message.exists() and concerns_one_key(message.read_text(), values)
        rejected += not valid
        checked += one
        if one and valid:
            failures.append(f"{file}: accepted")
    print("\n".join(failures))
    print(f"{len(problems)} problems, {len(rejects)} rejects: {rejected} by the schema, {checked} of them must be; {len(failures)} failures")
    return 1 if failures or checked < 60 else 0


if __name__ == "__main__":
    sys.exit(main())
