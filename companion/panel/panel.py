"""The panel: events of the box in, wishes out. A pure machine on the clock port.

Law: a press belongs to the screen it began on; an answer bears the number of the prompt that was shown; after
a wish to enter something nothing more is taken until `show` or `refused`. Must not know devices' backends,
sessions' insides or any game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from PIL import Image

from companion.engine.prompts import Prompt, Refusal, Roll, Several
from companion.engine.session import Adjusted, Answered, Entry
from companion.engine.text import Text, render, say
from companion.hal.events import (
    Clicked,
    DeviceBack,
    DeviceLost,
    DeviceNotice,
    Event,
    Held,
    Pressed,
    Released,
    Repeated,
    Role,
    TagLaid,
    Turned,
    TwoTags,
)
from companion.hal.ports import Clock, Timer
from companion.words import translator

from .asking import (
    DIE_KEYS,
    curtain,
    device_name,
    elsewhere,
    gate,
    reason,
    screen_for,
)
from .canvas import Canvas
from .glass import Glass
from .menu import BY, Menu
from .reading import Reading
from .screens import Dice, Hints, Pages, Rolled, Screen
from .seen import (
    BoxRoll,
    Changed,
    Enter,
    Invitation,
    Lesson,
    PanelSettings,
    PlayUnsaved,
    Reason,
    Seen,
    Sound,
    SwitchOff,
    Wish,
)
from .signs import DIM, LEVELS, NONE, REFUSED, SIGNS, TAKEN, Sign

TURN = 3.5
"""Seconds until a page that turns by itself does."""
DIM_TURN = 15.0
TUMBLES, TUMBLE = 16, 0.06
"""How often a die shows another face before the box rolls, and for how many seconds each."""
LATE = 0.4
"""Seconds after a change from elsewhere in which OK does nothing: the finger meant the screen before."""
Power = Literal["on", "dim", "off"]


class Panel:
    """One OLED with its keys. `emit` gets every wish, in the loop's own thread."""

    def __init__(
        self,
        clock: Clock,
        emit: Callable[[Wish], object],
        settings: PanelSettings | None = None,
        meaning: Callable[[str], str | None] = lambda tag: None,
        reason: Callable[[str], Reason | None] = lambda rule: None,
        size: tuple[int, int] = (128, 64),
        roles: Mapping[str, Role] | None = None,
    ) -> None:
        """`meaning` says what a tag stands for (None: unknown), `reason` what a rule id stands for, `roles`
        what is laid on each reader (None: everything)."""
        self.settings = settings if settings is not None else PanelSettings()
        self.seen = Seen(-1)
        self.lost: dict[str, Text] = {}
        self.power: Power = "on"
        self.invite: Callable[[], Invitation | None] = lambda: None
        """How phones join, while they can."""
        self.teach: Callable[[], Lesson | None] = lambda: None
        """Begin or go on with teaching tokens."""
        self.teaches = False
        """Whether there is a reader to teach."""
        self.texts: frozenset[str] = frozenset()
        """The sentences of which something is to be read on the OLED now."""
        self._clock, self._emit = clock, emit
        self._glass = Glass(clock, emit, size)
        self._reason = reason
        self.menu = Menu(self)
        self._reading = Reading(self, meaning, roles or {}, clock.now)
        self._base: Screen = Pages("", "", lambda: None)
        self._over: list[Screen] = []
        self._news: deque[Screen] = deque()
        self._down: dict[str, Screen | None] = {}
        self._looking: int | None = None
        self._curtain_open = False
        self.waiting = False
        """Whether something was wished and nothing has come of it yet."""
        self._changed_at = -LATE
        self.tick = 0
        self._turns = 1
        self._rolling: Dice | None = None
        self._turn_timer: Timer | None = None
        self._idle_timer: Timer | None = None
        self._glass.bright(LEVELS[self.settings.brightness - 1])
        self._stir()

    # -- the table --------------------------------------------------------

    def show(self, seen: Seen) -> None:
        """The table is like this now. A new question, or news, lights the screen."""
        beside = self._is_beside(seen)
        same = (seen.number == self.seen.number or beside) and seen.prompt == self.seen.prompt
        ours, self.waiting = self.waiting, False
        before = (self.seen.answered, self.seen.outcome, self.seen.trouble)
        changed = not same or (seen.answered, seen.outcome, seen.trouble) != before
        self.seen = seen
        if changed:
            self._looking, self._curtain_open = None, False
            self._changed_at = self._clock.now() - (LATE if ours else 0)
            self._wake()
            if ours and self.settings.sound:
                self._emit(Sound(TAKEN))
        if changed or not (ours or beside):
            self._rebuild()
        self._rolled(seen)
        if seen.news:
            self.tell(*(notice.text for notice in seen.news))
        self._draw()

    def _is_beside(self, seen: Seen) -> bool:
        """Whether only a figure was corrected since, by somebody else: who is choosing here chooses on."""
        steps = seen.steps
        one_more = len(steps) == len(self.seen.steps) + 1 and isinstance(steps[-1].entry, Adjusted)
        return one_more and not self.waiting and seen.prompt == self.seen.prompt

    def refused(self, refusal: Refusal) -> None:
        """What was entered last does not count, and why."""
        self.waiting = False
        self._rolling = None
        self._wake()
        self.refuse(refusal)
        self._draw()

    def tell(self, *texts: Text, sign: str = "") -> None:
        """Show sentences for as long as reading them takes; any key goes on at once."""
        sentences = run_on([self.words(text) for text in texts])
        if not sentences:
            return
        self._wake()
        self._news.append(Pages("", sentences, self._next_news, self._next_news, sign or ""))
        if len(self._news) == 1:
            self.tick = 0
        self._draw()

    @property
    def frame(self) -> Image.Image:
        """The picture on the OLED."""
        return self._glass.frame

    @property
    def whole(self) -> Image.Image:
        """The whole picture, of which a low glass shows a part."""
        return self._glass.whole

    @property
    def lamps(self) -> frozenset[str]:
        """The lamps that are lit."""
        return self._glass.lamps

    @property
    def telling(self) -> bool:
        """Whether news stand over everything else."""
        return bool(self._news)

    @property
    def top(self) -> Screen | None:
        """What is open over the question."""
        return self._over[-1] if self._over else None

    @property
    def in_menu(self) -> bool:
        """Whether something is open over the question."""
        return bool(self._over)

    def redraw(self) -> None:
        """Something that a screen reads by itself (an invitation) has changed."""
        self._draw()

    # -- what the keys do now ---------------------------------------------

    @property
    def hints(self) -> Hints:
        """What each key does on the screen as it is."""
        if self.power != "on":
            return {key: say("Wake the screen") for key in ("up", "down", "ok", "back", *DIE_KEYS)}
        hints = dict(self.screen.hints())
        if self._news:
            return {"ok": say("Go on")}
        if not self._over:
            hints.setdefault("back", say("Look at the table"))
            hints["ok"] = say("{short}; hold: menu", short=hints.get("ok", say("OK")))
        hints["back"] = say("{short}; hold: take back", short=hints.get("back", say("Back")))
        return hints

    @property
    def names(self) -> dict[int, str]:
        """The people by seat."""
        return {person.seat: person.name for person in self.seen.view.people}

    def words(self, text: Text) -> str:
        """A text in the language of the screen."""
        return render(text, translator(self.settings.language))

    def reason(self, rule: str) -> Reason | None:
        """What a rule id stands for."""
        return self._reason(rule)

    # -- events -----------------------------------------------------------

    def handle(self, event: Event) -> None:
        """Take one event of the box."""
        if isinstance(event, Pressed | Clicked | Held | Repeated | Released):
            self._key(event)
            if isinstance(event, Released):
                return
        elif isinstance(event, Turned):
            if self._awake():
                self._step(event.steps)
        elif isinstance(event, TagLaid):
            self._wake()
            self._reading.lay(event.tag, event.reader)
        elif isinstance(event, TwoTags):
            self._reading.two()
        elif isinstance(event, DeviceLost):
            self._lost(event)
        elif isinstance(event, DeviceBack):
            self._reading.back(event.device)
            if self.lost.pop(event.device, None) is not None:
                self.tell(say("Back again: {device}.", device=device_name(event.device)), sign="done")
        elif isinstance(event, DeviceNotice):
            self.tell(event.text, sign="news")
        self._draw()

    def _lost(self, event: DeviceLost) -> None:
        self.lost[event.device] = event.reason
        if event.device != "display":  # Nobody could read it there, and OK would only take it away.
            device = device_name(event.device)
            self.tell(
                say("Missing: {device}. {why} The game goes on.", device=device, why=event.reason),
                sign="lost",
            )

    def _key(self, event: Pressed | Clicked | Held | Repeated | Released) -> None:
        button = event.button
        if isinstance(event, Pressed):
            # A press that only wakes belongs to no screen, so the rest of it does nothing.
            self._down[button] = self.screen if self._awake() else None
            if self._down[button] is not None and button in ("up", "down"):
                self._step_key(button, 1)
            return
        began_on = self._down.get(button)
        if isinstance(event, Released):
            self._down.pop(button, None)
            return
        self._stir()
        if began_on is None:
            return
        if isinstance(event, Repeated):
            if button in ("up", "down") and (began_on is self.screen or began_on in self._news):
                self._step_key(button, pace(event.count) if self.screen.grows > 0 else 1)
        elif isinstance(event, Clicked):
            self._click(button, began_on)
        elif button == "ok":
            self.hold_ok()
        elif button == "back":
            self.hold_back()
        elif button in self.screen.keys:
            self._box_roll()

    def _click(self, button: str, began_on: Screen) -> None:
        if button in ("up", "down") or began_on is not self.screen:
            return
        if button == "ok":
            self.ok()
        elif button == "back":
            self.back()
        elif button in DIE_KEYS:
            self.skip_news()
            if button in self.screen.keys:
                self._step(1)

    def _step_key(self, button: str, by: int) -> None:
        self.skip_news()
        screen = self.screen
        self._step(by * screen.grows * (1 if button == "up" else -1))
        self._down[button] = self.screen

    def _step(self, by: int) -> None:
        self.skip_news()
        self.tick = 0
        self.screen.step(by)

    def ok(self) -> None:
        """Take what is shown; just after a change from elsewhere, nothing."""
        if self._news or self._over:
            self.screen.ok()
        elif not self.waiting and self._clock.now() - self._changed_at >= LATE:
            self._base.ok()

    def back(self) -> None:
        """Step out; from the question, to the table."""
        if self._news:
            self._next_news()
        elif not self.screen.back() and not self._over:
            self.open(self.menu.browse())

    def hold_ok(self) -> None:
        """Open the table menu, or close everything."""
        self.skip_news()
        if self._over:
            self.close_all()
        else:
            self.open(self.menu.top())

    def hold_back(self) -> None:
        """Offer to take back."""
        self.skip_news()
        self.close_all()
        if self.seen.steps:
            self.open(self.menu.undo())
        else:
            self.tell(say("There is nothing to take back."))

    def _box_roll(self) -> None:
        """Let the die tumble for a moment, then wish the box's roll."""
        self.skip_news()
        if isinstance(self.asked, Roll) and not self._over and not self.waiting:
            self.waiting = True
            self._tumble(self.seen.number, TUMBLES)

    def _tumble(self, number: int, left: int) -> None:
        prompt, dice = self.asked, self._base
        if self.seen.number != number or not isinstance(prompt, Roll) or not isinstance(dice, Dice):
            return
        if left == 0:
            self._rolling = dice
            self._emit(BoxRoll(number, prompt.die, self._seat))
            return
        dice.step(1)
        self._draw()
        self._clock.call_later(TUMBLE, partial(self._tumble, number, left - 1))

    def _rolled(self, seen: Seen) -> None:
        """Show what the box rolled before anything else."""
        dice, self._rolling = self._rolling, None
        entry = seen.steps[-1].entry if seen.steps else None
        if dice is not None and isinstance(entry, Answered) and entry.value in dice.faces:
            self._news.append(Rolled(dice, entry.value, self._next_news))

    def sign(self, sign: Sign, text: Text | None = None) -> None:
        """Say by screen, lamps and buzzer what became of a token."""
        if text is not None and self.settings.sign_screen:
            self.skip_news()
            self.tell(text, sign=sign)
        if self.settings.sign_lamp:
            self._glass.blink(SIGNS[sign].lamps)
        if self.settings.sign_sound and self.settings.sound:
            self._emit(Sound(SIGNS[sign].sound))

    # -- what the menu asks of its host -----------------------------------

    def open(self, screen: Screen) -> None:
        """Put a screen on top."""
        self._over.append(screen)
        self.tick = 0

    def swap(self, screen: Screen) -> None:
        """Put a screen in the place of the topmost."""
        if self._over:
            self._over.pop()
        self.open(screen)

    def close(self) -> None:
        """Take the topmost screen away."""
        if self._over:
            self._over.pop()
        self.tick = 0

    def close_all(self) -> None:
        """Back to the question."""
        self._over.clear()
        self.tick = 0

    def enter(self, entry: Entry) -> None:
        """Wish an entry; nothing more is taken until it is known what became of it."""
        if not self.waiting:
            self.waiting = True
            self._emit(Enter(entry))

    def change(self, settings: PanelSettings) -> None:
        """Set the settings."""
        self.settings = settings
        self._glass.bright(LEVELS[settings.brightness - 1])
        self._emit(Changed(settings))
        self._rebuild()

    def switch_off(self) -> None:
        """Say good-bye and wish the box to be switched off."""
        self.close_all()
        self.open(Pages("", self.words(say("Switching off. The game is kept.")), lambda: None, lambda: None))
        self._emit(SwitchOff())

    # -- the question -----------------------------------------------------

    @property
    def screen(self) -> Screen:
        """What is on the OLED."""
        if self._news:
            return self._news[0]
        return self._over[-1] if self._over else self._base

    @property
    def _seat(self) -> int | None:
        prompt = self.seen.prompt
        if isinstance(prompt, Several):
            return self._looking
        return prompt.to if prompt is not None else None

    @property
    def asked(self) -> Prompt | None:
        """The single question that an answer would be to."""
        prompt = self.seen.prompt
        if isinstance(prompt, Several):
            return prompt.part(self._looking) if self._curtain_open else None
        return None if prompt is not None and prompt.own_screen else prompt

    def _rebuild(self) -> None:
        """Make the screen of the question anew."""
        seen, prompt = self.seen, self.seen.prompt
        if seen.trouble is not None:
            self._base = self.menu.trouble(seen.trouble, lambda: self._emit(PlayUnsaved()))
        elif prompt is None:
            text = seen.outcome.text if seen.outcome is not None else say("No game is open.")
            self._base = Pages("", self.words(text), self.hold_ok)
        elif isinstance(prompt, Several) and not self._curtain_open:
            self._base = gate(prompt, self.words, self.names, seen.answered, self._look)
        elif prompt.own_screen:
            self._base = elsewhere(prompt, self.words, self.names)
        elif prompt.secret and not self._curtain_open:
            self._base = curtain(prompt, self.words, self.names, partial(self._look, prompt.to))
        else:
            asked = self.asked
            assert asked is not None
            self._base = screen_for(asked, self.words, self.names, self.answer, self.refuse)
        self.tick = 0

    def _look(self, seat: int | None) -> None:
        """Somebody says that they look now."""
        self._looking, self._curtain_open = seat, True
        self._rebuild()

    def answer(self, value: Any, by: str = BY) -> None:
        """Answer the open question."""
        self.enter(Answered(self.seen.number, value, self._seat, by))

    def refuse(self, refusal: Refusal) -> None:
        """Say why something does not count or cannot be done now."""
        found = next((each for each in map(self._reason, refusal.rules) if each is not None), None)
        where = (
            Text(" ({where})", {"where": _held_together(found.where)})
            if found is not None and found.where
            else Text("")
        )
        self.tell(Text("{why}{where}", {"why": reason(refusal, self.words), "where": where}), sign="not now")
        if self.settings.sound:
            self._emit(Sound(REFUSED))

    # -- news -------------------------------------------------------------

    def _next_news(self) -> None:
        if self._news:
            self._news.popleft()
        self.tick = 0

    def _beside(self, screen: Screen) -> Screen | None:
        """The screen beside whose controls these news are told; None if they stand over everything."""
        if not isinstance(screen, Pages) or not self._news or screen.sign:
            return None
        below = self._over[-1] if self._over else self._base
        return below if below.speaks else None

    def skip_news(self) -> None:
        """What happened has been read."""
        if self._news:
            self._news.clear()
            self.tick = 0

    # -- light, time and pixels -------------------------------------------

    def _awake(self) -> bool:
        """Wake the screen; False if that is all that this press does."""
        was = self.power
        self._wake()
        return was == "on"

    def _wake(self) -> None:
        if self.power != "on":
            self._glass.bright(LEVELS[self.settings.brightness - 1])
            self.power = "on"
            self._over.clear()
            self._rebuild()
            self._glass.forget()
        self._stir()

    def _stir(self) -> None:
        """Something happened: begin to count to dim and off again."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        wait = self.settings.dim_after
        self._idle_timer = self._clock.call_later(wait, self._dim) if wait > 0 else None

    def _dim(self) -> None:
        """A minute without anybody: the overview, dark, wandering."""
        self.power = "dim"
        self._looking, self._curtain_open = None, False
        self._news.clear()
        self._over[:] = [self.menu.overview(lambda: None)]
        self._rebuild()
        self._glass.bright(DIM)
        wait = max(self.settings.off_after - self.settings.dim_after, 0)
        self._idle_timer = self._clock.call_later(wait, self._off) if self.settings.off_after > 0 else None
        self._draw()

    def _off(self) -> None:
        self.power = "off"
        self._idle_timer = None
        self._stop_turning()
        self._light_lamps()
        self._glass.bright(None)

    def _draw(self, turned: bool = False) -> None:
        if self.power == "off":
            return
        screen = self.screen
        canvas = self._glass.canvas()
        below = self._beside(screen)
        if below is not None and isinstance(screen, Pages):
            below.draw(canvas, self.tick, screen.text)
        else:
            screen.draw(canvas, self.tick)
        if self.waiting:
            canvas.busy()
        self.texts = frozenset(piece.source for piece in canvas.shown)
        self._glass.show(canvas, follow=not turned)
        self._light_lamps()
        self._arm(screen, canvas)

    def _light_lamps(self) -> None:
        screen = self._beside(self.screen) or self.screen
        self._glass.light(screen.lamps if self.power == "on" and not self.waiting else NONE)

    def _arm(self, screen: Screen, canvas: Canvas) -> None:
        """Set the timer that turns the page, if there is one to turn."""
        self._stop_turning()
        self._turns = canvas.turns
        if self._news:
            told = self._news[0].said()
            letters = sum(piece.end - piece.start for piece in canvas.shown if piece.source in told)
            self._turn_timer = self._clock.call_later(1.2 + 0.055 * letters, self._turn)
        elif self.power == "dim":
            self._turn_timer = self._clock.call_later(DIM_TURN, self._turn)
        elif canvas.turns > 1:
            self._turn_timer = self._clock.call_later(TURN, self._turn)

    def _stop_turning(self) -> None:
        if self._turn_timer is not None:
            self._turn_timer.cancel()
            self._turn_timer = None

    def _turn(self) -> None:
        self._turn_timer = None
        self.tick += 1
        if self._news:
            if self._beside(self._news[0]) is None:
                self._news[0].ok()
            elif self.tick >= self._turns:
                self._next_news()
            if not self._news:
                # The finger that was about to read on must not answer the question behind the news.
                self._changed_at = self._clock.now()
        self._draw(turned=True)


def _held_together(where: str) -> str:
    """A short reference, as "p. 14", that no line break may part."""
    return where.replace(" ", "\u00a0") if len(where) <= 8 else where


def run_on(sentences: Sequence[str]) -> str:
    """Sentences one after the other, each ended."""
    ended = [said + ("." if said[-1].isalnum() else "") for said in sentences[:-1] if said]
    return " ".join([*ended, *sentences[-1:]])


def pace(count: int) -> int:
    """How far a held key goes at its nth repeat: it gathers speed."""
    return 1 if count < 6 else 5 if count < 16 else 25
