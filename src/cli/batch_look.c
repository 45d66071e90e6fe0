// SPDX-License-Identifier: MIT
// Turns what is remembered of a map, and what is there now, into what is to be done.
#include "cli/batch_look.h"
#include <string.h>
#include <sys/stat.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/batch_inputs.h"

// Smaller outputs are read on the spot; larger ones in the job's process, which can be ended.
enum { SMALL_BYTES = 1 << 20 };

const char *const hexfog_batch_reasons[HEXFOG_BATCH_REASONS] = {
    "no record", "input changed", "output missing", "output changed", "no memory to look"
};

// ---- Places.

static char *absolute_folder(const char *path)
{
    char *folder = hexfog_folder_of(path);
    char *identity = folder ? hexfog_identity_of_path(folder) : NULL;
    hexfog_free(folder);
    return identity;
}

// A file as it is named, in a folder without links: who replaces a link makes another file.
static char *absolute_name(const char *path)
{
    char *folder = absolute_folder(path);
    const char *slash = strrchr(path, '/');
    char *name = folder ? hexfog_join_path(folder, slash ? slash + 1 : path) : NULL;
    hexfog_free(folder);
    return name;
}

// As a record has it: what is absolute in the description means the same file wherever the
// record is copied to.
static char *recorded_name(const char *folder, const char *path, bool is_absolute)
{
    char *absolute = absolute_name(path);
    if (is_absolute || !absolute)
        return absolute;
    char *relative = hexfog_relative_path(folder, absolute);
    hexfog_free(absolute);
    return relative;
}

// ---- What was.

static bool open_state(struct hexfog_batch *batch, struct hexfog_batch_job *job)
{
    const char *cache = batch->settings->cache;
    job->folder = job->output_dir ? hexfog_identity_of_path(job->output_dir)
                                  : absolute_folder(job->map->path);
    char *home = cache ? hexfog_identity_of_path(cache)
                       : job->folder ? hexfog_copy_string(job->folder) : NULL;
    job->state = home ? hexfog_state_of(&batch->states, home) : NULL;
    hexfog_free(home);
    return job->folder && job->state;
}

bool hexfog_batch_open_states(struct hexfog_batch *batch)
{
    if (!hexfog_inputs_context(batch->settings, batch->context))
        return false;
    for (size_t i = 0; i < batch->job_count; i++)
        if (!open_state(batch, &batch->jobs[i]))
            return false;
    return true;
}

struct key {
    char *description, *folder;
};

static bool key_make(const struct hexfog_batch_job *job, struct key *key)
{
    *key = (struct key){
        hexfog_relative_path(job->state->folder, job->map->identity),
        hexfog_relative_path(job->state->folder, job->folder)
    };
    return key->description && key->folder;
}

static void key_free(struct key *key)
{
    hexfog_free(key->description);
    hexfog_free(key->folder);
}

// ---- What is.

static bool hash_file(const char *path, char hex[65])
{
    struct hexfog_file_stamp stamp;
    struct stat file;
    if (stat(path, &file) != 0 || !S_ISREG(file.st_mode)
        || hexfog_stamp_file(path, &stamp, NULL) != HEXFOG_OK)
        return false;
    memcpy(hex, stamp.sha256, sizeof stamp.sha256);
    return true;
}

static bool inputs_hold(const struct hexfog_batch *batch, const struct hexfog_batch_job *job)
{
    const struct hexfog_record *record = job->record;
    struct hexfog_read_hashes hashes = { 0 };
    char inputs[65];
    char *base = hexfog_join_path(job->state->folder, record->base);
    bool is_read = base && hash_file(job->map->path, hashes.own)
                && (!*record->base || hash_file(base, hashes.base));
    hexfog_free(base);
    return is_read && hexfog_inputs_digest(batch->context, &hashes, inputs)
        && strcmp(inputs, record->inputs) == 0;
}

// A recorded name as an absolute one, with the ways up taken back.
static char *place_of(const struct hexfog_batch_job *job, const char *recorded)
{
    char *joined = hexfog_join_path(job->state->folder, recorded);
    char *place = joined ? absolute_name(joined) : NULL;
    hexfog_free(joined);
    return place;
}

