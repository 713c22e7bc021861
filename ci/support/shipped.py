"""What is inside the artifact of a package: its bill of materials, and the licences of the crates.

`cargo metadata` names everything that the workspace could build. What is inside an artifact is what
`cargo tree` prints for its features and target without macros and builds, so that is what decides here.

    shipped.py sbom PACKAGE FEATURES TARGET BOM    filters what cargo-cyclonedx wrote
    shipped.py notices PACKAGE FEATURES TARGET     prints the licences' texts

The package is a folder of `crates` with the same name.
"""

import json
import os
import pathlib
import subprocess
import sys

LICENCES = ("license", "licence", "copying", "notice", "unlicense", "copyright")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def manifest(package):
    return "--manifest-path", f"crates/{package}/Cargo.toml"


def inside(package, features, target):
    """The crates inside the artifact, as names with versions."""
    tree = output("cargo", "tree", "--quiet", "--locked", *manifest(package), "--features", features, "--target", target,
                  "-e", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}")
    return {tuple(line.split()[:2]) for line in tree.splitlines()}


def sbom(package, features, target, path):
    """The bill of materials without what is not inside, and without this machine's folders."""
    bom = json.loads(pathlib.Path(path).read_text().replace(f"file://{os.getcwd()}", "file:///ids"))
    crates = inside(package, features, target)
    bom["components"] = [it for it in bom["components"] if (it["name"], "v" + it["version"]) in crates]
    kept = {it["bom-ref"] for it in bom["components"]} | {bom["metadata"]["component"]["bom-ref"]}
    missing = len(crates) - len(kept)
    assert missing == 0, f"{missing} crates are inside and not in the bill"
    bom["dependencies"] = [
        {**it, "dependsOn": [other for other in it.get("dependsOn", []) if other in kept]}
        for it in bom["dependencies"] if it["ref"] in kept
    ]
    print(json.dumps(bom, indent=1))


def notices(package, features, target):
    crates = inside(package, features, target)
    about = json.loads(output("cargo", "metadata", "--format-version", "1", "--locked", "--all-features", *manifest(package)))
    texts = {}
    for crate in sorted(about["packages"], key=lambda it: (it["name"], it["version"])):
        if (crate["name"], "v" + crate["version"]) not in crates or not crate["source"]:
            continue
        folder = pathlib.Path(crate["manifest_path"]).parent
        found = sorted(it for it in folder.iterdir() if it.name.lower().startswith(LICENCES) and it.is_file())
        title = f"{crate['name']} {crate['version']} ({crate['license']})"
        if not found:
            texts.setdefault("Their packages have no text of the licence that they name.", []).append(title)
        for path in found:
            texts.setdefault(path.read_text(errors="replace").strip(), []).append(title)
    print(f"Compiled code of {package} has these crates inside, under these licences.")
    for text, titles in texts.items():
        print("\n" + "=" * 80 + "\n" + "\n".join(titles) + "\n" + "-" * 80 + "\n" + text)


if __name__ == "__main__":
    {"sbom": sbom, "notices": notices}[sys.argv[1]](*sys.argv[2:])
