#!/usr/bin/env bash
# Draws the gallery: runs each problem, draws one moment of its page (`rigel view`) in headless Chromium, and writes docs/benchmarks/gallery.md.
#
#   scripts/gallery.sh [NAME...]      only the pictures of these problems, `animation`: docs/images/bricard.webp,
#                                     `view`: docs/images/view.png; default: all
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
images=docs/images/gallery
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p $images

# file and the moment that is drawn, where the run ends
problems=(
  "spinning_box.yaml 2.2" "free_body.yaml 0.4" "heavy_top.yaml 1.2" "steady_top_joint.yaml 0.5" "physical_pendulum.yaml 2.4"
  "mechanisms/simple_pendulum.yaml 2.6" "mechanisms/double_pendulum.yaml 1.7" "mechanisms/planar_pendulum.yaml 0.8"
  "mechanisms/spatial_pendulum.yaml 0.8" "mechanisms/chain.yaml 0.5" "mechanisms/four_bar.yaml 0.9" "mechanisms/slider_crank.yaml 0.7"
  "mechanisms/spatial_slider_crank.yaml 0.6" "mechanisms/double_four_bar.yaml 2.3" "mechanisms/bricard.yaml 1"
  "mechanisms/gimbals.yaml 1.5" "mechanisms/gimbals_universal.yaml 1.5" "loads/closed_loop.yaml 5"
  "published/iitk_chaurasia_2012/chain_c1_c1.yaml 3" "published/iitk_chaurasia_2012/chain_c1_c2.yaml 3"
  "published/iitk_chaurasia_2012/chain_c1_c3.yaml 3" "published/iitk_chaurasia_2012/discs_8_8.yaml 3" "published/ivptestset_mazzia_magherini_2008/andrews.yaml 0.016"
)

# only the motion: no controls and no plots
style="<style>header, footer, #message, #plots, .toggles, .transport { display: none !important } html, #scene { background: white !important }
  #stage { position: fixed !important; inset: 0; border: 0 !important; border-radius: 0 !important; height: 100vh !important }</style>"
look='theme=light&names=0&axes=0&bare=1&loads=0'

# browse WIDTH,HEIGHT OPTION URL >DOM: a browser that does not answer is started again
browse() {
  for _ in 1 2 3; do
    HOME=$work timeout 150 chromium --headless --no-sandbox --disable-dev-shm-usage --use-angle=swiftshader --enable-unsafe-swiftshader \
      --disable-gpu-watchdog --disable-hang-monitor --hide-scrollbars --user-data-dir="$work/profile" --window-size="$1" --virtual-time-budget=8000 "$2" "$3" 2>/dev/null && return
    rm -rf "$work/profile"
  done
  echo "gallery: the browser draws nothing" >&2
  return 1
}

# page FILE MOMENT [LINE]: the page of a run up to this moment as $work/scene.html, with a line of its own in its head
page() {
  bin/rigel run "problems/$1" -o "$work/run" --force --set time.end="$2" --set reference= >/dev/null
  bin/rigel view "$work/run" -o "$work/page.html" >/dev/null
  awk -v line="$style${3:-}" '{ print } /^<head>$/ { print line }' "$work/page.html" >"$work/scene.html"
}

# draw FILE MOMENT NAME
draw() {
  page "$1" "$2"
  browse 880,660 --screenshot="$work/picture.png" "file://$work/scene.html#t=$2&$look"
  /usr/bin/python3 scripts/pictures.py still "$work/picture.png" "$images/$3.png"
}

# animate FILE MOMENT NAME FRAMES: one turn of the motion as an animated WebP
animate() {
  page "$1" "$2" "<style>#stage { inset: 0 auto auto 0 !important; width: 560px; height: 420px !important }</style><script>addEventListener('load', () => setTimeout(() => { play(false); const out = document.createElement('pre');
    for (let i = 0; i < $4; i++) { seek(motion.start + i / $4 * span); out.append(scenePicture().toDataURL('image/png') + String.fromCharCode(10)); }
    out.id = 'frames-drawn'; document.getElementById('run').remove(); document.body.append(out); }, 200));</script>"
  browse 640,640 --dump-dom "file://$work/scene.html#t=0&$look" >"$work/dom"
  /usr/bin/python3 scripts/pictures.py animation "$work/dom" "docs/images/$3.webp"
}

{
  echo '# Gallery'
  echo
  echo 'These pictures show the problems of `problems/` at one time each. `make gallery` draws them. `rigel run FILE` and `rigel view DIR` show the motion.'
  echo
  echo '| | | |'
  echo '|---|---|---|'
} >"$work/gallery.md"
if [ $# -eq 0 ] || [[ " $* " == *" animation "* ]]; then
  echo '  animation'
  animate mechanisms/bricard.yaml 5 bricard 75
fi
if [ $# -eq 0 ] || [[ " $* " == *" view "* ]]; then
  echo '  view'
  bin/rigel run problems/heavy_top.yaml -o "$work/run" --force >/dev/null
  bin/rigel view "$work/run" -o "$work/page.html" >/dev/null
  browse 1280,800 --screenshot="$work/picture.png" "file://$work/page.html#t=0.6&theme=light"
  /usr/bin/python3 scripts/pictures.py still "$work/picture.png" docs/images/view.png
fi
column=0
for problem in "${problems[@]}"; do
  read -r file moment <<<"$problem"
  name=$(basename "$file" .yaml)
  if [ $# -eq 0 ] || [[ " $* " == *" $name "* ]]; then
    echo "  $name"
    draw "$file" "$moment" "$name"
  fi
  title=$(sed -nE 's/^title: *"?([^"]*)"?$/\1/p' "problems/$file")
  printf '| ![%s](../images/gallery/%s.png)<br>[%s](../../problems/%s): %s ' "$title" "$name" "$name" "$file" "$title" >>"$work/gallery.md"
  column=$(((column + 1) % 3))
  [ $column -ne 0 ] || echo '|' >>"$work/gallery.md"
done
[ $column -eq 0 ] || echo '|' >>"$work/gallery.md"
mv "$work/gallery.md" docs/benchmarks/gallery.md
