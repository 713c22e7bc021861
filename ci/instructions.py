"""Prints the instructions that each path of benches/instructions costs a thousand times, by callgrind's output.

Given a baseline as well, it compares, and fails if a path costs 3 % more than there, or is not there.
"""

import re
import sys

MOST = 1.03

names, costs, function, called = {}, {}, None, False
for line in open(sys.argv[1]):
    if match := re.match(r"(c?fn)=\((\d+)\)(?: (.*))?", line):
        kind, number, name = match.groups()
        if name:
            names[number] = name.rstrip("\n")
        if kind == "fn":
            function = names[number]
    elif line.startswith("calls="):
        # The next line is what the call cost, all included.
        pass
    elif line[:1] in "0123456789+-*" and function:
        costs[function] = costs.get(function, 0) + int(line.split()[1])
found = {}
for name, cost in costs.items():
    if match := re.fullmatch(r"ids_instructions::path::(\w+)", name):
        found[match[1]] = cost

if len(sys.argv) == 2:
    for name in sorted(found):
        print(name, found[name])
    sys.exit()

expected = dict(line.split() for line in open(sys.argv[2]) if not line.startswith("#"))
failed = set(found) ^ set(expected)
for name in sorted(failed):
    print(f"{name}: only in {'the baseline' if name in expected else 'the program'}")
for name in sorted(set(found) & set(expected)):
    ratio = found[name] / int(expected[name])
    verdict = "more" if ratio > MOST else "less" if ratio < 1 / MOST else ""
    print(f"{name:32} {found[name] / 1000:10.1f} {100 * ratio - 100:+6.1f} % {verdict}")
    if ratio > MOST:
        failed.add(name)
if failed:
    print("more than 3 % apart: make it as fast again, or just instructions --bless and say why")
    sys.exit(1)
