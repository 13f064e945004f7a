// SPDX-License-Identifier: GPL-3.0-or-later
//
// One thing varied and all else held: the load, the estimates, a parameter of a policy.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { MOST_PICTURES = 12 };

// A title that begins with the metric: `Mean wait (h) by load, KTH-SP2`.
static void set_title(struct bf_figure *f, const char *axis, const char *by)
{
    struct bf_text to = bf_text_init(f->title, sizeof f->title);
    bf_text_add(&to, "%c%s by %s", bf_report_capital(axis), axis + 1, by);
}

// Places along an axis, by number, and what is written at them.
struct places {
    size_t n;
    uint32_t *which;     // owned
    const char **labels; // owned; the texts are the frame's
};

static bool places_init(struct places *p, size_t room)
{
    *p = (struct places){.which = malloc((room + 1) * sizeof *p->which),
                         .labels = malloc((room + 1) * sizeof *p->labels)};
    return p->which && p->labels;
}

static void places_fini(struct places *p)
{
    free(p->which);
    free(p->labels);
}

// All that was measured is drawn; not all of it can be named below the axis.
static void tell_thinned(struct bf_figure *f, const struct bf_draw_curves *curves)
{
    struct bf_text to = {.at = f->title, .size = sizeof f->title, .used = strlen(f->title)};
    if (curves->every > 1)
        bf_text_add(&to, "; 1 of %zu values is named", curves->every);
}

static void add_cell(struct bf_report *r, struct bf_draw_curves *curves, double x,
                     const struct bf_cell *cell, size_t metric)
{
    if (!cell)
        return;
    const struct bf_mean *m = bf_report_mean(r, cell, metric);
    bf_draw_point(curves, x, m->mean, m->low, m->high);
}

static bool has_estimates(const struct bf_report *r, uint32_t scheduler, uint32_t workload,
                          uint32_t load)
{
    size_t kinds = 0;
    for (size_t i = r->cell_at[workload]; i < r->cell_at[workload + 1]; i++)
        kinds += r->cells[i].scheduler == scheduler && r->cells[i].load == load;
    return kinds > 1;
}

// Does a leader have several estimates there, so that they can be compared?
static bool compares_estimates(const struct bf_report *r, uint32_t workload, uint32_t load)
{
    for (uint32_t i = 0; i < r->leader_count; i++)
        if (has_estimates(r, r->leaders[i], workload, load))
            return true;
    return false;
}

static void put_workload_heading(struct bf_report *r, uint32_t workload)
{
    if (r->things[BF_WORKLOAD].count > 1)
        bf_report_heading(r, workload, NULL);
}

static const char others[] = "--where picks the runs of others";

// Begins the figures of a workload, unless the section has as many as it may have.
static bool begin_workload(struct bf_report *r, uint32_t workload)
{
    if (r->drawn == MOST_PICTURES)
        return false;
    put_workload_heading(r, workload);
    bf_report_figures_begin(r);
    return true;
}

// ---- Load ---------------------------------------------------------------------------------

// Tics at the loads that there are.
static void put_load_tics(const struct bf_report *r, struct bf_figure *f)
{
    const uint32_t every = r->things[BF_LOAD].count / 9 + 1;
    bf_buffer_add(&f->script, "set xtics (");
    for (uint32_t l = 0; l < r->things[BF_LOAD].count; l += every)
        bf_buffer_add(&f->script, "%s%s", l ? ", " : "", bf_load(r, l)->label);
    bf_buffer_add(&f->script, ")\n");
}

