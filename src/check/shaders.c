// SPDX-License-Identifier: MIT
// Turns the name of a shader file into its text, which the program carries.
#include "check/shaders.h"

#include <stddef.h>
#include <string.h>

#include "shaders.inc"

const char *hexfog_shader_file(const char *name)
{
    for (size_t i = 0; i < sizeof shaders / sizeof shaders[0]; i++)
        if (strcmp(shaders[i].name, name) == 0)
            return shaders[i].text;
    return NULL;
}
