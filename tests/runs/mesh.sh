# Meshes of bodies (key visual): their files count from the folder of the problem, pages and VTK files have their triangles, and a file
# that cannot be read is a warning that shows nothing of it.
. "$(dirname "$0")/../lib.sh"
mkdir -p "$WORK/model/parts" "$WORK/away"
wedge=$WORK/model/parts/wedge.obj

# a wedge in millimetres
cat >"$wedge" <<'END'
v 0 0 0
v 100 0 0
v 0 200 0
v 0 0 300
f 1 3 2
f 1 2 4
f 2 3 4
f 3 1 4
END
cat >"$WORK/model/arm.yaml" <<'END'
name: arm
time: {end: 0.1, step: 0.05}
output: {formats: [csv, vtk]}
bodies:
  - name: rod
    mass: 1
    inertia: [1, 2, 2]
    angular_velocity: [0, 0, 1]
    visual: {shape: {mesh: {file: parts/wedge.obj, scale: 0.001}}, position: [1, 0, 0]}
END
cd "$WORK/away" || exit 1

check_exit 0 "$RIGEL" check ../model/arm.yaml
check_equal "$(cat "$WORK/err")" "" "the file is found from the folder of the problem"
check_exit 0 "$RIGEL" run ../model/arm.yaml -o "$WORK/run"
check_match "$WORK/run/run.yaml" "shape: \{mesh: \{file: \"?$wedge\"?, scale: 0.001\}\}" "run.yaml has the absolute name"
first=$(find "$WORK/run/vtk" -name '*.vtp' | sort | head -n 1)
check_match "$first" 'NumberOfPoints="4"' "VTK: the points"
check_match "$first" 'NumberOfPolys="4"' "VTK: the triangles"
check_exit 0 "$RIGEL" run "$WORK/run/run.yaml" -o "$WORK/again"
check "run.yaml repeats the run elsewhere" cmp "$WORK/run/state.csv" "$WORK/again/state.csv"
check_exit 0 "$RIGEL" view "$WORK/run"
check_match "$WORK/run/view.html" '"visual": \{"kind": "mesh", "points": "[A-Za-z0-9+/=]+", "corners": \[' "the page has the triangles"
points=$(sed -nE 's/.*"kind": "mesh", "points": "([^"]*)".*/\1/p' "$WORK/run/view.html" | base64 -d | od -An -v -t f8 -w24 |
  awk '{ printf " %g,%g,%g ", $1, $2, $3 }')
for point in 1,0,0 1.1,0,0 1,0.2,0 1,0,0.3; do check "the page has the point $point" grep -q " $point " <<<"$points"; done

# --- a picture decides nothing: without its mesh the results are the same
rm "$wedge"
check_exit 0 "$RIGEL" run ../model/arm.yaml -o "$WORK/bare"
check_match "$WORK/err" 'arm.yaml:5:5: warning: bodies.rod.visual.shape.mesh: parts/wedge.obj: cannot be read: No such file or directory; the body is not drawn \[R0655\]$' "a file that is not there"
check "and the same motion" cmp "$WORK/run/state.csv" "$WORK/bare/state.csv"
check_exit 0 "$RIGEL" view "$WORK/bare"
check_match "$WORK/bare/view.html" '"name": "rod".*"hidden": true' "the page does without it"

# --- files that are no meshes: nothing of them is shown
echo 'root:secret:0:0' >"$wedge"
check_exit 0 "$RIGEL" check ../model/arm.yaml
check_match "$WORK/err" 'wedge.obj: found no triangle, expected at least one; the body is not drawn' "no mesh"
echo 'f root secret 1' >"$wedge"
check_exit 0 "$RIGEL" check ../model/arm.yaml
check_match "$WORK/err" 'wedge.obj: line 1: found a face with a point that does not exist' "a damaged mesh"
check_no_match "$WORK/err" 'secret' "nothing of its content"
for file in /etc/passwd /dev/zero ../.. parts; do
  check_exit 0 "$RIGEL" check ../model/arm.yaml --set "bodies.rod.visual.shape.mesh.file=$file"
  check_match "$WORK/err" 'warning: .*: found another kind of file, expected a name that ends with .stl or .obj; the body is not drawn' "$file"
done
mkdir "$WORK/model/parts/folder.stl"
check_exit 0 "$RIGEL" check ../model/arm.yaml --set bodies.rod.visual.shape.mesh.file=parts/folder.stl
check_match "$WORK/err" 'found a folder, a pipe or a device, expected a file; the body is not drawn' "a folder"

finish
