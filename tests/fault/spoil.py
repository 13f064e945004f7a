# SPDX-License-Identifier: GPL-3.0-or-later
"""spoil.py HOW FILE: does to a result file what a disk or another version might.

HOW is the name of a table (a byte of its first chunk becomes another), `newer` (a schema that is not
known yet), `cut` (the second half is gone), `empty` or `text`."""
import os
import sys

import h5py


def turn_byte(path, table):
    with h5py.File(path, "r") as file:
        chunk = file[table].id.get_chunk_info(0)
    with open(path, "r+b") as file:
        file.seek(chunk.byte_offset + chunk.size // 2)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 0xFF]))


def main():
    how, path = sys.argv[1:]
    if how == "newer":
        with h5py.File(path, "r+") as file:
            file.attrs.modify("schema_version", file.attrs["schema_version"] + 1000)
    elif how in ("cut", "empty"):
        os.truncate(path, os.path.getsize(path) // 2 if how == "cut" else 0)
    elif how == "text":
        with open(path, "w", encoding="ascii") as file:
            file.write("no result\n")
    else:
        turn_byte(path, how)


main()
