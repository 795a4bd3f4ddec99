#!/usr/bin/env bash
# Inserts the output of commands into docs/*.md: the lines between
#   <!-- begin [LANGUAGE]: COMMAND -->   and   <!-- end -->
# become the output of COMMAND, `rigel ...` or `cat FILE`; with a LANGUAGE inside a code block.
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
    *) echo "docs: unknown command $1" >&2; return 1 ;;
  esac
}

fill() {
  local line language command skip=0
  while IFS= read -r line || [ -n "$line" ]; do
    if [[ $line =~ ^'<!-- begin'\ ?([a-z]*):\ (.*)' -->'$ ]]; then
      language=${BASH_REMATCH[1]} command=${BASH_REMATCH[2]}
      echo "$line"
      if [ -n "$language" ]; then echo "\`\`\`$language"; fi
      produce "$command"
      if [ -n "$language" ]; then echo '```'; fi
      skip=1
    elif [ "$line" = '<!-- end -->' ]; then
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
for page in docs/*.md; do
  grep -q '^<!-- begin' "$page" || continue
  fill "$page" >"$new"
  if cmp -s "$new" "$page"; then continue; fi
  if [ "$check" = --check ]; then
    echo "$page is not current: make docs"
    diff "$page" "$new" | head -n 20
    stale=1
  else
    cat "$new" >"$page"
    echo "$page"
  fi
done
exit $stale
