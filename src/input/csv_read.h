/* A CSV file of numbers, as a run writes it, back into memory. */
#ifndef RIGEL_INPUT_CSV_READ_H
#define RIGEL_INPUT_CSV_READ_H

#include "problem/problem.h"

enum { CSV_ERROR_LEN = 500 };

/* Times of the rows: ascending, or with two rows at a time where the columns jump, one for each side. */
typedef enum { CSV_ASCENDING, CSV_JUMPS } CsvTimes;

/* A line of column names, the first of them t, then rows of finite numbers, at least `least` rows.
 * False: `error` is "file:line: found X, expected Y". The table is zero before; problem_clear frees it in either case. */
bool csv_read(const char *path, CsvTimes times, int least, ProblemTable *table, char error[CSV_ERROR_LEN]);

#endif
