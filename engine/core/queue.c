// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/queue.h"

#include <assert.h>

#include "engine/core/sizes.h"

enum { BLOCK = 64 };

static const struct bf_low nothing = {.procs = BF_GAP_PROCS, .plan = BF_NEVER};

bool bf_queue_init(struct bf_queue *q, struct bf_arena *arena, uint32_t room, bf_procs machine)
{
    *q = (struct bf_queue){
        .job = bf_arena_alloc(arena, room, sizeof *q->job),
        .procs = bf_arena_alloc(arena, room, sizeof *q->procs),
        .plan = bf_arena_alloc(arena, room, sizeof *q->plan),
        .keyed = bf_arena_alloc(arena, 2 * (size_t)room, sizeof *q->keyed),
        .sizes = bf_sizes_create(arena, machine),
        .room = room,
    };
    size_t blocks = room;
    do {
        blocks = blocks / BLOCK + 1;
        q->low[q->levels] = bf_arena_alloc(arena, blocks, sizeof *q->low[0]);
        if (!q->low[q->levels++])
            return false;
    } while (blocks > 1);
    return q->job && q->procs && q->plan && q->keyed && q->sizes;
}

static void lower(struct bf_low *low, bf_procs procs, bf_time plan)
{
    low->procs = procs < low->procs ? procs : low->procs;
    low->plan = plan < low->plan ? plan : low->plan;
}

// Blocks are set up by the first place that is put into them: places are filled from the front.
static void put(struct bf_queue *q, uint32_t place, bf_job job, bf_procs procs, bf_time plan)
{
    q->job[place] = job;
    q->procs[place] = procs;
    q->plan[place] = plan;
    for (unsigned k = 0; k < q->levels; k++) {
        const bool first = place % BLOCK == 0;
        place /= BLOCK;
        if (first)
            q->low[k][place] = nothing;
        lower(&q->low[k][place], procs, plan);
    }
}

static void make_gap(struct bf_queue *q, uint32_t place)
{
    struct bf_low *const low = &q->low[0][place / BLOCK];
    if (low->procs == q->procs[place] || low->plan == q->plan[place])
        low->stale = true;
    q->job[place] = BF_NO_JOB;
    q->procs[place] = BF_GAP_PROCS;
    q->plan[place] = BF_NEVER;
}

// Makes a stale block of level `k` exact again, as far as those below it are.
static void renew(struct bf_queue *q, unsigned k, uint32_t block)
{
    uint32_t end = q->back; // of the level below
    for (unsigned i = 0; i < k; i++)
        end = (end - 1) / BLOCK + 1;
    if (end > (block + 1) * BLOCK)
        end = (block + 1) * BLOCK;
    struct bf_low now = nothing;
    for (uint32_t i = block * BLOCK; i < end; i++)
        lower(&now, k ? q->low[k - 1][i].procs : q->procs[i],
              k ? q->low[k - 1][i].plan : q->plan[i]);
    q->low[k][block] = now;
    if (k + 1 < q->levels)
        q->low[k + 1][block / BLOCK].stale = true;
}

static void close_gaps(struct bf_queue *q)
{
    uint32_t to = 0;
    for (uint32_t at = q->front; at < q->back; at++)
        if (q->job[at] != BF_NO_JOB)
            put(q, to++, q->job[at], q->procs[at], q->plan[at]);
    q->front = 0;
    q->back = to;
}

void bf_queue_push(struct bf_queue *q, bf_job job, bf_procs procs, bf_time plan)
{
    assert(q->back < q->room);
    put(q, q->back++, job, procs, plan);
    q->waiting++;
    bf_sizes_add(q->sizes, procs);
}

void bf_queue_remove(struct bf_queue *q, uint32_t place)
{
    assert(q->job[place] != BF_NO_JOB);
    bf_sizes_remove(q->sizes, q->procs[place]);
    make_gap(q, place);
    q->waiting--;
    q->front = bf_queue_next(q, q->front);
}

void bf_queue_tidy(struct bf_queue *q)
{
    if (q->waiting == 0)
        q->front = q->back = 0;
    else if (q->back - q->front > 2 * q->waiting + 64)
        close_gaps(q);
}

void bf_queue_sort(struct bf_queue *q, enum bf_order order, bf_time now, const bf_time *submit,
                   const bf_time *plan)
{
    close_gaps(q);
    struct bf_keyed *a = q->keyed;
    for (uint32_t i = 0; i < q->waiting; i++) {
        const bf_job j = q->job[i];
        const double key = bf_order_key(order, now, submit[j], q->plan[i], q->procs[i]);
        a[i] = (struct bf_keyed){key, j, (uint32_t)q->procs[i]};
    }
    bf_sort_keyed(a, a + q->room, q->waiting);
    for (uint32_t i = 0; i < q->waiting; i++)
        put(q, i, a[i].item, (bf_procs)a[i].extra, plan[a[i].item]);
}

static bool may_start(bf_procs procs, bf_time plan, struct bf_candidate c)
{
    return procs <= c.free && (plan <= c.window || procs <= c.extra);
}

// Whether a block of level `k` may hold a candidate.
static bool may_hold(struct bf_queue *q, unsigned k, uint32_t block, struct bf_candidate c)
{
    const struct bf_low *low = &q->low[k][block];
    if (!may_start(low->procs, low->plan, c))
        return false;
    if (!low->stale)
        return true;
    renew(q, k, block);
    return may_start(low->procs, low->plan, c);
}

// The size of the largest block that begins at `place` and cannot hold a candidate; 1 when there is
// none.
static uint64_t empty_block(struct bf_queue *q, uint32_t place, struct bf_candidate c,
                            uint64_t *looked)
{
    unsigned k = 0;
    uint64_t size = 1;
    for (; k < q->levels && place % (size * BLOCK) == 0; k++)
        size *= BLOCK;
    for (; k > 0; k--, size /= BLOCK) {
        ++*looked;
        if (!may_hold(q, k - 1, (uint32_t)(place / size), c))
            break;
    }
    return size;
}

uint32_t bf_queue_find(struct bf_queue *q, uint32_t place, struct bf_candidate c, uint64_t *looked)
{
    while (place < q->back) {
        const uint64_t size = empty_block(q, place, c, looked);
        if (size > 1) {
            if (q->back - place <= size)
                break;
            place += (uint32_t)size;
            continue;
        }
        const uint32_t end = q->back - place < BLOCK ? q->back : (place / BLOCK + 1) * BLOCK;
        for (; place < end; place++) {
            ++*looked;
            if (may_start(q->procs[place], q->plan[place], c))
                return place;
        }
    }
    return q->back;
}

bf_procs bf_queue_smallest(const struct bf_queue *q)
{
    return bf_sizes_smallest(q->sizes);
}
