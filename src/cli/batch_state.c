// SPDX-License-Identifier: MIT
// Turns records into state files beside what others write to them, and back.
#include "cli/batch_state.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/error.h"
#include "cli/result.h"

enum { LOCK_TRIES = 100, LOCK_STEP_MS = 10 };
static const double save_interval_s = 2;

// ---- Reading.

static hexfog_status refuse(const char *path, const char *what, struct hexfog_error *error)
{
    hexfog_fail(error, HEXFOG_IO, "%s is %s, not what --if-changed keeps there; it is left alone"
                " (move it, or give --cache DIR)", path, what);
    hexfog_error_set_file(error, path);
    return HEXFOG_IO;
}

// OK: nothing stands there, as far as can be seen. Else it could not be read, and why.
static hexfog_status explain(const char *path, hexfog_status status, struct hexfog_error *error)
{
    struct stat file;
    if (status == HEXFOG_MEMORY)
        return status;
    if (lstat(path, &file) != 0)
        return HEXFOG_OK;
    if (S_ISLNK(file.st_mode))
        return refuse(path, "a symbolic link", error);
    if (S_ISDIR(file.st_mode))
        return refuse(path, "a folder", error);
    if (!S_ISREG(file.st_mode))
        return refuse(path, "no regular file", error);
    error->rule[0] = '\0'; // no description is too long here
    return error->status = HEXFOG_IO;
}

static hexfog_status read_file(const char *path, struct hexfog_records *records, size_t *damaged,
                               struct hexfog_error *error)
{
    char *text = NULL;
    size_t length = 0;
    hexfog_status status = hexfog_read_regular_file(path, false, HEXFOG_MOST_STATE_BYTES, &text,
                                                    &length, error);
    if (status != HEXFOG_OK)
        status = explain(path, status, error);
    else if (!hexfog_is_state(text, length))
        status = refuse(path, "a file of somebody else", error);
    else
        status = hexfog_records_read(text, length, records, damaged);
    hexfog_free(text);
    return status;
}

// IO: what stands there must not be replaced. Damage costs a bake, no more.
static hexfog_status read_records(const char *folder, struct hexfog_records *records,
                                  size_t *damaged, struct hexfog_error *error)
{
    char *path = hexfog_join_path(folder, HEXFOG_STATE_NAME);
    *records = (struct hexfog_records){ 0 };
    *damaged = 0;
    hexfog_status status = path ? read_file(path, records, damaged, error) : HEXFOG_MEMORY;
    hexfog_free(path);
    return status == HEXFOG_MEMORY ? hexfog_fail_memory(error, "the state file") : status;
}

// False when memory is out.
static bool read_state(struct hexfog_state_file *state)
{
    struct hexfog_error error = { 0 };
    hexfog_status status = read_records(state->folder, &state->before, &state->damaged, &error);
    if (status == HEXFOG_IO) {
        state->refusal = hexfog_alloc(1, sizeof *state->refusal);
        if (state->refusal)
            *state->refusal = error;
        return state->refusal != NULL;
    }
    return status == HEXFOG_OK;
}

static size_t place_of(const struct hexfog_states *states, const char *folder)
{
    size_t low = 0, high = states->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(states->list[middle]->folder, folder) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void state_free(struct hexfog_state_file *state)
{
    if (!state)
        return;
    hexfog_records_free(&state->before);
    hexfog_records_free(&state->changed);
    hexfog_free(state->refusal);
    hexfog_free(state->folder);
    hexfog_free(state);
}

static bool grow(struct hexfog_states *states)
{
    if (states->count < states->capacity)
        return true;
    size_t capacity = states->capacity ? 2 * states->capacity : 16;
    struct hexfog_state_file **grown = hexfog_realloc(states->list, capacity, sizeof *grown);
    if (!grown)
        return false;
    states->list = grown;
    states->capacity = capacity;
    return true;
}

struct hexfog_state_file *hexfog_state_of(struct hexfog_states *states, const char *folder)
{
    size_t place = place_of(states, folder);
    if (place < states->count && strcmp(states->list[place]->folder, folder) == 0)
        return states->list[place];
    struct hexfog_state_file *state = hexfog_alloc_zeroed(1, sizeof *state);
    if (state)
        state->folder = hexfog_copy_string(folder);
    if (!state || !state->folder || !grow(states) || !read_state(state)) {
        state_free(state);
        return NULL;
    }
    memmove(&states->list[place + 1], &states->list[place],
            (states->count - place) * sizeof *states->list);
    states->list[place] = state;
    states->count++;
    return state;
}

bool hexfog_state_put(struct hexfog_state_file *state, struct hexfog_record *record,
                      bool is_news)
{
    state->must_save |= is_news;
    return hexfog_record_put(&state->changed, record);
}

// ---- Writing.

// Two that save at once take turns; where folders cannot be locked, or somebody sleeps on the
// lock, a record may get lost, which costs a bake.
static int lock_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; fd >= 0 && i < LOCK_TRIES; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            break;
        (void)poll(NULL, 0, LOCK_STEP_MS);
    }
    return fd;
}

