"""The vectors against the documents and the code: ci/vectors.py LAYOUTS.json [--bless].

Every rule of a crate's FORMAT.md has a row that accepts and one that rejects, or its document says why not.
The tables of layouts in docs/vectors and in the documents are those of the code. Every rule has an anchor,
and what the documentation of the code links to is there.
"""

import datetime
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parent.parent
# The sections of every document, in this order; a format may have others between them.
SECTIONS = ("Provenance", "Layout", "Text", "Generation", "Order and uniqueness",
            "What it tells, and security", "Last date", "Differences from upstream", "Worked example",
            "Golden rows that do not apply", "Layouts as the code has them", "Rules without rows")
BEGIN, END = "<!-- layouts: just vectors --bless -->\n", "<!-- end of layouts -->\n"


def rejects(row: dict) -> bool:
    return (row["op"] == "reject" or row["op"] == "corrupt" and "failure" in row
            or any("error" in step for step in row.get("steps", [])))


def accepts(row: dict) -> bool:
    return not rejects(row) or any(step.get("ids") for step in row.get("steps", []))


def coverage(name: str, document: str, rows: list[dict]) -> list[str]:
    """Prints a line for each rule; what is missing."""
    rules = list(dict.fromkeys(re.findall(r"\*\*([A-Z]+-\d+)\.?\*\*", document)))
    counts = {rule: [0, 0] for rule in rules}
    wrong = []
    for row in rows:
        for rule in [row["rule"], *row.get("also", [])]:
            if rule not in counts:
                wrong.append(f"{row['id']} shows {rule}, which {name}.md does not have")
                continue
            counts[rule][0] += accepts(row)
            counts[rule][1] += rejects(row)
    without = dict(re.findall(r"^\| ([A-Z]+-\d+) \| (any|rejecting|accepting) \| .+ \|$", document, re.M))
    for rule, (accepting, rejecting) in counts.items():
        why = without.pop(rule, "")
        print(f"{rule:<12} {accepting:>6} {rejecting:>6}  {why and 'no row: ' + why}")
        holes = {"": [], "any": ["accepting", "rejecting"]}.get(why, [why])
        found = {"accepting": accepting, "rejecting": rejecting}
        for side, count in found.items():
            if count == 0 and side not in holes:
                wrong.append(f"{rule} has no {side} row")
            if count > 0 and side in holes:
                wrong.append(f"{rule} has a {side} row, and {name}.md says it has none")
    return wrong + [f"{name}.md excuses {rule}, which it does not have" for rule in without]


def links(crate: pathlib.Path, document: str) -> list[str]:
    """Rules without an anchor or outside the list, links from the code to no rule, and citations without a link."""
    anchors = dict(re.findall(r'<a id="([a-z]+-\d+)"></a>\*\*([A-Z]+-\d+)\.?\*\*', document))
    rules = re.findall(r"\*\*([A-Z]+-\d+)\.?\*\*", document)
    wrong = [f"{crate.name}: no anchor of its own before {rule}" for rule in rules if anchors.get(rule.lower()) != rule]
    last = max(rules, key=lambda rule: int(rule.split("-")[1]))
    if f"{rules[0]} to {last}" not in (ROOT / "docs" / "formats" / "README.md").read_text():
        wrong.append(f"docs/formats/README.md does not say {rules[0]} to {last}")
    prefix, library = rules[0].split("-")[0], crate.name.replace("-", "_")
    link = re.compile(rf"\[({prefix}-\d+)\]\((?:crate|{library})::rules#([^)]*)\)")
    for path in sorted(crate.parent.glob("*/src/**/*.rs")):
        for number, line in enumerate(path.read_text().split("\n"), 1):
            for rule, target in link.findall(line):
                if target != rule.lower() or target not in anchors:
                    wrong.append(f"{path.relative_to(ROOT)}:{number} links {rule} to {target}")
            if re.match(r" *//[/!]", line) and re.search(rf"\b{prefix}-\d+\b", link.sub("", line)):
                wrong.append(f"{path.relative_to(ROOT)}:{number} cites a rule without a link to it")
    return wrong


def picture(layout: dict) -> list[str]:
    """A layout as a bar of 64 cells."""
    bits = int(layout["bits"])
    cells = 64
    bar, edge = "|", "+"
    for field in layout["fields"]:
        width = int(field["high"]) - int(field["low"]) + 1
        label = f"{field['name']} {width}" if "fixed" not in field else f"{field['name']}={field['fixed']}"
        room = max(round(width * cells / bits) - 1, len(label))
        bar += label.center(room) + "|"
        edge += "-" * room + "+"
    return [f"`{layout['name']}`, {bits} bits:", "", "```text", edge, bar, edge, "```", ""]


