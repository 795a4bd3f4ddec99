# shellcheck shell=bash disable=SC2154
# Claims of a paper and their verdicts; used by scripts/claims.sh and scripts/thesis_claims.sh. Tables are in $out, runs in $work.
# A verdict is computed: `holds` if the claim holds as it stands, `holds with a remark` if a weaker form does, else `does not hold`.

# cell FILE COLUMN NAME=VALUE...: the cell of the first row in which these columns hold these values (numbers compared as numbers)
cell() { cells "$@" | head -n 1; }
# cells ...: all such cells
cells() {
  awk -F, -v want="$2" -v conditions="${*:3}" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(conditions, c, " ")
      if (!(want in at)) { print "no column " want " in " FILENAME > "/dev/stderr"; exit 1 } next }
    { good = 1; for (i = 1; i <= n; i++) { split(c[i], p, "="); if ($at[p[1]] != p[2]) good = 0 }
      if (good && $at[want] != "nan") print $at[want] }' "$out/$1.csv"
}
# largest, smallest: of the absolute values on the standard input
largest() { awk '{ a = $1 < 0 ? -$1 : $1; if (NR == 1 || a > m) m = a } END { if (NR == 0) exit 1; printf "%.6g\n", m }'; }
smallest() { awk '{ a = $1 < 0 ? -$1 : $1; if (NR == 1 || a < m) m = a } END { if (NR == 0) exit 1; printf "%.6g\n", m }'; }
short() { printf '%.1e' "$1"; }
fixed() { printf '%.2f' "$1"; }
# list COMMAND...: its lines with two decimals, joined by commas
list() { "$@" | awk '{ printf "%s%.2f", (NR > 1 ? ", " : ""), $1 } END { if (NR == 0) print "nothing"; else print "" }'; }
# true_if EXPRESSION: 1 or 0
true_if() { awk "BEGIN { print ($1) ? 1 : 0 }"; }
all() { local x; for x in "$@"; do [ "$x" = 1 ] || { echo 0; return; }; done; echo 1; }
# results KEY RUN: a number of run.yaml
results() { sed -n "s/^  $1: //p" "$work/$2/run.yaml" | head -n 1; }

lines=()
# claim FIGURE TEXT MEASURED STRONG WEAK REMARK: STRONG and WEAK are 1 or 0; the remark stands unless it is empty
claim() {
  local verdict="does not hold"
  case $4$5 in 00 | 01 | 10 | 11) ;; *) echo "claims: no verdict on: $2" >&2; exit 1 ;; esac
  if [ "$5" = 1 ]; then verdict="holds with a remark"; fi
  if [ "$4" = 1 ]; then verdict="holds"; if [ -n "$6" ]; then verdict="holds with a remark"; fi; fi
  lines+=("| $1 | $2 | $3 | **$verdict** | $6 |")
}
exact=1e-12 # relative: rounding
# count VERDICT: how many claims have it
count() { printf '%s\n' "${lines[@]}" | grep -c "\*\*$1\*\*" || true; }
