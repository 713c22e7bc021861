"""Fails if a function of benches/instructions/src/lib.rs calls or jumps to another one, by its assembly."""

import re
import sys

exported = re.compile(r"(\w+_(?:accessor|constructor)|text_of_\w+):$")
functions, body = {}, None
for line in open(sys.argv[1]):
    if match := exported.match(line):
        body = functions.setdefault(match[1], [])
    elif ".cfi_endproc" in line:
        body = None
    elif body is not None and line.startswith("\t") and not line.startswith("\t."):
        body.append(line.strip())

failed = not functions
for name, body in sorted(functions.items()):
    away = [line for line in body if re.match(r"call|j\w+\s+(?!\.L)", line)]
    print(f"{name:24} {len(body):3} instructions{': ' + '; '.join(away) if away else ''}")
    failed |= bool(away) or not body
sys.exit(failed)
