// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/queue.h"

#include <assert.h>

#include "engine/base/bits.h"
#include "engine/core/sizes.h"

enum {
    BLOCK = 64, // places: one bit each of a word
    FEW = 4     // places that are looked at one by one
};

_Static_assert(BF_MAX_PROCS < (bf_procs)1 << BF_QUEUE_WIDTHS, "a class for every request");

// Promises are kept only where a policy makes them.
static bool init_promises(struct bf_queue *q, struct bf_arena *arena, size_t places,
                          bf_time *promised)
{
    q->promised = promised;
    if (!promised)
        return true;
    q->promise = bf_arena_alloc(arena, places, sizeof *q->promise);
    q->soonest = bf_arena_alloc(arena, places / BLOCK, sizeof *q->soonest);
    return q->promise && q->soonest;
}

bool bf_queue_init(struct bf_queue *q, struct bf_arena *arena, uint32_t room, bf_procs machine,
                   bf_time *promised)
{
    const size_t whole = ((size_t)room / BLOCK + 1) * BLOCK; // searches read whole blocks
    *q = (struct bf_queue){
        .job = bf_arena_alloc(arena, room, sizeof *q->job),
        .procs = bf_arena_alloc(arena, whole, sizeof *q->procs),
        .plan = bf_arena_alloc(arena, room, sizeof *q->plan),
        .brief = bf_arena_alloc(arena, whole, sizeof *q->brief),
        .taken = bf_arena_alloc(arena, whole / BLOCK, sizeof *q->taken),
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
    return q->job && q->procs && q->plan && q->brief && q->taken && q->keyed && q->sizes &&
           init_promises(q, arena, whole, promised);
}

static int32_t cut(bf_time plan)
{
    return plan < INT32_MAX ? (int32_t)plan : INT32_MAX;
}

// The width class of a request: the place of its highest bit.
static unsigned width_of(bf_procs procs)
{
    return 31 - (unsigned)__builtin_clz((unsigned)procs);
}

static void clear(struct bf_low *low)
{
    low->procs = BF_GAP_PROCS;
    low->stale = false;
    for (unsigned w = 0; w < BF_QUEUE_WIDTHS; w++)
        low->brief[w] = INT32_MAX;
}

static void lower(struct bf_low *low, bf_procs procs, unsigned width, int32_t brief)
{
    low->procs = procs < low->procs ? procs : low->procs;
    low->brief[width] = brief < low->brief[width] ? brief : low->brief[width];
}

// Blocks are set up by the first place that is put into them: places are filled from the front.
static void put(struct bf_queue *q, uint32_t place, bf_job job, bf_procs procs, bf_time plan)
{
    q->job[place] = job;
    q->procs[place] = procs;
    q->plan[place] = plan;
    const int32_t brief = cut(plan);
    q->brief[place] = brief;
    q->taken[place / BLOCK] |= (uint64_t)1 << place % BLOCK;
    const unsigned width = width_of(procs);
    bool first = true; // nothing else is in the block yet
    for (unsigned k = 0; k < q->levels; k++) {
        first = first && place % BLOCK == 0;
        place /= BLOCK;
        struct bf_low *low = &q->low[k][place];
        if (first)
            clear(low);
        else if (low->procs <= procs && low->brief[width] <= brief)
            break;
        lower(low, procs, width, brief);
    }
}

static void make_gap(struct bf_queue *q, uint32_t place)
{
    struct bf_low *const low = &q->low[0][place / BLOCK];
    if (low->procs == q->procs[place] || low->brief[width_of(q->procs[place])] == q->brief[place])
        low->stale = true;
    q->job[place] = BF_NO_JOB;
    q->procs[place] = BF_GAP_PROCS;
    q->plan[place] = BF_NEVER;
    q->brief[place] = INT32_MAX;
    q->taken[place / BLOCK] &= ~((uint64_t)1 << place % BLOCK);
    if (q->promise)
        q->promise[place] = BF_NEVER;
}

static void lower_by(struct bf_low *low, const struct bf_low *other)
{
    low->procs = other->procs < low->procs ? other->procs : low->procs;
    for (unsigned w = 0; w < BF_QUEUE_WIDTHS; w++)
        low->brief[w] = other->brief[w] < low->brief[w] ? other->brief[w] : low->brief[w];
}

// Makes a stale block of level `k` exact again, as far as those below it are.
static void renew(struct bf_queue *q, unsigned k, uint32_t block)
{
    struct bf_low *low = &q->low[k][block];
    clear(low);
    if (k == 0) {
        for (uint64_t left = q->taken[block]; left; left &= left - 1) {
            const uint32_t place = block * BLOCK + bf_bits_first(left);
            lower(low, q->procs[place], width_of(q->procs[place]), q->brief[place]);
        }
    } else {
        uint32_t end = q->back; // of the level below
        for (unsigned i = 0; i < k; i++)
            end = (end - 1) / BLOCK + 1;
        for (uint32_t i = block * BLOCK; i < end && i < (block + 1) * BLOCK; i++)
            lower_by(low, &q->low[k - 1][i]);
    }
    if (k + 1 < q->levels)
        q->low[k + 1][block / BLOCK].stale = true;
}

// Places from `from` to the end of its block are gaps: searches look at whole blocks.
static void blank(struct bf_queue *q, uint32_t from)
{
    const uint32_t block = from / BLOCK;
    for (uint32_t i = from; i / BLOCK == block; i++) {
        q->procs[i] = BF_GAP_PROCS;
        q->brief[i] = INT32_MAX;
        if (q->promise)
            q->promise[i] = BF_NEVER;
    }
    q->taken[block] &= bf_bits_below(from % BLOCK);
    if (q->promise && from % BLOCK == 0)
        q->soonest[block] = BF_NEVER;
}

static void put_promise(struct bf_queue *q, uint32_t place, bf_time start)
{
    if (place % BLOCK == 0)
        q->soonest[place / BLOCK] = BF_NEVER;
    bf_queue_promise(q, place, start);
}

// Jobs move forward to the places before them, in order.
static void close_gaps(struct bf_queue *q)
{
    uint32_t to = 0;
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1), to++) {
        if (q->promise)
            put_promise(q, to, q->promise[at]);
        put(q, to, q->job[at], q->procs[at], q->plan[at]);
    }
    for (uint32_t place = to; place < q->back; place = (place / BLOCK + 1) * BLOCK)
        blank(q, place);
    q->front = 0;
    q->back = to;
}

