"""The set-up assistant in a terminal: the steps of the box, one a screen, ticked; back and later are allowed.

It sits at the same service as the box and keeps the game in the same journal, so that either goes on where
the other stopped. Must not know a game by name, nor who types.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any

from companion.engine.game import Game
from companion.engine.live import Changed, Taken
from companion.engine.prompts import Choose, Count, Prompt, Roll, Several, Tell, Write
from companion.engine.session import Answered, Undone
from companion.engine.text import Text, render, say
from companion.games.rulebook import rulebook
from companion.hal.clock import VirtualClock
from companion.journal.store import Journal
from companion.service.box import Box
from companion.service.cards import Cards
from companion.service.keeper import Keeper
from companion.service.playing import Playing
from companion.service.sitting import Terms
from companion.words import translator

from .picture import characters

WIDE, TICKED = 78, 4
"""Letters in a line; how many steps that are done stay in sight."""
BACK, WHY, LATER = ("b", "back"), ("?", "why"), ("q", "quit")
_KEPT = say("Kept. Set-up goes on here or at the box.")
_NOT_BEGUN = say("Not begun: nothing is kept.")
Print = Callable[[str], object]
Type = Callable[[], str | None]


class Assistant:
    """One sitting at the terminal. `games` are those to choose from, `shelf` gives their cards."""

    def __init__(
        self,
        journal: Journal,
        games: Mapping[str, Game[Any]],
        cards: Cards,
        shelf: Callable[[Game[Any]], Mapping[str, Any]],
        language: str = "en",
        lost: Sequence[Text] = (),
        playing: Playing | None = None,
    ) -> None:
        """`lost`: what people must know of the saved games; `playing`: with which one the box goes on."""
        self._playing = playing if playing is not None else Playing(None)
        self._words = translator(language)
        self._clock = VirtualClock()
        terms = Terms(random.SystemRandom())
        self._box = Box(Keeper(self._clock, journal), games, shelf, terms, cards.learn)
        self._box.subscribe(self._changed)
        self._said: list[Text] = []
        self._lost = lost

    def run(self, echo: Print, clear: Callable[[], object], typed: Type) -> None:
        """Lead through the set-up. `typed` gives a line; None when nobody types any more."""
        self._box.start(*self._lost)
        self._clock.run_until_idle()
        set_up = 0
        try:
            while not self.is_over:
                clear()
                prompt = self._open()
                if prompt is None or prompt.secret:
                    # What only one may see is asked on a screen of their own.
                    break
                for line in self._screen(prompt):
                    echo(line)
                entered = typed()
                if entered is None or entered.strip().casefold() in LATER:
                    echo(self._in_words(_KEPT if self._box.sitting is not None else _NOT_BEGUN))
                    return
                self._take(prompt, entered.strip())
            clear()
            for line in self._told():
                echo(line)
            if not self.is_over:
                echo(self._in_words(_KEPT))
                return
            where = self._box.session.game.view(self._box.session.table).headline
            echo(self._in_words(say("Everything is set up: {where}. The box goes on with it.", where=where)))
            set_up = self._box.sitting.id if self._box.sitting is not None else 0
        finally:
            self._box.close(lambda: None)
            self._clock.run_until_idle()
        if set_up:
            self._playing.opened(set_up)

    @property
    def is_over(self) -> bool:
        """Whether the first round has begun: a set-up has no checkpoint before its end."""
        session = self._box.session
        if self._box.sitting is None:
            return False
        return session.pending is None or session.snapshot.moves > 0 or session.snapshot.entries > 0

    # -- one step -----------------------------------------------------------

    def _open(self) -> Prompt | None:
        """The question; where several are asked, the next one that is open."""
        pending = self._box.session.pending
        if pending is None:
            return None
        if isinstance(pending.prompt, Several):
            return next(part for part in pending.prompt.parts if part.to not in pending.answered)
        return pending.prompt

    def _screen(self, prompt: Prompt) -> Iterator[str]:
        for sentence in reversed(self._box.preview(min(TICKED, len(self._box.session.steps)))):
            yield f"[x] {self._in_words(sentence)}"
        yield from self._told()
        yield ""
        yield f"[ ] {self._in_words(prompt.title)}"
        if prompt.text.msg:
            yield fill(self._in_words(prompt.text), WIDE, initial_indent="    ", subsequent_indent="    ")
        if isinstance(prompt, Tell) and prompt.grid is not None:
            yield ""
            yield from (f"    {line}" for line in characters(prompt.grid))
        yield ""
        yield from self._ways(prompt)
        yield self._in_words(say("b: one step back   ?: why   q: later"))

    def _ways(self, prompt: Prompt) -> Iterator[str]:
        """What may be typed."""
        if isinstance(prompt, Tell):
            yield self._in_words(say("Enter: done"))
        elif isinstance(prompt, Choose):
            proposed = _proposed(prompt)
            for number, option in enumerate(prompt.options, 1):
                sign = ">" if option.id == proposed else " " if option.refusal is None else "-"
                yield f"  {sign} {number:>2}  {self._in_words(option.label)}"
            yield self._in_words(say("A number or a word of it; Enter: >"))
        elif isinstance(prompt, Count):
            yield self._in_words(
                say("{low} to {high}; Enter: {n}", low=prompt.low, high=prompt.high, n=prompt.default)
            )
        elif isinstance(prompt, Roll):
            faces = [prompt.die.name_of(face) for face in prompt.die.faces]
            yield self._in_words(say("What it shows: {faces}; Enter: the box rolls", faces=faces))
        elif isinstance(prompt, Write):
            yield self._in_words(say("Up to {n} letters", n=prompt.limit))

    def _take(self, prompt: Prompt, line: str) -> None:
        session, box = self._box.session, self._box
        if line.casefold() in BACK:
            box.submit(Undone(session.number, 1, "terminal"), self._heard)
        elif line.casefold() in WHY:
            rows = rulebook(session.game.rulebook)
            self._said += [Text(rows[id].sentence) for id in prompt.rules if id in rows]
        elif isinstance(prompt, Roll) and not line:
            box.roll(session.number, prompt.to, self._heard)
        else:
            box.submit(
                Answered(session.number, self._meant(prompt, line), prompt.to, "terminal"), self._heard
            )
        self._clock.run_until_idle()

    def _meant(self, prompt: Prompt, line: str) -> Any:
        """The answer that was typed; what is none comes back as it is, and is refused with the reason."""
        if isinstance(prompt, Tell):
            return line or "ok"
        if isinstance(prompt, Choose):
            if not line:
                return _proposed(prompt)
            word = line.casefold()
            labels = [self._in_words(option.label).casefold() for option in prompt.options]
            for fits in (word.__eq__, lambda label: label.startswith(word), lambda label: word in label):
                found = [at for at, label in enumerate(labels) if fits(label)]
                if len(found) == 1:
                    return prompt.options[found[0]].id
                if line.isdecimal() and 0 < int(line) <= len(prompt.options):
                    return prompt.options[int(line) - 1].id
            return line
        if isinstance(prompt, Count):
            return int(line) if line.isdecimal() else line or prompt.default
        if isinstance(prompt, Roll):
            faces = {self._in_words(prompt.die.name_of(face)).casefold(): face for face in prompt.die.faces}
            return faces.get(line.casefold(), line)
        return line or getattr(prompt, "default", "")

    # -- what is said -------------------------------------------------------

    def _heard(self, taken: Taken) -> None:
        if taken.refusal is not None:
            self._said.append(taken.refusal.text)

    def _changed(self, changed: Changed) -> None:
        self._said += [notice.text for notice in changed.notices if notice.seat is None]

    def _told(self) -> Iterator[str]:
        """What happened since the last screen."""
        for text in self._said:
            yield f"  - {self._in_words(text)}"
        self._said.clear()

    def _in_words(self, text: Text) -> str:
        return render(text, self._words)


def _proposed(prompt: Choose) -> str:
    """Where the cursor of the box would stand."""
    ids = [option.id for option in sorted(prompt.options, key=lambda option: option.refusal is not None)]
    return prompt.default if prompt.default in ids else ids[0]
