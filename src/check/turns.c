// SPDX-License-Identifier: MIT
// Turns callers at the same time into slots, and into an order where the file has one.
#include "check/turns.h"

void hexfog_turns_start(struct hexfog_turns *turns, bool is_ordered)
{
    *turns = (struct hexfog_turns){ .slot_count = 1, .is_ordered = is_ordered };
    pthread_mutex_init(&turns->lock, NULL);
    pthread_cond_init(&turns->changed, NULL);
}

void hexfog_turns_end(struct hexfog_turns *turns)
{
    pthread_cond_destroy(&turns->changed);
    pthread_mutex_destroy(&turns->lock);
}

void hexfog_turns_rewind(struct hexfog_turns *turns)
{
    turns->next_row = 0;
    turns->is_over = false;
}

// The lowest free one: one caller always has the first.
static int free_slot(const struct hexfog_turns *turns)
{
    for (int slot = 0; slot < turns->slot_count; slot++) {
        if (!(turns->busy_slots >> slot & 1))
            return slot;
    }
    return -1;
}

static bool is_turn_gone(const struct hexfog_turns *turns, int32_t first_row)
{
    return turns->is_ordered && (turns->is_over || first_row < turns->next_row);
}

// Who waits for a turn holds no slot: those whose turn it is would wait for that.
int hexfog_turns_take(struct hexfog_turns *turns, int32_t first_row)
{
    int slot = -1;

    pthread_mutex_lock(&turns->lock);
    while (!is_turn_gone(turns, first_row)) {
        if (!turns->is_ordered || first_row == turns->next_row)
            slot = free_slot(turns);
        if (slot >= 0)
            break;
        pthread_cond_wait(&turns->changed, &turns->lock);
    }
    if (slot >= 0)
        turns->busy_slots |= UINT64_C(1) << slot;
    pthread_mutex_unlock(&turns->lock);
    return slot;
}

void hexfog_turns_pass(struct hexfog_turns *turns, int32_t next_row, hexfog_status status)
{
    pthread_mutex_lock(&turns->lock);
    turns->next_row = next_row;
    turns->is_over = turns->is_over || status != HEXFOG_OK;
    pthread_cond_broadcast(&turns->changed);
    pthread_mutex_unlock(&turns->lock);
}

void hexfog_turns_leave(struct hexfog_turns *turns, int slot)
{
    pthread_mutex_lock(&turns->lock);
    turns->busy_slots &= ~(UINT64_C(1) << slot);
    pthread_cond_broadcast(&turns->changed);
    pthread_mutex_unlock(&turns->lock);
}
