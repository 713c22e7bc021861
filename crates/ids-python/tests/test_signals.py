"""Ctrl-C: what lasts long ends soon, in a process that gets a real SIGINT."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no signals between processes")

# Another thread sends the signal as soon as the main thread lets go of the interpreter's lock, which it does
# inside the call alone: the switch interval is longer than the test. The profiler notes which function of the
# native part has raised; Python itself raises only after a call that ran to its end. A call imports
# `datetime` or `_columns`, which lets go of the lock too, so they are there before.
CHILD = """
import datetime, faulthandler, os, signal, sys, threading
import ids_formats as ids, ids_formats._columns
faulthandler.dump_traceback_later(300, exit=True)
signal.signal(signal.SIGINT, signal.default_int_handler)
NOW, TEXT = 1_800_000_000 * 10**9, "0RdKJcxqVBiAiQr0"
EVENT = '{"event":"Served","entities":{},"meta":{},"data":15}'
gate = threading.Lock()
gate.acquire()

def interrupt():
    gate.acquire()
    os.kill(os.getpid(), signal.SIGINT)

sys.setswitchinterval(1000)
threading.Thread(target=interrupt, daemon=True).start()
PREPARE
raised = []
sys.setprofile(lambda frame, event, function: event == "c_exception" and raised.append(function.__name__))
try:
    gate.release()
    CALL
except KeyboardInterrupt:
    sys.setprofile(None)
    print(*raised[-1:])
"""

# The clock goes back by an hour after its first reading, so that the next identifier is an hour away. No part of it is
# Python, which would raise inside the clock if the signal comes as that is read.
BACK = """
import itertools
readings = itertools.chain([NOW], itertools.repeat(NOW - 3600 * 10**9))
generator = ids.Discord.generator(worker=0, process=0, clock=readings.__next__)
generator.generate()
"""

RECORDS = """
chain, first = ids.evently.Chain.begin(EVENT)
more = [chain.append(EVENT.replace("15", str([1] * (1 << 20))))[1] for _ in range(6)]
records = b"\\n".join([first, *more])
"""


@pytest.mark.parametrize("prepare, call, function", [
    (BACK, "generator.generate(wait=7200)", "generate"),
    (BACK, "generator.fill(5, wait=7200)", "fill"),
    ("column = memoryview(bytes(12 << 22))", "ids.FlaxId.array(column)", "array"),
    ("import tempfile\n"
     "path = tempfile.mkdtemp() + '/ledger'\n"
     "kept = ids.evently.Ledger.create(path, EVENT)", "ids.evently.Ledger.open(path, wait=7200)", "open"),
    (RECORDS, "ids.evently.verify(records)", "verify"),
    (RECORDS, "ids.evently.verify(records, threads=2)", "verify"),
])
def test_a_signal_ends_a_long_call(prepare, call, function):
    child = CHILD.replace("PREPARE", prepare).replace("CALL", call)
    found = subprocess.run([sys.executable, "-c", child], capture_output=True, text=True)
    assert (found.stdout.strip(), found.returncode) == (function, 0), found.stderr


# A list is read with the interpreter's lock. This one never ends, and one of its items sends the signal: C's
# `raise`, which Python does not notice.
ENDLESS = """
import ctypes, faulthandler, itertools, signal
import ids_formats as ids
faulthandler.dump_traceback_later(300, exit=True)
signal.signal(signal.SIGINT, signal.default_int_handler)
send = getattr(ctypes.PyDLL(None), "raise")
sent = filter(None, map(send, [signal.SIGINT]))
try:
    ids.FlaxId.array(itertools.chain(sent, itertools.repeat("0RdKJcxqVBiAiQr0")))
except KeyboardInterrupt:
    print("stopped")
"""


def test_a_signal_ends_a_list_without_an_end():
    found = subprocess.run([sys.executable, "-c", ENDLESS], capture_output=True, text=True)
    assert found.stdout.strip() == "stopped", found.stderr


OTHERS = """
import faulthandler, os, threading
import ids_formats as ids
faulthandler.dump_traceback_later(300, exit=True)
NOW = 1_800_000_000 * 10**9
readings, waiting = iter([NOW]), threading.Event()

def clock():
    if threading.current_thread() is not threading.main_thread():
        waiting.set()
    return next(readings, NOW - 3600 * 10**9)

generator = ids.Discord.generator(worker=0, process=0, clock=clock)
generator.generate()
threading.Thread(target=generator.generate, args=(7200,), daemon=True).start()
waiting.wait()
try:
    generator.generate()
except ids.GenerateError as error:
    print(error.kind, flush=True)
os._exit(0)  # The other thread would sleep for an hour.
"""


def test_a_thread_that_waits_holds_up_no_other():
    found = subprocess.run([sys.executable, "-c", OTHERS], capture_output=True, text=True)
    assert found.stdout.strip() == "wait", found.stderr
