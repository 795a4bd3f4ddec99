/* What a scheme cannot take. */
#include "io/record.h"

#include <string.h>

/* em steps, and needs a polynomial energy. */
void scheme_check(Reader *reader, const Node *root, const Problem *problem)
{
  const Node *boundary = node_find(root, "boundary"), *method = node_find(root, "method");
  const Node *window = method ? node_find(method, "window") : NULL, *bodies = node_find(root, "bodies");
  size_t      length;

  if (strcmp(problem->method.scheme, "em") != 0) return;
  if (window && problem->method.window != 1 && problem->method.window != RIGEL_UNSET) {
    length = path_key(&reader->path, "method");
    reader_fault(reader, window->where, "window", "found together with scheme: em, expected 1 (it steps)");
    path_cut(&reader->path, length);
  }
  if (boundary)
    reader_fault(reader, boundary->key_where, "boundary",
                 "found together with scheme: em, expected mG or BG (em steps)");
  for (int i = 0; i < problem->nbodies; i++) {
    const Node *kinetic = node_find(&bodies->items[i], "kinetic");
    if (!kinetic || problem->bodies[i].kinetic != KINETIC_SCALABLE) continue;
    length = path_key(&reader->path, bodies->key);
    path_item(&reader->path, &bodies->items[i], i);
    reader_fault(reader, kinetic->where, "kinetic",
                 "found scalable together with scheme: em, expected unit (a polynomial)");
    path_cut(&reader->path, length);
  }
}
