# Completion of command lines: bash as a user presses the key, zsh and fish where they are installed.
. "$(dirname "$0")/../lib.sh"

"$RIGEL" completion bash >"$WORK/rigel.bash"
check "bash reads the script" bash -n "$WORK/rigel.bash"
check "and finds no unset variable" bash -uc ". '$WORK/rigel.bash'"

# complete WORDS...: the replies for the last word
complete_words() {
  # shellcheck disable=SC2016 # the inner shell expands
  bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rigel; printf "%s\n" "${COMPREPLY[@]}"' "$WORK/rigel.bash" "$@" | sort | tr '\n' ' ' | sed 's/ $//'
}
check_equal "$(complete_words rigel r)" "run" "a command"
check_equal "$(complete_words rigel c)" "check completion" "two commands"
check_equal "$(complete_words rigel run --re)" "--restart" "an option"
check_equal "$(complete_words rigel study --st)" "--steps" "an option of a study"
check_equal "$(complete_words rigel run --color '')" "always auto never" "values of an option"
check_equal "$(complete_words rigel study --reference s)" "self" "values of an option of a study"
check_equal "$(complete_words rigel list j)" "joints" "a topic"
check_equal "$(complete_words rigel init p)" "pendulum" "a template"
check_equal "$(complete_words rigel completion '')" "bash fish zsh" "a shell"
check_equal "$(complete_words rigel study con)" "condition conservation convergence" "a kind of study"
check_equal "$(complete_words rigel help gr)" "gradient" "the command of help"
check_equal "$(complete_words rigel run problems/heavy)" "problems/heavy_top.yaml" "a file"
check_equal "$(complete_words rigel run problems/heavy_top.yaml -o prob)" "problems" "a folder"
check_equal "$(complete_words rigel run -- --re)" "" "nothing after --"
check_equal "$(complete_words rigel run -o problems problems/heavy)" "problems/heavy_top.yaml" "a file after an option"

# every option of every help is offered in all three shells, and nothing else in bash
"$RIGEL" completion zsh >"$WORK/_rigel"
"$RIGEL" completion fish >"$WORK/rigel.fish"
for command in $("$RIGEL" list commands | awk 'NR > 1 { print $1 }'); do
  options=$("$RIGEL" help "$command" | sed -nE 's/^  (-[a-zA-Z], )?(--?[a-z][a-z-]*)( .*|$)/\2/p' | grep -vx -- -- | sort -u | tr '\n' ' ' | sed 's/ $//')
  check_equal "$(complete_words rigel "$command" - | tr ' ' '\n' | grep -vx -- --version | sort -u | tr '\n' ' ' | sed 's/ $//')" "$options" "options of $command"
  sed -n "/^    $command)/,/;;/p" "$WORK/_rigel" >"$WORK/zsh"
  grep "subcommand_from $command'" "$WORK/rigel.fish" >"$WORK/fish"
  for option in $options; do
    check_match "$WORK/zsh" "\*$option\[" "zsh: $command $option"
    word=${option#-}
    check_match "$WORK/fish" " -[ls] ${word#-}( |\$)" "fish: $command $option"
  done
done
if command -v zsh >/dev/null; then
  check "zsh reads the script" zsh -n "$WORK/_rigel"
  check "zsh completes with it" zsh -fc "autoload -U compinit; compinit -u -d '$WORK/dump'; . '$WORK/_rigel'; test \$_comps[rigel] = _rigel"
fi
if command -v fish >/dev/null; then
  check "fish reads the script" fish --no-execute "$WORK/rigel.fish"
  check_equal "$(HOME=$WORK fish -c "source '$WORK/rigel.fish'; complete -C 'rigel list jo'" | cut -f 1)" "joints" "fish completes with it"
  check_equal "$(HOME=$WORK fish -c "source '$WORK/rigel.fish'; complete -C 'rigel run --rest'" | cut -f 1)" "--restart" "and an option"
fi
finish
