"""What registries show of the crates and packages: ci/site/registry.py DOCS.

The front page of a package, and the rules of a format in the documentation, stand without the repository around them:
their links are absolute. Each address of the documentation site names a crate that the workspace has or uses. Those of
this project's own crates lead to a page and an anchor of DOCS, where rustdoc has just written it, or to a file that the
crate's package has. Such a page is written as it is read after a release: it names no script and no document of the
repository.
"""

import functools
import pathlib
import re
import subprocess
import sys
import tomllib
import urllib.parse

from book import LINK, ROOT
from links import Page


# What only a reader of the repository can follow, or what a release makes untrue.
INSIDE = re.compile(r"published\s+yet|(?<![\w/-])(?:\.ci|(?<!\.)ci|(?<!\.)docs)/\w*")
# An address of the documentation site, in a link or alone; a full stop after it ends the sentence.
ADDRESS = re.compile(r"https?://docs\.rs/[^\s)>\]`\"']*[^\s)>\]`\"'.,;:]")


def documents() -> tuple[list[pathlib.Path], dict[str, pathlib.Path]]:
    """What is read by itself, and the folders of the published crates by their names."""
    found = [ROOT / "crates/ids-npm/package/README.md", ROOT / "crates/ids-python/README.md"]
    names = {}
    for manifest in sorted(ROOT.glob("crates/*/Cargo.toml")):
        package = tomllib.loads(manifest.read_text())["package"]
        if package.get("publish", True):
            names[package["name"]] = manifest.parent
            found += [manifest.parent / "README.md", *manifest.parent.glob("FORMAT.md")]
    return found, names


def relative(place: str, text: str) -> list[str]:
    """Links that hold only where the repository is, or where rustdoc reads."""
    wrong = [f"{place}: {found['target']} leads nowhere on the page of a registry" for found in LINK.finditer(text)
             if found["target"] and not re.match(r"https://|#", found["target"])]
    prose = LINK.sub(lambda found: "" if found["code"] and not found["ticks"] else found[0], text)
    # A definition is no use: a link before a colon would pass for one.
    definition = re.compile(r"^\[([^\]\n]+)\]: \S.*$", re.M)
    defined = set(definition.findall(prose))
    return wrong + [f"{place}: [{name}] is a link for rustdoc alone"
                    for name in re.findall(r"\[(`[^`\n]+`)\](?![(\[])", definition.sub("", prose))
                    if name not in defined]


def inside(place: str, text: str) -> list[str]:
    """Words for readers of the repository. A comment is not shown, and an address is no path of it."""
    shown = re.sub(r"<!--.*?-->|https://\S*", "", text, flags=re.S)
    return [f"{place}: `{found}` says nothing on the page of a registry" for found in INSIDE.findall(shown)]


@functools.cache
def packed(name: str) -> set[str]:
    """The files of a package, as it is uploaded, and their folders."""
    listed = subprocess.run(["cargo", "package", "--list", "--allow-dirty", "-p", name],
                            cwd=ROOT, check=True, capture_output=True, text=True)
    files = listed.stdout.split()
    return {*files, *(f"{folder}/" for file in files for folder in pathlib.PurePath(file).parents)}


def used() -> set[str]:
    """The crates that are built here, ours and others'."""
    return {package["name"] for package in tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]}


def absent(place: str, text: str, docs: pathlib.Path, own: dict[str, pathlib.Path], known: set[str]) -> list[str]:
    """Addresses of the documentation site that it has not."""
    wrong = []
    for address in dict.fromkeys(ADDRESS.findall(text)):
        url = urllib.parse.urlsplit(address)
        name, _, rest = url.path.removeprefix("/crate").lstrip("/").partition("/")
        version, _, rest = rest.partition("/")
        if name not in known or (name in own and version not in ("", "latest")):
            wrong.append(f"{place}: {address}: no such crate or version")
        if name not in own or not rest:
            continue
        if url.path.startswith("/crate/"):
            folder, _, path = rest.partition("/")
            if folder != "source" or (path or "./") not in packed(name):
                wrong.append(f"{place}: {address}: the crate has no such file")
            continue
        page = docs / rest / "index.html" if rest.endswith("/") else docs / rest
        if not page.is_file():
            wrong.append(f"{place}: {address}: the documentation has no such page")
        elif url.fragment and url.fragment not in Page(page).anchors:
            wrong.append(f"{place}: {address}: the page has no such anchor")
    return wrong


def main() -> int:
    docs = pathlib.Path(sys.argv[1])
    found, own = documents()
    known = used()
    wrong = []
    for document in found:
        place, text = str(document.relative_to(ROOT)), document.read_text()
        wrong += relative(place, text) + inside(place, text) + absent(place, text, docs, own, known)
    for line in dict.fromkeys(wrong):
        print(line, file=sys.stderr)
    print(f"{len(found)} documents that stand alone")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
