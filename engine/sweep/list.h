// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lists as people write them: `0.9, 1.0..1.4/0.1, 2`. Items stand between commas; a range stands
// for its numbers, whole ones in steps of 1 where no step is given. What stands in front of a colon
// goes with each number (`cap:1..3` is cap:1, cap:2, cap:3). Decimals are added up exactly: 0.3 is
// 0.3, and not three times 0.1.
#ifndef BF_SWEEP_LIST_H
#define BF_SWEEP_LIST_H

#include <stddef.h>

#include "engine/base/error.h"
#include "engine/base/text.h"

// Takes one item, without blanks around it; borrowed for the call.
struct bf_list_taker {
    void *self;
    enum bf_err (*take)(void *self, const char *item, struct bf_error *e);
};

// Hands each item of `list` to `to`, ranges as their numbers. BF_ERR_USAGE: an empty item, a range
// that has no numbers or too many (more than ten million).
enum bf_err bf_list_expand(const char *list, const struct bf_list_taker *to, struct bf_error *e);

// The inverse: appends items, of which each is there once, as a list that stands for them. Three
// numbers or more in a row that go up in equal steps, behind equal prefixes, become a range; equal
// items in equal order become equal lists. `to` is cut where it is too short.
void bf_list_fold(char *const *items, size_t count, struct bf_text *to);

// The same as bf_list_expand for traces: no ranges, but patterns (`logs/SDSC-*.swf.gz`) stand for
// the files that they match, in order of their names, and the commas of a model
// (`lublin:jobs=100,procs=64`) divide no items. A file that has the name of an item, or of the
// whole list, is meant before any sign in it. BF_ERR_USAGE: a pattern that matches nothing.
enum bf_err bf_list_expand_traces(const char *list, const struct bf_list_taker *to,
                                  struct bf_error *e);

#endif
