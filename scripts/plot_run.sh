#!/bin/bash
# Plots a run: plot.png and plot.svg in the run's folder, four panels against time: the coordinates of one body, change
# of energy, change of angular momentum, violation of the constraints.
#
#   scripts/plot_run.sh RUN_DIR [BODY]      BODY: default the first of state.csv
set -euo pipefail
export LC_ALL=C.UTF-8
die() { printf 'plot_run: %s\n' "$*" >&2; exit 1; }
if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  echo "usage: scripts/plot_run.sh RUN_DIR [BODY]"
  echo
  echo "Plots the run whose results are in RUN_DIR: plot.png and plot.svg there, with the coordinates of BODY (default: the"
  echo "first), changes of energy and angular momentum, violation of the constraints."
  exit 0
fi
if [ $# -lt 1 ] || [ $# -gt 2 ]; then die "usage: scripts/plot_run.sh RUN_DIR [BODY]"; fi
run=${1%/}
[ -r "$run/state.csv" ] || die "no $run/state.csv"
command -v gnuplot >/dev/null || die "gnuplot is missing: run scripts/setup.sh base"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Orientation of the body: q0..q3, or the nine director components, or its position if it has neither.
# Writes "t c1 c2 ..." to body.dat and the column names to body.names.
awk -F, -v wanted="${2:-}" -v names="$tmp/body.names" '
  { sub(/\r$/, "") }
  NR == 1 {
    for (i = 2; i <= NF; i++) {
      body = part = $i
      sub(/\.[^.]*$/, "", body)
      sub(/^.*\./, "", part)
      if (wanted == "") wanted = body
      if (body != wanted) continue
      if (part ~ /^(q[0-3]|d[1-3][xyz])$/) turn[++nturn] = i
      if (part ~ /^[xyz]$/) place[++nplace] = i
    }
    n = nturn ? nturn : nplace
    for (j = 1; j <= n; j++) { c[j] = nturn ? turn[j] : place[j]; part = $c[j]; sub(/^.*\./, "", part); print part >names }
    print wanted >(names ".body")
    next
  }
  NF > 1 { row = $1; for (j = 1; j <= n; j++) row = row " " $c[j]; print row }' "$run/state.csv" >"$tmp/body.dat"
body=$(cat "$tmp/body.names.body" 2>/dev/null || true)
[ -s "$tmp/body.names" ] || die "no coordinates of body '${2:-$body}' in $run/state.csv"
[ -s "$tmp/body.dat" ] || die "no rows in $run/state.csv"

# t, change of H, changes of L1 L2 L3, phi_max, psi_max (0 becomes NaN, a logarithmic axis cannot show it).
# The energy change is relative to |H(t0)|, or absolute when that is zero: energy.label says which.
if [ -r "$run/invariants.csv" ]; then
  awk -F, -v label="$tmp/energy.label" '
    { sub(/\r$/, "") }
    NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i; next }
    NF > 1 {
      if (!started) {
        started = 1
        H0 = $col["H"]; for (j = 1; j <= 3; j++) L0[j] = $col["L" j]
        scale = H0 < 0 ? -H0 : H0 + 0
        print (scale > 0 ? "(H - H_0) / |H_0|" : "H - H_0") >label
        if (!(scale > 0)) scale = 1
      }
      phi = $col["phi_max"] + 0; psi = $col["psi_max"] + 0
      printf "%s %.9g %.9g %.9g %.9g %s %s\n", $col["t"], ($col["H"] - H0) / scale, $col["L1"] - L0[1], $col["L2"] - L0[2],
        $col["L3"] - L0[3], (phi > 0 ? phi : "NaN"), (psi > 0 ? psi : "NaN")
    }' "$run/invariants.csv" >"$tmp/inv.dat"
fi

# range FILE COLUMN...: "[low:high]" with a margin, never empty
range() {
  awk -v columns="${*:2}" 'BEGIN { n = split(columns, c, " ") }
    { for (j = 1; j <= n; j++) { v = $c[j]; if (v !~ /[0-9]/) continue; v += 0
        if (!seen++ || v < low) low = v; if (seen == 1 || v > high) high = v } }
    END {
      if (!seen) { low = -1; high = 1 }
      size = low < 0 ? -low : low; if (high > size) size = high
      margin = 0.05 * (high - low)
      if (high - low <= 1e-300 || high - low < 1e-14 * size) margin = size > 0 ? 0.5 * size : 1
      printf "[%.17g:%.17g]", low - margin, high + margin }' "$1"
}

