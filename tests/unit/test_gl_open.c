// SPDX-License-Identifier: MIT
// SOURCES: tests/unit/gl_quiet.c
// LIBS: -Wl,--export-dynamic-symbol=dlclose
// What a machine can lack, made to lack it: each ends as "unavailable" with what to do.
// Every trial runs in a child process, because drivers read the environment once.
#include "prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/gl.h"
#include "check/gl_hooks.h"

struct trial {
    const char *variables[4][2];     /* set in the child; NULL ends them */
    struct hexfog_gl_options options;
};

struct outcome {
    int status;
    char message[640], renderer[128], version[128], origin[64];
    int32_t max_side_px;
};

static void open_here(const struct trial *trial, struct outcome *outcome)
{
    struct hexfog_error error = { .status = HEXFOG_OK };
    struct hexfog_gl *gl = NULL;

    for (const struct hexfog_gl_variable *v = hexfog_gl_environment; v->name; v++)
        setenv(v->name, v->value, 0);
    for (int i = 0; i < 4 && trial->variables[i][0]; i++)
        setenv(trial->variables[i][0], trial->variables[i][1], 1);
    outcome->status = (int)hexfog_gl_open(&trial->options, &gl, &error);
    snprintf(outcome->message, sizeof outcome->message, "%s", error.message);
    if (outcome->status == HEXFOG_OK) {
        snprintf(outcome->renderer, sizeof outcome->renderer, "%s", hexfog_gl_renderer(gl));
        snprintf(outcome->version, sizeof outcome->version, "%s", hexfog_gl_version(gl));
        snprintf(outcome->origin, sizeof outcome->origin, "%s", hexfog_gl_origin(gl));
        outcome->max_side_px = hexfog_gl_max_side_px(gl);
    } else if (gl != NULL) {
        outcome->status = -1; // a failed call leaves nothing
    }
    hexfog_gl_free(gl);
}

static struct outcome open_in_child(const struct trial *trial)
{
    struct outcome outcome = { .status = -1 };
    int ends[2], status;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        open_here(trial, &outcome);
        ssize_t written = write(ends[1], &outcome, sizeof outcome);
        _exit(written == (ssize_t)sizeof outcome ? 0 : 1);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &outcome, sizeof outcome), sizeof outcome);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    if (strncmp(outcome.message, "built without GL", 16) == 0)
        skip();
    return outcome;
}

static void fails_with(const struct trial *trial, const char *const *words)
{
    struct outcome outcome = open_in_child(trial);

    assert_int_equal(outcome.status, HEXFOG_UNAVAILABLE);
    for (; *words; words++)
        if (!strstr(outcome.message, *words))
            fail_msg("no \"%s\" in: %s", *words, outcome.message);
}

// Found -------------------------------------------------------------------

static void opens_without_a_display(void **state)
{
    struct trial trial = { .options = { .choice = HEXFOG_GL_AUTO } };

    (void)state;
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    struct outcome outcome = open_in_child(&trial);
    if (outcome.status != HEXFOG_OK)
        fail_msg("%s", outcome.message);
    assert_true(strlen(outcome.renderer) > 0 && strlen(outcome.version) > 0);
    assert_true(outcome.max_side_px >= 2048);
}

static void software_is_software(void **state)
{
    struct trial trial = { .options = { .choice = HEXFOG_GL_SOFTWARE } };

    (void)state;
    struct outcome outcome = open_in_child(&trial);
    assert_int_equal(outcome.status, HEXFOG_OK);
    assert_non_null(strstr(outcome.renderer, "llvmpipe"));
    assert_non_null(strstr(outcome.origin, "(software)"));
}

static void old_opengl_falls_back(void **state)
{
    struct trial trial = { .variables = { { "MESA_GL_VERSION_OVERRIDE", "2.1" } },
                           .options = { .choice = HEXFOG_GL_SOFTWARE } };

    (void)state;
    struct outcome outcome = open_in_child(&trial);
    assert_int_equal(outcome.status, HEXFOG_OK);
    assert_non_null(strstr(outcome.version, "OpenGL ES 3"));
}

