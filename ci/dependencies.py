"""The table of docs/dependencies.md against the manifests: each direct dependency has a row, and no other crate.

Who keeps a crate and why it is here are written by hand. Where it is used and how much `unsafe` its source has are
counted; `--bless` writes them.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path("docs/dependencies.md")
MANIFESTS = ["Cargo.toml", "crates/ids-python/Cargo.toml"]
ROW = re.compile(r"^\| `([\w-]+)` \|(.*)\|$")
# From this number of lines with `unsafe` on, the column says `much`.
MUCH = 100
# How a package has a dependency, the strongest way first.
ALWAYS, OPTIONAL, TESTS = range(3)
# Packages that no registry for Rust gets, but people do.
PACKED = {"ids-npm", "ids-python", "ids-wasm"}


def metadata(manifest):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features", "--manifest-path", manifest]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def unsafe_lines(package):
    """Lines of code with the word `unsafe`, in all versions of the package that the lock file has."""
    sources = pathlib.Path(package["manifest_path"]).parent / "src"
    return sum(
        1
        for path in sources.rglob("*.rs")
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines()
        if re.search(r"\bunsafe\b", line.split("//")[0])
    )


def surface(lines):
    return "none" if lines == 0 else "some" if lines < MUCH else "much"


def direct():
    """For each direct dependency: where it is used, and its `unsafe`."""
    uses, found = collections.defaultdict(dict), collections.defaultdict(int)
    for manifest in MANIFESTS:
        about = metadata(manifest)
        members = set(about["workspace_members"])
        for package in about["packages"]:
            if package["source"]:
                found[package["name"]] = max(found[package["name"]], unsafe_lines(package))
            for dependency in package["dependencies"] if package["id"] in members else []:
                if dependency["source"]:
                    use(uses[dependency["name"]], package, dependency)
    for name in sorted(uses):
        yield name, places(uses[name]), surface(found[name])


def use(places, package, dependency):
    """Adds a package that has this dependency; the strongest way counts."""
    published = package["publish"] != [] or package["name"] in PACKED
    if not published or dependency["kind"] == "dev" or dependency["target"] == "cfg(loom)":
        way = TESTS
    else:
        way = OPTIONAL if dependency["optional"] else ALWAYS
    places[package["name"]] = min(way, places.get(package["name"], way))


def places(uses):
    """The packages that have a dependency, those that never go without it first."""
    always = sorted(name for name, way in uses.items() if way == ALWAYS)
    optional = sorted(name for name, way in uses.items() if way == OPTIONAL)
    parts = [", ".join(always)] if always else []
    parts += ["optional in " + ", ".join(optional)] if optional else []
    return "; ".join(parts) or "tests"


def main():
    bless = sys.argv[1:] == ["--bless"]
    lines = PAGE.read_text().splitlines()
    rows = {match[1]: [cell.strip() for cell in match[2].split("|")] for match in map(ROW.match, lines) if match}
    facts = {name: (use, unsafe) for name, use, unsafe in direct()}
    wrong = [f"{name} has no row: who keeps it, and why is it here?" for name in facts.keys() - rows.keys()]
    wrong += [f"{name} has a row and is no direct dependency" for name in rows.keys() - facts.keys()]
    wrong += [f"{name}: a cell is empty" for name, row in rows.items() if len(row) != 4 or not all(row)]
    for index, line in enumerate(lines):
        name = (ROW.match(line) or [None, None])[1]
        if name not in facts or len(rows[name]) != 4:
            continue
        use, keeper, unsafe, why = rows[name]
        if (use, unsafe) != facts[name]:
            lines[index] = f"| `{name}` | {facts[name][0]} | {keeper} | {facts[name][1]} | {why} |"
            if not bless:
                wrong.append(f"{name} is {facts[name]}, not {(use, unsafe)} (--bless)")
    if bless:
        PAGE.write_text("\n".join(lines) + "\n")
    for line in sorted(wrong):
        print(f"{PAGE}: {line}")
    print(f"{len(facts)} direct dependencies")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
