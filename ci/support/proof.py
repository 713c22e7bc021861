"""Writes what came of lanes into the table of docs/proof.md: a row for each, which replaces the one before.

Standard input has the lines that ci/support/lib.sh keeps of a run: name, result, seconds, processor's seconds, what
could not run, figures.
"""

import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path("docs/proof.md")
HEAD = "| lane | commit | result | minutes | figures |\n|---|---|---|---|---|\n"


def git(*arguments):
    return subprocess.run(["git", *arguments], stdout=subprocess.PIPE, text=True)


def commit():
    """The commit, with `+` if more than the page itself is changed: each lane of a run changes that."""
    found = git("rev-parse", "--short=12", "HEAD")
    found.check_returncode()
    changed = git("diff", "--quiet", "HEAD", "--", ".", f":(exclude){PAGE}").returncode
    return found.stdout.strip() + ("+" if changed else "")


def main():
    made = commit()
    text = PAGE.read_text()
    before, rest = text.split(HEAD)
    old = re.match(r"(?:\|.*\n)*", rest)[0]
    rows = {line.split("|")[1].strip(): line for line in old.splitlines()}
    for line in sys.stdin:
        name, result, seconds, _, notes, figures = line.rstrip("\n").split("\t")
        said = "; ".join(part.strip("; ") for part in (figures, notes) if part)
        rows[name] = f"| {name} | `{made}` | {result} | {int(seconds) / 60:.1f} | {said.replace('|', '/')} |"
    PAGE.write_text(before + HEAD + "".join(rows[name] + "\n" for name in sorted(rows)) + rest[len(old):])


if __name__ == "__main__":
    main()
