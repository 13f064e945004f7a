// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/schedule_csv.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "engine/base/text.h"
#include "engine/core/types.h"
#include "workloads/lines_internal.h"

enum { COLUMNS = 256, NAME_SIZE = 64, NAMES = 6 };

// Spellings, the first one ours; those behind are used by other simulators.
static const struct {
    const char *names[NAMES];
    bool may_be_empty;
    int64_t min, max;
} fields[BF_CSV_FIELDS] = {
    [BF_CSV_JOB] = {{"job", "job_id", "jobid", "job_number", "id"}, false, INT64_MIN, INT64_MAX},
    [BF_CSV_START] = {{"start", "start_time", "starting_time"}, false, -BF_MAX_TIME, BF_MAX_TIME},
    [BF_CSV_SUBMIT] = {{"submit", "submit_time", "submission_time"}, false, 0, BF_MAX_TIME},
    [BF_CSV_END] = {{"end", "end_time", "finish_time"}, false, -BF_MAX_TIME, BF_MAX_TIME},
    [BF_CSV_PROCS] = {{"procs", "processors", "requested_number_of_resources"},
                      false,
                      1,
                      BF_MAX_PROCS},
    [BF_CSV_REQUEST] = {{"request", "requested_time", "time_limit"}, false, 1, BF_MAX_TIME},
    [BF_CSV_RUN] = {{"run", "run_time", "runtime", "execution_time"}, false, 0, BF_MAX_TIME},
    [BF_CSV_PLAN] = {{"plan"}, false, 1, (int64_t)1 << 60},
    [BF_CSV_FIRST_PROMISE] = {{"first_promise"}, true, 0, BF_MAX_TIME},
    [BF_CSV_LAST_PROMISE] = {{"last_promise"}, true, 0, BF_MAX_TIME},
    [BF_CSV_FLAGS] = {{"flags"}, false, 0, UINT32_MAX},
};

struct reading {
    const char *name;   // of the file
    const char *column; // of start times; NULL: by its name
    char header[COLUMNS][NAME_SIZE];
    int columns;
    int field_of[COLUMNS]; // -1: not wanted
    struct bf_arena *arena;
    struct bf_schedule_csv *csv;
    uint32_t room;
    bool seen[BF_CSV_FIELDS];
};

// ---- cells -------------------------------------------------------------------

struct cell {
    const char *text;
    size_t length;
};

// Takes a cell off the line, without blanks and quotes around it.
static struct cell next_cell(const char **at, const char *end)
{
    const char *from = *at, *to = from;
    while (to < end && *to != ',')
        to++;
    *at = to + 1;
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    if (to - from >= 2 && *from == '"' && to[-1] == '"')
        from++, to--;
    return (struct cell){from, (size_t)(to - from)};
}

static void copy_cell(char *to, size_t size, const struct cell *c)
{
    bf_text_copy(to, c->length + 1 < size ? c->length + 1 : size, c->text);
}

// A whole number, also one that is written with a fraction of 0.
static bool parse_number(const char *text, int64_t *value)
{
    double x;
    if (bf_text_to_int(text, value))
        return true;
    if (!bf_text_to_double(text, &x) || x != floor(x) || fabs(x) > 9e15)
        return false;
    *value = (int64_t)x;
    return true;
}

// ---- the header --------------------------------------------------------------

static int column_called(const struct reading *r, const char *name)
{
    for (int i = 0; i < r->columns; i++)
        if (strcasecmp(r->header[i], name) == 0)
            return i;
    return -1;
}

static void list_header(const struct reading *r, struct bf_text *to)
{
    for (int i = 0; i < r->columns; i++)
        bf_text_add(to, "%s%s", i ? "," : "", r->header[i]);
}

static enum bf_err choose_columns(struct reading *r, struct bf_error *e)
{
    char list[512];
    struct bf_text header = bf_text_init(list, sizeof list);
    list_header(r, &header);
    for (int f = 0; f < BF_CSV_FIELDS; f++) {
        int at = -1;
        if (f == BF_CSV_START && r->column)
            at = column_called(r, r->column);
        else
            for (int i = 0; i < NAMES && fields[f].names[i] && at < 0; i++)
                at = column_called(r, fields[f].names[i]);
        if (at >= 0 && r->field_of[at] < 0)
            r->field_of[at] = f;
        else if (f == BF_CSV_START && r->column)
            return bf_error_set(e, BF_ERR_INPUT, "%s:1: there is no column '%s'; columns: %s",
                                r->name, r->column, list);
        else if (f == BF_CSV_JOB || f == BF_CSV_START)
            return bf_error_set(e, BF_ERR_INPUT,
                                "%s:1: expected a line of names with the columns job and start, "
                                "found '%s'; --column names the column of start times",
                                r->name, list);
        else
            continue;
        r->seen[f] = true;
    }
    return BF_OK;
}

