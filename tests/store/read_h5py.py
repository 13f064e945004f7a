# SPDX-License-Identifier: GPL-3.0-or-later
"""h5py sees the rows, types, units and meanings that were written, and so do CSV and JSON Lines."""
import sys

import h5py
import numpy

from sample_text import TABLES, Sample, check_rows


def plain(cell):
    return cell.decode() if isinstance(cell, bytes) else cell.item()


def check_table(sample, file, table):
    data = file[table]
    columns = sample.of(table)
    names = [column["column"] for column in columns]
    assert data.attrs["CLASS"] == b"TABLE"
    assert data.attrs["TITLE"].decode() == columns[0]["title"]
    assert list(data.dtype.names) == names
    assert data.shuffle and data.compression == "gzip"
    assert 64 * 1024 <= data.chunks[0] * data.dtype.itemsize <= 1024 * 1024 + data.dtype.itemsize \
        or data.chunks[0] * data.dtype.itemsize > 64 * 1024 - data.dtype.itemsize
    for i, column in enumerate(columns):
        kind = f"S{column['size']}" if column["kind"] == "string" else column["kind"]
        assert data.dtype[i] == numpy.dtype(kind), (column, data.dtype[i])
        assert data.attrs[f"FIELD_{i}_NAME"].decode() == column["column"]
        assert data.attrs[f"FIELD_{i}_UNIT"].decode() == column["unit"]
        assert data.attrs[f"FIELD_{i}_MEANING"].decode() == column["meaning"]
    found = [[plain(cell) for cell in row] for row in data[:]]
    check_rows(table, names, sample.csv(table), found)
    check_rows(table, names, sample.json(table), found)


def check_root(file):
    root = {name: plain(cell) for name, cell in file.attrs.items()}
    assert len(root.pop("plan_hash")) == 32
    assert root == {
        "format": "bfsweep results", "schema_version": 1, "program_version": "0.1.0",
        "semantics_version": 1, "plan": "policy=easy order=fcfs",
        "command_line": "bfsweep run 'a log.swf' --policy easy",
        "started": "2024-02-29T23:59:58Z", "ended": "2024-03-01T00:00:00Z", "host": "node17",
        "compiler": "a compiler 12.2", "complete": 1}, root


def main():
    sample = Sample(sys.argv[1])
    with h5py.File(sample.path, "r") as file:
        assert sorted(file) == sorted(TABLES)
        check_root(file)
        for table in TABLES:
            check_table(sample, file, table)


main()
