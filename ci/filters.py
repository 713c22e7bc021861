"""A change of each crate runs that crate's lanes; a change that no lane names runs all of them."""

import pathlib
import unittest

import lanes

GATE = {name: inputs for name, (inputs, _) in lanes.lanes("run").items()}
ALWAYS = {name for name, inputs in GATE.items() if not inputs}
# What is made of a crate, and so has to be tried anew.
PACKAGES = {"python", "javascript", "page"}
SERVERS = {"servers"}
PORTS = {"ports"}
FORMATS = PACKAGES | SERVERS | PORTS
OF = {
    **{page.parent.name: FORMATS for page in pathlib.Path("crates").glob("*/FORMAT.md")},
    "ids-core": FORMATS, "ids-formats": FORMATS, "ids-conform": FORMATS,
    "evently-ledger": PACKAGES | SERVERS, "ids-db": PACKAGES | SERVERS,
    "ids-reserve": SERVERS | {"page"}, "ids-cli": SERVERS | {"page"}, "ids-testkit": SERVERS,
    "ids-python": {"python"}, "ids-npm": {"javascript"}, "ids-wasm": {"javascript", "page"},
}


def chosen(*paths):
    return {name for name, inputs in GATE.items() if not inputs or lanes.touched(inputs, paths)}


class Filters(unittest.TestCase):
    def test_a_change_of_each_crate_runs_its_lanes(self):
        folders = {folder for folder in lanes.folders()[0].values() if folder.startswith("crates/")}
        self.assertEqual(folders, {f"crates/{name}/" for name in OF}, "a crate is not in this table")
        for name, wanted in OF.items():
            for path in (f"crates/{name}/src/lib.rs", f"crates/{name}/Cargo.toml", f"crates/{name}/tests/new.rs"):
                self.assertLessEqual(ALWAYS | wanted, chosen(path), path)

    def test_what_concerns_all_runs_all(self):
        for path in ("Cargo.lock", "Cargo.toml", "justfile", "ci/lib.sh", ".ci/run", "rust-toolchain.toml", "a/new/folder.rs"):
            self.assertEqual(set(GATE), chosen(path), path)

    def test_prose_runs_what_always_runs(self):
        self.assertEqual(ALWAYS, chosen("README.md", "docs/design.md", "CONTRIBUTING.md"))
        self.assertLess(ALWAYS, set(GATE))


if __name__ == "__main__":
    unittest.main()
