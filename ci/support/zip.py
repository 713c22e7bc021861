"""Makes a zip archive of a folder, the same from the same files: in their order, with the time of the commit.

    zip.py FOLDER ARCHIVE
"""

import os
import pathlib
import sys
import time
import zipfile


def main():
    folder, archive = pathlib.Path(sys.argv[1]), sys.argv[2]
    moment = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(it for it in folder.rglob("*") if it.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), moment)
            # A file of Unix, so that the mode of a program is kept.
            entry.create_system, entry.external_attr = 3, (0o100755 if path.suffix == ".exe" else 0o100644) << 16
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    main()
