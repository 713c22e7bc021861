"""Links that lead nowhere: ci/site/links.py BOOK.

Every link, anchor, picture, script and style of the finished book is in it, and nothing is loaded from elsewhere.
"""

import html.parser
import pathlib
import sys
import urllib.parse

# Attributes that load something, as opposed to those that lead somewhere.
LOADS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "srcset", "video": "src"}


class Page(html.parser.HTMLParser):
    """The anchors of a page, and where its links lead: whether each loads something is said beside it."""

    def __init__(self, path: pathlib.Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.targets: list[tuple[str, bool]] = []
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}
        loads = LOADS.get(tag)
        if target := found.get(loads or "href"):
            self.targets.append((target, loads is not None))


def dead(book: pathlib.Path) -> list[str]:
    pages = {path.resolve(): Page(path) for path in sorted(book.rglob("*.html"))}
    wrong, count = set(), 0
    for path, page in pages.items():
        for target, loads in page.targets:
            parts = urllib.parse.urlsplit(target)
            place = f"{path.relative_to(book.resolve())}: {target}"
            count += 1
            if parts.scheme or parts.netloc:
                if loads and parts.scheme != "data":
                    wrong.add(f"{place} is loaded from elsewhere")
                continue
            file = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not file.is_file() or not file.is_relative_to(book.resolve()):
                wrong.add(f"{place} is not there")
            elif anchor and file in pages and anchor not in pages[file].anchors:
                wrong.add(f"{place}: the page has no such anchor")
    print(f"{len(pages)} pages, {count} links")
    if not count:
        wrong.add(f"{book} has no links")
    return sorted(wrong)


def main() -> int:
    wrong = dead(pathlib.Path(sys.argv[1]))
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
