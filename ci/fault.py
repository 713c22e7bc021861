"""Runs `ids new` under libfaketime, steps its clock while it runs, and reads what it makes.

The command is held back by its pipe, so that a step falls between two identifiers that were read
close to it: nothing here depends on how fast the machine is. Usage: fault.py IDS LIBFAKETIME
"""

import os
import subprocess
import sys
import tempfile
import time

ids, library = sys.argv[1:]

SNOWFLAKE = ["snowflake", "--flavour", "sonyflake-v1", "--machine", "1"]
FLAX = ["flax"]
MONOTONIC = ["flax", "--monotonic"]
SIQ = ["siq", "--domain", "example.com", "--shard", "1", "--kind", "message", "--form", "decimal"]
KUID = ["kuid", "--name", "app@host"]
LOCAL = ["kuid", "--flavour", "local"]
# What the command holds in its own buffer and in the pipe is written before a step is noticed.
SETTLE = 20_000
MANY = 90_000


def start(arguments, offset, folder):
    path = os.path.join(folder, "offset")
    with open(path, "w") as file:
        file.write(offset)
    environment = dict(
        os.environ,
        LD_PRELOAD=library,
        FAKETIME_TIMESTAMP_FILE=path,
        FAKETIME_NO_CACHE="1",
        FAKETIME_DONT_FAKE_MONOTONIC="1",
        RUST_BACKTRACE="1",
    )
    environment.pop("FAKETIME", None)
    process = subprocess.Popen(
        [ids, "new", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return process, path


def run(name, arguments, steps, code, message="", within=60.0):
    """Steps the clock to each of `steps` in turn, every SETTLE identifiers.

    The command must end with `code` and `message`, have repeated nothing, and, where it ends early,
    have done so within this number of seconds of the last identifier.
    """
    with tempfile.TemporaryDirectory() as folder:
        process, path = start(arguments, steps[0], folder)
        made, pending = [], list(steps[1:])
        last = time.monotonic()
        for line in process.stdout:
            made.append(line.rstrip("\n"))
            last = time.monotonic()
            if pending and len(made) % SETTLE == 0:
                # In one step: the command never sees half a file.
                fresh = path + ".new"
                with open(fresh, "w") as file:
                    file.write(pending.pop(0))
                os.replace(fresh, path)
        complaint = process.stderr.read()
        process.wait()
        waited = time.monotonic() - last
    failures = []
    if process.returncode != code:
        failures.append(f"ended with {process.returncode}, not {code}")
    if message not in complaint or (not message and complaint):
        failures.append(f"said {complaint!r}")
    if "panicked" in complaint or "backtrace" in complaint:
        failures.append("panicked")
    if len(set(made)) != len(made):
        failures.append(f"{len(made) - len(set(made))} duplicates")
    # The texts of the others sort as they are.
    order = [int(text) for text in made] if arguments[0] in ("snowflake", "siq") else made
    if arguments[:1] != FLAX or "--monotonic" in arguments:
        if any(a >= b for a, b in zip(order, order[1:])):
            failures.append("not increasing")
    if code == 0 and len(made) != MANY:
        failures.append(f"{len(made)} identifiers, not {MANY}")
    if waited > within:
        failures.append(f"ended {waited:.1f} s after the last identifier")
    print(f"{name}: {len(made)} identifiers, ended with {process.returncode} after {waited:.1f} s",
          *failures, sep="; ")
    return not failures


COUNT = ["-n", str(MANY)]
BACK = "gave up waiting"
RESULTS = [
    # A small step back is waited out; identifiers go on increasing.
    run("-200 ms, waiting", SNOWFLAKE + COUNT + ["--max-wait", "10s"], ["+0", "-0.2", "-0.4"], 0),
    run("-200 ms, monotonic", MONOTONIC + COUNT + ["--max-wait", "10s"], ["+0", "-0.2", "-0.4"], 0),
    run("-200 ms, independent", FLAX + COUNT, ["+0", "-0.2", "+0"], 0),
    # A large one is not, and the command says so in time.
    run("-3600 s, waiting", SNOWFLAKE + COUNT, ["+0", "-3600"], 1, BACK, 10.0),
    run("-3600 s, monotonic", MONOTONIC + COUNT, ["+0", "-3600"], 1, BACK, 10.0),
    run("-3600 s, independent", FLAX + COUNT, ["+0", "-3600", "+0"], 0),
    # Unless identifiers may be ahead of the clock by as much. The command then ends when the clock
    # has caught up, so it is set right again before the last identifier.
    run("-3600 s, borrowing", SNOWFLAKE + COUNT + ["--max-ahead", "2h"], ["+0", "-3600", "+0"], 0),
    run("-3600 s, monotonic, borrowing", MONOTONIC + COUNT + ["--max-ahead", "2h"],
        ["+0", "-3600", "+0"], 0),
    # Of those with a counter, whatever their tick: 15 microseconds and a millisecond.
    *(
        run(f"{step} s, {' '.join(maker[:2])}, {' '.join(options) or 'no options'}",
            maker + COUNT + options, ["+0", step, *again], code, message, 15.0)
        for maker in (SIQ, KUID, LOCAL)
        for step, options, again, code, message in (
            ("-0.2", ["--max-wait", "10s"], [], 0, ""),
            ("-3600", [], [], 1, BACK),
            ("-3600", ["--max-ahead", "2h"], ["+0"], 0, ""),
            ("@1969-12-31 00:00:00", [], [], 1, "before the first that fits"),
        )
    ),
    # Forth and back again.
    run("+3600 s and back", SNOWFLAKE + COUNT + ["--max-ahead", "2h"],
        ["+0", "+3600", "+0", "+3600"], 0),
    # Before the formats began, and before the Unix epoch.
    run("1990", FLAX + COUNT, ["@1990-01-01 00:00:00"], 1, "before the first that fits"),
    run("1969", FLAX + COUNT, ["@1969-12-31 00:00:00"], 1, "before the first that fits"),
    run("1969, snowflake", SNOWFLAKE + COUNT, ["@1969-12-31 00:00:00"], 1, "before"),
    run("into 1969", FLAX + COUNT, ["+0", "@1969-12-31 00:00:00"], 1, "before"),
    run("into 1969, snowflake", SNOWFLAKE + COUNT, ["+0", "@1969-12-31 00:00:00"], 1, "before"),
    # After they end.
    run("2100", FLAX + COUNT, ["@2100-01-01 00:00:00"], 1, "after the last that fits"),
]
sys.exit(not all(RESULTS))
