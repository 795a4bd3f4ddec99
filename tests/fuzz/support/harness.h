/* What the fuzz targets share: PETSc started once, a private folder, commands of the program in this process, and a verdict on each.
 *
 * A finding ends the process with a message, so that libFuzzer stores the input. */
#ifndef RIGEL_TESTS_FUZZ_HARNESS_H
#define RIGEL_TESTS_FUZZ_HARNESS_H

#include "cli/program.h"
#include "problem/problem.h"

#include <stddef.h>
#include <stdint.h>

enum { FUZZ_PATH = 512 };

/* Each target defines these: files that its inputs need, made once; and what it does with an input. */
void fuzz_prepare(void);
void fuzz_input(const uint8_t *bytes, size_t n);

/* A path in the private folder; valid until the fourth call after it. */
const char *fuzz_path(const char *name);
/* Writes a file of the private folder. */
void fuzz_save(const char *name, const void *bytes, size_t n);
/* Writes a restart file with the checksum of its lines in the place of the last line, so that fuzzing reaches what is behind the check. */
void fuzz_save_restart(const char *name, const uint8_t *bytes, size_t n);
/* Copies a file of the private folder to the folder of seeds (environment: FUZZ_SEEDS), if there is one. */
void fuzz_seed(const char *name);
/* Removes a folder of the private folder with all its files. */
void fuzz_remove(const char *name);

/* Runs a command with these words, the last one NULL, and returns its exit code. Findings: an error of PETSc, another exit code than 0, 2
 * and 3, a failure without a message, exit code 0 with a number that is not finite in what was printed. */
int fuzz_command(const Command *command, const char *const words[]);
/* Runs `rigel run` with these words into an empty folder `out` and returns its exit code. Finding: exit code 0 with a number that is not
 * finite in a table. */
int fuzz_run(const char *const words[]);
/* Finding: a number that is not finite in a table (*.csv) of this folder. */
void fuzz_tables_check(const char *dir);
/* Finding if false. */
void fuzz_require(bool condition, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A small problem with joint, spring and table, tests/fuzz/base.yaml. */
#define FUZZ_BASE "tests/fuzz/base.yaml"

/* Whether the problem in a file is valid and so small that its solution takes milliseconds, and asks for no PETSc options. */
bool fuzz_small(const char *file);
/* Reads a problem, and if it is accepted writes it and reads it again. Findings: a refusal without a message, another problem. */
void fuzz_read(const char *file, int nset, const char *const set[]);

#endif
