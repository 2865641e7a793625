"""An MFRC522 with its antenna and tags, as `spidev.SpiDev` shows it: registers, FIFO, bits on the air.

Written from the data sheet and ISO 14443-3, knowing nothing of the driver under test.
"""

from __future__ import annotations

from dataclasses import dataclass, field

POWER_UP = {0x11: 0x3F, 0x14: 0x80, 0x15: 0x00, 0x26: 0x48, 0x2A: 0x00, 0x2B: 0x00, 0x2C: 0x00, 0x2D: 0x00}


def crc16(data: bytes) -> bytes:
    """CRC_A bit by bit: x^16 + x^12 + x^5 + 1, reflected, begun with 0x6363."""
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc.to_bytes(2, "little")


def bits_of(data: bytes) -> list[int]:
    """Lowest bit first, as they go over the air."""
    return [byte >> i & 1 for byte in data for i in range(8)]


@dataclass
class Card:
    """A tag of 4, 7 or 10 bytes."""

    uid: bytes
    state: str = "off"
    level: int = 0
    parts: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        rest = self.uid
        while rest:
            part, rest = (rest, b"") if len(rest) == 4 else (b"\x88" + rest[:3], rest[3:])
            self.parts.append(part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]))

    def hear(self, data: bytes, bits: list[int]) -> list[int] | None:
        """A frame on the air; the bits this tag says."""
        if len(bits) == 7:
            if self.state == "idle" or (data[0] == 0x52 and self.state == "halt"):
                self.state, self.level = "ready", 0
                return bits_of(bytes([0x04 if len(self.uid) == 4 else 0x44, 0x00]))
            return None
        if self.state == "active" and data == b"\x50\x00" + crc16(b"\x50\x00"):
            self.state = "halt"
            return None
        if self.state != "ready" or data[0] != 0x93 + 2 * self.level:
            return None
        mine = self.parts[self.level]
        if data[1] == 0x70:
            if data[2:7] != mine or data[7:9] != crc16(data[:7]):
                self.state = "idle"
                return None
            more = self.level + 1 < len(self.parts)
            self.state, self.level = ("ready", self.level + 1) if more else ("active", self.level)
            sak = bytes([0x04 if more else 0x08])
            return bits_of(sak + crc16(sak))
        known = (data[1] >> 4) * 8 + (data[1] & 7) - 16
        assert len(bits) == 16 + known
        return bits_of(mine)[known:] if bits_of(mine)[:known] == bits[16:] else None


class Rc522Model:
    """The chip on its bus. `cards` lie on it."""

    def __init__(self, counts_from_answer: bool = False) -> None:
        """`counts_from_answer`: where a collision is, is counted from the first bit that came."""
        self.cards: list[Card] = []
        self.there = True
        self.garble = 0
        """So many answers from now on have a parity error."""
        self.rounds = 0
        self.mode = 3
        self.max_speed_hz = 0
        self._from_answer = counts_from_answer
        self.brown_out()

    def lay(self, *uids: bytes) -> None:
        """Only these tags lie on it now."""
        self.cards = [Card(uid) for uid in uids]

    def brown_out(self) -> None:
        """All registers as after power-up."""
        self._registers = dict(POWER_UP)
        self._fifo = bytearray()
        self._irq = self._error = self._coll = self._framing = self._command = 0

    def unplug(self) -> None:
        """Its wires are off, and its power is."""
        self.there = False
        self.brown_out()

    def plug(self) -> None:
        """Its wires are on."""
        self.there = True

    def open(self, bus: int, device: int) -> None:
        """The kernel's device exists, whether the chip is there or not."""

    def close(self) -> None:
        """The bus is let go."""

    def xfer2(self, sent: list[int]) -> list[int]:
        """One selection of the chip."""
        assert self.mode == 0
        assert 0 < self.max_speed_hz <= 10_000_000
        if not self.there:
            return [0] * len(sent)
        register = sent[0] >> 1 & 0x3F
        if sent[0] & 0x80:
            return [0, *(self._read(register) for _ in sent[1:])]
        for value in sent[1:]:
            self._write(register, value)
        return [0] * len(sent)

    @property
    def _field(self) -> bool:
        return self._registers[0x14] & 3 == 3

    def _read(self, register: int) -> int:
        if register == 0x09:
            return self._fifo.pop(0) if self._fifo else 0
        fixed = {0x37: 0x92, 0x04: self._irq, 0x06: self._error, 0x0A: len(self._fifo), 0x0E: self._coll}
        return fixed.get(register, self._registers.get(register, 0))

    def _write(self, register: int, value: int) -> None:
        if register == 0x01:
            self._command = value
            if value == 0x0F:
                self.brown_out()
        elif register == 0x04:
            self._irq = self._irq | value & 0x7F if value & 0x80 else self._irq & ~value
        elif register == 0x09:
            self._fifo.append(value)
        elif register == 0x0A and value & 0x80:
            self._fifo.clear()
        elif register == 0x0D:
            self._framing = value
            if value & 0x80 and self._command == 0x0C:
                self._transceive()
        elif register in POWER_UP:
            self._registers[register] = value
            if register == 0x14:
                for card in self.cards:
                    card.state = "idle" if self._field else "off"
                self.rounds += self._field

    def _transceive(self) -> None:
        last, align = self._framing & 7, self._framing >> 4 & 7
        data = bytes(self._fifo)
        bits = bits_of(data)[: len(data) * 8 - (8 - last if last else 0)]
        self._fifo.clear()
        self._error = 0
        good = self._field and self._registers[0x15] == 0x40 and self._registers[0x11] == 0x3D
        said = [answer for card in self.cards if good and (answer := card.hear(data, bits)) is not None]
        if not said:
            self._irq |= 0x01 if self._registers[0x2A] & 0x80 else 0
            return
        self._irq |= 0x20
        came = said[0]
        differ = [i for i in range(len(came)) if len({answer[i] for answer in said}) > 1]
        if differ:
            self._error |= 0x08
            came = came[: differ[0]] + [0] * (len(came) - differ[0])
            at = differ[0] + 1
            if not self._from_answer and data[0] in (0x93, 0x95, 0x97):
                at += (data[1] >> 4) * 8 + (data[1] & 7) - 16
            self._coll = at & 0x1F if at <= 32 else 0x20
        if self.garble:
            self.garble -= 1
            self._error |= 0x02
        came = [0] * align + came
        for at in range(0, len(came), 8):
            self._fifo.append(sum(bit << i for i, bit in enumerate(came[at : at + 8])))
