# shellcheck shell=bash disable=SC2154
# plot NAME WIDTH,HEIGHT: gnuplot commands on the standard input draw $out/NAME.png and .svg; uses $work
plot() {
  { cat <<GNUPLOT
set encoding utf8
set grid lt 1 lw 0.5 lc rgb '#cccccc'
set datafile separator ','
GNUPLOT
    cat; } >"$work/$1.gp"
  gnuplot -e "set terminal pngcairo size $2 font 'Sans,12'; set output '$out/$1.png'" "$work/$1.gp"
  gnuplot -e "set terminal svg size $2 font 'Sans,13' background rgb 'white'; set output '$out/$1.svg'" "$work/$1.gp"
}
