"""PC/SC as pyscard shows it: the modules `smartcard…` with readers that come and go and cards on them.

The names and what they raise are those of pyscard 2.3; knows nothing of the driver under test.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest


class SmartcardException(Exception):
    """As in smartcard.Exceptions."""

    def __init__(self, *args: object, hresult: int = -1) -> None:
        super().__init__(*args)
        self.hresult = hresult


class NoCardException(SmartcardException):
    """No card lies there."""


class CardConnectionException(SmartcardException):
    """The card is gone, or the reader."""


class BaseSCardException(Exception):
    """As in smartcard.pcsc.PCSCExceptions."""

    def __init__(self, hresult: int) -> None:
        super().__init__(hresult)
        self.hresult = hresult


class PcscModel:
    """The service and its readers."""

    def __init__(self, *names: str) -> None:
        self.names = list(names)
        self.uid: bytes | None = None
        """The card that lies on every reader there is; it can take one only."""
        self.status = [0x90, 0x00]
        self.fault: int | None = None
        """PC/SC's code while the service has no answer, as C's int32."""
        self.torn = 0
        """So many transmissions fail from now on."""
        self.asked = 0
        self.open_cards = 0

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make it what `import smartcard` finds."""
        modules: dict[str, dict[str, Any]] = {
            "smartcard": {},
            "smartcard.System": {"readers": self.readers},
            "smartcard.Exceptions": {
                "SmartcardException": SmartcardException,
                "NoCardException": NoCardException,
            },
            "smartcard.pcsc": {},
            "smartcard.pcsc.PCSCExceptions": {"BaseSCardException": BaseSCardException},
        }
        for name, content in modules.items():
            module = ModuleType(name)
            vars(module).update(content)
            monkeypatch.setitem(sys.modules, name, module)
            parent, _, child = name.rpartition(".")
            if parent:
                setattr(sys.modules[parent], child, module)

    def readers(self) -> list[PcscReader]:
        """smartcard.System.readers."""
        self.asked += 1
        if self.fault is not None:
            raise BaseSCardException(self.fault)
        return [PcscReader(self, name) for name in self.names]


class PcscReader:
    """smartcard.pcsc.PCSCReader."""

    def __init__(self, model: PcscModel, name: str) -> None:
        self.model = model
        self.name = name

    def __str__(self) -> str:
        return self.name

    def createConnection(self) -> PcscCard:
        """A connection that is not open yet."""
        return PcscCard(self)


class PcscCard:
    """smartcard.CardConnection."""

    def __init__(self, reader: PcscReader) -> None:
        self.reader = reader
        self.card: bytes | None = None

    def connect(self) -> None:
        """Raises NoCardException when there is nothing to connect to."""
        model = self.reader.model
        if self.reader.name not in model.names:
            raise CardConnectionException("Unable to connect: Unknown reader specified.", hresult=-2146435063)
        if model.uid is None:
            raise NoCardException("Unable to connect", hresult=-2146434967)
        self.card = model.uid
        model.open_cards += 1

    def transmit(self, apdu: list[int]) -> tuple[list[int], int, int]:
        """The answer of the reader; a card that was lifted or changed meanwhile is an error."""
        model = self.reader.model
        assert apdu == [0xFF, 0xCA, 0x00, 0x00, 0x00]
        if model.torn:
            model.torn -= 1
            raise CardConnectionException("Failed to transmit", hresult=-2146434968)
        if self.card is None or self.card != model.uid or self.reader.name not in model.names:
            raise CardConnectionException("Card was removed", hresult=-2146434967)
        good = model.status == [0x90, 0x00]
        return (list(self.card) if good else []), model.status[0], model.status[1]

    def disconnect(self) -> None:
        """Let it go."""
        if self.card is not None:
            self.card = None
            self.reader.model.open_cards -= 1
