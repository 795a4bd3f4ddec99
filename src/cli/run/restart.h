/* Going on with an earlier run: restart.dat of its folder, and whether the problem is still the same. */
#ifndef RIGEL_CLI_RUN_RESTART_H
#define RIGEL_CLI_RUN_RESTART_H

#include "problem/observer.h"
#include "run/model.h"

#include <stdio.h>

typedef struct {
  const char *dir; /* of the earlier run; NULL: there is none */
  Checkpoint  checkpoint;
  double     *tally;          /* what the recorder carries from element to element */
  bool        same_reference; /* errors against it still hold */
} Restart;

/* ntally: numbers of the recorder. False after a message on stderr. Clear it in either case. */
bool restart_read(const char *dir, const Model *model, int ntally, Restart *restart);
void restart_clear(Restart *restart);
/* Text with hexadecimal numbers: exact. */
void restart_write(int ntally, const double *tally, const Checkpoint *checkpoint, FILE *stream);

#endif
