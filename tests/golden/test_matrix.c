// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two committed tables of small workloads. matrix.csv: policies, with several values of their
// parameters, under orders, plans, overrun rules, orders of events and calendars -> mean wait and a
// digest of the starts. product.csv: a line for every policy x estimate model x correction x order
// of events, with a digest for each primary order; and for every policy that has a backfill order x
// primary order x order of events, with a digest for each backfill order.
//
// A change of semantics, wanted or not, shows here as lines that differ. BFSWEEP_REWRITE=1 writes
// the files anew; the change is then reviewed as a diff, and BF_SEMANTICS_VERSION is raised when it
// was wanted.
#include "engine/base/hash.h"
#include "policies/policies.h"
#include "tests/support/bf_test.h"
#include "tests/support/matrix.h"
#include "tests/support/published.h"
#include "tests/support/spec.h"
#include "tests/support/workload.h"
#include "workloads/estimates.h"

// Text that grows.
struct lines {
    char *text;
    size_t used, room;
};

static void append(struct lines *l, const char *line)
{
    size_t length = strlen(line);
    if (l->used + length + 1 > l->room) {
        l->room = 2 * (l->used + length + 1);
        l->text = realloc(l->text, l->room);
        assert_non_null(l->text);
    }
    memcpy(l->text + l->used, line, length + 1);
    l->used += length;
}

static void digest(const struct bf_outcome *o, char text[BF_HASH_TEXT_SIZE])
{
    struct bf_hash *h = bf_hash_create();
    assert_non_null(h);
    for (bf_job j = 0; j < o->jobs->count; j++) {
        char start[32];
        int length = snprintf(start, sizeof start, "%lld\n", (long long)o->start[j]);
        bf_hash_update(h, start, (size_t)length);
    }
    bf_hash_text(h, text);
    bf_hash_destroy(h);
}

static void add_run(struct lines *matrix, struct bf_sim *sim, const char *name,
                    const struct bf_test_workload *w, const char *spec)
{
    struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, spec);
    char line[512], hash[BF_HASH_TEXT_SIZE];
    const char *quote = strchr(spec, ',') ? "\"" : "";
    digest(&o, hash);
    snprintf(line, sizeof line, "%s,%s%s%s,%.3f,%.12s\n", name, quote, spec, quote,
             o.queue_area / (double)o.jobs->count, hash);
    append(matrix, line);
}

