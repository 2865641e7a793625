"""What a board with our firmware says of itself, as findings: version, self-test, counters.

The words are those of docs/serial-protocol.md. Must not know how a question gets to the board.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.text import Text, say
from companion.hal.token_messages import Hello
from companion.hal.token_reader_port import BOARD_BUTTONS

from .findings import Finding, bad, note, ok

CHECK = "firmware"
FLASH = say("Write the program to the board anew: firmware/README.md tells how.")
WIRES = say("Check the wires from the Nano to the RC522, its 3.3 V above all; see: companion wiring")
LOW = 4400
"""Millivolts. USB has 4750 at least, and the board measures within 10 %."""
NO_CHIP = (0x00, 0xFF)


def away(reason: Text) -> Finding:
    """It cannot be asked."""
    return bad(
        CHECK, reason, say("Is it plugged in? If it is: firmware/README.md tells how to write its program.")
    )


def version(name: str, hello: Hello) -> Finding:
    """Which program it has, and what that can."""
    protocol = ".".join(map(str, hello.version or ()))
    return ok(
        CHECK,
        say(
            "{reader}: program {fw}, protocol {protocol}, with {has}",
            reader=name,
            fw=hello.firmware,
            protocol=protocol,
            has=list(hello.has),
        ),
    )


def dumb(name: str, question: str) -> Finding:
    """It did not answer."""
    return bad(CHECK, say("{reader} does not answer: {question}", reader=name, question=question), FLASH)


def self_test(answer: str) -> Iterator[Finding]:
    """The answer to `test?`: reader chip, buttons, supply, memory."""
    said = _values(answer)
    chip, supply = int(said.get("chip", "0"), 16), int(said.get("mv", "0"))
    held = [name.upper() for n, name in enumerate(BOARD_BUTTONS) if int(said.get("down", "0"), 16) >> n & 1]
    well = True
    if chip in NO_CHIP:
        well = False
        yield bad(CHECK, say("the reader chip does not answer the board"), WIRES)
    elif said.get("fifo") != "ok":
        well = False
        yield bad(CHECK, say("the reader chip does not keep what it is told"), WIRES)
    if held:
        well = False
        yield bad(
            CHECK,
            say("held down all the time: {buttons}", buttons=held),
            say("Let go; if nobody presses, that wire touches ground."),
        )
    if supply < LOW:
        well = False
        yield bad(
            CHECK,
            say("the board gets only {volts} V", volts=f"{supply / 1000:.2f}"),
            say("Take a shorter USB cable, or a hub with a supply of its own."),
        )
    if well:
        yield ok(
            CHECK,
            say(
                "self-test passed: reader chip {chip}, {volts} V, {free} bytes of memory free",
                chip=f"{chip:02X}",
                volts=f"{supply / 1000:.2f}",
                free=said.get("free", "?"),
            ),
        )


def counters(answer: str, here: int) -> Iterator[Finding]:
    """The answer to `counters?`, since the board started; `here`: lines that came damaged from it."""
    said = {word: int(value) for word, value in _values(answer).items()}
    there = said.get("check", 0) + said.get("long", 0)
    if there or here:
        yield note(
            CHECK,
            say("damaged lines: {there} to the board, {here} from it", there=there, here=here),
            say(
                "A few at the start are usual. If they go on: another USB cable, away from the lamps' wires."
            ),
        )
    if lost := said.get("lost", 0):
        yield bad(
            CHECK,
            say("lost changes of buttons: {n}", n=lost),
            say("A button chatters: exchange its switch, or solder its wires again."),
        )
    if restarts := said.get("restarts", 0):
        yield bad(
            CHECK,
            say("the reader chip lost its settings, times: {n}", n=restarts),
            say("Its 3.3 V dips: short wires, and 10 µF beside the RC522."),
        )
    if not (there or here or lost or restarts):
        yield ok(CHECK, say("no damaged lines, no lost presses, no restarts of the reader chip"))


def _values(answer: str) -> dict[str, str]:
    """`ok chip=92 fifo=ok …` by word."""
    return dict(part.split("=", 1) for part in answer.split() if "=" in part)
