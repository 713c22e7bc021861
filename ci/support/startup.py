"""How long programs take to start: the processor's time of one run, and the time on the clock.

    startup.py RUNS PROGRAM...

Each is run with `--version`, in turns with the others and with `true`, so that all meet the same machine.
"""

import os
import resource
import statistics
import sys
import time


def run(program):
    nothing = os.open(os.devnull, os.O_WRONLY)
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    child = os.posix_spawnp(program, [program, "--version"], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nothing, 1)])
    _, status = os.waitpid(child, 0)
    end, after = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    os.close(nothing)
    assert status == 0, program
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, end - start


def main():
    runs, programs = int(sys.argv[1]), ["true", *sys.argv[2:]]
    times = {program: [] for program in programs}
    for _ in range(runs):
        for program in programs:
            times[program].append(run(program))
    for program in programs:
        cpu, clock = (sorted(column) for column in zip(*times[program]))
        print(
            f"{os.path.basename(program):<34} {os.path.getsize(os.path.realpath(program)) if '/' in program else 0:>9} bytes"
            f"  processor {1000 * statistics.median(cpu):.2f} ms, clock {1000 * clock[0]:.2f} ms at best,"
            f" {1000 * statistics.median(clock):.2f} ms in the middle of {runs} runs"
        )


if __name__ == "__main__":
    main()
