# SPDX-License-Identifier: GPL-3.0-or-later
"""What results.h5 shall hold, read from the text files that store_sample writes beside it."""
import atexit
import csv
import json
import math
import os
import shutil
import subprocess
import tempfile

TABLES = ("runs", "params", "jobs", "classes", "weeks", "accuracy", "cost", "cost_histogram", "traces")


class Sample:
    """Runs store_sample in a folder of its own; `path` is the result file."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, self.folder)
        subprocess.run([program, self.folder], check=True)
        self.path = os.path.join(self.folder, "results.h5")
        with open(os.path.join(self.folder, "columns.csv"), newline="") as file:
            self.columns = list(csv.DictReader(file))

    def of(self, table):
        """The columns of a table, as dictionaries with title, column, kind, size, unit and meaning."""
        return [column for column in self.columns if column["table"] == table]

    def csv(self, table):
        """The rows as lists of values, from CSV."""
        kinds = [column["kind"] for column in self.of(table)]
        with open(os.path.join(self.folder, table + ".csv"), newline="") as file:
            lines = list(csv.reader(file))
        assert lines[0] == [column["column"] for column in self.of(table)]
        return [[value(kind, cell) for kind, cell in zip(kinds, line)] for line in lines[1:]]

    def json(self, table):
        """The rows as lists of values, from JSON Lines."""
        names = [column["column"] for column in self.of(table)]
        rows = []
        with open(os.path.join(self.folder, table + ".jsonl"), encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                assert list(row) == names
                rows.append([math.nan if cell is None else cell for cell in row.values()])
        return rows


def value(kind, cell):
    """A cell of CSV as a number or text."""
    if kind == "string":
        return cell
    if kind == "float64":
        return float(cell) if cell else math.nan
    return int(cell)


def same(a, b):
    """Equal, NaN to NaN, and -0 not to 0."""
    if isinstance(a, float) or isinstance(b, float):
        return (math.isnan(a) and math.isnan(b)) or (
            a == b and math.copysign(1, a) == math.copysign(1, b))
    return a == b


def check_rows(table, names, expected, found):
    """Compares rows cell by cell."""
    assert len(expected) == len(found), f"{table}: {len(found)} rows and not {len(expected)}"
    for number, (wanted, got) in enumerate(zip(expected, found)):
        for name, a, b in zip(names, wanted, got):
            assert same(a, b), f"{table}, row {number}, {name}: {b!r} and not {a!r}"
