// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/store.h"

#include <stdlib.h>
#include <string.h>

#include <hdf5.h>

#include "engine/base/hash.h"
#include "engine/base/part.h"
#include "engine/store/driver.h"
#include "engine/store/h5_internal.h"
#include "engine/store/table_internal.h"

enum { RUNS, JOBS, CLASSES, ACCURACY, COST, COST_HISTOGRAM, TRACES, TABLES };

static const struct bf_table *const table_list[TABLES] = {
    [RUNS] = &bf_table_runs,       [JOBS] = &bf_table_jobs,
    [CLASSES] = &bf_table_classes, [ACCURACY] = &bf_table_accuracy,
    [COST] = &bf_table_cost,       [COST_HISTOGRAM] = &bf_table_cost_histogram,
    [TRACES] = &bf_table_traces,
};

struct bf_store {
    struct bf_part *part;
    int64_t driver, file; // negative: none
    struct bf_table_writer tables[TABLES];
    struct bf_error failure; // the first; nothing is written after it
};

// Access and creation lists of the file: formats that HDF5 1.8 reads (all tools of today do), whose
// headers carry checksums; no time stamps; closing the file closes what is open in it.
static bool set_lists(struct bf_store *store, hid_t access, hid_t creation)
{
    if (access < 0 || creation < 0 || H5Pset_obj_track_times(creation, 0) < 0 ||
        H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) < 0 ||
        H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) < 0)
        return false;
    store->driver = bf_driver_install(access, store->part);
    return store->driver >= 0;
}

static bool create_file(struct bf_store *store)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    if (set_lists(store, access, creation))
        store->file = H5Fcreate(bf_part_path(store->part), H5F_ACC_TRUNC, creation, access);
    if (creation >= 0)
        H5Pclose(creation);
    if (access >= 0)
        H5Pclose(access);
    return store->file >= 0;
}

static bool put_about(int64_t file, const struct bf_store_about *about)
{
    char hash[BF_HASH_TEXT_SIZE];
    bf_hash_bytes(about->plan, strlen(about->plan), hash);
    return bf_h5_put_text(file, BF_ATTRIBUTE_FORMAT, BF_FORMAT_NAME) &&
           bf_h5_put_int(file, BF_ATTRIBUTE_SCHEMA, BF_ROWS_SCHEMA_VERSION) &&
           bf_h5_put_text(file, BF_ATTRIBUTE_PROGRAM, about->program_version) &&
           bf_h5_put_int(file, "semantics_version", about->semantics_version) &&
           bf_h5_put_text(file, "plan", about->plan) && bf_h5_put_text(file, "plan_hash", hash) &&
           bf_h5_put_text(file, "command_line", about->command_line) &&
           bf_h5_put_text(file, "started", about->started) &&
           bf_h5_put_text(file, "host", about->host) &&
           bf_h5_put_text(file, "compiler", about->compiler) &&
           bf_h5_put_int(file, BF_ATTRIBUTE_COMPLETE, 0);
}

static enum bf_err fill_file(struct bf_store *store, const struct bf_store_about *about,
                             struct bf_error *e)
{
    const char *path = bf_part_path(store->part);
    if (!create_file(store) || !put_about(store->file, about))
        return bf_h5_error(e, BF_ERR_ENV, path, "begin a result file",
                           "this is most likely a lack of memory");
    for (int i = 0; i < TABLES; i++) {
        const enum bf_err err =
            bf_table_writer_open(&store->tables[i], table_list[i], store->file, path, e);
        if (err)
            return err;
    }
    // The place for the output is tried before the first run starts: bytes go to the disk now.
    if (H5Fflush(store->file, H5F_SCOPE_LOCAL) < 0)
        return bf_h5_error(e, BF_ERR_ENV, path, "begin a result file",
                           "this is most likely a lack of memory");
    return bf_part_check(store->part, e);
}

enum bf_err bf_store_create(const char *path, const struct bf_store_about *about,
                            struct bf_store **store, struct bf_error *e)
{
    struct bf_store *new = calloc(1, sizeof *new);
    if (!new)
        return bf_error_no_memory(e, sizeof *new, "a result file");
    new->driver = new->file = -1;
    for (int i = 0; i < TABLES; i++)
        new->tables[i].packets = -1;
    bf_h5_begin();
    enum bf_err err = bf_part_create(path, &new->part, e);
    if (!err)
        err = fill_file(new, about, e);
    if (err) {
        bf_store_abandon(new);
        return err;
    }
    *store = new;
    return BF_OK;
}

// After the first failure the file cannot become whole: every later call repeats that failure.
static enum bf_err failed_before(const struct bf_store *store, struct bf_error *e)
{
    if (!store->failure.code)
        return BF_OK;
    return bf_error_set(e, store->failure.code, "%s", store->failure.text);
}

// Keeps a failure: the system's, when there is one, since it comes first.
static enum bf_err keep_failure(struct bf_store *store, enum bf_err err, struct bf_error *e)
{
    const enum bf_err system = bf_part_check(store->part, &store->failure);
    if (system)
        return failed_before(store, e);
    if (err)
        bf_error_set(e, store->failure.code, "%s", store->failure.text);
    return err;
}

static enum bf_err put_row(struct bf_store *store, int table, const void *row)
{
    return bf_table_writer_put(&store->tables[table], row, bf_part_path(store->part),
                               &store->failure);
}

