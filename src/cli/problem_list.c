/* Finds problem files in the current folder or beside the installed program, and prints their titles. */
#include "cli/problem_list.h"

#include "input/yaml/tree.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDERS_DEEP = 4 };

/* scandir: everything but hidden files. */
static int is_shown(const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

/* The path, and the title if the file has one. */
static void problem_print(const char *path)
{
  Node      root = {0};
  FaultList faults;

  fault_init(&faults, path);
  const Node *title = tree_read(path, &root, &faults) && root.kind == NODE_MAPPING ? node_find(&root, "title") : NULL;
  printf("  %-64s %s\n", path, title && title->text ? title->text : "");
  node_clear(&root);
  fault_clear(&faults);
}

/* Files in alphabetical order, then the folders below. */
static int folder_print(const char *dir, int depth)
{
  struct dirent **entries;
  const int       n     = scandir(dir, &entries, is_shown, alphasort);
  int             found = 0;

  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < n; i++) {
      char        path[4096];
      struct stat status;
      const char *end = strrchr(entries[i]->d_name, '.');
      if (snprintf(path, sizeof path, "%s/%s", dir, entries[i]->d_name) >= (int)sizeof path || stat(path, &status) != 0)
        continue;
      if (pass == 0 && S_ISREG(status.st_mode) && end && strcmp(end, ".yaml") == 0) problem_print(path), found++;
      if (pass == 1 && S_ISDIR(status.st_mode) && depth < FOLDERS_DEEP) found += folder_print(path, depth + 1);
    }
  for (int i = 0; i < n; i++) free(entries[i]);
  if (n >= 0) free(entries);
  return found;
}

/* The folder of the installed problems: ../share/rigel/problems of the program; "": unknown. */
static void installed_find(char out[4096])
{
  char          path[4000];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

  out[0] = '\0';
  if (n <= 0) return;
  path[n] = '\0';
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = '\0';
  }
  snprintf(out, 4096, "%s/share/rigel/problems", path);
}

void problem_list_print(void)
{
  char installed[4096];

  printf("problems\n");
  if (folder_print("problems", 0)) return;
  installed_find(installed);
  if (!installed[0] || !folder_print(installed, 0)) printf("  none here; rigel init writes a first one\n");
}
