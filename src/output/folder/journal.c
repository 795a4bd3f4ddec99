/* The journal of a commit: its text with a checksum at the end, its creation in one rename, and its steps. */
#include "output/folder/journal.h"

#include "base/file.h"
#include "output/folder/checksum.h"
#include "output/folder/folder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char journal_name[] = ".rigel.commit";
static const char magic[]        = "rigel commit 1";

enum { PATH_MOST = LOCK_PATH + 256, TEXT_MOST = 1 << 16 };

bool result_name_valid(const char *name)
{
  if (!name[0] || strlen(name) >= RESULT_NAME_LEN || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return false;
  for (const char *at = name; *at; at++)
    if (*at == '/' || (unsigned char)*at < ' ' || *at == 127) return false;
  return true;
}

bool journal_add(Journal *journal, bool removed, const char *name)
{
  if (journal->n == JOURNAL_MOST || !result_name_valid(name)) return false;
  journal->entry[journal->n].removed = removed;
  snprintf(journal->entry[journal->n++].name, RESULT_NAME_LEN, "%s", name);
  return true;
}

/* --- text: a line for each entry, and the checksum of all lines before the last one */

static char *journal_print(const Journal *journal)
{
  char    *text   = NULL;
  size_t   size   = 0;
  FILE    *stream = open_memstream(&text, &size);
  Checksum sum    = {0};

  if (!stream) return NULL;
  fprintf(stream, "%s\nrun %s\n", magic, journal->id);
  for (int i = 0; i < journal->n; i++)
    fprintf(stream, "%s %s\n", journal->entry[i].removed ? "remove" : "rename", journal->entry[i].name);
  if (fflush(stream) == 0) checksum_add(text, size, &sum);
  fprintf(stream, "end %" PRIu32 "\n", checksum_value(&sum));
  if (fclose(stream) == 0) return text;
  free(text);
  return NULL;
}

/* Reads the entries; false where the text is not what journal_print writes. */
static bool journal_parse(const char *text, Journal *journal)
{
  char name[RESULT_NAME_LEN], word[8];
  int  length = 0, head = 0;

  memset(journal, 0, sizeof *journal);
  if (sscanf(text, "rigel commit 1\nrun %16[0-9a-f]\n%n", journal->id, &head) != 1 || !head) return false;
  for (text += head; sscanf(text, "%7[a-z] %127[^\n]\n%n", word, name, &length) == 2; text += length) {
    if (strcmp(word, "end") == 0) return run_id_valid(journal->id);
    if (!journal_add(journal, strcmp(word, "remove") == 0, name)) return false;
  }
  return false;
}

/* *found: there is a journal. False: it is damaged or cannot be read. */
static bool journal_read(const char *dir, Journal *journal, bool *found)
{
  char   path[PATH_MOST];
  size_t length;

  snprintf(path, sizeof path, "%s/%s", dir, journal_name);
  char *text = file_read(path, TEXT_MOST, &length);
  *found     = text || errno != ENOENT;
  if (!text) return !*found;
  char      *again = journal_parse(text, journal) ? journal_print(journal) : NULL;
  const bool good  = again && strcmp(again, text) == 0;
  free(again);
  free(text);
  if (!good) errno = EBADMSG;
  return good;
}

/* --- steps */

bool journal_write(const char *dir, const Journal *journal)
{
  char  path[PATH_MOST], part[PATH_MOST];
  char *text = journal_print(journal);

  snprintf(path, sizeof path, "%s/%s", dir, journal_name);
  part_path(dir, journal->id, "commit", part, sizeof part);
  FILE *stream = text ? file_create_exclusive(part) : NULL;
  bool  good   = stream != NULL;
  if (good) good = fputs(text, stream) >= 0;
  if (stream) good = fclose(stream) == 0 && good;
  good = good && path_sync(part) && names_sync(dir) && rename(part, path) == 0;
  if (good && !names_sync(dir)) {
    good = false;
    unlink(path);
  }
  const int error = errno;
  if (!good && stream) unlink(part);
  free(text);
  errno = error;
  return good;
}

/* A folder cannot replace a folder that has files, or a symbolic link, so the old one is removed first. */
static bool entry_rename(const char *dir, const Journal *journal, const char *name)
{
  char part[PATH_MOST], path[PATH_MOST];

  part_path(dir, journal->id, name, part, sizeof part);
  snprintf(path, sizeof path, "%s/%s", dir, name);
  if (access(part, F_OK) != 0) return errno == ENOENT;
  if (rename(part, path) == 0) return true;
  return (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR) && path_remove(path) && rename(part, path) == 0;
}

static bool entry_remove(const char *dir, const char *name)
{
  char path[PATH_MOST];

  snprintf(path, sizeof path, "%s/%s", dir, name);
  return path_remove(path);
}

bool journal_apply(const char *dir, const Journal *journal)
{
  for (int i = 0; i < journal->n; i++) {
    const char *name = journal->entry[i].name;
    if (!(journal->entry[i].removed ? entry_remove(dir, name) : entry_rename(dir, journal, name))) return false;
  }
  return names_sync(dir) && entry_remove(dir, journal_name) && names_sync(dir);
}

bool journal_recover(const char *dir)
{
  Journal journal;
  bool    found;

  if (!journal_read(dir, &journal, &found)) return false;
  return !found || journal_apply(dir, &journal);
}