static enum bf_err draw_load(struct bf_report *r, uint32_t workload, size_t metric,
                             struct bf_error *e)
{
    const struct bf_key *key = bf_frame_key(r->frame, "load");
    const struct bf_draw_axis axis = bf_draw_metric(metric);
    struct bf_draw_curves curves;
    char name[256];
    struct bf_text to = bf_text_init(name, sizeof name);
    bf_text_add(&to, "load %s %.80s", bf_report_metrics[metric].name,
                bf_workload(r, workload)->label);
    struct bf_figure *f = bf_report_figure(r, name, 440, 320);
    if (!f)
        return bf_report_no_memory(e);
    put_load_tics(r, f);
    bf_draw_curves_begin(&curves, f, &axis);
    for (uint32_t i = 0; i < r->leader_count; i++) {
        const struct bf_thing *s = bf_scheduler(r, r->leaders[i]);
        bf_draw_curve(&curves, s->label, s->colour);
        for (uint32_t l = 0; l < r->things[BF_LOAD].count; l++)
            add_cell(r, &curves, bf_key_of(key, bf_load(r, l)->run)->number,
                     bf_report_cell_like_base(r, workload, l, r->leaders[i]), metric);
    }
    bf_draw_curves_end(&curves, "load", NULL, 0);
    set_title(f, axis.label, "load");
    to = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&to,
                "Curves of %s against the load, one a scheduler, with 95 %% intervals, from "
                "%.4g to %.4g; workload %s.",
                axis.label, curves.least / axis.unit, curves.most / axis.unit,
                bf_workload(r, workload)->label);
    return BF_OK;
}

static size_t count_loads(const struct bf_report *r, uint32_t workload)
{
    size_t loads = 0;
    for (uint32_t l = 0; l < r->things[BF_LOAD].count; l++)
        loads += bf_report_has_load(r, workload, l);
    return loads;
}

enum bf_err bf_report_load(struct bf_report *r, struct bf_error *e)
{
    static const size_t metrics[] = {BF_M_BSLD, BF_M_WAIT, BF_M_UTILIZATION, BF_M_QUEUE};
    enum { METRICS = sizeof metrics / sizeof *metrics };
    enum bf_err err = BF_OK;
    if (r->things[BF_LOAD].count < 2)
        return BF_OK;
    bf_report_section(r, "load", "Load against performance");
    bf_html_put(r->page,
                "<p>The same schedulers as arrivals come faster, with the baseline\xe2\x80\x99s "
                "estimates. The load is the factor by which arrivals were sped up: 1 is the "
                "workload as it is.</p>\n");
    bf_report_legend(r, r->leaders, r->leader_count);
    for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count && !err; w++) {
        if (count_loads(r, w) < 2)
            continue;
        const bool room = begin_workload(r, w);
        for (size_t m = 0; m < METRICS && !err; m++)
            if (bf_report_may_draw(r, MOST_PICTURES))
                err = draw_load(r, w, metrics[m], e);
        if (room)
            bf_report_figures_end(r);
    }
    bf_report_say_left(r, others);
    return err;
}

// ---- Estimates ------------------------------------------------------------------------------

// Estimates in the order in which they are drawn: the users' requests first, perfect ones last.
// `order` has room for all. Returns how many.
static size_t order_estimates(const struct bf_report *r, uint32_t *order)
{
    static const char *const ends[] = {"request", "exact"};
    size_t n = 0;
    const struct bf_key *key = bf_frame_key(r->frame, "estimate");
    for (int turn = 0; turn < 3; turn++)
        for (uint32_t i = 0; i < r->things[BF_ESTIMATES].count; i++) {
            const char *model = bf_key_of(key, bf_estimates(r, i)->run)->text;
            const int its = !strcmp(model, ends[0]) ? 0 : !strcmp(model, ends[1]) ? 2 : 1;
            if (model[0] && its == turn)
                order[n++] = i;
        }
    return n;
}