static int64_t row_count(const struct bf_store *store, int table)
{
    return (int64_t)store->tables[table].rows;
}

static enum bf_err put_jobs(struct bf_store *store, const struct bf_result *result, int64_t run)
{
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && result->jobs && i < result->job_count; i++) {
        struct bf_job_row row = result->jobs[i];
        row.run = run;
        err = put_row(store, JOBS, &row);
    }
    return err;
}

static enum bf_err put_classes(struct bf_store *store, const struct bf_result *result, int64_t run)
{
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && i < result->class_count; i++) {
        struct bf_class_row row = result->classes[i];
        row.run = run;
        err = put_row(store, CLASSES, &row);
    }
    return err;
}

static enum bf_err put_accuracy(struct bf_store *store, const struct bf_result *result, int64_t run)
{
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && i < result->accuracy_count; i++) {
        struct bf_accuracy_row row = result->accuracy[i];
        row.run = run;
        err = put_row(store, ACCURACY, &row);
    }
    return err;
}

static enum bf_err put_cost(struct bf_store *store, const struct bf_result *result, int64_t run)
{
    enum bf_err err = BF_OK;
    if (result->cost) {
        struct bf_cost_row cost = *result->cost;
        cost.run = run;
        err = put_row(store, COST, &cost);
    }
    for (size_t i = 0; !err && i < result->histogram_count; i++) {
        struct bf_cost_histogram_row row = result->histogram[i];
        row.run = run;
        err = put_row(store, COST_HISTOGRAM, &row);
    }
    return err;
}

static enum bf_err put_run(struct bf_store *store, const struct bf_result *result,
                           int64_t jobs_first, int64_t classes_first, int64_t accuracy_first)
{
    struct bf_run_row row = *result->run;
    row.jobs_first = jobs_first;
    row.jobs_rows = row_count(store, JOBS) - jobs_first;
    row.classes_first = classes_first;
    row.classes_rows = row_count(store, CLASSES) - classes_first;
    row.accuracy_first = accuracy_first;
    row.accuracy_rows = row_count(store, ACCURACY) - accuracy_first;
    return put_row(store, RUNS, &row);
}

static enum bf_err put_result(void *self, const struct bf_result *result, struct bf_error *e)
{
    struct bf_store *store = self;
    const int64_t run = row_count(store, RUNS);
    const int64_t jobs_first = row_count(store, JOBS);
    const int64_t classes_first = row_count(store, CLASSES);
    const int64_t accuracy_first = row_count(store, ACCURACY);
    enum bf_err err = failed_before(store, e);
    if (err)
        return err;
    err = put_jobs(store, result, run);
    if (!err)
        err = put_classes(store, result, run);
    if (!err)
        err = put_accuracy(store, result, run);
    if (!err)
        err = put_cost(store, result, run);
    if (!err)
        err = put_run(store, result, jobs_first, classes_first, accuracy_first);
    return keep_failure(store, err, e);
}

static enum bf_err put_trace(void *self, const struct bf_trace_row *trace, struct bf_error *e)
{
    struct bf_store *store = self;
    const enum bf_err err = failed_before(store, e);
    if (err)
        return err;
    return keep_failure(store, put_row(store, TRACES, trace), e);
}

struct bf_sink bf_store_sink(struct bf_store *store)
{
    return (struct bf_sink){.self = store, .put_trace = put_trace, .put_result = put_result};
}

static enum bf_err complete_file(struct bf_store *store, const char *ended, struct bf_error *e)
{
    const char *path = bf_part_path(store->part);
    for (int i = 0; i < TABLES; i++) {
        const enum bf_err err = bf_table_writer_flush(&store->tables[i], path, e);
        if (err)
            return err;
    }
    if (!bf_h5_put_text(store->file, "ended", ended) ||
        !bf_h5_replace_int(store->file, BF_ATTRIBUTE_COMPLETE, 1))
        return bf_h5_error(e, BF_ERR_ENV, path, "complete the file",
                           "this is most likely a lack of memory");
    return BF_OK;
}

// Closes all that HDF5 holds. False: HDF5 could not write what it still had.
static bool close_file(struct bf_store *store)
{
    bool ok = true;
    for (int i = 0; i < TABLES; i++)
        ok = bf_table_writer_close(&store->tables[i]) && ok;
    if (store->file >= 0)
        ok = H5Fclose(store->file) >= 0 && ok;
    store->file = -1;
    bf_driver_remove(store->driver);
    store->driver = -1;
    return ok;
}

enum bf_err bf_store_close(struct bf_store *store, const char *ended, struct bf_error *e)
{
    enum bf_err err = failed_before(store, e);
    if (!err)
        err = complete_file(store, ended, e);
    if (!close_file(store) && !err)
        err = bf_h5_error(e, BF_ERR_ENV, bf_part_path(store->part), "close the file",
                          "this is most likely a lack of memory");
    const enum bf_err system = bf_part_check(store->part, err ? NULL : e);
    if (!err)
        err = system;
    if (!err) {
        err = bf_part_commit(store->part, e);
        store->part = NULL;
    }
    bf_store_abandon(store);
    return err;
}

void bf_store_abandon(struct bf_store *store)
{
    if (!store)
        return;
    close_file(store);
    bf_part_discard(store->part);
    free(store);
}
