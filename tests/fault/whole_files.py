#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every result file of a folder and those below it opens, is complete and holds whole rows only.

Usage: whole_files.py FOLDER
"""

import pathlib
import sys

import h5py
import numpy


def check(path):
    with h5py.File(path, "r") as file:
        assert file.attrs["complete"] == 1, f"{path}: is not complete"
        runs = file["runs"][:]
        assert len(numpy.unique(runs["key"])) == len(runs), f"{path}: a key is there twice"
        assert numpy.all((runs["status"] != b"ok") | (runs["jobs"] > 0)), f"{path}: a run without jobs"
        for name in ("cost", "classes", "jobs"):
            rows = file[name]["run"]
            assert numpy.all(numpy.diff(rows) >= 0), f"{path}: {name} is out of order"
            assert not len(rows) or rows[-1] < len(runs), f"{path}: {name} has rows of no run"
        cost = numpy.bincount(file["cost"]["run"], minlength=len(runs))
        assert numpy.all(cost == (runs["status"] == b"ok")), f"{path}: cost and runs differ"
        for name in ("classes", "jobs"):
            rows = numpy.bincount(file[name]["run"], minlength=len(runs))
            assert numpy.all(rows == runs[f"{name}_rows"]), f"{path}: {name} and runs differ"


found = sorted(pathlib.Path(sys.argv[1]).glob("**/*.h5"))
for one in found:
    check(one)
print(f"{len(found)} files are whole")
