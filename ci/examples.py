"""Runs the examples of the published crates: `examples.py FOLDER`, the folder with the programs.

The documentation at the head of an example has a command in a block `sh`, and what it prints in a block
`text`, where `...` stands for any text, also of several lines. The README of its crate links it. This runs the command with the
program that was built, and compares.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

METADATA = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
# It prints other figures each time. ci/nightly runs it.
MEASURES = "ledger-speed"
COMMAND = re.compile(r"cargo run (?:-p (\S+) )--example (\S+)(?: --features (\S+))?(?: -- ?|$)", re.M)


def block(head, language):
    found = re.search(rf"```{language}\n(.*?)```", head, re.S)
    if not found:
        raise ValueError(f"no block of {language}")
    return found[1].rstrip("\n")


def defaults(features, name="default"):
    """A feature and all that it brings."""
    return {name}.union(*(defaults(features, other) for other in features.get(name, [])))


def check(package, target, folder):
    path = pathlib.Path(target["src_path"])
    lines = path.read_text().splitlines()
    head = "\n".join(line[3:].removeprefix(" ") for line in lines if line.startswith("//!"))
    command, expected = block(head, "sh"), block(head, "text")
    named = COMMAND.search(command)
    if not named or named[1] != package["name"] or named[2] != target["name"]:
        raise ValueError(f"not the command of {target['name']} in {package['name']}: {command}")
    enabled = defaults(package["features"]) | set((named[3] or "").split(","))
    missing = set(target.get("required-features", [])) - enabled
    if missing:
        raise ValueError(f"the command lacks --features {','.join(sorted(missing))}")
    readme = pathlib.Path(package["manifest_path"]).parent / "README.md"
    if f"examples/{path.name}" not in readme.read_text():
        raise ValueError(f"{readme} does not name examples/{path.name}")
    program = shlex.quote(str(folder / target["name"])) + " "
    with tempfile.TemporaryDirectory() as scratch:
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", COMMAND.sub(lambda _: program, command)],
            cwd=scratch, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
        )
    if ran.returncode != 0:
        raise ValueError(f"ended with {ran.returncode}: {ran.stderr}")
    pattern = ".*?".join(re.escape(part) for part in expected.split("..."))
    if not re.fullmatch(pattern, ran.stdout.rstrip("\n"), re.S):
        raise ValueError(f"printed\n{ran.stdout}instead of\n{expected}")


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    packages = json.loads(subprocess.check_output(METADATA))["packages"]
    ran, failed = 0, 0
    for package in packages:
        # The test kit's programs are run by other lanes, with arguments of their own.
        published = package["publish"] != []
        for target in package["targets"] if published else []:
            if "example" not in target["kind"] or target["name"] == MEASURES:
                continue
            ran += 1
            try:
                check(package, target, folder)
            except ValueError as error:
                failed += 1
                print(f"{target['name']}: {error}")
    print(f"{ran} examples, {failed} of them not as they say")
    sys.exit(failed > 0 or ran == 0)


main()
