#!/usr/bin/python3
"""Check the examples of `rigel explain` against the JSON Schema.

Usage: explain_check.py EXPLAINED SCHEMA. Every example must be YAML and have the shape of the schema. Keys that an example leaves
out are no fault: it shows one key.
"""

import json
import sys
from pathlib import Path

import jsonschema
import yaml

from schema_check import Loader

# what an example of one key leaves out: required keys, alternatives of which one is required
INCOMPLETE = {"required", "minProperties", "dependentRequired"}


def leaves(error):
    """The faults behind anyOf and oneOf: those of the alternative that fits best."""
    if not error.context:
        return [error]
    branches = {}
    for item in error.context:
        branches.setdefault(item.schema_path[0], []).extend(leaves(item))
    return min(branches.values(), key=lambda found: sum(leaf.validator not in INCOMPLETE for leaf in found))


def main() -> int:
    validator = jsonschema.Draft202012Validator(json.loads(Path(sys.argv[2]).read_text()))
    examples = failures = 0
    key = ""
    for line in Path(sys.argv[1]).read_text().splitlines():
        if line and not line.startswith(" "):
            key = line
        if not line.startswith("  example  "):
            continue
        examples += 1
        tree = yaml.load(line[len("  example  "):], Loader)
        faults = [leaf for error in validator.iter_errors(tree) for leaf in leaves(error) if leaf.validator not in INCOMPLETE]
        for fault in faults:
            print(f"{key}: {line.strip()}: {fault.json_path}: {fault.message[:200]}")
        failures += bool(faults)
    print(f"{examples} examples, {failures} failures")
    return 1 if failures or examples < 300 else 0


if __name__ == "__main__":
    sys.exit(main())
