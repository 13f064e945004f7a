// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every schedule of the engine passes the audit: all of the committed matrix, and random ones.
#include "engine/base/seed.h"
#include "tests/analysis/audit_sample.h"
#include "tests/support/bf_test.h"
#include "tests/support/matrix.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

// How often each check was made, over all schedules of this program.
static uint64_t made[BF_AUDIT_KINDS], looked_at[BF_AUDIT_KINDS];

static void count(const struct bf_audit_report *report)
{
    for (int i = 0; i < BF_AUDIT_KINDS; i++) {
        made[i] += report->checks[i].verdict != BF_AUDIT_SKIPPED;
        looked_at[i] += report->checks[i].looked_at;
    }
}

static bool passes(struct bf_sim *sim, const struct bf_test_workload *w,
                   const struct bf_config *config, struct bf_text *why)
{
    struct bf_audit_sample s;
    bf_audit_sample_make(&s, sim, w, config);
    const bool holds = bf_audit_sample_holds(&s, why);
    count(&s.report);
    bf_audit_sample_free(&s);
    return holds;
}

static void cut_at_last_comma(char *text)
{
    char *comma = strrchr(text, ',');
    assert_non_null(comma);
    *comma = '\0';
}

// A spec with a calendar has commas and stands in quotes.
static char *unquoted(char *text)
{
    const size_t length = strlen(text);
    if (length < 2 || text[0] != '"')
        return text;
    text[length - 1] = '\0';
    return text + 1;
}

static void matrix_passes(void **state)
{
    (void)state;
    char line[512], why_text[1024] = "";
    unsigned runs = 0;
    struct bf_sim *sim = bf_sim_create();
    FILE *file = fopen(bf_test_matrix_path(), "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file)); // names
    while (fgets(line, sizeof line, file)) {
        char *spec = line;
        const char *name = strsep(&spec, ",");
        cut_at_last_comma(spec); // the starts
        cut_at_last_comma(spec); // the mean wait
        spec = unquoted(spec);
        struct bf_text why = bf_text_init(why_text, sizeof why_text);
        struct bf_test_workload *w = bf_test_matrix_workload(name);
        const struct bf_config config = bf_test_config(spec);
        if (!passes(sim, w, &config, &why))
            fail_msg("%s under '%s': %s", name, spec, why_text);
        bf_test_workload_destroy(w);
        runs++;
    }
    fclose(file);
    bf_sim_destroy(sim);
    printf("%u schedules\n", runs);
    assert_true(runs > 4000);
    for (int i = 0; i < BF_AUDIT_KINDS; i++)
        assert_true(made[i] > runs / 40 && looked_at[i] >= made[i]);
}

// Beside the spec: what is measured, which changes no schedule.
static bool random_one_passes(const struct bf_test_workload *w, const char *spec,
                              struct bf_text *why)
{
    struct bf_config config = bf_test_config(spec);
    struct bf_sim *sim = bf_sim_create();
    const uint64_t seed = bf_seed_bits(1, BF_STREAM_TEST, w->jobs.count);
    config.warmup = (double)(seed % 4) * 12.5;
    config.cooldown = seed / 4 % 2;
    config.tau = seed / 8 % 2 ? 10 : 60;
    const bool holds = passes(sim, w, &config, why);
    bf_sim_destroy(sim);
    return holds;
}

static void draw_calendar(uint64_t seed, struct bf_text *spec)
{
    static const char *const policies[] = {"fcfs",           "easy",         "easy strict=1",
                                           "reservations=3", "conservative", NULL};
    static const char *const overruns[] = {"kill", "extend", NULL};
    const char *policy = bf_test_pick(seed, 90, policies);
    bf_text_add(spec, "%s%s", strncmp(policy, "reservations", 12) == 0 ? "reservations " : "",
                policy);
    bf_test_draw_events(seed, spec);
    bf_text_add(spec, " overrun=%s", bf_test_pick(seed, 91, overruns));
    bf_test_draw_calendar(seed, 300, spec);
}

static void random_schedules_pass(void **state)
{
    (void)state;
    const struct bf_test_property p = {
        .cases = 500, .longest = 300, .draw = bf_test_draw_anything, .holds = random_one_passes};
    bf_test_property_check(&p);
}

static void random_schedules_with_calendars_pass(void **state)
{
    (void)state;
    const struct bf_test_property p = {
        .cases = 200, .longest = 300, .draw = draw_calendar, .holds = random_one_passes};
    bf_test_property_check(&p);
}

BF_TEST_MAIN(BF_TEST(matrix_passes), BF_TEST(random_schedules_pass),
             BF_TEST(random_schedules_with_calendars_pass))
