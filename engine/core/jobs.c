// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/jobs.h"

static enum bf_err bad(struct bf_error *e, uint32_t j, const char *what)
{
    return bf_error_set(e, BF_ERR_INPUT, "job table, entry %u: %s", j, what);
}

enum bf_err bf_jobs_check(const struct bf_jobs *jobs, bf_procs procs, struct bf_error *e)
{
    if (procs < 1 || procs > BF_MAX_PROCS)
        return bf_error_set(e, BF_ERR_INPUT, "a machine of %d processors; expected 1 to %d",
                            (int)procs, (int)BF_MAX_PROCS);
    bf_time total = 0; // the latest time that a schedule of these jobs could reach
    for (uint32_t j = 0; j < jobs->count; j++) {
        if (jobs->submit[j] < 0 || jobs->submit[j] > BF_MAX_TIME)
            return bad(e, j, "submit out of range");
        if (j && jobs->submit[j] < jobs->submit[j - 1])
            return bad(e, j, "submitted before its predecessor");
        if (jobs->run[j] < 0 || jobs->run[j] > BF_MAX_TIME)
            return bad(e, j, "run time out of range");
        if (jobs->request[j] < 1 || jobs->request[j] > BF_MAX_TIME)
            return bad(e, j, "request out of range");
        if (jobs->procs[j] < 1 || jobs->procs[j] > procs)
            return bad(e, j, "does not fit the machine");
        if (jobs->user[j] >= jobs->users)
            return bad(e, j, "user out of range");
        total += jobs->run[j] > jobs->request[j] ? jobs->run[j] : jobs->request[j];
        if (total > BF_MAX_TOTAL)
            return bad(e, j,
                       "the jobs so far take longer, one after the other, than times can say");
    }
    return BF_OK;
}