// As a bake would name it: from the folder of the description or of --output-dir.
static char *shown_path(const struct hexfog_batch_job *job, const char *path)
{
    char *below = hexfog_relative_path(job->folder, path), *shown = NULL;
    char *folder = job->output_dir ? hexfog_copy_string(job->output_dir)
                                   : hexfog_folder_of(job->map->path);
    if (below && folder)
        shown = hexfog_join_path(strcmp(folder, ".") == 0 ? "" : folder, below);
    hexfog_free(folder);
    hexfog_free(below);
    return shown;
}

static bool add_output(struct hexfog_batch_job *job, bool is_absolute, const char *path,
                       const struct hexfog_file_stamp *stamp)
{
    struct hexfog_batch_output *output = &job->outputs[job->output_count];
    output->is_absolute = is_absolute;
    output->path = is_absolute ? hexfog_copy_string(path) : shown_path(job, path);
    output->stamp = *stamp;
    job->output_count += output->path != NULL;
    return output->path != NULL;
}

// Of an output: NULL, or why it is not what it was. *is_open: reading it would tell.
static const char *look_at_output(const struct hexfog_batch *batch,
                                  const struct hexfog_record_output *recorded, const char *path,
                                  struct hexfog_file_stamp *stamp, bool *is_open)
{
    struct hexfog_file_stamp now;
    *stamp = recorded->stamp;
    if (!hexfog_stamp_look_at(path, &now))
        return hexfog_batch_reasons[HEXFOG_OUTPUT_MISSING];
    if (now.bytes != recorded->stamp.bytes)
        return hexfog_batch_reasons[HEXFOG_OUTPUT_CHANGED];
    if (hexfog_stamp_holds(&recorded->stamp, &now) && !batch->settings->rehash)
        return NULL;
    if (now.bytes > SMALL_BYTES && !batch->settings->print_commands) {
        *is_open = true;
        return NULL;
    }
    bool is_read = hexfog_stamp_file(path, &now, NULL) == HEXFOG_OK;
    if (!is_read || strcmp(now.sha256, recorded->stamp.sha256) != 0)
        return hexfog_batch_reasons[HEXFOG_OUTPUT_CHANGED];
    *stamp = now;
    return NULL;
}

static const char *look_at_outputs(const struct hexfog_batch *batch, struct hexfog_batch_job *job,
                                   bool *is_open)
{
    const struct hexfog_record *record = job->record;
    const char *reason = NULL;
    hexfog_batch_drop_outputs(job);
    job->outputs = hexfog_alloc_zeroed(record->output_count, sizeof *job->outputs);
    if (!job->outputs)
        return hexfog_batch_reasons[HEXFOG_NO_MEMORY_TO_LOOK];
    for (size_t i = 0; !reason && i < record->output_count; i++) {
        struct hexfog_file_stamp stamp;
        char *path = place_of(job, record->outputs[i].path);
        reason = path ? look_at_output(batch, &record->outputs[i], path, &stamp, is_open)
                      : hexfog_batch_reasons[HEXFOG_NO_MEMORY_TO_LOOK];
        if (!reason && !add_output(job, record->outputs[i].path[0] == '/', path, &stamp))
            reason = hexfog_batch_reasons[HEXFOG_NO_MEMORY_TO_LOOK];
        hexfog_free(path);
    }
    return reason;
}

static const char *look(const struct hexfog_batch *batch, struct hexfog_batch_job *job,
                        bool *is_open)
{
    struct key key;
    if (key_make(job, &key))
        job->record = hexfog_record_find(&job->state->before, key.description, key.folder);
    key_free(&key);
    if (!job->record)
        return hexfog_batch_reasons[HEXFOG_NO_RECORD];
    if (!inputs_hold(batch, job))
        return hexfog_batch_reasons[HEXFOG_INPUT_CHANGED];
    return look_at_outputs(batch, job, is_open);
}

