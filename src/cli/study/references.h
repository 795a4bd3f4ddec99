/* `rigel study references`: reference values of problem files, computed in several ways and compared with those of the files. */
#ifndef RIGEL_CLI_STUDY_REFERENCES_H
#define RIGEL_CLI_STUDY_REFERENCES_H

#include "cli/study/study.h"
#include "problem/problem.h"

/* Position, orientation and cost: the columns from COLUMN_X to COLUMN_COST, NAN where there is none. */
enum { REFERENCE_VALUES = COLUMN_COST - COLUMN_X + 1 };

typedef enum { REFERENCE_CONFIRMED, REFERENCE_MISSING, REFERENCE_UNCONFIRMED, REFERENCE_CONTRADICTED } ReferenceVerdict;

/* One problem file. */
typedef struct {
  const char      *file;
  bool             closed; /* the reference is a closed form */
  ProblemReference given;  /* of the file */
  double           time;
  double           committed[REFERENCE_VALUES], computed[REFERENCE_VALUES];
  int              runs;       /* that were completed */
  double           agreement;  /* largest relative distance of a run from the computed values */
  double           difference; /* of the committed values from the computed ones */
  ReferenceVerdict verdict;
  char             methods[LABEL_LEN]; /* that were compared */
  char             message[ROW_TEXT];
} ReferenceRow;

/* --- plan: two formulations or schemes, two degrees, two meshes, where the command line does not choose; *good false after a message */
PetscErrorCode references_sweep(Study *study, bool *good);

/* --- judgement */
/* The reference of the file. */
PetscErrorCode reference_read(const Study *study, ReferenceRow *row);
/* Values, agreement and verdict from the rows of the study. */
void reference_judge(const Study *study, ReferenceRow *row);

/* --- tables */
void reference_print(const ReferenceRow *row, FILE *stream);
/* A row per problem: Markdown for people, CSV with all digits. */
void references_write_markdown(const ReferenceRow *rows, int nrows, FILE *stream);
void references_write_csv(const ReferenceRow *rows, int nrows, FILE *stream);

#endif
