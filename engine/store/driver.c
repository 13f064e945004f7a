// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/driver.h"

#include <stdlib.h>

#include <hdf5.h>
#if defined __has_include && __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h> // from HDF5 1.14 on drivers have a header of their own
#endif

_Static_assert(sizeof(hid_t) == sizeof(int64_t), "HDF5 1.10 or newer");

struct open_part {
    H5FD_t base; // first: HDF5 knows this much of it
    struct bf_part *part;
    haddr_t allocated; // HDF5's end of allocation
    haddr_t end;       // of what was written
};

// What an access list carries for the driver.
struct access {
    struct bf_part *part;
};

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t list, haddr_t most)
{
    (void)name;
    (void)most;
    const struct access *access = H5Pget_driver_info(list);
    // HDF5 first tries whether the file is there: it never is, until it is created.
    if (!access || !(flags & H5F_ACC_CREAT))
        return NULL;
    struct open_part *file = calloc(1, sizeof *file);
    if (!file)
        return NULL;
    file->part = access->part;
    return &file->base;
}

static herr_t driver_close(H5FD_t *base)
{
    free(base);
    return 0;
}

static herr_t driver_query(const H5FD_t *base, unsigned long *flags)
{
    (void)base;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t driver_get_allocated(const H5FD_t *base, H5FD_mem_t kind)
{
    (void)kind;
    return ((const struct open_part *)base)->allocated;
}

static herr_t driver_set_allocated(H5FD_t *base, H5FD_mem_t kind, haddr_t to)
{
    (void)kind;
    ((struct open_part *)base)->allocated = to;
    return 0;
}

static haddr_t driver_get_end(const H5FD_t *base, H5FD_mem_t kind)
{
    (void)kind;
    return ((const struct open_part *)base)->end;
}

static herr_t driver_read(H5FD_t *base, H5FD_mem_t kind, hid_t list, haddr_t at, size_t n, void *to)
{
    (void)kind;
    (void)list;
    return bf_part_read(((struct open_part *)base)->part, at, to, n) ? 0 : -1;
}

static herr_t driver_write(H5FD_t *base, H5FD_mem_t kind, hid_t list, haddr_t at, size_t n,
                           const void *from)
{
    (void)kind;
    (void)list;
    struct open_part *file = (struct open_part *)base;
    bf_part_write(file->part, at, from, n);
    if (at + n > file->end)
        file->end = at + n;
    return 0;
}

static herr_t driver_truncate(H5FD_t *base, hid_t list, hbool_t closing)
{
    (void)list;
    (void)closing;
    struct open_part *file = (struct open_part *)base;
    if (file->end != file->allocated) {
        bf_part_resize(file->part, file->allocated);
        file->end = file->allocated;
    }
    return 0;
}

static const H5FD_class_t driver_class = {
#ifdef H5FD_CLASS_VERSION
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)512, // the first of those free for tests and private use
#endif
    .name = "bfsweep-part",
    .maxaddr = ((haddr_t)1 << 62) - 1,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(struct access),
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_get_allocated,
    .set_eoa = driver_set_allocated,
    .get_eof = driver_get_end,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

int64_t bf_driver_install(int64_t access_list, struct bf_part *part)
{
    const struct access access = {.part = part};
    const hid_t driver = H5FDregister(&driver_class);
    if (driver >= 0 && H5Pset_driver(access_list, driver, &access) < 0) {
        H5FDunregister(driver);
        return -1;
    }
    return driver;
}

void bf_driver_remove(int64_t driver)
{
    if (driver >= 0)
        H5FDunregister(driver);
}
