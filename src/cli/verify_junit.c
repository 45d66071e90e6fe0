// SPDX-License-Identifier: MIT
// Turns proofs into a JUnit report.
#include "base/alloc.h"
#include "cli/message.h"
#include "cli/result.h"
#include "cli/verify.h"

static void fill_case(const struct hexfog_check *check, struct hexfog_test_case *test)
{
    static const hexfog_status statuses[] = { HEXFOG_OK, HEXFOG_NO, HEXFOG_UNAVAILABLE };
    *test = (struct hexfog_test_case){ .name = check->id, .status = statuses[check->verdict],
                                       .message = check->detail[0] ? check->detail
                                                                   : check->what };
}

// A texture is a suite; one that could not be read has one case that says so.
static void add_suite(const struct hexfog_verified *verified, struct hexfog_text *text)
{
    const struct hexfog_checks *checks = &verified->proof->checks;
    struct hexfog_test_case *cases = hexfog_alloc(checks->count + 1, sizeof *cases);
    size_t count = checks->count;
    if (!cases) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < checks->count; i++)
        fill_case(&checks->list[i], &cases[i]);
    if (verified->status != HEXFOG_OK && verified->status != HEXFOG_NO)
        cases[count++] = (struct hexfog_test_case){ .name = "verify",
                                                    .status = verified->status,
                                                    .message = verified->error.message };
    hexfog_junit_suite(text, "hexfog verify", verified->path, cases, count);
    hexfog_free(cases);
}

void hexfog_verify_as_junit(const struct hexfog_verify_run *run, struct hexfog_text *text)
{
    hexfog_junit_open(text);
    if (run->count == 0) {
        struct hexfog_text errors = { 0 };
        hexfog_errors_as_text(&run->board.diagnostics, &errors);
        const char *message = errors.length ? errors.bytes : "nothing to verify";
        struct hexfog_test_case test = { .name = "description", .status = run->status,
                                         .message = message };
        hexfog_junit_suite(text, "hexfog verify", hexfog_board_name(&run->board), &test, 1);
        text->failed |= errors.failed;
        hexfog_text_free(&errors);
    }
    for (size_t i = 0; i < run->count; i++)
        add_suite(&run->list[i], text);
    hexfog_junit_close(text);
}