static enum bf_err draw_estimates(struct bf_report *r, const struct places *estimates,
                                  uint32_t workload, uint32_t load, size_t metric,
                                  struct bf_error *e)
{
    const struct bf_draw_axis axis = bf_draw_metric(metric);
    struct bf_draw_curves curves;
    char name[256];
    struct bf_text to = bf_text_init(name, sizeof name);
    bf_text_add(&to, "estimates %s load %s %.60s", bf_report_metrics[metric].name,
                bf_load(r, load)->label, bf_workload(r, workload)->label);
    struct bf_figure *f = bf_report_figure(r, name, 440, 320);
    if (!f)
        return bf_report_no_memory(e);
    bf_draw_curves_begin(&curves, f, &axis);
    for (uint32_t i = 0; i < r->leader_count; i++) {
        const struct bf_thing *s = bf_scheduler(r, r->leaders[i]);
        if (!has_estimates(r, r->leaders[i], workload, load))
            continue;
        bf_draw_curve(&curves, s->label, s->colour);
        for (size_t k = 0; k < estimates->n; k++)
            add_cell(r, &curves, (double)k,
                     bf_report_cell(r, workload, load, r->leaders[i], estimates->which[k]), metric);
    }
    bf_draw_curves_end(&curves, "estimates of run times", estimates->labels, estimates->n);
    bf_text_copy(name, sizeof name, "estimates, at load ");
    to = (struct bf_text){.at = name, .size = sizeof name, .used = strlen(name)};
    bf_text_add(&to, "%s", bf_load(r, load)->label);
    set_title(f, axis.label, name);
    tell_thinned(f, &curves);
    to = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&to,
                "For each scheduler, %s under %zu models of estimates, with 95 %% intervals, "
                "from %.4g to %.4g; workload %s.",
                axis.label, estimates->n, curves.least / axis.unit, curves.most / axis.unit,
                bf_workload(r, workload)->label);
    return BF_OK;
}

// The leaders whose estimates vary: those that the figures show.
static size_t planners(const struct bf_report *r, uint32_t *to)
{
    size_t n = 0;
    for (uint32_t i = 0; i < r->leader_count; i++) {
        bool varied = false;
        for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count && !varied; w++)
            for (uint32_t l = 0; l < r->things[BF_LOAD].count && !varied; l++)
                varied = has_estimates(r, r->leaders[i], w, l);
        if (varied)
            to[n++] = r->leaders[i];
    }
    return n;
}

static enum bf_err draw_workload_estimates(struct bf_report *r, const struct places *estimates,
                                           uint32_t workload, struct bf_error *e)
{
    size_t loads = 0;
    enum bf_err err = BF_OK;
    for (uint32_t l = 0; l < r->things[BF_LOAD].count; l++)
        loads += compares_estimates(r, workload, l);
    if (loads == 0)
        return BF_OK;
    const bool room = begin_workload(r, workload);
    for (uint32_t l = 0; l < r->things[BF_LOAD].count && !err; l++) {
        if (!compares_estimates(r, workload, l))
            continue;
        if (bf_report_may_draw(r, MOST_PICTURES))
            err = draw_estimates(r, estimates, workload, l, BF_M_BSLD, e);
        if (loads == 1 && !err && bf_report_may_draw(r, MOST_PICTURES))
            err = draw_estimates(r, estimates, workload, l, BF_M_WAIT, e);
    }
    if (room)
        bf_report_figures_end(r);
    return err;
}

static enum bf_err put_estimates(struct bf_report *r, const struct places *estimates,
                                 struct bf_error *e)
{
    uint32_t shown[BF_REPORT_MOST_LEADERS];
    enum bf_err err = BF_OK;
    const size_t n = planners(r, shown);
    if (estimates->n < 2 || n == 0)
        return BF_OK;
    bf_report_section(r, "estimates", "Estimates of run times");
    bf_html_put(
        r->page,
        "<p>What schedulers know of run times, all else being equal: <em>request</em> is what "
        "users asked for, <em>exact</em> the run time itself; <em>truncate</em> cuts requests "
        "at a multiple of a mean run time. The lines only join what belongs to one "
        "scheduler.</p>\n");
    bf_report_legend(r, shown, n);
    for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count && !err; w++)
        err = draw_workload_estimates(r, estimates, w, e);
    bf_report_say_left(r, others);
    return err;
}

enum bf_err bf_report_estimates(struct bf_report *r, struct bf_error *e)
{
    struct places estimates;
    const bool room = places_init(&estimates, r->things[BF_ESTIMATES].count);
    if (room)
        estimates.n = order_estimates(r, estimates.which);
    for (size_t k = 0; k < estimates.n; k++)
        estimates.labels[k] = bf_estimates(r, estimates.which[k])->label;
    const enum bf_err err = room ? put_estimates(r, &estimates, e) : bf_report_no_memory(e);
    places_fini(&estimates);
    return err;
}

