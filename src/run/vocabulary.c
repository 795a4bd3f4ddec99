/* Collects the names and traits of all tables: the reader of problem files knows words, not the tables themselves. */
#include "run/vocabulary.h"

#include "body/hamiltonian.h"
#include "diag/reference.h"
#include "scheme/schemes.h"

#include <string.h>

/* names = the names of a NULL-terminated table. */
#define NAMES(list, names)                                                                                             \
  do {                                                                                                                 \
    int n_ = 0;                                                                                                        \
    for (; n_ < VOCABULARY_MOST - 1 && list[n_] != NULL; n_++) names[n_] = list[n_]->name;                             \
    names[n_] = NULL;                                                                                                  \
  } while (0)

/* traits = those of the same table. */
#define TYPE_TRAITS(list, out)                                                                                         \
  do {                                                                                                                 \
    for (int n_ = 0; n_ < VOCABULARY_MOST - 1 && list[n_] != NULL; n_++) out[n_] = list[n_]->traits;                   \
  } while (0)

void vocabulary_fill(Names *names, Vocabulary *words)
{
  NAMES(formulation_list, names->names[VOCABULARY_FORMULATION]);
  NAMES(joint_list, names->names[VOCABULARY_JOINT]);
  NAMES(load_list, names->names[VOCABULARY_LOAD]);
  NAMES(hamiltonian_list, names->names[VOCABULARY_HAMILTONIAN]);
  NAMES(closed_form_list, names->names[VOCABULARY_CLOSED_FORM]);
  TYPE_TRAITS(formulation_list, names->traits[VOCABULARY_FORMULATION]);
  TYPE_TRAITS(joint_list, names->traits[VOCABULARY_JOINT]);
  TYPE_TRAITS(load_list, names->traits[VOCABULARY_LOAD]);
  TYPE_TRAITS(hamiltonian_list, names->traits[VOCABULARY_HAMILTONIAN]);
  memset(names->schemes, 0, sizeof names->schemes);
  for (int i = 0; i < VOCABULARY_MOST - 1 && scheme_list[i]; i++) names->schemes[i] = &scheme_list[i]->traits;
  *words = (Vocabulary){.schemes = names->schemes};
  for (int i = 0; i < VOCABULARY_LISTS; i++) words->list[i] = (VocabularyWords){names->names[i], names->traits[i]};
}