void bf_queue_push(struct bf_queue *q, bf_job job, bf_procs procs, bf_time plan)
{
    assert(q->back < q->room);
    if (q->back % BLOCK == 0)
        blank(q, q->back);
    put(q, q->back++, job, procs, plan); // its promise is none: blank
    q->waiting++;
    bf_sizes_add(q->sizes, procs);
}

void bf_queue_remove(struct bf_queue *q, uint32_t place)
{
    assert(q->job[place] != BF_NO_JOB);
    bf_sizes_remove(q->sizes, q->procs[place]);
    if (q->promise)
        q->promised[q->job[place]] = q->promise[place];
    make_gap(q, place);
    q->waiting--;
    q->front = bf_queue_next(q, q->front);
}

void bf_queue_tidy(struct bf_queue *q)
{
    if (q->waiting == 0)
        q->front = q->back = 0;
    else if (q->back - q->front > 2 * q->waiting + 64 || q->front > 4 * q->waiting + 1024)
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
        if (q->promise)
            q->promised[j] = q->promise[i];
    }
    bf_sort_keyed(a, a + q->room, q->waiting);
    for (uint32_t i = 0; i < q->waiting; i++) {
        put(q, i, a[i].item, (bf_procs)a[i].extra, plan[a[i].item]);
        if (q->promise)
            put_promise(q, i, q->promised[a[i].item]);
    }
}

static bool has_brief(const struct bf_low *low, unsigned width, int32_t window)
{
    int32_t brief = INT32_MAX;
    for (unsigned w = 0; w <= width; w++)
        brief = low->brief[w] < brief ? low->brief[w] : brief;
    return brief <= window;
}

