// SPDX-License-Identifier: MIT
// Turns names of functions into a table that can be called, without linking to any GL.
#include "check/gl_load.h"

#include <dlfcn.h>
#include <string.h>

// dlsym gives an object pointer, ISO C wants a function pointer: POSIX promises that the
// representation is the same.
_Static_assert(sizeof(void *) == sizeof(hexfog_procedure), "one size of pointer");

static const struct {
    const char *name;
    size_t offset;
} entries[] = {
#define ENTRY(result, name, parameters) \
    {"gl" #name, offsetof(struct hexfog_gl_functions, name)},
    HEXFOG_GL_FUNCTIONS(ENTRY)
#undef ENTRY
};

bool hexfog_gl_load(struct hexfog_gl_functions *functions, hexfog_find_procedure *find,
                    const void *context, const char **missing)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        hexfog_procedure procedure = find(context, entries[i].name);

        if (!procedure) {
            *missing = entries[i].name;
            return false;
        }
        memcpy((char *)functions + entries[i].offset, &procedure, sizeof procedure);
    }
    return true;
}

void *hexfog_open_library(const char *name, const char **reason)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);

    *reason = library ? NULL : dlerror();
    return library;
}

hexfog_procedure hexfog_find_symbol(void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    hexfog_procedure procedure;

    memcpy(&procedure, &symbol, sizeof procedure);
    return procedure;
}
