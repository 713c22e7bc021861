"""What is inside the artifacts of a release: bills of materials, licences, and no folder of the machine that built them.

`cargo metadata` names everything that the workspace could build. What is inside an artifact is what
`cargo tree` prints for its features and target without macros and builds, so that is what decides here.

    artifacts.py sbom PACKAGE FEATURES TARGET BOM    filters what cargo-cyclonedx wrote
    artifacts.py notices PACKAGE FEATURES TARGET     prints the licences' texts
    artifacts.py folders FOLDER... -- ARTIFACT...    fails if an artifact names a folder, in whatever is packed inside it

The package is a folder of `crates` with the same name.
"""

import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import zipfile
import zlib

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


def unpacked(name, data):
    """The files inside, as their names and bytes."""
    if data.startswith(b"!<arch>\ndebian-binary"):
        for part in ("--fsys-tarfile", "--ctrl-tarfile"):
            yield from unpacked(name, subprocess.run(["dpkg-deb", part, name], check=True, stdout=subprocess.PIPE).stdout)
    elif data.startswith(b"\x1f\x8b"):
        yield from unpacked(name, gzip.decompress(data))
    elif data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.namelist():
                yield from unpacked(f"{name}: {entry}", archive.read(entry))
    elif data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for entry in archive:
                yield f"{name}: {entry.name}", entry.name.encode()
                if entry.isfile():
                    yield from unpacked(f"{name}: {entry.name}", archive.extractfile(entry).read())
    else:
        yield name, data
        # What a program carries compressed, such as the module of the page.
        start = data.find(b"\x1f\x8b\x08\x00")
        while start >= 0:
            try:
                yield f"{name}, at {start}", zlib.decompressobj(31).decompress(data[start:])
            except zlib.error:
                pass
            start = data.find(b"\x1f\x8b\x08\x00", start + 1)


def folders(*arguments):
    split = arguments.index("--")
    named = [folder.rstrip("/") + "/" for folder in arguments[:split] if folder.strip("/")]
    found, files = [], 0
    for artifact in arguments[split + 1:]:
        for name, data in unpacked(artifact, pathlib.Path(artifact).read_bytes()):
            files += 1
            for folder in named:
                # The modules of the npm package are hexadecimal digits.
                if folder.encode() in data or folder.encode().hex().encode() in data:
                    found.append(f"{name} has {folder}")
    print("\n".join(found) or f"no folder of this machine is in {files} files")
    sys.exit(bool(found))


if __name__ == "__main__":
    {"sbom": sbom, "notices": notices, "folders": folders}[sys.argv[1]](*sys.argv[2:])
