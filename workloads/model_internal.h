// SPDX-License-Identifier: GPL-3.0-or-later
//
// Workload models behind a text such as
// `lublin:jobs=10000,procs=256,seed=1,load=0.8,estimates=tsafrir`. docs/models.md has their
// constants, papers and our choices.
#ifndef BF_WORKLOADS_MODEL_INTERNAL_H
#define BF_WORKLOADS_MODEL_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/core/types.h"

enum bf_model_estimates { BF_MODEL_NO_ESTIMATES, BF_MODEL_TSAFRIR };

struct bf_model {
    uint32_t jobs;
    bf_procs procs;
    uint64_t seed;
    double load; // the offered load to reach; 0: as it comes
    int types;   // 2: batch and interactive jobs; 1: one type
    enum bf_model_estimates estimates;
};

struct bf_model_job {
    bf_time submit, run;
    bf_time request; // 0: the model gives none
    bf_procs procs;
};

// Reads a model text. `procs`: the machine where the text does not say (0: 256). BF_ERR_USAGE: one
// line that names the parameter, its range or the nearest name.
enum bf_err bf_model_parse(const char *text, bf_procs procs, struct bf_model *model,
                           struct bf_error *e);

// Appends the canonical text: every parameter that counts, in a fixed order.
void bf_model_text(const struct bf_model *model, struct bf_text *to);

// The Lublin-Feitelson model: fills jobs[0..model->jobs), submits ascending, no requests.
void bf_lublin_generate(const struct bf_model *model, struct bf_model_job *jobs);

// The Tsafrir-Etsion-Feitelson model: gives every job a request that is not below its run time.
enum bf_err bf_tsafrir_deal(struct bf_model_job *jobs, uint32_t count, uint64_t seed,
                            struct bf_error *e);

// The most popular estimates for a largest one of `max` seconds (a multiple of 60), most of them
// fixed by habit: at most 20, `max` first. Returns how many.
int bf_tsafrir_popular(bf_time max, bf_time popular[20]);

// The number of distinct estimates of `count` jobs.
int bf_tsafrir_bins(uint32_t count);

#endif
