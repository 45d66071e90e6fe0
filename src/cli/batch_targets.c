// SPDX-License-Identifier: MIT
// Turns the maps of a batch into the files that each writes, and refuses what two would write.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/workers.h"
#include "cli/batch.h"
#include "cli/batch_look.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/target.h"
#include "desc/format_keys.h"

// A file that a map reads or writes.
struct use {
    char *identity, *path;   // path: as messages name it; NULL for what is read
    size_t map;              // its place in the list
};

struct uses {
    struct use *list;
    size_t count;
    bool has_outputs;        // or is too wrong to tell
    bool is_short;           // of memory: its description has not been read
};

struct search {
    struct hexfog_batch *batch;
    struct uses *of_maps;
    struct use *all;
    size_t count;
};

// ---- What each map uses.

static void uses_free(struct uses *uses)
{
    for (size_t i = 0; i < uses->count; i++) {
        hexfog_free(uses->list[i].identity);
        hexfog_free(uses->list[i].path);
    }
    hexfog_free(uses->list);
    *uses = (struct uses){ 0 };
}

static bool add_use(struct uses *uses, const char *identity, const char *path, size_t map)
{
    struct use *use = &uses->list[uses->count];
    *use = (struct use){ .identity = hexfog_copy_string(identity), .map = map };
    use->path = path ? hexfog_copy_string(path) : NULL;
    uses->count++;
    return use->identity && (use->path || !path);
}

static bool add_base(struct uses *uses, const char *base, size_t map)
{
    char *identity = hexfog_identity_of_path(base);
    bool is_whole = identity && add_use(uses, identity, NULL, map);
    hexfog_free(identity);
    return is_whole;
}

// What is recorded of a map that is as it was.
static bool find_recorded_uses(const struct hexfog_batch_job *job, size_t map, struct uses *uses)
{
    uses->list = hexfog_alloc_zeroed(job->output_count + 2, sizeof *uses->list);
    uses->has_outputs = true;
    bool is_whole = uses->list && add_use(uses, job->map->identity, NULL, map);
    char *base = *job->record->base ? hexfog_join_path(job->state->folder, job->record->base)
                                    : NULL;
    if (is_whole && base)
        is_whole = add_base(uses, base, map);
    for (size_t i = 0; is_whole && i < job->output_count; i++) {
        char *identity = hexfog_identity_of_path(job->outputs[i].path);
        is_whole = identity && add_use(uses, identity, job->outputs[i].path, map);
        hexfog_free(identity);
    }
    hexfog_free(base);
    return is_whole;
}

// A description that cannot be read fails when its turn comes.
static bool find_uses(const struct search *search, size_t map, struct uses *uses)
{
    const struct hexfog_batch *batch = search->batch;
    struct hexfog_batch_job job = { .map = &batch->list.list[map] };
    struct hexfog_board board;
    struct hexfog_targets targets = { 0 };
    job.output_dir = hexfog_batch_output_dir(batch, job.map);
    struct hexfog_settings settings = hexfog_batch_job_settings(batch, &job);
    struct hexfog_board_reading reading = { .without_map = true, .must_be_regular = true };
    hexfog_board_read_as(&settings, &reading, &board);
    uses->has_outputs = board.description.output_count > 0
                     || (board.description.broken & HEXFOG_BROKEN_OUTPUTS);
    bool is_whole = job.output_dir || !batch->settings->output_dir;
    uses->is_short = !hexfog_targets_make(&settings, &board, &targets)
                  || hexfog_diagnostics_status(&board.diagnostics) == HEXFOG_MEMORY;
    uses->list = hexfog_alloc_zeroed(targets.count + 2, sizeof *uses->list);
    is_whole = is_whole && uses->list && add_use(uses, job.map->identity, NULL, map);
    if (is_whole && board.description.base_path)
        is_whole = add_base(uses, board.description.base_path, map);
    for (size_t i = 0; is_whole && i < targets.count; i++)
        is_whole = add_use(uses, targets.list[i].identity, targets.list[i].path, map);
    hexfog_targets_free(&targets);
    hexfog_board_free(&board);
    hexfog_free(job.output_dir);
    return is_whole;
}

// A pipe can be read only once, and that is the bake's.
static bool is_regular(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode);
}

