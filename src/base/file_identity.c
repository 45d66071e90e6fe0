// SPDX-License-Identifier: MIT
// Turns a path into the one name of its file: absolute, without links, "." and "..", also where
// parts of it are not there yet.
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/text.h"

enum { MOST_LINKS = 40 }; // as the system; the 41st is taken for a plain name

struct walk {
    struct hexfog_text done; // "" is the root, else "/a/b"
    char *left;              // still to be walked
    int link_count;
};

static void go_up(struct walk *walk)
{
    char *slash = walk->done.length ? strrchr(walk->done.bytes, '/') : NULL;
    if (!slash)
        return;
    *slash = '\0';
    walk->done.length = (size_t)(slash - walk->done.bytes);
}

// The place of a link is taken by what it points to; false when memory is out.
static bool follow(struct walk *walk, const char *points_to, const char *rest)
{
    char *next = hexfog_join_path(points_to, rest);
    if (!next)
        return false;
    if (*points_to == '/')
        walk->done.length = 0;
    else
        go_up(walk);
    hexfog_free(walk->left);
    walk->left = next;
    return true;
}

// One name of the path; false when memory is out.
static bool step(struct walk *walk, const char *name, size_t length, const char *rest, bool *moved)
{
    char link[PATH_MAX];
    *moved = false;
    if (length == 0 || (length == 1 && *name == '.'))
        return true;
    if (length == 2 && memcmp(name, "..", 2) == 0) {
        go_up(walk);
        return true;
    }
    hexfog_text_add(&walk->done, "/");
    hexfog_text_add_bytes(&walk->done, name, length);
    if (walk->done.failed)
        return false;
    ssize_t link_length = readlink(walk->done.bytes, link, sizeof link - 1);
    if (link_length <= 0 || ++walk->link_count > MOST_LINKS)
        return true; // no link, or nothing there
    link[link_length] = '\0';
    *moved = true;
    return follow(walk, link, rest);
}

static bool walk_all(struct walk *walk)
{
    const char *at = walk->left;
    while (*at) {
        size_t length = strcspn(at, "/");
        const char *rest = at + length + strspn(at + length, "/");
        bool moved;
        if (!step(walk, at, length, rest, &moved))
            return false;
        at = moved ? walk->left : rest;
    }
    return true;
}

char *hexfog_identity_of_path(const char *path)
{
    char folder[PATH_MAX] = "/", *identity = NULL;
    struct walk walk = { .left = NULL };
    if (*path != '/' && !getcwd(folder, sizeof folder))
        strcpy(folder, "/"); // a folder that is gone: two names in it are still told apart
    walk.left = hexfog_join_path(folder, path);
    if (walk.left && walk_all(&walk))
        identity = hexfog_copy_string(walk.done.length ? walk.done.bytes : "/");
    hexfog_free(walk.left);
    hexfog_text_free(&walk.done);
    return identity;
}
