"""Real power cuts: the service plays in a VM on a disk of its own, and qemu is killed at random moments.
After each cut the disk has lost some of what was not flushed; its file system must be whole, the journal
sound, and every answer that was acknowledged must be there; then play goes on. Before some cuts the disk is
filled, so that it is full in the midst of play.

    python -m tests.hw.power_cuts CACHE N [SECONDS]

The VM boots once; every cut begins from a snapshot taken just before the disk is mounted, so the disk alone
tells what was before. After SECONDS no new cut is begun. State and report lie in CACHE/cuts: a run that was
broken off goes on.
"""

from __future__ import annotations

import json
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.hw.disk import Disk

ROOT = Path(__file__).parents[2]
MEGABYTES = 48
KERNEL = "console=ttyS0 quiet loglevel=1 panic=-1 nokaslr mitigations=off random.trust_cpu=on"
START = 60.0
"""Seconds within which the service must be playing again."""


class Failed(Exception):
    """What was lost, or did not come back."""


class Vm:
    """One qemu. `line` is the serial line to the player."""

    def __init__(self, cache: Path, folder: Path, incoming: Path | None = None) -> None:
        for name in ("line", "monitor"):
            (folder / name).unlink(missing_ok=True)
        self._folder = folder
        self.process = subprocess.Popen(
            [
                *("qemu-system-x86_64", "-M", "pc", "-accel", "tcg", "-cpu", "max", "-smp", "1", "-m", "512"),
                *("-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"),
                *("-kernel", cache / "vmlinuz", "-initrd", folder / "initrd"),
                *("-append", KERNEL),
                *("-serial", f"file:{folder}/console"),
                *("-serial", f"unix:{folder}/line,server=on,wait=off"),
                *("-monitor", f"unix:{folder}/monitor,server=on,wait=off"),
                *(
                    "-drive",
                    f"file=nbd+unix:///?socket={folder}/disk,format=raw,if=none,id=d,cache=writeback",
                ),
                *("-device", "virtio-blk-pci,drive=d"),
                *(("-incoming", f"exec:cat {incoming}") if incoming else ()),
            ],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.line = self._connect("line")
        self._heard = b""

    def _connect(self, name: str) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)
        for _ in range(600):
            try:
                line.connect(str(self._folder / name))
            except OSError:
                if self.process.poll() is not None:
                    assert self.process.stderr is not None
                    raise Failed(f"qemu: {self.process.stderr.read().decode().strip()}") from None
                time.sleep(0.05)
            else:
                return line
        raise Failed("qemu does not answer")

    def hear(self, until: float) -> str | None:
        """The next line, or None when there is none until then or no more."""
        while b"\n" not in self._heard:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.line], [], [], left)[0]:
                return None
            part = self.line.recv(65536)
            if not part:
                return None
            self._heard += part
        said, self._heard = self._heard.split(b"\n", 1)
        return said.decode(errors="replace").strip()

    def say(self, words: str) -> None:
        """A line to the player."""
        self.line.sendall(words.encode() + b"\n")

    def save(self, file: Path) -> None:
        """Keep the whole machine in a file, and end it."""
        monitor = self._connect("monitor")
        monitor.sendall(f'migrate "exec:cat > {file}"\nquit\n'.encode())
        self.process.wait(120)

    def kill(self) -> None:
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()


