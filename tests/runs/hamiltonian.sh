# Hamiltonian systems from the command line: files, repetition from run.yaml, restart, studies; other formats; what is listed.
. "$(dirname "$0")/../lib.sh"
thesis=problems/published/iitk_chaurasia_2012

check_exit 0 "$RIGEL" run $thesis/kepler.yaml --set time.end=5 -o "$WORK/orbit"
check_equal "$(head -n 1 "$WORK/orbit/state.csv")" "t,kepler.x,kepler.y,kepler.px,kepler.py" "columns of the state"
check_equal "$(head -n 1 "$WORK/orbit/invariants.csv")" "t,T,V,H,dH,L1,L2,L3,P1,P2,P3,phi_max,psi_max,kepler.A1,kepler.A2" "what is conserved"
check_equal "$(wc -l <"$WORK/orbit/newton.csv")" 101 "a row of newton.csv for every element"
check_exit 0 "$RIGEL" run "$WORK/orbit/run.yaml" -o "$WORK/again" --force
check "run.yaml repeats the run" cmp "$WORK/orbit/state.csv" "$WORK/again/state.csv"
check_exit 0 "$RIGEL" run $thesis/kepler.yaml --set time.end=3 -o "$WORK/part"
check_exit 0 "$RIGEL" run $thesis/kepler.yaml --set time.end=5 --restart "$WORK/part" -o "$WORK/part"
check "a restart gives the same orbit" cmp "$WORK/orbit/state.csv" "$WORK/part/state.csv"
check_exit 0 "$RIGEL" run $thesis/galaxy.yaml --set time.end=4 --set "output.formats=[hdf5]" -o "$WORK/hdf5"
check "HDF5" test -s "$WORK/hdf5/run.h5"

# a solve that fails is said; studies
check_exit 3 "$RIGEL" run $thesis/kepler.yaml --set method.scheme=euler_implicit --set time.step=1 --set solver.max_iterations=2 -o "$WORK/far"
check_exit 0 "$RIGEL" study --no-plots convergence $thesis/pendulum.yaml --set time.end=3 --schemes midpoint,radau3 --steps 0.3,0.15,0.075 -o "$WORK/study"
check_equal "$(wc -l <"$WORK/study/convergence.csv")" 7 "six runs"
check_exit 0 "$RIGEL" study --no-plots conservation $thesis/harmonic.yaml --set time.end=3 --schemes rk4,gauss6 -o "$WORK/kept"
check_exit 0 "$RIGEL" list
check_match "$WORK/out" '^  galaxy ' "systems are listed"
finish
