# SPDX-License-Identifier: GPL-3.0-or-later
"""pandas reads every table, by itself (through PyTables) and from h5py."""
import sys
import warnings

import h5py
import pandas

from sample_text import TABLES, Sample, check_rows


def plain(cell):
    if isinstance(cell, bytes):
        return cell.decode()
    return cell.item() if hasattr(cell, "item") else cell


def rows_of(frame):
    return [[plain(cell) for cell in row] for row in zip(*(frame[name] for name in frame))]


def main():
    warnings.simplefilter("error")
    sample = Sample(sys.argv[1])
    for table in TABLES:
        names = [column["column"] for column in sample.of(table)]
        expected = sample.csv(table)
        frame = pandas.read_hdf(sample.path, table)
        assert list(frame.columns) == names
        check_rows(table, names, expected, rows_of(frame))
        with h5py.File(sample.path, "r") as file:
            frame = pandas.DataFrame(file[table][:])
        assert list(frame.columns) == names
        check_rows(table, names, expected, rows_of(frame))


main()
