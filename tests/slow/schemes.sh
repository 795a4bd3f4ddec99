# make schemes anew, and one problem of make compare: the same tables as those that are committed, up to rounding.
. "$(dirname "$0")/../lib.sh"

# differing A B: cells of the tables of two pages that differ, by more than the last digit printed and by more than rounding
differing() {
  awk -F'|' 'function off(a, b) {
      if (a == b || a ~ /not measured/ || b ~ /not measured/ || a ~ / ms / || a ~ /^ [<>]/ || b ~ /^ [<>]/) return 0
      if (a !~ /^ *[0-9.]+(e[-+][0-9]+)? *$/ || b !~ /^ *[0-9.]+(e[-+][0-9]+)? *$/) return 1
      return (a - b) ^ 2 > (0.11 * b) ^ 2 && a + b > 2e-13 }
    FNR == NR { line[FNR] = $0; n = FNR; next }
    /^\|/ { fields = split(line[FNR], other, "|")
      if (fields != NF) print line[FNR], "and", $0
      for (i = 2; i < NF && i < last_column; i++) if (off(other[i], $i)) print $2 ":" other[i] "and" $i }
    END { if (FNR != n) print "pages of " n " and " FNR " lines" }' last_column="$3" "$1" "$2"
}

for paper in nme_betsch_siebert_2009 compstruc_hulbert_1992; do
  check "${paper#*_}" "scripts/reproduce/${paper#*_}.py" "$WORK/results/$paper"
  check_equal "$(differing "results/$paper/README.md" "$WORK/results/$paper/README.md" 99)" "" "the tables of results/$paper"
done

# without the last column, which needs an idle machine
check "compare" env TIMES=no PROBLEMS=free_body scripts/reproduce/compare.py "$WORK/compare" "$WORK/compare.md"
table() { awk '/^## / { on = $0 == "## free body" } on && /^\|/' "$1"; }
table docs/benchmarks/compare.md >"$WORK/old.md"
table "$WORK/compare.md" >"$WORK/new.md"
check_equal "$(differing "$WORK/old.md" "$WORK/new.md" 9)" "" "the table of docs/benchmarks/compare.md"
finish
