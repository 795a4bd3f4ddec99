# The references of all problems that come with Rigel are confirmed, and each has a source and an accuracy or is a closed form.
. "$(dirname "$0")/../lib.sh"

check_exit 0 "$RIGEL" study references -j 2 -o "$WORK/references"
check_equal "$(grep -c ': confirmed to ' "$WORK/out")" "$(find problems -name '*.yaml' | wc -l)" "every file is confirmed"
for file in $(find problems -name '*.yaml' | sort); do
  if grep -q '^  closed_form: ' "$file"; then continue; fi
  check "source of $file" grep -q '^  source: ' "$file"
  check "accuracy of $file" grep -q '^  accuracy: ' "$file"
done
finish
