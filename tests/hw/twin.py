"""The same fingers on two boxes at once: the service on the kernel's devices, and the plain simulation beside
it, whose virtual clock goes as the real one does. Whatever a play script does, both must show the same.

Must not know scripts or games.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from companion.hal import switches
from companion.hal.events import ButtonName
from companion.simulate.table import PAUSE, Table
from tests.hw.pi import USER, Finger, Knob, Pi, as_user
from tests.models.oled import Panel

PINS: Mapping[str, int] = {
    "event": 17, "move": 27, "combat": 22, "up": 5, "down": 6, "ok": 13, "back": 19,
}  # fmt: skip
LAMPS: Mapping[str, int] = {"event": 23, "move": 24, "combat": 25}
BUZZER, KNOB_A, KNOB_B = 12, 20, 21
PATIENCE = 60.0
"""Seconds until both must show the same; a VM without KVM on a busy machine is slow."""
WATCHDOG = 4.0
CONFIG = """\
devices:
  display: {controller: ssd1306, address: 0x3C, reset: 4}
  readers:
    - {type: rdm6300, port: /dev/ttyS1}
web: {on: no}
"""


class Service:
    """`companion play` as its own user, told apart from a unit only by us in systemd's place."""

    def __init__(self, folder: Path, config: str = CONFIG, groups: str | None = None) -> None:
        """`folder` holds its games and settings; `groups` are other than the usual ones."""
        self.folder = folder
        self.log = folder / "log"
        (folder / "config.yaml").write_text(config)
        self._groups = groups
        self.start()

    def start(self) -> None:
        """Start it, and wait until it says that it is ready."""
        self._notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        address = self.folder / "notify"
        address.unlink(missing_ok=True)
        self._notify.bind(str(address))
        address.chmod(0o666)
        self._notify.settimeout(60)
        subprocess.run(["chown", "-R", USER, self.folder], check=True)
        # Without LG_WD: the program has to find a place for lgpio's pipe by itself.
        environ = {
            **{name: value for name, value in os.environ.items() if name != "LG_WD"},
            "HOME": str(self.folder),
            "STATE_DIRECTORY": str(self.folder),
            "RUNTIME_DIRECTORY": str(self.folder),
            "NOTIFY_SOCKET": str(address),
            "WATCHDOG_USEC": str(round(WATCHDOG * 1e6)),
            "GPIOZERO_PIN_FACTORY": "lgpio",
            "PYTHONFAULTHANDLER": "1",
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        program = [
            sys.executable,
            "-m",
            "companion.cli",
            "play",
            "--config",
            str(self.folder / "config.yaml"),
        ]
        with self.log.open("a") as log:
            # "/" cannot be written by the user: lgpio wants to make its pipe in the current folder.
            self.process = subprocess.Popen(
                as_user(*program) if self._groups is None else as_user(*program, groups=self._groups),
                cwd="/",
                env=environ,
                stderr=log,
                stdout=log,
            )
        self.wait_for("READY=1")

    def wait_for(self, word: str) -> None:
        """Until it says this to systemd."""
        try:
            while word not in self._notify.recv(4096).decode():
                assert self.process.poll() is None, self.said()
        except TimeoutError:
            raise AssertionError(f"never {word}: {self.said()}") from None

    def said(self) -> str:
        """Its log so far."""
        return self.log.read_text()

    def kill(self) -> None:
        """As a power cut ends it."""
        self.process.kill()
        self.process.wait()
        self._notify.close()

    def end(self) -> int:
        """Stop it in good order; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        self._notify.close()
        return status


class TwinTable(Table):
    """A table with two boxes. `compare` off lets what the real one shows go unwatched for a while."""

    def __init__(self, pi: Pi, tokens: Mapping[str, str], game: str = "", seed: int = 1) -> None:
        """`tokens`: tag -> meaning, for the real one's list."""
        self.pi = pi
        self.real = Path(tempfile.mkdtemp(prefix="companion-real-", dir="/var/tmp"))
        (self.real / "library").mkdir()
        listed = "".join(f'  "{tag}": {{means: "{meaning}"}}\n' for tag, meaning in tokens.items())
        (self.real / "library" / "tokens.yaml").write_text(
            f"format: 1\ntokens:\n{listed}" if listed else "format: 1\n"
        )
        self.finger = Finger(pi.pins, switches.ARCADE)
        self.dial = Knob(pi.pins, KNOB_A, KNOB_B)
        self.compare = True
        self.pictures = 0
        """How many pictures were the same on both."""
        self.buzzed = 0
        """How often the buzzer was found sounding."""
        self.service = Service(self.real, CONFIG + f"games: [{game}]\n")
        self._begin = time.monotonic()
        super().__init__(game, seed)

    # -- fingers ----------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Let real time pass, and the same on the simulation's clock, until both show the same."""
        end = time.monotonic() + seconds
        while True:
            now = time.monotonic()
            self.buzzed += self.pi.pins.level(BUZZER)
            behind = now - self._begin - self.clock.now()
            if behind > 0:
                self.clock.advance(behind)
            if now >= end and self._same():
                self.pictures += self.compare
                return
            if now > end + PATIENCE:
                raise AssertionError(self._differ())
            time.sleep(0.02)

    def press(self, button: ButtonName) -> None:
        self.box.buttons.click(button)
        self.finger.press(PINS[button])
        self.wait(PAUSE)

    def hold(self, button: ButtonName, seconds: float = 1.0) -> None:
        self.box.buttons.hold(button, seconds)
        self.finger.press(PINS[button], seconds)
        self.wait(PAUSE)

    def turn(self, clicks: int) -> None:
        self.box.encoder.turn(clicks)
        self.dial.turn(clicks)
        self.wait(abs(clicks) * 0.04 + 0.1)

    def lay(self, tag: str) -> None:
        self.box.reader.lay(tag)
        self.pi.reader.lay(tag)
        self.wait(PAUSE)

    def lift(self) -> None:
        self.box.reader.lift()
        self.pi.reader.lift()
        self.wait(1)

    def close(self) -> None:
        super().close()
        if self.service.process.poll() is None:
            self.service.kill()
        shutil.rmtree(self.real, ignore_errors=True)

    # -- looking ----------------------------------------------------------

    def _same(self) -> bool:
        if not self.compare:
            return True
        lamps = {name for name, pin in LAMPS.items() if self.pi.pins.level(pin)}
        return (
            self.pi.glass.picture().tobytes() == self.box.display.image.tobytes()
            and lamps == self.box.lamps.lit & LAMPS.keys()
        )

    def _differ(self) -> str:
        seen, meant = self.pi.glass.picture(), self.box.display.image
        self.service.process.send_signal(signal.SIGABRT)  # it tells where each of its threads stands
        self.service.process.wait(30)
        shot = Path("/out")
        if shot.is_dir():
            seen.save(shot / "seen.png")
            meant.save(shot / "meant.png")
        return f"on the glass:\n{drawn(self.pi.glass)}\nmeant: {self.oled}\nlog: {self.service.said()}"


def drawn(glass: Panel) -> str:
    """The glass as text, two rows of pixels a line."""
    picture = glass.picture()
    rows = [[picture.getpixel((x, y)) for x in range(128)] for y in range(64)]
    signs = {(0, 0): " ", (255, 0): "▀", (0, 255): "▄", (255, 255): "█"}
    return "\n".join(
        "".join(signs[rows[y][x], rows[y + 1][x]] for x in range(128)).rstrip() for y in range(0, 64, 2)
    )
