// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/base/sort.h"
#include "workloads/trace_internal.h"

// The jobs that ran by the log's own account, by their starts.
static size_t collect_starts(const struct bf_build *b, struct bf_keyed *starts)
{
    size_t n = 0;
    for (uint32_t j = 0; j < b->jobs.count; j++)
        if (b->wait[j] >= 0 && b->jobs.run[j] > 0)
            starts[n++] = (struct bf_keyed){(double)(b->jobs.submit[j] + b->wait[j]), j, 0};
    return n;
}

static int64_t replay(const struct bf_jobs *jobs, const struct bf_keyed *starts, size_t n,
                      struct bf_heap *ends)
{
    int64_t used = 0, peak = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t j = starts[i].item;
        const bf_time start = (bf_time)starts[i].key;
        while (bf_heap_first_time(ends) <= start)
            used -= jobs->procs[bf_heap_pop(ends).item];
        bf_heap_push(ends, start + jobs->run[j], j, j);
        used += jobs->procs[j];
        peak = used > peak ? used : peak;
    }
    return peak;
}

enum bf_err bf_recorded_peak(const struct bf_build *b, bf_procs *peak, struct bf_error *e)
{
    const size_t room = b->jobs.count;
    struct bf_keyed *starts = malloc(2 * room * sizeof *starts);
    struct bf_heap_entry *entries = malloc(room * sizeof *entries);
    enum bf_err code = BF_OK;
    if (starts && entries) {
        struct bf_heap ends;
        const size_t n = collect_starts(b, starts);
        bf_sort_keyed(starts, starts + room, n);
        bf_heap_init(&ends, entries, (uint32_t)room);
        const int64_t most = replay(&b->jobs, starts, n, &ends);
        *peak = most < INT32_MAX ? (bf_procs)most : INT32_MAX;
    } else {
        code = bf_error_no_memory(e, room * 48, "replaying the log's own waits");
    }
    free(starts);
    free(entries);
    return code;
}
