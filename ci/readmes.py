"""Compiles the Rust of documents and the examples beside them as a reader does who has no other crate:
`readmes.py FOLDER DOCUMENT...`.

The folder has the checkout, under the name `ids`. A block is compiled in a program beside it, which has what the document
tells its reader to add: the lines `cargo add` above the first block are for each block and example, those between two
blocks for the second one, and those in an example for that. Lines that rustdoc hides are left out. What has the same
lines is one package, where the name of a file is the line of the block, or that of the example.
"""

import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```rust(?:,no_run)?\n(.*?)^```$", re.M | re.S)
ADD = re.compile(r"\bcargo add [^`\n]+")
HIDDEN = re.compile(r"^ *#(?: .*)?\n", re.M)
PROGRAM = """#![allow(unused)]
fn main() -> Result<(), Box<dyn std::error::Error>> {{
{}Ok(())
}}
"""


def programs(readme):
    """The lines that add crates, each set with the programs that have them, by name."""
    text = readme.read_text()
    blocks = list(BLOCK.finditer(text))
    begin = blocks[0].start() if blocks else len(text)
    always = ADD.findall(text, 0, begin)
    found, end = {}, begin
    for block in blocks:
        line = text.count("\n", 0, block.start()) + 1
        added = (*always, *ADD.findall(text, end, block.start()))
        found.setdefault(added, {})[f"line_{line}"] = PROGRAM.format(HIDDEN.sub("", block[1]))
        end = block.end()
    for example in sorted(readme.parent.glob("examples/*.rs")):
        program = example.read_text()
        found.setdefault((*always, *ADD.findall(program)), {})[example.stem] = program
    return found


def compiles(package, lines, programs):
    subprocess.run(["cargo", "new", "--quiet", package], check=True)
    for line in lines:
        subprocess.run([*line.split(), "--quiet"], check=True, cwd=package)
    folder = package / "src" / "bin"
    folder.mkdir()
    for name, program in programs.items():
        (folder / f"{name}.rs").write_text(program)
    return subprocess.run(["cargo", "check", "--quiet", "--keep-going"], cwd=package).returncode == 0


def main():
    folder, wrong = pathlib.Path(sys.argv[1]), 0
    for readme in map(pathlib.Path, sys.argv[2:]):
        for number, (lines, those) in enumerate(programs(readme).items()):
            print(f"+ {readme}, {' '.join(those)}: {'; '.join(lines)}", flush=True)
            wrong += not compiles(folder / f"{readme.parent.name}-{readme.stem}-{number}", lines, those)
    sys.exit(f"{wrong} programs do not compile" if wrong else 0)


if __name__ == "__main__":
    main()
