/* Short forms for the entries of the tables of keys. */
#ifndef RIGEL_INPUT_SCHEMA_SCHEMA_TABLE_H
#define RIGEL_INPUT_SCHEMA_SCHEMA_TABLE_H

#include "input/schema/schema.h"

#define IN(type, member) .offset = offsetof(type, member)
#define FIELDS(list)     .fields = (list), .nfields = (int)(sizeof(list) / sizeof(list)[0])

#endif
