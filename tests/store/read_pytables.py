# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTables opens every table as a Table, without a warning, and can query it."""
import sys
import warnings

import tables

from sample_text import TABLES, Sample, check_rows


def plain(cell):
    return cell.decode() if isinstance(cell, bytes) else cell.item()


def main():
    warnings.simplefilter("error")
    sample = Sample(sys.argv[1])
    with tables.open_file(sample.path) as file:
        for table in TABLES:
            node = file.get_node("/" + table)
            columns = sample.of(table)
            names = [column["column"] for column in columns]
            assert isinstance(node, tables.Table), node
            assert node.colnames == names
            assert node.title == columns[0]["title"]
            assert node.attrs.FIELD_0_MEANING == columns[0]["meaning"]
            check_rows(table, names, sample.csv(table), [[plain(c) for c in row] for row in node[:]])
        wide = [row["job"] for row in file.root.jobs.where("(end == -1) | (procs > 100000)")]
        names = [column["column"] for column in sample.of("jobs")]
        rows = [dict(zip(names, row)) for row in sample.csv("jobs")]
        expected = [row["job"] for row in rows if row["end"] == -1 or row["procs"] > 100000]
        assert expected and wide == expected


main()