static void prune(const char *folder, struct hexfog_records *records)
{
    struct stat file;
    for (size_t i = records->count; i > 0; i--) {
        struct hexfog_record *record = &records->list[i - 1];
        char *path = hexfog_join_path(folder, record->description);
        if (path && stat(path, &file) != 0 && errno == ENOENT)
            hexfog_record_remove(records, record->description, record->folder);
        hexfog_free(path);
    }
}

// Copies: what could not be written stays to be written.
static bool put_all(struct hexfog_records *records, const struct hexfog_records *changed)
{
    for (size_t i = 0; i < changed->count; i++) {
        struct hexfog_record copy;
        if (!hexfog_record_copy(&copy, &changed->list[i]))
            return false;
        if (!hexfog_record_put(records, &copy)) {
            hexfog_record_free(&copy);
            return false;
        }
    }
    return true;
}

static hexfog_status replace(const char *folder, const struct hexfog_records *records,
                             const struct hexfog_file_options *options,
                             struct hexfog_error *error)
{
    struct hexfog_text text = { 0 };
    char *path = hexfog_join_path(folder, HEXFOG_STATE_NAME);
    struct hexfog_file_options own = *options;
    own.refuses_link = true;
    hexfog_records_write(records, &text);
    hexfog_status status = path && !text.failed ? hexfog_replace_text(path, &own, &text, error)
                                                : hexfog_fail_memory(error, "the state file");
    hexfog_text_free(&text);
    hexfog_free(path);
    return status;
}

static hexfog_status save(struct hexfog_state_file *state,
                          const struct hexfog_file_options *options, struct hexfog_error *error)
{
    struct hexfog_records records;
    size_t damaged;
    int lock = lock_folder(state->folder);
    hexfog_status status = read_records(state->folder, &records, &damaged, error);
    if (status == HEXFOG_OK)
        prune(state->folder, &records);
    if (status == HEXFOG_OK && !put_all(&records, &state->changed))
        status = hexfog_fail_memory(error, "the state file");
    if (status == HEXFOG_OK)
        status = replace(state->folder, &records, options, error);
    if (lock >= 0)
        close(lock);
    hexfog_records_free(&records);
    // Whoever may only read the outputs has nothing to record of them.
    if (status != HEXFOG_OK && status != HEXFOG_MEMORY && !state->must_save)
        status = HEXFOG_OK;
    if (status == HEXFOG_INPUT) // in its place is no file: that is no description's fault
        status = error->status = HEXFOG_IO;
    if (status == HEXFOG_OK) {
        hexfog_records_free(&state->changed);
        state->must_save = false;
    }
    return status;
}

hexfog_status hexfog_states_save(struct hexfog_states *states,
                                 const struct hexfog_file_options *options,
                                 struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    for (size_t i = 0; i < states->count; i++) {
        struct hexfog_error one = { 0 };
        if (states->list[i]->changed.count == 0)
            continue;
        hexfog_status saved = save(states->list[i], options, &one);
        if (saved == HEXFOG_OK || status != HEXFOG_OK)
            continue;
        status = saved;
        *error = one;
    }
    return status;
}

void hexfog_states_save_some(struct hexfog_states *states,
                             const struct hexfog_file_options *options, double now_s)
{
    struct hexfog_error error;
    if (now_s - states->saved_s < save_interval_s)
        return;
    states->saved_s = now_s;
    (void)hexfog_states_save(states, options, &error);
}

void hexfog_states_free(struct hexfog_states *states)
{
    for (size_t i = 0; i < states->count; i++)
        state_free(states->list[i]);
    hexfog_free(states->list);
    *states = (struct hexfog_states){ 0 };
}
