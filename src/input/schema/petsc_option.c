/* The table of PETSc options that a problem file may set, and the check of a line of options against it. */
#include "input/schema/petsc_option.h"

#include "base/scalar.h"
#include "base/words.h"

#include <string.h>

typedef enum { VALUE_FLAG, VALUE_INTEGER, VALUE_REAL, VALUE_WORD } ValueKind;

enum { WORDS_MOST = 16 };

typedef struct {
  const char *name;
  ValueKind   kind;
  const char *words[WORDS_MOST]; /* of VALUE_WORD, then NULL */
} AllowedOption;

/* Options that open files or sockets, load code or call Python are absent: viewers, monitors, python, shell, options_file,
 * mat_mumps_icntl_1 to 4 (units that are written to) and 22 (factors on disk). */
static const AllowedOption allowed_list[] = {
  {"-snes_type", VALUE_WORD, {"newtonls", "newtontr"}},
  {"-snes_max_it", VALUE_INTEGER, {NULL}},
  {"-snes_max_funcs", VALUE_INTEGER, {NULL}},
  {"-snes_rtol", VALUE_REAL, {NULL}},
  {"-snes_atol", VALUE_REAL, {NULL}},
  {"-snes_stol", VALUE_REAL, {NULL}},
  {"-snes_divergence_tolerance", VALUE_REAL, {NULL}},
  {"-snes_lag_jacobian", VALUE_INTEGER, {NULL}},
  {"-snes_lag_preconditioner", VALUE_INTEGER, {NULL}},
  {"-snes_linesearch_type", VALUE_WORD, {"basic", "bt", "l2", "cp", "nleqerr"}},
  {"-snes_linesearch_damping", VALUE_REAL, {NULL}},
  {"-snes_linesearch_maxstep", VALUE_REAL, {NULL}},
  {"-snes_linesearch_minlambda", VALUE_REAL, {NULL}},
  {"-snes_linesearch_max_it", VALUE_INTEGER, {NULL}},
  {"-snes_linesearch_order", VALUE_INTEGER, {NULL}},
  {"-ksp_type", VALUE_WORD, {"preonly", "richardson", "gmres", "fgmres", "lgmres", "bcgs", "tfqmr", "cg", "minres"}},
  {"-ksp_rtol", VALUE_REAL, {NULL}},
  {"-ksp_atol", VALUE_REAL, {NULL}},
  {"-ksp_max_it", VALUE_INTEGER, {NULL}},
  {"-ksp_gmres_restart", VALUE_INTEGER, {NULL}},
  {"-pc_type", VALUE_WORD, {"none", "lu", "qr", "svd", "ilu", "jacobi", "pbjacobi", "bjacobi"}},
  {"-pc_factor_mat_solver_type", VALUE_WORD, {"petsc", "umfpack", "klu", "mumps", "superlu", "superlu_dist"}},
  {"-pc_factor_mat_ordering_type", VALUE_WORD, {"natural", "nd", "1wd", "rcm", "qmd", "amd"}},
  {"-pc_factor_levels", VALUE_INTEGER, {NULL}},
  {"-pc_factor_fill", VALUE_REAL, {NULL}},
  {"-pc_factor_zeropivot", VALUE_REAL, {NULL}},
  {"-pc_factor_shift_type", VALUE_WORD, {"none", "nonzero", "positive_definite", "inblocks"}},
  {"-pc_factor_shift_amount", VALUE_REAL, {NULL}},
  {"-mat_mumps_icntl_6", VALUE_INTEGER, {NULL}},
  {"-mat_mumps_icntl_7", VALUE_INTEGER, {NULL}},
  {"-mat_mumps_icntl_8", VALUE_INTEGER, {NULL}},
  {"-mat_mumps_icntl_10", VALUE_INTEGER, {NULL}},
  {"-mat_mumps_icntl_14", VALUE_INTEGER, {NULL}},
  {"-mat_mumps_icntl_23", VALUE_INTEGER, {NULL}},
  {"-mat_mumps_icntl_24", VALUE_INTEGER, {NULL}},
  {"-mat_mumps_cntl_1", VALUE_REAL, {NULL}},
  {"-mat_mumps_cntl_3", VALUE_REAL, {NULL}},
  {"-mat_klu_use_btf", VALUE_INTEGER, {NULL}},
  {"-mat_klu_pivot_tol", VALUE_REAL, {NULL}},
  {"-mat_umfpack_pivot_tolerance", VALUE_REAL, {NULL}},
  {"-ts_type", VALUE_WORD, {"euler", "rk", "irk", "ssp", "beuler", "cn", "theta", "alpha", "bdf", "arkimex", "rosw"}},
  {"-ts_rk_type", VALUE_WORD, {"1fe", "2a", "2b", "3", "3bs", "4", "5f", "5dp", "5bs", "6vr", "7vr", "8vr"}},
  {"-ts_irk_type", VALUE_WORD, {"gauss"}},
  {"-ts_irk_nstages", VALUE_INTEGER, {NULL}},
  {"-ts_theta_theta", VALUE_REAL, {NULL}},
  {"-ts_theta_endpoint", VALUE_FLAG, {NULL}},
  {"-ts_bdf_order", VALUE_INTEGER, {NULL}},
  {"-ts_alpha_radius", VALUE_REAL, {NULL}},
  {"-ts_adapt_type", VALUE_WORD, {"none", "basic", "dsp"}},
  {"-ts_rtol", VALUE_REAL, {NULL}},
  {"-ts_atol", VALUE_REAL, {NULL}},
  {"-condition_steps", VALUE_INTEGER, {NULL}},
};

