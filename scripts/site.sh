#!/usr/bin/env bash
# Builds the documentation site from docs/ into build/docs/html, without network. Warnings, links that lead nowhere and unknown words
# are errors; docs/spelling_wordlist.txt lists the words that the dictionary lacks.
#
#   scripts/site.sh            pages and all checks
#   scripts/site.sh --fast     pages only
#
# Environment: RIGEL_LIBRARY (shared library, default lib/librigel.so), DOCS_BUILD (folder, default build/docs)
set -euo pipefail
cd "$(dirname "$0")/.."
export RIGEL_LIBRARY=${RIGEL_LIBRARY:-$PWD/lib/librigel.so} DOCS_BUILD=${DOCS_BUILD:-build/docs} PYTHONDONTWRITEBYTECODE=1
mkdir -p "$DOCS_BUILD"
DOCS_BUILD=$(cd "$DOCS_BUILD" && pwd)

{ cat docs/site/Doxyfile; printf 'INPUT = include/rigel\nINPUT_FILTER = scripts/doxygen_filter.py\nOUTPUT_DIRECTORY = %s\n' "$DOCS_BUILD"; } | doxygen -
sed -i '/<includes /d' "$DOCS_BUILD"/xml/struct*.xml # Breathe would refer to pages of headers, which the site does not have

# Debian's Python: Sphinx and its extensions are packages of it
build() { /usr/bin/python3 -m sphinx -q -W --keep-going -n -c docs/site -d "$DOCS_BUILD/doctrees" -b "$1" docs "$DOCS_BUILD/$1"; }
build html
if [ "${1:-}" = --fast ]; then exit; fi
scripts/check_site.py "$DOCS_BUILD/html"
build spelling
echo "site: $DOCS_BUILD/html/index.html"
