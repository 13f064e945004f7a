#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every header compiles alone, twice in a row, and has a guard of its own name.

Usage: test_headers.py COMPILER [INCLUDE-FOLDER...]   (folders of other projects' headers)
"""

import re
import subprocess
import sys
import tempfile

import meta

FLAGS = ["-std=c17", "-D_GNU_SOURCE", "-fsyntax-only", "-Wall", "-Wextra", "-Wstrict-prototypes",
         "-Wno-unused-function", "-Werror", f"-I{meta.ROOT}", "-x", "c"]


def guard_of(path):
    """engine/core/jobs.h has the guard BF_CORE_JOBS_H: the folder engine is left out."""
    words = re.sub(r"[^A-Za-z0-9]", "_", str(path)).upper()
    return "BF_" + re.sub(r"^ENGINE_", "", words)


def main():
    compiler = sys.argv[1]
    folders = [flag for folder in sys.argv[2:] if folder for flag in ("-isystem", folder)]
    problems = []
    with tempfile.TemporaryDirectory() as scratch:
        source = f"{scratch}/alone.c"
        for path in meta.files(".h"):
            with open(source, "w", encoding="utf-8") as to:
                to.write(f'#include "{path}"\n#include "{path}"\n')
            result = subprocess.run([compiler, *FLAGS, *folders, source], capture_output=True,
                                    text=True)
            if result.returncode:
                problems.append(f"{path} does not compile alone:\n{result.stderr.strip()}")
            if f"#ifndef {guard_of(path)}\n#define {guard_of(path)}\n" not in meta.text(path):
                problems.append(f"{path}: its guard is not {guard_of(path)}")
    meta.finish("headers", problems)


main()
