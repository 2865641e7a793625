"""How pages speak: the language of a browser, sentences in it, and the signs they draw things with.

Must not know pages.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.text import Arg, Text, render
from companion.words import languages, translator

Words = Callable[[Text | str], str]


def language_of(accepted: str, otherwise: str) -> str:
    """The first language in an Accept-Language header that there is, else `otherwise`."""
    known = languages()
    for part in accepted.split(","):
        code = part.split(";")[0].strip().lower().split("-")[0]
        if code in known:
            return code
    return otherwise


def words_of(language: str) -> Words:
    """Gives a `Text` in `language`."""
    translate = translator(language)
    return lambda text: render(text, translate)


def speaker(language: str) -> Callable[..., str]:
    """The `_` of the templates: a sentence of theirs in `language`, its gaps filled."""
    translate = translator(language)

    def speak(message: str, **args: Arg) -> str:
        return render(Text(message, args), translate)

    return speak
