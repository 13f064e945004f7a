// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef BF_ANALYSIS_REPORT_REPORT_INTERNAL_H
#define BF_ANALYSIS_REPORT_REPORT_INTERNAL_H

#include <math.h>

#include "analysis/report/figure.h"
#include "analysis/report/html.h"
#include "analysis/report/report.h"
#include "analysis/statistics/frame.h"
#include "analysis/statistics/summary.h"

// ---- Runs in drawers (report_cells.c) -----------------------------------------------------------

enum bf_role { BF_WORKLOAD, BF_LOAD, BF_SCHEDULER, BF_ESTIMATES, BF_SEED, BF_ROLES };

enum { BF_REPORT_LABEL_SIZE = 160, BF_REPORT_MOST_KEYS = 64 };

// What runs of one drawer have in common.
struct bf_thing {
    char label[BF_REPORT_LABEL_SIZE];
    uint32_t run; // one that has it, a number of the frame
    int colour;   // of a scheduler
};

struct bf_things {
    size_t keys[BF_REPORT_MOST_KEYS], key_count; // positions in the frame
    struct bf_thing *all;
    uint32_t count;
    uint32_t *of; // of each run
};

// Runs that differ in the seed alone. Cells are in the order of workload, load, scheduler and
// estimates.
struct bf_cell {
    uint32_t workload, load, scheduler, estimates;
    const uint32_t *runs;
    size_t n;
};

// Mean over the runs of a cell and its interval, the same as `bfsweep stats` gives: BCa, or
// Student's where there are fewer runs than BF_REPORT_FEWEST, below which BCa intervals are too
// narrow (docs/statistics.md). One run: NaN.
enum { BF_REPORT_FEWEST = 10 };

struct bf_mean {
    double mean, low, high;
    size_t n;
};

// The mean, over pairs of runs of equal workload, load and seed, of the logarithm of a metric over
// the baseline's, with its interval, as ratios - 1. `n` counts pairs, `better` those with less than
// the baseline.
struct bf_change {
    double mean, low, high;
    size_t n, better;
};

// A scheduler with its estimates.
struct bf_variant {
    uint32_t scheduler, estimates;
    struct bf_change bsld, wait; // over all workloads and loads
};

// ---- The report ---------------------------------------------------------------------------------

enum { BF_REPORT_METRICS = 10, BF_REPORT_MOST_PICKS = 8, BF_REPORT_MOST_LEADERS = 8 };

struct bf_metric {
    const char *name;  // column of /runs
    const char *title; // of a column of a table: short
    const char *axis;  // of a figure, with unit
    double unit;       // of the axis: 3600 for hours
    enum bf_number_kind kind;
};

extern const struct bf_metric bf_report_metrics[BF_REPORT_METRICS];
enum {
    BF_M_BSLD,
    BF_M_WAIT,
    BF_M_P95_BSLD,
    BF_M_P95_WAIT,
    BF_M_MAX_WAIT,
    BF_M_UTILIZATION,
    BF_M_LOSS,
    BF_M_QUEUE,
    BF_M_BACKFILLED,
    BF_M_OVERTAKEN
};

// A run whose schedule is drawn.
struct bf_pick {
    uint64_t row; // in /runs
    uint32_t run; // of the frame
    uint32_t scheduler;
    struct bf_job_row *jobs; // in the order of submits
    size_t job_count;
    int32_t procs;
};

struct bf_report {
    struct bf_store_reader *reader;
    const struct bf_report_ask *ask;
    struct bf_frame *frame;
    struct bf_things things[BF_ROLES];
    struct bf_groups groups;
    struct bf_cell *cells;
    size_t cell_count;
    uint32_t *cell_at; // first cell of each workload; one more than workloads
    uint32_t base_scheduler, base_estimates;
    uint32_t leaders[BF_REPORT_MOST_LEADERS], leader_count; // schedulers that figures show
    bool all_lead;                                          // the leaders are all schedulers
    struct bf_variant *variants; // by the change of their mean bounded slowdown, lowest first
    size_t variant_count;
    struct bf_sampler *sampler;
    struct bf_mean *means; // cells x metrics; n == SIZE_MAX: not yet known
    double *values;        // scratch, one a run of the largest cell
    struct bf_pick picks[BF_REPORT_MOST_PICKS];
    size_t pick_count;
    struct bf_figures figures;
    size_t drawn, wanted;      // figures of the section at hand
    struct bf_buffer sections; // items of the list of sections
    struct bf_buffer *page;
};

