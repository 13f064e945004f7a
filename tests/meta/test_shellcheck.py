#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""All shell scripts pass shellcheck."""

import re
import subprocess

import meta


def is_script(path):
    if path.suffix == ".sh":
        return True
    if path.suffix:
        return False
    with open(meta.ROOT / path, "rb") as file:
        return re.match(rb"#!\s*/\S*(/env +)?.*\b(ba|da)?sh\b", file.readline(100)) is not None


def main():
    program = meta.need("shellcheck")
    scripts = [str(path) for path in meta.files() if is_script(path)]
    result = subprocess.run([program, "-x", "--format=gcc", *scripts], cwd=meta.ROOT,
                            capture_output=True, text=True)
    problems = result.stdout.splitlines() + result.stderr.splitlines()
    print(f"{len(scripts)} scripts")
    meta.finish("shellcheck", problems)


main()