// Not found ---------------------------------------------------------------

static void no_library(void **state)
{
    static const char *const words[] = { "libEGL-of-nowhere.so.1", "libegl1", "libgl1-mesa-dri",
                                         "mesa-dri, or stay at home)", NULL };
    struct hexfog_gl_hooks hooks = { .library = "libEGL-of-nowhere.so.1" };
    struct trial trial = { .options = { .hooks = &hooks, .advice = "stay at home" } };

    (void)state;
    fails_with(&trial, words);
}

static void not_egl(void **state)
{
    static const char *const words[] = { "libm.so.6", "no function egl", "install libegl1)",
                                         NULL };
    struct hexfog_gl_hooks hooks = { .library = "libm.so.6" };
    struct trial trial = { .options = { .hooks = &hooks } };

    (void)state;
    fails_with(&trial, words);
}

static void no_vendor(void **state)
{
    static const char *const words[] = { "install", "libgl1-mesa-dri", "surfaceless",
                                         "too, or stay at home): ", NULL };
    struct trial trial = { .options = { .advice = "stay at home" },
                           .variables = { { "__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent" } } };

    (void)state;
    fails_with(&trial, words);
}

static void no_driver(void **state)
{
    static const char *const words[] = { "install", "libgl1-mesa-dri", "device 0",
                                         "EGL_NOT_INITIALIZED", NULL };
    struct trial trial = { .variables = { { "LIBGL_DRIVERS_PATH", "/nonexistent" } } };

    (void)state;
    fails_with(&trial, words);
}

static void bogus_driver(void **state)
{
    static const char *const words[] = { "install", "EGL_NOT_INITIALIZED", NULL };
    struct trial trial = { .variables = { { "GALLIUM_DRIVER", "bogus" } } };

    (void)state;
    fails_with(&trial, words);
}

static void too_old(void **state)
{
    static const char *const words[] = { "OpenGL 3.3 core: EGL_BAD_MATCH",
                                         "OpenGL ES 3.0: EGL_BAD_MATCH", NULL };
    struct trial trial = { .variables = { { "MESA_GL_VERSION_OVERRIDE", "2.1" },
                                          { "MESA_GLES_VERSION_OVERRIDE", "2.0" } } };

    (void)state;
    fails_with(&trial, words);
}

static void no_such_device(void **state)
{
    static const char *const words[] = { "no EGL device 97", "found",
                                         "counted from 0, or take a bus)", NULL };
    struct trial trial = { .options = { .choice = HEXFOG_GL_DEVICE, .device = 97,
                                        .advice = "stay at home",
                                        .device_advice = "take a bus" } };

    (void)state;
    fails_with(&trial, words);
}

static void suspects_are_known(void **state)
{
    static const char *const provoked[] = { "__EGL_VENDOR_LIBRARY_DIRS", "LIBGL_DRIVERS_PATH",
                                            "GALLIUM_DRIVER", "MESA_GL_VERSION_OVERRIDE",
                                            "LP_NATIVE_VECTOR_WIDTH" };

    (void)state;
    for (size_t i = 0; i < sizeof provoked / sizeof provoked[0]; i++) {
        bool is_listed = false;
        for (const char *const *name = hexfog_gl_suspects; *name; name++)
            is_listed = is_listed || strcmp(*name, provoked[i]) == 0;
        assert_true(is_listed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("a context opens without a display", opens_without_a_display),
        PROVES("software is a software renderer", software_is_software),
        PROVES("an old OpenGL falls back to OpenGL ES", old_opengl_falls_back),
        PROVES("without libEGL the message says what to install", no_library),
        PROVES("a library that is not EGL is told apart", not_egl),
        PROVES("without a vendor the message says what to install", no_vendor),
        PROVES("without a driver the message says what to install", no_driver),
        PROVES("an unknown driver is unavailable", bogus_driver),
        PROVES("versions that are too old are both named", too_old),
        PROVES("a device that is not there is named with the count", no_such_device),
        PROVES("variables that break drivers are listed", suspects_are_known),
    };

    return cmocka_run_group_tests_name("opening GL", tests, NULL, NULL);
}