// ---- Parameters -------------------------------------------------------------------------------

// A parameter of a policy: the key, and a scheduler that shows what the other parameters are.
struct parameter {
    const struct bf_key *key;
    uint32_t scheduler;
};

// Are two schedulers equal in all but the key?
static bool alike(const struct bf_report *r, uint32_t a, uint32_t b, const struct bf_key *but)
{
    const struct bf_things *things = &r->things[BF_SCHEDULER];
    for (size_t k = 0; k < things->key_count; k++) {
        const struct bf_key *key = &r->frame->keys[things->keys[k]];
        if (key != but && key->code[things->all[a].run] != key->code[things->all[b].run])
            return false;
    }
    return true;
}

// The first `most` schedulers that differ from the parameter's in nothing but it, in the order of
// its levels. Returns how many.
static size_t settings(const struct bf_report *r, const struct parameter *p, uint32_t *to,
                       size_t most)
{
    const struct bf_things *things = &r->things[BF_SCHEDULER];
    size_t n = 0;
    for (uint32_t l = 0; l < p->key->levels && n < most; l++)
        for (uint32_t s = 0; s < things->count && n < most; s++)
            if (p->key->code[things->all[s].run] == l && p->key->level[l].text[0] &&
                alike(r, p->scheduler, s, p->key))
                to[n++] = s;
    return n;
}

static void spell(const char *name, char *text, size_t size)
{
    bf_text_copy(text, size, name);
    for (char *at = text; *at; at++)
        if (*at == '_')
            *at = ' ';
}

// Loads have an order, and so have their colours: from the third of the heat's to the last.
static int load_colour(const struct bf_report *r, uint32_t load)
{
    const uint32_t last = r->things[BF_LOAD].count - 1;
    return BF_HEAT_SERIES + 3 + (last ? (int)(load * 5 / last) : 2);
}

// A curve for each load over the settings.
static void draw_loads(struct bf_report *r, struct bf_draw_curves *curves,
                       const struct places *settings_of, uint32_t workload)
{
    char load[BF_REPORT_LABEL_SIZE + 8];
    for (uint32_t l = 0; l < r->things[BF_LOAD].count; l++) {
        if (!bf_report_has_load(r, workload, l))
            continue;
        struct bf_text to = bf_text_init(load, sizeof load);
        bf_text_add(&to, "load %s", bf_load(r, l)->label);
        bf_draw_curve(curves, load, load_colour(r, l));
        for (size_t i = 0; i < settings_of->n; i++)
            add_cell(r, curves, (double)i,
                     bf_report_cell_like_base(r, workload, l, settings_of->which[i]), BF_M_BSLD);
    }
}

static enum bf_err draw_settings(struct bf_report *r, const struct parameter *p,
                                 const struct places *settings_of, uint32_t workload,
                                 struct bf_error *e)
{
    const struct bf_draw_axis axis = bf_draw_metric(BF_M_BSLD);
    struct bf_draw_curves curves;
    char name[256], spelt[32];
    const char *policy =
        bf_key_of(bf_frame_key(r->frame, "policy"), bf_scheduler(r, p->scheduler)->run)->text;
    struct bf_text to = bf_text_init(name, sizeof name);
    bf_text_add(&to, "parameter %s %s %.60s", policy, p->key->name,
                bf_workload(r, workload)->label);
    struct bf_figure *f = bf_report_figure(r, name, 440, 320);
    if (!f)
        return bf_report_no_memory(e);
    bf_draw_curves_begin(&curves, f, &axis);
    draw_loads(r, &curves, settings_of, workload);
    spell(p->key->name, spelt, sizeof spelt);
    bf_draw_curves_end(&curves, spelt, settings_of->labels, settings_of->n);
    to = bf_text_init(name, sizeof name);
    bf_text_add(&to, strcmp(spelt, policy) ? "%s of %s" : "%s", spelt, policy);
    if (r->things[BF_WORKLOAD].count > 1)
        bf_text_add(&to, ", %.80s", bf_workload(r, workload)->label);
    set_title(f, axis.label, name);
    tell_thinned(f, &curves);
    to = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&to,
                "%s under %zu values of %s, a curve for each load, with 95 %% intervals, from "
                "%.4g to %.4g; workload %s.",
                axis.label, settings_of->n, spelt, curves.least, curves.most,
                bf_workload(r, workload)->label);
    if (curves.left_out)
        bf_text_add(&to, " Drawn are the lowest %d of %d loads.", curves.count,
                    curves.count + curves.left_out);
    return BF_OK;
}

