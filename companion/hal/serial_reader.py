"""A 125 kHz reader on a real serial port.

Must not know: ports (`serial_port.py`), frames (`rdm6300.py`), presence, what tags mean.
"""

from collections.abc import Callable

from companion.engine.text import Text
from companion.hal.ports import Sink
from companion.hal.reader import TagStream
from companion.hal.serial_port import IoClock, PortFinder, SerialPort
from companion.hal.settings import ReaderSettings
from companion.hal.supervised import PAUSES, Supervised


class SerialReader:
    """The reader of one port."""

    def __init__(
        self,
        clock: IoClock,
        settings: ReaderSettings,
        finder: PortFinder | None = None,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        self.name = settings.name
        self.role = settings.role
        finder = finder if finder is not None else PortFinder(settings.port)
        self._port = SerialPort(clock, finder, settings.baud)
        self._stream = TagStream(
            clock, settings.name, "parallax" if settings.type == "parallax" else "rdm6300"
        )
        self._worker = clock.worker(settings.name)
        self._supervised = Supervised(
            clock, settings.name, self._worker, self._port.open, self._opened, pauses
        )

    @property
    def knows(self) -> Callable[[str], bool]:
        return self._stream.knows

    @knows.setter
    def knows(self, knows: Callable[[str], bool]) -> None:
        self._stream.knows = knows

    @property
    def bad_reads(self) -> int:
        return self._stream.bad_reads

    def start(self, sink: Sink) -> None:
        self._stream.start(sink)
        self._supervised.start(sink)

    def close(self) -> None:
        self._supervised.close()
        self._stream.close()
        self._port.unwatch()
        self._worker.run(self._port.shut, lambda result: None)  # behind an opening that is under way
        self._worker.close()

    def _opened(self) -> None:
        self._port.watch(self._stream.data, self._failed)

    def _failed(self, reason: Text) -> None:
        self._stream.lost()
        self._supervised.lost(reason)
