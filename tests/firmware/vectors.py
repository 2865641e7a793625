"""Reads firmware/vectors.txt. Must not know which end runs the vectors."""

from __future__ import annotations

import ast
import shlex
from dataclasses import dataclass, field

from tests.firmware.board import FIRMWARE


@dataclass
class Talk:
    """A conversation: (kind, text) steps in order."""

    name: str
    steps: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Vectors:
    """Everything in the file."""

    checks: list[tuple[bytes, int]] = field(default_factory=list)
    lines: list[tuple[bytes, list[str]]] = field(default_factory=list)
    """Bytes and outcomes: "good BODY", "spoiled", "long"."""
    events: list[tuple[int, str, str, int, str]] = field(default_factory=list)
    talks: list[Talk] = field(default_factory=list)


def literal(text: str) -> tuple[bytes, str]:
    """The bytes literal at the front, and the rest."""
    end = text.index('"', 2)
    while text[end - 1] == "\\":
        end = text.index('"', end + 1)
    return ast.literal_eval(text[: end + 1]), text[end + 1 :].strip()


def load() -> Vectors:
    """The vectors; an unknown word in the file is an error."""
    vectors = Vectors()
    talk: Talk | None = None
    for number, line in enumerate((FIRMWARE / "vectors.txt").read_text("ascii").splitlines(), 1):
        word, _, rest = line.partition(" ")
        if not line.strip():
            talk = None
        elif line.startswith("#"):
            continue
        elif talk is not None and word in (">", ">>", "<", "wait"):
            talk.steps.append((word, rest))
        elif word == "crc":
            data, check = literal(rest)
            vectors.checks.append((data, int(check, 16)))
        elif word == "lines":
            data, outcomes = literal(rest)
            lexer = shlex.shlex(outcomes, posix=False)
            lexer.whitespace_split = True
            vectors.lines.append((data, [f"good {o[1:-1]}" if o[0] == '"' else o for o in lexer]))
        elif word == "event":
            seq, kind, value, age, body = shlex.split(rest)
            vectors.events.append((int(seq), kind, value, int(age), body))
        elif word == "talk":
            talk = Talk(rest)
            vectors.talks.append(talk)
        else:
            raise ValueError(f"vectors.txt line {number}: {line}")
    return vectors
