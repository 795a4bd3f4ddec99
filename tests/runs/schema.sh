# The JSON Schema of problem files, checked by an independent validator on every problem and on rejected files.
. "$(dirname "$0")/../lib.sh"
python=${PYTHON:-/usr/bin/python3}
check_exit 0 "$RIGEL" list --schema
cp "$WORK/out" "$WORK/schema.json"
"$RIGEL" list keys >"$WORK/keys.md"
check "validator" "$python" tests/runs/schema_check.py "$WORK/schema.json" "$WORK/keys.md"
check_match "$WORK/out" '^[0-9]+ problems, [0-9]+ rejects: [0-9]+ by the schema, [0-9]+ of them must be; 0 failures$' "problems are accepted, faults of one key rejected"
# templates are problems as well
for name in $("$RIGEL" list templates | awk 'NR > 1 { print $1 }'); do "$RIGEL" init "$name" "$WORK/$name.yaml" >/dev/null; done
check "the schema accepts all templates" "$python" - "$WORK" <<'PY'
import json, sys
from pathlib import Path
import jsonschema, yaml
folder = Path(sys.argv[1])
sys.path.insert(0, "tests/runs")
from schema_check import Loader
files = sorted(folder.glob("*.yaml"))
assert len(files) >= 5
for file in files:
    jsonschema.validate(yaml.load(file.read_text(), Loader), json.loads((folder / "schema.json").read_text()), jsonschema.Draft202012Validator)
PY
finish
