// SPDX-License-Identifier: MIT
// Turns one texture file into a proof: the CPU's in one child process, the GPU's in
// another. A damaged file or a driver may crash them; what they had found stays.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/error.h"
#include "check/gl.h"
#include "check/verify_gl.h"
#include "cli/child.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "cli/verify.h"
#include "cli/verify_images.h"

// A hundredth of what slow machines do: only a hang takes longer.
enum { LEAST_SECONDS = 120, TEXELS_A_SECOND = 100000 };
// Its stack, its arena and the space that the C library reserves to place that.
#define THREAD_ADDRESS_BYTES ((uint64_t)256 << 20)

struct work {
    const struct hexfog_verify_request *request;
    const struct hexfog_verified *verified;
};

static unsigned seconds_for(const struct hexfog_verify_request *request)
{
    const struct hexfog_texture *texture = hexfog_map_texture(request->board->map);
    int64_t texels = (int64_t)texture->width_px * texture->height_px;
    return LEAST_SECONDS + (unsigned)(texels / TEXELS_A_SECOND);
}

static hexfog_status open_reader(const struct work *work, struct hexfog_reader **reader,
                                 struct hexfog_error *error)
{
    struct hexfog_read_limits limits = {
        .max_memory_bytes = hexfog_reading_memory(work->request->settings, work->verified->path,
                                                  NULL)
    };
    return hexfog_reader_open(work->verified->path, work->request->decoder, &limits, reader,
                              error);
}

// The CPU's part --------------------------------------------------------------

// What the file should be: the description's output, or for another file what a texture
// of its kind would be.
static void settle_expected(const struct work *work, struct hexfog_proof *proof)
{
    const struct hexfog_board *board = work->request->board;
    if (!work->verified->output)
        hexfog_encoding_of_texture(board->map, &board->description, &proof->info,
                                   &proof->expected);
}

static hexfog_status compare(const struct work *work, struct hexfog_reader *reader,
                             struct hexfog_proof *proof, struct hexfog_error *error)
{
    const struct hexfog_map *map = work->request->board->map;
    struct hexfog_progress progress;
    hexfog_progress_start(&progress, work->request->settings, hexfog_map_texture(map)->width_px);
    struct hexfog_bake_options options = { work->request->threads, hexfog_progress_update,
                                           &progress };
    hexfog_status status = hexfog_verify_cpu(map, &proof->expected, reader, &options,
                                             &proof->findings, &proof->checks, error);
    hexfog_progress_end(&progress);
    if (status == HEXFOG_OK && hexfog_checks_failed(&proof->checks) > 0)
        status = hexfog_likely_cause(map, &proof->expected, reader, &proof->findings,
                                     &proof->likely, error);
    return status;
}

static hexfog_status prove_on_cpu(void *context, void *shared, struct hexfog_error *error)
{
    const struct work *work = context;
    struct hexfog_proof *proof = shared;
    struct hexfog_reader *reader = NULL;
    hexfog_status status = open_reader(work, &reader, error);
    if (status == HEXFOG_OK) {
        proof->info = *hexfog_reader_info(reader);
        proof->is_read = true;
        settle_expected(work, proof);
    }
    if (status == HEXFOG_OK)
        status = compare(work, reader, proof, error);
    hexfog_reader_free(reader);
    return status;
}

// The GPU's part --------------------------------------------------------------

static void set_environment(void)
{
    for (const struct hexfog_gl_variable *v = hexfog_gl_environment; v->name; v++)
        (void)setenv(v->name, v->value, 0);
}

static void set_options(const struct work *work, struct hexfog_images *images,
                        struct hexfog_verify_gl_options *options)
{
    const struct hexfog_verify_request *request = work->request;
    *options = (struct hexfog_verify_gl_options){
        .draw_all = request->settings->all,
        .threads = request->threads,
        .scene_colour = request->has_colour[0] ? request->colour[0] : NULL,
        .fog_colour = request->has_colour[1] ? request->colour[1] : NULL,
        .background = request->has_colour[2] ? request->colour[2] : NULL,
    };
    if (!request->settings->images)
        return;
    hexfog_images_start(images, request->settings, work->verified->image_name);
    options->picture = hexfog_images_take;
    options->picture_context = images;
}

static hexfog_status draw(const struct work *work, struct hexfog_gl *gl,
                          struct hexfog_proof *proof, struct hexfog_error *error)
{
    struct hexfog_reader *reader = NULL;
    struct hexfog_verify_gl_options options;
    struct hexfog_images images;
    struct hexfog_progress progress;
    snprintf(proof->gl_renderer, sizeof proof->gl_renderer, "%s", hexfog_gl_renderer(gl));
    snprintf(proof->gl_version, sizeof proof->gl_version, "%s", hexfog_gl_version(gl));
    snprintf(proof->gl_origin, sizeof proof->gl_origin, "%s", hexfog_gl_origin(gl));
    proof->has_gl = true;
    set_options(work, &images, &options);
    hexfog_progress_start(&progress, work->request->settings, proof->info.width_px);
    options.progress = hexfog_progress_update;
    options.progress_context = &progress;
    hexfog_status status = open_reader(work, &reader, error);
    if (status == HEXFOG_OK)
        status = hexfog_verify_gl(gl, work->request->board->map, &proof->expected, reader,
                                  &options, &proof->checks, error);
    hexfog_progress_end(&progress);
    hexfog_reader_free(reader);
    return status;
}

