"""Teaching tokens at the box: the library's order of learning, as the panel shows it.

Must not know screens or readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.game import Game
from companion.engine.text import Text, say
from companion.library.faults import Faulty
from companion.library.tags import TagError
from companion.library.tokens import KEYS, Learning, Tokens

if TYPE_CHECKING:
    from companion.games.shelf import Thing
    from companion.library.store import Library


class TokenLesson:
    """One lesson for the tokens of a game; without a library only the keys are taught."""

    def __init__(self, tokens: Tokens, game: Game[Any], library: Library | None) -> None:
        things: Sequence[Thing] = () if library is None else library.shelving.things(library.typed())
        self._learning = Learning(tokens, [*KEYS, *things], game.id)

    @property
    def asked(self) -> tuple[Text, int] | None:
        thing = self._learning.now
        return None if thing is None else (thing.name, self._learning.left)

    def lay(self, tag: str) -> Text | None:
        if self._learning.now is None:
            return None
        try:
            self._learning.offer(tag)
        except TagError as error:
            return error.text
        except Faulty as faulty:
            return say("The token list has a fault: {line}", line=faulty.faults[0].told)
        except OSError as error:
            return say("This cannot be kept ({reason}).", reason=error.strerror or str(error))
        return None

    def later(self) -> None:
        self._learning.skip()
