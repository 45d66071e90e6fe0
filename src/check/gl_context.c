// SPDX-License-Identifier: MIT
// Turns --gpu into a current GL context without any display or window: the EGL devices
// first, then the platforms that need none, then whatever the machine calls its default.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "check/gl_state.h"

#define LIBRARY "libEGL.so.1"
#define MAX_DEVICES 32

// X(type of the function, name)
#define CORE_FUNCTIONS(X)                       \
    X(PFNEGLGETPROCADDRESSPROC, GetProcAddress) \
    X(PFNEGLGETERRORPROC, GetError)             \
    X(PFNEGLGETDISPLAYPROC, GetDisplay)         \
    X(PFNEGLINITIALIZEPROC, Initialize)         \
    X(PFNEGLTERMINATEPROC, Terminate)           \
    X(PFNEGLQUERYSTRINGPROC, QueryString)       \
    X(PFNEGLBINDAPIPROC, BindAPI)               \
    X(PFNEGLCREATECONTEXTPROC, CreateContext)   \
    X(PFNEGLDESTROYCONTEXTPROC, DestroyContext) \
    X(PFNEGLMAKECURRENTPROC, MakeCurrent)

struct hexfog_egl {
#define MEMBER(type, name) type name;
    CORE_FUNCTIONS(MEMBER)
#undef MEMBER
    PFNEGLQUERYDEVICESEXTPROC QueryDevices;          // these may be NULL
    PFNEGLQUERYDEVICESTRINGEXTPROC QueryDeviceString;
    PFNEGLGETPLATFORMDISPLAYEXTPROC GetPlatformDisplay;
    EGLDisplay display;
    EGLContext context;
};

// The reasons of all attempts, for the one message at the end.
struct attempts {
    char text[400];
    size_t length;
};

struct place {
    EGLenum platform; // 0 = the default display
    void *native;
    bool must_be_software;
    char name[40];
};

static const char *egl_error_name(EGLint code)
{
    static const struct { EGLint code; const char *name; } names[] = {
        {EGL_SUCCESS, "no reason given"}, {EGL_NOT_INITIALIZED, "EGL_NOT_INITIALIZED"},
        {EGL_BAD_ACCESS, "EGL_BAD_ACCESS"}, {EGL_BAD_ALLOC, "EGL_BAD_ALLOC"},
        {EGL_BAD_ATTRIBUTE, "EGL_BAD_ATTRIBUTE"}, {EGL_BAD_CONFIG, "EGL_BAD_CONFIG"},
        {EGL_BAD_CONTEXT, "EGL_BAD_CONTEXT"}, {EGL_BAD_DISPLAY, "EGL_BAD_DISPLAY"},
        {EGL_BAD_MATCH, "EGL_BAD_MATCH"}, {EGL_BAD_PARAMETER, "EGL_BAD_PARAMETER"},
        {EGL_CONTEXT_LOST, "EGL_CONTEXT_LOST"}, {EGL_BAD_DEVICE_EXT, "EGL_BAD_DEVICE_EXT"},
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].code == code)
            return names[i].name;
    return "an unknown EGL error";
}

static bool note(struct attempts *attempts, const struct place *place, const char *what,
                 const char *why)
{
    size_t room = sizeof attempts->text - attempts->length;
    int length = snprintf(attempts->text + attempts->length, room, "%s%s: %s: %s",
                          attempts->length ? "; " : "", place->name, what, why);

    if (length > 0)
        attempts->length += (size_t)length < room ? (size_t)length : room - 1;
    return false;
}

// Whether a word stands in a list that spaces part.
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (; list && *list; list += strcspn(list, " "), list += strspn(list, " "))
        if (strcspn(list, " ") == length && memcmp(list, word, length) == 0)
            return true;
    return false;
}

// The library and its functions -------------------------------------------

static hexfog_procedure find_procedure(const void *context, const char *name)
{
    const struct hexfog_egl *egl = context;

    return (hexfog_procedure)egl->GetProcAddress(name);
}

// What stands between ", or " and the closing bracket.
static const char *gap(const char *advice)
{
    return advice ? ", or " : "";
}

static const char *words(const char *advice)
{
    return advice ? advice : "";
}