static enum bf_err draw_parameter(struct bf_report *r, const struct parameter *p, uint32_t workload,
                                  struct bf_error *e)
{
    struct places at;
    const size_t most = r->things[BF_SCHEDULER].count;
    const bool room = places_init(&at, most);
    if (room)
        at.n = settings(r, p, at.which, most);
    for (size_t i = 0; i < at.n; i++)
        at.labels[i] = bf_key_of(p->key, bf_scheduler(r, at.which[i])->run)->text;
    const enum bf_err err = room ? draw_settings(r, p, &at, workload, e) : bf_report_no_memory(e);
    places_fini(&at);
    return err;
}

// Every parameter that varies while all others stand still, once for each setting of the others.
// Returns how many there are; `found` has room for the first `most`.
static size_t find_parameters(const struct bf_report *r, struct parameter *found, size_t most)
{
    const struct bf_things *things = &r->things[BF_SCHEDULER];
    uint32_t same[2];
    size_t n = 0;
    for (size_t k = 0; k < things->key_count; k++) {
        const struct bf_key *key = &r->frame->keys[things->keys[k]];
        if (key == bf_frame_key(r->frame, "policy") || key->levels < 2)
            continue;
        for (uint32_t s = 0; s < things->count; s++) {
            const struct parameter p = {key, s};
            if (settings(r, &p, same, 2) < 2 || same[0] != s)
                continue;
            if (n < most)
                found[n] = p;
            n++;
        }
    }
    return n;
}

static void put_load_legend(struct bf_report *r)
{
    if (r->things[BF_LOAD].count < 2 || r->ask->no_figures)
        return;
    bf_html_put(r->page, "<ul class=\"legend\">");
    for (uint32_t l = 0; l < r->things[BF_LOAD].count; l++)
        bf_html_put(r->page, "<li><i style=\"background:var(--h%d)\"></i>load %s</li>",
                    load_colour(r, l) - BF_HEAT_SERIES, bf_load(r, l)->label);
    bf_html_put(r->page, "</ul>\n");
}

// Of the workload that has most.
static size_t most_loads(const struct bf_report *r)
{
    size_t most = 0;
    for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count; w++)
        most = count_loads(r, w) > most ? count_loads(r, w) : most;
    return most;
}

enum bf_err bf_report_parameters(struct bf_report *r, struct bf_error *e)
{
    struct parameter found[MOST_PICTURES]; // each has a figure at least
    enum bf_err err = BF_OK;
    const size_t n = find_parameters(r, found, MOST_PICTURES);
    if (n == 0)
        return BF_OK;
    bf_report_section(r, "parameters", "Parameters of backfilling");
    bf_html_put(r->page, "<p>One parameter varied, all others held, with the baseline\xe2\x80\x99s "
                         "estimates. Values stand side by side at equal distances.</p>\n");
    put_load_legend(r);
    if (most_loads(r) > BF_DRAW_MOST_CURVES && !r->ask->no_figures)
        bf_html_put(r->page,
                    "<p class=\"note\">A figure draws the lowest %d loads of its workload, "
                    "of up to %zu.</p>\n",
                    (int)BF_DRAW_MOST_CURVES, most_loads(r));
    bf_report_figures_begin(r);
    for (size_t i = 0; i < n; i++)
        for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count && !err; w++)
            if (bf_report_may_draw(r, MOST_PICTURES))
                err = draw_parameter(r, &found[i], w, e);
    bf_report_figures_end(r);
    bf_report_say_left(r, others);
    return err;
}
