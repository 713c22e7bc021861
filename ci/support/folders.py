"""Fails if an artifact names a folder of the machine that built it, in whatever is packed inside it.

    folders.py FOLDER... -- ARTIFACT...
"""

import gzip
import io
import pathlib
import subprocess
import sys
import tarfile
import zipfile
import zlib


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


def main():
    split = sys.argv.index("--")
    folders = [folder.rstrip("/") + "/" for folder in sys.argv[1:split] if folder.strip("/")]
    found, files = [], 0
    for artifact in sys.argv[split + 1:]:
        for name, data in unpacked(artifact, pathlib.Path(artifact).read_bytes()):
            files += 1
            for folder in folders:
                # The modules of the npm package are hexadecimal digits.
                if folder.encode() in data or folder.encode().hex().encode() in data:
                    found.append(f"{name} has {folder}")
    print("\n".join(found) or f"no folder of this machine is in {files} files")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