class Cuts:
    """A run of cuts and what is known of the games: what was acknowledged, entry by entry."""

    def __init__(self, cache: Path, seed: int) -> None:
        self.cache, self.folder = cache, Path(tempfile.mkdtemp(prefix="companion-cuts-"))
        self.state_file = cache / "cuts" / "state.json"
        self.state_file.parent.mkdir(parents=True, exist_ok=True)
        self.image_file = self.state_file.with_name("disk.img")
        self.rng = random.Random(seed)
        self.state: dict[str, Any] = {"done": 0, "acks": {}, "last": None, "answers": 0, "full": 0}
        if self.state_file.exists() and self.image_file.exists():
            self.state = json.loads(self.state_file.read_text())
            self.rng.seed(seed + self.state["done"])
        else:
            self.image_file.unlink(missing_ok=True)
            make = (
                "mke2fs",
                "-q",
                "-t",
                "ext4",
                "-b",
                "4096",
                "-m",
                "0",
                str(self.image_file),
                f"{MEGABYTES}M",
            )
            subprocess.run(make, check=True, capture_output=True)
        self.disk = Disk(self.image_file.read_bytes(), self.folder / "disk")

    def boot(self) -> None:
        """Boot once, and keep the machine as it is before the disk is mounted."""
        pack(self.cache, self.folder / "initrd")
        vm = Vm(self.cache, self.folder)
        try:
            if (said := vm.hear(time.monotonic() + 240)) != "ready":
                console = (self.folder / "console").read_text(errors="replace")
                raise Failed(f"the player does not come up: {said}\n{console[-2000:]}")
            vm.save(self.folder / "machine")
        finally:
            vm.kill()

    def cut(self) -> None:
        """Play on, pull the plug, look what the disk kept."""
        vm = Vm(self.cache, self.folder, self.folder / "machine")
        try:
            self._go(vm)
            # Some cuts come while the journal is opened and the game resumed, most in the midst of play.
            early = self.rng.random() < 0.25
            end = time.monotonic() + (self.rng.uniform(0.2, 2) if early else START)
            heard: list[str] = []
            while (said := vm.hear(end)) is not None:
                heard.append(said)
                self._heard(said)
                if said.startswith("ack") and not early:
                    early, end = True, time.monotonic() + self.rng.uniform(0, 2.5)
            if not early:
                console = (self.folder / "console").read_text(errors="replace")
                raise Failed(
                    f"no answer within {START:.0f} s of the start; it said: {heard}\n{console[-2000:]}"
                )
        finally:
            vm.kill()
        while (said := vm.hear(time.monotonic() + 0.2)) is not None:  # told before the plug was pulled
            self._heard(said)
        self.disk.cut(self.rng)
        self._look_at_file_system()
        self.state["done"] += 1
        self.image_file.write_bytes(self.disk.durable)
        self.state_file.write_text(json.dumps(self.state))

    def _go(self, vm: Vm) -> None:
        """Set it going: what is said before the machine is restored is lost, so it is said again."""
        end = time.monotonic() + START
        room = self.rng.randrange(16, 64) if self.rng.random() < 0.4 else 0
        while time.monotonic() < end:
            vm.say(f"go {self.rng.randrange(1 << 30)} {room}")
            if vm.hear(time.monotonic() + 0.5) == "going":
                return
        raise Failed("the player does not go on from the snapshot")

    def _heard(self, said: str) -> None:
        what, *rest = said.split(" ")
        acks: dict[str, dict[str, str]] = self.state["acks"]
        if what == "ack":
            game, n, crc, digest = rest
            acks.setdefault(game, {})[n] = crc
            self.state["last"] = [game, int(n), digest]
            self.state["answers"] += 1
        elif what == "kept":
            game, *sums = rest
            for n, crc in acks.get(game, {}).items():
                if int(n) > len(sums) or sums[int(n) - 1] != crc:
                    raise Failed(f"answer {n} of game {game} was acknowledged and is not on the disk")
        elif what == "resumed" and self.state["last"] is not None:
            game, n, digest = rest
            last_game, last_n, last_digest = self.state["last"]
            if game == last_game and int(n) == last_n and digest != last_digest:
                raise Failed(f"game {game} goes on from another table than the one that was shown")
        elif what == "full":
            self.state["full"] += 1
        elif what in ("damaged", "notice"):
            raise Failed(f"the journal: {said}")

    def _look_at_file_system(self) -> None:
        """The kernel's own repair is the replay of the ext4 journal; anything more is damage."""
        with tempfile.NamedTemporaryFile(dir=self.folder) as image:
            image.write(self.disk.durable)
            image.flush()
            done = subprocess.run(["e2fsck", "-p", image.name], capture_output=True, text=True)
            again = subprocess.run(["e2fsck", "-fn", image.name], capture_output=True, text=True)
        if done.returncode > 1 or again.returncode:
            raise Failed(f"the file system is not whole: {done.stdout}{again.stdout}")

    def close(self) -> None:
        """Put everything away."""
        shutil.rmtree(self.folder, ignore_errors=True)


