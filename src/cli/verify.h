/* SPDX-License-Identifier: MIT */
/* One verify run: what each texture was found to be. */
#ifndef HEXFOG_CLI_VERIFY_H
#define HEXFOG_CLI_VERIFY_H

#include "base/text.h"
#include "check/diagnose.h"
#include "check/verify_cpu.h"
#include "cli/target.h"

enum hexfog_gpu_word { HEXFOG_GPU_AUTO, HEXFOG_GPU_NONE, HEXFOG_GPU_SOFTWARE, HEXFOG_GPU_DEVICE };

/* What the command line asks of every texture. */
struct hexfog_verify_request {
    const struct hexfog_settings *settings;
    const struct hexfog_board *board;
    enum hexfog_rgbe_decoder decoder;
    enum hexfog_gpu_word gpu;
    int gpu_device;                       /* with HEXFOG_GPU_DEVICE */
    bool has_colour[3];                   /* scene, fog, background */
    float colour[3][3];
    int threads;
    const char *gpu_advice;               /* by which option the user does without GL */
};

/* What is known of one texture. Plain data: children hand it back whole. */
struct hexfog_proof {
    bool is_read, is_size_right;
    struct hexfog_texture_info info;
    struct hexfog_encoding expected;
    struct hexfog_cpu_findings findings;
    struct hexfog_checks checks;
    enum hexfog_likely likely;
    bool has_gl;
    char gl_renderer[160], gl_version[160], gl_origin[64];
};

struct hexfog_verified {
    const char *path;
    char image_name[272];                 /* its own among all of the run: "map.hdr" */
    const struct hexfog_output *output;   /* of the description; NULL for a TEXTURE that is none */
    struct hexfog_proof *proof;
    hexfog_status status;                 /* OK, NO, UNAVAILABLE, INPUT, IO, MEMORY */
    struct hexfog_error error;            /* where it is none of OK and NO */
};

struct hexfog_verify_run {
    struct hexfog_verify_request request;
    struct hexfog_board board;
    struct hexfog_targets targets;
    struct hexfog_verified *list;
    size_t count;
    hexfog_status status;
};

/* Reads --decoder, --gpu and the colours; prints a usage error. */
hexfog_status hexfog_verify_request_read(const struct hexfog_settings *settings,
                                         struct hexfog_verify_request *request);
/* Proves one texture, in child processes; fills everything but its path and output. */
void hexfog_verify_texture(const struct hexfog_verify_request *request,
                           struct hexfog_verified *verified);

void hexfog_verify_as_text(const struct hexfog_verify_run *run, struct hexfog_text *text);
void hexfog_verify_as_json(const struct hexfog_verify_run *run, struct hexfog_text *text);
void hexfog_verify_as_junit(const struct hexfog_verify_run *run, struct hexfog_text *text);

#endif