enum { NALLOWED = sizeof allowed_list / sizeof allowed_list[0] };

/* --- a line of options */

/* A name, and the word behind it that is no name; nvalue = 0: none. */
typedef struct {
  const char *name, *value;
  size_t      nname, nvalue;
} OptionWords;

static const char blank[] = " \t\n";

/* Reads the next option of a line; false at its end. */
static bool option_next(const char **at, OptionWords *option)
{
  *option       = (OptionWords){.name = *at + strspn(*at, blank)};
  option->nname = strcspn(option->name, blank);
  option->value = option->name + option->nname;
  *at           = option->value;
  option->value += strspn(option->value, blank);
  if (*option->value && !word_is_option(option->value)) {
    option->nvalue = strcspn(option->value, blank);
    *at            = option->value + option->nvalue;
  }
  return option->nname > 0;
}

static const AllowedOption *option_find(const OptionWords *option)
{
  for (int i = 0; i < NALLOWED; i++)
    if (strlen(allowed_list[i].name) == option->nname &&
        strncmp(allowed_list[i].name, option->name, option->nname) == 0)
      return &allowed_list[i];
  return NULL;
}

static const char *const kind_expected[] = {
  [VALUE_FLAG] = "true or false", [VALUE_INTEGER] = "an integer", [VALUE_REAL] = "a number"};

static void value_expected(const AllowedOption *known, const char *value, char expected[LIST_LEN])
{
  if (known->kind == VALUE_WORD) word_expect(value, known->words, expected);
  else snprintf(expected, LIST_LEN, "%s", kind_expected[known->kind]);
}

/* Whether the value is of the kind that the option has; a flag needs none. */
static bool value_fits(const AllowedOption *known, const char *value)
{
  double real;
  int    integer;
  bool   flag;

  switch (known->kind) {
  case VALUE_FLAG: return !value[0] || scalar_flag(value, &flag);
  case VALUE_INTEGER: return scalar_integer(value, &integer);
  case VALUE_REAL: return scalar_real(value, &real) == SCALAR_GOOD;
  case VALUE_WORD: break;
  }
  return word_index(value, known->words) >= 0;
}

/* Whether a file may set the option; writes the reason otherwise. */
static bool option_allowed(const OptionWords *option, Notice *why)
{
  const AllowedOption *known = option_find(option);
  char                 text[FOUND_LEN], expected[LIST_LEN], value[FOUND_LEN] = "";

  snprintf(text, sizeof text, "%.*s", (int)option->nname, option->name);
  if (option->nvalue < sizeof value) snprintf(value, sizeof value, "%.*s", (int)option->nvalue, option->value);
  else strcpy(value, "..."); /* fits no kind */
  if (!known)
    return notice_write(why, R0222_PETSC_FORBIDDEN,
                        "found %s, expected an option that a file may set (rigel list --petsc); others are given after "
                        "-- on the command line",
                        text);
  if (value_fits(known, value)) return true;
  value_expected(known, value, expected);
  return notice_write(why, R0223_PETSC_FORM, "found %s %s, expected %s", text, value[0] ? value : "without a value",
                      expected);
}

bool petsc_options_allowed(const char *options, Notice *why)
{
  OptionWords option;

  while (option_next(&options, &option))
    if (!option_allowed(&option, why)) return false;
  return true;
}

/* Appends an option to a line. */
static void option_append(const OptionWords *option, char *line)
{
  size_t used = strlen(line);

  if (used) line[used++] = ' ';
  memcpy(line + used, option->name, option->nname);
  used += option->nname;
  if (option->nvalue) line[used++] = ' ';
  memcpy(line + used, option->value, option->nvalue);
  line[used + option->nvalue] = '\0';
}

void petsc_options_split(const char *options, char *allowed, char *others)
{
  Notice      why;
  OptionWords option;

  allowed[0] = others[0] = '\0';
  while (option_next(&options, &option)) option_append(&option, option_allowed(&option, &why) ? allowed : others);
}

void petsc_options_print(FILE *stream)
{
  char words[LIST_LEN];

  fputs("| option | value |\n|---|---|\n", stream);
  for (int i = 0; i < NALLOWED; i++) {
    word_join(allowed_list[i].words, words, sizeof words);
    fprintf(stream, "| `%s` | %s |\n", allowed_list[i].name,
            allowed_list[i].kind == VALUE_WORD ? words : kind_expected[allowed_list[i].kind]);
  }
}
