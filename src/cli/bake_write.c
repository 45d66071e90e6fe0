// SPDX-License-Identifier: MIT
// Turns a settled bake into files: all of them whole, or none.
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/bake_job.h"
#include "cli/progress.h"
#include "cli/result.h"

// What one output needs while it is written; a constants file has neither encoder nor hash.
struct work {
    struct hexfog_target *target;
    struct hexfog_replacement *file;
    struct hexfog_encoder *encoder;
    struct hexfog_hasher *hasher;  // only for the sake of a constants file
    char hash[65];
};

struct writing {
    struct hexfog_bake_job *job;
    struct work *works;
    size_t count;
    struct hexfog_sink *sinks;     // at most two an output
    size_t sink_count;
    struct hexfog_replacement *depfile;
    struct hexfog_replacement **files; // all of them
    size_t file_count;
};

static bool is_constants(const struct work *work)
{
    return work->target->output->format == HEXFOG_CONSTANTS;
}

static bool wants_hashes(const struct writing *writing)
{
    for (size_t i = 0; i < writing->count; i++)
        if (is_constants(&writing->works[i]))
            return true;
    return false;
}

static hexfog_status open_files(struct writing *writing, struct hexfog_error *error)
{
    const struct hexfog_settings *settings = writing->job->settings;
    struct hexfog_file_options options = { .make_folders = settings->make_folders,
                                           .sync = settings->sync,
                                           .is_swept = writing->job->is_swept };
    for (size_t i = 0; i < writing->count; i++) {
        struct work *work = &writing->works[i];
        hexfog_status status = hexfog_replacement_open(work->target->path, &options, &work->file,
                                                       error);
        if (status != HEXFOG_OK)
            return status;
        writing->files[writing->file_count++] = work->file;
    }
    if (!settings->depfile)
        return HEXFOG_OK;
    hexfog_status status = hexfog_replacement_open(settings->depfile, &options, &writing->depfile,
                                                   error);
    writing->files[writing->file_count] = writing->depfile;
    writing->file_count += status == HEXFOG_OK;
    return status;
}

hexfog_status hexfog_bake_check(const struct hexfog_bake_job *job, struct hexfog_error *error)
{
    const struct hexfog_settings *settings = job->settings;
    hexfog_status status = HEXFOG_OK;
    for (size_t i = 0; i < job->targets.count && status == HEXFOG_OK; i++)
        status = hexfog_can_write(settings, job->targets.list[i].path, error);
    return status == HEXFOG_OK ? hexfog_can_write(settings, settings->depfile, error) : status;
}

static hexfog_status add_sinks(struct writing *writing, struct work *work, bool with_hash,
                               struct hexfog_error *error)
{
    const struct hexfog_encoding *encoding = &work->target->encoding;
    int threads = writing->job->threads;
    hexfog_status status = hexfog_encoder_make(encoding, threads,
                                               hexfog_replacement_sink(work->file),
                                               &work->encoder, error);
    if (status != HEXFOG_OK)
        return status;
    writing->sinks[writing->sink_count++] = hexfog_encoder_sink(work->encoder);
    if (!with_hash)
        return HEXFOG_OK;
    status = hexfog_hasher_make(encoding, threads, &work->hasher, error);
    if (status == HEXFOG_OK)
        writing->sinks[writing->sink_count++] = hexfog_hasher_sink(work->hasher);
    return status;
}

static hexfog_status make_encoders(struct writing *writing, struct hexfog_error *error)
{
    bool with_hash = wants_hashes(writing);
    for (size_t i = 0; i < writing->count; i++) {
        if (is_constants(&writing->works[i]))
            continue;
        hexfog_status status = add_sinks(writing, &writing->works[i], with_hash, error);
        if (status != HEXFOG_OK)
            return status;
    }
    return HEXFOG_OK;
}

// The one pass over the texels.
static hexfog_status evaluate(struct writing *writing, struct hexfog_error *error)
{
    const struct hexfog_bake_job *job = writing->job;
    if (writing->sink_count == 0)
        return HEXFOG_OK;
    struct hexfog_progress progress;
    hexfog_progress_start(&progress, job->settings, hexfog_map_texture(job->board.map)->width_px);
    struct hexfog_bake_options options = { .threads = job->threads,
                                           .progress = hexfog_progress_update,
                                           .progress_context = &progress };
    hexfog_status status = hexfog_bake(job->board.map, &options, writing->sinks,
                                       writing->sink_count, error);
    for (size_t i = 0; i < writing->count && status == HEXFOG_OK; i++) {
        struct work *work = &writing->works[i];
        if (work->encoder)
            status = hexfog_encoder_finish(work->encoder, error);
        if (work->hasher)
            hexfog_hasher_digest(work->hasher, work->hash);
    }
    hexfog_progress_end(&progress);
    return status;
}

// Fills one entry for every texture of this bake; returns their number.
static size_t list_textures(const struct writing *writing, struct hexfog_constants_texture *list)
{
    size_t count = 0;
    for (size_t i = 0; i < writing->count; i++) {
        const struct work *work = &writing->works[i];
        if (is_constants(work))
            continue;
        list[count++] = (struct hexfog_constants_texture){
            work->target->output->path, work->hash, hexfog_max_g_error(&work->target->encoding)
        };
    }
    return count;
}

static hexfog_status write_bytes(struct hexfog_replacement *file, const char *bytes,
                                 size_t length, struct hexfog_error *error)
{
    struct hexfog_byte_sink sink = hexfog_replacement_sink(file);
    return sink.write(sink.context, bytes, length, error);
}

