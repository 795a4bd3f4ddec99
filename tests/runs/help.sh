# Help, examples of the help, suggestions, verbosity, colours, and the man page that follows from the table of commands.
. "$(dirname "$0")/../lib.sh"

commands=$("$RIGEL" list commands | awk 'NR > 1 { print $1 }')
check_equal "$(wc -w <<<"$commands")" "$("$RIGEL" --help | sed '/^Examples/,$d' | grep -cE '^  [a-z]+ +[a-z]')" "list commands and --help have the same commands"

# help: three spellings, examples and exit codes in each, options of the table
for command in $commands; do
  check_exit 0 "$RIGEL" "$command" --help
  cp "$WORK/out" "$WORK/help"
  check_match "$WORK/help" "^usage: rigel $command" "usage of $command"
  check_match "$WORK/help" '^Examples:$' "examples of $command"
  check_match "$WORK/help" '^Exit codes: 0 ' "exit codes of $command"
  check_equal "$("$RIGEL" help "$command")" "$(cat "$WORK/help")" "rigel help $command"
  check_equal "$(awk 'length > 130' "$WORK/help")" "" "no line of $command is longer than 130"
  check_match docs/rigel.1 "^\.SS rigel $command\$" "$command in the man page"
done

# every example runs, in the order of the help; each in a folder with the problems of the project
mkdir "$WORK/examples"
ln -s "$ROOT/problems" "$WORK/examples/problems"
cd "$WORK/examples" || exit 1
ln -s "$RIGEL" rigel
n=0
while IFS= read -r line; do
  check_exit 0 env PATH="$WORK/examples:$PATH" bash -c "$line"
  n=$((n + 1))
done < <({ "$RIGEL" --help; for command in $commands; do "$RIGEL" "$command" --help; done; } | awk '/^Examples:$/ { on = 1; next } /^$/ { on = 0 } on && /^  rigel / { print substr($0, 3) }')
check "at least two examples per command on average" test "$n" -ge 18
check "the examples wrote results" test -s results/box3/run.yaml -a -s results/top/view.html -a -s my_pendulum.yaml
cd "$ROOT" || exit 1

# suggestions: commands, options, topics, templates, kinds of study, keys
says() { # says TEXT WORDS...: exit code 2, and the text on the error stream
  local text=$1
  shift
  check_exit 2 "$RIGEL" "$@"
  check_match "$WORK/err" "$text" "$* is answered with $text"
}
box=problems/spinning_box.yaml
says 'unknown command rnu \(did you mean run\?\)' rnu "$box"
says 'unknown command studdy \(did you mean study\?\)' help studdy
says 'unknown option --sett, did you mean --set\?' run "$box" --sett time.step=1
says 'unknown option --ouput=x, did you mean --output\?' run "$box" --ouput=x
says 'unknown option --degree, did you mean --degrees\?' study convergence "$box" --degree 1,2
says 'unknown option --frame, did you mean --frames\?' view results --frame 3
says 'unknown option -x \(see' run "$box" -x
says 'found joint \(did you mean joints\?\)' list joint
says 'found template pendulm, expected .*did you mean pendulum\?' init pendulm
says 'found convergance, did you mean convergence\?' study convergance "$box"
says 'expected auto, always or never after --color, found red' run "$box" --color red
says 'a directory is missing after --restart' run "$box" --restart
says 'found a value of the flag --force=yes' run "$box" --force=yes
says 'found words after --' list -- -snes_monitor
says 'did you mean bash' completion bas

# version: both spellings, also after a command
check_equal "$("$RIGEL" -V)" "$("$RIGEL" --version)" "-V"
check_equal "$("$RIGEL" run -V)" "$("$RIGEL" --version)" "-V after a command"

# quiet: nothing on the standard output, errors stay; before or behind the command
check_exit 0 "$RIGEL" run "$box" -o "$WORK/q" --quiet
check_equal "$(cat "$WORK/out" "$WORK/err")" "" "--quiet prints nothing"
check_exit 0 "$RIGEL" --quiet check "$box"
check_equal "$(cat "$WORK/out")" "" "an option before the command"
check_exit 2 "$RIGEL" run no_such_file.yaml -q
check_match "$WORK/err" 'no_such_file.yaml' "errors of a quiet run"
# verbose: files and the next step; without it no hint where the output is not a terminal
check_exit 0 "$RIGEL" run "$box" -o "$WORK/q" --verbose
check_match "$WORK/out" '^  file     state.csv, [0-9]+ bytes$' "--verbose lists files"
check_match "$WORK/out" "^  next     rigel view $WORK/q " "--verbose names the next step"
check_exit 0 "$RIGEL" run "$box" -o "$WORK/q"
check_no_match "$WORK/out" '^  next' "no hint in a file"
check_exit 0 script -qec "'$RIGEL' run '$box' -o '$WORK/q' --set time.end=0.5 --set reference=" "$WORK/typed"
check_equal "$(grep -c 'next' "$WORK/typed")" 1 "one hint on a terminal"
check_exit 0 script -qec "'$RIGEL' run '$box' -o '$WORK/q' --quiet" "$WORK/typed"
check_no_match "$WORK/typed" 'next|drift' "none with --quiet"

# colours: on a terminal only, unless asked for; the text without them is the same
colored() { grep -c $'\033\\[1m' "$1"; }
check_exit 0 env -u NO_COLOR TERM=xterm script -qec "'$RIGEL' check '$box'" "$WORK/typed"
check "colours on a terminal" test "$(colored "$WORK/typed")" -gt 3
check_exit 0 env TERM=xterm NO_COLOR=1 script -qec "'$RIGEL' check '$box'" "$WORK/typed"
check_equal "$(colored "$WORK/typed")" 0 "NO_COLOR"
check_exit 0 env -u NO_COLOR TERM=dumb script -qec "'$RIGEL' check '$box'" "$WORK/typed"
check_equal "$(colored "$WORK/typed")" 0 "a terminal without colours"
check_exit 0 env -u NO_COLOR TERM=xterm script -qec "'$RIGEL' check '$box' --color never" "$WORK/typed"
check_equal "$(colored "$WORK/typed")" 0 "--color never"
check_exit 0 env NO_COLOR=1 "$RIGEL" check "$box" --color always
cp "$WORK/out" "$WORK/colors"
check "--color always" test "$(colored "$WORK/colors")" -gt 3
check_equal "$(sed 's/\x1b\[[0-9]*m//g' "$WORK/colors")" "$("$RIGEL" check "$box")" "the same text without colours"
check_exit 2 "$RIGEL" check no_such_file.yaml --color always
check_match "$WORK/err" $'^\033\\[1mno_such_file.yaml:\033\\[0m ' "the file in bold"

# the man page follows from the table
"$RIGEL" help --man >"$WORK/man"
check_match docs/rigel.1 '^\.\\" begin: rigel help --man$' "the man page has the generated sections"
check_equal "$(sed -n '/^\.\\" begin: rigel help --man$/,/^\.\\" end$/{//!p}' docs/rigel.1)" "$(cat "$WORK/man")" "they are current (make docs)"
if command -v man >/dev/null && command -v groff >/dev/null; then
  check "the man page has no faults" bash -c 'LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l docs/rigel.1 >/dev/null 2>"$0/warnings"; test ! -s "$0/warnings"' "$WORK"
fi
finish
