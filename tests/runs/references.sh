# rigel study references: confirms a reference, contradicts a wrong one, proposes one where there is none, reads folders.
. "$(dirname "$0")/../lib.sh"

references() { "$RIGEL" study references "$@" -o "$WORK/references"; }

# one file of each way: formulations, schemes, Gauss points, Runge-Kutta methods, optimal control
check_exit 0 references problems/free_body.yaml problems/scalable_body.yaml problems/mechanisms/simple_pendulum.yaml \
  problems/published/iitk_chaurasia_2012/harmonic.yaml problems/control/principal_axis.yaml
check_equal "$(grep -c ': confirmed to ' "$WORK/out")" 5 "all are confirmed"
check_match "$WORK/out" '8 runs \(degree 5, 6; quaternion, director\) agree to' "two formulations"
check_match "$WORK/out" '8 runs \(degree 5, 6; mG, em\) agree to' "two schemes for particles"
check_match "$WORK/out" '4 runs \(gauss6, sun_geng\) agree to' "two methods for Hamiltonian systems"
check_equal "$(grep -c '^| `problems/.*| confirmed |$' "$WORK/references/references.md")" 5 "a row for each in references.md"
check_equal "$(wc -l <"$WORK/references/references.csv")" 6 "and in references.csv"

# a digit changed: beyond the accuracy it is a contradiction, within it is not
wrong=$WORK/wrong
mkdir "$wrong"
sed 's/0\.98246243303855347/0.98246243403855347/' problems/free_body.yaml >"$wrong/free_body.yaml"
check_exit 3 references "$wrong"
check_match "$WORK/out" 'free_body.yaml: contradicted: orientation \(0\.98246243303' "a wrong digit is found"
sed -i 's/^  body: body$/&\n  accuracy: 1.0e-8/; s/^  accuracy: .*e-1[0-9]$//' "$wrong/free_body.yaml"
check_exit 0 references "$wrong/free_body.yaml"
check_match "$WORK/out" 'its accuracy 1\.0e-08' "within its accuracy it is not"

# no reference: the line to put into the file
sed '/^reference:/,$d' problems/free_body.yaml >"$wrong/free_body.yaml"
check_exit 0 references "$wrong/free_body.yaml"
check_match "$WORK/out" 'free_body.yaml: no reference: ' "a file without a reference"
check_match "$WORK/out" '^  reference: \{position: .*orientation: \[.*accuracy: ' "gets a proposal"

# runs that do not agree confirm nothing
check_exit 3 references problems/free_body.yaml --degrees 1,2 --steps 0.05,0.025
check_match "$WORK/out" 'free_body.yaml: not confirmed' "coarse runs confirm nothing"

check_exit 2 references "$WORK/nothing.yaml"
check_match "$WORK/err" 'no such file or folder' "a file that is not there"
check_exit 2 "$RIGEL" study references problems/free_body.yaml --no-such-option
finish
