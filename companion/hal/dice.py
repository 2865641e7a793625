"""Radio dice behind the reader's port: each face is a tag of its own, laid when a roll comes to rest on it.

Must not know: Bluetooth (`bluetooth.py`), what faces mean. A face is the tag of the die's address and the
face's number, so it is taught like any token. Only a face after a roll that was seen to begin is an answer:
a die that was turned by hand, lies crooked, or was out of reach meanwhile has none. Sources: GoDice
JavaScript and Python API (ParticulaCode); Pixels communications protocol (GameWithPixels).
"""

import struct
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

from companion.engine.text import Text, say
from companion.hal.events import DeviceNotice, Event, Role, TagLaid, TagLifted
from companion.hal.ports import Clock, Sink
from companion.hal.shells import Shape, face_up
from companion.hal.supervised import PAUSES, Supervised

OFTEN = 3
"""After so many crooked rolls in a row the fault is not in the rolling."""

_SHELL = say("The die lies crooked again and again. Is it in a shell? Set its shape in the settings.")
_OUT_OF_REACH = say("The die is out of reach or its battery is empty.")


class Rest(Enum):
    """What a die tells that is no face."""

    ROLLING = "rolling"
    CROOKED = "crooked"
    """It came to rest on an edge, or on something."""
    NO_ROLL = "no roll"
    """It lies flat, but was only moved, turned or set down."""


Said: TypeAlias = int | Rest | None


def godice(message: bytes, shape: Shape = "d6") -> Said:
    """What a GoDice says: R, or S / FS / TS / MS and the three axes of its acceleration. It knows nothing of
    the shell it is in, and calls many a face of one tilted (TS)."""
    if message[:1] == b"R":
        return Rest.ROLLING
    if message[:1] == b"S" and len(message) >= 4:
        return _face(message[1:4], shape)
    if message[:2] == b"TS" and len(message) >= 5 and shape != "d6":
        return _face(message[2:5], shape)
    kinds = {b"TS": Rest.CROOKED, b"FS": Rest.NO_ROLL, b"MS": Rest.NO_ROLL}
    return kinds.get(message[:2])


def _face(axes: bytes, shape: Shape) -> Said:
    x, y, z = struct.unpack("bbb", axes)
    number = face_up((x, y, z), shape)
    return Rest.CROOKED if number is None else number


def pixels(message: bytes) -> Said:
    """What a Pixels die of any shape says: message 3, a state, the index of the face. Faces count from 1."""
    if len(message) < 3 or message[0] != 3:
        return None
    if message[1] == 1:
        return message[2] + 1
    return {3: Rest.ROLLING, 4: Rest.CROOKED, 5: Rest.NO_ROLL}.get(message[1])


class Kind(NamedTuple):
    """A make of dice: how it is found and understood."""

    prefix: str
    """What its name begins with; empty when people name it."""
    service: str
    notify: str
    """UUIDs of its service, and of the characteristic that tells."""
    understand: Callable[[bytes], Said]


_NORDIC = "6e40000{}-b5a3-f393-e0a9-e50e24dcca9e"
KINDS = {
    "godice": Kind("GoDice_", _NORDIC.format(1), _NORDIC.format(3), godice),
    "pixels": Kind("", _NORDIC.format(1), _NORDIC.format(1), pixels),
}


def kind_of(type: str, shape: Shape) -> Kind:
    """The make of a die in a shell."""
    kind = KINDS[type]
    return kind._replace(understand=partial(godice, shape=shape)) if type == "godice" else kind


class Radio(Protocol):
    """A connection to one die that may break. Its callbacks may come in any thread."""

    def connect(
        self, kind: Kind, address: str, said: Callable[[bytes], object], lost: Callable[[], object]
    ) -> str | Text:
        """Find and connect the die of that address, or any of that kind if it is empty; its address, or the
        reason. Blocks. A connection that was there before is ended first."""

    def disconnect(self) -> None:
        """End it; `lost` is not called."""


class DieReader:
    """One die."""

    def __init__(
        self,
        clock: Clock,
        name: str,
        role: Role,
        kind: Kind,
        address: str,
        radio: Radio,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        """`address`: of the die, or `auto`."""
        self.name = name
        self.role = role
        self.bad_reads = 0
        self.knows: Callable[[str], bool] = lambda tag: False
        """Not needed: a message comes whole or not at all."""
        self._clock = clock
        self._kind = kind
        self._address = "" if address == "auto" else address
        self._radio = radio
        self._worker = clock.worker(name)
        self._supervised = Supervised(clock, name, self._worker, self._connect, self._opened, pauses)
        self._connection = 0
        self._broken = 0
        self._early: list[bytes] = []
        """What came before it was known which die this is."""
        self._rolling = False
        self._crooked = 0
        self._up: str | None = None
        self._sink: Sink | None = None

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._supervised.start(sink)

    def close(self) -> None:
        self._sink = None
        self._supervised.close()
        self._worker.run(self._radio.disconnect, lambda result: None)
        self._worker.close()

    def _connect(self) -> Text | None:
        """In the worker. What an older connection still says is not heard."""
        self._connection += 1
        this = self._connection
        self._early = []
        found = self._radio.connect(
            self._kind,
            self._address,
            lambda message: self._clock.post(partial(self._heard, this, message)),
            lambda: self._clock.post(partial(self._lost, this)),
        )
        if isinstance(found, Text):
            return found
        self._address = found  # from now on this one and no other
        return None

    def _heard(self, connection: int, message: bytes) -> None:
        if connection != self._connection:
            return
        if not self._supervised.up:
            self._early.append(message)
            return
        said = self._kind.understand(message)
        if said is None:
            return
        rolled, self._rolling = self._rolling, said is Rest.ROLLING
        self._crooked = self._crooked + 1 if said is Rest.CROOKED else self._crooked
        if isinstance(said, int):
            self._crooked = 0
            face = f"{self._address.replace(':', '')}{said:02X}".upper()
            if rolled or face != self._up:
                self._lift()
            if rolled:
                self._up = face
                self._report(TagLaid(face, self.name))
            return
        self._lift()
        if said is Rest.CROOKED:
            text = _SHELL if self._crooked >= OFTEN else say("The die lies crooked. Roll it again.")
            self._report(DeviceNotice(self.name, text))
        elif said is Rest.NO_ROLL and rolled:
            self._report(DeviceNotice(self.name, say("That was no real roll. Roll the die again.")))

    def _opened(self) -> None:
        early, self._early = self._early, []
        for message in early:
            self._heard(self._connection, message)
        if self._broken == self._connection:
            self._supervised.lost(_OUT_OF_REACH)

    def _lost(self, connection: int) -> None:
        if connection == self._connection:
            self._broken = connection  # perhaps before it was known to be open
            self._rolling = False
            self._lift()
            self._supervised.lost(_OUT_OF_REACH)

    def _lift(self) -> None:
        if self._up is not None:
            self._report(TagLifted(self._up, self.name))
            self._up = None

    def _report(self, event: Event) -> None:
        if (sink := self._sink) is not None:
            self._clock.post(partial(sink, event))