# few or scattered values would not show as lines alone
style="lines lw 1.5"
if [ "$(wc -l <"$tmp/body.dat")" -le 25 ]; then style="linespoints lw 1.5 pt 7 ps 0.5"; fi

quote() { printf "'%s'" "${1//\'/\'\'}"; }

# curves FILE FIRST_COLUMN NAME...: the arguments of gnuplot's plot
curves() {
  local file=$1 column=$2 name list=""
  shift 2
  for name in "$@"; do
    list+="${list:+, }$(quote "$file") using 1:$column with $style title $(quote "$name")"
    column=$((column + 1))
  done
  echo "$list"
}

panel_text() { echo "set title $(quote "$1"); unset key; set yrange [-1:1]; set xrange [0:1]; plot NaN notitle; set key below"; }

panels() {
  local names
  mapfile -t names <"$tmp/body.names"
  echo "set title $(quote "coordinates of $body")"
  echo "set xrange [$(awk 'NR == 1 { a = $1 } { b = $1 } END { if (b == a) b = a + 1; printf "%.17g:%.17g", a, b }' "$tmp/body.dat")]"
  echo "set yrange $(range "$tmp/body.dat" $(seq 2 $((${#names[@]} + 1))))"
  echo "plot $(curves "$tmp/body.dat" 2 "${names[@]}")"
  if [ ! -s "$tmp/inv.dat" ]; then
    panel_text "energy: no invariants.csv"
    panel_text "angular momentum: no invariants.csv"
    panel_text "constraints: no invariants.csv"
    return
  fi
  case $(cat "$tmp/energy.label") in
    "H - H_0") echo "set title $(quote "change of energy, H - H(t0)")" ;;
    *) echo "set title $(quote "relative change of energy, (H - H(t0)) / |H(t0)|")" ;;
  esac
  echo "set yrange $(range "$tmp/inv.dat" 2); plot $(curves "$tmp/inv.dat" 2 H)"
  echo "set title $(quote "change of angular momentum, L - L(t0)")"
  echo "set yrange $(range "$tmp/inv.dat" 3 4 5); plot $(curves "$tmp/inv.dat" 3 L1 L2 L3)"
  if awk '$6 ~ /[0-9]/ || $7 ~ /[0-9]/ { found = 1 } END { exit !found }' "$tmp/inv.dat"; then
    style="linespoints lw 1 pt 7 ps 0.4"
    echo "set title $(quote "largest violation of the constraints"); set logscale y; set format y '%.0e'"
    echo "set yrange [$(awk '{ for (j = 6; j <= 7; j++) if ($j ~ /[0-9]/) { v = $j + 0
        if (!seen++ || v < low) low = v; if (seen == 1 || v > high) high = v } }
        END { printf "%.3g:%.3g", low / 3, high * 3 }' "$tmp/inv.dat")]"
    for column in 6 7; do
      name=$([ $column = 6 ] && echo "phi (position)" || echo "psi (velocity)")
      if awk -v c=$column '$c ~ /[0-9]/ { found = 1 } END { exit !found }' "$tmp/inv.dat"; then
        curves "$tmp/inv.dat" $column "$name"
      else
        echo "NaN title $(quote "$name: zero")"
      fi
    done | paste -sd, | sed 's/^/plot /'
  else
    echo "set title $(quote "violation of the constraints: zero"); set yrange [-1:1]"
    echo "plot 0 with lines lw 1.5 title 'phi, psi'"
  fi
}

script() {
  cat <<GNUPLOT
set encoding utf8
set terminal $1 size $2 noenhanced font '$3'
set output $(quote "$run/$4")
set grid lt 1 lw 0.5 lc rgb '#cccccc'
set xlabel 't' offset 0,0.6
set key below horizontal
set format y '%g'
set multiplot layout 2,2
$(panels)
unset multiplot
set output
GNUPLOT
}

script pngcairo 1400,900 "Sans,11" plot.png | gnuplot
script svg 1400,900 "Sans,13" plot.svg | gnuplot
echo "plots: $run/plot.png $run/plot.svg"