static hexfog_status load(struct hexfog_egl *egl, const char *name, const char *advice,
                          struct hexfog_error *error)
{
    const char *reason, *missing = NULL;
    void *library = hexfog_open_library(name, &reason);

    if (!library)
        return hexfog_fail(error, HEXFOG_UNAVAILABLE,
                           "cannot open %s: %s (install libegl1 and libgl1-mesa-dri%s%s)", name,
                           reason, gap(advice), words(advice));
#define FIND(type, function)                                               \
    egl->function = (type)hexfog_find_symbol(library, "egl" #function);    \
    if (!egl->function)                                                    \
        missing = "egl" #function;
    CORE_FUNCTIONS(FIND)
#undef FIND
    if (missing)
        return hexfog_fail(error, HEXFOG_UNAVAILABLE,
                           "%s has no function %s (install libegl1%s%s)", name, missing,
                           gap(advice), words(advice));
    egl->QueryDevices = (PFNEGLQUERYDEVICESEXTPROC)find_procedure(egl, "eglQueryDevicesEXT");
    egl->QueryDeviceString =
        (PFNEGLQUERYDEVICESTRINGEXTPROC)find_procedure(egl, "eglQueryDeviceStringEXT");
    egl->GetPlatformDisplay =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)find_procedure(egl, "eglGetPlatformDisplayEXT");
    return HEXFOG_OK;
}

// One attempt -------------------------------------------------------------

static void close_display(struct hexfog_egl *egl)
{
    if (egl->context != EGL_NO_CONTEXT) {
        egl->MakeCurrent(egl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        egl->DestroyContext(egl->display, egl->context);
    }
    if (egl->display != EGL_NO_DISPLAY)
        egl->Terminate(egl->display);
    egl->context = EGL_NO_CONTEXT;
    egl->display = EGL_NO_DISPLAY;
}

// A display that is initialized and needs neither a window nor a framebuffer format.
static bool open_display(struct hexfog_egl *egl, const struct place *place,
                         struct attempts *attempts)
{
    const char *extensions;
    EGLDisplay display;

    display = place->platform ? egl->GetPlatformDisplay(place->platform, place->native, NULL)
                              : egl->GetDisplay(EGL_DEFAULT_DISPLAY);
    if (display == EGL_NO_DISPLAY)
        return note(attempts, place, "no display", egl_error_name(egl->GetError()));
    if (!egl->Initialize(display, NULL, NULL))
        return note(attempts, place, "eglInitialize", egl_error_name(egl->GetError()));
    egl->display = display;
    extensions = egl->QueryString(display, EGL_EXTENSIONS);
    if (!has_word(extensions, "EGL_KHR_surfaceless_context"))
        return note(attempts, place, "missing", "EGL_KHR_surfaceless_context");
    if (!has_word(extensions, "EGL_KHR_no_config_context") &&
        !has_word(extensions, "EGL_MESA_configless_context"))
        return note(attempts, place, "missing", "EGL_KHR_no_config_context");
    return true;
}

static bool make_context(struct hexfog_egl *egl, bool is_es, const struct place *place,
                         struct attempts *attempts)
{
    static const EGLint core[] = {
        EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
        EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    static const EGLint es[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0,
                                EGL_NONE};
    const char *what = is_es ? "OpenGL ES 3.0" : "OpenGL 3.3 core";

    if (!egl->BindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API))
        return note(attempts, place, what, egl_error_name(egl->GetError()));
    egl->context =
        egl->CreateContext(egl->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, is_es ? es : core);
    if (egl->context == EGL_NO_CONTEXT)
        return note(attempts, place, what, egl_error_name(egl->GetError()));
    if (egl->MakeCurrent(egl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, egl->context))
        return true;
    note(attempts, place, what, egl_error_name(egl->GetError()));
    egl->DestroyContext(egl->display, egl->context);
    egl->context = EGL_NO_CONTEXT;
    return false;
}

static void copy_string(const struct hexfog_gl *gl, GLenum name, char *out, size_t room)
{
    const GLubyte *string = gl->call.GetString(name);

    snprintf(out, room, "%s", string ? (const char *)string : "unknown");
}

static bool has_gl_extension(const struct hexfog_gl *gl, const char *name)
{
    GLint count = 0;

    gl->call.GetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++) {
        const GLubyte *entry = gl->call.GetStringi(GL_EXTENSIONS, (GLuint)i);
        if (entry && strcmp((const char *)entry, name) == 0)
            return true;
    }
    return false;
}

