# The code blocks of the documentation that are marked as slow, after the other blocks of their pages.
. "$(dirname "$0")/../lib.sh"
"${PYTHON:-/usr/bin/python3}" tests/runs/snippets.py --slow
