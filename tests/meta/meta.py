# SPDX-License-Identifier: GPL-3.0-or-later
"""What the meta tests share: the list of files, and how a test passes, fails or is skipped."""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("BFSWEEP_SOURCE") or pathlib.Path(__file__).parents[2]).resolve()
NOT_OURS = {".git", "build"}


def skip(why):
    print(f"SKIPPED: {why}")
    sys.exit(77)


def need(*programs):
    """The first of the programs that is installed; without any the test is skipped."""
    for program in programs:
        if shutil.which(program):
            return program
    skip(f"{' or '.join(programs)} is not installed")


def finish(what, problems):
    """Prints the problems and fails when there are any."""
    for problem in problems:
        print(problem)
    print(f"{what}: {len(problems) or 'no'} problem{'' if len(problems) == 1 else 's'}")
    sys.exit(1 if problems else 0)


def files(*suffixes, below="."):
    """All files of the project with one of the suffixes, as paths from its top."""
    found = []
    for folder, folders, names in os.walk(ROOT / below):
        folders[:] = sorted(f for f in folders if f not in NOT_OURS and f != "__pycache__"
                            and not (pathlib.Path(folder) / f / "CMakeCache.txt").exists())
        for name in sorted(names):
            if not suffixes or name.endswith(suffixes):
                found.append((pathlib.Path(folder) / name).relative_to(ROOT))
    return found


def text(path):
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
