"""Holds docs/platforms.md against the sizes of programs on a microcontroller: ci/sizes.py [--bless].

Standard input has a line for each program: its name, then flash, RAM and stack, small first and then fast first. A
flash that is more than 3 % from the page's is a failure, and so is a stack that is more than 32 bytes from it: a few
saved registers differ between compilers. `--bless` writes the page. The stack is 0 where there is no
emulator, and the page then keeps what it has.
"""

import pathlib
import sys

PAGE = pathlib.Path("docs/platforms.md")
HEAD = "| program | flash, small first | stack | flash, fast first | stack |\n|---|---|---|---|---|\n"


def main():
    text = PAGE.read_text()
    before, rest = text.split(HEAD)
    table, after = rest.split("\n\n", 1)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n")]
    old = {name: [int(number.replace(",", "")) for number in numbers] for name, *numbers in rows}
    lines = (line.split() for line in sys.stdin)
    new = {name: [int(number) for number in numbers] for name, *numbers in lines}
    wrong = [f"{name} is in one of the page and the programs alone" for name in sorted(old.keys() ^ new.keys())]
    written = {}
    for name, (small, small_ram, small_stack, fast, fast_ram, fast_stack) in new.items():
        had = old.get(name, [0, 0, 0, 0])
        wrong += [f"{name}: {now:,} bytes of flash, not {then:,}" for now, then in ((small, had[0]), (fast, had[2]))
                  if name in old and abs(now - then) > 0.03 * then]
        wrong += [f"{name}: {now:,} bytes of stack, not {then:,}" for now, then in ((small_stack, had[1]), (fast_stack, had[3]))
                  if name in old and now and abs(now - then) > 32]
        # The page says that none needs RAM but the stack.
        if small_ram or fast_ram:
            sys.exit(f"{name} has a static variable: {small_ram} and {fast_ram} bytes of RAM")
        written[name] = [small, small_stack or had[1], fast, fast_stack or had[3]]
    if sys.argv[1:] == ["--bless"]:
        # In the order of the page; what is new comes last.
        names = [name for name in old if name in written] + [name for name in written if name not in old]
        shown = (f"| {name} | " + " | ".join(f"{number:,}" for number in written[name]) + " |" for name in names)
        PAGE.write_text(before + HEAD + "\n".join(shown) + "\n\n" + after)
        return
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        sys.exit("docs/platforms.md has other sizes: make it as small again, or just thumb --bless and say why")


if __name__ == "__main__":
    main()