static hexfog_status write_constants(const struct writing *writing, const struct work *work,
                                     struct hexfog_error *error)
{
    struct hexfog_constants_texture *textures = hexfog_alloc(writing->count, sizeof *textures);
    if (!textures)
        return hexfog_fail_memory(error, "the constants file");
    char *text = NULL;
    size_t length = 0, texture_count = list_textures(writing, textures);
    hexfog_status status = hexfog_constants_text(writing->job->board.map,
                                                 work->target->encoding.level_scale, textures,
                                                 texture_count, &text, &length, error);
    if (status == HEXFOG_OK)
        status = write_bytes(work->file, text, length, error);
    hexfog_free(text);
    hexfog_free(textures);
    return status;
}

static hexfog_status write_depfile(const struct writing *writing, struct hexfog_error *error)
{
    struct hexfog_text text = { 0 };
    hexfog_bake_as_depfile(writing->job, &text);
    hexfog_status status = text.failed
        ? hexfog_fail_memory(error, "the depfile")
        : write_bytes(writing->depfile, text.bytes, text.length, error);
    hexfog_text_free(&text);
    return status;
}

static hexfog_status write_texts(const struct writing *writing, struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    for (size_t i = 0; i < writing->count && status == HEXFOG_OK; i++)
        if (is_constants(&writing->works[i]))
            status = write_constants(writing, &writing->works[i], error);
    if (status == HEXFOG_OK && writing->depfile)
        status = write_depfile(writing, error);
    return status;
}

static const char *path_at(const struct writing *writing, size_t index)
{
    return index < writing->count ? writing->works[index].target->path
                                  : writing->job->settings->depfile;
}

// The last guard behind D23, by what is on the disk: one file must not take two renames.
static hexfog_status check_twins(const struct writing *writing, struct hexfog_error *error)
{
    for (size_t i = 1; i < writing->file_count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (!hexfog_replacement_is_twin(writing->files[i], writing->files[j]))
                continue;
            hexfog_fail(error, HEXFOG_INPUT, "%s and %s are one file", path_at(writing, j),
                        path_at(writing, i));
            strcpy(error->rule, "D23");
            return HEXFOG_INPUT;
        }
    }
    return HEXFOG_OK;
}

static hexfog_status close_one(struct writing *writing, struct work *work,
                               struct hexfog_error *error)
{
    hexfog_status status = hexfog_replacement_close(work->file, error);
    if (status == HEXFOG_OK && writing->job->wants_hashes)
        status = hexfog_replacement_stamp(work->file, &work->target->stamp, error);
    return status;
}

// Nearly everything that can fail comes before the first rename; what is left is taken back.
static hexfog_status commit(struct writing *writing, struct hexfog_error *error)
{
    hexfog_status status = HEXFOG_OK;
    for (size_t i = 0; i < writing->count && status == HEXFOG_OK; i++)
        status = close_one(writing, &writing->works[i], error);
    if (status == HEXFOG_OK)
        status = check_twins(writing, error);
    if (status == HEXFOG_OK)
        status = hexfog_replacements_commit(writing->files, writing->file_count, error);
    for (size_t i = 0; i < writing->count && status == HEXFOG_OK; i++)
        writing->works[i].target->written_bytes = hexfog_replacement_bytes(writing->works[i].file);
    return status;
}

static bool allocate(struct writing *writing)
{
    const struct hexfog_targets *targets = &writing->job->targets;
    writing->works = hexfog_alloc_zeroed(targets->count, sizeof *writing->works);
    writing->sinks = hexfog_alloc_zeroed(2 * targets->count, sizeof *writing->sinks);
    writing->files = hexfog_alloc_zeroed(targets->count + 1, sizeof(struct hexfog_replacement *));
    if (!writing->works || !writing->sinks || !writing->files)
        return false;
    writing->count = targets->count;
    for (size_t i = 0; i < targets->count; i++)
        writing->works[i].target = &targets->list[i];
    return true;
}

static void release(struct writing *writing)
{
    for (size_t i = 0; i < writing->count; i++) {
        hexfog_hasher_free(writing->works[i].hasher);
        hexfog_encoder_free(writing->works[i].encoder);
        hexfog_replacement_free(writing->works[i].file);
    }
    hexfog_replacement_free(writing->depfile);
    hexfog_free(writing->files);
    hexfog_free(writing->sinks);
    hexfog_free(writing->works);
}

static hexfog_status fill(void *context, struct hexfog_error *error)
{
    struct writing *writing = context;
    hexfog_status status = make_encoders(writing, error);
    if (status == HEXFOG_OK)
        status = evaluate(writing, error);
    return status == HEXFOG_OK ? write_texts(writing, error) : status;
}

hexfog_status hexfog_bake_write(struct hexfog_bake_job *job, struct hexfog_error *error)
{
    struct writing writing = { .job = job };
    hexfog_status status = allocate(&writing) ? HEXFOG_OK : hexfog_fail_memory(error, "the bake");
    if (status == HEXFOG_OK)
        status = open_files(&writing, error);
    if (status == HEXFOG_OK && hexfog_bake_may_crash(job))
        status = hexfog_bake_fill_in_child(writing.files, writing.file_count, fill, &writing,
                                           error);
    else if (status == HEXFOG_OK)
        status = fill(&writing, error);
    if (status == HEXFOG_OK)
        status = commit(&writing, error);
    release(&writing);
    return status;
}