static GLint least(GLint a, GLint b)
{
    return a < b ? a : b;
}

// What a draw may be at most: texture, renderbuffer and viewport.
static GLint largest_side(const struct hexfog_gl *gl)
{
    GLint texture = 0, renderbuffer = 0, viewport[2] = {0, 0};

    gl->call.GetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    gl->call.GetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &renderbuffer);
    gl->call.GetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    return least(least(texture, renderbuffer), least(viewport[0], viewport[1]));
}

static bool is_software(const char *renderer)
{
    return strstr(renderer, "llvmpipe") || strstr(renderer, "softpipe") ||
           strstr(renderer, "swrast") || strstr(renderer, "Software");
}

// Learns what the current context is, and whether it will do.
static bool take_context(struct hexfog_gl *gl, const struct place *place,
                         struct attempts *attempts)
{
    const char *missing = NULL;

    if (!hexfog_gl_load(&gl->call, find_procedure, gl->egl, &missing))
        return note(attempts, place, "missing", missing);
    copy_string(gl, GL_RENDERER, gl->renderer, sizeof gl->renderer);
    copy_string(gl, GL_VERSION, gl->version, sizeof gl->version);
    if (place->must_be_software && !is_software(gl->renderer))
        return note(attempts, place, "not a software renderer", gl->renderer);
    if (gl->is_es && !has_gl_extension(gl, "GL_EXT_color_buffer_float"))
        return note(attempts, place, "missing", "GL_EXT_color_buffer_float");
    gl->filters_float32 = !gl->is_es || has_gl_extension(gl, "GL_OES_texture_float_linear");
    gl->max_side_px = largest_side(gl);
    snprintf(gl->origin, sizeof gl->origin, "%s", place->name);
    return true;
}

static bool attempt(struct hexfog_gl *gl, const struct place *place, struct attempts *attempts)
{
    if (open_display(gl->egl, place, attempts)) {
        for (int is_es = gl->hooks.es_only; is_es <= 1; is_es++) {
            gl->is_es = is_es;
            if (!make_context(gl->egl, is_es, place, attempts))
                continue;
            if (take_context(gl, place, attempts))
                return true;
            gl->egl->DestroyContext(gl->egl->display, gl->egl->context);
            gl->egl->context = EGL_NO_CONTEXT;
        }
    }
    close_display(gl->egl);
    return false;
}

// The order of attempts ---------------------------------------------------

static struct place device_place(struct hexfog_egl *egl, EGLDeviceEXT device, int index,
                                 bool *software)
{
    struct place place = {.platform = EGL_PLATFORM_DEVICE_EXT, .native = device};
    const char *extensions =
        egl->QueryDeviceString ? egl->QueryDeviceString(device, EGL_EXTENSIONS) : NULL;

    *software = has_word(extensions, "EGL_MESA_device_software");
    snprintf(place.name, sizeof place.name, "device %d%s", index, *software ? " (software)" : "");
    return place;
}

static int list_devices(struct hexfog_egl *egl, EGLDeviceEXT devices[MAX_DEVICES])
{
    EGLint count = 0;

    if (!egl->QueryDevices || !egl->GetPlatformDisplay ||
        !egl->QueryDevices(MAX_DEVICES, devices, &count))
        return 0;
    return count;
}

// Hardware before software, in the order in which EGL lists them.
static bool try_devices(struct hexfog_gl *gl, const struct hexfog_gl_options *options,
                        struct attempts *attempts)
{
    EGLDeviceEXT devices[MAX_DEVICES];
    int count = list_devices(gl->egl, devices);

    for (int want_software = 0; want_software <= 1; want_software++)
        for (int i = 0; i < count; i++) {
            bool software;
            struct place place = device_place(gl->egl, devices[i], i, &software);

            if (software != want_software ||
                (options->choice == HEXFOG_GL_SOFTWARE && !software) ||
                (options->choice == HEXFOG_GL_DEVICE && options->device != i))
                continue;
            if (attempt(gl, &place, attempts))
                return true;
        }
    return false;
}

