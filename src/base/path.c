// SPDX-License-Identifier: MIT
// Turns paths into other paths; looks at no file.
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/text.h"

bool hexfog_ends_in(const char *path, const char *suffix)
{
    size_t length = strlen(path), suffix_length = strlen(suffix);
    return length > suffix_length && strcmp(path + length - suffix_length, suffix) == 0;
}

char *hexfog_join_path(const char *folder, const char *path)
{
    size_t folder_length = strlen(folder), path_length = strlen(path);
    if (*path == '/' || folder_length == 0)
        return hexfog_copy_string(path);
    bool needs_slash = folder[folder_length - 1] != '/';
    size_t length = folder_length + (needs_slash ? 1 : 0) + path_length;
    char *joined = hexfog_alloc(length + 1, 1);
    if (!joined)
        return NULL;
    memcpy(joined, folder, folder_length);
    if (needs_slash)
        joined[folder_length] = '/';
    memcpy(joined + length - path_length, path, path_length + 1);
    return joined;
}

char *hexfog_folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return hexfog_copy_string(".");
    while (slash > path && slash[-1] == '/')
        slash--;
    return hexfog_copy_bytes(path, slash == path ? 1 : (size_t)(slash - path));
}

void hexfog_simplify_path(char *path)
{
    char *in = path, *out = path;
    bool is_absolute = *path == '/';

    if (is_absolute)
        *out++ = '/';
    char *start = out;
    while (*in) {
        in += strspn(in, "/");
        size_t length = strcspn(in, "/");
        bool is_here = length == 1 && *in == '.';
        if (length > 0 && !is_here) {
            if (out > start)
                *out++ = '/';
            memmove(out, in, length);
            out += length;
        }
        in += length;
    }
    // "./" and "." name the folder itself.
    if (out == path && *path != '\0')
        *out++ = '.';
    *out = '\0';
}

// Bytes that both begin with, whole names only.
static size_t shared_length(const char *folder, const char *path)
{
    size_t shared = 0;
    for (size_t i = 0;; i++) {
        bool folder_ends = folder[i] == '\0' || folder[i] == '/';
        bool path_ends = path[i] == '\0' || path[i] == '/';
        if (folder_ends && path_ends)
            shared = i;
        if (folder[i] != path[i] || folder[i] == '\0')
            return shared;
    }
}

char *hexfog_relative_path(const char *folder, const char *path)
{
    struct hexfog_text text = { 0 };
    size_t shared = shared_length(folder, path);
    for (const char *at = folder + shared; *at; at++)
        if (*at == '/' && at[1])
            hexfog_text_add(&text, "../");
    const char *rest = path + shared + (path[shared] == '/');
    if (*rest)
        hexfog_text_add(&text, rest);
    else if (text.length > 0)
        text.bytes[--text.length] = '\0'; // "../.."
    else
        hexfog_text_add(&text, ".");
    char *relative = text.failed ? NULL : hexfog_copy_string(text.bytes);
    hexfog_text_free(&text);
    return relative;
}
