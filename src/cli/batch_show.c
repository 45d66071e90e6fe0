// SPDX-License-Identifier: MIT
// Turns the course of a batch into lines on standard error.
#include "cli/batch_show.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "cli/message.h"
#include "cli/size.h"

static const double first_shown_s = 0.5, least_interval_s = 0.1;

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void write_text(struct hexfog_text *text)
{
    if (!text->failed)
        (void)hexfog_write_all(STDERR_FILENO, "", text->bytes, text->length, NULL);
    hexfog_text_free(text);
}

static bool is_json(const struct hexfog_batch_show *show)
{
    return show->batch->settings->messages == HEXFOG_MESSAGES_JSON;
}

// ---- Events.

struct event {
    struct hexfog_text text;
    struct hexfog_json_writer json;
};

static void open_event(struct event *event, const char *what)
{
    *event = (struct event){ 0 };
    event->json.text = &event->text;
    hexfog_json_open_inline(&event->json, NULL, '{');
    hexfog_json_string(&event->json, "event", what);
}

static void close_event(struct event *event)
{
    hexfog_json_close(&event->json, '}');
    if (event->text.length == 0 || event->text.bytes[event->text.length - 1] != '\n')
        hexfog_text_add(&event->text, "\n");
    write_text(&event->text);
}

static void tell_begin(const struct hexfog_batch *batch)
{
    struct event event;
    open_event(&event, "begin");
    hexfog_json_integer(&event.json, "maps", (int64_t)batch->map_count);
    hexfog_json_integer(&event.json, "jobs", (int64_t)batch->job_count);
    hexfog_batch_shard_as_json(batch, &event.json);
    close_event(&event);
}

static void tell_start(const struct hexfog_batch_job *job)
{
    struct event event;
    open_event(&event, "start");
    hexfog_json_integer(&event.json, "rank", (int64_t)job->rank);
    hexfog_json_string(&event.json, "map", job->map->name);
    hexfog_json_integer(&event.json, "threads", job->threads);
    close_event(&event);
}

static void tell_end(const struct hexfog_batch_show *show, const struct hexfog_batch_job *job)
{
    struct event event;
    open_event(&event, "end");
    hexfog_json_integer(&event.json, "rank", (int64_t)job->rank);
    hexfog_json_string(&event.json, "map", job->map->name);
    hexfog_json_string(&event.json, "result", hexfog_batch_words[job->result]);
    hexfog_json_string(&event.json, "status", hexfog_status_name(job->status));
    hexfog_json_number(&event.json, "seconds", hexfog_batch_seconds(job->seconds));
    hexfog_json_integer(&event.json, "done", (int64_t)show->done);
    hexfog_json_integer(&event.json, "jobs", (int64_t)show->batch->job_count);
    close_event(&event);
}

static void tell_summary(const struct hexfog_batch *batch)
{
    struct hexfog_batch_counts counts = hexfog_batch_count(batch);
    struct event event;
    open_event(&event, "summary");
    hexfog_batch_counts_as_json(&counts, &event.json);
    hexfog_json_number(&event.json, "seconds", hexfog_batch_seconds(batch->seconds));
    close_event(&event);
}

// ---- The line that is drawn again.

static size_t columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

static void erase(struct hexfog_batch_show *show)
{
    static const char erase_line[] = "\r\033[K";
    if (show->is_drawn)
        (void)hexfog_write_all(STDERR_FILENO, "", erase_line, sizeof erase_line - 1, NULL);
    show->is_drawn = false;
}

static void add_time_left(const struct hexfog_batch_show *show, double spent_s,
                          struct hexfog_text *line)
{
    double rate = (double)show->done / spent_s;
    double left_s = (double)(show->batch->job_count - show->done) / rate;
    int whole_s = left_s < 359999 ? (int)left_s : 359999;
    hexfog_text_print(line, "  %.1f/s  %d:%02d left", rate, whole_s / 60, whole_s % 60);
}

// One column stays free, so that no terminal wraps the line.
static void cut(struct hexfog_text *line, size_t most)
{
    size_t at = 0;
    for (size_t column = 0; at < line->length && column + 1 < most; column++) {
        size_t length = hexfog_utf8_length(line->bytes + at, line->length - at);
        at += length ? length : 1;
    }
    line->length = at;
}

static void draw(struct hexfog_batch_show *show, double now)
{
    const struct hexfog_batch *batch = show->batch;
    struct hexfog_text line = { 0 };
    hexfog_text_print(&line, "%zu/%zu", show->done - show->bases_done,
                      batch->job_count - show->bases);
    if (show->done > 0 && now > show->start_s)
        add_time_left(show, now - show->start_s, &line);
    for (size_t i = 0; i < show->busy_count; i++) {
        hexfog_text_add(&line, i ? ", " : "  ");
        hexfog_text_add_visible(&line, batch->list.list[show->busy[i]].name);
    }
    if (line.failed) {
        hexfog_text_free(&line);
        return;
    }
    cut(&line, columns());
    (void)hexfog_write_all(STDERR_FILENO, "", "\r", 1, NULL);
    hexfog_text_add(&line, "\033[K");
    write_text(&line);
    show->is_drawn = true;
    show->last_s = now;
}

void hexfog_batch_show_tick(struct hexfog_batch_show *show)
{
    double now = now_s();
    if (show->is_live && now - show->last_s >= least_interval_s)
        draw(show, now);
}

