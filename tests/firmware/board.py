"""The simulated token reader in this process and in virtual time (ctypes on firmware/build/libboard.so).

Belongs here: driving the simulated Nano's pins, tags, supply and UART. Must not know the companion's code.
"""

from __future__ import annotations

import binascii
import ctypes
import fcntl
import subprocess
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
BUILD = FIRMWARE / "build"
BUTTONS = {
    "event": "D5",
    "move": "D6",
    "combat": "D7",
    "up": "D8",
    "down": "D9",
    "ok": "A0",
    "back": "A1",
    "push": "D4",
}
LAMPS = ("A2", "A3", "A4")
BUZZER = "A5"
CPU_HZ = 16_000_000
GAIN_STEPS = {18: 2, 23: 3, 33: 4, 38: 5, 43: 6, 48: 7}


def build() -> None:
    """Builds sketch and simulator; fails with make's own words when a tool is missing."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two test processes may begin at once
        done = subprocess.run(
            ["make", "-s", "-C", str(FIRMWARE), "all"], capture_output=True, text=True, check=False
        )
    if done.returncode:
        raise RuntimeError(
            "the firmware does not build; are the packages of scripts/debian-packages/firmware.txt there?\n"
            + done.stdout
            + done.stderr
        )


def line(body: str) -> bytes:
    """One protocol line as the wire carries it, written without any of the product's code."""
    raw = body.encode("ascii")
    return raw + b"*%04X\n" % binascii.crc_hqx(raw, 0)


def body(raw: bytes) -> str:
    """The body of a received line; a wrong check is a failure of the test."""
    text, _, check = raw.rstrip(b"\r").rpartition(b"*")
    assert int(check, 16) == binascii.crc_hqx(text, 0), raw
    return text.decode("ascii")


def _port(pin: str) -> tuple[bytes, int]:
    number = int(pin[1:])
    if pin[0] == "A":
        return b"C", number
    return (b"D", number) if number < 8 else (b"B", number - 8)


class Board:
    """A Nano with the sketch, reader chip, buttons, encoder, lamps and buzzer. One at a time in a process."""

    def __init__(self, elf: Path | None = None) -> None:
        c = self._c = ctypes.CDLL(str(BUILD / "libboard.so"))
        c.board_ms.restype = ctypes.c_double
        c.board_cycles.restype = c.board_last_byte_cycle.restype = ctypes.c_uint64
        c.board_rx.restype = ctypes.c_size_t
        c.board_run.argtypes = [ctypes.c_double]
        c.board_tx.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        c.board_pin.argtypes = [ctypes.c_char, ctypes.c_int, ctypes.c_int]
        c.board_out.argtypes = c.board_edges.argtypes = [ctypes.c_char, ctypes.c_int]
        c.board_tag.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_int]
        if c.board_open(str(elf or BUILD / "token_reader.elf").encode()):
            raise OSError("the simulator cannot load the firmware")
        self._buffer = ctypes.create_string_buffer(65536)
        self._open_line = b""

    # ---- time and the wire ----

    @property
    def ms(self) -> float:
        """Virtual milliseconds since power-up."""
        return float(self._c.board_ms())

    @property
    def cycles(self) -> int:
        return int(self._c.board_cycles())

    @property
    def last_byte_cycle(self) -> int:
        """The CPU cycle at which the last byte sent so far had left the wire."""
        return int(self._c.board_last_byte_cycle())

    @property
    def stack_used(self) -> int:
        """Deepest stack so far, bytes."""
        return int(self._c.board_stack_used())

    def run(self, ms: float) -> bytes:
        """Lets virtual time pass; returns the bytes the board sent meanwhile."""
        if not self._c.board_run(ms):
            raise RuntimeError("the simulated CPU stopped")
        count = self._c.board_rx(self._buffer, len(self._buffer))
        return self._buffer.raw[:count]

    def send(self, data: bytes) -> None:
        """Bytes to the board's UART; they arrive at 115200 Bd as time passes."""
        self._c.board_tx(data, len(data))

    def lines(self, ms: float) -> list[str]:
        """Lets time pass and returns the bodies of the lines that were completed."""
        *full, self._open_line = (self._open_line + self.run(ms)).split(b"\n")
        return [body(raw) for raw in full if raw]

    # ---- the world around it ----

    def pin(self, name: str, level: int) -> None:
        self._c.board_pin(*_port(name), level)

    def press(self, button: str) -> None:
        self.pin(BUTTONS[button], 0)

    def release(self, button: str) -> None:
        self.pin(BUTTONS[button], 1)

    def out(self, name: str) -> int:
        return int(self._c.board_out(*_port(name)))

    def lamps(self) -> list[int]:
        return [self.out(name) for name in LAMPS]

    def buzzer_edges(self) -> int:
        return int(self._c.board_edges(*_port(BUZZER)))

    def tag(self, uid: str | None, place: int = 0, *, needs_db: int = 18) -> None:
        """Lays a tag (hex UID of 4, 7 or 10 bytes) on one of eight places, or takes it away (None)."""
        raw = bytes.fromhex(uid or "")
        self._c.board_tag(place, raw, len(raw), GAIN_STEPS[needs_db])

    def garble(self, answers: int) -> None:
        """The next answers of tags arrive with a parity error."""
        self._c.board_garble(answers)

    def reader_wire(self, state: str) -> None:
        """What the reader chip's data line reads: "good", "low" or "high"."""
        self._c.board_reader_wire(["good", "low", "high"].index(state))

    def reader_power_cycle(self) -> None:
        """The reader chip alone loses its settings."""
        self._c.board_reader_power_cycle()

    def reset(self) -> None:
        """The RESET pin: what opening the port does to a Nano."""
        self._c.board_reset()

    def brown_out(self) -> None:
        """The supply dips: CPU and reader chip start anew, memory holds noise."""
        self._c.board_brown_out()
