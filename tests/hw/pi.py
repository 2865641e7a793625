"""Makes the VM look like a Raspberry Pi 4 to the product: its pins, its /proc/cpuinfo, its buses, and a user
of its own who may use them. Fingers, knob and tags that act on real kernel devices. Needs root, in the
VM only.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

from companion.hal.switches import Edge, Switch
from tests.models.i2c_adapter import I2cAdapter
from tests.models.oled import Panel
from tests.models.rdm6300 import BYTE_SECONDS, REPEAT_SECONDS, frame14

ROOT = Path(__file__).parents[2]
CONFIGFS = Path("/sys/kernel/config/gpio-sim/pi")
GPIOCHIP = Path("/dev/gpiochip0")
USER, GROUPS = "companion", ("gpio", "i2c", "dialout")
ADDRESS = 0x3C
BURST = 0.010
"""Seconds: edges closer than that are one contact bouncing. Sleeping between them would stretch the bounce
beyond what any contact does."""
REVISION = "c03114"
"""Of a Pi 4B, as gpiozero looks it up."""


def in_vm() -> bool:
    """Whether this is the VM, where all that is here may be done."""
    return os.environ.get("COMPANION_VM") == "1"


def quietly(*command: str) -> None:
    """Run a program that has to succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


class Pins:
    """54 lines of gpio-sim, named and labelled as a Pi 4 has them."""

    def __init__(self) -> None:
        bank = CONFIGFS / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text("54")
        (bank / "label").write_text("pinctrl-bcm2711")
        for n in range(2, 28):
            (bank / f"line{n}").mkdir()
            (bank / f"line{n}" / "name").write_text(f"GPIO{n}")
        (CONFIGFS / "live").write_text("1")
        device = (CONFIGFS / "dev_name").read_text().strip()
        lines = Path("/sys/devices/platform", device, (bank / "chip_name").read_text().strip())
        self._pulls = {n: os.open(lines / f"sim_gpio{n}" / "pull", os.O_RDWR) for n in range(2, 28)}
        self._levels = {n: os.open(lines / f"sim_gpio{n}" / "value", os.O_RDONLY) for n in range(2, 28)}

    def drive(self, pin: int, level: bool) -> None:
        """Put a level on an input."""
        os.pwrite(self._pulls[pin], b"pull-up" if level else b"pull-down", 0)

    def pull(self, pin: int) -> str:
        """What the input is pulled to."""
        return os.pread(self._pulls[pin], 20, 0).decode().strip()

    def level(self, pin: int) -> bool:
        """What an output gives."""
        return os.pread(self._levels[pin], 2, 0)[:1] == b"1"

    def play(self, pin: int, edges: list[Edge]) -> None:
        """Contact edges, moments counted from now; closed is low. Returns after the last."""
        # Nobody else may have the CPU in the midst of a bounce: it would last longer than it does.
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
        begin, last = time.monotonic(), 0.0
        for moment, closed in edges:
            if moment - last > BURST:
                time.sleep(max(0.0, begin + moment - time.monotonic()))
            last = moment
            self.drive(pin, not closed)
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


class Knob:
    """The encoder on two pins; both high on a detent."""

    CLOCKWISE = ((False, True), (False, False), (True, False), (True, True))

    def __init__(self, pins: Pins, a: int, b: int) -> None:
        self._pins, self._a, self._b = pins, a, b

    def turn(self, clicks: int) -> None:
        """Turn it by detents, as fast as a hand does."""
        for _ in range(abs(clicks)):
            for first, second in self.CLOCKWISE:
                a, b = (first, second) if clicks > 0 else (second, first)
                self._pins.drive(self._a, a)
                self._pins.drive(self._b, b)
                time.sleep(0.006)