// ---- Jobs.

static void forget_busy(struct hexfog_batch_show *show, size_t rank)
{
    size_t kept = 0;
    for (size_t i = 0; i < show->busy_count; i++)
        if (show->busy[i] != rank)
            show->busy[kept++] = show->busy[i];
    show->busy_count = kept;
}

void hexfog_batch_show_open(struct hexfog_batch_show *show, const struct hexfog_batch *batch)
{
    const struct hexfog_settings *settings = batch->settings;
    bool always = settings->progress == HEXFOG_ALWAYS;
    *show = (struct hexfog_batch_show){ .batch = batch, .start_s = now_s() };
    for (size_t i = 0; i < batch->job_count; i++)
        show->bases += batch->jobs[i].is_base;
    show->is_live = !settings->quiet && settings->progress != HEXFOG_NEVER
                 && (always || (hexfog_is_terminal(STDERR_FILENO) && !is_json(show)));
    show->last_s = always ? 0 : show->start_s + first_shown_s - least_interval_s;
    if (is_json(show) && !settings->quiet)
        tell_begin(batch);
}

void hexfog_batch_show_start(struct hexfog_batch_show *show, const struct hexfog_batch_job *job)
{
    if (show->busy_count < sizeof show->busy / sizeof *show->busy)
        show->busy[show->busy_count++] = job->rank;
    if (is_json(show) && !show->batch->settings->quiet)
        tell_start(job);
}

static void add_made(const struct hexfog_batch_job *job, struct hexfog_text *text)
{
    char size[HEXFOG_SIZE_BYTES];
    uint64_t bytes = 0;
    for (size_t i = 0; i < job->output_count; i++)
        bytes += job->outputs[i].stamp.bytes;
    hexfog_text_print(text, " (%zu file%s, %s)", job->output_count,
                      HEXFOG_PLURAL(job->output_count), hexfog_size_as_text(size, bytes));
}

static void print_job(const struct hexfog_batch_show *show, const struct hexfog_batch_job *job)
{
    struct hexfog_text line = { 0 };
    hexfog_text_print(&line, "[%zu/%zu] ", show->done - show->bases_done,
                      show->batch->job_count - show->bases);
    hexfog_text_add_visible(&line, job->map->path);
    if (job->result == HEXFOG_BATCH_FAILED)
        hexfog_text_print(&line, ": failed (%s)", hexfog_status_name(job->status));
    else
        hexfog_text_print(&line, ": %s in %.2f s", hexfog_batch_words[job->result], job->seconds);
    if (job->result == HEXFOG_BATCH_BAKED)
        add_made(job, &line);
    hexfog_text_add(&line, "\n");
    write_text(&line);
}

void hexfog_batch_show_end(struct hexfog_batch_show *show, struct hexfog_batch_job *job)
{
    const struct hexfog_settings *settings = show->batch->settings;
    bool has_line = !settings->quiet && !show->is_live && settings->progress != HEXFOG_NEVER
                 && !settings->dry_run && job->result != HEXFOG_BATCH_UP_TO_DATE
                 && job->result != HEXFOG_BATCH_BASE
                 && job->result != HEXFOG_BATCH_NOT_RUN;
    show->done++;
    show->bases_done += job->result == HEXFOG_BATCH_BASE;
    forget_busy(show, job->rank);
    if (job->diagnostics.count > 0 || job->diagnostics.error_count > 0)
        erase(show);
    hexfog_print_diagnostics(settings, &job->diagnostics);
    if (is_json(show) && !settings->quiet)
        tell_end(show, job);
    else if (has_line && !is_json(show))
        print_job(show, job);
}

// What an early end has left undone, as far as anybody would read it.
static void print_not_run(const struct hexfog_batch *batch)
{
    enum { MOST_NAMED = 100 };
    size_t count = 0;
    for (size_t i = 0; i < batch->job_count; i++) {
        const struct hexfog_batch_job *job = &batch->jobs[i];
        if (job->result == HEXFOG_BATCH_NOT_RUN && ++count <= MOST_NAMED)
            hexfog_print_note(batch->settings, "%s: not run", job->map->path);
    }
    if (count > MOST_NAMED)
        hexfog_print_note(batch->settings, "and %zu more: not run (--report names all)",
                          count - MOST_NAMED);
}

static void print_summary(const struct hexfog_batch *batch)
{
    struct hexfog_batch_counts counts = hexfog_batch_count(batch);
    struct hexfog_text text = { 0 };
    hexfog_batch_counts_as_text(&counts, &text);
    char size[HEXFOG_SIZE_BYTES];
    if (counts.results[HEXFOG_BATCH_BAKED] > 0)
        hexfog_text_print(&text, ", %s", hexfog_size_as_text(size, counts.bytes));
    hexfog_text_print(&text, ", in %.1f s", batch->seconds);
    print_not_run(batch);
    hexfog_print_note(batch->settings, "%s", text.failed ? "" : text.bytes);
    hexfog_text_free(&text);
}

void hexfog_batch_show_close(struct hexfog_batch_show *show)
{
    const struct hexfog_settings *settings = show->batch->settings;
    erase(show);
    if (is_json(show) && !settings->quiet)
        tell_summary(show->batch);
    else if (!settings->dry_run)
        print_summary(show->batch);
}
