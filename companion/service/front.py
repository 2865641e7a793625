"""The face of the box: the panel between the devices and the game. Events in, wishes carried out.

Must not know which backends the devices have, nor any game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.engine.live import Changed, Live, Taken
from companion.engine.text import Text
from companion.hal.events import DeviceBack, DeviceLost
from companion.panel import seen as panel_seen
from companion.panel.panel import Panel
from companion.panel.seen import (
    BoxRoll,
    Enter,
    Light,
    Lit,
    PanelSettings,
    PlayUnsaved,
    Shown,
    Sound,
    SwitchOff,
    look,
)

if TYPE_CHECKING:
    from companion.hal.devices import Devices
    from companion.hal.events import Event
    from companion.hal.ports import Clock, Timer


LOOK = 1.5
"""Seconds from one look at the display to the next: its loss is told within 2 s."""
LEAD = 0.25
"""Seconds the display has for the first picture before the libraries of the other devices are loaded."""


class Front:
    """One panel on `devices` before the game `live`.

    `meaning` says what a tag stands for, `reason` what a rule id does; `keep` keeps changed settings;
    `switch_off` is called when people switch the box off.
    """

    def __init__(
        self,
        clock: Clock,
        devices: Devices,
        live: Live,
        settings: PanelSettings,
        meaning: Callable[[str], str | None],
        reason: Callable[[str], panel_seen.Reason | None],
        keep: Callable[[PanelSettings], object],
        switch_off: Callable[[], object],
    ) -> None:
        self._clock, self._devices, self._live = clock, devices, live
        self._others: Timer | None = None
        self._beat: Timer | None = None
        self._keep, self._switch_off = keep, switch_off
        self._trouble: Text | None = None
        size = devices.display.size if devices.display is not None else (128, 64)
        for reader in devices.readers:
            reader.knows = lambda tag: meaning(tag) is not None
        roles = {reader.name: reader.role for reader in devices.readers}
        self.panel = Panel(clock, self._wish, settings, meaning, reason, size, roles)
        self.on_devices: Callable[[], object] = lambda: None
        """Called when a device goes missing or comes back."""
        self._end = live.subscribe(self._changed)

    @property
    def has_screen(self) -> bool:
        """Whether there is an OLED to read."""
        return self._devices.display is not None

    def start(self) -> None:
        """Let the devices report, the display a little before the others."""
        self._devices.start_display(self._event)
        self._others = self._clock.call_later(LEAD, lambda: self._devices.start_others(self._event))
        self._look()

    def close(self) -> None:
        """Dark and silent, every pin free."""
        self._end()
        if self._others is not None:
            self._others.cancel()
        self._rest()
        self._devices.close()

    def _look(self) -> None:
        """A display whose picture lies still reports nothing by itself. One that is dark may rest."""
        self._rest()
        if self._devices.display is not None:
            self._devices.display.check()
            self._beat = self._clock.call_later(LOOK, self._look)

    def _rest(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None

    def _event(self, event: Event) -> None:
        self.panel.handle(event)
        if isinstance(event, DeviceLost | DeviceBack):
            self.on_devices()

    def _changed(self, changed: Changed) -> None:
        self._show(changed)
        live = self._live
        texts = [] if changed.entry is not None else [notice.text for notice in changed.notices]
        if live.trouble != self._trouble and live.trouble is not None and not live.blocked:
            texts.append(live.trouble)
        self._trouble = live.trouble
        if texts:
            self.panel.tell(*texts, sign="news")

    def _show(self, changed: Changed | None = None) -> None:
        live = self._live
        last = changed.entry if changed is not None else None
        seen = look(live.session, last, live.trouble if live.blocked else None)
        self.panel.show(replace(seen, interludes=(*seen.interludes, *live.extras)))

    def _wish(self, wish: panel_seen.Wish) -> None:
        devices = self._devices
        if isinstance(wish, Shown):
            if devices.display is not None:
                devices.display.show(wish.image)
        elif isinstance(wish, Lit):
            for name in devices.lamps.names:
                devices.lamps.set(name, name in wish.lamps)
        elif isinstance(wish, Sound):
            devices.buzzer.play(wish.pattern)
        elif isinstance(wish, Light):
            self._light(wish.level)
        elif isinstance(wish, Enter):
            self._live.submit(wish.entry, self._done)
        elif isinstance(wish, BoxRoll):
            self._live.roll(wish.number, wish.seat, self._done)
        elif isinstance(wish, PlayUnsaved):
            self._live.play_unsaved()
            self._show()
        elif isinstance(wish, SwitchOff):
            self._switch_off()
        else:
            self._keep(wish.settings)

    def _light(self, level: int | None) -> None:
        display = self._devices.display
        if display is None:
            return
        self._rest()
        if level is None:
            display.off()
        else:
            display.contrast(level)
            self._look()

    def _done(self, taken: Taken) -> None:
        if taken.refusal is not None:
            self.panel.refused(taken.refusal)
