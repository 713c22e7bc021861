"""Runs a program for WASI preview 1 by Wasmtime: python3 ci/wasi.py PROGRAM [ARGUMENT...].

The program sees this environment, the three standard streams and the folder that IDS_WASI_FOLDER names, by the same
name. Its exit code is this one's; a trap is a traceback and 1.
"""

import os
import sys

import wasmtime


def main(program, *arguments):
    wasi = wasmtime.WasiConfig()
    wasi.argv = [program, *arguments]
    wasi.env = list(os.environ.items())
    wasi.inherit_stdin()
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    folder = os.environ.get("IDS_WASI_FOLDER")
    if folder:
        wasi.preopen_dir(folder, folder)

    engine = wasmtime.Engine()
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    store = wasmtime.Store(engine)
    store.set_wasi(wasi)
    instance = linker.instantiate(store, wasmtime.Module.from_file(engine, program))
    try:
        instance.exports(store)["_start"](store)
    except wasmtime.ExitTrap as end:
        sys.exit(end.code)


if __name__ == "__main__":
    main(*sys.argv[1:])