static bool try_platforms(struct hexfog_gl *gl, bool must_be_software, struct attempts *attempts)
{
    static const struct { EGLenum platform; const char *extension, *name; } platforms[] = {
        {EGL_PLATFORM_SURFACELESS_MESA, "EGL_MESA_platform_surfaceless", "surfaceless"},
        {EGL_PLATFORM_GBM_KHR, "EGL_MESA_platform_gbm", "gbm"},
        {0, NULL, "default display"},
    };
    const char *known = gl->egl->QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);

    for (size_t i = 0; i < sizeof platforms / sizeof platforms[0]; i++) {
        struct place place = {.platform = platforms[i].platform,
                              .must_be_software = must_be_software};

        snprintf(place.name, sizeof place.name, "%s", platforms[i].name);
        if (platforms[i].extension &&
            (!gl->egl->GetPlatformDisplay || !has_word(known, platforms[i].extension)))
            note(attempts, &place, "missing", platforms[i].extension);
        else if (attempt(gl, &place, attempts))
            return true;
    }
    return false;
}

static hexfog_status fail_device(struct hexfog_gl *gl, const struct hexfog_gl_options *options,
                                 const struct attempts *attempts, struct hexfog_error *error)
{
    const char *advice = options->device_advice;
    int device = options->device;
    EGLDeviceEXT devices[MAX_DEVICES];
    int count = list_devices(gl->egl, devices);

    if (device < 0 || device >= count)
        return hexfog_fail(error, HEXFOG_UNAVAILABLE,
                           "there is no EGL device %d (%d found, counted from 0%s%s)", device,
                           count, gap(advice), words(advice));
    return hexfog_fail(error, HEXFOG_UNAVAILABLE, "no GL context (take another device%s%s): %s",
                       gap(advice), words(advice), attempts->text);
}

static hexfog_status open_any(struct hexfog_gl *gl, const struct hexfog_gl_options *options,
                              struct hexfog_error *error)
{
    struct attempts attempts = {.length = 0};

    if (try_devices(gl, options, &attempts))
        return HEXFOG_OK;
    if (options->choice == HEXFOG_GL_DEVICE)
        return fail_device(gl, options, &attempts, error);
    if (try_platforms(gl, options->choice == HEXFOG_GL_SOFTWARE, &attempts))
        return HEXFOG_OK;
    return hexfog_fail(error, HEXFOG_UNAVAILABLE,
                       "no OpenGL 3.3 or OpenGL ES 3.0 (install libegl1 and libgl1-mesa-dri, "
                       "which draw without a GPU too%s%s): %s",
                       gap(options->advice), words(options->advice), attempts.text);
}

hexfog_status hexfog_gl_open(const struct hexfog_gl_options *options, struct hexfog_gl **out,
                             struct hexfog_error *error)
{
    struct hexfog_gl *gl = hexfog_alloc_zeroed(1, sizeof *gl);
    const char *library = LIBRARY;
    hexfog_status status;

    *out = NULL;
    if (gl)
        gl->egl = hexfog_alloc_zeroed(1, sizeof *gl->egl);
    if (!gl || !gl->egl) {
        hexfog_free(gl);
        return hexfog_fail_memory(error, "a GL context");
    }
    if (options->hooks)
        gl->hooks = *options->hooks;
    if (gl->hooks.library)
        library = gl->hooks.library;
    status = load(gl->egl, library, options->advice, error);
    if (!status)
        status = open_any(gl, options, error);
    if (status) {
        hexfog_free(gl->egl);
        hexfog_free(gl);
        return status;
    }
    hexfog_gl_make_objects(gl);
    *out = gl;
    return HEXFOG_OK;
}

void hexfog_gl_free(struct hexfog_gl *gl)
{
    if (!gl)
        return;
    hexfog_gl_delete_objects(gl);
    close_display(gl->egl);
    hexfog_free(gl->egl);
    hexfog_free(gl);
}

const char *hexfog_gl_renderer(const struct hexfog_gl *gl)
{
    return gl->renderer;
}

const char *hexfog_gl_version(const struct hexfog_gl *gl)
{
    return gl->version;
}

const char *hexfog_gl_origin(const struct hexfog_gl *gl)
{
    return gl->origin;
}

int32_t hexfog_gl_max_side_px(const struct hexfog_gl *gl)
{
    return gl->max_side_px;
}
