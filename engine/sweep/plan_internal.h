// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plan from the inside: configs.c makes configurations, plan.c shapes and numbers.
#ifndef BF_SWEEP_PLAN_INTERNAL_H
#define BF_SWEEP_PLAN_INTERNAL_H

#include "engine/base/arena.h"
#include "engine/sweep/plan.h"

// A configuration without its seed.
struct bf_plan_config {
    struct bf_config config;  // seed 0
    char *text;               // canonical; ` seed=0` where something is drawn
    size_t seed_at, seed_end; // of that word and the blank before it; equal: nothing is drawn
};

// The jobs of a trace under a load and noise.
struct bf_plan_shape {
    size_t trace; // number in the set
    double load;
    bf_time shake;
    char *text; // canonical, without seed
};

// All runs of the traces of one name.
struct bf_plan_group {
    size_t first, shapes; // in plan->shapes
    uint64_t *shaken;     // by shape of the group, and one more: runs of the shapes before it
                          // under a configuration that draws nothing
    uint64_t begin, end;  // numbers of runs
};

// A calendar, read once.
struct bf_plan_calendar {
    const char *name; // borrowed from the axes
    struct bf_calendar calendar;
};

struct bf_plan {
    const struct bf_axes *axes;
    struct bf_traces *traces;
    char **names; // of traces, sorted, each once
    size_t name_count;
    struct bf_plan_config *configs; // sorted, each once
    size_t config_count, config_room;
    struct bf_plan_calendar **calendars; // each owned: configurations point to it
    size_t calendar_count;
    struct bf_arena *memory; // of calendars
    uint64_t *drawing;       // by configuration, and one more: how many before it draw
    struct bf_plan_shape *shapes;
    size_t shape_count, shape_room;
    struct bf_plan_group *groups; // by name
    uint64_t *seeds;              // sorted, each once
    size_t seed_count;
    char (*hashes)[BF_HASH_TEXT_SIZE + 8]; // by trace: of its content
};

// Makes the configurations of all policies, sorted and each once.
enum bf_err bf_plan_make_configs(struct bf_plan *plan, struct bf_error *e);

// Appends the complaint about two names of files that results could not tell apart.
void bf_plan_add_alike(struct bf_text *to, const char *a, const char *b, int kept);

#endif
