"""Our own token reader as devices of the box: buttons, encoder, tags, lamps and buzzer behind one USB plug.

Must not know: the protocol (`token_reader.py`), serial ports (`serial_port.py`), games.

Any part may be left unused: a box with buttons on the Pi's own pins takes only `reader`. The board is open
from the first `start` of a part to the last `close`. It counts as lost until it has said a hello that fits;
what was pressed at that moment ends without a meaning.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, Protocol

from companion.engine.text import Text, say
from companion.hal.events import (
    ButtonName,
    DeviceBack,
    DeviceLost,
    DeviceNotice,
    Event,
    Role,
    TagLaid,
    TagLifted,
    Turned,
    TwoTags,
)
from companion.hal.keys import Press
from companion.hal.ports import Clock, Pattern, Sink, Timer
from companion.hal.settings import KeySettings
from companion.hal.supervised import PAUSES, Supervised
from companion.hal.token_messages import Hello
from companion.hal.token_reader import (
    Answered,
    Button,
    Chip,
    Happening,
    InputsLost,
    Link,
    Refused,
    Restarted,
    Silent,
    State,
    TagOff,
    TagOn,
    Turn,
    Up,
)

BOARD_BUTTONS: tuple[ButtonName, ...] = ("event", "move", "combat", "up", "down", "ok", "back", "ok")
"""What the board's button numbers mean; the last is the encoder's push."""
BOARD_LAMPS: tuple[ButtonName, ...] = ("event", "move", "combat")
BUZZER_HERTZ = 2700
"""Where small piezo buzzers are loudest."""
TOGETHER = 0.35
"""Seconds two tags must lie there together before they are two; a quick change overlaps for less."""


class Wire(Protocol):
    """A byte line that may be gone; `serial_port.SerialPort` is one."""

    def open(self) -> Text | None:
        """Open it, off the loop; the reason when that cannot be."""

    def watch(self, data: Callable[[bytes], object], failed: Callable[[Text], object]) -> None:
        """Call `data` with bytes as they come, until `failed` is called once."""

    def write(self, data: bytes) -> None:
        """Send without waiting."""

    def wrong(self) -> None:
        """Nobody speaks the protocol there: look elsewhere next time, if that may be."""

    def unwatch(self) -> None:
        """Read no more."""

    def shut(self) -> None:
        """Close it."""


@dataclass(slots=True)
class Plate:
    """What lies on the reader, as the product's events have it (their law stands in `events.py`): the first
    tag is laid, a second one that stays beside it is `TwoTags`, and is laid when the first is gone."""

    reader: str
    due: float | None = None
    """When `wake` is wanted."""
    _lying: list[str] = field(default_factory=list)
    _told: set[str] = field(default_factory=set)

    def on(self, now: float, tag: str) -> list[Event]:
        """A tag came."""
        self._lying.append(tag)
        if len(self._lying) == 1:
            self._told.add(tag)
            return [TagLaid(tag, self.reader)]
        self.due = now + TOGETHER
        return []

    def off(self, tag: str) -> list[Event]:
        """A tag went."""
        first = tag == self._lying[0]
        self._lying.remove(tag)
        events: list[Event] = [TagLifted(tag, self.reader)] if tag in self._told else []
        self._told.discard(tag)
        if first and self._lying:
            self._told.add(self._lying[0])
            events.append(TagLaid(self._lying[0], self.reader))
        if self._told.issuperset(self._lying):
            self.due = None
        return events

    def wake(self, now: float) -> list[Event]:
        """Those that lie together now are several."""
        if self.due is None or now < self.due:
            return []
        self.due = None
        self._told.update(self._lying)
        return [TwoTags(tuple(self._lying), self.reader)]


class TokenReaderBoard:
    """The board. Its parts are `buttons`, `encoder`, `reader`, `lamps` and `buzzer`."""

    def __init__(
        self,
        clock: Clock,
        wire: Wire,
        *,
        nonce: int,
        name: str = "reader",
        role: Role = "any",
        times: KeySettings | None = None,
        steps_per_click: Literal[2, 4] = 4,
        reverse: bool = False,
        gain: int | None = None,
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        """`nonce`: any number that differs from start to start. `gain`: of the antenna, in dB."""
        self.name = name
        self._clock = clock
        self._wire = wire
        self._link = Link(nonce)
        self._worker = clock.worker(name)
        self._supervised = Supervised(clock, name, self._worker, wire.open, self._opened, pauses)
        self._presses = [Press(button, times or KeySettings()) for button in BOARD_BUTTONS]
        self._sign = -1 if reverse else 1
        self._plate = Plate(name)
        self._timer: Timer | None = None
        self._open = 0
        self._lost = False
        self._chip_lost = False
        self._questions: list[Callable[[str], object]] = []
        self._hello: Hello | None = None
        self._greeted = False
        """Whether the board has said a hello since its port was opened."""
        self._link.clicks(steps_per_click, clock.now())
        if gain is not None:
            self._link.gain(gain, clock.now())
        self.buttons = _Buttons(self)
        self.encoder = _Part(self)
        self.reader = _Reader(self, role)
        self.lamps = _Lamps(self)
        self.buzzer = _Buzzer(self)

    @property
    def link(self) -> Link:
        """The host's end of the protocol, for the self-test's figures."""
        return self._link

    @property
    def hello(self) -> Hello | None:
        """What the board says of itself; None while it is away."""
        return self._hello if self._link.state is State.UP else None

    @property
    def bad_lines(self) -> int:
        """Lines from the board that came damaged so far."""
        return self._link.bad_lines

    def ask(self, question: str, answer: Callable[[str], object]) -> None:
        """Put a question of the protocol ("test?", "counters?") to the board; `answer` gets the text. It is
        not called when the board is away or goes away first."""
        if self._link.state is State.UP:
            self._questions.append(answer)
            self._act(partial(self._link.ask, question))

    # -- life --

    def _start(self) -> None:
        self._open += 1
        if self._open == 1:
            self._supervised.start(self._supervision)

    def _close(self) -> None:
        self._open -= 1
        if self._open:
            return
        self._supervised.close()
        if self._timer is not None:
            self._timer.cancel()
        self._link.bye()
        self._wire.write(self._link.outgoing())
        self._link.closed()
        self._wire.unwatch()
        self._worker.run(self._wire.shut, lambda result: None)  # behind an opening that is under way
        self._worker.close()

    def _opened(self) -> None:
        self._greeted = False
        self._link.opened(self._clock.now())
        self._wire.watch(self._data, self._failed)
        self._settle()

    def _supervision(self, event: Event) -> None:
        """An open port is no board yet, so only its loss is told here; `Up` tells its return."""
        if isinstance(event, DeviceLost):
            self._tell_lost(event.reason)

    def _data(self, data: bytes) -> None:
        self._take(self._link.receive(data, self._clock.now()))

    def _failed(self, reason: Text) -> None:
        self._forget()
        self._supervised.lost(reason)
        self._settle()

    def _wake(self) -> None:
        self._timer = None
        now = self._clock.now()
        if self._link.due is not None and self._link.due <= now:
            self._take(self._link.wake(now))
        for press in self._presses:
            self.buttons.tell(press.wake(now))
        self.reader.tell(self._plate.wake(now))
        self._settle()

    def _act(self, change: Callable[[float], object]) -> None:
        """Lets the link do something and sends what comes of it."""
        change(self._clock.now())
        self._settle()

    def _settle(self) -> None:
        """After anything that happened: write what is to be written, and wake when something falls due."""
        self._wire.write(self._link.outgoing())
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wants = [self._link.due, self._plate.due, *(press.due for press in self._presses)]
        dues = [due for due in wants if due is not None]
        if dues and self._open:
            self._timer = self._clock.call_at(min(dues), self._wake)

    # -- what the link tells --

    def _take(self, happenings: list[Happening]) -> None:
        now = self._clock.now()
        for happening in happenings:
            match happening:
                case Button(index, down, moment) if index < len(self._presses):
                    self.buttons.tell(self._presses[index].change(min(moment, now), down))
                case Turn(clicks):
                    self.encoder.tell([Turned(self._sign * clicks)])
                case TagOn(tag):
                    self.reader.tell(self._plate.on(now, tag))
                case TagOff(tag):
                    self.reader.tell(self._plate.off(tag))
                case Up(hello, note):
                    self._hello, self._greeted = hello, True
                    self._came_up(hello.held, note)
                case Restarted():
                    self._abandon()
                case Chip(works):
                    self._chip(works)
                case Refused(reason):
                    self._abandon()
                    self._tell_lost(reason, anew=True)
                case Silent(reason):
                    if not self._greeted:
                        self._wire.wrong()
                    self._wire.unwatch()
                    self._wire.shut()
                    self._failed(reason)
                case InputsLost():
                    self._abandon()
                case Answered(question, _, text) if question.endswith("?"):
                    self._questions.pop(0)(text)
        self._settle()

    def _came_up(self, held: tuple[int, ...], note: Text | None) -> None:
        if self._lost:
            self._lost = False
            self._tell([DeviceBack(self.name)])
        if note is not None:
            self._tell([DeviceNotice(self.name, note)])
        for index in held:
            self._presses[index].down_at_start(self._clock.now())

    def _chip(self, works: bool) -> None:
        if works == self._chip_lost:
            self._chip_lost = not works
            reason = say("The reader's antenna board does not answer: check the wires inside the box.")
            device = f"{self.name} antenna"
            self._tell([DeviceBack(device) if works else DeviceLost(device, reason)])

    def _tell_lost(self, reason: Text, anew: bool = False) -> None:
        """Told once until the board is back; `anew`: again for a reason that is more than a loss."""
        if not self._lost or anew:
            self._lost = True
            self._tell([DeviceLost(self.name, reason)])

    def _forget(self) -> None:
        """The board is gone, and with it what it held."""
        self._abandon()
        for happening in self._link.closed():
            if isinstance(happening, TagOff):
                self.reader.tell(self._plate.off(happening.tag))

    def _abandon(self) -> None:
        self._questions.clear()
        for press in self._presses:
            self.buttons.tell(press.abandon())

    def _tell(self, events: list[Event]) -> None:
        """About the board as a whole: told once, by the first part that is in use."""
        for part in (self.reader, self.buttons, self.encoder, self.lamps, self.buzzer):
            if part.in_use:
                part.tell(events)
                return


class _Part:
    """One device of the board."""

    def __init__(self, board: TokenReaderBoard) -> None:
        self._board = board
        self._sink: Sink | None = None

    @property
    def in_use(self) -> bool:
        """Started and not closed."""
        return self._sink is not None

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._board._start()

    def close(self) -> None:
        if self._sink is not None:
            self._sink = None
            self._board._close()

    def tell(self, events: list[Event]) -> None:
        """Report, one clock callback an event; nothing when the part is not in use (any more)."""
        for event in events:
            self._board._clock.post(partial(self._report, event))

    def _report(self, event: Event) -> None:
        if self._sink is not None:
            self._sink(event)


class _Buttons(_Part):
    @property
    def names(self) -> Collection[ButtonName]:
        return tuple(dict.fromkeys(BOARD_BUTTONS))


class _Reader(_Part):
    def __init__(self, board: TokenReaderBoard, role: Role) -> None:
        super().__init__(board)
        self.role = role
        self.knows: Callable[[str], bool] = lambda tag: False
        """Not needed: every UID has passed the checks of its own protocol."""

    @property
    def name(self) -> str:
        return self._board.name

    @property
    def bad_reads(self) -> int:
        return self._board.bad_lines


class _Lamps(_Part):
    @property
    def names(self) -> Collection[str]:
        return BOARD_LAMPS

    def set(self, name: str, on: bool) -> None:
        if name in BOARD_LAMPS:
            index = [*BOARD_LAMPS].index(name)
            self._board._act(partial(self._board.link.lamp, index, "on" if on else "off"))

    def close(self) -> None:
        for name in BOARD_LAMPS:
            self.set(name, False)
        super().close()


class _Buzzer(_Part):
    def __init__(self, board: TokenReaderBoard) -> None:
        super().__init__(board)
        self._timers: list[Timer] = []

    def play(self, pattern: Pattern) -> None:
        self._quiet()
        moment = self._board._clock.now()
        for i, seconds in enumerate(pattern):
            if i % 2 == 0 and seconds > 0:
                milliseconds = max(1, min(2000, round(seconds * 1000)))
                sound = partial(self._board.link.buzz, BUZZER_HERTZ, milliseconds)
                self._timers.append(self._board._clock.call_at(moment, partial(self._board._act, sound)))
            moment += seconds

    def close(self) -> None:
        self._quiet()
        super().close()

    def _quiet(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
