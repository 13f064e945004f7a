#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Libraries keep no state, core and policies call nothing outside, and no library prints or exits.

Usage: test_symbols.py NAME=ARCHIVE...   (base, core, policies, workloads, sweep, store, analysis)
"""

import re
import sys

import meta

# Put in by compilers: sanitizers, coverage, optimisation across files.
INSTRUMENTS = re.compile(r"_*(asan|ubsan|tsan|gcov|llvm|lto|odr_asan|sancov|san_cov|gnu_lto|sanitizer).*"
                         r"|\.?L(ASAN|UBSAN|C|ubsan).*|___asan.*|__sanitizer.*", re.I)

# All that core and policies may want from outside this project.
PURE = set("""memcpy memmove memset memcmp strlen strcmp strncmp strchr strstr strcspn __assert_fail
log log2 log10 sqrt pow exp floor ceil fabs fmin fmax round trunc
__stack_chk_fail _GLOBAL_OFFSET_TABLE_ __memcpy_chk __memset_chk __memmove_chk""".split())

# What only the program may do.
SPEAKING = set("""printf vprintf puts putchar perror stdout stderr err errx warn warnx error
exit _exit _Exit quick_exit abort argp_parse getopt getopt_long setlocale
__printf_chk __vprintf_chk __fprintf_chk_stderr""".split())

WRITABLE = re.compile(r"\.(data|bss|tdata|tbss)(?!\.rel\.ro)|\*COM\*")


def symbols(archive):
    """(object file, flags, section, size, name) of all symbols but those of instruments.

    By objdump: nm leaves out what the optimiser knows, in objects that hold both code and its input.
    """
    member = "?"
    for line in meta.output("objdump", "-t", archive).splitlines():
        head = re.match(r"(\S+\.o):\s", line)
        if head:
            member = head.group(1)
        row = re.match(r"[0-9a-f]+ (.{7}) (\S+)\s+([0-9a-f]+) (?:\.hidden )?(\S+)$", line)
        if row and not INSTRUMENTS.fullmatch(row.group(4)):
            flags, section, size, name = row.groups()
            yield member, flags, section, int(size, 16), name


class Library:
    def __init__(self, archive):
        self.exported, self.wanted, self.writable = set(), set(), []
        for member, flags, section, size, name in symbols(archive):
            if section == "*UND*":
                self.wanted.add(name)
            elif flags[0] == "g" or flags[1] == "w" or section == "*COM*":
                self.exported.add(name)
            if WRITABLE.match(section) and "d" not in flags and size > 0:
                self.writable.append((member, section, name))
        self.wanted -= self.exported


def main():
    meta.need("objdump")
    libraries = {name: Library(path) for name, path in (a.split("=", 1) for a in sys.argv[1:])}
    problems = []
    for name, library in libraries.items():
        for member, section, symbol in library.writable:
            problems.append(f"{name}: {member} has '{symbol}' in {section}: libraries keep no state")
        for symbol in sorted(library.wanted & SPEAKING):
            problems.append(f"{name}: uses '{symbol}': only engine/cli prints and exits")
        for symbol in sorted(library.exported):
            if not symbol.startswith("bf_"):
                problems.append(f"{name}: exports '{symbol}', which does not begin with bf_")
    for name, below in (("core", ["base"]), ("policies", ["base", "core"])):
        known = PURE.union(*(libraries[b].exported for b in below))
        for symbol in sorted(libraries[name].wanted - known):
            problems.append(f"{name}: calls '{symbol}', which is neither in {' or '.join(below)} nor pure")
    if not all(library.exported for library in libraries.values()):
        problems.append("a library exports nothing: this test did not see its symbols")
    meta.finish("symbols", problems)


main()
