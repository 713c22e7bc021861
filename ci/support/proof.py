"""Writes what came of lanes into the table of docs/proof.md: a row for each, which replaces the one before.

`proof.py keep COMMIT` has on its standard input the lines that ci/support/lib.sh keeps of a run: name, result, seconds,
processor's seconds, what could not run, figures. The commit is the one at which the lane began, as `proof.py commit`
prints it. `proof.py open` says which lanes of ci/long.sh have no row of the product that is committed, or one that is not
ok.
"""

import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path("docs/proof.md")
LONG = pathlib.Path("ci/long.sh")
# What may have changed since a row was made: documents, but not the vectors, which are compiled into a crate; and what
# makes and checks.
BESIDE = ("docs/*", "docs/comparison/**", "docs/formats/**", "docs/vectors/*.md", "ci/**", ".ci/**", ".github/**", "*.md")
# The tests of a crate may be newer but for the lanes that run all of them on a system, or that alone run these.
SYSTEMS = ("test", "windows", "i686", "wasi", "s390x")
TESTS = {"crates/ids-python/tests": ("python",), "crates/ids-npm/tests": ("javascript",)}
# One lane alone runs these.
OTHERS = {"upstream": "examples/upstream/**", "fuzz": "fuzz/**"}
# What one lane alone holds or makes of those that may be newer for the rest.
HELD = {
    "inspect": ("crates/ids-formats/tests/labelled.tsv",),
    "peers": ("docs/comparison/integrations.md",),
    "planted": ("docs/planted.md", "ci/support/planted.py"),
    "thumb": ("docs/platforms.md",),
    "upstream": ("docs/upstream.md",),
    "reproducible": (
        "ci/release.sh",
        *(f"ci/lanes/{name}.sh" for name in ("package", "page", "python", "reproducible")),
        *(f"ci/support/{name}" for name in ("deb.sh", "folders.py", "shipped.py", "stage.sh", "zip.py")),
    ),
}
HEAD = "| lane | commit | result | minutes | figures |\n|---|---|---|---|---|\n"


def git(*arguments):
    return subprocess.run(["git", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def commit():
    found = git("rev-parse", "--short=12", "HEAD")
    found.check_returncode()
    return found.stdout.strip()


def product(lane):
    """What a lane's row is of, as paths for git."""
    tests = (path.as_posix() for path in sorted(pathlib.Path("crates").glob("*/tests")))
    newer = (f"{path}/**" for path in tests if lane not in TESTS.get(path, SYSTEMS))
    left = [*BESIDE, *newer, *(path for of, path in OTHERS.items() if of != lane)]
    return [".", *(f":(exclude,glob){path}" for path in left)]


def differs(lane, *commits):
    """Whether the lane's product differs between two commits, or between a commit and this folder."""
    # What is left out of one call stays out of it.
    parts = [product(lane), *([HELD[lane]] if lane in HELD else [])]
    return any(git("diff", "--quiet", *commits, "--", *part).returncode != 0 for part in parts)


def is_changed(lane, made):
    """Whether the lane's product in this folder is another one than that commit's."""
    if differs(lane, made):
        return True
    return git("ls-files", "--others", "--exclude-standard", "--", *product(lane)).stdout != ""


def table():
    """The page before the table, its rows by their names, and the page after it."""
    before, rest = PAGE.read_text().split(HEAD)
    old = re.match(r"(?:\|.*\n)*", rest)[0]
    return before, {line.split("|")[1].strip(): line for line in old.splitlines()}, rest[len(old):]


def lanes():
    """The lanes of ci/long.sh, each of which has a row of its name."""
    return re.findall(r"^    ([a-z0-9]+)\)", LONG.read_text(), re.M)


def unproven():
    """Why the page does not prove what is committed."""
    _, rows, _ = table()
    for path in (path for paths in HELD.values() for path in paths):
        if not pathlib.Path(path).is_file():
            yield f"ci/support/proof.py names {path}, which is gone"
    for lane in lanes():
        if lane not in rows:
            yield f"docs/proof.md has no row of {lane}"
            continue
        _, _, made, result, *_ = (cell.strip(" `") for cell in rows[lane].split("|"))
        if result != "ok":
            yield f"docs/proof.md says of {lane}: {result}"
        elif differs(lane, made, "HEAD"):
            yield f"docs/proof.md has {lane} of another product, {made}"


def main():
    if sys.argv[1:] == ["open"]:
        for line in unproven():
            print(line)
        return
    if sys.argv[1:] == ["commit"]:
        print(commit())
        return
    _, began = sys.argv[1:]
    before, rows, after = table()
    for line in sys.stdin:
        name, result, seconds, _, notes, figures = line.rstrip("\n").split("\t")
        made = began + ("+" if is_changed(name, began) else "")
        said = "; ".join(part.strip("; ") for part in (figures, notes) if part)
        rows[name] = f"| {name} | `{made}` | {result} | {int(seconds) / 60:.1f} | {said.replace('|', '/')} |"
    PAGE.write_text(before + HEAD + "".join(rows[name] + "\n" for name in sorted(rows) if name in lanes()) + after)


if __name__ == "__main__":
    main()
