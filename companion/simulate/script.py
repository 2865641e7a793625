"""The grammar of play scripts (docs/play-scripts.md): one verb a line, and what each does at the table.

Must not know any game, nor where the scripts come from.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.engine.prompts import Choose, Count, Prompt, Roll, Several, Tell, Write
from companion.engine.text import Text, render, say
from companion.hal import switches
from companion.hal.events import BUTTONS, ButtonName
from companion.panel.screens import Number, Pages, Rows
from companion.service.tray import tag_of

from .table import Stuck, Table, meant

UNITS = {"": 1, "s": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600}
CORRECT, REDO = say("Correct a figure"), say("Do it again")


PATIENCE = 50
"""Questions after which `read to` gives up."""


class Wrong(Exception):
    """A line that cannot be done or does not hold: what was expected, and what was seen."""

    def __init__(self, expected: str, saw: str) -> None:
        super().__init__(f"expected {expected}, saw {saw}")


class Line(Struct, frozen=True):
    """A line that does something: its number, its verb, the rest of it."""

    number: int
    verb: str
    rest: str


def parse(text: str) -> list[Line]:
    """The lines that do something. `#` at the start or after a space begins a remark."""
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*", "", raw.removeprefix("\ufeff")).strip()
        if line:
            verb, _, rest = line.partition(" ")
            lines.append(Line(number, verb.casefold(), rest.strip()))
    return lines


class Script:
    """A script being played. `table` is there once it needs one."""

    def __init__(self, make_table: Callable[[str, int], Table] = Table) -> None:
        """`make_table` sets up the table of a game, with the seed of its dice."""
        self._game = ""
        self._seed = 1
        self._make_table = make_table
        self._dice = random.Random(self._seed)
        self._make_table = make_table
        self._table: Table | None = None
        self.verbs: dict[str, Callable[[str], None]] = {
            "game": self._do_game,
            "seed": self._do_seed,
            "scenario": self._do_scenario,
            "seats": self._do_seats,
            "answer": self._do_answer,
            "try": self._do_try,
            "read": self._do_read,
            "press": self._do_press,
            "hold": self._do_hold,
            "turn": lambda rest: self.table.turn(number(rest)),
            "knob": self._do_knob,
            "roll": lambda rest: self.table.roll(),
            "lay": self._do_lay,
            "lift": lambda rest: self.table.lift(),
            "menu": self._do_menu,
            "adjust": self._do_adjust,
            "undo": self._do_undo,
            "redo": lambda rest: self._menu(self._words(REDO)),
            "play": self._do_play,
            "wait": lambda rest: self.table.wait(seconds(rest)),
            "bounce": self._do_bounce,
            "stick": lambda rest: self._button(rest, self.table.box.buttons.stick),
            "free": lambda rest: self._button(rest, self.table.box.buttons.free),
            "lose": lambda rest: self._button(rest, self.table.box.buttons.lose),
            "regain": lambda rest: self._button(rest, self.table.box.buttons.regain),
            "unplug": lambda rest: self._plug(rest, "unplug"),
            "plug": lambda rest: self._plug(rest, "plug"),
            "noise": lambda rest: self._noise(rest),
            "spoil": lambda rest: self.table.box.reader.cut_frames(number(rest)),
            "power": self._do_power,
            "expect": self._do_expect,
        }

    @property
    def table(self) -> Table:
        """The table, set up when it is needed first."""
        if self._table is None:
            self._table = self._make_table(self._game, self._seed)
        return self._table

    def do(self, line: Line) -> None:
        """Do one line. Raises Wrong."""
        verb = self.verbs.get(line.verb)
        if verb is None:
            near = get_close_matches(line.verb, self.verbs, 1)
            raise Wrong("a verb" + (f" (did you mean {near[0]}?)" if near else ""), repr(line.verb))
        try:
            verb(line.rest)
        except Stuck as stuck:
            raise Wrong(f"{line.verb} {line.rest}".strip() + " to work", str(stuck)) from None
        if self._table is not None and self._table.bugs:
            raise Wrong("rules that do not stumble", self._table.bugs[-1])

    def close(self) -> None:
        """Put everything away."""
        if self._table is not None:
            self._table.close()

    def state(self) -> dict[str, Any]:
        """How it stands at the end, as plain data."""
        session = self.table.session
        outcome = session.outcome
        return {
            "game": session.game.id,
            "entries": len(session.entries),
            "digest": session.digest(),
            "prompt": self.table.asked,
            "outcome": None if outcome is None else {"won": outcome.won, "text": render(outcome.text)},
            "figures": msgspec.to_builtins(dict(self.table.figures)),
            "table": msgspec.to_builtins(session.table, str_keys=True),
        }

    # -- setting up -------------------------------------------------------

    def _do_game(self, rest: str) -> None:
        from companion.games import registry

        found = sorted(registry())
        if rest not in found:
            near = get_close_matches(rest, found, 1)
            raise Wrong(
                "one of " + ", ".join(found), repr(rest) + (f"; did you mean {near[0]}?" if near else "")
            )
        self._before_the_table("game")
        self._game = rest

    def _do_seed(self, rest: str) -> None:
        self._before_the_table("seed")
        self._seed = number(rest)
        self._dice.seed(self._seed)

    def _before_the_table(self, verb: str) -> None:
        if self._table is not None:
            raise Wrong(f"{verb} before anything is played", "a game under way")

    def _do_scenario(self, rest: str) -> None:
        """Answer what is asked until the scenario of that name is chosen; its campaign comes first."""
        shelf = self.table.extras.shelf(self.table.extras.games[self._game]) if self._game else {}
        cards = {id.replace("-", "_"): card for id, card in shelf.get("scenarios", {}).items()}
        card = cards.get(rest.replace("-", "_"), {})
        for _ in range(3):
            prompt = self._asked()
            ids = [option.id for option in prompt.options] if isinstance(prompt, Choose) else []
            wanted = next((id for id in ids if id.replace("-", "_") == rest.replace("-", "_")), None)
            if wanted is None and card.get("campaign") in ids:
                self.table.answer(str(card["campaign"]))
                continue
            self.table.answer(wanted or rest)
            return

    def _do_seats(self, rest: str) -> None:
        """Answer how many play and who; the one who is named first goes first."""
        names = [name.strip() for name in rest.split(",") if name.strip()]
        self._how_many(len(names))
        for name in names:
            prompt = self._asked()
            if isinstance(prompt, Write) or (isinstance(prompt, Choose) and _fits(prompt, name)):
                self.table.answer(name)
        self._how_many(len(names))
        first = self._asked()
        if self.table.in_lobby and isinstance(first, Choose) and _fits(first, names[0]):
            self.table.answer(names[0])

    def _how_many(self, people: int) -> None:
        while isinstance(self._asked(), Count) and self.table.in_lobby:
            self.table.answer(str(people))

    # -- answering --------------------------------------------------------

    def _do_answer(self, rest: str) -> None:
        self.table.answer(*self._to_whom(rest))

    def _do_try(self, rest: str) -> None:
        self.table.attempt(*self._to_whom(rest))

    def _do_read(self, rest: str) -> None:
        """Take what is told and what is proposed, until the question has the words."""
        to, _, words = rest.partition(" ")
        words = unquoted(words.strip())
        if to != "to" or not words:
            raise Wrong("read to WORDS", f"read {rest}")
        for _ in range(PATIENCE):
            prompt = self._asked()
            if words.casefold() in self.table.asked.casefold():
                return
            if not isinstance(prompt, Tell | Choose | Count):
                break
            self.table.answer(str(proposed(prompt)))
        raise Wrong(f"{words!r} in a question", repr(self.table.asked))

    def _to_whom(self, rest: str) -> tuple[str, str]:
        """`Ann: 3` answers for Ann where several are asked."""
        if isinstance(self._asked(), Several):
            seat, colon, words = rest.partition(":")
            return (words.strip(), seat.strip()) if colon else (rest, "")
        return rest, ""

    def _asked(self) -> Prompt | None:
        pending = self.table.session.pending
        return pending.prompt if pending is not None else None

    def _do_press(self, rest: str) -> None:
        for word in rest.split():
            self._button(word, self.table.press)

    def _do_hold(self, rest: str) -> None:
        name, _, time = rest.partition(" ")
        self._button(name, lambda button: self.table.hold(button, seconds(time) if time else 1.0))

    def _do_knob(self, rest: str) -> None:
        if rest not in ("on", "off"):
            raise Wrong("knob on or knob off", f"knob {rest}")
        self.table.knob = rest == "on"

    def _do_lay(self, rest: str) -> None:
        """A tag as it is, a meaning with a colon, or what would answer the question."""
        table = self.table
        kind, _, tag = rest.partition(" ")
        if kind == "tag" or rest == "unknown":
            table.lay(tag.strip() or tag_of(""))
            return
        table.tray.fill(self._asked())
        meaning = rest
        if rest not in table.tray.here:
            prompt = self._asked()
            value = meant(prompt, rest) if prompt is not None and ":" not in rest else rest
            meaning = next(
                (each for each in table.tray.here if (each and each.endswith(f":{value}")) or each == value),
                rest,
            )
        table.tray.teach(meaning)
        table.lay(tag_of(meaning))

    # -- the menu ---------------------------------------------------------

    def _words(self, text: Text) -> str:
        return self.table.panel.words(text)

    def _do_menu(self, rest: str) -> None:
        self._menu(*(part.strip() for part in rest.split(">")))

    def _menu(self, *path: str) -> None:
        """Open the table menu and choose one row after the other."""
        self.table.to_the_question()
        self.table.hold("ok")
        for wanted in path:
            self._row(wanted)

    def _row(self, wanted: str) -> None:
        screen = self.table.panel.screen
        if not isinstance(screen, Rows):
            raise Stuck(f"no list that has {wanted!r}")
        labels = [row.label for row in screen.rows]
        found = [at for at, label in enumerate(labels) if label.casefold() == wanted.casefold()]
        found = found or [
            at for at, label in enumerate(labels) if label.casefold().startswith(wanted.casefold())
        ]
        if not found:
            raise Stuck("one of: " + ", ".join(labels))
        self.table.turn(found[0] - screen.cursor)
        self.table.press("ok")

    def _do_adjust(self, rest: str) -> None:
        path, _, value = rest.partition(" ")
        figures = {figure.path: figure for figure in self.table.session.adjustables()}
        if path not in figures:
            near = get_close_matches(path, figures, 1)
            raise Wrong(f"a figure called {path}", f"did you mean {near[0]}?" if near else "none")
        figure = figures[path]
        self._menu(self._words(CORRECT))
        groups = {self._words(each.group) for each in figures.values()}
        if len(groups) > 1:
            self._row(self._words(figure.group) or self._words(say("The table")))
        self._row(self._words(say("{name}: ", name=figure.name)).strip())
        screen = self.table.panel.screen
        if isinstance(screen, Number):
            self.table.turn(number(value) - screen.value)
            self.table.press("ok")
        else:
            self._row(self._words(dict(figure.options).get(value, Text(value))))

    def _do_undo(self, rest: str) -> None:
        self.table.to_the_question()
        self.table.hold("back")
        for _ in range(number(rest or "1") - 1):
            self.table.press("down")
            self.table.press("ok")
        self.table.press("ok")

    def _do_play(self, rest: str) -> None:
        """Answer so many questions as a sensible player would, or all until the end."""
        limit = 100_000 if rest in ("on", "to the end") else number(rest)
        for _ in range(limit):
            session, prompt = self.table.session, self._asked()
            if prompt is None:
                return
            begin = getattr(session.game, "begin", None)
            begun = None if begin is None else begin(session.table, prompt, session.interludes)
            if begun is not None:
                self._menu(self._words(begun.label))
                continue
            seat = ""
            if isinstance(prompt, Several):
                pending = session.pending
                assert pending is not None
                part = next(part for part in prompt.parts if part.to not in pending.answered)
                prompt, seat = part, self.table.panel.names.get(part.to or 0, str(part.to))
            value = session.game.suggest(session.table, prompt)
            if value is None and isinstance(prompt, Roll):
                self.table.roll()
                continue
            self.table.answer(
                str(value if value is not None and prompt.accept(value) is None else proposed(prompt)), seat
            )

    # -- faults -----------------------------------------------------------

    def _do_bounce(self, rest: str) -> None:
        self.table.box.buttons.switch = switches.CLEAN if rest == "off" else switches.POOR

    def _button(self, word: str, does: Callable[[ButtonName], object]) -> None:
        name = word.casefold()
        if name not in BUTTONS:
            near = get_close_matches(name, BUTTONS, 1)
            raise Wrong(
                "a button, " + ", ".join(BUTTONS), repr(word) + (f"; did you mean {near[0]}?" if near else "")
            )
        does(name)

    def _plug(self, rest: str, what: Literal["plug", "unplug"]) -> None:
        parts: dict[str, Any] = {"reader": self.table.box.reader, "oled": self.table.box.display}
        if rest not in parts:
            raise Wrong("reader or oled", repr(rest))
        getattr(parts[rest], what)()
        self.table.box.display.check()
        self.table.wait(0.5)

    def _noise(self, rest: str) -> None:
        self.table.box.reader.garbage(seconds(rest))
        self.table.wait(seconds(rest))

    def _do_power(self, rest: str) -> None:
        if rest != "cut":
            raise Wrong("power cut", f"power {rest}")
        self.table.cut_power()

    # -- expecting --------------------------------------------------------

    def _do_expect(self, rest: str) -> None:
        what, _, wanted = rest.partition(" ")
        wanted = unquoted(wanted.strip())
        expectations: dict[str, Callable[[str], None]] = {
            "prompt": lambda words: self._holds("the prompt", words, self.table.asked),
            "oled": self._expect_oled,
            "no": self._expect_no,
            "figure": self._expect_figure,
            "refusal": self._expect_refusal,
            "news": lambda words: self._holds("news", words, self._news()),
            "lamps": self._expect_lamps,
            "game": self._expect_game,
            "key": self._expect_key,
            "off": self._expect_off,
        }
        if what not in expectations:
            near = get_close_matches(what, expectations, 1)
            raise Wrong(
                "one of " + ", ".join(expectations),
                repr(what) + (f"; did you mean {near[0]}?" if near else ""),
            )
        expectations[what](wanted)

    def _holds(self, where: str, words: str, saw: str) -> None:
        if words.casefold() not in saw.casefold():
            raise Wrong(f"{words!r} in {where}", repr(saw) if saw else "nothing")

    def _expect_oled(self, words: str) -> None:
        states = {"dark": not self.table.box.display.lit, "dim": self.table.panel.power == "dim"}
        if words in states:
            if not states[words]:
                raise Wrong(f"a {words} OLED", repr(self.table.oled) or "a lit one")
        else:
            self._holds("the OLED", words, self.table.oled)

    def _expect_no(self, rest: str) -> None:
        what, _, words = rest.partition(" ")
        words = unquoted(words)
        if what == "refusal" and not words:
            if self._refusal():
                raise Wrong("no refusal", repr(self._refusal()))
        elif what == "oled" and words.casefold() in self.table.oled.casefold():
            raise Wrong(f"no {words!r} on the OLED", repr(self.table.oled))
        elif what not in ("oled", "refusal"):
            raise Wrong("no oled WORDS, or no refusal", f"no {rest}")

    def _expect_figure(self, rest: str) -> None:
        path, _, wanted = rest.partition(" ")
        figures = self.table.figures
        value = figures[path] if path in figures else follow(self.state()["table"], path)
        if value is _MISSING:
            near = get_close_matches(path, figures, 1)
            raise Wrong(f"a figure called {path}", f"did you mean {near[0]}?" if near else "none")
        if str(value).casefold() != unquoted(wanted).casefold():
            raise Wrong(f"{path} to be {wanted}", str(value))

    def _refusal(self) -> str:
        screen = self.table.panel.screen
        return screen.text or screen.heading if isinstance(screen, Pages) and screen.sign == "not now" else ""

    def _expect_refusal(self, words: str) -> None:
        if not self._refusal():
            raise Wrong(f"a refusal with {words!r}", f"none but {self.table.oled!r}")
        self._holds("the refusal", words, self._refusal())

    def _news(self) -> str:
        return " ".join(render(notice.text) for notice in self.table.session.notices)

    def _expect_lamps(self, words: str) -> None:
        wanted = set() if words == "none" else set(words.split())
        if self.table.box.lamps.lit != wanted:
            raise Wrong(f"lamps {words}", " ".join(sorted(self.table.box.lamps.lit)) or "none")

    def _expect_game(self, words: str) -> None:
        outcome = self.table.session.outcome
        now = "open" if outcome is None else {True: "won", False: "lost", None: "over"}[outcome.won]
        if words != now and not (words == "over" and outcome is not None):
            raise Wrong(f"the game to be {words}", now)

    def _expect_off(self, rest: str) -> None:
        if not self.table.switched_off:
            raise Wrong("the box to be switched off", "it is on")

    def _expect_key(self, rest: str) -> None:
        key, _, words = rest.partition(" ")
        hints = self.table.panel.hints
        self._holds(f"what {key} does", unquoted(words), self._words(hints[key]) if key in hints else "")


_MISSING = object()


def follow(state: Any, path: str) -> Any:
    """The value at a dotted path of the state; `_MISSING` if there is none."""
    for part in path.split("."):
        if isinstance(state, dict) and part in state:
            state = state[part]
        elif isinstance(state, list) and part.isdigit() and int(part) < len(state):
            state = state[int(part)]
        else:
            return _MISSING
    return state


def proposed(prompt: Prompt) -> Any:
    """What a question proposes, or else the first answer that counts."""
    if isinstance(prompt, Choose):
        open_ids = [option.id for option in prompt.options if option.refusal is None]
        return prompt.default if prompt.default in open_ids else open_ids[0]
    if isinstance(prompt, Count):
        return min(max(prompt.default, prompt.low), prompt.high)
    if isinstance(prompt, Write):
        return prompt.default or "A"
    if isinstance(prompt, Tell):
        return "ok"
    return prompt.die.faces[0]  # type: ignore[attr-defined]


def _fits(prompt: Prompt, name: str) -> bool:
    try:
        meant(prompt, name)
    except Stuck:
        return False
    return True


def number(words: str) -> int:
    """A whole number."""
    try:
        return int(words)
    except ValueError:
        raise Wrong("a whole number", repr(words)) from None


def seconds(words: str) -> float:
    """A time: `90`, `2 minutes`, `1.5h`."""
    found = re.fullmatch(r"([\d.]+)\s*([a-z]*?)s?", words.strip())
    if found is None or found[2] not in UNITS or found[1].count(".") > 1:
        raise Wrong("a time such as 90, 2 minutes or 1 hour", repr(words))
    return float(found[1]) * UNITS[found[2]]


def unquoted(words: str) -> str:
    """Words without the quotes they may stand in."""
    return words[1:-1] if len(words) > 1 and words[0] == words[-1] == '"' else words
