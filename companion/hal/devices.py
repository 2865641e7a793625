"""All devices of one box in one hand.

Must not know: which backends they are.
"""

from dataclasses import dataclass

from companion.hal.ports import (
    BoardPort,
    ButtonPort,
    BuzzerPort,
    DisplayPort,
    EncoderPort,
    LampPort,
    ReaderPort,
    Sink,
)


@dataclass(frozen=True)
class Devices:
    """The box. Parts that it does not have are None or empty; lamps and buzzer can always be called."""

    buttons: ButtonPort
    lamps: LampPort
    buzzer: BuzzerPort
    encoder: EncoderPort | None = None
    readers: tuple[ReaderPort, ...] = ()
    display: DisplayPort | None = None
    boards: tuple[BoardPort, ...] = ()
    """The boards some of these are on."""

    def start(self, sink: Sink) -> None:
        """Begin to report, everything to one sink."""
        self.start_display(sink)
        self.start_others(sink)

    def start_display(self, sink: Sink) -> None:
        """Only the display: the first picture need not wait for the libraries of the others."""
        if self.display is not None:
            self.display.start(sink)

    def start_others(self, sink: Sink) -> None:
        """Everything but the display."""
        for part in (self.buttons, self.encoder, *self.readers, self.lamps, self.buzzer):
            if part is not None:
                part.start(sink)

    def close(self) -> None:
        """Stop for good; frees every pin and port."""
        for part in (self.buttons, self.encoder, *self.readers, self.lamps, self.buzzer, self.display):
            if part is not None:
                part.close()