def diagram(layout: dict) -> str:
    """A layout as a bar and as a table."""
    lines = [*picture(layout), "| field | bits | width | fixed |", "|---|---|---|---|"]
    for field in layout["fields"]:
        width = int(field["high"]) - int(field["low"]) + 1
        lines.append(f"| `{field['name']}` | {field['high']} to {field['low']} | {width} | {field.get('fixed', '')} |")
    return "\n".join(lines) + "\n"


def date(nanoseconds: int) -> str:
    """An instant, counted from the Unix epoch, with the digits of a second that it needs."""
    seconds, rest = divmod(nanoseconds, 10**9)
    days, second = divmod(seconds, 86400)
    # In cycles of 400 years, since the library's dates end in 9999.
    cycles, days = divmod(days, 146097)
    day = datetime.date(1970, 1, 1) + datetime.timedelta(days)
    time = f"T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    fraction = f".{rest:09}".rstrip("0") if rest else ""
    return f"{day.year + 400 * cycles}-{day.month:02}-{day.day:02}{time}{fraction}Z"


def duration(nanoseconds: int) -> str:
    for unit, size in (("s", 10**9), ("ms", 10**6), ("\u00b5s", 10**3)):
        if nanoseconds % size == 0:
            return f"{nanoseconds // size} {unit}"
    return f"{nanoseconds} ns"


def summary(layouts: list[dict], facts: dict) -> str:
    """Many layouts: the first as a bar, all as one table of fields and one of times and generators."""
    lines = [*picture(layouts[0]), "| layout | fields, most significant first, with their widths |", "|---|---|"]
    for layout in layouts:
        fields = [f"{field['name']} {int(field['high']) - int(field['low']) + 1}"
                  + (f" (always {field['fixed']})" if "fixed" in field else "") for field in layout["fields"]]
        lines.append(f"| `{layout['name']}` | {', '.join(fields)} |")
    lines += ["", "| layout | unit | epoch, in ms since the Unix epoch | last tick starts | sequence | generator |",
              "|---|---|---|---|---|---|"]
    for layout in layouts:
        fact = facts[layout["name"]]
        first, second, last = int(fact["first"]), int(fact["second"]), int(fact["last"])
        own = [f"`{name}`" for name in fact["own"] if name != "timestamp"]
        sequence, generator = (own or ["none"], "yes") if fact["generates"] else ([""], "no, read only")
        lines.append(f"| `{layout['name']}` | {duration(second - first)} | {first // 10**6}, {date(first)} | {date(last)} "
                     f"| {sequence[0]} | {generator} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    code, bless = json.loads(pathlib.Path(sys.argv[1]).read_text()), "--bless" in sys.argv[2:]
    wrong = []
    print(f"{'rule':<12} {'accept':>6} {'reject':>6}")
    for name, tables in code["layouts"].items():
        vectors = ROOT / "docs" / "vectors" / f"{name}.json"
        page = next((ROOT / "crates").glob(f"{name}*/FORMAT.md"))
        text, document = vectors.read_text(), page.read_text()
        file = json.loads(text)
        sections = [section for section in re.findall(r"^## (.*)$", document, re.M) if section in SECTIONS]
        if sections != list(SECTIONS):
            wrong.append(f"{name}.md has not the sections of every document in their order: {sections}")
        wrong += coverage(name, document, file["rows"])
        wrong += links(page.parent, document)
        lines = ",\n".join("    " + json.dumps(table) for table in tables)
        expected = re.sub(r'"layouts": \[\n.*?\n  \]', lambda _: f'"layouts": [\n{lines}\n  ]', text, count=1, flags=re.S)
        before, begin, rest = document.partition(BEGIN)
        _, end, after = rest.partition(END)
        if not end:
            wrong.append(f"{name}.md has no place for its layouts")
            continue
        shown = summary(tables, code["facts"]) if len(tables) > 8 else "\n".join(diagram(table) for table in tables)
        described = before + begin + "\n" + shown + "\n" + end + after
        for path, found, wanted in ((vectors, text, expected), (page, document, described)):
            if found != wanted and bless:
                path.write_text(wanted)
            elif found != wanted:
                wrong.append(f"{path.relative_to(ROOT)} has not the layouts of the code: just vectors --bless")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
