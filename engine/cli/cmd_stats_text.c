// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cmd_stats_result.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/cli/cmd_stats_grid.h"
#include "engine/cli/list.h"

enum { LABEL_WIDTH = 10, DIGITS = 4, MOST_DECIMALS = 6, NOTES_SIZE = 16 * 1024 };

// ---- What the numbers are of ------------------------------------------------

static void print_labelled(FILE *to, const char *label, const char *text)
{
    cli_print_wrapped(to, fprintf(to, "%-*s", LABEL_WIDTH, label), LABEL_WIDTH, text);
}

static void print_runs(FILE *to, const struct stats_result *r)
{
    char buffer[512];
    const struct bf_frame *f = r->frame;
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    bf_text_add(&text, "%zu of %" PRIu64 " in %s", f->runs, f->in_file, r->ask->path);
    if (f->left_out)
        bf_text_add(&text, "; %" PRIu64 " %s not meet the conditions", f->left_out,
                    bf_text_plural((int64_t)f->left_out, "does", "do"));
    if (f->failed)
        bf_text_add(&text, "; %" PRIu64 " failed", f->failed);
    print_labelled(to, "runs", buffer);
}

static bool is_by(const struct stats_result *r, size_t key)
{
    for (size_t k = 0; k < r->key_count; k++)
        if (r->keys[k] == key)
            return true;
    return false;
}

// Does the key differ within some group?
static bool differs_within(const struct stats_result *r, const struct bf_key *key)
{
    for (size_t g = 0; g < r->groups.count; g++)
        for (size_t i = r->groups.first[g] + 1; i < r->groups.first[g + 1]; i++)
            if (key->code[r->groups.runs[i]] != key->code[r->groups.runs[i - 1]])
                return true;
    return false;
}

// Axes that are the same in all runs, and axes that differ within groups.
static void print_axes(FILE *to, const struct stats_result *r)
{
    char equal_buffer[4096], over_buffer[1024];
    struct bf_text equal = bf_text_init(equal_buffer, sizeof equal_buffer);
    struct bf_text over = bf_text_init(over_buffer, sizeof over_buffer);
    for (size_t k = 0; k < r->frame->key_count; k++) {
        const struct bf_key *key = &r->frame->keys[k];
        if (is_by(r, k) || key->kind == BF_KEY_OTHER)
            continue;
        if (differs_within(r, key))
            bf_text_add(&over, "%s%s (%" PRIu32 " values)", over.used ? ", " : "", key->name,
                        key->levels);
        else if (key->levels == 1 && key->level[0].text[0])
            bf_text_add(&equal, "%s%s=%s", equal.used ? " " : "", key->name, key->level[0].text);
    }
    print_labelled(to, "all with", equal_buffer);
    if (over.used)
        print_labelled(to, "over", over_buffer);
}

static void print_method(FILE *to, const struct stats_result *r)
{
    char buffer[512];
    char confidence[BF_DOUBLE_TEXT_SIZE];
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    bf_text_add(&text, "low and high: %s %% interval of the mean, ",
                bf_text_double(confidence, r->ask->how.confidence));
    if (r->batches)
        bf_text_add(&text, "by Student from means over batches of %u %s", r->ask->weeks,
                    bf_text_plural(r->ask->weeks, "week", "weeks"));
    else if (r->ask->how.kind == BF_INTERVAL_STUDENT)
        bf_text_add(&text, "by Student");
    else
        bf_text_add(&text, "by bootstrap (BCa, %u resamples, seed %" PRIu64 ")",
                    r->ask->how.resamples, r->ask->how.seed);
    print_labelled(to, "interval", buffer);
    if (r->ask->versus) {
        text = bf_text_init(buffer, sizeof buffer);
        bf_text_add(&text, "%s, run by run where all other axes are equal", r->ask->versus);
        print_labelled(to, "against", buffer);
        print_labelled(to, "tests",
                       "p of the sign test and of Wilcoxon's signed ranks, two-sided, by Holm for "
                       "all comparisons in these tables");
    }
}

static void print_metric(FILE *to, const struct bf_column *metric)
{
    if (strncmp(metric->name, "mean_", 5) == 0) // in /weeks it is `their mean wait`
        metric = bf_table_column(&bf_table_runs, metric->name);
    fprintf(to, "\n%s: %s%s%s%s\n", metric->name, metric->meaning, metric->unit[0] ? " (" : "",
            metric->unit, metric->unit[0] ? ")" : "");
}

// ---- Tables -----------------------------------------------------------------

// Decimals with which numbers of this size have four digits.
static int decimals_of(double size)
{
    if (!(size > 0))
        return 0;
    return (int)fmin(fmax(DIGITS - 1 - floor(log10(size)), 0), MOST_DECIMALS);
}

static double smaller_size(double size, double value)
{
    value = fabs(value);
    return value > 0 && !(size <= value) ? value : size;
}

static void begin_grid(struct cli_grid *grid, const struct stats_result *r,
                       const char *const *headings)
{
    grid->keys = r->key_count;
    grid->columns = r->key_count;
    for (size_t k = 0; k < r->key_count; k++)
        cli_grid_add(grid, r->frame->keys[r->keys[k]].name);
    for (; *headings; headings++, grid->columns++)
        cli_grid_add(grid, *headings);
}

