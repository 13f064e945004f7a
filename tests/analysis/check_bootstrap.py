#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_bootstrap.py PROGRAM: BCa intervals of what the program (numbers.c) prints, written from docs/statistics.md.

Draws are made anew from the rule of engine/base/seed.h, the normal distribution is Python's own, the acceleration
comes from a jackknife that leaves one value out at a time.
"""

import math
import statistics
import subprocess
import sys

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
STREAM_BOOTSTRAP = 5
NORMAL = statistics.NormalDist()


def mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def bits(seed, stream, index):
    z = mix((seed + GOLDEN) & MASK)
    z = mix(z ^ ((stream * GOLDEN + 1) & MASK))
    return mix((z + (index + 1) * GOLDEN) & MASK)


def draw(seed, b, i, n):
    word = bits(seed, STREAM_BOOTSTRAP, b * ((n + 1) // 2) + i // 2)
    half = word >> 32 if i % 2 else word & 0xFFFFFFFF
    return half * n >> 32


def quantile(ordered, p):
    at = (len(ordered) - 1) * p
    below = min(int(at), len(ordered) - 2)
    return ordered[below] + (at - below) * (ordered[below + 1] - ordered[below])


def bca(values, resamples, seed, confidence):
    n, mean = len(values), statistics.fmean(values)
    means = sorted(sum(values[draw(seed, b, i, n)] for i in range(n)) / n for b in range(resamples))
    equal = sum(math.isclose(m, mean, rel_tol=1e-12) for m in means)
    below = sum(m < mean and not math.isclose(m, mean, rel_tol=1e-12) for m in means) + equal / 2
    bias = NORMAL.inv_cdf(below / resamples)
    without = [statistics.fmean(values[:i] + values[i + 1:]) for i in range(n)]
    centre = statistics.fmean(without)
    acceleration = (sum((centre - w) ** 3 for w in without)
                    / (6 * sum((centre - w) ** 2 for w in without) ** 1.5))
    ends = []
    for p in ((1 - confidence) / 2, (1 + confidence) / 2):
        z = bias + NORMAL.inv_cdf(p)
        ends.append(quantile(means, NORMAL.cdf(bias + z / (1 - acceleration * z))))
    return ends


def main():
    samples, checked = {}, 0
    for line in subprocess.run(sys.argv[1], check=True, capture_output=True, text=True).stdout.splitlines():
        word, sample, *numbers = line.split()
        numbers = [float(x) for x in numbers]
        if word == "x":
            samples[sample] = numbers
        if word != "bca" or len(samples[sample]) > 60:
            continue
        resamples, seed, *found = numbers
        if len(samples[sample]) < 5:
            assert all(math.isnan(x) for x in found), line
            continue
        expected = bca(samples[sample], int(resamples), int(seed), 0.95)
        for x, y in zip(found, expected):
            assert abs(x - y) <= 1e-9 * abs(y), f"sample {sample}: {found} instead of {expected}"
        checked += 1
    assert checked >= 8
    print(checked, "intervals agree")


main()
