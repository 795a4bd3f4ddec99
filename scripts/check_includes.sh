#!/bin/bash
# Checks the direction of includes between the rooms of src/: who may include whom is the table below.
#
#   scripts/check_includes.sh [SRC]      default: src
set -euo pipefail
if [ $# -eq 0 ]; then cd "$(dirname "$0")/.."; fi
src=${1:-src}

# "shared" are the files directly in src/. petsc also stands for mpi.h, public for include/rigel.
rules='
shared:   problem.h fault.h observer.h
base:     base
time:     base time
body:     base body problem.h fault.h
system:   base body system problem.h fault.h petsc
galerkin: base time body system galerkin
solve:    base solve petsc
scheme:   base time body system galerkin solve scheme problem.h fault.h observer.h petsc
control:  base time body system galerkin solve scheme control problem.h fault.h observer.h petsc
diag:     base time body system diag problem.h observer.h petsc
io:       base io problem.h fault.h observer.h yaml hdf5
app:      base time body system galerkin solve scheme control diag io app problem.h fault.h observer.h petsc yaml public
'

find "$src" -name '*.[ch]' | LC_ALL=C sort | xargs -r awk -v src="$src" -v rules="$rules" '
  BEGIN {
    n = split(rules, line, "\n")
    for (i = 1; i <= n; i++) {
      m = split(line[i], word, " ")
      if (m == 0) continue
      sub(/:$/, "", word[1])
      known[word[1]] = 1
      for (j = 2; j <= m; j++) { allowed[word[1], word[j]] = 1; list[word[1]] = list[word[1]] " " word[j] }
    }
  }
  FNR == 1 {
    path = substr(FILENAME, length(src) + 2)
    room = path ~ /\// ? path : "shared"
    sub(/\/.*/, "", room)
    folder = FILENAME
    sub(/[^\/]*$/, "", folder)
    if (!(room in known)) { printf "%s: no room named %s\n", FILENAME, room; bad = 1 }
  }
  /^[ \t]*#[ \t]*include/ {
    name = $0
    sub(/^[^<"]*[<"]/, "", name)
    sub(/[>"].*$/, "", name)
    quoted = $0 ~ /include[ \t]*"/
    # what the included file is: a room, a shared header, or one of the libraries that only some rooms may see
    if (name ~ /^petsc/ || name == "mpi.h") target = "petsc"
    else if (name == "yaml.h") target = "yaml"
    else if (name == "hdf5.h") target = "hdf5"
    else if (name ~ /^rigel\//) target = "public"
    else if (!quoted) next
    else if (name ~ /^\.\./) target = "(a path with ..)"
    else if (name ~ /\//) { target = name; sub(/\/.*/, "", target) }
    else if (room != "shared" && (getline unused < (folder name)) >= 0) { close(folder name); target = room }
    else target = name
    if (room in known && !((room, target) in allowed)) {
      printf "%s:%d: %s may not include \"%s\"; allowed:%s\n", FILENAME, FNR, room, name, list[room]
      bad = 1
    }
  }
  END { exit bad }'
