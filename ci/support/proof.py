"""Writes what came of lanes into the table of docs/proof.md: a row for each, which replaces the one before.

Standard input has the lines that ci/support/lib.sh keeps of a run: name, result, seconds, processor's seconds, what
could not run, figures. `proof.py open` says instead which lanes of ci/long.sh have no row of the product that is
committed, or one that is not ok.
"""

import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path("docs/proof.md")
LONG = pathlib.Path("ci/long.sh")
# What may have changed since a row was made: documents, and what makes and checks.
BESIDE = [f":(exclude,glob){path}" for path in ("docs/**", "ci/**", ".ci/**", "CONTRIBUTING.md", "crates/*/tests/**")]
# One lane alone runs these.
OTHERS = {"upstream": ":(exclude,glob)examples/upstream/**"}
HEAD = "| lane | commit | result | minutes | figures |\n|---|---|---|---|---|\n"


def git(*arguments):
    return subprocess.run(["git", *arguments], stdout=subprocess.PIPE, text=True)


def commit():
    """The commit, with `+` if more than the page itself is changed: each lane of a run changes that."""
    found = git("rev-parse", "--short=12", "HEAD")
    found.check_returncode()
    changed = git("diff", "--quiet", "HEAD", "--", ".", f":(exclude){PAGE}").returncode
    return found.stdout.strip() + ("+" if changed else "")


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
    for lane in lanes():
        if lane not in rows:
            yield f"docs/proof.md has no row of {lane}"
            continue
        _, _, made, result, *_ = (cell.strip(" `") for cell in rows[lane].split("|"))
        others = [path for of, path in OTHERS.items() if of != lane]
        if result != "ok":
            yield f"docs/proof.md says of {lane}: {result}"
        elif git("diff", "--quiet", made, "HEAD", "--", ".", *BESIDE, *others).returncode != 0:
            yield f"docs/proof.md has {lane} of another product, {made}"


def main():
    if sys.argv[1:] == ["open"]:
        for line in unproven():
            print(line)
        return
    made = commit()
    before, rows, after = table()
    for line in sys.stdin:
        name, result, seconds, _, notes, figures = line.rstrip("\n").split("\t")
        said = "; ".join(part.strip("; ") for part in (figures, notes) if part)
        rows[name] = f"| {name} | `{made}` | {result} | {int(seconds) / 60:.1f} | {said.replace('|', '/')} |"
    PAGE.write_text(before + HEAD + "".join(rows[name] + "\n" for name in sorted(rows) if name in lanes()) + after)


if __name__ == "__main__":
    main()
