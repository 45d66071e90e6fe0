// SPDX-License-Identifier: MIT
// Turns a texture file into figures and hashes, in one reading.
#include "check/texture_stats.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/sha256.h"
#include "check/input.h"
#include "check/texture_hash.h"

enum { FILE_CHUNK_BYTES = 1 << 16 };

// The file's own bytes, hashed at the pace of its rows.
struct file_hash {
    struct hexfog_input input;
    struct hexfog_sha256 *hash;
    uint64_t offset;
    int32_t height_px;
    uint8_t bytes[FILE_CHUNK_BYTES];
};

static hexfog_status hash_to(struct file_hash *file, uint64_t end, struct hexfog_error *error)
{
    while (file->offset < end) {
        uint64_t left = end - file->offset;
        size_t wanted = left < FILE_CHUNK_BYTES ? (size_t)left : FILE_CHUNK_BYTES, got;
        hexfog_status status = hexfog_input_read(&file->input, file->offset, file->bytes, wanted,
                                                 &got, error);
        if (status != HEXFOG_OK)
            return status;
        if (got == 0)
            return hexfog_fail(error, HEXFOG_IO, "the file was cut while it was read");
        hexfog_sha256_add(file->hash, file->bytes, got);
        file->offset += got;
    }
    return HEXFOG_OK;
}

static hexfog_status hash_strip(void *context, const struct hexfog_strip *strip,
                                struct hexfog_error *error)
{
    struct file_hash *file = context;
    int64_t rows = (int64_t)strip->first_row + strip->row_count;
    double share = (double)rows / file->height_px;
    uint64_t end = rows == file->height_px ? file->input.size_bytes
                                           : (uint64_t)(share * (double)file->input.size_bytes);

    return hash_to(file, end, error);
}

static hexfog_status open_file(const char *path, int32_t height_px, struct file_hash **made,
                               struct hexfog_error *error)
{
    struct file_hash *file = hexfog_alloc_zeroed(1, sizeof *file);

    if (!file)
        return hexfog_fail_memory(error, "a file's hash");
    *made = file;
    file->input.fd = -1;
    file->height_px = height_px;
    file->hash = hexfog_sha256_make();
    return file->hash ? hexfog_input_open(path, &file->input, error)
                      : hexfog_fail_memory(error, "a file's hash");
}

static void free_file(struct file_hash *file)
{
    if (!file)
        return;
    hexfog_input_close(&file->input);
    hexfog_sha256_free(file->hash);
    hexfog_free(file);
}

// All that is done with the rows.
struct works {
    struct hexfog_counter *counter;
    struct hexfog_texture_hasher *hasher; // NULL: no scale, no levels, no hash
    struct file_hash *file;
};

static hexfog_status make_works(const char *path, struct hexfog_texture_stats *stats,
                                struct works *works, struct hexfog_error *error)
{
    hexfog_status status = hexfog_counter_make(stats, &works->counter, error);

    if (status == HEXFOG_OK && stats->level_scale > 0)
        status = hexfog_texture_hasher_make(&stats->info, stats->level_scale, &works->hasher,
                                            error);
    if (status == HEXFOG_OK)
        status = open_file(path, stats->info.height_px, &works->file, error);
    return status;
}

static void take_hashes(struct hexfog_texture_stats *stats, struct works *works)
{
    struct hexfog_error error = { 0 };

    hexfog_sha256_digest(works->file->hash, stats->file_hash);
    if (works->hasher)
        (void)hexfog_texture_hasher_digest(works->hasher, stats->texel_hash, &error);
    else
        (void)hexfog_fail(&error, HEXFOG_IO, "the scale of the levels is not known");
    snprintf(stats->no_hash, sizeof stats->no_hash, "%.*s", (int)sizeof stats->no_hash - 1,
             error.message);
}

static hexfog_status run_works(struct hexfog_reader *reader,
                               const struct hexfog_texture_stats_options *options,
                               const struct works *works, struct hexfog_error *error)
{
    struct hexfog_strip_run run = {
        .readers = { reader }, .reader_count = 1, .threads = options->threads,
        .progress = options->progress, .progress_context = options->progress_context,
    };

    // The slowest first: it is the one that the others run beside.
    if (works->hasher)
        hexfog_texture_hasher_works(works->hasher, &run);
    run.works[run.work_count++] = hexfog_counter_work(works->counter);
    run.works[run.work_count++] = (struct hexfog_strip_work){ .work = hash_strip,
                                                              .context = works->file,
                                                              .can_wait = true };
    return hexfog_run_strips(&run, error);
}

static hexfog_status read_all(const char *path, struct hexfog_reader *reader,
                              const struct hexfog_texture_stats_options *options,
                              struct hexfog_texture_stats *stats, struct hexfog_error *error)
{
    struct works works = { 0 };
    hexfog_status status = make_works(path, stats, &works, error);

    if (status == HEXFOG_OK)
        status = run_works(reader, options, &works, error);
    hexfog_counter_end(works.counter);
    if (status == HEXFOG_OK)
        take_hashes(stats, &works);
    hexfog_texture_hasher_free(works.hasher);
    free_file(works.file);
    return status;
}

hexfog_status hexfog_texture_stats_read(const char *path,
                                        const struct hexfog_texture_stats_options *options,
                                        struct hexfog_texture_stats *stats,
                                        struct hexfog_error *error)
{
    struct hexfog_reader *reader;
    hexfog_status status = hexfog_reader_open(path, HEXFOG_DECODER_A, &options->limits, &reader,
                                              error);

    *stats = (struct hexfog_texture_stats){ 0 };
    if (status != HEXFOG_OK)
        return status;
    stats->info = *hexfog_reader_info(reader);
    stats->level_scale = hexfog_level_scale_of(&stats->info, options->level_scale);
    status = read_all(path, reader, options, stats, error);
    if (status != HEXFOG_OK && error && error->file[0] == '\0')
        hexfog_error_set_file(error, path);
    hexfog_reader_free(reader);
    return status;
}
