/* `rigel completion`: scripts that complete commands, options and their values in bash, zsh and fish, from the table of commands. */
#include "cli/help/help.h"

#include "base/words.h"

#include <stdio.h>
#include <string.h>

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

/* Whether another operand with an offer of its own follows. */
static bool operand_follows(const Command *command, int p)
{
  return p + 1 < OPERANDS_MOST && command->operand[p + 1].kind != OFFER_NOTHING;
}

/* Calls `print` for every option of a command, with the common ones. */
static void options_visit(const Command *command, FILE *stream, void (*print)(const Command *, const Option *, FILE *))
{
  for (const Option *o = command->options; o && o->name; o++) print(command, o, stream);
  for (const Option *o = common_options; o->name; o++)
    if (o->id != OPTION_JSON || command->json) print(command, o, stream);
}

/* The words of an offer, or the names of all commands. */
static void words_print(const Offer *offer, FILE *stream)
{
  for (int i = 0; offer->kind == OFFER_WORDS && offer->words[i]; i++)
    fprintf(stream, "%s%s", i ? " " : "", offer->words[i]);
  for (int i = 0; offer->kind == OFFER_COMMANDS && commands[i]; i++)
    fprintf(stream, "%s%s", i ? " " : "", commands[i]->name);
}

/* --- bash */

static void bash_name(const Command *command, const Option *option, FILE *stream)
{
  (void)command;
  fprintf(stream, " %s", option->name);
}

/* compgen of an offer. */
static void bash_offer(const Offer *offer, FILE *stream)
{
  if (offer->kind == OFFER_FILES) fputs("compgen -f -- \"$word\"", stream);
  else if (offer->kind == OFFER_FOLDERS) fputs("compgen -d -- \"$word\"", stream);
  else if (offer->kind != OFFER_NOTHING) {
    fputs("compgen -W '", stream);
    words_print(offer, stream);
    fputs("' -- \"$word\"", stream);
  } else fputs("true", stream);
}

/* The values of one option. */
static void bash_value(const Command *command, const Option *option, FILE *stream)
{
  if (!option->value) return;
  fprintf(stream, "    %s:%s", command->name, option->name);
  if (option->letter) fprintf(stream, "|%s:%s", command->name, option->letter);
  fputs(") _rigel_reply \"$(", stream);
  bash_offer(&option->offer, stream);
  fputs(")\" ;;\n", stream);
}

static void bash_print(FILE *stream)
{
  fputs("# Completion of rigel for bash, written by `rigel completion bash`.\n"
        "_rigel_reply() { local IFS=$'\\n'; COMPREPLY=($1); }\n\n"
        "_rigel() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' place=0 i\n"
        "  COMPREPLY=()\n"
        "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "    case ${COMP_WORDS[i]} in\n"
        "      --) return ;;\n"
        "      -*) ;;\n"
        "      *) if [ -z \"$command\" ]; then command=${COMP_WORDS[i]}; else place=$((place + 1)); fi ;;\n"
        "    esac\n"
        "  done\n"
        "  if [ -z \"$command\" ]; then _rigel_reply \"$(compgen -W '",
        stream);
  for (int i = 0; commands[i]; i++) fprintf(stream, "%s ", commands[i]->name);
  fputs("--help --version' -- \"$word\")\"; return; fi\n  case $command:$before in\n", stream);
  for (int i = 0; commands[i]; i++) options_visit(commands[i], stream, bash_value);
  fputs("    *)\n      case $command:$word in\n", stream);
  for (int i = 0; commands[i]; i++) {
    fprintf(stream, "        %s:-*) _rigel_reply \"$(compgen -W '", commands[i]->name);
    options_visit(commands[i], stream, bash_name);
    fputs("' -- \"$word\")\" ;;\n", stream);
  }
  fputs("        *)\n          case $command:$place in\n", stream);
  for (int i = 0; commands[i]; i++)
    for (int p = 0; p < OPERANDS_MOST; p++) {
      const Offer *offer = &commands[i]->operand[p];
      if (offer->kind == OFFER_NOTHING) continue;
      fprintf(stream, "            %s:%s) _rigel_reply \"$(", commands[i]->name,
              operand_follows(commands[i], p) ? "0" : "*");
      bash_offer(offer, stream);
      fputs(")\" ;;\n", stream);
    }
  fputs("          esac ;;\n      esac ;;\n  esac\n}\n"
        "complete -o filenames -F _rigel rigel\n",
        stream);
}

/* --- zsh */

/* Text inside single quotes and brackets of _arguments. */
static void zsh_text(const char *text, FILE *stream)
{
  for (const char *c = text; *c; c++) {
    if (*c == '\'') fputs("'\\''", stream);
    else if (*c == ':' || *c == '[' || *c == ']' || *c == '\\') fprintf(stream, "\\%c", *c);
    else fputc(*c, stream);
  }
}

static void zsh_offer(const Offer *offer, FILE *stream)
{
  if (offer->kind == OFFER_FILES) fputs("_files", stream);
  else if (offer->kind == OFFER_FOLDERS) fputs("_files -/", stream);
  else if (offer->kind != OFFER_NOTHING) {
    fputc('(', stream);
    words_print(offer, stream);
    fputc(')', stream);
  }
}

