"""The table menu: everything that can be done besides answering. Builds screens, opens and closes them.

Must not know pixels, time or devices; what it wants done it tells its host.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Protocol

from msgspec.structs import replace

from companion.engine.prompts import Prompt, Refusal, Rules
from companion.engine.session import Adjusted, Entry, Redone, Took, Undone
from companion.engine.tell import tell_step
from companion.engine.text import Text, say
from companion.engine.view import Adjustable, Figure, Interlude, Mark
from companion.engine.view import Sheet as Table
from companion.words import languages

from .asking import asked_who, device_name
from .joining import Joining
from .screens import Act, Fact, Number, Overview, Pages, Row, Rows, Screen, Sheet
from .seen import Invitation, Lesson, PanelSettings, Reason, Seen
from .teaching import Teaching

BY = "button"
LOG_LINES = 60
BACK = say("Back")
UNKNOWN = say("not known")


class Host(Protocol):
    """What the menu needs of the panel."""

    seen: Seen
    settings: PanelSettings

    @property
    def names(self) -> dict[int, str]:
        """The people by seat."""

    def words(self, text: Text) -> str:
        """A text in the language of the screen."""

    def open(self, screen: Screen) -> None:
        """Put a screen on top."""

    def swap(self, screen: Screen) -> None:
        """Put a screen in the place of the topmost."""

    def close(self) -> None:
        """Take the topmost screen away."""

    def close_all(self) -> None:
        """Back to the question."""

    def enter(self, entry: Entry) -> None:
        """Wish an entry."""

    def refuse(self, refusal: Refusal) -> None:
        """Say why something cannot be done now."""

    def change(self, settings: PanelSettings) -> None:
        """Set the settings."""

    def switch_off(self) -> None:
        """Wish the box to be switched off."""

    def reason(self, rule: str) -> Reason | None:
        """What a rule id stands for."""

    invite: Callable[[], Invitation | None]
    """How phones join, while they can."""
    teach: Callable[[], Lesson | None]
    """Begin or go on with teaching tokens."""

    @property
    def teaches(self) -> bool:
        """Whether there is a reader to teach."""

    @property
    def lost(self) -> dict[str, Text]:
        """Devices that are gone, and why."""


class Menu:
    """The menu of one panel."""

    def __init__(self, host: Host) -> None:
        self._host = host

    # -- the tree ---------------------------------------------------------

    def top(self) -> Screen:
        """The menu itself."""
        host, seen = self._host, self._host.seen
        entries: list[tuple[Text, Act]] = [(say("The table"), lambda: host.open(self.browse()))]
        shut = {len(entries) + at for at, each in enumerate(seen.interludes) if each.refusal is not None}
        entries += [(each.label, self._take(each)) for each in seen.interludes]
        if seen.prompt is not None:
            entries.append((say("The question"), lambda: self._question(seen.prompt)))
            entries.append((say("Why?"), lambda: self.why(seen.prompt.rules if seen.prompt else ())))
        if seen.steps:
            entries.append((say("Take back"), lambda: host.open(self.undo())))
        if seen.redo:
            entries.append((say("Do it again"), lambda: self._enter(Redone(seen.number, BY))))
        if seen.adjustables:
            entries.append((say("Correct a figure"), lambda: host.open(self.groups())))
        entries.append((say("What happened"), lambda: host.open(self.log())))
        if host.lost:
            entries.append((say("Missing devices"), lambda: host.open(self.devices())))
        if host.invite() is not None:
            entries.append((say("Phones"), lambda: host.open(self.phones())))
        if host.teaches:
            entries.append((say("Teach tokens"), self._teach))
        entries.append((say("Settings"), lambda: host.open(self.set_up())))
        entries.append((say("Switch off"), lambda: host.open(self.off())))
        return self._list([], entries, shut=shut)

    @property
    def places(self) -> int:
        """How many screens `browse` has."""
        view = self._host.seen.view
        return 1 + len(view.people) + len(view.pages) + len(view.sheets)

    def browse(self, at: int = 0) -> Screen:
        """The overview, each person, each page of the game: UP and DOWN go from one to the next."""
        host, view = self._host, self._host.seen.view
        count = self.places

        def turn(by: int) -> None:
            host.swap(self.browse((at + by) % count))

        if at == 0:
            return self.overview(host.close, turn)
        words = host.words
        if at <= len(view.people):
            person = view.people[at - 1]
            facts = [*map(self._figure, person.figures), *map(self._mark, person.marks)]
            lines = [Fact(words(line)) for line in person.lines]
            heading = words(say("{who} (at turn)", who=person.name)) if person.active else person.name
            return Sheet(heading, facts + lines, host.close, turn, host.close)
        at -= 1 + len(view.people)
        if at >= len(view.pages):
            table = view.sheets[at - len(view.pages)]
            return Sheet(words(table.title), self._table(table), host.close, turn, host.close)
        page = view.pages[at]
        facts = [*map(self._figure, page.figures), *map(self._mark, page.marks)]
        facts += [Fact(words(line)) for line in page.lines]
        return Sheet(words(page.title), facts, host.close, turn, host.close)

    def overview(self, done: Act, turn: Callable[[int], None] | None = None) -> Screen:
        """Whose turn, what now, how close to losing."""
        seen, words = self._host.seen, self._host.words
        asked = words(seen.prompt.title) if seen.prompt is not None and not seen.prompt.secret else ""
        alerts = [words(alert) for alert in seen.view.alerts]
        texts = [words(seen.view.headline), *alerts, asked]
        return Overview([text for text in texts if text], [*map(self._figure, seen.view.figures)], done, turn)

    def undo(self, count: int = 1) -> Screen:
        """Ask whether to take back so many moves, naming them."""
        host, seen = self._host, self._host.seen
        steps = list(reversed(seen.steps[-count:]))
        told = [tell_step(step, seen.adjustables) for step in steps]
        talk = [host.words(say("Take back: {what}", what=what)) for what in told]
        entries: list[tuple[Text, Act]] = [
            (say("Take back"), lambda: self._enter(Undone(seen.number, count, BY))),
        ]
        if len(seen.steps) > count:
            entries.append((say("One more"), lambda: host.swap(self.undo(count + 1))))
        return self._list(talk, entries, leave=say("Leave it"))

    def groups(self) -> Screen:
        """The groups of figures that can be corrected."""
        host = self._host
        groups: dict[str, list[Adjustable]] = {}
        for figure in host.seen.adjustables:
            groups.setdefault(host.words(figure.group) or host.words(say("The table")), []).append(figure)
        if len(groups) == 1:
            return self._figures(*groups.popitem())
        rows = [
            (
                Text("{name}", {"name": name}),
                partial(self._open, self._figures, name, own),
            )
            for name, own in groups.items()
        ]
        return self._list([host.words(say("Correct a figure"))], rows)

    def log(self) -> Screen:
        """What happened, the newest first; OK on a line asks why."""
        host = self._host
        lines: list[tuple[Text, Rules]] = []
        for step in reversed(host.seen.steps[-LOG_LINES:]):
            lines += [(n.text, n.rules) for n in reversed(step.notices) if n.seat is None]
            lines.append((tell_step(step, host.seen.adjustables), step.prompt.rules if step.prompt else ()))
        if not lines:
            return Pages("", host.words(say("Nothing has happened yet.")), host.close, host.close)
        return self._list([], [(text, partial(self.why, rules)) for text, rules in lines])

    def why(self, rules: Rules) -> None:
        """Open the rules behind something: where in the rulebook, and the sentence."""
        host = self._host
        found = [reason for reason in map(host.reason, rules) if reason is not None]
        if not found:
            host.open(Pages("", host.words(say("No rule is named for this.")), host.close, host.close))
        for reason in reversed(found):
            heading = f"{reason.id} {reason.where}".strip()
            host.open(Pages(heading, host.words(reason.sentence), host.close, host.close))

    def devices(self) -> Screen:
        """What is missing, and why."""
        host = self._host
        facts = [
            Fact(host.words(say("{device}: {why}", device=device_name(name), why=why)))
            for name, why in host.lost.items()
        ]
        return Sheet(host.words(say("Missing devices")), facts, host.close, back=host.close)

    def phones(self) -> Screen:
        """How a phone joins."""
        host = self._host
        return Joining(lambda: host.invite(), host.words, host.close)

    def _teach(self) -> None:
        lesson = self._host.teach()
        if lesson is not None:
            self._host.open(self.lesson(lesson))

    def lesson(self, lesson: Lesson) -> Screen:
        """What to lay on the reader now."""
        host = self._host
        return Teaching(lesson, host.words, lambda: host.swap(self.lesson(lesson)), host.close)

    def set_up(self, cursor: int = 0) -> Screen:
        """Sound, brightness, signs, language."""
        host, now = self._host, self._host.settings
        spoken = languages()
        codes = list(spoken)
        following = codes[(codes.index(now.language) + 1) % len(codes)] if now.language in codes else "en"
        switches: list[tuple[Text, PanelSettings]] = [
            (
                say("Language: {name}", name=spoken.get(now.language, now.language)),
                replace(now, language=following),
            ),
            (say("Brightness: {n}", n=now.brightness), replace(now, brightness=now.brightness % 4 + 1)),
            (_onoff(say("Sound: on"), say("Sound: off"), now.sound), replace(now, sound=not now.sound)),
            (
                _onoff(say("Token signs: on"), say("Token signs: off"), now.sign_screen),
                replace(now, sign_screen=not now.sign_screen),
            ),
            (
                _onoff(say("Token lamps: on"), say("Token lamps: off"), now.sign_lamp),
                replace(now, sign_lamp=not now.sign_lamp),
            ),
            (
                _onoff(say("Token sounds: on"), say("Token sounds: off"), now.sign_sound),
                replace(now, sign_sound=not now.sign_sound),
            ),
        ]

        def setter(at: int, settings: PanelSettings) -> Act:
            def do() -> None:
                host.change(settings)
                host.swap(self.set_up(at))

            return do

        entries = [(label, setter(at, settings)) for at, (label, settings) in enumerate(switches)]
        return self._list([], entries, cursor=cursor)

    def off(self) -> Screen:
        """Ask before switching off."""
        host = self._host
        talk = [host.words(say("Switch off? The game is kept."))]
        return self._list(talk, [(say("Switch off"), host.switch_off)], leave=say("Play on"), cursor=1)

    def trouble(self, why: Text, play_on: Act) -> Screen:
        """The game cannot be kept: say so, and ask whether to go on all the same."""
        host = self._host
        rows = [Row(host.words(say("Go on unsaved"))), Row(host.words(say("Switch off")))]
        does: list[Act] = [play_on, lambda: host.open(self.off())]
        return Rows([host.words(why)], rows, lambda at: does[at]())

    # -- parts ------------------------------------------------------------

    def _list(
        self,
        talk: Sequence[str],
        entries: Sequence[tuple[Text, Act]],
        leave: Text = BACK,
        cursor: int = 0,
        shut: Collection[int] = (),
    ) -> Screen:
        """A list with a way out as its last row, for boxes without a BACK key."""
        host = self._host
        every = [*entries, (leave, host.close)]
        rows = [Row(host.words(label), at not in shut) for at, (label, _) in enumerate(every)]
        return Rows(talk, rows, lambda at: every[at][1](), cursor, back=host.close)

    def _open(self, make: Callable[..., Screen], *about: Any) -> None:
        self._host.open(make(*about))

    def _enter(self, entry: Entry) -> None:
        self._host.close_all()
        self._host.enter(entry)

    def _take(self, each: Interlude) -> Act:
        if each.refusal is not None:
            return partial(self._host.refuse, each.refusal)
        return lambda: self._enter(Took(self._host.seen.number, each.id, each.seat, BY))

    def _question(self, prompt: Prompt | None) -> None:
        host = self._host
        if prompt is not None and not prompt.secret:
            talk = asked_who(prompt, host.words, host.names)
            host.open(Pages(talk[0] if talk else "", " ".join(talk[1:]), host.close, host.close))

    def _figures(self, heading: str, figures: Sequence[Adjustable]) -> Screen:
        words = self._host.words
        entries = [
            (
                say("{name}: {value}", name=figure.name, value=_value(figure)),
                partial(self._open, self._corrector, figure),
            )
            for figure in figures
        ]
        return self._list([heading] if heading else [words(say("Correct a figure"))], entries)

    def every_correction(self) -> list[Screen]:
        """All screens that correct figures."""
        groups = [
            self._figures(self._host.words(figure.group), [figure]) for figure in self._host.seen.adjustables
        ]
        return [self.groups(), *groups, *map(self._corrector, self._host.seen.adjustables)]

    def _corrector(self, figure: Adjustable) -> Screen:
        host = self._host

        def correct(value: Any) -> None:
            self._enter(Adjusted(figure.path, value, figure.value, None, BY))

        name = host.words(figure.name)
        group = host.words(figure.group)
        talk = [f"{group}: {name}" if group else name]
        if figure.options:
            ids = [id for id, _ in figure.options]
            entries = [(label, partial(correct, id)) for id, label in figure.options]
            cursor = ids.index(figure.value) if figure.value in ids else 0
            return self._list(talk, entries, cursor=cursor)
        value = figure.value if isinstance(figure.value, int) else figure.low
        return Number(talk, figure.low, figure.high, value, correct, back=host.close)

    def _figure(self, figure: Figure) -> Fact:
        value = figure.value
        shown = self._host.words(value) if isinstance(value, Text) else str(value)
        share = None
        if figure.high is not None and isinstance(value, int):
            shown, share = f"{value}/{figure.high}", (value, figure.high)
        return Fact(self._host.words(figure.name), shown, share, figure.alarm)

    def _table(self, table: Table) -> list[Fact]:
        """A table as lines: what is written in each of its rows."""
        words = self._host.words
        facts = [Fact(words(line)) for line in table.lines]
        for row in table.rows:
            filled = [
                words(say("{column}: {sign}", column=column, sign=cell.sign))
                for column, cell in zip(table.columns, row.cells, strict=True)
                if cell.sign.msg
            ]
            facts.append(Fact(words(row.name), ", ".join(filled)))
        return facts

    def _mark(self, mark: Mark) -> Fact:
        return Fact(self._host.words(mark.name), f"{mark.count}")


def _onoff(on: Text, off: Text, value: bool) -> Text:
    return on if value else off


def _value(figure: Adjustable) -> str | Text:
    if figure.value is None:
        return UNKNOWN
    return dict(figure.options).get(figure.value, str(figure.value))
