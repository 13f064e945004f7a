// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gzip streams (RFC 1952): zlib behind two small objects, so that no other file includes its
// header.
#ifndef BF_WORKLOADS_GZIP_INTERNAL_H
#define BF_WORKLOADS_GZIP_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

// Bytes on the way through: both ends are moved forward by each step.
struct bf_gzip_flow {
    const unsigned char *in;
    size_t in_size;
    unsigned char *out;
    size_t out_size;
};

enum bf_gzip_result {
    BF_GZIP_MORE, // `in` is used up or `out` is full
    BF_GZIP_END,  // reading: a member has ended here, checked; writing: all is out
    BF_GZIP_BAD   // reading: corrupt at the first byte that is left in `in`
};

// Returns an object that reads members one after the other (owned), or NULL when there is no
// memory.
struct bf_gunzip *bf_gunzip_create(void);
void bf_gunzip_destroy(struct bf_gunzip *g); // NULL is allowed
enum bf_gzip_result bf_gunzip_step(struct bf_gunzip *g, struct bf_gzip_flow *flow);
// What was wrong, after BF_GZIP_BAD; good until the next step.
const char *bf_gunzip_message(const struct bf_gunzip *g);

// The same for writing one member. It carries no name and no time: equal texts give equal files.
struct bf_gzip *bf_gzip_create(void);
void bf_gzip_destroy(struct bf_gzip *g); // NULL is allowed
// `finish`: `in` is the end of the text; call again until BF_GZIP_END.
enum bf_gzip_result bf_gzip_step(struct bf_gzip *g, struct bf_gzip_flow *flow, bool finish);

#endif
