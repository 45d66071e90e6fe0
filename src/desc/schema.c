// SPDX-License-Identifier: MIT
// Turns the name of a JSON Schema into its text. The build embeds every file
// src/*/NAME.schema.json, so another schema is another file and no more.
#include <string.h>

#include "hexfog.h"
#include "schemas.inc"

enum { SCHEMA_COUNT = sizeof schemas / sizeof *schemas };

const char *hexfog_schema_name(size_t index)
{
    return index < SCHEMA_COUNT ? schemas[index].name : NULL;
}

const char *hexfog_schema(const char *name)
{
    for (size_t i = 0; i < SCHEMA_COUNT; i++)
        if (strcmp(schemas[i].name, name) == 0)
            return schemas[i].text;
    return NULL;
}
