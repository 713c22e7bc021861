"""Compares the types of the classes of identifiers in `_native.pyi` with what the formats say; `--bless` writes them:

    cargo run -p ids-npm --example describe | python3 crates/ids-python/stub.py --bless

What a class has alone is written by hand. It stands below OWN, and stays.
"""

import json
import pathlib
import sys

STUB = pathlib.Path(__file__).with_name("python") / "ids_formats" / "_native.pyi"
BEGIN, END, OWN = "# classes\n", "# end of classes\n", "    # Its own.\n"
TYPES = {"flag": "bool", "natural": "int", "parts": "_Node", "text": "str", "either": "int | str", "keys": "range | Keys"}


def classes(kinds):
    """The name of each class, its base, and what it is of."""
    for kind in kinds:
        name = "EventlyId" if kind["format"] == "evently" else kind["id"]
        yield name, "Snowflake" if kind["format"] == "snowflake" else "Id", kind
        # Each drift has a class. The default is that of the one above.
        for param in kind["params"]:
            for drift in param["known"] if param["name"] == "drift" else []:
                if drift != param["default"]:
                    params = [it | {"default": drift} if it is param else it for it in kind["params"]]
                    yield f"{name}Drift{drift}", name, kind | {"params": params}


def fields(kind):
    """The fields, and the method that puts them together."""
    layouts = [kind["fields"], *kind["layouts"]]
    # In all layouts, each with the values that are always the same.
    found, given = {}, []
    for field in sum(layouts, []):
        found.setdefault(field["name"], []).append(field["always"])
    for name, always in found.items():
        if always[0] is None:
            given.append(f"{name}: int" if len(always) == len(layouts) else f"{name}: int = ...")
        elif len(set(always)) > 1:
            given.append(f"{name}: int = {always[0]}")
    if kind["layouts"]:
        given.append("layout: str = ...")
    for name in [*found, *filter(None, [kind["split"]])]:
        yield f"{name}: Final[int]"
    yield f"@classmethod\n    def from_fields(cls, *, {', '.join(given)}) -> Self: ..."


def argument(param):
    name, type, default = param["name"], TYPES[param["type"]], param["default"]
    if default is not None:
        return f"{name}: {type} = {default}"
    return f"{name}: {type}" if param["needed"] else f"{name}: {type} | None = None"


def makers(kind):
    """The methods that make identifiers, if there are any."""
    if not kind["generates"]:
        return
    # A part of a node that has the name of another argument is given in `node` only.
    given = [argument(param) for param in kind["params"] if param["name"] != "clock"]
    given = ", ".join([*given, *["rng: _Random | None = None"] * kind["random"], "after: Self | None = None"])
    common = ""
    if kind["timed"]:
        common = f", **common: Unpack[{'_Timed' if kind['random'] else '_Counting'}]"
    yield f"@classmethod\n    def generator(cls, *, {given}{common}) -> Generator[Self]: ..."
    yield f"@classmethod\n    def generate(cls, *, {given}, wait: _Length | None = None{common}) -> Self: ..."


before, _, rest = STUB.read_text().partition(BEGIN)
old, _, after = rest.partition(END)
by_hand = {part.split("(")[0]: "".join(part.partition(OWN)[1:]) for part in old.split("\nclass ")}
names, new = ["Generator", "Id", "IdArray", "Snowflake"], ""
for name, base, kind in classes(json.load(sys.stdin)):
    names.append(name)
    # A class below that of its format has the same fields.
    lines = [*(fields(kind) if base != "KuidGlobal" else []), *makers(kind)]
    new += f"\nclass {name}({base}):\n" + "".join(f"    {line}\n" for line in lines) + by_hand.get(name, "")
new = f"__all__: tuple[str, ...] = ({', '.join(map(json.dumps, sorted(names)))})\n{new}"
if "--bless" in sys.argv:
    STUB.write_text(before + BEGIN + new + END + after)
elif old != new:
    sys.exit(f"the classes of {STUB} are not what the formats say: `just python --bless` writes them")
