"""Holds the features that every format forwards to ids-core against those of its manifest, and writes them with --bless.

ids-core describes each feature once. Its `package.metadata.formats` names those that formats have by the same name; the
others are turned on in ids-core itself, for all formats of a program at once."""

import pathlib
import re
import sys
import tomllib

CRATES = pathlib.Path(__file__).parent.parent / "crates"
# For formats whose identifiers have a time.
OF_TIMES = ("jiff1", "time", "chrono")
BEGIN = "# As ids-core has them: `just check --bless` writes what stands below.\n"


def forwarded(core: str, timed: bool, own: dict[str, list[str]]) -> str:
    """The last lines of the format's features."""
    manifest = tomllib.loads(core)
    names = [name for name in manifest["package"]["metadata"]["formats"]["features"] if timed or name not in OF_TIMES]
    light = sorted({*own, *names} & {*own, *manifest["features"]["light"]} - {"default"})
    lines = [BEGIN]
    for name in names:
        comments = re.search(rf"((?:^## .*\n)+){name} = \[", core, re.MULTILINE)[1]
        needs = ["std"] * ("std" in needed(manifest["features"], name)) + [f"ids-core/{name}"]
        lines.append(f"{comments}{name} = {listed(needs)}\n")
    comments = re.search(r"((?:^## .*\n)+)light = \[", core, re.MULTILINE)[1]
    lines.append(f"{comments}light = {listed([*light, 'ids-core/light'])}\n\n")
    return "".join(lines)


def needed(features: dict[str, list[str]], name: str) -> set[str]:
    """The feature, and those that it turns on."""
    return {name}.union(*(needed(features, other) for other in features[name] if other in features))


def listed(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def main() -> None:
    core = (CRATES / "ids-core/Cargo.toml").read_text()
    for path in sorted(page.with_name("Cargo.toml") for page in CRATES.glob("*/FORMAT.md")):
        timed = any("TICKS" in source.read_text() for source in path.parent.glob("src/**/*.rs"))
        text = path.read_text()
        head, rest = text.split(BEGIN)
        own = tomllib.loads(head)["features"]
        wanted = head + forwarded(core, timed, own) + rest[rest.index("[dependencies]"):]
        if text == wanted:
            continue
        if sys.argv[1:] != ["--bless"]:
            sys.exit(f"{path.relative_to(CRATES.parent)} has other features than ids-core: just check --bless")
        path.write_text(wanted)


main()
