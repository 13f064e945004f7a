#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""House rules that a program can check: licence line, sizes, words and paths that have no place."""

import re
import shutil
import subprocess

import meta

LICENCE = "SPDX-License-Identifier: GPL-3.0-or-later"
LONGEST_FUNCTION = 60
LONGEST_FILE = 600
LONGEST_POLICY_FILE = 200

# Allowed all the same: 'file:function' or 'file', each with its reason.
LONG_FUNCTIONS = set()
LONG_FILES = set()

# Data, not text of ours.
DATA = {".swf", ".gz", ".csv", ".h5", ".png", ".pdf", ".bin"}
TEXT_ONLY = {"LICENSE"}

# Left-overs, and paths of one machine. (Spelt so that this file does not find itself.)
FORBIDDEN = [
    ("a left-over", re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]) + r")\b")),
    ("a path of one machine", re.compile(r"(?<![\w.$}])/(work|root|home|mnt|scratch)/\w")),
    ("a path of one machine", re.compile(r"(?<![\w.$}])/tmp/" + "w/")),
    ("a folder of one machine", re.compile(r"\." + "library/")),
]


def check_licence(path, lines, problems):
    if path.suffix in {".c", ".h"}:
        if not lines or lines[0] != f"// {LICENCE}":
            problems.append(f"{path}:1: expected '// {LICENCE}'")
    elif path.suffix in {".sh", ".py", ".R"} or (lines and lines[0].startswith("#!")):
        first = 1 if lines and re.match("#!|# shellcheck ", lines[0]) else 0
        if len(lines) <= first or lines[first] != f"# {LICENCE}":
            problems.append(f"{path}:{first + 1}: expected '# {LICENCE}'")


def check_words(path, lines, problems):
    for number, line in enumerate(lines, 1):
        for what, pattern in FORBIDDEN:
            found = pattern.search(line)
            if found:
                problems.append(f"{path}:{number}: {what}: '{found.group(0)}'")


def check_lines(path, lines, problems):
    if path.suffix not in {".c", ".h", ".py", ".sh"}:
        return
    longest = LONGEST_POLICY_FILE if str(path).startswith("policies/") else LONGEST_FILE
    if len(lines) > longest and str(path) not in LONG_FILES:
        problems.append(f"{path}: {len(lines)} lines; at most {longest}")
    for number, line in enumerate(lines, 1):
        if line != line.rstrip() or "\t" in line:
            problems.append(f"{path}:{number}: a tab, or blanks at the end")


def functions():
    """(path, name, lines) of all functions."""
    if not shutil.which("ctags"):
        return
    sources = "\n".join(str(p) for p in meta.files(".c", ".h"))
    result = subprocess.run(["ctags", "-L", "-", "-o", "-", "--c-kinds=f", "--fields=+ne", "--languages=C",
                             "--langmap=C:.c.h"], input=sources, cwd=meta.ROOT, capture_output=True, text=True)
    if result.returncode:
        return
    for line in result.stdout.splitlines():
        row = re.search(r"^(\S+)\t(\S+)\t.*\tline:(\d+).*\tend:(\d+)", line)
        if row:
            yield row.group(2), row.group(1), int(row.group(4)) - int(row.group(3)) + 1


def main():
    problems = []
    for path in meta.files():
        if path.suffix in DATA or path.name in TEXT_ONLY or "corpus" in path.parts or "data" in path.parts:
            continue
        lines = meta.text(path).splitlines()
        check_licence(path, lines, problems)
        check_words(path, lines, problems)
        check_lines(path, lines, problems)
    lengths = []
    for path, name, length in functions():
        if path.startswith("tests/") is False:
            lengths.append(length)
        if length > LONGEST_FUNCTION and f"{path}:{name}" not in LONG_FUNCTIONS:
            problems.append(f"{path}: {name} has {length} lines; at most {LONGEST_FUNCTION}")
    if lengths:
        print(f"{len(lengths)} functions, median {sorted(lengths)[len(lengths) // 2]} lines")
    elif not problems:
        meta.skip("function lengths were not looked at, all else was: no Universal Ctags")
    meta.finish("sources", problems)


main()
