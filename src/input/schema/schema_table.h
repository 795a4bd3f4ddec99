/* Short forms for the entries of the tables of keys. */
#ifndef RIGEL_INPUT_SCHEMA_SCHEMA_TABLE_H
#define RIGEL_INPUT_SCHEMA_SCHEMA_TABLE_H

#include "input/schema/schema.h"

#define IN(type, member) .offset = offsetof(type, member)
/* A word whose entry has traits, and a condition on them. */
#define TRAITS(type)    .has_traits = true, .traits_offset = offsetof(type, traits)
#define USES(type, bit) .uses = (bit), .traits_offset = offsetof(type, traits)
/* A quaternion, or what schema_orientation turns into one. */
#define ORIENTATION(type, member)                                                                                      \
  .kind = FIELD_ORIENTATION, IN(type, member), .table = &schema_orientation,                                           \
  .expected = "4 numbers, {axis, angle} or {euler, angles}"
#define FIELDS(list) .fields = (list), .nfields = (int)(sizeof(list) / sizeof(list)[0])

#endif
