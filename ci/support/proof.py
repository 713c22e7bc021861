"""Writes what came of lanes into the table of docs/proof.md: a row for each, which replaces the one before.

Standard input has the lines that ci/support/lib.sh keeps of a run: name, result, seconds, processor's seconds, what
could not run, figures. `proof.py open` says instead which lanes of ci/long.sh have no row of what is committed, or one
that is not good.
"""

import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path("docs/proof.md")
LONG = pathlib.Path("ci/long.sh")
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


def current(made):
    """Whether what is committed differs from that commit in the page at most."""
    return git("diff", "--quiet", made, "HEAD", "--", ".", f":(exclude){PAGE}").returncode == 0


def unproven():
    """Why the page does not prove what is committed."""
    _, rows, _ = table()
    for lane in re.findall(r"^    ([a-z0-9]+)\)", LONG.read_text(), re.M):
        own = {name: row for name, row in rows.items() if name.split()[0] == lane}
        if not own:
            yield f"docs/proof.md has no row of {lane}"
        for name, row in own.items():
            _, _, made, result, *_ = (cell.strip() for cell in row.split("|"))
            if not result.startswith("ok"):
                yield f"docs/proof.md says of {name}: {result}"
            elif not current(made.strip("`")):
                yield f"docs/proof.md has {name} of another commit, {made}"


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
    PAGE.write_text(before + HEAD + "".join(rows[name] + "\n" for name in sorted(rows)) + after)


if __name__ == "__main__":
    main()