// Besides fcfs.
static const char *const policies[] = {
    "easy",
    "easy strict=1 extra=none",
    "easy extra=first depth=3",
    "easy backfill=sjf",
    "reservations reservations=3",
    "reservations reservations=all",
    "conservative",
    "conservative compress=start",
    "conservative compress=none",
    "selective",
    "selective threshold=2 backfill=sjf",
    "lookahead",
    "lookahead depth=4",
    "relaxed slack=0.5",
    "relaxed slack=0.2 slack-of=plan",
    "independent-shadow",
    "hpcpack depth=5",
};
static const char *const plans[] = {
    "estimate=request",
    "estimate=exact",
    "estimate=avg2 correction=increments",
    "estimate=avg2 correction=request",
    "estimate=avg2 correction=double",
    "estimate=avg2 correction=none",
};
static const char *const overruns[] = {"overrun=kill", "overrun=extend", "overrun=allow"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Every policy under every order (of the queue and of the walk), plan and order of events.
static void add_orders(struct lines *m, struct bf_sim *sim, const char *name,
                       const struct bf_test_workload *w, const char *plan, const char *events)
{
    char spec[256];
    for (size_t o = 0; bf_order_names[o]; o++) {
        snprintf(spec, sizeof spec, "fcfs order=%s %s events=%s", bf_order_names[o], plan, events);
        add_run(m, sim, name, w, spec);
        for (size_t p = 0; p < COUNT(policies); p++) {
            snprintf(spec, sizeof spec, "%s order=%s %s events=%s", policies[p], bf_order_names[o],
                     plan, events);
            add_run(m, sim, name, w, spec);
        }
    }
}

// Every policy under every overrun rule, plan and order of events.
static void add_overruns(struct lines *m, struct bf_sim *sim, const char *name,
                         const struct bf_test_workload *w, const char *plan, const char *events)
{
    char spec[256];
    for (size_t p = 0; p < COUNT(policies); p++)
        for (size_t r = 0; r < COUNT(overruns); r++) {
            snprintf(spec, sizeof spec, "%s %s %s events=%s", policies[p], plan, overruns[r],
                     events);
            add_run(m, sim, name, w, spec);
        }
}

// Every policy around outages: of the whole machine, of parts that add up, and long ones.
static void add_calendars(struct lines *m, struct bf_sim *sim, const char *name,
                          const struct bf_test_workload *w, const char *events)
{
    static const char *const calendars[] = {"20-40:all,100-101:all", "10-60:2,30-90:3,200-260:6"};
    static const size_t used[] = {0, 1, 2}; // of plans
    char spec[256];
    for (size_t p = 0; p <= COUNT(policies); p++)
        for (size_t i = 0; i < COUNT(used); i++)
            for (size_t c = 0; c < COUNT(calendars); c++) {
                snprintf(spec, sizeof spec, "%s %s events=%s calendar=%s",
                         p < COUNT(policies) ? policies[p] : "fcfs", plans[used[i]], events,
                         calendars[c]);
                add_run(m, sim, name, w, spec);
            }
}

// Estimate models with the policies that lean on plans most.
static const char *const estimates[] = {
    "factor:0.5",      "factor:2",        "uniform:3",    "pad:0.5",    "pad:2",
    "cap:30",          "cap:3600",        "truncate:0.5", "truncate:1", "truncate:2",
    "user-truncate:1", "user-truncate:2", "round",        "tsafrir"};
static const char *const planners[] = {"easy", "conservative"};

// Every estimate model under every correction and order of events.
static void add_estimates(struct lines *m, struct bf_sim *sim, const char *name,
                          const struct bf_test_workload *w, const char *events)
{
    char spec[256];
    for (size_t p = 0; p < COUNT(planners); p++)
        for (size_t i = 0; i < COUNT(estimates); i++)
            for (size_t c = 0; bf_correction_names[c]; c++) {
                snprintf(spec, sizeof spec, "%s estimate=%s seed=1 correction=%s events=%s",
                         planners[p], estimates[i], bf_correction_names[c], events);
                add_run(m, sim, name, w, spec);
            }
}

static struct lines compute(void)
{
    struct lines m = {NULL, 0, 0};
    append(&m, "workload,spec,mean_wait,starts\n");
    struct bf_sim *sim = bf_sim_create();
    for (size_t s = 0; bf_test_matrix_names[s]; s++) {
        const char *name = bf_test_matrix_names[s];
        struct bf_test_workload *w = bf_test_matrix_workload(name);
        for (size_t e = 0; bf_events_names[e]; e++)
            for (size_t p = 0; p < COUNT(plans); p++) {
                if (s == 0)
                    add_orders(&m, sim, name, w, plans[p], bf_events_names[e]);
                add_overruns(&m, sim, name, w, plans[p], bf_events_names[e]);
            }
        for (size_t e = 0; s == 0 && bf_events_names[e]; e++)
            add_calendars(&m, sim, name, w, bf_events_names[e]);
        bf_test_workload_destroy(w);
    }
    for (size_t s = 0; bf_test_matrix_names[s]; s++) {
        const char *name = bf_test_matrix_names[s];
        struct bf_test_workload *w = bf_test_matrix_workload(name);
        for (size_t e = 0; bf_events_names[e]; e++)
            add_estimates(&m, sim, name, w, bf_events_names[e]);
        bf_test_workload_destroy(w);
    }
    bf_sim_destroy(sim);
    return m;
}

// ---- The product ------------------------------------------------------------

// A line: what it is of, and a digest of six letters for `<spec> <axis>=<order>` of each order.
static void add_line(struct lines *m, struct bf_sim *sim, const struct bf_test_workload *w,
                     const char *spec, const char *axis)
{
    char line[512];
    struct bf_text text = bf_text_init(line, sizeof line);
    bf_text_add(&text, "%s %s=", spec, axis);
    for (size_t o = 0; bf_order_names[o]; o++) {
        char whole[512], hash[BF_HASH_TEXT_SIZE];
        const int length = snprintf(whole, sizeof whole, "%s %s=%s", spec, axis, bf_order_names[o]);
        assert_in_range(length, 1, sizeof whole - 1);
        const struct bf_outcome outcome = bf_test_run(sim, &w->jobs, w->procs, whole);
        digest(&outcome, hash);
        bf_text_add(&text, ",%.6s", hash);
    }
    bf_text_add(&text, "\n");
    assert_false(text.cut);
    append(m, line);
}

// A model as it is spelled, with the argument that it has when none is given.
static void spell(const struct bf_estimate *model, char *spelling, size_t size)
{
    struct bf_text text = bf_text_init(spelling, size);
    bf_text_add(&text, "%s", model->name);
    if (!model->param)
        return;
    // Half of what people use: plans that fall short are corrected.
    struct bf_value value = model->param->fallback;
    if (strcmp(model->name, "factor") == 0 || strcmp(model->name, "pad") == 0)
        value.r = 0.5;
    if (strcmp(model->name, "cap") == 0)
        value.i = 15;
    bf_text_add(&text, ":");
    bf_param_format(model->param, &value, &text);
}

static void add_plans(struct lines *m, struct bf_sim *sim, const struct bf_test_workload *w,
                      const struct bf_policy *policy)
{
    char spec[256], model[64];
    for (size_t i = 0; bf_estimates[i]; i++)
        for (size_t c = 0; bf_correction_names[c]; c++)
            for (size_t e = 0; bf_events_names[e]; e++) {
                spell(bf_estimates[i], model, sizeof model);
                snprintf(spec, sizeof spec, "%s estimate=%s seed=1 correction=%s events=%s",
                         policy->name, model, bf_correction_names[c], bf_events_names[e]);
                add_line(m, sim, w, spec, "order");
            }
}

static void add_backfill_orders(struct lines *m, struct bf_sim *sim,
                                const struct bf_test_workload *w, const struct bf_policy *policy)
{
    char spec[256];
    for (size_t o = 0; bf_order_names[o]; o++)
        for (size_t e = 0; bf_events_names[e]; e++) {
            snprintf(spec, sizeof spec, "%s estimate=avg2 order=%s events=%s", policy->name,
                     bf_order_names[o], bf_events_names[e]);
            add_line(m, sim, w, spec, "backfill");
        }
}

static struct lines compute_product(void)
{
    struct lines m = {NULL, 0, 0};
    struct bf_sim *sim = bf_sim_create();
    struct bf_test_workload *w = bf_test_matrix_workload("small");
    append(&m, "spec");
    for (size_t o = 0; bf_order_names[o]; o++) {
        append(&m, ",");
        append(&m, bf_order_names[o]);
    }
    append(&m, "\n");
    for (size_t p = 0; bf_policies[p]; p++) {
        add_plans(&m, sim, w, bf_policies[p]);
        if (bf_policies[p]->uses & BF_USES_BACKFILL_ORDER)
            add_backfill_orders(&m, sim, w, bf_policies[p]);
    }
    bf_test_workload_destroy(w);
    bf_sim_destroy(sim);
    return m;
}

// ---- Files ------------------------------------------------------------------

static const char *path_of(const char *file)
{
    static char path[4096];
    const char *source = getenv("BFSWEEP_SOURCE");
    snprintf(path, sizeof path, "%s/tests/golden/%s", source ? source : ".", file);
    return path;
}

static void rewrite(const struct lines *m, const char *name)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fputs(m->text, file);
    assert_int_equal(fclose(file), 0);
}

