#!/usr/bin/env bash
# Prints the tables of docs/benchmarks/accuracy.md as Markdown, measured with bin/rigel: orders and conservation on the spinning box.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/env.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
box=problems/spinning_box.yaml

# value KEY: from the results block of the last run
value() { sed -n "s/^  $1: //p" "$work/run.yaml" | tail -n 1; }
run() { bin/rigel run "$box" -o "$work" --set output.every=0 "$@" >/dev/null; }
short() { printf '%.1e' "$1"; }

echo "Error e_loc at t = 5 on the spinning box with s = k, and the observed order between the two meshes:"
echo
echo "| k | elements | quaternion unit | order | quaternion scalable | order | director | order |"
echo "|---|---|---|---|---|---|---|---|"
for k in 1 2 3 4; do
  case $k in 1) meshes="200 400" ;; 2) meshes="100 200" ;; 3) meshes="80 160" ;; 4) meshes="40 80" ;; esac
  declare -A last=()
  for n in $meshes; do
    row="| $k | $n |"
    for form in "bodies.box.kinetic=unit" "bodies.box.kinetic=scalable" "bodies.box.formulation=director"; do
      run --set "$form" --set method.degree=$k --set method.gauss=$k --set time.elements="$n"
      e=$(value error_e_loc)
      order=" "
      if [ -n "${last[$form]:-}" ]; then order=$(awk -v a="${last[$form]}" -v b="$e" 'BEGIN { printf "%.2f", log(a/b)/log(2) }'); fi
      last[$form]=$e
      row="$row $(short "$e") | $order |"
    done
    echo "$row"
  done
done

echo
echo "Relative drift of energy H and angular momentum L, largest constraint violation (scaled), h = 0.1, t = 5:"
echo
echo "| body | k | s | H | L | Phi | Psi |"
echo "|---|---|---|---|---|---|---|"
for form in "quaternion unit:bodies.box.kinetic=unit" "quaternion scalable:bodies.box.kinetic=scalable" "director:bodies.box.formulation=director"; do
  for k in 1 2; do
    for s in $(seq $k $((2 * k))); do
      run --set "${form#*:}" --set method.degree=$k --set method.gauss="$s" --set time.step=0.1
      echo "| ${form%%:*} | $k | $s | $(short "$(value drift_H_relative)") | $(short "$(value drift_L_relative)") | $(short "$(value phi_max_scaled)") | $(short "$(value psi_max_scaled)") |"
    done
  done
done
