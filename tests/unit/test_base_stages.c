// SPDX-License-Identifier: MIT
// Items that pass through stages on several threads.
// SOURCES: tests/faults.c
#include "prove.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../faults.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/stages.h"

enum { ITEMS = 500, STAGES = 5, MOST_ROOMS = 9 };

// Stages 0: ordered, after 1; 1: free, after 2 and 3; 2, 3: free; 4: ordered, after all.
struct record {
    atomic_int at_work[STAGES], done[STAGES][ITEMS];
    atomic_llong item_of_room[MOST_ROOMS];   // 1 + the item that is there
    int64_t next_ordered[STAGES];
    atomic_bool is_wrong;
    int64_t failing_item[STAGES];            // -1: none
    int64_t runs[STAGES];
};
struct part {
    struct record *record;
    int stage;
};
static const bool are_ordered[STAGES] = { true, false, false, false, true };
static const unsigned afters[STAGES] = { 1 << 1, 1 << 2 | 1 << 3, 0, 0, 15 };

static void hold_order(struct record *record, int stage, int64_t item, int room)
{
    bool is_wrong = are_ordered[stage] && record->next_ordered[stage]++ != item;
    for (int other = 0; other < STAGES; other++)
        is_wrong |= (afters[stage] >> other & 1) && !record->done[other][item];
    long long before = atomic_exchange(&record->item_of_room[room], item + 1);
    is_wrong |= before != 0 && before != item + 1;
    if (is_wrong)
        record->is_wrong = true;
}

static hexfog_status work(void *context, int64_t item, int room, struct hexfog_error *error)
{
    const struct part *part = context;
    struct record *record = part->record;
    int stage = part->stage;
    if (atomic_fetch_add(&record->at_work[stage], 1) > 0 && are_ordered[stage])
        record->is_wrong = true;
    hold_order(record, stage, item, room);
    if ((item * 7 + stage) % 11 == 0)
        usleep(100);
    if (record->failing_item[stage] >= 0 && item >= record->failing_item[stage]) {
        atomic_fetch_sub(&record->at_work[stage], 1);
        return hexfog_fail(error, HEXFOG_IO, "stage %d, item %d", stage, (int)item);
    }
    record->done[stage][item]++;
    if (stage == STAGES - 1)
        record->item_of_room[room] = 0; // all have had it
    atomic_fetch_sub(&record->at_work[stage], 1);
    return HEXFOG_OK;
}

static hexfog_status run(struct record *record, int64_t items, int rooms, int threads,
                         struct hexfog_error *error)
{
    struct part parts[STAGES];
    struct hexfog_stage list[STAGES];
    for (int stage = 0; stage < STAGES; stage++) {
        parts[stage] = (struct part){ record, stage };
        list[stage] = (struct hexfog_stage){ work, &parts[stage], are_ordered[stage],
                                             afters[stage] };
    }
    struct hexfog_stages stages = { list, STAGES, items, rooms, threads };
    return hexfog_run_stages(&stages, error);
}

static struct record *make_record(void)
{
    struct record *record = calloc(1, sizeof *record);
    assert_non_null(record);
    for (int stage = 0; stage < STAGES; stage++)
        record->failing_item[stage] = -1;
    return record;
}

static void every_stage_has_every_item_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 7; threads += 2) {
        for (int rooms = 1; rooms <= MOST_ROOMS; rooms += 4) {
            struct record *record = make_record();
            assert_int_equal(run(record, ITEMS, rooms, threads, NULL), HEXFOG_OK);
            assert_false(record->is_wrong);
            for (int stage = 0; stage < STAGES; stage++)
                for (int item = 0; item < ITEMS; item++)
                    assert_int_equal(record->done[stage][item], 1);
            free(record);
        }
    }
}

static void no_items_are_done_at_once(void **state)
{
    (void)state;
    struct record *record = make_record();
    assert_int_equal(run(record, 0, 3, 4, NULL), HEXFOG_OK);
    assert_int_equal(run(record, 1, 3, 4, NULL), HEXFOG_OK);
    assert_int_equal(record->done[4][0], 1);
    free(record);
}

// Item 40 fails in stages 3 and 1, and later ones in all: 1 waits for 3, so 3 it is.
static void the_lowest_failure_is_told(void **state)
{
    (void)state;
    static const int64_t failing[2][STAGES] = { { 41, 40, 41, 40, -1 }, { 39, -1, -1, 40, 39 } };
    static const char *const told[2] = { "stage 3, item 40", "stage 0, item 39" };
    for (int i = 0; i < 2; i++) {
        for (int threads = 1; threads <= 6; threads++) {
            for (int again = 0; again < 5; again++) {
                struct record *record = make_record();
                struct hexfog_error error = { 0 };
                memcpy(record->failing_item, failing[i], sizeof failing[i]);
                assert_int_equal(run(record, ITEMS, MOST_ROOMS, threads, &error), HEXFOG_IO);
                assert_string_equal(error.message, told[i]);
                assert_int_equal(record->done[2][39], 1);
                assert_int_equal(record->done[2][200], 0);
                free(record);
            }
        }
    }
}

static void threads_that_do_not_start_are_done_without(void **state)
{
    (void)state;
    struct record *record = make_record();
    faults_arm("pthread_create:2+:EAGAIN", "");
    assert_int_equal(run(record, ITEMS, 4, 5, NULL), HEXFOG_OK);
    faults_arm("", "");
    assert_int_equal(record->done[4][ITEMS - 1], 1);
    assert_false(record->is_wrong);
    free(record);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    for (size_t nth = 1; nth <= 2; nth++) {
        struct record *record = make_record();
        struct hexfog_error error = { 0 };
        size_t held = hexfog_allocated_bytes();
        hexfog_fail_allocation(nth);
        assert_int_equal(run(record, ITEMS, 4, 3, &error), HEXFOG_MEMORY);
        hexfog_fail_allocation(0);
        assert_int_equal(hexfog_allocated_bytes(), held);
        assert_int_equal(record->done[2][0], 0);
        free(record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("every stage has every item once, ordered ones in order, after those it waits for",
               every_stage_has_every_item_once),
        PROVES("no items, or fewer than threads, end at once", no_items_are_done_at_once),
        PROVES("of several failures the lowest is told, whatever the number of threads",
               the_lowest_failure_is_told),
        PROVES("threads that do not start are done without",
               threads_that_do_not_start_are_done_without),
        PROVES("without memory nothing is begun", memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
