// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hdf5.h>

#include "engine/base/hash.h"
#include "engine/base/part.h"
#include "engine/core/run_order.h"
#include "engine/store/driver.h"
#include "engine/store/h5_internal.h"
#include "engine/store/table_internal.h"

enum { RUNS, PARAMS, JOBS, CLASSES, WEEKS, ACCURACY, COST, COST_HISTOGRAM, TRACES, TABLES };

static const struct bf_table *const table_list[TABLES] = {
    [RUNS] = &bf_table_runs,     [PARAMS] = &bf_table_params,
    [JOBS] = &bf_table_jobs,     [CLASSES] = &bf_table_classes,
    [WEEKS] = &bf_table_weeks,   [ACCURACY] = &bf_table_accuracy,
    [COST] = &bf_table_cost,     [COST_HISTOGRAM] = &bf_table_cost_histogram,
    [TRACES] = &bf_table_traces,
};

// Rows that are kept, by table: structs one behind the other.
struct kept {
    char *rows;
    size_t count, room;
};

// Where a run's row has the place of its rows in another table.
struct link {
    const struct bf_column *first, *rows; // NULL: it has none
};

struct bf_store {
    struct bf_part *part;
    int64_t driver, file; // negative: none
    bool sorted;
    struct bf_table_writer tables[TABLES];
    struct kept kept[TABLES]; // while sorted
    size_t kept_bytes;
    struct link links[TABLES];
    uint64_t begun[TABLES];  // rows of each table when the run began
    struct bf_error failure; // the first; nothing is written after it
};

static int64_t *at(void *row, const struct bf_column *column)
{
    return (int64_t *)(void *)((char *)row + column->offset);
}

// The number of the run that a row of another table belongs to.
static int64_t *run_of(int table, void *row)
{
    return at(row, bf_table_column(table_list[table], "run"));
}

static void find_links(struct bf_store *store)
{
    for (int t = 0; t < TABLES; t++) {
        char first[64], rows[64];
        snprintf(first, sizeof first, "%s_first", table_list[t]->name);
        snprintf(rows, sizeof rows, "%s_rows", table_list[t]->name);
        store->links[t] = (struct link){bf_table_column(&bf_table_runs, first),
                                        bf_table_column(&bf_table_runs, rows)};
    }
}

// Access and creation lists of the file: formats that HDF5 1.8 reads (all tools of today do), whose
// headers carry checksums; no time stamps; closing the file closes what is open in it.
static bool set_lists(struct bf_store *store, hid_t access, hid_t creation)
{
    if (access < 0 || creation < 0 || H5Pset_obj_track_times(creation, 0) < 0 ||
        !bf_h5_limit_caches(access) || H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) < 0 ||
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
           (!about->plan_runs ||
            (bf_h5_put_int(file, BF_ATTRIBUTE_RUNS, (int32_t)about->plan_runs) &&
             bf_h5_put_text(file, BF_ATTRIBUTE_KEYS, about->plan_keys ? about->plan_keys : "") &&
             bf_h5_put_text(file, BF_ATTRIBUTE_SHARD, about->shard ? about->shard : ""))) &&
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
        const enum bf_err err = bf_table_writer_open(&store->tables[i], table_list[i], store->file,
                                                     about->passing, path, e);
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
    new->sorted = about->sorted;
    find_links(new);
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

// ---- Rows -------------------------------------------------------------------

static enum bf_err write_row(struct bf_store *store, int table, const void *row)
{
    return bf_table_writer_put(&store->tables[table], row, bf_part_path(store->part),
                               &store->failure);
}

static enum bf_err keep_row(struct bf_store *store, int table, const void *row)
{
    struct kept *k = &store->kept[table];
    const size_t size = table_list[table]->row_size;
    if (k->count == k->room) {
        const size_t room = k->room ? 2 * k->room : 64;
        char *rows = realloc(k->rows, room * size);
        if (!rows)
            return bf_error_no_memory(&store->failure, room * size, "result rows");
        k->rows = rows;
        k->room = room;
    }
    memcpy(k->rows + k->count++ * size, row, size);
    store->kept_bytes += size;
    return BF_OK;
}

static enum bf_err put_row(struct bf_store *store, int table, const void *row)
{
    return store->sorted ? keep_row(store, table, row) : write_row(store, table, row);
}

static uint64_t row_count(const struct bf_store *store, int table)
{
    return store->sorted ? store->kept[table].count : store->tables[table].rows;
}

static int number_of(const struct bf_table *table)
{
    int t = 0;
    while (t < TABLES - 1 && table_list[t] != table)
        t++;
    return t;
}

// Writes a row that belongs to the run that comes next.
static enum bf_err put_row_of_run(struct bf_store *store, int table, const void *row)
{
    union {
        struct bf_job_row job;
        struct bf_class_row class;
        struct bf_cost_row cost;
        char any[1024];
    } copy;
    memcpy(&copy, row, table_list[table]->row_size);
    *run_of(table, &copy) = (int64_t)row_count(store, RUNS);
    return put_row(store, table, &copy);
}

void bf_store_begin_run(struct bf_store *store)
{
    for (int t = 0; t < TABLES; t++)
        store->begun[t] = row_count(store, t);
}

// The run's row, with the places of its rows in other tables.
static enum bf_err put_run(struct bf_store *store, const struct bf_run_row *run)
{
    struct bf_run_row row = *run;
    for (int t = 0; t < TABLES; t++) {
        const struct link *link = &store->links[t];
        if (!link->first || !link->rows)
            continue;
        *at(&row, link->first) = (int64_t)store->begun[t];
        *at(&row, link->rows) = (int64_t)(row_count(store, t) - store->begun[t]);
    }
    return put_row(store, RUNS, &row);
}

enum bf_err bf_store_put_row(struct bf_store *store, const struct bf_table *table, const void *row,
                             struct bf_error *e)
{
    const enum bf_err err = failed_before(store, e);
    return err ? err : keep_failure(store, put_row_of_run(store, number_of(table), row), e);
}

enum bf_err bf_store_end_run(struct bf_store *store, const struct bf_run_row *run,
                             struct bf_error *e)
{
    const enum bf_err err = failed_before(store, e);
    return err ? err : keep_failure(store, put_run(store, run), e);
}

static enum bf_err put_part(struct bf_store *store, const struct bf_result_part *part)
{
    const int table = number_of(part->table);
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && i < part->count; i++)
        err = put_row_of_run(store, table, (const char *)part->rows + i * part->table->row_size);
    return err;
}