static void zsh_spec(const char *name, const Option *option, FILE *stream)
{
  fprintf(stream, " \\\n        '*%s[", name);
  zsh_text(option->help, stream);
  fputc(']', stream);
  if (option->value) {
    fputc(':', stream);
    zsh_text(option->value, stream);
    fputc(':', stream);
    zsh_offer(&option->offer, stream);
  }
  fputc('\'', stream);
}

static void zsh_option(const Command *command, const Option *option, FILE *stream)
{
  (void)command;
  zsh_spec(option->name, option, stream);
  if (option->letter) zsh_spec(option->letter, option, stream);
}

static void zsh_print(FILE *stream)
{
  fputs("#compdef rigel\n# Completion of rigel for zsh, written by `rigel completion zsh`.\n"
        "_rigel() {\n  local -a commands\n  commands=(\n",
        stream);
  for (int i = 0; commands[i]; i++) {
    fprintf(stream, "    '%s:", commands[i]->name);
    zsh_text(commands[i]->summary, stream);
    fputs("'\n", stream);
  }
  fputs("  )\n  if ((CURRENT == 2)); then _describe command commands; return; fi\n"
        "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n",
        stream);
  for (int i = 0; commands[i]; i++) {
    fprintf(stream, "    %s)\n      _arguments", commands[i]->name);
    options_visit(commands[i], stream, zsh_option);
    for (int p = 0; p < OPERANDS_MOST; p++) {
      if (commands[i]->operand[p].kind == OFFER_NOTHING) continue;
      fprintf(stream, " \\\n        '%s:operand:", operand_follows(commands[i], p) ? "1" : "*");
      zsh_offer(&commands[i]->operand[p], stream);
      fputc('\'', stream);
    }
    fputs(" ;;\n", stream);
  }
  fputs("  esac\n}\nif [ \"$funcstack[1]\" = _rigel ]; then _rigel \"$@\"; else compdef _rigel rigel; fi\n", stream);
}

/* --- fish */

/* Text inside single quotes. */
static void fish_text(const char *text, FILE *stream)
{
  for (const char *c = text; *c; c++) fprintf(stream, *c == '\'' || *c == '\\' ? "\\%c" : "%c", *c);
}

static void fish_offer(const Offer *offer, FILE *stream)
{
  if (offer->kind == OFFER_FILES) fputs(" -F", stream);
  else if (offer->kind == OFFER_FOLDERS) fputs(" -a '(__fish_complete_directories)'", stream);
  else if (offer->kind != OFFER_NOTHING) {
    fputs(" -a '", stream);
    words_print(offer, stream);
    fputc('\'', stream);
  }
}

static void fish_option(const Command *command, const Option *option, FILE *stream)
{
  fprintf(stream, "complete -c rigel -n '__fish_seen_subcommand_from %s'", command->name);
  if (option->name[1] == '-') fprintf(stream, " -l %s", option->name + 2);
  else fprintf(stream, " -s %s", option->name + 1);
  if (option->letter) fprintf(stream, " -s %s", option->letter + 1);
  if (option->value) fputs(" -r", stream), fish_offer(&option->offer, stream);
  fputs(" -d '", stream);
  fish_text(option->help, stream);
  fputs("'\n", stream);
}

static void fish_print(FILE *stream)
{
  fputs("# Completion of rigel for fish, written by `rigel completion fish`.\ncomplete -c rigel -f\n", stream);
  for (int i = 0; commands[i]; i++) {
    fprintf(stream, "complete -c rigel -n __fish_use_subcommand -a %s -d '", commands[i]->name);
    fish_text(commands[i]->summary, stream);
    fputs("'\n", stream);
    options_visit(commands[i], stream, fish_option);
    for (int p = 0; p < OPERANDS_MOST; p++) {
      if (commands[i]->operand[p].kind == OFFER_NOTHING) continue;
      fprintf(stream, "complete -c rigel -n '__fish_seen_subcommand_from %s'", commands[i]->name);
      fish_offer(&commands[i]->operand[p], stream);
      fputc('\n', stream);
    }
  }
}

/* Command.run */
static PetscErrorCode completion_run(const CommandLine *line, int *code)
{
  static void (*const print[])(FILE *) = {bash_print, zsh_print, fish_print};
  char expected[LIST_LEN], what[LIST_LEN + 100];

  *code = EXIT_INPUT;
  if (line->nwords != 1)
    return command_line_fault(line, R0822_TOPIC_UNKNOWN, "expected one of bash, zsh and fish", ""), 0;
  const int shell = word_index(line->words[0].text, shells);
  if (shell < 0) {
    word_expect(line->words[0].text, shells, expected);
    snprintf(what, sizeof what, "expected %s, found", expected);
    return command_line_fault(line, R0822_TOPIC_UNKNOWN, what, line->words[0].text), 0;
  }
  print[shell](stdout);
  *code = EXIT_DONE;
  return 0;
}

const Command completion_command = {
  .name    = "completion",
  .summary = "print a script that completes command lines in bash, zsh or fish",
  .usage   = "bash|zsh|fish",
  .text =
    "Prints the completion of commands, options and their values for a shell. `make install` installs all three.\n",
  .more    = "To try it: source <(rigel completion bash), and in fish: rigel completion fish | source.\n\n",
  .exits   = "0 done, 2 unknown shell",
  .operand = {{OFFER_WORDS, shells}},
  .example = {{"rigel completion bash", "prints the script for bash"}},
  .plain   = true,
  .run     = completion_run};
