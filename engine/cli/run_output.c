// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/run_output.h"

#include <stdbool.h>
#include <string.h>

#include "engine/cli/run_text.h"
#include "engine/store/row_text.h"

const char *const cli_format_names[] = {"text", "csv", "json", NULL};

// The columns whose order scripts rely on.
static const char fixed_columns[] =
    "trace,policy,jobs,procs,mean_wait,median_wait,p95_wait,max_wait,mean_response,mean_bsld,"
    "median_bsld,p95_bsld,max_bsld,rms_bsld,mean_slowdown,makespan,utilization,backfilled,killed";

// What means something in a file only (places in other tables are <table>_first and _rows), or is
// another value each time.
static bool is_hidden(const struct bf_column *column)
{
    static const char *const endings[] = {"_first", "_rows", NULL};
    const size_t length = strlen(column->name);
    for (size_t i = 0; endings[i]; i++) {
        const size_t end = strlen(endings[i]);
        if (length > end && strcmp(column->name + length - end, endings[i]) == 0)
            return true;
    }
    return column->varies || strcmp(column->name, "status") == 0 ||
           strcmp(column->name, "message") == 0;
}

static bool has_column(const struct bf_row_view *view, const struct bf_column *column)
{
    for (size_t i = 0; i < view->count; i++)
        if (view->columns[i] == column)
            return true;
    return false;
}

// The fixed columns, then all others that are not hidden, in the order of the table.
static enum bf_err make_view(struct bf_row_view *view, struct bf_error *e)
{
    enum bf_err code = bf_row_view_pick(view, &bf_table_runs, fixed_columns, e);
    for (size_t i = 0; code == BF_OK && i < bf_table_runs.column_count; i++) {
        const struct bf_column *column = &bf_table_runs.columns[i];
        if (!is_hidden(column) && !has_column(view, column))
            view->columns[view->count++] = column;
    }
    return code;
}

enum bf_err cli_print_runs(FILE *to, enum cli_format format, const struct bf_trace_row *trace,
                           const struct bf_run_row *rows, int count, struct bf_error *e)
{
    struct bf_row_view view;
    const enum bf_row_format row_format = format == CLI_FORMAT_CSV ? BF_ROW_CSV : BF_ROW_JSON;
    if (format == CLI_FORMAT_TEXT) {
        cli_print_text(to, trace, rows, count);
        return BF_OK;
    }
    enum bf_err code = make_view(&view, e);
    if (code == BF_OK)
        code = bf_row_put_header(&view, row_format, to, e);
    for (int i = 0; code == BF_OK && i < count; i++)
        code = bf_row_put(&view, row_format, &rows[i], to, e);
    return code;
}
