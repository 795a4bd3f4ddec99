/* `rigel list`: the entries of every table with their summaries, or all keys of a problem file. */
#include "body/hamiltonian.h"
#include "cli/command.h"
#include "diag/reference.h"
#include "input/schema/schema.h"
#include "output/writer.h"
#include "scheme/schemes.h"

#include <stdio.h>
#include <string.h>

static const char list_help[] =
  "usage: rigel list [--keys]\n"
  "\n"
  "Lists formulations, joints, loads, motions, Hamiltonian systems, schemes, closed forms and writers, one line each.\n"
  "\n"
  "  --keys   every key of a problem file, as a Markdown table\n";

#define LIST(title, list)                                                                                              \
  do {                                                                                                                 \
    printf("%s\n", title);                                                                                             \
    for (int i_ = 0; list[i_]; i_++) printf("  %-20s %s\n", list[i_]->name, list[i_]->summary);                        \
  } while (0)

static PetscErrorCode list_run(int argc, char **argv, int *code)
{
  PetscFunctionBeginUser;
  *code = EXIT_DONE;
  if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
    fputs(list_help, stdout);
  } else if (argc == 2 && strcmp(argv[1], "--keys") == 0) {
    schema_print(stdout);
  } else if (argc > 1) {
    fprintf(stderr, "rigel list: unknown option %s (see rigel list --help)\n", argv[1]);
    *code = EXIT_INPUT;
  } else {
    LIST("formulations", formulation_list);
    LIST("joints", joint_list);
    printf("loads\n  %-20s %s\n", "gravity", "uniform field of acceleration, key gravity");
    for (int i = 0; load_list[i]; i++) printf("  %-20s %s\n", load_list[i]->name, load_list[i]->summary);
    LIST("motions", motion_list);
    LIST("hamiltonian systems", hamiltonian_list);
    printf("schemes\n");
    for (int i = 0; scheme_list[i]; i++)
      printf("  %-20s %s\n", scheme_list[i]->traits.name, scheme_list[i]->traits.summary);
    LIST("closed forms", closed_form_list);
    LIST("writers", writer_list);
  }
  PetscFunctionReturn(0);
}

const Command list_command = {.name    = "list",
                              .summary = "formulations, joints, loads, motions, schemes and writers",
                              .help    = list_help,
                              .run     = list_run};
