// SPDX-License-Identifier: GPL-3.0-or-later
//
// Results in the making: what has finished is written as segments, small result files in a
// directory beside the output, each whole under its name, until all are joined.
//
//     results.h5                       the old output, or none
//     results.h5.segments/lock         locked as long as somebody writes here
//     results.h5.segments/000007.h5    runs that have finished
//
// Whoever opens the directory finds what an earlier writer, stopped or killed at any moment, has
// left: whole segments are kept, temporary files are removed. Nothing has to be cleaned up by hand.
//
// Used by one thread.
#ifndef BF_STORE_SEGMENTS_H
#define BF_STORE_SEGMENTS_H

#include "engine/store/merge.h"

struct bf_segments;

// Opens the directory beside `output`, makes it if need be, and takes its lock. The place of the
// output is tried, too. `about` is copied; its texts are borrowed. BF_ERR_ENV: another program
// writes there, or it cannot be written. BF_ERR_USAGE: `output` is no name for a file.
enum bf_err bf_segments_open(const char *output, const struct bf_store_about *about,
                             struct bf_segments **segments, struct bf_error *e);

// The segments that are there, in the order in which they were written; borrowed.
size_t bf_segments_count(const struct bf_segments *s);
const char *const *bf_segments_paths(const struct bf_segments *s);

// Removes a segment, one that cannot be read, say.
void bf_segments_drop(struct bf_segments *s, size_t number);

// A sink that writes segments: one is closed when it holds 4 MiB of rows, or when its first row is
// 15 s old (seen at a flush).
struct bf_sink bf_segments_sink(struct bf_segments *s);

// Closes segments when their first row is `seconds` old.
void bf_segments_save_every(struct bf_segments *s, double seconds);

// Closes the segment that is being written, if any.
enum bf_err bf_segments_flush(struct bf_segments *s, struct bf_error *e);

// Joins all segments, and `more` files before them, into `path`. Files that are too many to be open
// at a time are joined in groups first, which become segments themselves; in rounds, so that a row
// is written as often as the number of files has digits to the base BF_MERGE_MOST. Errors as of
// bf_store_merge; the segments are still there then.
enum bf_err bf_segments_join(struct bf_segments *s, const char *const *more, size_t more_count,
                             const char *path, const struct bf_merge *how,
                             struct bf_merge_count *done, struct bf_error *e);

// From here on the segments hold only copies of rows that are in other files, as those of a merge
// do: should the program be killed, the next one to open the directory removes them. There are none
// yet.
enum bf_err bf_segments_only_copies(struct bf_segments *s, struct bf_error *e);

// Removes all segments.
void bf_segments_clear(struct bf_segments *s);

// Gives up the lock, and removes the directory when it holds no segment. What was put and not
// flushed is lost. NULL is allowed.
void bf_segments_close(struct bf_segments *s);

#endif
