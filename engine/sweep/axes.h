// SPDX-License-Identifier: GPL-3.0-or-later
//
// The axes of a sweep as they were asked for: from a plan file (plan_file.h), from options of the
// command line, or both. Every option of `bfsweep run` that decides a result is an axis: trace
// procs too-wide first from to load shake seed policy order backfill-order estimate correction
// overrun events calendar tau warmup cooldown, and each parameter of a registered policy. An axis
// that is not set has its default alone.
//
// `_` and `-` in names are the same.
#ifndef BF_SWEEP_AXES_H
#define BF_SWEEP_AXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/core/param.h"

enum bf_axis {
    BF_AXIS_TRACE,
    BF_AXIS_PROCS,
    BF_AXIS_TOO_WIDE,
    BF_AXIS_FIRST,
    BF_AXIS_FROM,
    BF_AXIS_TO,
    BF_AXIS_LOAD,
    BF_AXIS_SHAKE,
    BF_AXIS_SEED,
    BF_AXIS_POLICY,
    BF_AXIS_ORDER,
    BF_AXIS_BACKFILL_ORDER,
    BF_AXIS_ESTIMATE,
    BF_AXIS_CORRECTION,
    BF_AXIS_OVERRUN,
    BF_AXIS_EVENTS,
    BF_AXIS_CALENDAR,
    BF_AXIS_TAU,
    BF_AXIS_WARMUP,
    BF_AXIS_COOLDOWN,
    BF_AXES_FIXED // parameters of policies come behind these
};

// What a fixed axis takes; a description by the same table as the parameters of policies. Traces,
// policies, estimates and calendars are CHOICE without words: registries and files know them.
extern const struct bf_param bf_axis_params[BF_AXES_FIXED];

// Where a setting stands: a line of a plan file, or an option (line 0, file is `--depth`).
struct bf_where {
    const char *file; // borrowed, lives as long as the axes
    int line;
};

// One value. `text` is set for traces, calendars, estimates, policies and parameters of policies;
// `value` for the others.
struct bf_axis_value {
    struct bf_value value;
    const char *text;
    int line; // of the plan file; 0: of the command line
};

// An axis that was set, for one policy or for all.
struct bf_axis_entry {
    int axis;              // enum bf_axis, or BF_AXES_FIXED for a parameter of a policy
    const char *name;      // as in the registry: `depth`
    const char *policy;    // of [axes easy]; NULL: for all
    struct bf_where where; // where it begins
    int line;              // that is being read
    struct bf_axis_value *values;
    size_t count, room;
};

struct bf_axes {
    struct bf_axis_entry *entries;
    size_t count, room;
    char *title;           // [sweep] name; "" without one
    const char *plan_file; // borrowed; NULL: all is from the command line
    bool jobs;             // store schedules, too
    bool no_clock; // do not time passes; decides no result, and is no part of the plan's text
    uint32_t statuses;
    double max_bad;
    int option_lines[4]; // of the plan file, where what is no axis was set; 0: it was not
};

// Nothing set. No memory is held yet.
void bf_axes_init(struct bf_axes *a);
void bf_axes_fini(struct bf_axes *a);

// Adds the values of `list` to an axis. `policy`: from a section for one policy, or NULL. `more`:
// the list goes on from an earlier line of the same setting. BF_ERR_USAGE, with the place in front:
// there is no such axis (the nearest is named), a value that the axis does not take, an axis that
// is set twice, an axis of jobs in the section of a policy.
enum bf_err bf_axes_set(struct bf_axes *a, const char *policy, const char *name, const char *list,
                        struct bf_where where, bool more, struct bf_error *e);

// What is no axis: `jobs` and `no-clock` (yes or no), `status` (a list that is one value),
// `max-bad`; any other name is an axis, as in bf_axes_set. BF_ERR_USAGE as there.
enum bf_err bf_axes_set_option(struct bf_axes *a, const char *name, const char *value,
                               struct bf_where where, bool more, struct bf_error *e);

// Forgets an axis, of all policies: an option of the command line takes the place of what the plan
// file says.
void bf_axes_clear(struct bf_axes *a, const char *name);

// The entry of an axis for a policy: its own, else that for all; NULL: it has its default.
const struct bf_axis_entry *bf_axes_find(const struct bf_axes *a, const char *name,
                                         const char *policy);

// Sets an error with the place in front: `plan.ini:7: depth: <text>`, or `--depth: <text>`.
enum bf_err bf_where_error(const struct bf_where *where, const char *name, const char *text,
                           struct bf_error *e);

// The same, with the place of one value.
enum bf_err bf_axis_value_error(const struct bf_axis_entry *entry,
                                const struct bf_axis_value *value, const char *text,
                                struct bf_error *e);

// Two spellings of one name?
bool bf_axis_same_name(const char *a, const char *b);

// All names of axes, each once: the fixed ones, then parameters in the order of the registry. Ended
// by NULL; returns how many. `names` has room for BF_AXES_MOST.
#define BF_AXES_MOST 96
size_t bf_axis_names(const char **names);

// The parameter of that name of the first policy that has it; NULL: none does.
const struct bf_param *bf_axis_policy_param(const char *name);

#endif
