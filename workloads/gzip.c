// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/gzip_internal.h"

#include <stdlib.h>
#include <zlib.h>

enum { GZIP_WINDOW = 15 + 16 }; // zlib's way to say: gzip and nothing else
enum { MEMORY_LEVEL = 9 };

struct bf_gunzip {
    z_stream z;
};

struct bf_gzip {
    z_stream z;
};

static void flow_to_zlib(const struct bf_gzip_flow *flow, z_stream *z)
{
    z->next_in = (z_const Bytef *)flow->in;
    z->avail_in = (uInt)flow->in_size;
    z->next_out = flow->out;
    z->avail_out = (uInt)flow->out_size;
}

static void flow_from_zlib(struct bf_gzip_flow *flow, const z_stream *z)
{
    flow->in = z->next_in;
    flow->in_size = z->avail_in;
    flow->out = z->next_out;
    flow->out_size = z->avail_out;
}

struct bf_gunzip *bf_gunzip_create(void)
{
    struct bf_gunzip *g = calloc(1, sizeof *g);
    if (g && inflateInit2(&g->z, GZIP_WINDOW) != Z_OK) {
        free(g);
        return NULL;
    }
    return g;
}

void bf_gunzip_destroy(struct bf_gunzip *g)
{
    if (!g)
        return;
    inflateEnd(&g->z);
    free(g);
}

enum bf_gzip_result bf_gunzip_step(struct bf_gunzip *g, struct bf_gzip_flow *flow)
{
    flow_to_zlib(flow, &g->z);
    int code = inflate(&g->z, Z_NO_FLUSH);
    flow_from_zlib(flow, &g->z);
    if (code == Z_STREAM_END) {
        inflateReset(&g->z);
        return BF_GZIP_END;
    }
    return code == Z_OK || code == Z_BUF_ERROR ? BF_GZIP_MORE : BF_GZIP_BAD;
}

const char *bf_gunzip_message(const struct bf_gunzip *g)
{
    return g->z.msg ? g->z.msg : "no valid data";
}

struct bf_gzip *bf_gzip_create(void)
{
    struct bf_gzip *g = calloc(1, sizeof *g);
    if (g && deflateInit2(&g->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                          Z_DEFAULT_STRATEGY) != Z_OK) {
        free(g);
        return NULL;
    }
    return g;
}

void bf_gzip_destroy(struct bf_gzip *g)
{
    if (!g)
        return;
    deflateEnd(&g->z);
    free(g);
}

enum bf_gzip_result bf_gzip_step(struct bf_gzip *g, struct bf_gzip_flow *flow, bool finish)
{
    flow_to_zlib(flow, &g->z);
    int code = deflate(&g->z, finish ? Z_FINISH : Z_NO_FLUSH);
    flow_from_zlib(flow, &g->z);
    return code == Z_STREAM_END ? BF_GZIP_END : BF_GZIP_MORE;
}