// Whether a block of level `k` may hold a candidate.
static bool may_hold(struct bf_queue *q, unsigned k, uint32_t block, struct bf_candidate c)
{
    const struct bf_low *low = &q->low[k][block];
    for (;;) {
        if (low->procs > c.free ||
            (low->procs > c.extra && !has_brief(low, width_of(c.free), cut(c.window))))
            return false;
        if (!low->stale)
            return true;
        renew(q, k, block);
    }
}

// The candidates among the 64 places of a block, as bits.
static uint64_t candidates(const struct bf_queue *q, uint32_t block, struct bf_candidate c)
{
    const bf_procs *procs = q->procs + (size_t)block * BLOCK;
    const int32_t *brief = q->brief + (size_t)block * BLOCK;
    const int32_t window = cut(c.window);
    uint8_t yes[BLOCK];
    for (unsigned i = 0; i < BLOCK; i++)
        yes[i] = (procs[i] <= c.free) & ((brief[i] <= window) | (procs[i] <= c.extra));
    return bf_bits_pack(yes);
}

// The first block from `block` on that may hold a candidate. Where a block of blocks begins, it is
// looked at first, the largest before the smaller ones.
static uint32_t next_block(struct bf_queue *q, uint32_t block, struct bf_candidate c,
                           uint64_t *looked)
{
    while ((uint64_t)block * BLOCK < q->back) {
        unsigned k = 0;
        uint64_t size = 1; // blocks in a block of level k
        for (; k + 1 < q->levels && block % (size * BLOCK) == 0; k++)
            size *= BLOCK;
        for (;; k--, size /= BLOCK) {
            ++*looked;
            if (!may_hold(q, k, (uint32_t)(block / size), c))
                break;
            if (k == 0)
                return block;
        }
        if (UINT32_MAX - block < size)
            break;
        block += (uint32_t)size;
    }
    return UINT32_MAX;
}

static uint32_t find_one_by_one(const struct bf_queue *q, uint32_t place, struct bf_candidate c,
                                uint64_t *looked)
{
    for (; place < q->back; place++) {
        ++*looked;
        if (q->procs[place] <= c.free && (q->plan[place] <= c.window || q->procs[place] <= c.extra))
            break;
    }
    return place;
}

uint32_t bf_queue_find(struct bf_queue *q, uint32_t place, struct bf_candidate c, uint64_t *looked)
{
    if (place >= q->back)
        return q->back;
    if (q->back - place <= FEW)
        return find_one_by_one(q, place, c, looked);
    uint32_t block = place / BLOCK;
    uint64_t bits = candidates(q, block, c) & bf_bits_from(place % BLOCK);
    *looked += q->back - place < BLOCK ? q->back - place : BLOCK;
    while (!bits) {
        block = next_block(q, block + 1, c, looked);
        if (block == UINT32_MAX)
            return q->back;
        bits = candidates(q, block, c);
        *looked += BLOCK;
    }
    return block * BLOCK + bf_bits_first(bits);
}

bf_procs bf_queue_smallest(const struct bf_queue *q)
{
    return bf_sizes_smallest(q->sizes);
}

// The earliest promise of a block.
static bf_time soonest_in(const struct bf_queue *q, uint32_t block)
{
    bf_time low = BF_NEVER;
    const bf_time *promise = q->promise + (size_t)block * BLOCK;
    for (unsigned i = 0; i < BLOCK; i++)
        low = promise[i] < low ? promise[i] : low;
    return low;
}

bf_time bf_queue_soonest(struct bf_queue *q)
{
    for (;;) {
        bf_time low = BF_NEVER;
        uint32_t block = 0;
        for (uint32_t i = q->front / BLOCK; i * BLOCK < q->back; i++) {
            if (q->soonest[i] < low) {
                low = q->soonest[i];
                block = i;
            }
        }
        if (low == BF_NEVER)
            return low;
        q->soonest[block] = soonest_in(q, block);
        if (q->soonest[block] == low)
            return low;
    }
}

uint32_t bf_queue_due(const struct bf_queue *q, uint32_t place, bf_time now)
{
    for (; place < q->back; place = (place / BLOCK + 1) * BLOCK) {
        if (q->soonest[place / BLOCK] > now)
            continue;
        for (uint32_t at = place; at < q->back && at / BLOCK == place / BLOCK; at++)
            if (q->promise[at] <= now)
                return at;
    }
    return q->back;
}
