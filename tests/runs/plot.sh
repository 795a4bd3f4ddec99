# rigel plot: any run and study, groups, columns and patterns, bad names, hostile texts, a missing Python or matplotlib; the module itself.
. "$(dirname "$0")/../lib.sh"
python=${PYTHON:-/usr/bin/python3}
box=$ROOT/problems/spinning_box.yaml
mkdir "$WORK/module"
check "the Python module" env PYTHONDONTWRITEBYTECODE=1 "$python" "$ROOT/tests/runs/plot_module.py" "$WORK/module"
cd "$WORK" || exit 1
is_svg() { check "$1 is XML with curves" "$python" -c 'import sys, xml.dom.minidom as x; sys.exit(len(x.parse(sys.argv[1]).getElementsByTagName("path")) < 20)' "$1"; }

# --- a run
check_exit 0 "$RIGEL" run "$ROOT/problems/heavy_top.yaml" --set time.end=0.1 -o top
check_exit 0 "$RIGEL" plot top
check_match out '^\(a\) position of top; \(b\) orientation of top; \(c\) energies; \(d\) energy drift; ' "panels of the figure"
check_match out '^written top/plot.svg$' "the file"
is_svg top/plot.svg
cp top/plot.svg first.svg
check_exit 0 "$RIGEL" plot top
check "the same file again" cmp top/plot.svg first.svg
check_exit 0 "$RIGEL" plot top 'top.q?' drift reactions -o figure.pdf --width 84 --units si
check_equal "$(head -c 5 figure.pdf)" %PDF- "a PDF file"
check_exit 0 "$RIGEL" plot top phi_max newton --log -o figure.png
check_equal "$(head -c 8 figure.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a "a PNG file"
check_exit 0 "$RIGEL" run "$ROOT/problems/heavy_top.yaml" --set time.end=0.1 -o top
check "a new run removes the figure of the old one" test ! -e top/plot.svg

# --- optimal control: controls, H - W, the terms of the cost
check_exit 0 "$RIGEL" run "$ROOT/problems/control/reorientation.yaml" --set time.elements=8 -o control
check_exit 0 "$RIGEL" plot control
check_match out 'energy drift, H - W; .*controls' "controls and H - W"
check_exit 0 "$RIGEL" plot control cost u.1

# --- a study
check_exit 0 "$RIGEL" study convergence "$box" --degrees 1,2 --steps 0.1,0.05,0.025 --no-plots -o study
check_equal "$(ls study/*.svg study/*.png 2>/dev/null)" "" "--no-plots"
check_exit 0 "$RIGEL" plot study
check_match out '^\(a\) e_loc; \(b\) work; \(c\) rotation$' "measures and work"
is_svg study/plot.svg
check_exit 0 "$RIGEL" plot study newton_iterations -o iterations.svg
check_exit 0 "$RIGEL" study study/study.yaml
for name in e_loc work rotation; do is_svg study/$name.svg; check "$name.png" test -s study/$name.png; done

# --- bad input: exit code 2, nothing written
refused() { check_exit 2 "$RIGEL" plot "${@:2}"; check_match err "$1" "$1"; }
refused 'unknown quantity top\.xx; did you mean top\.x' top top.xx
refused 'unknown quantity e_lok; did you mean e_loc' study e_lok
refused 'verdict: found no number' study verdict
refused 'controls: the run has no such quantity' top controls
refused 'expected a file that ends with \.svg, \.pdf or \.png after --output, found a\.gif' top -o a.gif
refused 'expected 84 or 174 after --width, found 100' top --width 100
refused 'expected si or none after --units, found imperial' top --units imperial
refused 'unknown option --lag, did you mean --log' top --lag
refused 'nowhere: No such file' nowhere -o n.svg
refused 'no DIR' --log
mkdir hollow
refused 'found no tables' hollow
check_equal "$(ls -A hollow)" "" "nothing stays in the folder"
cp -r top changed && sed -i '2s/,/,1/' changed/state.csv
refused 'changed/state.csv: cksum is .* it was changed' changed
printf 't,x\n0,1\n1\n' >hollow/state.csv
refused 'hollow/state.csv:3: found 1 cells, expected 2' hollow x
printf 't,x\n' >hollow/state.csv
refused 'found nothing that changes' hollow

# --- texts of a file are drawn, never read as mathematics, markup or commands
mkdir wild
cat >wild/state.csv <<'CSV'
t,$x$,\frac{1}{0},"$(touch pwned)","`touch pwned`",</svg><script>,'; import os; os.mknod('pwned'); ',"a
b",$\undefined
0,1,2,3,4,5,6,7,8
1,2,4,6,8,10,12,14,16
CSV
check_exit 0 "$RIGEL" plot wild '*'
is_svg wild/plot.svg
check_no_match wild/plot.svg '<script' "no markup of a name"
check_exit 0 "$RIGEL" plot wild '$x$' '\frac*' "\`touch pwned\`"
check_exit 2 "$RIGEL" plot wild '$(touch pwned)x' --units si
check "no command ran" test ! -e pwned
ln -s "$WORK/precious" wild/linked.svg
echo kept >precious
check_exit 0 "$RIGEL" plot wild '$x$' -o wild/linked.svg
check_equal "$(cat precious)" kept "a link is replaced, not followed"
# settings of matplotlib and modules in the current folder are not read
mkdir trap
echo 'open("../pwned", "w")' | tee trap/matplotlib.py >trap/numpy.py
printf 'font.size: 40\nbackend: module://numpy\nfigure.dpi: 7\n' >trap/matplotlibrc
check_exit 0 env -C trap "$RIGEL" plot ../top -o ../trapped.svg
check "no module of the current folder" test ! -e pwned
check "no settings of the current folder" cmp trapped.svg first.svg

# --- a missing Python, a Python without matplotlib
printf '#!/bin/sh\nexec %s -S "$@"\n' "$python" >bare && chmod +x bare
check_exit 1 env RIGEL_PYTHON="$WORK/bare" "$RIGEL" plot top -o none.svg
check_match err 'rigel plot: found no matplotlib for .*/bare; install Debian.s package python3-matplotlib' "matplotlib is named"
check_exit 1 env RIGEL_PYTHON=/nowhere/python3 "$RIGEL" plot top -o none.svg
check_match err 'rigel plot: found no program /nowhere/python3; install Debian.s package python3-matplotlib' "Python is named"
check "nothing is written" test ! -e none.svg
check_exit 0 env RIGEL_PYTHON=/nowhere/python3 "$RIGEL" study conservation "$box" --steps 0.1,0.05 -o bare_study
check_match err 'rigel study: no plots: rigel plot bare_study draws them later' "a study without plots is a study"
check "its tables" test -s bare_study/conservation.csv
finish
