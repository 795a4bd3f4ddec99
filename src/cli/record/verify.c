/* Checks the tables of a run against the sizes and checksums in run.yaml. */
#include "cli/record/verify.h"

#include "output/folder/fileset.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Whether a file has the size and checksum that run.yaml lists; prints the difference. */
static bool file_verify(const char *command, const char *dir, const Node *item)
{
  char        path[PATH_LEN], listed[64], found[64];
  Checksum    sum  = {0};
  const Node *name = node_find(item, "name"), *size = node_find(item, "size"), *value = node_find(item, "cksum");

  if (!name || !size || !value || !strstr(name->text, ".csv")) return true;
  snprintf(path, sizeof path, "%s/%s", dir, name->text);
  snprintf(listed, sizeof listed, "%.20s %.20s", value->text, size->text);
  if (checksum_path(path, UINT64_MAX, &sum))
    snprintf(found, sizeof found, "%" PRIu32 " %" PRIu64, checksum_value(&sum), sum.size);
  else snprintf(found, sizeof found, "%s", strerror(errno));
  if (strcmp(found, listed) == 0) return true;
  message_say(R0715_RESUME_CHECKSUM,
              "%s: %s: cksum is %s, expected %s as in run.yaml: it was changed, or belongs to another run", command,
              path, found, listed);
  return false;
}

bool tables_verify(const char *command, const char *dir, const Node *run)
{
  const Node *files = node_find(run, "files");
  bool        good  = true;

  for (int i = 0; files && i < files->count; i++)
    if (files->items[i].kind == NODE_MAPPING) good = file_verify(command, dir, &files->items[i]) && good;
  return good;
}