static enum bf_err put_result(void *self, const struct bf_result *result, struct bf_error *e)
{
    struct bf_store *store = self;
    enum bf_err err = failed_before(store, e);
    if (err)
        return err;
    bf_store_begin_run(store);
    for (size_t i = 0; !err && i < result->part_count; i++)
        err = put_part(store, &result->parts[i]);
    if (!err)
        err = put_run(store, result->run);
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

size_t bf_store_kept(const struct bf_store *store)
{
    return store->kept_bytes;
}

// ---- Rows in order ---------------------------------------------------------------

static int compare_runs(const void *a, const void *b)
{
    return bf_run_row_compare(*(const struct bf_run_row *const *)a,
                              *(const struct bf_run_row *const *)b);
}

// The first row of a table that belongs to run `run` or a later one: rows are in order of runs.
static size_t first_row_of(const struct kept *k, int table, int64_t run)
{
    size_t low = 0, high = k->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (*run_of(table, k->rows + middle * table_list[table]->row_size) < run)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static enum bf_err write_kept_run(struct bf_store *store, struct kept *kept,
                                  const struct bf_run_row *run)
{
    const int64_t number = run - (const struct bf_run_row *)(void *)kept[RUNS].rows;
    enum bf_err err = BF_OK;
    bf_store_begin_run(store);
    for (int t = 0; !err && t < TABLES; t++) {
        const size_t size = table_list[t]->row_size;
        if (t == RUNS || t == TRACES)
            continue;
        for (size_t i = first_row_of(&kept[t], t, number);
             !err && i < kept[t].count && *run_of(t, kept[t].rows + i * size) == number; i++)
            err = put_row_of_run(store, t, kept[t].rows + i * size);
    }
    return err ? err : put_run(store, run);
}

// Writes what was kept, in the order of runs. From here on rows go to the file.
static enum bf_err write_kept(struct bf_store *store)
{
    struct kept *kept = store->kept;
    const size_t count = kept[RUNS].count;
    const struct bf_run_row **order = malloc((count + 1) * sizeof *order);
    enum bf_err err = BF_OK;
    if (!order)
        return bf_error_no_memory(&store->failure, count * sizeof *order, "the order of runs");
    store->sorted = false;
    for (size_t i = 0; i < count; i++)
        order[i] = (const struct bf_run_row *)(void *)kept[RUNS].rows + i;
    qsort(order, count, sizeof *order, compare_runs);
    for (size_t i = 0; !err && i < kept[TRACES].count; i++)
        err = write_row(store, TRACES, kept[TRACES].rows + i * sizeof(struct bf_trace_row));
    for (size_t i = 0; !err && i < count; i++)
        err = write_kept_run(store, kept, order[i]);
    free(order);
    return err;
}

static enum bf_err complete_file(struct bf_store *store, const char *ended, struct bf_error *e)
{
    const char *path = bf_part_path(store->part);
    for (int i = 0; i < TABLES; i++) {
        const enum bf_err err = bf_table_writer_complete(&store->tables[i], path, e);
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
    if (!err && store->sorted)
        err = keep_failure(store, write_kept(store), e);
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
    for (int t = 0; t < TABLES; t++)
        free(store->kept[t].rows);
    free(store);
}
