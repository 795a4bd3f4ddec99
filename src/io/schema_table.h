/* Short forms for the entries of the tables of keys. */
#ifndef RIGEL_IO_SCHEMA_TABLE_H
#define RIGEL_IO_SCHEMA_TABLE_H

#include "io/schema.h"

#define IN(type, member) .offset = offsetof(type, member)
#define FIELDS(list)     .fields = (list), .nfields = (int)(sizeof(list) / sizeof(list)[0])

#endif
