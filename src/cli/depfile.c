// SPDX-License-Identifier: MIT
// Turns a file name into the same name in a makefile.
#include "cli/depfile.h"
#include <string.h>

// Measured with GNU make 4.3 as target and as prerequisite, and with ninja 1.11, which
// knows no escape of * and ?. No makefile can hold every name: = ; % | and quotes stay.
static const char special[] = " \t#:*?";

// Backslashes are themselves, but for those that stand before a character that takes one.
static size_t double_backslashes(struct hexfog_text *text, const char *name)
{
    size_t count = strspn(name, "\\");
    bool is_before_special = name[count] == '\0' || strchr(special, name[count]);
    for (size_t i = 0; i < count * (is_before_special ? 2 : 1); i++)
        hexfog_text_add(text, "\\");
    return count;
}

void hexfog_depfile_add_name(struct hexfog_text *text, const char *name)
{
    while (*name) {
        if (*name == '\\') {
            name += double_backslashes(text, name);
            continue;
        }
        if (*name == '$')
            hexfog_text_add(text, "$");
        else if (strchr(special, *name))
            hexfog_text_add(text, "\\");
        hexfog_text_add_bytes(text, name++, 1);
    }
}
