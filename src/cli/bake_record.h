/* SPDX-License-Identifier: MIT */
/*
 * What --if-changed remembers of a bake: what went in and what came out. The records of a folder
 * are the lines of its `.hexfog-state`; paths in it are relative to that file.
 */
#ifndef HEXFOG_CLI_BAKE_RECORD_H
#define HEXFOG_CLI_BAKE_RECORD_H

#include "base/file_stamp.h"
#include "base/text.h"

struct hexfog_record_output {
    char *path;
    struct hexfog_file_stamp stamp;
};

struct hexfog_record {
    char *description, *folder;      /* the key: who was baked, where its relative outputs went */
    char *base;                      /* its base file; "" = none */
    char inputs[65];                 /* SHA-256 of all that the bytes of the outputs depend on */
    int proven;                      /* enum hexfog_proven of the outputs as they are stamped */
    struct hexfog_record_output *outputs;
    size_t output_count;
};

/* Sorted by their keys, one record a key. Zeroed = empty. */
struct hexfog_records {
    struct hexfog_record *list;
    size_t count, capacity;
};

#define HEXFOG_STATE_NAME ".hexfog-state"
#define HEXFOG_MOST_STATE_BYTES ((size_t)1 << 28)

/* Whether these are the bytes of a state file, of whatever version, or of one that was cut: it
 * may be replaced. */
bool hexfog_is_state(const char *bytes, size_t length);

/*
 * Reads a state file. A line whose checksum is wrong, or that is no record, counts in *damaged
 * and is left out; of two with one key the later one counts; a file of another version holds no
 * records. MEMORY is all that it fails with. Free *records either way.
 */
hexfog_status hexfog_records_read(const char *bytes, size_t length,
                                  struct hexfog_records *records, size_t *damaged);
void hexfog_records_write(const struct hexfog_records *records, struct hexfog_text *text);
void hexfog_records_free(struct hexfog_records *records);

/* NULL when there is none. */
const struct hexfog_record *hexfog_record_find(const struct hexfog_records *records,
                                               const char *description, const char *folder);
/* Takes the record over and empties it, in place of one with its key; false: no memory, and
 * nothing is changed. */
bool hexfog_record_put(struct hexfog_records *records, struct hexfog_record *record);
void hexfog_record_remove(struct hexfog_records *records, const char *description,
                          const char *folder);
/* False when memory is out. */
bool hexfog_record_copy(struct hexfog_record *copy, const struct hexfog_record *record);
void hexfog_record_free(struct hexfog_record *record);

#endif