static enum bf_err read_header(struct reading *r, const struct bf_line *line, struct bf_error *e)
{
    const char *at = line->text, *end = at + line->length;
    while (at <= end) {
        if (r->columns == COLUMNS)
            return bf_error_set(e, BF_ERR_INPUT, "%s:1: more than %d columns", r->name, COLUMNS);
        const struct cell c = next_cell(&at, end);
        copy_cell(r->header[r->columns], NAME_SIZE, &c);
        r->field_of[r->columns++] = -1;
    }
    return choose_columns(r, e);
}

// ---- jobs --------------------------------------------------------------------

static enum bf_err make_room(struct reading *r, struct bf_error *e)
{
    struct bf_schedule_csv *csv = r->csv;
    if (csv->count < r->room)
        return BF_OK;
    if (r->room > UINT32_MAX / 4)
        return bf_error_set(e, BF_ERR_INPUT, "%s: more than %u jobs", r->name, r->room);
    const uint32_t room = r->room ? 2 * r->room : 1024;
    for (int f = 0; f < BF_CSV_FIELDS; f++) {
        if (!r->seen[f])
            continue;
        int64_t *values = bf_arena_alloc(r->arena, room, sizeof *values);
        if (!values)
            return bf_error_no_memory(e, room * sizeof *values, "a schedule");
        if (csv->count)
            memcpy(values, csv->values[f], csv->count * sizeof *values);
        csv->values[f] = values;
    }
    r->room = room;
    return BF_OK;
}

static enum bf_err read_cell(const struct reading *r, uint64_t line, int column,
                             const struct cell *c, struct bf_error *e)
{
    const int f = r->field_of[column];
    int64_t *to = &r->csv->values[f][r->csv->count];
    char text[NAME_SIZE];
    copy_cell(text, sizeof text, c);
    if (c->length == 0 && fields[f].may_be_empty) {
        *to = -1;
        return BF_OK;
    }
    if (parse_number(text, to) && *to >= fields[f].min && *to <= fields[f].max)
        return BF_OK;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s:%llu: column %s: expected a whole number from %lld to %lld, found '%s'",
                        r->name, (unsigned long long)line, r->header[column],
                        (long long)fields[f].min, (long long)fields[f].max, text);
}

static enum bf_err read_job(struct reading *r, const struct bf_line *line, struct bf_error *e)
{
    const char *at = line->text, *end = at + line->length;
    int column = 0;
    enum bf_err code = make_room(r, e);
    for (; code == BF_OK && at <= end; column++) {
        const struct cell c = next_cell(&at, end);
        if (column < r->columns && r->field_of[column] >= 0)
            code = read_cell(r, line->number, column, &c, e);
    }
    if (code == BF_OK && column != r->columns)
        code = bf_error_set(e, BF_ERR_INPUT, "%s:%llu: expected %d columns, found %d", r->name,
                            (unsigned long long)line->number, r->columns, column);
    r->csv->count += code == BF_OK;
    return code;
}

static bool is_blank(const struct bf_line *line)
{
    for (size_t i = 0; i < line->length; i++)
        if (!isspace((unsigned char)line->text[i]))
            return false;
    return true;
}

static enum bf_err read_all(struct reading *r, struct bf_lines *lines, struct bf_error *e)
{
    struct bf_line line;
    enum bf_err code = BF_OK;
    while (code == BF_OK) {
        code = bf_lines_next(lines, &line, e);
        if (code != BF_OK || !line.text)
            break;
        if (line.number == 1)
            code = read_header(r, &line, e);
        else if (!is_blank(&line))
            code = read_job(r, &line, e);
    }
    if (code == BF_OK && r->csv->count == 0)
        code = bf_error_set(e, BF_ERR_INPUT,
                            "%s: expected a line of names and a line a job; "
                            "there is no job",
                            r->name);
    return code;
}

enum bf_err bf_schedule_csv_read(const char *path, const char *column, struct bf_arena *arena,
                                 struct bf_schedule_csv *csv, struct bf_error *e)
{
    struct bf_lines *lines;
    struct reading *r = bf_arena_zalloc(arena, 1, sizeof *r);
    if (!r)
        return bf_error_no_memory(e, sizeof *r, "a schedule");
    enum bf_err code = bf_lines_open(path, &lines, e);
    if (code != BF_OK)
        return code;
    *csv = (struct bf_schedule_csv){0};
    r->name = bf_lines_name(lines);
    r->column = column;
    r->arena = arena;
    r->csv = csv;
    code = read_all(r, lines, e);
    bf_lines_close(lines);
    return code;
}
