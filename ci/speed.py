"""Measures a command of `ids`: identifiers a second, and the most memory it ever had.

speed.py COUNT LEAST INPUT COMMAND...

INPUT is its standard input (/dev/null for none). Fails below LEAST identifiers for each second of
processor time.
"""

import os
import re
import subprocess
import sys
import time

# Far above what the buffers of the command need, far below a million identifiers.
MOST_MEMORY = 16 << 20

count, least, source, *command = sys.argv[1:]
begun = time.monotonic()
with open(source, 'rb') as stdin:
    child = subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL)
memory, pid = 0, 0
while pid == 0:
    with open(f'/proc/{child.pid}/status') as status:
        # Not there once the process has ended, nor, as the script's own, before it has begun.
        found = re.search(r'^VmHWM:\s*(\d+) kB', status.read(), re.M)
    if found and os.readlink(f'/proc/{child.pid}/exe') == os.path.realpath(command[0]):
        memory = int(found[1]) << 10
    time.sleep(0.002)
    pid, code, usage = os.wait4(child.pid, os.WNOHANG)
passed = time.monotonic() - begun
processor = max(usage.ru_utime + usage.ru_stime, 1e-3)
print(f'{" ".join(command[1:])}: {count} in {passed:.2f} s, {processor:.2f} s of processor, '
      f'{int(count) / processor / 1e6:.2f} million each second of it, {memory >> 10} KiB at most')
if code != 0:
    sys.exit(f'ended with {os.waitstatus_to_exitcode(code)}')
if not 0 < memory <= MOST_MEMORY:
    sys.exit(f'more memory than {MOST_MEMORY >> 10} KiB')
if int(count) / processor < int(least):
    sys.exit(f'fewer than {least} a second')
