// SPDX-License-Identifier: MIT
// Turns a path into the one name of its file: absolute, without links, "." and "..", also where
// parts of it are not there yet. It takes no memory: whether a file would be overwritten that is
// still to be read must be known also when memory is out.
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"

enum { MOST_LINKS = 40 }; // as the system; the 41st is taken for a plain name

// The system takes no path of PATH_MAX bytes or more; a name may grow by a folder.
enum { NAME_BYTES = 2 * PATH_MAX };

struct name {
    char bytes[NAME_BYTES];
    size_t length;
};

struct walk {
    struct name done;        // "" is the root, else "/a/b"
    struct name left;        // still to be walked
    int link_count;
};

static bool add(struct name *name, const char *bytes, size_t length)
{
    if (length >= NAME_BYTES - name->length)
        return false;
    memcpy(name->bytes + name->length, bytes, length);
    name->length += length;
    name->bytes[name->length] = '\0';
    return true;
}

static void cut(struct name *name, size_t length)
{
    name->length = length;
    name->bytes[length] = '\0';
}

static void go_up(struct walk *walk)
{
    const char *slash = strrchr(walk->done.bytes, '/');
    if (slash)
        cut(&walk->done, (size_t)(slash - walk->done.bytes));
}

// The place of a link is taken by what it points to; false when that is too long.
static bool follow(struct walk *walk, const char *points_to, size_t rest)
{
    struct name next = { .length = 0 };
    const char *left = walk->left.bytes + rest;
    if (!add(&next, points_to, strlen(points_to)) || !add(&next, "/", 1)
        || !add(&next, left, strlen(left)))
        return false;
    if (*points_to == '/')
        cut(&walk->done, 0);
    else
        go_up(walk);
    walk->left = next;
    return true;
}

// One name of the path, before that at `rest`; false when it gets too long.
static bool step(struct walk *walk, const char *name, size_t length, size_t *rest)
{
    char link[PATH_MAX];
    if (length == 0 || (length == 1 && *name == '.'))
        return true;
    if (length == 2 && memcmp(name, "..", 2) == 0) {
        go_up(walk);
        return true;
    }
    if (!add(&walk->done, "/", 1) || !add(&walk->done, name, length))
        return false;
    ssize_t link_length = readlink(walk->done.bytes, link, sizeof link - 1);
    if (link_length <= 0 || ++walk->link_count > MOST_LINKS)
        return true; // no link, or nothing there
    link[link_length] = '\0';
    if (!follow(walk, link, *rest))
        return false;
    *rest = 0;
    return true;
}

static bool walk_all(struct walk *walk)
{
    size_t at = 0;
    while (walk->left.bytes[at]) {
        const char *name = walk->left.bytes + at;
        size_t length = strcspn(name, "/");
        size_t rest = at + length + strspn(name + length, "/");
        if (!step(walk, name, length, &rest))
            return false;
        at = rest;
    }
    return walk->done.length > 0 || add(&walk->done, "/", 1);
}

// False for a path that no file can have.
static bool identify(struct walk *walk, const char *path)
{
    char folder[PATH_MAX];
    *walk = (struct walk){ .link_count = 0 };
    if (*path != '/' && !getcwd(folder, sizeof folder))
        strcpy(folder, "/"); // a folder that is gone: two names in it are still told apart
    if (*path != '/' && (!add(&walk->left, folder, strlen(folder)) || !add(&walk->left, "/", 1)))
        return false;
    return add(&walk->left, path, strlen(path)) && walk_all(walk);
}

char *hexfog_identity_of_path(const char *path)
{
    struct walk walk;
    return hexfog_copy_string(identify(&walk, path) ? walk.done.bytes : path);
}

bool hexfog_is_same_path(const char *a, const char *b)
{
    struct walk walk_a, walk_b;
    return identify(&walk_a, a) && identify(&walk_b, b)
        && strcmp(walk_a.done.bytes, walk_b.done.bytes) == 0;
}