void hexfog_batch_look(const struct hexfog_batch *batch, struct hexfog_batch_job *job)
{
    bool is_open = false;
    job->reason = look(batch, job, &is_open);
    if (job->reason) {
        hexfog_batch_drop_outputs(job);
        job->need = HEXFOG_NEEDS_BAKE;
        return;
    }
    job->proven = (enum hexfog_proven)job->record->proven;
    if (is_open)
        job->need = HEXFOG_NEEDS_READING;
    else if ((int)job->proven < batch->settings->verify)
        job->need = HEXFOG_NEEDS_PROOF;
    else
        job->need = HEXFOG_NEEDS_NOTHING;
}

bool hexfog_batch_outputs_hold(const struct hexfog_batch *batch, struct hexfog_batch_job *job)
{
    for (size_t i = 0; i < job->output_count; i++) {
        struct hexfog_batch_output *output = &job->outputs[i];
        struct hexfog_file_stamp now;
        if (hexfog_stamp_look_at(output->path, &now) && !batch->settings->rehash
            && hexfog_stamp_holds(&output->stamp, &now))
            continue;
        if (hexfog_stamp_file(output->path, &now, NULL) != HEXFOG_OK
            || strcmp(now.sha256, output->stamp.sha256) != 0) {
            hexfog_batch_drop_outputs(job);
            return false;
        }
        output->stamp = now;
    }
    return true;
}

// ---- What will be.

static bool is_same_look(const struct hexfog_file_stamp *a, const struct hexfog_file_stamp *b)
{
    return a->inode == b->inode && a->mtime_ns == b->mtime_ns && a->taken_ns == b->taken_ns;
}

static bool is_news(const struct hexfog_batch_job *job)
{
    const struct hexfog_record *record = job->record;
    return job->result == HEXFOG_BATCH_BAKED || !record || record->proven != (int)job->proven;
}

static bool is_new(const struct hexfog_batch_job *job)
{
    const struct hexfog_record *record = job->record;
    if (is_news(job))
        return true;
    for (size_t i = 0; i < job->output_count; i++)
        if (!is_same_look(&record->outputs[i].stamp, &job->outputs[i].stamp))
            return true;
    return false;
}

static bool add_recorded(const struct hexfog_batch_job *job, struct hexfog_record *record)
{
    const char *home = job->state->folder;
    record->outputs = hexfog_alloc_zeroed(job->output_count, sizeof *record->outputs);
    for (size_t i = 0; record->outputs && i < job->output_count; i++) {
        record->outputs[i].path = recorded_name(home, job->outputs[i].path,
                                                job->outputs[i].is_absolute);
        record->outputs[i].stamp = job->outputs[i].stamp;
        record->output_count = i + 1;
        if (!record->outputs[i].path)
            return false;
    }
    return record->outputs != NULL;
}

// A map that was not read now was read as it stands in its record.
static bool add_inputs(const struct hexfog_batch *batch, const struct hexfog_batch_job *job,
                       struct hexfog_record *record)
{
    if (job->result == HEXFOG_BATCH_UP_TO_DATE) {
        memcpy(record->inputs, job->record->inputs, sizeof record->inputs);
        record->base = hexfog_copy_string(job->record->base);
        return record->base != NULL;
    }
    record->base = job->base ? recorded_name(job->state->folder, job->base,
                                             job->is_base_absolute)
                             : hexfog_copy_string("");
    return record->base && hexfog_inputs_digest(batch->context, &job->read, record->inputs);
}

bool hexfog_batch_remember(struct hexfog_batch *batch, const struct hexfog_batch_job *job)
{
    bool is_good = job->result == HEXFOG_BATCH_BAKED || job->result == HEXFOG_BATCH_UP_TO_DATE;
    struct hexfog_record record = { .proven = (int)job->proven };
    struct key key;
    if (!job->state || batch->settings->dry_run || !is_good || !is_new(job))
        return true;
    bool is_made = key_make(job, &key);
    record.description = key.description;
    record.folder = key.folder;
    is_made = is_made && add_recorded(job, &record) && add_inputs(batch, job, &record)
           && hexfog_state_put(job->state, &record, is_news(job));
    hexfog_record_free(&record);
    return is_made;
}
