"""What a button means in time: press, click, hold, repeat, stuck. Pure machines, and the input that runs
them.

Must not know: pins, where edges come from, what any button is for.

The law. A press is `Pressed` at once and ends with `Released`. In between it gets one meaning and no second:

- short, ended before the hold time: `Clicked`, just before `Released`;
- long: `Held` once, when the hold time is reached, while the button is still down;
- on a repeating button, long means `Repeated` at the hold time and again every repeat time, and no `Held`.

A press that lasts exactly the hold time is long. A button that is down from the start says nothing until it
has been up; one that is down for longer than a finger would be is told as lost (held or shorted), its
repeats end, and it is back with its release. Closing ends an open press without a meaning.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.engine.text import say
from companion.hal.debounce import Debounce
from companion.hal.events import (
    ButtonName,
    Clicked,
    DeviceBack,
    DeviceLost,
    Event,
    Held,
    Pressed,
    Released,
    Repeated,
)
from companion.hal.ports import Clock, Sink, Timer
from companion.hal.settings import KeySettings


@dataclass(slots=True)
class Press:
    """The meaning of one button's clean changes."""

    button: ButtonName
    times: KeySettings
    due: float | None = None
    """When `wake` is wanted."""
    _since: float | None = None
    """The start of the press that counts."""
    _repeats: int = 0
    _held: bool = False
    _stuck: bool = False
    _stuck_at: float | None = None

    @property
    def device(self) -> str:
        """The name in DeviceLost and DeviceBack."""
        return f"button {self.button}"

    def down_at_start(self, now: float) -> None:
        """The button was down before anybody looked: not a press."""
        self._stuck_at = now + self.times.stuck_at_start
        self._schedule()

    def change(self, now: float, down: bool) -> list[Event]:
        """A clean change of the contact."""
        events = self.wake(now)
        if down:
            self._since, self._repeats, self._held = now, 0, False
            self._stuck_at = now + self.times.stuck
            events.append(Pressed(self.button))
        else:
            if self._since is not None:
                if not self._held and not self._repeats:
                    events.append(Clicked(self.button))
                events.append(Released(self.button))
            if self._stuck:
                events.append(DeviceBack(self.device))
            self._since, self._stuck, self._stuck_at = None, False, None
        self._schedule()
        return events

    def abandon(self) -> list[Event]:
        """The contact cannot be seen any more: an open press ends without a meaning."""
        events: list[Event] = [Released(self.button)] if self._since is not None else []
        if self._stuck:
            events.append(DeviceBack(self.device))
        self._since, self._stuck, self._stuck_at = None, False, None
        self._schedule()
        return events

    def wake(self, now: float) -> list[Event]:
        """Everything that has fallen due by `now`."""
        events: list[Event] = []
        while self.due is not None and self.due <= now:
            moment = self.due
            if self._stuck_at is not None and moment >= self._stuck_at:
                self._stuck, self._stuck_at = True, None
                reason = say("The {button} button is held down or shorted.", button=self.button.upper())
                events.append(DeviceLost(self.device, reason))
            elif self.button in self.times.repeating:
                self._repeats += 1
                events.append(Repeated(self.button, self._repeats))
            else:
                self._held = True
                events.append(Held(self.button))
            self._schedule()
        return events

    def _schedule(self) -> None:
        """The next moment at which time alone says something."""
        moments = [] if self._stuck_at is None else [self._stuck_at]
        if self._since is not None and not self._stuck:
            if self.button in self.times.repeating:
                moments.append(self._since + self.times.hold + self._repeats * self.times.repeat)
            elif not self._held:
                moments.append(self._since + self.times.hold)
        self.due = min(moments, default=None)


class KeyInput:
    """One button at work: edges in from any thread, events out in the clock's own."""

    def __init__(
        self, clock: Clock, button: ButtonName, read: Callable[[], bool], times: KeySettings
    ) -> None:
        """`read` gives the level now, True for down."""
        self._clock = clock
        self._read = read
        self._times = times
        self._press = Press(button, times)
        self._debounce: Debounce | None = None
        self._sink: Sink | None = None
        self._timer: Timer | None = None

    @property
    def glitches(self) -> int:
        """Changes too short to count so far, for the self-test."""
        return self._debounce.glitches if self._debounce is not None else 0

    def start(self, sink: Sink) -> None:
        """Take the level as it is now and begin to report."""
        now, down = self._clock.now(), self._read()
        self._sink = sink
        self._debounce = Debounce(down, now, self._times.confirm, self._times.deaf)
        if down:
            self._press.down_at_start(now)
        self._arm()

    def edge(self, down: bool, age: float = 0.0) -> None:
        """The contact changed `age` seconds ago. May be called from a device's thread."""
        moment = self._clock.now() - age
        self._clock.post(lambda: self._edge(moment, down))

    def close(self) -> None:
        """Report nothing more; an open press ends without a meaning."""
        self._sink = None
        if self._timer is not None:
            self._timer.cancel()

    def _edge(self, moment: float, down: bool) -> None:
        if self._debounce is not None and self._sink is not None:
            self._take(self._debounce.edge(moment, down), moment)

    def _wake(self) -> None:
        if self._debounce is not None and self._sink is not None:
            now = self._clock.now()
            self._take(self._debounce.wake(now, self._read()), now)

    def _take(self, changes: list[tuple[float, bool]], now: float) -> None:
        events = [event for moment, down in changes for event in self._press.change(moment, down)]
        events += self._press.wake(now)
        self._arm()
        if (sink := self._sink) is not None:
            for event in events:
                self._clock.post(partial(sink, event))

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        open_waits = (self._debounce.due if self._debounce is not None else None, self._press.due)
        wakes = [due for due in open_waits if due is not None]
        if wakes:
            self._timer = self._clock.call_at(min(wakes), self._wake)