class Finger:
    """Presses buttons whose contacts are `switch`."""

    def __init__(self, pins: Pins, switch: Switch, seed: int = 1) -> None:
        self._pins, self._switch, self._rng = pins, switch, random.Random(seed)

    def press(self, pin: int, seconds: float = 0.08) -> None:
        """A press of `seconds`, bounce and all. Of each bounce only the first is played: an edge takes the VM
        milliseconds, and a whole bounce would last longer than any contact's."""
        for closed in (True, False):
            self._pins.play(pin, self._switch.change(0.0, closed, self._rng)[:3])
            time.sleep(seconds if closed else 0.03)


class LineReader:
    """An RDM6300 at the other end of a serial line: repeats its frame while a tag lies there."""

    def __init__(self, port: str) -> None:
        import serial

        self._serial = serial.Serial(port, 9600)
        self._lying: str | None = None
        self._change = threading.Condition()
        threading.Thread(target=self._repeat, daemon=True).start()

    def lay(self, tag: str) -> None:
        """A tag on the reader."""
        self._put(tag)

    def lift(self) -> None:
        """No tag on it."""
        self._put(None)

    def send(self, data: bytes) -> None:
        """Bytes on the line, whatever they are."""
        self._serial.write(data)

    def _put(self, tag: str | None) -> None:
        with self._change:
            self._lying = tag
            self._change.notify()

    def _repeat(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._lying is not None)
                tag = self._lying
            if tag is not None:
                for byte in frame14(tag):
                    self._serial.write(bytes([byte]))
                    time.sleep(BYTE_SECONDS)
                time.sleep(REPEAT_SECONDS - 14 * BYTE_SECONDS)


class Pi:
    """The whole machine. One a boot. `bare`: its user and its devices' groups are left to our installer."""

    def __init__(self, bare: bool = False) -> None:
        self.pins = Pins()
        self._bare = bare
        fake_cpuinfo()
        if not bare:
            make_user()
        # Bus 0 is taken by an adapter with nothing on it, so that the next one is /dev/i2c-1, as on a Pi.
        self._filler = I2cAdapter()
        self.glass = Panel()
        self.plug_adapter()
        if not bare:
            for device, group in (
                (GPIOCHIP, "gpio"),
                (self._filler.node, "i2c"),
                (Path("/dev/ttyS1"), "dialout"),
            ):
                own(device, group)
        self.reader = LineReader("/dev/ttyS2")

    def close(self) -> None:
        """Put it away."""
        self.adapter.unplug()
        self._filler.unplug()

    def plug_adapter(self) -> I2cAdapter:
        """Plug in the adapter with the OLED."""
        self.adapter = I2cAdapter({ADDRESS: self.glass}, port=1)
        if not self._bare:
            own(self.adapter.node, "i2c")
        return self.adapter


def fake_cpuinfo() -> None:
    """gpiozero knows a board by its revision, from /proc/device-tree or here."""
    fake = Path("/run/cpuinfo")
    fake.write_text(Path("/proc/cpuinfo").read_text() + f"Hardware\t: BCM2835\nRevision\t: {REVISION}\n")
    quietly("mount", "--bind", str(fake), "/proc/cpuinfo")


def own(device: Path, group: str) -> None:
    """A device file as udev's rules leave it."""
    quietly("chgrp", group, str(device))
    device.chmod(0o660)


def make_user() -> None:
    """The product's own user, who may read the program and use the devices, and nothing else."""
    for group in GROUPS:
        if subprocess.run(["getent", "group", group], stdout=subprocess.DEVNULL).returncode:
            quietly("groupadd", "--system", group)
    quietly("useradd", "--system", "--user-group", "--groups", ",".join(GROUPS), USER)
    # In the VM's own overlay: a checkout or a Python below /root is closed to others.
    for place in (ROOT, Path(sys.prefix).resolve(), Path(sys.base_prefix)):
        for folder in (place, *place.parents):
            folder.chmod(folder.stat().st_mode | 0o011)


def as_user(*command: str, groups: str = ",".join(GROUPS)) -> list[str]:
    """`command` as the product's user in these groups."""
    chosen = [f"--groups={groups}"] if groups else ["--clear-groups"]
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", *chosen, *command]