static hexfog_status work(void *context, int worker, int64_t map, struct hexfog_error *error)
{
    struct search *search = context;
    (void)worker;
    struct hexfog_batch_job *job = hexfog_batch_job_of(search->batch, (size_t)map);
    struct uses *uses = &search->of_maps[map];
    if (hexfog_held_end() || !is_regular(search->batch->list.list[map].path))
        return HEXFOG_OK;
    if (job && job->state)
        hexfog_batch_look(search->batch, job);
    bool is_known = job && job->need != HEXFOG_NEEDS_BAKE;
    bool is_whole = is_known ? find_recorded_uses(job, (size_t)map, uses)
                             : find_uses(search, (size_t)map, uses);
    return is_whole ? HEXFOG_OK : hexfog_fail_memory(error, "the list of outputs");
}

static hexfog_status finish(void *context, int worker, int64_t map, struct hexfog_error *error)
{
    (void)context, (void)worker, (void)map, (void)error;
    return HEXFOG_OK;
}

// ---- What two use.

static int by_identity(const void *a, const void *b)
{
    const struct use *first = a, *second = b;
    int order = strcmp(first->identity, second->identity);
    return order ? order : first->map < second->map ? -1 : first->map > second->map;
}

static bool is_itself(const struct search *search, const struct use *use)
{
    return strcmp(use->identity, search->batch->list.list[use->map].identity) == 0;
}

static void refuse(const struct search *search, const char *rule, const struct use *writer,
                   const struct use *other)
{
    const struct hexfog_batch_map *maps = search->batch->list.list;
    struct hexfog_error error = { 0 };
    if (other->path)
        hexfog_fail(&error, HEXFOG_INPUT, "\"%s\" is an output of %s too", writer->path,
                    maps[other->map].path);
    else if (is_itself(search, other))
        hexfog_fail(&error, HEXFOG_INPUT, "\"%s\", an output, is named as a description too",
                    writer->path);
    else
        hexfog_fail(&error, HEXFOG_INPUT, "\"%s\", an output, is a file that %s reads",
                    writer->path, maps[other->map].path);
    strcpy(error.rule, rule);
    hexfog_error_set_file(&error, maps[writer->map].path);
    hexfog_batch_fail(search->batch, &error);
}

// One group of uses of a file: every writer but the first is told, or all when others read it.
static void check_group(const struct search *search, const struct use *group, size_t count)
{
    const struct use *reader = NULL, *writer = NULL;
    for (size_t i = 0; i < count; i++)
        if (!group[i].path)
            reader = &group[i];
    for (size_t i = 0; i < count; i++) {
        if (!group[i].path)
            continue;
        if (writer && writer->map != group[i].map)
            refuse(search, "D23", &group[i], writer);
        else if (reader && reader->map != group[i].map)
            refuse(search, "D24", &group[i], reader);
        writer = writer ? writer : &group[i];
    }
}

// One group of uses of a file: maps of a folder often share a base that lies beside them, and
// that bakes nothing itself.
static void mark_base(const struct search *search, const struct use *group, size_t count)
{
    bool is_base = false;
    for (size_t i = 0; i < count; i++)
        is_base |= !group[i].path && !is_itself(search, &group[i]);
    for (size_t i = 0; i < count && is_base; i++) {
        struct hexfog_batch_job *job = hexfog_batch_job_of(search->batch, group[i].map);
        if (job && is_itself(search, &group[i]) && !search->of_maps[group[i].map].has_outputs) {
            job->is_base = true;
            job->reason = NULL; // it is not baked
        }
    }
}

static void check_all(const struct search *search)
{
    size_t end;
    for (size_t i = 0; i < search->count; i = end) {
        for (end = i + 1; end < search->count; end++)
            if (strcmp(search->all[end].identity, search->all[i].identity) != 0)
                break;
        check_group(search, &search->all[i], end - i);
        mark_base(search, &search->all[i], end - i);
    }
}

// ---- Reports.

static bool is_used(const struct search *search, const char *identity)
{
    for (size_t i = 0; i < search->count; i++)
        if (strcmp(search->all[i].identity, identity) == 0)
            return true;
    return false;
}

static bool is_list(const struct hexfog_settings *settings, const char *path)
{
    bool is_same = settings->from0 && hexfog_is_same_file(settings->from0, path);
    for (int i = 0; i < settings->operand_count && !is_same; i++)
        is_same = settings->operands[i][0] == '@'
               && hexfog_is_same_file(settings->operands[i] + 1, path);
    return is_same;
}

// A report must not replace what the batch reads or writes.
static hexfog_status check_reports(const struct search *search, struct hexfog_error *error)
{
    const struct hexfog_settings *settings = search->batch->settings;
    for (size_t i = 0; i < settings->reports.count; i++) {
        const char *path = settings->reports.list[i];
        char *identity = hexfog_identity_of_path(path);
        if (!identity)
            return hexfog_fail_memory(error, "--report");
        if (is_used(search, identity) || is_list(settings, path))
            search->batch->status = hexfog_usage_error(settings, "--report: '%s' is a file that"
                                                       " the batch reads or writes", path);
        hexfog_free(identity);
    }
    return HEXFOG_OK;
}

