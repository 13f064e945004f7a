#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may include what: the table of layers in ARCHITECTURE.md, arrows down only."""

import re

import meta

# Folder -> folders of ours that it may include, whole or by file.
MAY_INCLUDE = {
    "engine/base": ["engine/base/"],
    "engine/core": ["engine/base/", "engine/core/"],
    "policies": ["engine/base/", "engine/core/", "policies/"],
    "workloads": ["engine/base/", "engine/core/types.h", "engine/core/calendar.h", "engine/core/jobs.h",
                  "engine/core/estimate.h", "engine/core/param.h", "engine/core/rows.h", "workloads/"],
    "engine/sweep": ["engine/base/", "engine/core/", "policies/policies.h", "workloads/",
                     "engine/sweep/"],
    "engine/store": ["engine/base/", "engine/core/types.h", "engine/core/rows.h", "engine/core/sink.h",
                     "engine/core/run_order.h",
                     "engine/store/"],
    "analysis": ["engine/base/", "engine/core/types.h", "engine/core/rows.h", "engine/store/",
                 "analysis/"],
    "engine/cli": [""],
    "bench": [""],
    "tests": [""],
}

# Single files that may include one more.
ALSO = {
    "workloads/trace.h": ["engine/core/sim.h"],  # a schedule is written from an outcome
}

# Pure C: no input and output, no allocation, no clock, no threads.
PURE = {"assert.h", "math.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}
PURE_FOLDERS = ("engine/core", "policies")

# Headers of other projects: where their include may stand. A pattern with one file names that file.
THIRD_PARTY = [
    (r"xxhash\.h", r"engine/base/hash\.c"),
    (r"zlib\.h", r"workloads/gzip\.c"),
    (r"gsl/.*", r"workloads/.*\.c|analysis/.*\.c"),
    (r"hdf5(_hl)?\.h|H5.*\.h", r"engine/store/.*\.c"),
    (r"omp\.h", r"engine/sweep/[^/]*\.c"),
    (r"ini\.h", r"engine/sweep/[^/]*\.c"),
    (r"argp\.h", r"engine/cli/.*\.[ch]"),
    (r"sanitizer/.*", r"engine/base/arena\.c|engine/sweep/team\.c"),
]
ONE_FILE = [r"omp\.h", r"ini\.h", r"zlib\.h"]
# GSL's types are anonymous structs: a header that passes one on cannot do without.
THIRD_PARTY_ALSO = {"workloads/model_internal.h": r"gsl/gsl_rng\.h"}

# The C library and POSIX, as far as they are used.
LIBC = set("""assert.h ctype.h dirent.h errno.h fcntl.h fenv.h float.h ftw.h glob.h inttypes.h limits.h
locale.h math.h pthread.h sched.h signal.h spawn.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h
strings.h sys/file.h sys/mman.h sys/random.h sys/resource.h sys/stat.h sys/time.h sys/types.h
malloc.h sys/utsname.h sys/wait.h termios.h sys/ioctl.h time.h unistd.h""".split())

INCLUDE = re.compile(r'^\s*#\s*include\s+(<([^>]+)>|"([^"]+)")', re.M)


def folder_of(path):
    """The longest folder of the table that holds the file."""
    at = path.parent
    while str(at) != ".":
        if str(at) in MAY_INCLUDE:
            return str(at)
        at = at.parent
    return None


def check_ours(path, folder, name, problems):
    if not (meta.ROOT / name).is_file():
        problems.append(f'{path}: "{name}" is no path from the top of the project')
    allowed = MAY_INCLUDE[folder] + ALSO.get(str(path), [])
    if not any(name == a or (a.endswith("/") and name.startswith(a)) or a == "" for a in allowed):
        problems.append(f"{path}: {folder} may not include {name}")
    if name.endswith("_internal.h") and folder != "tests" and not name.startswith(folder + "/"):
        problems.append(f"{path}: includes {name}, which is internal to its module")


def check_system(path, folder, name, problems):
    if folder == "tests":
        return
    for header, where in THIRD_PARTY:
        if re.fullmatch(header, name):
            if not re.fullmatch(where, str(path)) and not re.fullmatch(
                    THIRD_PARTY_ALSO.get(str(path), "-"), name):
                problems.append(f"{path}: <{name}> may stand in {where} only")
            return
    if name not in LIBC:
        problems.append(f"{path}: <{name}> is neither the C library's nor in the table of this test")
    elif folder in PURE_FOLDERS and name not in PURE:
        problems.append(f"{path}: {folder} may not include <{name}>")


def check_own_first(path, includes, problems):
    """A .c file includes the header of its name (or what is internal to it) before all others."""
    stem = str(path)[:-2]
    own = stem + ".h"
    if (path.suffix == ".c" and (meta.ROOT / own).is_file()
            and includes[:1] not in ([own], [stem + "_internal.h"])):
        problems.append(f"{path}: its own header {own} does not come first")


def main():
    problems, users = [], {}
    for path in meta.files(".c", ".h"):
        folder = folder_of(path)
        if folder is None:
            problems.append(f"{path}: is in no folder of the table")
            continue
        found = INCLUDE.findall(meta.text(path))
        for _, system, ours in found:
            if ours:
                check_ours(path, folder, ours, problems)
            else:
                check_system(path, folder, system, problems)
                if folder != "tests":
                    users.setdefault(system, set()).add(str(path))
        check_own_first(path, [ours or system for _, system, ours in found], problems)
    for header in ONE_FILE:
        for name, paths in users.items():
            if re.fullmatch(header, name) and len(paths) > 1:
                problems.append(f"<{name}> stands in more than one file: {', '.join(sorted(paths))}")
    meta.finish("includes", problems)


main()