enum bf_err bf_report_cells(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_baseline(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_leaders(struct bf_report *r, struct bf_error *e);

static inline const struct bf_thing *bf_workload(const struct bf_report *r, uint32_t n)
{
    return &r->things[BF_WORKLOAD].all[n];
}
static inline const struct bf_thing *bf_load(const struct bf_report *r, uint32_t n)
{
    return &r->things[BF_LOAD].all[n];
}
static inline const struct bf_thing *bf_scheduler(const struct bf_report *r, uint32_t n)
{
    return &r->things[BF_SCHEDULER].all[n];
}
static inline const struct bf_thing *bf_estimates(const struct bf_report *r, uint32_t n)
{
    return &r->things[BF_ESTIMATES].all[n];
}

// The cell of that kind; NULL: there are no such runs.
const struct bf_cell *bf_report_cell(const struct bf_report *r, uint32_t workload, uint32_t load,
                                     uint32_t scheduler, uint32_t estimates);

// The same with the estimates of the baseline, or, for a scheduler that has no runs with them (it
// uses none), with its first ones.
const struct bf_cell *bf_report_cell_like_base(const struct bf_report *r, uint32_t workload,
                                               uint32_t load, uint32_t scheduler);

const struct bf_mean *bf_report_mean(struct bf_report *r, const struct bf_cell *cell,
                                     size_t metric);

// `easy, truncate:2`: scheduler and estimates of a cell.
const char *bf_report_variant(const struct bf_report *r, uint32_t scheduler, uint32_t estimates,
                              char text[2 * BF_REPORT_LABEL_SIZE]);

// Of one cell, or of a variant over all its cells.
struct bf_change bf_report_change(struct bf_report *r, const struct bf_cell *cell, size_t metric);

// Fills in r->variants.
enum bf_err bf_report_variants(struct bf_report *r, struct bf_error *e);

// ---- Parts of the page --------------------------------------------------------------------------

// The list of sections, at this place of the page.
void bf_report_navigation(struct bf_report *r);

// Begins a section, which the list names.
void bf_report_section(struct bf_report *r, const char *id, const char *heading);

// A heading below a section: a workload, and a load unless it is NULL.
void bf_report_heading(struct bf_report *r, uint32_t workload, const char *load);

// A sentence in small print.
void bf_report_note(struct bf_report *r, const char *text);

// Counts a figure of the section, which has at most so many. False: it has as many already, and the
// figure is to be left out.
bool bf_report_may_draw(struct bf_report *r, size_t most);

// Says how many figures of the section were left out, if any, and where the rest is.
void bf_report_say_left(struct bf_report *r, const char *rest);

// Whether figures show this scheduler.
bool bf_report_leads(const struct bf_report *r, uint32_t scheduler);

// Whether cells of this workload and load exist.
bool bf_report_has_load(const struct bf_report *r, uint32_t workload, uint32_t load);

// The load of a workload that is nearest to 1.
uint32_t bf_report_usual_load(const struct bf_report *r, uint32_t workload);

// Cell of a table with a mean and its interval; NULL: a dash.
void bf_report_put_mean(struct bf_report *r, const struct bf_cell *cell, size_t metric);

// A new figure, put at this place of the page unless it has none; NULL: there is no memory.
struct bf_figure *bf_report_figure(struct bf_report *r, const char *name, int width, int height);
void bf_report_figures_begin(struct bf_report *r);
void bf_report_figures_end(struct bf_report *r);

// The key of the figures of a section: the leaders in their colours.
void bf_report_legend(struct bf_report *r, const uint32_t *schedulers, size_t n);

// ---- Pictures (report_draw.c) -------------------------------------------------------------------

// A number with its interval, as a row of a picture.
struct bf_draw_row {
    char label[2 * BF_REPORT_LABEL_SIZE];
    double value, low, high; // NaN: no interval
    int colour;
};

// The axis of numbers. They are divided by `unit`; a `reference` that is no NaN is a line. The axis
// is logarithmic where `may_log` allows it and the numbers span more than a factor of 20.
struct bf_draw_axis {
    const char *label;
    double unit, reference;
    bool may_log;
    bool times; // numbers are ratios (0.5x), and the axis is logarithmic
};

// Rows below each other; the height of the figure is set.
void bf_draw_rows(struct bf_figure *f, const struct bf_draw_row *rows, size_t n,
                  const struct bf_draw_axis *axis);

// Curves with intervals: begun, given points curve by curve, ended. Those beyond
// BF_DRAW_MOST_CURVES are left out, with their points; the caller tells the reader.
enum { BF_DRAW_MOST_CURVES = 32 };

struct bf_draw_curves {
    struct bf_figure *f;
    const struct bf_draw_axis *axis;
    char names[BF_DRAW_MOST_CURVES][BF_REPORT_LABEL_SIZE];
    int colours[BF_DRAW_MOST_CURVES];
    int count, left_out; // curves
    size_t points;
    size_t every; // of so many labels one is written
    double least, most, least_x, most_x;
};

void bf_draw_curves_begin(struct bf_draw_curves *c, struct bf_figure *f,
                          const struct bf_draw_axis *axis);
void bf_draw_curve(struct bf_draw_curves *c, const char *name, int colour);
void bf_draw_point(struct bf_draw_curves *c, double x, double y, double low, double high);

// `labels` for x = 0, 1, 2 ...; NULL: x is a number. Without a point nothing is plotted.
void bf_draw_curves_end(struct bf_draw_curves *c, const char *x_label, const char *const *labels,
                        size_t label_count);

// The axis of a metric.
struct bf_draw_axis bf_draw_metric(size_t metric);

// Heat maps (report_heat.c): begun, given fields, ended. Fields stand at columns and rows from 0
// on, rows upwards.
struct bf_heat_axis {
    const char *name;
    const char *const *labels; // of fields, or of their lower ends
    size_t count;
    bool ends;
};

// The colour of a value on a scale from `least` to `most`.
int bf_heat_class(double value, double least, double most);
void bf_heat_begin(struct bf_figure *f, const char *value);
void bf_heat_field(struct bf_figure *f, int column, int row, double value, int colour,
                   const char *shown);
void bf_heat_end(struct bf_figure *f, const struct bf_heat_axis *x, const struct bf_heat_axis *y);

// ---- Sections -------------------------------------------------------------------------------

enum bf_err bf_report_head(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_side_by_side(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_estimates(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_parameters(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_load(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_weeks(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_waits(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_classes(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_cost(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_machine(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_gantt(struct bf_report *r, struct bf_error *e);
enum bf_err bf_report_origin(struct bf_report *r, struct bf_error *e);

// Reads the schedules that are drawn.
enum bf_err bf_report_pick(struct bf_report *r, struct bf_error *e);
void bf_report_picks_fini(struct bf_report *r);

// What a chosen run is called and drawn in; the sentence and the key that tell of all.
const char *bf_report_pick_name(const struct bf_report *r, const struct bf_pick *pick,
                                char text[2 * BF_REPORT_LABEL_SIZE]);
int bf_report_pick_colour(const struct bf_report *r, size_t pick);
void bf_report_list_picks(struct bf_report *r);
void bf_report_pick_legend(struct bf_report *r);

static inline enum bf_err bf_report_no_memory(struct bf_error *e)
{
    return bf_error_no_memory(e, 0, "a report");
}

// The first character of a title made of `text`: a capital where it is a letter of ASCII.
static inline char bf_report_capital(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'z' ? (char)(text[0] - 'a' + 'A') : text[0];
}

#endif
