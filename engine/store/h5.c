// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/h5_internal.h"

#include <stdlib.h>
#include <string.h>

#include <hdf5.h>

#include "engine/base/text.h"

enum { FREE_BYTES = 64 * 1024, METADATA_BYTES = 64 * 1024 };

void bf_h5_begin(void)
{
    H5open();
    // HDF5 keeps freed memory in lists of its own, up to megabytes a kind.
    H5set_free_list_limits(FREE_BYTES, FREE_BYTES, FREE_BYTES, FREE_BYTES, FREE_BYTES, FREE_BYTES);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

bool bf_h5_limit_caches(int64_t access)
{
    H5AC_cache_config_t metadata = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};
    if (H5Pget_mdc_config(access, &metadata) < 0)
        return false;
    metadata.set_initial_size = true;
    metadata.initial_size = metadata.min_size = METADATA_BYTES;
    metadata.max_size = 2 * METADATA_BYTES;
    return H5Pset_mdc_config(access, &metadata) >= 0 && H5Pset_cache(access, 0, 1, 0, 1) >= 0;
}

// Called from the most specific entry of the error stack on; the first is the one to tell.
static herr_t take_first(unsigned n, const H5E_error2_t *entry, void *text)
{
    (void)n;
    if (entry->desc && entry->desc[0] && !((char *)text)[0])
        bf_text_copy(text, BF_ERROR_TEXT_SIZE, entry->desc);
    return 0;
}

void bf_h5_reason(char *text, size_t size)
{
    char reason[BF_ERROR_TEXT_SIZE] = "";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_first, reason);
    for (char *c = reason; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    bf_text_copy(text, size, reason[0] ? reason : "no reason given");
}

enum bf_err bf_h5_error(struct bf_error *e, enum bf_err code, const char *path, const char *what,
                        const char *advice)
{
    char reason[400];
    bf_h5_reason(reason, sizeof reason);
    return bf_error_set(e, code, "%s: cannot %s: HDF5 says '%s'; %s", path, what, reason, advice);
}

// A fixed text of `size` bytes with its terminator. Owned by the caller.
static hid_t text_type(size_t size)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, size);
    H5Tset_strpad(type, H5T_STR_NULLTERM);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static hid_t column_type(const struct bf_column *column)
{
    switch (column->kind) {
    case BF_I64:
        return H5Tcopy(H5T_NATIVE_INT64);
    case BF_U64:
        return H5Tcopy(H5T_NATIVE_UINT64);
    case BF_I32:
        return H5Tcopy(H5T_NATIVE_INT32);
    case BF_U32:
        return H5Tcopy(H5T_NATIVE_UINT32);
    case BF_U8:
        return H5Tcopy(H5T_NATIVE_UINT8);
    case BF_F64:
        return H5Tcopy(H5T_NATIVE_DOUBLE);
    case BF_STR:
        break;
    }
    return text_type(column->size);
}

static bool add_column(hid_t row, const struct bf_column *column, size_t offset)
{
    const hid_t type = column_type(column);
    const bool ok = H5Tinsert(row, column->name, offset, type) >= 0;
    H5Tclose(type);
    return ok;
}

size_t bf_h5_packed_size(const struct bf_table *table)
{
    size_t size = 0;
    for (size_t i = 0; i < table->column_count; i++)
        size += table->columns[i].size;
    return size;
}

int64_t bf_h5_packed_type(const struct bf_table *table)
{
    size_t offset = 0;
    const hid_t row = H5Tcreate(H5T_COMPOUND, bf_h5_packed_size(table));
    for (size_t i = 0; row >= 0 && i < table->column_count; i++) {
        if (!add_column(row, &table->columns[i], offset)) {
            H5Tclose(row);
            return -1;
        }
        offset += table->columns[i].size;
    }
    return row;
}

int64_t bf_h5_struct_type(const struct bf_table *table, const bool *wanted)
{
    const hid_t row = H5Tcreate(H5T_COMPOUND, table->row_size);
    for (size_t i = 0; row >= 0 && i < table->column_count; i++) {
        if (wanted && !wanted[i])
            continue;
        if (!add_column(row, &table->columns[i], table->columns[i].offset)) {
            H5Tclose(row);
            return -1;
        }
    }
    return row;
}

// Creates an attribute and writes it.
static bool put(hid_t object, const char *name, hid_t type, const void *value)
{
    const hid_t scalar = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(object, name, type, scalar, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    if (attribute >= 0)
        H5Aclose(attribute);
    H5Sclose(scalar);
    return ok;
}

static bool replace(hid_t object, const char *name, hid_t type, const void *value)
{
    const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    const bool ok = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    if (attribute >= 0)
        H5Aclose(attribute);
    return ok;
}

// Exactly as long as the text, without a terminator: PyTables takes all bytes of a UTF-8 attribute
// for its text. The empty text, which HDF5 has no type for, is one zero byte of ASCII, which it
// takes for empty.
bool bf_h5_put_text(int64_t object, const char *name, const char *text)
{
    const hid_t type = text_type(text[0] ? strlen(text) : 1);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    if (!text[0])
        H5Tset_cset(type, H5T_CSET_ASCII);
    const bool ok = put(object, name, type, text);
    H5Tclose(type);
    return ok;
}

bool bf_h5_put_int(int64_t object, const char *name, int32_t value)
{
    return put(object, name, H5T_NATIVE_INT32, &value);
}

bool bf_h5_replace_int(int64_t object, const char *name, int32_t value)
{
    return replace(object, name, H5T_NATIVE_INT32, &value);
}

// Opens an attribute that is one value of class `class`; negative when it is not.
static hid_t open_attribute(hid_t object, const char *name, H5T_class_t class)
{
    if (H5Aexists(object, name) <= 0)
        return -1;
    const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (attribute < 0)
        return -1;
    const hid_t type = H5Aget_type(attribute);
    const hid_t space = H5Aget_space(attribute);
    const bool fits = H5Tget_class(type) == class && H5Sget_simple_extent_npoints(space) == 1 &&
                      (class != H5T_STRING || H5Tis_variable_str(type) == 0);
    H5Sclose(space);
    H5Tclose(type);
    if (fits)
        return attribute;
    H5Aclose(attribute);
    return -1;
}

bool bf_h5_get_text(int64_t object, const char *name, char *text, size_t size)
{
    const hid_t attribute = open_attribute(object, name, H5T_STRING);
    if (attribute < 0)
        return false;
    // Reading into a shorter text cuts it and keeps a terminator. HDF5 does not convert between
    // character sets, and other programs that write attributes may say ASCII.
    const hid_t type = text_type(size), stored = H5Aget_type(attribute);
    H5Tset_cset(type, H5Tget_cset(stored));
    H5Tclose(stored);
    text[0] = '\0';
    const bool ok = H5Aread(attribute, type, text) >= 0;
    H5Tclose(type);
    H5Aclose(attribute);
    return ok;
}

bool bf_h5_get_int(int64_t object, const char *name, int32_t *value)
{
    const hid_t attribute = open_attribute(object, name, H5T_INTEGER);
    if (attribute < 0)
        return false;
    const bool ok = H5Aread(attribute, H5T_NATIVE_INT32, value) >= 0;
    H5Aclose(attribute);
    return ok;
}
