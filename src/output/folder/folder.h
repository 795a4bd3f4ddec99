/* A results folder on the disk: made, synced, and cleared of what a killed run left. */
#ifndef RIGEL_OUTPUT_FOLDER_FOLDER_H
#define RIGEL_OUTPUT_FOLDER_FOLDER_H

#include "output/folder/lock.h"

/* Makes the folder and its parents; false: errno states the reason. */
bool folder_make(const char *dir);
/* Brings a file, or a folder with the files in it, to the disk; false: errno states the reason. */
bool path_sync(const char *path);
/* Brings the names in a folder to the disk, without its files. */
bool names_sync(const char *dir);
/* DIR/.ID.NAME.part: the temporary name of a file of the run ID. */
void part_path(const char *dir, const char id[RUN_ID_LEN], const char *name, char *out, size_t size);
/* Removes all temporary files but those of the run `keep`; "": none is kept. */
void parts_remove(const char *dir, const char keep[RUN_ID_LEN]);
/* The run whose checkpoint the folder has; "": none. */
void checkpoint_owner(const char *dir, char id[RUN_ID_LEN]);
/* Whether a text is the id of a run: 16 hexadecimal digits. */
bool run_id_valid(const char *text);
/* A new id, which no other run has. */
void run_id_create(char id[RUN_ID_LEN]);

#define CHECKPOINT_NAME ".rigel.checkpoint" /* restart.dat of a run that is not complete */

#endif