static void add_keys(struct cli_grid *grid, const struct stats_result *r, size_t group)
{
    for (size_t k = 0; k < r->key_count; k++) {
        const struct bf_level *level =
            bf_key_of(&r->frame->keys[r->keys[k]], r->groups.runs[r->groups.first[group]]);
        cli_grid_add(grid, level->text[0] ? level->text : "-");
    }
}

static enum bf_err print_summaries(FILE *to, const struct stats_result *r,
                                   const struct bf_summary *summaries, struct bf_error *e)
{
    static const char *const headings[] = {"n",   "mean",   "low", "high", "sd",
                                           "min", "median", "max", NULL};
    struct cli_grid grid = {0};
    double size = NAN;
    for (size_t g = 0; g < r->groups.count; g++)
        size = smaller_size(size, summaries[g].mean);
    const int d = decimals_of(size);
    begin_grid(&grid, r, headings);
    for (size_t g = 0; g < r->groups.count; g++) {
        const struct bf_summary *s = &summaries[g];
        const double numbers[] = {s->mean, s->of_mean.low, s->of_mean.high, s->sd,
                                  s->min,  s->median,      s->max};
        add_keys(&grid, r, g);
        cli_grid_addf(&grid, "%zu", s->n);
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
            cli_grid_number(&grid, numbers[i], d);
    }
    return cli_grid_print(&grid, to, e);
}

static enum bf_err print_batches(FILE *to, const struct stats_result *r,
                                 const struct bf_batches *batches, struct bf_error *e)
{
    static const char *const headings[] = {"run", "batches", "left out", "mean",
                                           "low", "high",    "lag 1",    NULL};
    struct cli_grid grid = {0};
    double size = NAN;
    for (size_t g = 0; g < r->groups.count; g++)
        size = smaller_size(size, batches[g].mean);
    const int d = decimals_of(size);
    begin_grid(&grid, r, headings);
    for (size_t g = 0; g < r->groups.count; g++) {
        const struct bf_batches *b = &batches[g];
        add_keys(&grid, r, g);
        cli_grid_addf(&grid, "%" PRIu64, r->frame->row[r->groups.runs[g]]);
        cli_grid_addf(&grid, "%zu", b->batches);
        cli_grid_addf(&grid, "%zu", b->left_out);
        cli_grid_number(&grid, b->mean, d);
        cli_grid_number(&grid, b->of_mean.low, d);
        cli_grid_number(&grid, b->of_mean.high, d);
        cli_grid_number(&grid, b->lag1, 2);
    }
    return cli_grid_print(&grid, to, e);
}

static void add_paired(struct cli_grid *grid, const struct bf_paired *p, int decimals)
{
    cli_grid_addf(grid, "%zu", p->pairs);
    cli_grid_number(grid, p->difference, decimals);
    cli_grid_number(grid, p->of_difference.low, decimals);
    cli_grid_number(grid, p->of_difference.high, decimals);
    cli_grid_number(grid, p->ratio, 3);
    cli_grid_number(grid, p->of_ratio.low, 3);
    cli_grid_number(grid, p->of_ratio.high, 3);
    cli_grid_addf(grid, "%zu", p->lower);
    cli_grid_addf(grid, "%zu", p->higher);
    cli_grid_p(grid, p->sign_holm);
    cli_grid_p(grid, p->rank_holm);
}

static enum bf_err print_paired(FILE *to, const struct stats_result *r,
                                const struct bf_paired *paired, struct bf_error *e)
{
    static const char *const headings[] = {"pairs", "change", "low",    "high",   "ratio",  "low",
                                           "high",  "lower",  "higher", "p sign", "p rank", NULL};
    struct cli_grid grid = {0};
    double size = NAN;
    for (size_t i = 0; i < r->compared_count; i++)
        size = smaller_size(size, paired[i].base);
    begin_grid(&grid, r, headings);
    for (size_t i = 0; i < r->compared_count; i++) {
        add_keys(&grid, r, r->compared[i].group);
        add_paired(&grid, &paired[i], decimals_of(size));
    }
    return cli_grid_print(&grid, to, e);
}

static enum bf_err print_tables(FILE *to, const struct stats_result *r, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    for (size_t m = 0; m < r->metric_count && !err; m++) {
        print_metric(to, r->metrics[m]);
        if (r->ask->versus)
            err = print_paired(to, r, r->paired + m * r->compared_count, e);
        else if (r->batches)
            err = print_batches(to, r, r->batches + m * r->groups.count, e);
        else
            err = print_summaries(to, r, r->summaries + m * r->groups.count, e);
    }
    return err;
}

static void print_notes(FILE *to, const struct stats_result *r)
{
    char buffer[NOTES_SIZE];
    struct bf_text notes = bf_text_init(buffer, sizeof buffer);
    cli_stats_notes(r, &notes);
    if (notes.used)
        fputc('\n', to);
    for (char *at = buffer; *at;) {
        const size_t n = strcspn(at, "\n");
        const bool more = at[n];
        at[n] = '\0';
        print_labelled(to, "note", at);
        at += n + more;
    }
}

enum bf_err cli_stats_text(FILE *to, const struct stats_result *result, struct bf_error *e)
{
    print_runs(to, result);
    print_axes(to, result);
    print_method(to, result);
    const enum bf_err err = print_tables(to, result, e);
    if (!err)
        print_notes(to, result);
    return err;
}
