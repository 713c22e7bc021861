"""Compiles the Rust of READMEs as a reader does who has no other crate: `readmes.py FOLDER README...`.

The folder has the checkout, under the name `ids`. A block is compiled in a program beside it, which has what the README
tells its reader to add: the lines `cargo add` above the first block are for each block, those between two blocks for the
second one. Lines that rustdoc hides are left out. Blocks with the same lines are one package, where the name of a file
says the line of the block.
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


def programs(text):
    """The lines that add crates, each set with its blocks, by the line where they begin."""
    found, always, end = {}, (), 0
    for block in BLOCK.finditer(text):
        added = tuple(ADD.findall(text, end, block.start()))
        if not found:
            always, added = added, ()
        line = text.count("\n", 0, block.start()) + 1
        found.setdefault(always + added, {})[line] = PROGRAM.format(HIDDEN.sub("", block[1]))
        end = block.end()
    return found


def compiles(package, lines, blocks):
    subprocess.run(["cargo", "new", "--quiet", package], check=True)
    for line in lines:
        subprocess.run([*line.split(), "--quiet"], check=True, cwd=package)
    programs = package / "src" / "bin"
    programs.mkdir()
    for line, program in blocks.items():
        (programs / f"line_{line}.rs").write_text(program)
    return subprocess.run(["cargo", "check", "--quiet", "--keep-going"], cwd=package).returncode == 0


def main():
    folder, wrong = pathlib.Path(sys.argv[1]), 0
    for readme in map(pathlib.Path, sys.argv[2:]):
        for number, (lines, blocks) in enumerate(programs(readme.read_text()).items()):
            print(f"+ {readme}, lines {', '.join(map(str, blocks))}: {'; '.join(lines)}", flush=True)
            wrong += not compiles(folder / f"{readme.parent.name}-{number}", lines, blocks)
    sys.exit(f"{wrong} programs do not compile" if wrong else 0)


if __name__ == "__main__":
    main()
