#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""All C sources are as clang-format 14 would write them."""

import re
import subprocess

import meta

VERSION = "14"


def main():
    program = meta.need(f"clang-format-{VERSION}", "clang-format")
    version = re.search(r"version (\d+)", meta.output(program, "--version"))
    if not version or version.group(1) != VERSION:
        meta.skip(f"{program} is not version {VERSION}: others format differently")
    sources = [str(path) for path in meta.files(".c", ".h")]
    result = subprocess.run([program, "--dry-run", "-Werror", *sources], cwd=meta.ROOT,
                            capture_output=True, text=True)
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", result.stderr, re.M)))
    problems = [f"{path}: run clang-format -i on it" for path in wrong]
    if result.returncode and not wrong:
        problems.append(result.stderr.strip())
    meta.finish("format", problems)


main()
