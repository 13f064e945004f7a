#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The numbers of a report are those of its file, as h5py reads it, and of bfsweep stats.

Usage: check_report.py BFSWEEP FILE.h5 PAGE.html BASELINE
"""

import csv
import html.parser
import io
import math
import re
import subprocess
import sys

import h5py
import numpy

FEWEST = 10  # runs below which intervals are Student's


class Tables(html.parser.HTMLParser):
    """Tables of the class results: a list of rows, each {'run': N, column: (value, shown, interval)}."""

    def __init__(self):
        super().__init__()
        self.rows, self.columns, self.inside = [], [], False
        self.row, self.cell, self.interval = None, None, False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "table":
            self.inside = "results" in attributes.get("class", "").split()
            self.columns = []
        if not self.inside:
            return
        if tag == "th":
            self.columns.append(attributes.get("data-column"))
        elif tag == "tr" and "data-run" in attributes:
            self.row = {"run": int(attributes["data-run"])}
            self.rows.append(self.row)
            self.at = -1
        elif tag == "td" and self.row is not None:
            self.at += 1
        elif tag == "data" and self.row is not None:
            self.cell = [float(attributes["value"]), "", None]
            if self.columns[self.at]:
                self.row[self.columns[self.at]] = self.cell

    def handle_endtag(self, tag):
        if tag == "table":
            self.inside, self.row = False, None


def without_seed(config):
    return re.sub(r"(^| )seed=\d+", "", config.decode())


def by_run(path):
    """For each run, the runs that differ from it in the seed alone."""
    with h5py.File(path) as file:
        runs = file["runs"][:]
    groups = {}
    keys = [(r["trace_hash"], r["load"], without_seed(r["config"])) for r in runs]
    for number, key in enumerate(keys):
        if runs[number]["status"] == b"ok":
            groups.setdefault(key, []).append(number)
    return runs, [groups.get(key) for key in keys]


def stats(program, path, *options):
    result = subprocess.run([program, "stats", path, "--format", "csv", *options], check=True,
                            capture_output=True, text=True)
    return list(csv.DictReader(io.StringIO(result.stdout)))


def close(a, b):
    return a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= 1e-12 * max(abs(a), abs(b))


def check_means(rows, runs, groups, problems):
    """The means of the page are those of the file."""
    compared = 0
    for row in rows:
        for column, cell in row.items():
            if column == "run" or column.startswith("change"):
                continue
            mean = float(numpy.mean(runs[column][groups[row["run"]]]))
            compared += 1
            if not close(cell[0], mean):
                problems.append(f"run {row['run']}: {column} is {cell[0]}, not {mean}")
    return compared


def check_stats(rows, table, column, field, problems):
    """The page's numbers of a column are exactly those that stats prints."""
    page = sorted(row[column][0] for row in rows if not math.isnan(row[column][0]))
    printed = sorted(float(line[field]) for line in table if line[field])
    if column.startswith("change"):
        printed = sorted(math.log(x) for x in printed)
        page = sorted(math.log1p(x) for x in page if x != 0)
        good = len(page) == len(printed) and all(abs(a - b) < 1e-12 for a, b in zip(page, printed))
    else:
        good = page == printed
    if not good:
        problems.append(f"{column}: the page has {page[:4]} ... ({len(page)}), stats prints {printed[:4]} "
                        f"... ({len(printed)})")
    return len(page)


def main():
    program, path, page, baseline = sys.argv[1:]
    problems, parser = [], Tables()
    with open(page, encoding="utf-8") as file:
        text = file.read()
    parser.feed(text)
    runs, groups = by_run(path)
    compared = check_means(parser.rows, runs, groups, problems)
    for metric in ("mean_bsld", "mean_wait", "utilization"):
        compared += check_stats(parser.rows, stats(program, path, "--metric", metric), metric, "mean",
                                problems)
    compared += check_stats(parser.rows, stats(program, path, "--metric", "mean_bsld", "--versus", baseline),
                            "change_mean_bsld", "ratio", problems)
    if len(parser.rows) < 4 or compared < 40:
        problems.append(f"only {len(parser.rows)} rows and {compared} numbers were found on the page")
    if re.search(r"(src|href)=\"(https?:)?//", text) or "@import" in text:
        problems.append("the page asks the network for something")
    print("\n".join(problems[:20]) or f"{compared} numbers of {len(parser.rows)} rows agree")
    sys.exit(1 if problems else 0)


main()
