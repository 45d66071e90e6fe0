// SPDX-License-Identifier: MIT
// Turns rows done into a bar with rate and time left.
#include "cli/progress.h"
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "cli/message.h"

static const double first_shown_s = 0.5, least_interval_s = 0.1;
static const char erase_line[] = "\r\033[K";

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void hexfog_progress_start(struct hexfog_progress *progress,
                           const struct hexfog_settings *settings, int32_t width_px)
{
    bool always = settings->progress == HEXFOG_ALWAYS;
    *progress = (struct hexfog_progress){ .width_px = width_px, .start_s = now_s() };
    progress->is_wanted = !settings->quiet && settings->progress != HEXFOG_NEVER
                       && (always || hexfog_is_terminal(STDERR_FILENO));
    progress->last_s = always ? 0 : progress->start_s + first_shown_s - least_interval_s;
}

static int terminal_columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

static void write_error(const char *bytes, size_t length)
{
    (void)hexfog_write_all(STDERR_FILENO, "standard error", bytes, length, NULL);
}

static void draw(double share, double texels_per_s, double left_s)
{
    char figures[64], bar[64], line[160];
    int minutes = left_s < 360000 ? (int)(left_s / 60) : 5999;
    char rate[32] = "";
    if (texels_per_s > 0)
        snprintf(rate, sizeof rate, "  %.1f Mtexel/s", texels_per_s * 1e-6);
    snprintf(figures, sizeof figures, " %3d %%%s  %d:%02d left", (int)(share * 100), rate, minutes,
             left_s < 360000 ? (int)left_s % 60 : 59);
    // One column stays free, so that no terminal wraps the line.
    int columns = terminal_columns() - 1, room = columns - (int)strlen(figures) - 2;
    if (room > 50)
        room = 50;
    if (room < 5)
        room = 0;
    int filled = (int)(share * room);
    memset(bar, '#', (size_t)filled);
    memset(bar + filled, '.', (size_t)(room - filled));
    bar[room] = '\0';
    int length = room ? snprintf(line, sizeof line, "\r[%s]%s\033[K", bar, figures)
                      : snprintf(line, sizeof line, "\r%.*s\033[K", columns, figures + 1);
    write_error(line, (size_t)length);
}

hexfog_status hexfog_progress_update(void *context, int32_t rows_done, int32_t rows_total,
                                     struct hexfog_error *error)
{
    (void)error;
    struct hexfog_progress *progress = context;
    double now = now_s(), spent = now - progress->start_s;
    bool is_due = now - progress->last_s >= least_interval_s;
    if (!progress->is_wanted || !is_due || rows_done <= 0 || spent <= 0)
        return HEXFOG_OK;
    progress->last_s = now;
    progress->is_shown = true;
    double rows_per_s = rows_done / spent;
    draw((double)rows_done / rows_total, rows_per_s * progress->width_px,
         (rows_total - rows_done) / rows_per_s);
    return HEXFOG_OK;
}

void hexfog_progress_end(struct hexfog_progress *progress)
{
    if (progress->is_shown)
        write_error(erase_line, sizeof erase_line - 1);
    progress->is_shown = false;
}
