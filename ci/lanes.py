"""Runs lanes: the recipes of the justfile. `.ci/run` and `ci/nightly` call it.

    lanes.py run GROUP [--base REV] [--part N/M] [LANE...]    runs the lanes of a group, or those that are named
    lanes.py changed [--base REV]                             names the crates that changed

A recipe belongs to the groups that its attribute `group` names. What `metadata` names are its inputs: packages, each
with all that it depends on, and other paths. With `--base` only those lanes run whose inputs changed since that
commit. Where it is unclear whether a lane is touched, it runs.
"""

import argparse
import concurrent.futures
import functools
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

# What no lane has as its input: prose, which other lanes check in each run.
PROSE = (".md", "LICENSE-MIT", "LICENSE-APACHE", ".gitignore", ".editorconfig")
# The folders of which lanes name parts. What is elsewhere concerns every lane.
KNOWN = ("crates/", "examples/", "benches/", "fuzz/", "docs/", "api/")
SECONDS = {"run": 2400, "nightly": 7200}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def lanes(group):
    """The recipes of a group in their order, with their inputs, and whether they take `all`."""
    recipes = json.loads(output("just", "--dump", "--dump-format", "json"))["recipes"]
    found = {}
    for name in output("just", "--summary", "--unsorted").split():
        attributes = [it for it in recipes[name]["attributes"] if isinstance(it, dict)]
        if {"group": group} in attributes:
            inputs = [path for it in attributes for path in it.get("metadata", [])]
            found[name] = inputs, any(it["name"] == "all" for it in recipes[name]["parameters"])
    return found


@functools.cache
def folders():
    """The folder of each package, and the names of those that it depends on, itself among them."""
    # The Python package is a workspace of its own.
    packages = [package for manifest in ("Cargo.toml", "crates/ids-python/Cargo.toml") for package in json.loads(output(
        "cargo", "metadata", "--no-deps", "--format-version", "1", "--manifest-path", manifest))["packages"]]
    places = {it["name"]: os.path.relpath(os.path.dirname(it["manifest_path"])) + "/" for it in packages}
    direct = {it["name"]: {dep["name"] for dep in it["dependencies"] if dep["name"] in places} for it in packages}

    def behind(name, seen):
        if name not in seen:
            seen.add(name)
            for other in direct[name]:
                behind(other, seen)
        return seen

    return places, {name: behind(name, set()) for name in places}


def changed_since(base):
    """The paths that changed since a commit, also those that are not committed."""
    return set(output("git", "diff", "--name-only", base).split("\n") +
               output("git", "ls-files", "--others", "--exclude-standard").split("\n")) - {""}


def touched(inputs, paths):
    """Whether one of these paths is an input."""
    places, behind = folders()
    prefixes = [places[it] for name in inputs if name in places for it in behind[name]]
    prefixes += [name for name in inputs if name not in places]
    for path in paths:
        if path.startswith(KNOWN):
            if path.startswith(tuple(prefixes)):
                return True
        elif not path.endswith(PROSE):
            return True
    return False


def crates(paths):
    places, _ = folders()
    return sorted(name for name, folder in places.items() if any(it.startswith(folder) for it in paths))


class Runner:
    def __init__(self, limit):
        self.limit, self.results, self.lock, self.running = limit, [], threading.Lock(), set()

    def run(self, name, arguments):
        """Runs a lane, and shows what it said when it ends."""
        print(f"began {name}", flush=True)
        began = time.monotonic()
        # Tests send signals, which a shell has its background jobs ignore.
        lane = subprocess.Popen(["env", "--default-signal=INT,QUIT,HUP", "just", name, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, start_new_session=True)
        self.running.add(lane)
        # What a lane has started ends with it, also if it has too little time.
        timer = threading.Timer(self.limit, self.end, [lane])
        timer.start()
        said = lane.stdout.read()
        # Of the lane and of all that it has waited for.
        _, status, used = os.wait4(lane.pid, 0)
        lane.returncode = os.waitstatus_to_exitcode(status)
        timer.cancel()
        self.running.discard(lane)
        seconds, work = time.monotonic() - began, used.ru_utime + used.ru_stime
        result = "ok" if lane.returncode == 0 else f"FAILED ({lane.returncode})"
        with self.lock:
            print(f"\n=== {' '.join([name, *arguments])}\n{said.decode(errors='replace')}=== {name}: {result}, {seconds:.0f} s", flush=True)
            self.results.append((name, result, seconds, work))
        return lane.returncode == 0

    @staticmethod
    def end(lane):
        try:
            os.killpg(lane.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def summary(self, began):
        failed = sum(result != "ok" for _, result, *_ in self.results)
        print("\n=== where the time went (and the processors')")
        for name, result, seconds, work in sorted(self.results, key=lambda it: -it[2]):
            print(f"{seconds:6.0f} s {work:6.0f} s  {name:16} {result}")
        print(f"{time.monotonic() - began:6.0f} s {sum(work for *_, work in self.results):6.0f} s  in all")
        print(f"{len(self.results) - failed} passed, {failed} failed", flush=True)
        return failed == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("run", "changed"))
    parser.add_argument("names", nargs="*", metavar="GROUP LANE")
    parser.add_argument("--base")
    parser.add_argument("--part", default="1/1")
    given = parser.parse_args()
    os.chdir(pathlib.Path(__file__).parent.parent)
    paths = changed_since(given.base) if given.base else None
    if given.what == "changed":
        print(*crates(paths), sep="\n")
        return 0

    group, *named = given.names
    chosen = lanes(group)
    for name in named:
        if name not in chosen:
            sys.exit(f"no lane of {group} is called {name}: there are {', '.join(chosen)}")
    if paths is not None:
        left = [name for name, (inputs, _) in chosen.items() if inputs and not touched(inputs, paths)]
        if left:
            print(f"not touched since {given.base}: {', '.join(left)}")
        chosen = {name: lane for name, lane in chosen.items() if name not in left}
    part, parts = map(int, given.part.split("/"))
    names = [name for name in named or chosen if name in chosen][part - 1::parts]

    began, runner = time.monotonic(), Runner(SECONDS.get(group, 7200))

    def stop(*_):
        for lane in list(runner.running):
            runner.end(lane)
        os._exit(130)

    for it in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(it, stop)

    def run(name):
        return runner.run(name, ["all"] if group == "nightly" and chosen[name][1] else [])

    # Three at a time: while the one builds, others wait for servers, browsers or the network. Cargo's own lock keeps two
    # builds in one folder apart. The README's commands come first; the tools are installed meanwhile.
    with concurrent.futures.ThreadPoolExecutor(1 if group == "nightly" else 3) as pool:
        first = [name for name in ("readme-run", "readme-test") if name in names]
        ahead = pool.submit(lambda: [run(name) for name in first])
        if not runner.run("install", [group]):
            return not runner.summary(began)
        list(pool.map(run, [name for name in names if name not in first]))
        ahead.result()
    return 0 if runner.summary(began) else 1


if __name__ == "__main__":
    sys.exit(main())
