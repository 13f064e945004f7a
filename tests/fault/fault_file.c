// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fault/fault_file.h"

#include "tests/store/sample_rows.h"
#include "tests/support/bf_test.h"
#include "tests/support/files.h"
#include "workloads/trace.h"

enum { KINDS = 4 };

static struct bf_sample rows[2]; // small, large
static struct bf_trace *trace[2];
static char *text[KINDS][2]; // as it must be, by kind; NULL: a result file
static size_t size[KINDS][2];

static enum bf_err write_h5(bool large, const char *path, struct bf_error *e)
{
    return bf_sample_write(&rows[large], path, e);
}

static enum bf_err write_swf(bool large, const char *path, struct bf_error *e)
{
    return bf_trace_write_swf(trace[large], NULL, "a note", path, e);
}

static enum bf_err write_csv(bool large, const char *path, struct bf_error *e)
{
    return bf_trace_write_csv(trace[large], path, e);
}

const struct bf_fault_file bf_fault_files[KINDS + 1] = {{"x.h5", write_h5, false},
                                                        {"x.swf", write_swf, true},
                                                        {"x.swf.gz", write_swf, true},
                                                        {"x.csv", write_csv, true},
                                                        {0}};

static struct bf_trace *load(const char *model)
{
    struct bf_trace_options o;
    struct bf_trace *loaded;
    struct bf_error e;
    bf_trace_options_default(&o);
    o.source = model;
    o.keep_fields = true;
    assert_ok(bf_trace_load(&o, &loaded, &e), e);
    return loaded;
}

void bf_fault_files_begin(void)
{
    struct bf_error e;
    bf_sample_make(&rows[false], 5, 0);
    bf_sample_make(&rows[true], 7000, 0);
    trace[false] = load("lublin:jobs=5,procs=64");
    trace[true] = load("lublin:jobs=30000,procs=64");
    for (int kind = 0; kind < KINDS; kind++)
        for (int large = 0; large < 2; large++) {
            const char *path = bf_test_temporary(bf_fault_files[kind].name);
            // HDF5 has all that it wants to keep after this.
            assert_ok(bf_fault_files[kind].write(large, path, &e), e);
            if (bf_fault_files[kind].is_text)
                text[kind][large] = bf_test_read(path, &size[kind][large]);
        }
}

void bf_fault_files_end(void)
{
    for (int large = 0; large < 2; large++) {
        bf_sample_free(&rows[large]);
        bf_trace_destroy(trace[large]);
        for (int kind = 0; kind < KINDS; kind++)
            free(text[kind][large]);
    }
}

bool bf_fault_file_is(const struct bf_fault_file *file, bool large, const char *path)
{
    const size_t kind = (size_t)(file - bf_fault_files);
    struct bf_error e;
    size_t n;
    if (!file->is_text)
        return bf_sample_matches(&rows[large], path, &e);
    char *found = bf_test_read(path, &n);
    const bool same = n == size[kind][large] && memcmp(found, text[kind][large], n) == 0;
    free(found);
    return same;
}
