"""What registries show of the crates and packages: ci/support/site/registry.py DOCS.

The front page of a package, and the rules of a format in the documentation, stand without the repository around them:
their links are absolute. Those to the documentation of this project's own crates lead to a page and an anchor of DOCS,
where rustdoc has just written it; those to the source of a crate lead to a file that its package has. Such a page is
written as it is read after a release: it names no script and no document of the repository.
"""

import pathlib
import re
import sys
import tomllib
import urllib.parse

from book import LINK, ROOT
from links import Page


# What only a reader of the repository can follow, or what a release makes untrue.
INSIDE = re.compile(r"published\s+yet|(?<![\w/.-])(?:ci|docs)/\w*")


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


def absent(place: str, text: str, docs: pathlib.Path, names: dict[str, pathlib.Path]) -> list[str]:
    """Links into the documentation of these crates that it has not."""
    wrong = []
    for found in LINK.finditer(text):
        url = urllib.parse.urlsplit(found["target"] or "")
        name, _, rest = url.path.removeprefix("/crate").lstrip("/").partition("/latest/")
        if url.netloc != "docs.rs" or not rest or name not in names:
            continue
        if url.path.startswith("/crate/"):
            if not (names[name] / rest.removeprefix("source/")).exists():
                wrong.append(f"{place}: {found['target']}: the crate has no such file")
            continue
        page = docs / rest / "index.html" if rest.endswith("/") else docs / rest
        if not page.is_file():
            wrong.append(f"{place}: {found['target']}: the documentation has no such page")
        elif url.fragment and url.fragment not in Page(page).anchors:
            wrong.append(f"{place}: {found['target']}: the page has no such anchor")
    return wrong


def main() -> int:
    docs = pathlib.Path(sys.argv[1])
    found, names = documents()
    wrong = []
    for document in found:
        place, text = str(document.relative_to(ROOT)), document.read_text()
        wrong += relative(place, text) + inside(place, text) + absent(place, text, docs, names)
    for line in dict.fromkeys(wrong):
        print(line, file=sys.stderr)
    print(f"{len(found)} documents that stand alone")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
