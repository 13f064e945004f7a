// SPDX-License-Identifier: GPL-3.0-or-later
//
// Notes for people, one a line, gathered while a trace is read. Beyond a fixed size they are
// counted only: a hostile log cannot make them grow.
#ifndef BF_WORKLOADS_NOTES_INTERNAL_H
#define BF_WORKLOADS_NOTES_INTERNAL_H

#include <stdint.h>

#define BF_NOTES_SIZE 8192

struct bf_notes {
    char text[BF_NOTES_SIZE]; // newline-terminated lines
    unsigned used;
    uint64_t left_out;
};

void bf_notes_add(struct bf_notes *notes, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
