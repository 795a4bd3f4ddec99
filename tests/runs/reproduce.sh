# scripts/reproduce: verdicts, fitted orders and interpolation on made-up numbers; the committed page of the comparison follows from its tables.
. "$(dirname "$0")/../lib.sh"
export PYTHONDONTWRITEBYTECODE=1

cat >"$WORK/functions.py" <<'PYTHON'
import sys
sys.path[:0] = ["scripts/reproduce", "scripts"]
from claims import Claim, judge
from compare import error_in_time, fitted_order
from measure import largest, log_slope, relative_change
from tables import same
from work_precision import assured, front

def near(a, b):
    assert abs(a - b) < 1e-12, (a, b)

near(log_slope([(h, 3 * h**4) for h in (0.1, 0.05, 0.025)]), 4)
near(largest([1, -5], [2]), 5)
near(relative_change(-2, -2.5, -1.9), 0.25)
assert same("1e-05", 0.00001) and same("done", "done") and not same("2", 3)

# the coarsest error is above 0.5 and the finest at rounding: neither counts
ladder = [(1.0, 0.9), (0.5, 0.25), (0.25, 0.0625), (0.125, 0.015625), (0.0625, 1e-13)]
order, bend = fitted_order(ladder)
near(order, 2)
near(bend, 0)
assert fitted_order(ladder[:3])[0] is None
assert error_in_time([(1, 1e-2), (4, 1e-4)], 2) == "1.0e-03"
assert error_in_time([(1, 1e-2), (4, 1e-4)], 8) == "< 1.0e-04" and error_in_time([(1, 1e-2)], 0.5) == "> 1.0e-02"

# an error that is small by chance does not count; settings that others beat in both are left out
rows = [{"seconds": s, "error": e} for s, e in (("1", "1e-2"), ("2", "1e-9"), ("3", "1e-4"), ("4", "1e-6"))]
assert assured(rows) == [(1, 1e-2), (2, 1e-4), (3, 1e-4), (4, 1e-6)]
assert front([(2, 1e-4), (1, 1e-2), (3, 1e-4), (4, 1e-6), (5, 1e-3)]) == [(1, 1e-2), (2, 1e-4), (4, 1e-6)]

def verdict(error, remark=""):
    claim = Claim("1", "small", lambda r: {"error": error}, "{error:.1e}", "error < rounding", "error < 1e-6", remark)
    return judge(claim, None)[2:4]

assert verdict(1e-15) == ("1.0e-15", "holds")
assert verdict(1e-15, "seen {error:.0e}") == ("1.0e-15", "holds with a remark")
assert verdict(1e-9)[1] == "holds with a remark" and verdict(1e-3)[1] == "does not hold"
PYTHON
check "functions" python3 "$WORK/functions.py"

mkdir "$WORK/compare"
cp results/compare/*.csv "$WORK/compare"
check "the page of the comparison" env REUSE=yes SCHEMES=mG scripts/reproduce/compare.py "$WORK/compare" "$WORK/compare.md"
check_equal "$(grep '^|' "$WORK/compare.md")" "$(grep '^|' docs/benchmarks/compare.md)" "its tables are the committed ones"
finish
