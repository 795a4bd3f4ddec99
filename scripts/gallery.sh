#!/usr/bin/env bash
# Draws the gallery: runs each problem, draws one moment of its page (`rigel view`) in headless Chromium, and writes docs/gallery.md.
#
#   scripts/gallery.sh [NAME...]      only the pictures of these problems; default: all
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

# only the motion, no controls and no plots, in few shades, so that a picture takes 40 kB
shades=$(awk 'BEGIN { for (i = 0; i <= 24; i++) printf "%.3f ", i / 24 }')
style="<style>header, footer, #message, #plots, .toggles, .transport { display: none !important } html { background: white; filter: url(#few) }
  #stage { position: fixed !important; inset: 0; border: 0 !important; border-radius: 0 !important; height: 100vh !important }</style>"
filter="<svg width='0' height='0'><filter id='few' color-interpolation-filters='sRGB'><feComponentTransfer>$(for c in R G B; do
  echo "<feFunc$c type='discrete' tableValues='$shades'/>"; done | tr -d '\n')</feComponentTransfer></filter></svg>"

# draw FILE MOMENT NAME
draw() {
  bin/rigel run "problems/$1" -o "$work/run" --set time.end="$2" --set reference= >/dev/null
  bin/rigel view "$work/run" -o "$work/page.html" >/dev/null
  awk -v style="$style" -v filter="$filter" '{ print } /^<head>$/ { print style } /^<body>$/ { print filter }' "$work/page.html" >"$work/scene.html"
  HOME=$work timeout 120 chromium --headless --no-sandbox --disable-dev-shm-usage --use-angle=swiftshader --enable-unsafe-swiftshader \
    --hide-scrollbars --user-data-dir="$work/profile" --window-size=440,330 --virtual-time-budget=4000 --screenshot="$work/picture.png" \
    "file://$work/scene.html#t=$2&theme=light" >/dev/null 2>&1
  mv "$work/picture.png" "$images/$3.png"
}

{
  echo '# Gallery'
  echo
  echo 'Problems of `problems/`, one moment each, drawn by `make gallery` from runs; `rigel run FILE` and `rigel view DIR` show the motion.'
  echo
  echo '| | | |'
  echo '|---|---|---|'
} >"$work/gallery.md"
column=0
for problem in "${problems[@]}"; do
  read -r file moment <<<"$problem"
  name=$(basename "$file" .yaml)
  if [ $# -eq 0 ] || [[ " $* " == *" $name "* ]]; then
    echo "  $name"
    draw "$file" "$moment" "$name"
  fi
  title=$(sed -nE 's/^title: *"?([^"]*)"?$/\1/p' "problems/$file")
  printf '| ![%s](images/gallery/%s.png)<br>[%s](../problems/%s): %s ' "$title" "$name" "$name" "$file" "$title" >>"$work/gallery.md"
  column=$(((column + 1) % 3))
  [ $column -ne 0 ] || echo '|' >>"$work/gallery.md"
done
[ $column -eq 0 ] || echo '|' >>"$work/gallery.md"
mv "$work/gallery.md" docs/gallery.md
