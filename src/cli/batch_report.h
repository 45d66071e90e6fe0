/* SPDX-License-Identifier: MIT */
/* Reports of batches, read back: report-batch JSON, of which a shard is a part. */
#ifndef HEXFOG_CLI_BATCH_REPORT_H
#define HEXFOG_CLI_BATCH_REPORT_H

#include "cli/batch.h"

/*
 * Reads one. report->list has the names and paths of its jobs, in their order, and no others;
 * its digest is the whole list's, as map_count is. IO: it is no JSON, or no report of a batch;
 * error->file is file_name. MEMORY. Free *report with hexfog_batch_free either way.
 */
hexfog_status hexfog_batch_report_read(const char *text, size_t length, const char *file_name,
                                       struct hexfog_batch *report, struct hexfog_error *error);

#endif
