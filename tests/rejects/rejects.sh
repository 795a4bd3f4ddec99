#!/bin/bash
# Every NAME.yaml here is wrong: `rigel check` must end with exit 2, say what NAME.txt says on stderr, line by line, and
# nothing on stdout. In NAME.txt `<...>` stands for any text, used for lists of names that grow with the program.
. "$(dirname "$0")/../lib.sh"
cd tests/rejects || exit 1

# line_matches FOUND EXPECTED
line_matches() {
  local found=$1 expected=$2 piece
  while [[ $expected == *'<...>'* ]]; do
    piece=${expected%%'<...>'*}
    expected=${expected#*'<...>'}
    [[ $found == "$piece"* ]] || return 1
    found=${found#"$piece"}
    if [ -z "$expected" ]; then return 0; fi
    while [ -n "$found" ] && [[ $found != "${expected%%'<...>'*}"* ]]; do found=${found#?}; done
  done
  [ "$found" = "$expected" ]
}

# texts_match FOUND_FILE EXPECTED_FILE
texts_match() {
  local found expected
  [ "$(wc -l <"$1")" -eq "$(wc -l <"$2")" ] || return 1
  while IFS= read -r expected <&3 && IFS= read -r found <&4; do
    line_matches "$found" "$expected" || return 1
  done 3<"$2" 4<"$1"
}

# check_refused FILE EXPECTED_FILE
check_refused() {
  local code=0
  "$RIGEL" check "$1" >"$WORK/out" 2>"$WORK/err" || code=$?
  if [ "$code" -ne 2 ]; then fail "$1" "exit code $code, expected 2"$'\n'"$(head -n 20 "$WORK/err")"
  elif [ -s "$WORK/out" ]; then fail "$1" "not empty on stdout:"$'\n'"$(head -n 5 "$WORK/out")"
  elif ! texts_match "$WORK/err" "$2"; then fail "$1" "$(diff "$WORK/err" "$2")"
  else pass "$1"; fi
}

for file in *.yaml; do check_refused "$file" "${file%.yaml}.txt"; done

# What cannot be a file here: none, a folder, a file without end of line in its only line.
echo 'nowhere.yaml: cannot be read: No such file or directory [R0101]' >"$WORK/nowhere.txt"
check_refused nowhere.yaml "$WORK/nowhere.txt"
echo '.: cannot be read: Is a directory [R0101]' >"$WORK/folder.txt"
check_refused . "$WORK/folder.txt"

finish
