// SPDX-License-Identifier: MIT
// Turns paths into other paths; looks at no file.
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"

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
