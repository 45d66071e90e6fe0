// SPDX-License-Identifier: MIT
// For sanitizer builds of tests that draw: GL drivers keep a few bytes until they are
// unloaded, and a leak in an unloaded library has no name to leave it out by. So libraries
// stay loaded, and the drivers' own leaks are left out by name.
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_LEAK_CHECK
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define HAS_LEAK_CHECK
#endif

#ifdef HAS_LEAK_CHECK
#define SEEN_BY_ALL __attribute__((visibility("default")))

SEEN_BY_ALL int dlclose(void *library);
SEEN_BY_ALL const char *__lsan_default_suppressions(void);

int dlclose(void *library)
{
    return library == NULL ? -1 : 0;
}

const char *__lsan_default_suppressions(void)
{
    return "leak:libEGL_mesa\nleak:swrast_dri\nleak:libGLdispatch\nleak:libgallium\n";
}
#else
typedef int nothing_here;
#endif
