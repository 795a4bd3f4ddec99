/* Warnings: likely mistakes in a problem that is valid. They never change a result or an exit code. */
#ifndef RIGEL_RUN_WARNING_H
#define RIGEL_RUN_WARNING_H

#include "problem/fault.h"
#include "system/system.h"

/* Fills `warnings` by every entry of the table, in the order of the file. `faults` names the file and its assignments. */
void warnings_collect(const Problem *problem, const System *system, const FaultList *faults, FaultList *warnings);

#endif
