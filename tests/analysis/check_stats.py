#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_stats.py BFSWEEP: what `bfsweep stats` says of a file, worked out from the file with h5py and Python's own statistics.

Least, largest and middle values are the same doubles as in the file; so are those that `bfsweep export` prints.
"""

import csv
import io
import json
import math
import statistics
import subprocess
import sys
import tempfile

import h5py

MODEL = "lublin:jobs=300,procs=64,seed=3,load=0.9,types=1,estimates=tsafrir"
METRICS = ["mean_wait", "mean_bsld", "utilization", "max_queue"]


def call(*arguments):
    return subprocess.run([sys.argv[1], *arguments], check=True, capture_output=True, text=True).stdout


def near(found, expected, what):
    assert math.isclose(found, expected, rel_tol=1e-12), f"{what}: {found!r} instead of {expected!r}"


def read(path):
    """The runs as dictionaries, once from HDF5 and once from CSV: they must be the same."""
    with h5py.File(path) as file:
        table = file["runs"][:]
    runs = [{name: (row[name].decode() if table.dtype[name].kind == "S" else row[name].item())
             for name in table.dtype.names} for row in table]
    exported = csv.DictReader(io.StringIO(call("export", path, "runs")))
    for run, text in zip(runs, exported, strict=True):
        for metric in METRICS:
            assert float(text[metric]) == run[metric], (metric, text[metric], run[metric])
    return runs


def spell(run):
    argument = run["estimate_arg"]
    return run["estimate"] + ("" if math.isnan(argument) else f":{argument:g}")


def check_summaries(path, runs):
    rows = [json.loads(line) for line in call("stats", path, "--by", "policy,estimate,load", "--metric", ",".join(METRICS),
                                              "--interval", "student", "--format", "json").splitlines()]
    assert len(rows) == len(METRICS) * 14
    for row in rows:
        values = [run[row["metric"]] for run in runs
                  if (run["policy"], spell(run), run["load"]) == (row["policy"], row["estimate"], row["load"])]
        assert row["n"] == len(values) == 8 and row["missing"] == 0
        assert row["min"] == min(values) and row["max"] == max(values)
        assert row["median"] == statistics.median(values), row
        near(row["mean"], statistics.fmean(values), row)
        quartiles = statistics.quantiles(values, method="inclusive")
        near(row["q1"], quartiles[0], row)
        near(row["q3"], quartiles[2], row)
        if row["sd"] > 0:
            near(row["sd"], statistics.stdev(values), row)
        assert row["low"] <= row["mean"] <= row["high"]


def check_pairs(path, runs):
    rows = [json.loads(line) for line in call("stats", path, "--by", "policy,estimate", "--versus", "policy=easy,estimate=request",
                                              "--metric", "mean_bsld", "--format", "json").splitlines()]
    assert len(rows) == 6
    base = {(run["load"], run["seed"]): run for run in runs if (run["policy"], spell(run)) == ("easy", "request")}
    assert len(base) == 16
    for row in rows:
        pairs = [(run["mean_bsld"], base[run["load"], run["seed"]]["mean_bsld"]) for run in runs
                 if (run["policy"], spell(run)) == (row["policy"], row["estimate"])]
        assert row["pairs"] == len(pairs) == 16 and row["unpaired"] == 0
        near(row["difference"], statistics.fmean(x - y for x, y in pairs), row)
        near(row["mean"] - row["base_mean"], row["difference"], row)
        near(row["ratio"], statistics.geometric_mean(x for x, _ in pairs)
             / statistics.geometric_mean(y for _, y in pairs), row)
        assert row["lower"] == sum(x < y for x, y in pairs) and row["higher"] == sum(x > y for x, y in pairs)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/runs.h5"
        call("sweep", MODEL, "--policy", "fcfs,easy,conservative", "--estimate", "request,avg2,truncate:2", "--load", "0.9,1.1",
             "--shake", "600", "--seed", "1..8", "-o", path, "--quiet")
        runs = read(path)
        assert len(runs) == 112
        check_summaries(path, runs)
        check_pairs(path, runs)
    print("summaries and comparisons agree")


main()