// ---- What --effort is for.

static bool is_exr(const struct use *use)
{
    const struct hexfog_format_keys *keys =
        use->path ? hexfog_format_keys_of_path(use->path) : NULL;
    return keys && keys->format == HEXFOG_EXR;
}

static void mark_exr(const struct search *search)
{
    for (size_t i = 0; i < search->count; i++) {
        struct hexfog_batch_job *job = hexfog_batch_job_of(search->batch, search->all[i].map);
        if (job && is_exr(&search->all[i]))
            job->has_exr = true;
    }
}

// ---- Folders.

static bool add_folder(struct hexfog_batch *batch, const char *path)
{
    char *folder = hexfog_folder_of(path);
    size_t count = batch->folder_count;
    if (folder && count > 0 && strcmp(batch->folders[count - 1], folder) == 0) {
        hexfog_free(folder);
        return true;
    }
    char **grown = folder ? hexfog_realloc(batch->folders, count + 1, sizeof *grown) : NULL;
    if (!grown) {
        hexfog_free(folder);
        return false;
    }
    batch->folders = grown;
    grown[batch->folder_count++] = folder;
    return true;
}

// Sorted by identity, files of a folder stand together, but for those of folders in it.
static bool collect_folders(const struct search *search)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->all[i].path && !add_folder(search->batch, search->all[i].identity))
            return false;
    return true;
}

void hexfog_batch_sweep(const struct hexfog_batch *batch)
{
    for (size_t i = 0; i < batch->folder_count; i++)
        hexfog_sweep_folder(batch->folders[i]);
}

// ---- All of it.

static bool gather(struct search *search)
{
    size_t total = 0;
    for (size_t i = 0; i < search->batch->list.count; i++)
        total += search->of_maps[i].count;
    search->all = hexfog_alloc(total, sizeof *search->all);
    if (!search->all)
        return false;
    for (size_t i = 0; i < search->batch->list.count; i++)
        for (size_t j = 0; j < search->of_maps[i].count; j++)
            search->all[search->count++] = search->of_maps[i].list[j];
    if (search->count > 0)
        qsort(search->all, search->count, sizeof *search->all, by_identity);
    return true;
}

static void search_free(struct search *search)
{
    for (size_t i = 0; search->of_maps && i < search->batch->list.count; i++)
        uses_free(&search->of_maps[i]);
    hexfog_free(search->of_maps);
    hexfog_free(search->all);
}

// What several together had no memory for, one alone may have; what has none then cannot be baked
// either, and will tell.
static hexfog_status find_rest(struct search *search, struct hexfog_error *error)
{
    for (size_t i = 0; i < search->batch->list.count; i++) {
        struct uses *uses = &search->of_maps[i];
        if (!uses->is_short)
            continue;
        uses_free(uses);
        if (!find_uses(search, i, uses))
            return hexfog_fail_memory(error, "the list of outputs");
    }
    return HEXFOG_OK;
}

static hexfog_status find_all(struct search *search, struct hexfog_error *error)
{
    struct hexfog_ordered_jobs jobs = { .context = search,
                                        .job_count = (int64_t)search->batch->list.count,
                                        .threads = hexfog_default_threads(),
                                        .work = work, .finish = finish };
    search->of_maps = hexfog_alloc_zeroed(search->batch->list.count, sizeof *search->of_maps);
    hexfog_status status = search->of_maps ? hexfog_run_ordered(&jobs, error) : HEXFOG_MEMORY;
    if (status == HEXFOG_OK)
        status = find_rest(search, error);
    if (status == HEXFOG_OK && !gather(search))
        status = HEXFOG_MEMORY;
    if (status == HEXFOG_MEMORY)
        hexfog_fail_memory(error, "the list of outputs");
    return status;
}

void hexfog_batch_check_targets(struct hexfog_batch *batch)
{
    struct search search = { .batch = batch };
    struct hexfog_error error = { 0 };
    hexfog_status status = find_all(&search, &error);
    if (status == HEXFOG_OK) {
        check_all(&search);
        mark_exr(&search);
    }
    if (status == HEXFOG_OK)
        status = check_reports(&search, &error);
    if (status == HEXFOG_OK && !collect_folders(&search))
        status = hexfog_fail_memory(&error, "the list of folders");
    if (status != HEXFOG_OK)
        hexfog_batch_fail(batch, &error);
    search_free(&search);
}
