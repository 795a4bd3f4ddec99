/* The schemes, one per file. */
#ifndef RIGEL_SCHEME_LIST_H
#define RIGEL_SCHEME_LIST_H

#include "scheme/scheme.h"

extern const SchemeOps mg_ops, bg_ops, em_ops, quat_em_ops, dir_em_ops;

#endif
