/* SPDX-License-Identifier: MIT */
/* Which part of a list is this machine's. */
#ifndef HEXFOG_CLI_SHARD_H
#define HEXFOG_CLI_SHARD_H

#include "hexfog.h"

/* The maps whose rank, from 0, is `index` modulo `count`; count 0: no shards. index < count. */
struct hexfog_shard {
    uint32_t index, count;
};
#define HEXFOG_MOST_SHARDS 1000000

/*
 * "K/N", with K from 0 to N - 1, or to N, which is 0 modulo N: who counts from 1 gets every
 * shard too. "auto": what a scheduler says in its variables (the table in shard.c); "auto/N":
 * its number of this task, modulo N. USAGE with what is wrong. `variable` is getenv.
 */
hexfog_status hexfog_shard_read(const char *text, char *(*variable)(const char *name),
                                struct hexfog_shard *shard, struct hexfog_error *error);

#endif
