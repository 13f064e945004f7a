#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links between the project's pages lead somewhere, headings included."""

import re

import meta

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)[^)]*\)|!\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.S)


def anchors(page):
    """Names of the headings, as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+\s+(.*?)\s*$", re.sub(r"```.*?```", "", page, flags=re.S), re.M):
        plain = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
        found.add(plain.replace(" ", "-"))
    return found


def main():
    problems, links = [], 0
    for path in meta.files(".md"):
        page = CODE.sub(lambda m: "\n" * m.group(0).count("\n"), meta.text(path))
        for match in LINK.finditer(page):
            target = match.group(1) or match.group(2)
            line = page[:match.start()].count("\n") + 1
            if re.match(r"[a-z]+:", target):
                continue
            links += 1
            name, _, anchor = target.partition("#")
            file = (meta.ROOT / path.parent / name).resolve() if name else meta.ROOT / path
            if not file.exists():
                problems.append(f"{path}:{line}: there is no {target}")
            elif not file.is_relative_to(meta.ROOT):
                problems.append(f"{path}:{line}: {target} leads out of the project")
            elif anchor and file.suffix == ".md" and anchor not in anchors(
                    file.read_text(encoding="utf-8")):
                problems.append(f"{path}:{line}: {name or path} has no heading '#{anchor}'")
    print(f"{links} links")
    meta.finish("links", problems)


main()
