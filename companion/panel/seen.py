"""What goes into the panel and what comes out: the table as seen, the wishes, the settings.

Plain data. Must not know pixels, screens, devices or any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct
from PIL import Image

from companion.engine.prompts import Die, Prompt
from companion.engine.rule import Notice, Outcome
from companion.engine.session import Entry, Session, Step, Undone
from companion.engine.text import Text, say
from companion.engine.view import Adjustable, Interlude, View

BLANK = View(Text(""))


class Seen(Struct, frozen=True):
    """The table at one moment. `news` is what the last entry brought about, `steps` all moves that stand
    (for the log and for undo), `redo` whether one can be made again. `trouble`: the game cannot be kept."""

    number: int
    prompt: Prompt | None = None
    answered: tuple[int | None, ...] = ()
    view: View = BLANK
    news: tuple[Notice, ...] = ()
    interludes: Sequence[Interlude] = ()
    adjustables: Sequence[Adjustable] = ()
    steps: Sequence[Step] = ()
    redo: bool = False
    outcome: Outcome | None = None
    trouble: Text | None = None


class Reason(Struct, frozen=True):
    """What stands behind a rule id: where in the rulebook (its own heading), and its sentence."""

    id: str
    where: str
    sentence: Text


class Invitation(Struct, frozen=True):
    """How a phone joins: the code to scan (rows of modules, True for dark), the address to type, the PIN, and
    how many phones look on now."""

    code: tuple[tuple[bool, ...], ...]
    address: str
    pin: str
    phones: int = 0


class Lesson(Protocol):
    """Teaching tokens, one thing after the other."""

    @property
    def asked(self) -> tuple[Text, int] | None:
        """What to lay on the reader now, and how many are left; None when all have a token."""

    def lay(self, tag: str) -> Text | None:
        """Let the tag stand for what is asked; None if it does now, else why not."""

    def later(self) -> None:
        """Leave what is asked for the end."""


class PanelSettings(Struct, frozen=True):
    """What people can set at the box. Times in seconds; `brightness` 1 to 4."""

    language: str = "en"
    brightness: int = 3
    sound: bool = True
    sign_screen: bool = True
    sign_lamp: bool = True
    sign_sound: bool = True
    dim_after: float = 60.0
    off_after: float = 600.0


class Shown(Struct, frozen=True):
    """Show this picture: mode "1", of the panel's size."""

    image: Image.Image


class Lit(Struct, frozen=True):
    """Exactly these lamps are to be on (they are named after the buttons they sit in)."""

    lamps: frozenset[str]


class Sound(Struct, frozen=True):
    """Sound the buzzer: seconds on, off, on, …"""

    pattern: tuple[float, ...]


class Light(Struct, frozen=True):
    """The OLED's brightness, 0 to 255, or None: dark."""

    level: int | None


class Enter(Struct, frozen=True):
    """Put this entry to the session; `show` or `refused` must follow."""

    entry: Entry


class BoxRoll(Struct, frozen=True):
    """The people want the box to roll `die` for the prompt with `number`."""

    number: int
    die: Die
    seat: int | None = None


class Changed(Struct, frozen=True):
    """Somebody changed a setting; it is in force already and wants to be kept."""

    settings: PanelSettings


class SwitchOff(Struct, frozen=True):
    """Close everything safely and switch the box off."""


class PlayUnsaved(Struct, frozen=True):
    """The people know that the game cannot be kept, and go on."""


Wish: TypeAlias = Shown | Lit | Sound | Light | Enter | BoxRoll | Changed | SwitchOff | PlayUnsaved

TAKEN_BACK = Notice("undone", say("Taken back."))


def look(session: Session[Any], last: Entry | None = None, trouble: Text | None = None) -> Seen:
    """The table of a session, as everybody may see it. `last` is the entry just taken, if one was."""
    pending = session.pending
    news: tuple[Notice, ...] = ()
    if isinstance(last, Undone):
        news = (TAKEN_BACK,)
    elif last is not None or not session.entries:
        news = session.notices
    return Seen(
        number=session.number,
        prompt=pending.prompt if pending is not None else None,
        answered=pending.answered if pending is not None else (),
        view=session.game.view(session.table),
        news=tuple(notice for notice in news if notice.seat is None),
        interludes=session.interludes,
        adjustables=session.adjustables(),
        steps=session.steps,
        redo=bool(session.redoable),
        outcome=session.outcome,
        trouble=trouble,
    )