// Which of the variables that choose or break drivers are set; false: none.
static bool name_suspects(char *text, size_t size)
{
    size_t length = 0;
    for (const char *const *name = hexfog_gl_suspects; *name; name++) {
        if (!getenv(*name) || length >= size)
            continue;
        length += (size_t)snprintf(text + length, size - length, "%s%s",
                                   length ? ", " : "set in the environment: ", *name);
    }
    return length > 0;
}

static void add_suspects(struct hexfog_error *error)
{
    char suspects[256];
    size_t length = strlen(error->message), size = sizeof error->message - length;
    if (name_suspects(suspects, sizeof suspects))
        snprintf(error->message + length, size, "; %s", suspects);
}

static hexfog_status prove_on_gpu(void *context, void *shared, struct hexfog_error *error)
{
    const struct work *work = context;
    const struct hexfog_verify_request *request = work->request;
    struct hexfog_gl_options options = { .device = request->gpu_device,
                                         .advice = request->gpu_advice,
                                         .device_advice = "take --gpu auto" };
    struct hexfog_proof *proof = shared;
    struct hexfog_gl *gl = NULL;
    if (request->gpu == HEXFOG_GPU_SOFTWARE)
        options.choice = HEXFOG_GL_SOFTWARE;
    else if (request->gpu == HEXFOG_GPU_DEVICE)
        options.choice = HEXFOG_GL_DEVICE;
    set_environment();
    hexfog_status status = hexfog_gl_open(&options, &gl, error);
    if (status == HEXFOG_OK)
        status = draw(work, gl, proof, error);
    if (status == HEXFOG_UNAVAILABLE)
        add_suspects(error);
    hexfog_gl_free(gl);
    return status;
}

// Both ------------------------------------------------------------------------

// GL that cannot be had ends with UNAVAILABLE once the CPU has found nothing wrong. Of a run
// that did not come to its end nothing counts.
static void add_gpu(const struct hexfog_verify_request *request, struct hexfog_verified *verified)
{
    struct work work = { request, verified };
    struct hexfog_error error = { 0 };
    char suspects[256], advice[320];
    struct hexfog_child child = {
        .what = "the GL driver", .advice = advice, .seconds = 2 * seconds_for(request),
        .crash_status = HEXFOG_UNAVAILABLE, .work = prove_on_gpu, .context = &work
    };
    struct hexfog_proof *proof = verified->proof;
    size_t count_before = proof->checks.count;
    bool has_suspects = name_suspects(suspects, sizeof suspects);
    snprintf(advice, sizeof advice, "%s%sor %s", has_suspects ? suspects : "install another driver",
             has_suspects ? "; " : ", ", request->gpu_advice);
    hexfog_status status = hexfog_run_child(&child, proof, sizeof *proof, &error);
    if (status == HEXFOG_OK)
        return;
    proof->checks.count = count_before;
    if (status == HEXFOG_UNAVAILABLE)
        hexfog_checks_add_unchecked(&proof->checks, "gpu", "drawn on a GPU", error.message);
    verified->error = error;
    verified->status = status;
}

void hexfog_verify_texture(const struct hexfog_verify_request *request,
                           struct hexfog_verified *verified)
{
    struct work work = { request, verified };
    struct hexfog_proof *proof = verified->proof;
    struct hexfog_child child = hexfog_reading_child(request->settings, verified->path, NULL);
    child.seconds += seconds_for(request);
    child.work = prove_on_cpu;
    child.context = &work;
    if (child.address_bytes)
        child.address_bytes += hexfog_allocated_bytes()
                             + (uint64_t)request->threads * THREAD_ADDRESS_BYTES;
    verified->status = hexfog_run_child(&child, proof, sizeof *proof, &verified->error);
    if (verified->status != HEXFOG_OK)
        proof->checks.count = 0;
    if (verified->status == HEXFOG_OK && request->gpu != HEXFOG_GPU_NONE)
        add_gpu(request, verified);
    hexfog_status status = verified->status;
    if (status != HEXFOG_OK && status != HEXFOG_UNAVAILABLE)
        return;
    if (hexfog_checks_failed(&proof->checks) > 0)
        verified->status = HEXFOG_NO;
    else if (status == HEXFOG_OK && hexfog_checks_not_checked(&proof->checks) > 0)
        verified->status = HEXFOG_UNAVAILABLE;
}
