/* Resuming an earlier run: restart.dat of its folder, and whether the problem is still the same. */
#ifndef RIGEL_CLI_RUN_RESTART_H
#define RIGEL_CLI_RUN_RESTART_H

#include "problem/observer.h"
#include "run/model.h"

#include <stdio.h>

typedef struct {
  const char *dir; /* of the earlier run; NULL: there is none */
  Checkpoint  checkpoint;
  double     *numbers;        /* of the recorder: see recorder_resume */
  bool        same_reference; /* errors against it remain valid */
} Restart;

/* Reads the run in dir, whose recorder stored nnumbers. False after a message on stderr. Clear it in either case. */
bool restart_read(const char *dir, const Model *model, int nnumbers, Restart *restart);
void restart_clear(Restart *restart);
/* Writes text with hexadecimal, hence exact, numbers. */
void restart_write(int nnumbers, const double *numbers, const Checkpoint *checkpoint, FILE *stream);

#endif
