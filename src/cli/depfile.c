// SPDX-License-Identifier: MIT
// Turns a file name into the same name in a makefile.
#include "cli/depfile.h"
#include <string.h>

// Measured with GNU make 4.3 as target and as prerequisite, and with ninja 1.11, which
// knows no escape of * and ?. What neither can hold is refused: see hexfog_depfile_fault.
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

// .PHONY and the like.
static bool is_order(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    return name[0] == '.' && name[1] && name[1 + strspn(name + 1, letters)] == '\0';
}

// make knows \% in a target, but ninja takes the backslash for a part of the name.
const char *hexfog_depfile_fault(const char *name, bool is_target)
{
    size_t length = strlen(name);
    char last = length ? name[length - 1] : '\0';
    if (length == 0)
        return "it is empty";
    for (const char *c = name; *c; c++)
        if (((unsigned char)*c < ' ' && *c != '\t') || (unsigned char)*c == 0x7f)
            return "it has a control character";
    if (strchr(name, ';'))
        return "it has a ;";
    if (strchr(name, '='))
        return "it has a =";
    if (is_target && strchr(name, '%'))
        return "it has a %";
    if (is_target && strchr(name, '\t'))
        return "it has a tab";
    if (is_target && last == '&')
        return "it ends in &";
    if (is_target && is_order(name))
        return "it is an order to make";
    if (!is_target && strchr(name, '|'))
        return "it has a |";
    if (last == '\\')
        return "it ends in a backslash";
    if (last == ')' && strchr(name + 1, '('))
        return "it reads as a member of an archive, NAME(MEMBER)";
    return NULL;
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

static bool is_file(const char *name)
{
    return name && strcmp(name, "-") != 0;
}

// What can be no target has no rule: make stops where it has gone, as it would without this.
void hexfog_depfile_add_prerequisites(struct hexfog_text *text, const char *const *names,
                                      size_t count)
{
    hexfog_text_add(text, ":");
    for (size_t i = 0; i < count; i++) {
        if (!is_file(names[i]))
            continue;
        hexfog_text_add(text, " ");
        hexfog_depfile_add_name(text, names[i]);
    }
    hexfog_text_add(text, "\n");
    for (size_t i = 0; i < count; i++) {
        if (!is_file(names[i]) || hexfog_depfile_fault(names[i], true))
            continue;
        hexfog_depfile_add_name(text, names[i]);
        hexfog_text_add(text, ":\n");
    }
}
