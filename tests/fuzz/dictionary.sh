#!/bin/bash
# Prints a dictionary for libFuzzer: the last word of every key of a problem file, and every word that a key or a table knows.
# RIGEL: the program; without one that runs, the keys are those of docs/reference/problem_file.md, which `make pages` takes from it.
set -euo pipefail
cd "$(dirname "$0")/../.."
rigel=${RIGEL:-bin/rigel}

keys() { if [ -x "$rigel" ]; then "$rigel" list --keys; else cat docs/reference/problem_file.md; fi; }

{
  keys | sed -nE 's/^\| `([^`]*)`.*/\1/p' | sed -E 's/.*[.]//; s/\[\]$//; s/$/: /'
  keys | sed -nE 's/^\| `[^`]*` \| ([a-z_, ]+) \|.*/\1/p' | grep , | tr ',' '\n' | sed 's/^ *//'
  if [ -x "$rigel" ]; then "$rigel" list | sed -nE 's/^  ([^ ]+).*/\1/p'; fi
  printf '%s\n' '\x0a  - {' '}' '[' ']' ': ' ', ' '~' 'ground' '.nan' '-.inf' 'end:' 'integral:' 'start.' '&a ' '*a ' '!!int ' '---' '<<: ' '\"' '\x09' '|\x0a' '? '
} | sort -u | sed 's/.*/"&"/'
