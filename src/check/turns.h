/* SPDX-License-Identifier: MIT */
/*
 * Who may read from a reader: several callers at once, each with a slot of its own, and where
 * the file can only be read from its start, in the order of its rows.
 */
#ifndef HEXFOG_CHECK_TURNS_H
#define HEXFOG_CHECK_TURNS_H

#include <pthread.h>

#include "hexfog.h"

#define HEXFOG_MOST_SLOTS 64

/* Started, it has one slot. */
struct hexfog_turns {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int slot_count;
    uint64_t busy_slots;      /* a bit each */
    bool is_ordered, is_over; /* over: a failure; those who wait are let go */
    int32_t next_row;         /* ordered: whose turn it is */
};

void hexfog_turns_start(struct hexfog_turns *turns, bool is_ordered);
void hexfog_turns_end(struct hexfog_turns *turns);
/* From row 0 again. */
void hexfog_turns_rewind(struct hexfog_turns *turns);
/* Waits for a free slot and, if ordered, for the rows before `first_row`. -1: these have failed,
 * or `first_row` has had its turn. */
int hexfog_turns_take(struct hexfog_turns *turns, int32_t first_row);
/* Ordered: the next turn is `next_row`'s, or after a failure nobody's. */
void hexfog_turns_pass(struct hexfog_turns *turns, int32_t next_row, hexfog_status status);
/* The slot is free again. */
void hexfog_turns_leave(struct hexfog_turns *turns, int slot);

#endif
