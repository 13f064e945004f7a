// SPDX-License-Identifier: GPL-3.0-or-later
//
// An HDF5 file driver over a part: HDF5 writes through bf_part_write, which keeps the first failure
// and swallows the rest. With HDF5's own driver a full disk makes H5Fclose fail; the file then
// stays open for good, and HDF5 tries and complains again when the program exits. This way HDF5
// always closes in good order, we know the true errno, and the file is locked by our rules and not
// by HDF5's (whose lock fails on some NFS and Lustre mounts).
//
// Identifiers of HDF5 are int64_t in our headers; negative: failed.
#ifndef BF_STORE_DRIVER_H
#define BF_STORE_DRIVER_H

#include <stdint.h>

#include "engine/base/part.h"

// Makes the driver known to HDF5 and sets it in the file access list `access`, for one file:
// `part`, borrowed as long as the file is open. Returns the driver's identifier, for
// bf_driver_remove.
int64_t bf_driver_install(int64_t access, struct bf_part *part);

// Takes the driver back once the file and the access list are closed.
void bf_driver_remove(int64_t driver);

#endif
