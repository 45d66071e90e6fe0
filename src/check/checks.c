// SPDX-License-Identifier: MIT
// Turns measured figures and their bounds into a list of verdicts.
#include "check/checks.h"

#include <stdio.h>

// The list has room for all checks that there are. Past it the last entry is overwritten, and
// one that was no pass is never lost to one that is.
static struct hexfog_check *next(struct hexfog_checks *checks)
{
    if (checks->count < HEXFOG_MAX_CHECKS)
        checks->count++;
    return &checks->list[checks->count - 1];
}

static void copy(char *field, size_t size, const char *text)
{
    snprintf(field, size, "%s", text);
}

struct hexfog_check *hexfog_checks_add(struct hexfog_checks *checks, const char *id,
                                       const char *what, double measured, double bound,
                                       const char *unit)
{
    struct hexfog_check *check = next(checks);
    bool loses_no = checks->count == HEXFOG_MAX_CHECKS && check->verdict != HEXFOG_PASS;

    *check = (struct hexfog_check){ .measured = measured, .bound = bound };
    check->verdict = measured <= bound && !loses_no ? HEXFOG_PASS : HEXFOG_FAIL;
    copy(check->id, sizeof check->id, id);
    copy(check->what, sizeof check->what, what);
    copy(check->unit, sizeof check->unit, unit);
    return check;
}

struct hexfog_check *hexfog_checks_add_unchecked(struct hexfog_checks *checks, const char *id,
                                                 const char *what, const char *why)
{
    struct hexfog_check *check = hexfog_checks_add(checks, id, what, 0, 0, "");

    if (check->verdict == HEXFOG_PASS)
        check->verdict = HEXFOG_NOT_CHECKED;
    copy(check->detail, sizeof check->detail, why);
    return check;
}

static size_t count_of(const struct hexfog_checks *checks, enum hexfog_verdict verdict)
{
    size_t count = 0;

    for (size_t i = 0; i < checks->count; i++)
        count += checks->list[i].verdict == verdict;
    return count;
}

size_t hexfog_checks_failed(const struct hexfog_checks *checks)
{
    return count_of(checks, HEXFOG_FAIL);
}

size_t hexfog_checks_not_checked(const struct hexfog_checks *checks)
{
    return count_of(checks, HEXFOG_NOT_CHECKED);
}