// Shows a line that differs, as diff(1) would.
static void show(const char *committed, const char *computed)
{
    if (*committed)
        printf("- %s\n", committed);
    if (*computed)
        printf("+ %s\n", computed);
}

static size_t differences(FILE *file, char *computed)
{
    const size_t shown = 20;
    char committed[512];
    size_t count = 0;
    for (;;) {
        char *line = fgets(committed, sizeof committed, file);
        char *ours = strsep(&computed, "\n");
        if (!line)
            committed[0] = '\0';
        committed[strcspn(committed, "\n")] = '\0';
        if (!line && (!ours || !*ours))
            return count;
        if (strcmp(committed, ours ? ours : "") != 0 && count++ < shown)
            show(committed, ours ? ours : "");
    }
}

// Compares, after a rewrite where that is wanted. Frees the lines.
static void is_as_committed(struct lines *m, const char *name)
{
    const char *wanted = getenv("BFSWEEP_REWRITE");
    if (wanted && strcmp(wanted, "1") == 0)
        rewrite(m, name);
    FILE *file = fopen(path_of(name), "r");
    assert_non_null(file);
    size_t count = differences(file, m->text);
    fclose(file);
    free(m->text);
    if (count)
        fail_msg("%zu lines of tests/golden/%s differ (BFSWEEP_REWRITE=1 rewrites it)", count,
                 name);
}

static void matrix_is_as_committed(void **state)
{
    (void)state;
    struct lines m = compute();
    is_as_committed(&m, "matrix.csv");
}

static void product_is_as_committed(void **state)
{
    (void)state;
    struct lines m = compute_product();
    is_as_committed(&m, "product.csv");
}

static bool in_the_matrix(const char *name)
{
    bool found = strcmp(name, "fcfs") == 0;
    for (size_t i = 0; i < COUNT(policies); i++)
        found |= strncmp(policies[i], name, strlen(name)) == 0;
    return found;
}

static void every_policy_is_in_the_matrix(void **state)
{
    (void)state;
    for (size_t p = 0; bf_policies[p]; p++)
        if (!in_the_matrix(bf_policies[p]->name))
            fail_msg("the matrix has no line for policy %s", bf_policies[p]->name);
}

BF_TEST_MAIN(BF_TEST(matrix_is_as_committed), BF_TEST(product_is_as_committed),
             BF_TEST(every_policy_is_in_the_matrix))
