"""Boots a machine, saves it when it is ready, resumes it twice, and compares what the two print."""

import atexit
import os
import socket
import subprocess
import sys
import tempfile
import time

# The longest silence of a machine.
SILENCE_SECONDS = 120


class Machine:
    def __init__(self, kernel, initramfs, *more):
        self.folder = tempfile.TemporaryDirectory()
        sockets = {name: os.path.join(self.folder.name, name) for name in ("monitor", "console")}
        command = ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-m", "256"]
        command += ["-display", "none", "-nodefaults", "-no-reboot"]
        command += ["-kernel", kernel, "-initrd", initramfs, "-append", "console=ttyS0 quiet panic=-1"]
        for name, option in (("monitor", "-monitor"), ("console", "-serial")):
            command += [option, f"unix:{sockets[name]},server=on,wait=off"]
        self.process = subprocess.Popen([*command, *more])
        atexit.register(self.end)
        self.monitor, self.console = (connect(sockets[name]) for name in ("monitor", "console"))
        while not self.monitor.recv(4096).endswith(b"(qemu) "):
            pass

    def tell(self, command):
        """Has the monitor do something, waits until it is done, and returns what it says."""
        self.monitor.sendall(command.encode() + b"\n")
        answer = b""
        while not answer.endswith(b"\r\n(qemu) "):
            answer += self.monitor.recv(4096) or sys.exit("the monitor hung up")
        return answer.decode(errors="replace")

    def lines_until(self, last):
        """The console's lines up to the one that begins so."""
        text = b""
        while True:
            text += self.console.recv(4096) or sys.exit(f"the console hung up after {text!r}")
            lines = text.decode(errors="replace").replace("\r", "").split("\n")[:-1]
            for count, line in enumerate(lines, 1):
                if line.startswith(last):
                    return lines[:count]

    def end(self):
        self.process.kill()
        self.process.wait()


def connect(path):
    for _ in range(100):
        try:
            end = socket.socket(socket.AF_UNIX)
            end.connect(path)
            end.settimeout(SILENCE_SECONDS)
            return end
        except OSError:
            time.sleep(0.1)
    sys.exit(f"nothing answers at {path}")


def main(kernel, initramfs, state):
    first = Machine(kernel, initramfs)
    first.lines_until("ready")
    first.tell("stop")
    first.tell(f'migrate "exec:cat > {state}"')
    first.end()

    copies = []
    for node in (1, 2):
        copy = Machine(kernel, initramfs, "-incoming", f"exec:cat {state}")
        while "VM status: paused\r" not in copy.tell("info status"):
            time.sleep(0.1)
        copy.tell("cont")
        copy.console.sendall(f"{node}\n".encode())
        copies.append(copy)
    printed = []
    for copy in copies:
        found = {}
        for line in copy.lines_until("reseeded-after-30 "):
            kind, _, value = line.partition(" ")
            found.setdefault(kind, set()).add(value)
        printed.append(found)
        copy.end()

    common = {kind: len(printed[0][kind] & printed[1].get(kind, set())) for kind in printed[0]}
    fresh = [kind for kind in common if kind.startswith("reseeded") and not common[kind]]
    print(f"random words from the state in the snapshot: {common['held']} of 32 alike")
    print(f"identifiers with a node number of their own: {common['node']} of 32 alike")
    print(f"random words after a fresh seed: first different {fresh[0] if fresh else 'never'}")
    # If the first are not alike, this was no snapshot of a running program and proves nothing.
    assert common["held"] == 32
    assert common["node"] == 0
    assert fresh and all(kind in fresh for kind in list(common)[list(common).index(fresh[0]) :])


main(*sys.argv[1:])
