"""An ACR122U, or another contactless reader behind PC/SC, through pyscard.

Must not know: presence, events, what a tag means. Source: ACR122U application programming interface V2.04,
chapter 4.1 (get data). pyscard is imported when the reader is opened.
"""

import contextlib
from collections.abc import Collection
from typing import Any

from companion.engine.text import Text, say
from companion.hal.buses import missing_package
from companion.library.tags import TagError, from_bytes

GET_UID = [0xFF, 0xCA, 0x00, 0x00, 0x00]
DONE = [0x90, 0x00]
USUAL = "ACR122"
NO_SERVICE = (0x8010001D, 0x8010001E)
"""PC/SC's codes for a service that does not run, and one that is stopping."""

_GONE = say("The card reader is not there. Is it plugged in? If so, restart once: the system may hold it.")
_NO_SERVICE = say("The service for card readers does not run. Run: sudo apt install pcscd, then restart.")
_REFUSED = say("The service for card readers lets nobody in. Run scripts/install again, with its readers.")


class Acr122u:
    """The PC/SC reader whose name holds `port`; with `auto` an ACR122, else the first there is. None of
    `taken`, where those of one box note theirs."""

    def __init__(self, port: str = "auto", taken: set[str] | None = None) -> None:
        self._taken = taken if taken is not None else set()
        self.bad_reads = 0
        self._port = port
        self._system: Any = None
        self._failures: tuple[type[Exception], ...] = ()
        self._no_card: type[Exception] = Exception
        self._name = ""
        self._card: Any = None

    def open(self) -> Text | None:
        self.shut()
        try:
            from smartcard import Exceptions, System
            from smartcard.pcsc.PCSCExceptions import BaseSCardException
        except ImportError as error:
            return missing_package(error)
        self._system = System
        self._no_card = Exceptions.NoCardException
        self._failures = (Exceptions.SmartcardException, BaseSCardException, TagError)
        found = self._readers()
        if isinstance(found, Text):
            return found
        auto = self._port == "auto"
        fitting = [name for name in found if (USUAL if auto else self._port) in name]
        if auto and not self._name:
            fitting += [name for name in found if USUAL not in name]
        free = [name for name in fitting if name not in self._taken or name == self._name]
        if self._name not in found and free:
            self._taken.discard(self._name)
            self._name = free[0]
            self._taken.add(self._name)
        return None if self._name in found else _GONE

    def tags(self) -> Collection[str] | Text:
        found = self._readers()
        if isinstance(found, Text):
            return found
        if self._name not in found:
            return _GONE
        try:
            if self._card is None:
                card = found[self._name].createConnection()
                card.connect()
                self._card = card
            data, *status = self._card.transmit(GET_UID)
            # Another status: a card with contacts, or a phone that shows no number.
            return [from_bytes(bytes(data), "13.56M")] if status == DONE else []
        except self._no_card:
            self.shut()
        except self._failures:
            self.bad_reads += 1  # lifted in the middle of the question, most likely
            self.shut()
        return []

    def shut(self) -> None:
        if self._card is not None:
            with contextlib.suppress(*self._failures):
                self._card.disconnect()
            self._card = None

    def _readers(self) -> dict[str, Any] | Text:
        """The readers that PC/SC has now, by name; the reason when it has no answer."""
        try:
            return {str(reader): reader for reader in self._system.readers()}
        except self._failures as error:
            code = getattr(error, "hresult", 0) & 0xFFFFFFFF
            return _NO_SERVICE if code in NO_SERVICE else _REFUSED
