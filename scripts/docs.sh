#!/usr/bin/env bash
# Inserts the output of commands into the pages of docs/: the lines between
#   <!-- begin [LANGUAGE]: COMMAND -->   and   <!-- end -->
# become the output of COMMAND, `rigel ...`, `cat FILE`, or `keys NAME...`, the rows of `rigel list keys` that begin with one of the
# names; with a LANGUAGE inside a code block.
#
# In the man page docs/rigel.1 the marks are the comments .\" begin: COMMAND and .\" end.
#
#   scripts/docs.sh            writes the pages
#   scripts/docs.sh --check    changes nothing; exit 1 and the difference if a page is not current
#
# Environment: RIGEL (program, default bin/rigel)
set -euo pipefail
cd "$(dirname "$0")/.."
rigel=${RIGEL:-bin/rigel}
check=${1:-}

produce() {
  case $1 in
    "rigel "*) read -ra words <<<"${1#rigel }" && "$rigel" "${words[@]}" ;;
    "cat "*) cat "${1#cat }" ;;
    "keys "*) "$rigel" list keys | awk -v names="^(${1#keys })\$" 'NR <= 2 { print } { split($2, path, /[`.[]/) } path[2] ~ names' ;;
    *) echo "docs: unknown command $1" >&2; return 1 ;;
  esac
}

fill() {
  local line language command skip=0
  while IFS= read -r line || [ -n "$line" ]; do
    if [[ $line =~ ^'.\" begin'():\ (.*)$ || $line =~ ^'<!-- begin'\ ?([a-z]*):\ (.*)' -->'$ ]]; then
      language=${BASH_REMATCH[1]} command=${BASH_REMATCH[2]}
      echo "$line"
      if [ -n "$language" ]; then echo "\`\`\`$language"; fi
      produce "$command"
      if [ -n "$language" ]; then echo '```'; fi
      skip=1
    elif [ "$line" = '<!-- end -->' ] || [ "$line" = '.\" end' ]; then
      echo "$line"
      skip=0
    elif [ $skip = 0 ]; then
      printf '%s\n' "$line"
    fi
  done <"$1"
}

stale=0
new=$(mktemp)
trap 'rm -f "$new"' EXIT
for page in docs/*.md docs/*/*.md docs/rigel.1; do
  grep -qE '^(<!--|\.\\") begin' "$page" || continue
  fill "$page" >"$new"
  if cmp -s "$new" "$page"; then continue; fi
  if [ "$check" = --check ]; then
    echo "$page is not current: make pages"
    diff "$page" "$new" | head -n 20
    stale=1
  else
    cat "$new" >"$page"
    echo "$page"
  fi
done
exit $stale
