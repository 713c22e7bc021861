"""The source of the book from the documents of the repository: ci/site/book.py FOLDER.

Chapters are the documents that docs/SUMMARY.md lists, at the same places below FOLDER/src as in the repository, so
that their links to each other hold. A file of code that a document links to gets a page that shows it, a folder
without a README one that lists it, and a file of data goes along as it is. Every tracked document must be in the
book, and every relative link of one must lead somewhere.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.append(str(HERE.parent))
from vectors import rejects  # noqa: E402

# What a page can show, and how it is coloured.
SHOWN = {".rs": "rust", ".py": "python", ".js": "javascript", ".mjs": "javascript", ".go": "go", ".rb": "ruby",
         ".sh": "bash", ".toml": "toml", ".html": "html", ".css": "css", ".mod": "text", ".txt": "text",
         "": "text"}
# The list of chapters itself, and the template of a document.
NO_CHAPTERS = {"docs/SUMMARY.md", "benches/report.md"}
# Code, in which nothing is a link, or the place of a link.
LINK = re.compile(r"(?P<code>^(?P<fence>```+|~~~+).*?^(?P=fence)\s*?$|(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))"
                  r"|(?P<before>\]\(|^\[[^\]\n]+\]:[ ]+)(?P<target>[^)\s]+)", re.M | re.S)


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, check=True, capture_output=True, text=True)
    return sorted(path for path in listed.stdout.split("\0") if path and (ROOT / path).exists())


def chapters() -> list[tuple[str, str, str]]:
    """The lines of docs/SUMMARY.md: what stands before the link, its name, and the path of the document."""
    lines = []
    for line in (ROOT / "docs" / "SUMMARY.md").read_text().split("\n"):
        if found := re.fullmatch(r"( *-? ?)\[(.+)\]\((.+)\)", line):
            before, name, target = found.groups()
            lines.append((before, name, os.path.normpath(f"docs/{target}")))
        elif line.startswith("# ") and lines:
            lines.append((line, "", ""))
    return lines


class Book:
    def __init__(self, files: list[str]) -> None:
        self.files = set(files)
        self.folders = {str(parent) for path in files for parent in pathlib.PurePath(path).parents}
        # What is reached from the chapters and is no chapter: pages of code and of folders, and data.
        self.linked: set[str] = set()
        self.wrong: list[str] = []

    def page(self, path: str) -> str | None:
        """The place in the finished book of what the repository has at this path."""
        if path in self.folders:
            if f"{path}/README.md" not in self.files and path not in self.linked:
                self.linked.add(path)
                for file in sorted(file for file in self.files if file.startswith(f"{path}/")):
                    self.page(file)
            return os.path.normpath(f"{path}/index.html")
        if path not in self.files:
            return None
        stem, suffix = os.path.splitext(path)
        if suffix == ".md":
            return f"{os.path.dirname(path)}/index.html".lstrip("/") if stem.endswith("README") else f"{stem}.html"
        self.linked.add(path)
        return f"{path}.html" if suffix in SHOWN else path

    def document(self, path: str) -> str:
        """A document with its links as the book has them."""
        place = os.path.dirname(path)

        def rewrite(found: re.Match) -> str:
            target = found["target"]
            if found["code"] or re.match(r"[a-z]+:", target) or target.startswith("#"):
                return found[0]
            target, mark, anchor = target.partition("#")
            page = self.page(os.path.normpath(os.path.join(place, target)))
            if page is None:
                self.wrong.append(f"{path}: nothing is at {target}")
                return found[0]
            return found["before"] + os.path.relpath(page, place or ".") + mark + anchor

        return LINK.sub(rewrite, (ROOT / path).read_text())

    def listing(self, folder: str) -> str:
        lines = [f"# `{folder}`", ""]
        for file in sorted(file for file in self.files if file.startswith(f"{folder}/")):
            lines.append(f"- [`{os.path.relpath(file, folder)}`]({os.path.relpath(self.page(file), folder)})")
        return "\n".join(lines) + "\n"


def shown(path: str) -> str:
    """A page with a file of code."""
    text = (ROOT / path).read_text()
    fence = "`" * (1 + max((len(run) for run in re.findall(r"`{3,}", text)), default=2))
    language = SHOWN[os.path.splitext(path)[1]]
    # Every line is shown: those that begin with `# ` too.
    classes = f"{language},noplayground" if language == "rust" else language
    return f"# `{path}`\n\n{fence}{classes}\n{text.rstrip()}\n{fence}\n"


def vectors(name: str, page: str, data: str) -> str:
    """The rules of a format, how many rows each has, and the shortest of them."""
    rules: dict[str, tuple[list[dict], list[dict]]] = {}
    rows = json.loads((ROOT / data).read_text())["rows"]
    for row in rows:
        for rule in [row["rule"], *row.get("also", [])]:
            rules.setdefault(rule, ([], []))[rejects(row)].append(row)
    place = os.path.dirname(data)
    link, file, schema = (os.path.relpath(target, place) for target in (page, data, "docs/vectors/index.html"))
    title = re.search(r"^# (.*)$", (ROOT / page.replace(".html", ".md")).read_text(), re.M)[1]
    lines = [f"# {title}: the vectors by rule", "",
             f"The {len(rows)} rows of [`{name}.json`]({file}) by the rules that they show. A rule has rows that an",
             "implementation accepts, and rows in which it must refuse something. Of each kind the shortest is here.",
             f"[What a row says]({schema}) is the same for all formats.", ""]
    for rule in sorted(rules, key=lambda rule: int(rule.split("-")[1])):
        accepting, rejecting = rules[rule]
        lines += [f"## {rule}", "", f"[The rule]({link}#{rule.lower()}) has {len(accepting)} rows that accept and "
                  f"{len(rejecting)} that reject.", "", "```json"]
        lines += [json.dumps(min(kind, key=lambda row: len(json.dumps(row))), ensure_ascii=False)
                  for kind in (accepting, rejecting) if kind]
        lines += ["```", ""]
    return "\n".join(lines)


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    source = folder / "src"
    shutil.rmtree(source, ignore_errors=True)
    files = tracked()
    book = Book(files)
    pages: dict[str, str] = {}
    summary = ["# Summary", ""]
    for before, name, path in chapters():
        summary.append(f"{before}[{name}]({path})" if path else f"\n{before}\n")
        if path and path not in book.files:
            book.wrong.append(f"docs/SUMMARY.md: nothing is at {path}")
        elif path:
            pages[path] = book.document(path)
        crate, file = os.path.split(path)
        if file == "FORMAT.md" and crate.startswith("crates/"):
            name = next(file.stem for file in ROOT.glob("docs/vectors/*.json") if os.path.basename(crate).startswith(file.stem))
            page = f"docs/vectors/{name}.md"
            pages[page] = vectors(name, f"{crate}/FORMAT.html", f"docs/vectors/{name}.json")
            book.linked.add(f"docs/vectors/{name}.json")
            summary.append(f"    - [The vectors by rule]({page})")
        if path == "CHANGELOG.md":
            for change in (file for file in files if re.fullmatch(r"crates/[^/]+/CHANGELOG\.md", file)):
                pages[change] = book.document(change)
                summary.append(f"  - [`{change.split('/')[1]}`]({change})")
    book.wrong += [f"{path} is in no part of the book (docs/SUMMARY.md)" for path in files
                   if path.endswith(".md") and path not in pages and path not in NO_CHAPTERS]

    # What the chapters link to, below the folder that it is in.
    groups: dict[str, list[str]] = {}
    for path in sorted(book.linked):
        if path in book.folders:
            groups.setdefault(path, [])
        elif os.path.splitext(path)[1] in SHOWN:
            groups.setdefault(os.path.dirname(path), []).append(path)
        else:
            target = source / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, target)
    summary += ["", "# Files", ""]
    for group in sorted(groups):
        page = f"{group}/README.md" if group in book.linked else ""
        if page:
            pages[page] = book.listing(group)
        summary.append(f"- [`{group or '/'}`]({page})")
        for path in groups[group]:
            pages[f"{path}.md"] = shown(path)
            summary.append(f"  - [`{os.path.basename(path)}`]({path}.md)")

    pages["SUMMARY.md"] = "\n".join(summary) + "\n"
    for path, text in pages.items():
        target = source / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    for own in ("book.toml", "site.css"):
        shutil.copyfile(HERE / own, folder / own)
    for line in book.wrong:
        print(line, file=sys.stderr)
    print(f"{len(pages) - 1} pages, {sum(1 for path in book.linked if path in book.files)} linked files")
    return 1 if book.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