def pack(cache: Path, target: Path) -> None:
    """The VM's first userland with the service and all it needs: nothing of the outside is mounted."""
    listed = subprocess.run(
        [sys.executable, "-m", "tests.hw.player", "--list"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    python = Path(sys.base_prefix, "bin", f"python3.{sys.version_info[1]}")
    sites = [path for path in sys.path if path.endswith("site-packages")]
    files = [Path(line) for line in listed.stdout.splitlines()] + [python.resolve()]
    # Where the games are found by name.
    files += [file for site in sites for file in Path(site).glob("companion-*.dist-info/*") if file.is_file()]
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for file in files:
            place = tree / str(file.parent.resolve()).lstrip("/")
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place / file.name)
            for other in file.parent.glob(f"{file.name.split('.so')[0]}.so*") if ".so" in file.name else ():
                if other.is_symlink() and not (place / other.name).exists():  # the name programs know it by
                    (place / other.name).symlink_to(file.name)
        for lib in ("lib", "lib64"):
            (tree / lib).symlink_to(f"usr/{lib}")
        loader = Path("/lib64/ld-linux-x86-64.so.2")
        (tree / "usr/lib64").mkdir(parents=True, exist_ok=True)
        shutil.copy(loader.resolve(), tree / "usr/lib64" / loader.name)
        path = ":".join([str(ROOT.resolve()), *(str(Path(site).resolve()) for site in sites)])
        (tree / "player").write_text(
            "export PYTHONDONTWRITEBYTECODE=1 HOME=/tmp\n"
            f"export PYTHONHOME={sys.base_prefix} PYTHONPATH={path}\n"
            f"cd /tmp; {python.resolve()} -m tests.hw.player; poweroff -f\n"
        )
        names = "\n".join(str(path.relative_to(tree)) for path in sorted(tree.rglob("*")))
        cpio = ("cpio", "-o", "-H", "newc", "--quiet")
        packed = subprocess.run(cpio, input=names.encode(), cwd=tree, check=True, capture_output=True)
        target.write_bytes((cache / "initrd.cpio").read_bytes() + packed.stdout)


def main() -> int:
    """The exit status: 0 when nothing was lost."""
    cache, wanted = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else float("inf")
    seed = random.SystemRandom().randrange(1 << 30)
    cuts, began = Cuts(cache, seed), time.monotonic()
    first = cuts.state["done"]
    try:
        cuts.boot()
        up = time.monotonic() - began
        print(f"power cuts: seed {seed}, {first} done before, VM up in {up:.0f} s", flush=True)
        while cuts.state["done"] < wanted and (
            time.monotonic() - began < seconds or cuts.state["done"] == first
        ):
            cuts.cut()
            done = cuts.state["done"]
            bar = "#" * (30 * done // wanted)
            print(f"[{bar:<30}] {done}/{wanted}  {cuts.state['answers']} answers kept", flush=True)
    except Failed as failed:
        print(f"power cut {cuts.state['done'] + 1} (seed {seed}): {failed}", file=sys.stderr)
        cuts.image_file.with_name("failed.img").write_bytes(cuts.disk.durable)
        return 1
    finally:
        cuts.close()
    done, took = cuts.state["done"], time.monotonic() - began
    report = (
        f"{done} of {wanted} power cuts, {cuts.state['answers']} acknowledged answers, none lost; "
        f"the disk was full {cuts.state['full']} times; "
        f"{cuts.disk.dropped} writes dropped, {cuts.disk.torn} torn in {done - first} cuts; {took:.0f} s"
    )
    print(report)
    cuts.state_file.with_name("report.txt").write_text(report + "\n")
    cuts.state_file.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
