/* MPI tags of the messages between ranks in a global solve. */
#ifndef RIGEL_SCHEME_WINDOW_MESSAGE_TAGS_H
#define RIGEL_SCHEME_WINDOW_MESSAGE_TAGS_H

/* The factorizations of linear/lu use tags from 12 on in the same communicator. */
typedef enum {
  TAG_NODE_STATE,       /* z of a shared node, to the next rank */
  TAG_NODE_MULTIPLIERS, /* lambda of a shared node, to the next rank */
  TAG_NODE_ROWS,        /* residual rows of a shared node, to the rank before */
  TAG_END_CONDITIONS,   /* residuals of conditions at the end, to rank 0 */
  TAG_STEPPING,         /* state at the end of a rank's elements while stepping fills the first guess */
  TAG_SHOW_STATES,      /* states of a batch of elements, to rank 0 */
  TAG_SHOW_MULTIPLIERS, /* multipliers of a batch of elements, to rank 0 */
  TAG_TRACE,            /* trace at a shared node, to the next rank */
  TAG_SHOW_TRACES,      /* traces of a batch of elements, to rank 0 */
  TAG_EXTEND            /* nodal values of a shorter window, to the ranks of a longer one */
} MessageTag;

#endif
