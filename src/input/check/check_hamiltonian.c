/* Checks of a Hamiltonian system: its constants, and the keys that it excludes. */
#include "input/check/check.h"

void hamiltonian_check(Reader *reader, const Node *node, const ProblemHamiltonian *given)
{
  const Node *eccentricity = node_find(node, "eccentricity");

  if (eccentricity && given->eccentricity >= 1.0)
    reader_fault(reader, R0210_VALUE_NUMBER, eccentricity->where, "eccentricity",
                 "found %.17g, expected a number from 0 to less than 1", given->eccentricity);
}

/* Rejects a key, at the top level or in the mapping `in`, that describes bodies. */
static void key_refuse(Reader *reader, const Node *root, const char *in, const char *key, const char *expected)
{
  const Node *mapping = in ? node_find(root, in) : root, *node = mapping ? node_find(mapping, key) : NULL;
  size_t      length = reader->path.length;

  if (!node) return;
  if (in) path_key(&reader->path, in);
  reader_fault(reader, R0371_HAMILTONIAN_CONFLICT, in ? node->where : node->key_where, key,
               "found together with hamiltonian, expected %s", expected);
  path_cut(&reader->path, length);
}

/* Defaults are no fault: run.yaml has them all. */
void hamiltonian_check_problem(Reader *reader, const Node *root, const Problem *problem)
{
  const double *g = problem->gravity;

  if (g[0] != 0.0 || g[1] != 0.0 || g[2] != 0.0) key_refuse(reader, root, NULL, "gravity", "none");
  if (problem->njoints > 0) key_refuse(reader, root, NULL, "joints", "none");
  if (problem->nloads > 0) key_refuse(reader, root, NULL, "loads", "none");
  if (problem->nmotions > 0) key_refuse(reader, root, NULL, "motion", "none");
  if (problem->ncontrols > 0) key_refuse(reader, root, NULL, "controls", "none");
  key_refuse(reader, root, NULL, "boundary", "none");
  key_refuse(reader, root, "reference", "orientation", "position: the coordinates, and 0 for those it has not");
  if (problem->output.formats & FORMAT_VTK) key_refuse(reader, root, "output", "formats", "csv and hdf5 only");
}
