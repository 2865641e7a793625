"""The sketch's own headers compiled for this machine (ctypes on firmware/build/liblogic.so)."""

from __future__ import annotations

import ctypes

from tests.firmware.board import BUILD, body

EVENT_KINDS = ("down", "up", "turn", "tag+", "tag-", "here", "reader", "lost")
_LINE_MAX = 95
_TOLD = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.POINTER(ctypes.c_uint8), ctypes.c_int)


class Logic:
    """The board's end of the protocol without a board. Time is given in milliseconds."""

    def __init__(self) -> None:
        c = self.c = ctypes.CDLL(str(BUILD / "liblogic.so"))
        c.logic_receive.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint32]
        c.logic_crc.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        c.logic_crc.restype = ctypes.c_uint16
        c.logic_next.argtypes = [ctypes.c_char_p, ctypes.c_uint32]
        c.logic_line.argtypes = [ctypes.c_uint8]
        c.logic_line_body.restype = ctypes.c_char_p
        c.logic_buttons.argtypes = [ctypes.c_uint8, ctypes.c_uint16]
        c.logic_tag.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int]
        c.logic_scan.argtypes = [ctypes.c_double, _TOLD]
        c.logic_start()
        c.logic_scan_start()
        self.now = 0

    def crc(self, data: bytes) -> int:
        return int(self.c.logic_crc(data, len(data)))

    def outcomes(self, data: bytes) -> list[str]:
        """What the line reader makes of bytes, in the words of vectors.txt."""
        self.c.logic_line_start()
        found = []
        for byte in data:
            match self.c.logic_line(byte):
                case 1:
                    found.append("good " + self.c.logic_line_body().decode("ascii"))
                case 2:
                    found.append("spoiled")
                case 3:
                    found.append("long")
        return found

    def post(self, kind: str, value: str, at: int) -> bool:
        """Queues an event at the board; False when there is no room or no session."""
        uid = bytes.fromhex(value) if kind.startswith("tag") else b""
        number = 0 if uid else int(value)
        return bool(self.c.logic_post(EVENT_KINDS.index(kind), number, uid, len(uid), at))

    def send(self, data: bytes) -> None:
        self.c.logic_receive(data, len(data), self.now)

    def lines(self, ms: int) -> list[str]:
        """Lets time pass; the bodies of the lines that the board sends meanwhile."""
        out = ctypes.create_string_buffer(_LINE_MAX + 2)
        found = []
        for _ in range(ms):
            while n := self.c.logic_next(out, self.now):
                found.append(body(out.raw[:n].strip(b"\n")))
            self.now += 1
        return found

    # ---- the reader, with the modelled chip ----

    def tag(self, uid: str | None, place: int = 0) -> None:
        raw = bytes.fromhex(uid or "")
        self.c.logic_tag(place, raw, len(raw))

    def counts_from_answer(self, yes: bool) -> None:
        """Where the chip counts the place of a collision from: the level's first bit, or the answer's."""
        self.c.logic_counts_from_answer(int(yes))

    def garble(self, answers: int) -> None:
        self.c.logic_garble(answers)

    def scan(self, ms: float) -> list[str]:
        """Lets the reader work; "+UID" and "-UID" as tags come and go."""
        found: list[str] = []

        def told(on: int, uid: ctypes._Pointer[ctypes.c_uint8], size: int) -> None:
            found.append("-+"[on] + bytes(uid[:size]).hex().upper())

        self.c.logic_scan(ms, _TOLD(told))
        return found
