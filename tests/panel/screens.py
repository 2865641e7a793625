"""The screens as pictures: `python -m tests.panel.screens` draws them anew into tests/panel/screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image

from companion.engine.rule import Outcome
from companion.engine.session import Session, Step
from companion.engine.text import say
from companion.hal.events import DeviceBack, DeviceLost

from ..engine.toy import TOY
from . import table
from .driver import Box

FOLDER = Path(__file__).parent / "screens"
ENLARGED = 4


def toy_steps() -> list[Step]:
    """Two moves of the toy game."""
    from companion.engine.game import Opening

    session = Session(TOY, Opening("toy"))
    session.answer(2)
    session.answer("none")
    return session.steps


def scenes() -> Iterator[tuple[str, Image.Image]]:
    """Every screen worth looking at, by name."""

    def scene(name: str, box: Box, *does: Callable[[], None]) -> tuple[str, Image.Image]:
        for do in does:
            do()
        return name, box.panel.frame.copy()

    for name, prompt in table.PROMPTS.items():
        box = Box(table.seen(prompt))
        yield scene(f"ask_{name}", box)
    box = Box(table.seen(table.ROLL))
    yield scene("ask_roll_second_page", box, lambda: box.wait(3.2))
    yield scene("roll_five", box, lambda: box.press("up", "up", "up", "up"))
    box = Box(table.seen(table.ROLL_MOVE))
    yield scene("roll_move_eight", box, lambda: box.press("down"))
    box = Box(table.seen(table.ROLL_EVENT))
    yield scene("roll_event_emerge", box, lambda: box.press("event"))
    yield scene("roll_event_chaos", box, lambda: box.press("event"))
    box = Box(table.seen(table.CHOICE))
    yield scene("choose_refused_row", box, lambda: box.press("up", "up"))
    yield scene("choose_refusal", box, lambda: box.press("ok"))
    box = Box(table.seen(table.SECRET))
    yield scene("secret_opened", box, lambda: box.press("ok"))
    box = Box(table.seen(table.SEVERAL, answered=(0,)))
    yield scene("several_one_has_answered", box)
    yield scene("several_opened", box, lambda: box.press("ok"))
    box = Box(table.seen(table.WRITE))
    yield scene("write_letters", box, lambda: box.press("ok", "down", "ok"))
    yield scene("write_done", box, lambda: box.press("up", "up", "up"))
    box = Box(table.seen(table.TELL))
    yield scene("tell_last_page", box, lambda: box.press("ok", "ok"))

    box = Box(table.seen(table.CHOICE, steps=toy_steps(), redo=True))
    yield scene("menu", box, lambda: box.hold("ok"))
    yield scene("menu_more", box, lambda: box.press("up", "up"))
    box.press("down", "down")
    yield scene("overview", box, lambda: box.press("ok"))
    yield scene("person_one", box, lambda: box.press("down"))
    yield scene("person_at_turn", box, lambda: box.press("down"))
    yield scene("status_page", box, lambda: box.press("down", "down"))
    yield scene("idle", box, lambda: box.wait(61))
    box.press("ok")
    yield scene("undo", box, lambda: box.hold("back"))
    yield scene("undo_two", box, lambda: box.press("down", "ok"))
    box.hold("ok")
    box.panel.open(box.panel.menu.groups())
    yield scene("correct_groups", box, lambda: box.press("down"))
    yield scene("correct_figures", box, lambda: box.press("ok"))
    yield scene("correct_number", box, lambda: box.press("ok", "up"))
    box.panel.open(box.panel.menu.log())
    yield scene("log", box, lambda: box.press("down"))
    box.panel.open(box.panel.menu.set_up())
    yield scene("settings", box, lambda: box.press("down"))
    box.panel.open(box.panel.menu.off())
    yield scene("switch_off", box, lambda: box.press("down", "up"))
    box.panel.menu.why(("GB2-TRAP-01",))
    yield scene("why", box, lambda: box.press("down"))

    box = Box(table.seen(table.CHOICE, news=table.NEWS))
    yield scene("news", box)
    box = Box(table.seen(table.ROLL))
    yield scene("token_unknown", box, lambda: box.lay("3F00AA11BC"))
    yield scene("token_not_now", box, lambda: box.lay("gorger"))
    yield scene("token_twice", box, lambda: box.lay("gorger"))
    apart = Box(table.seen(table.ROLL), roles={"dice tray": "die", "card slot": "cards"})
    yield scene("token_wrong_reader", apart, lambda: apart.lay("gorger", "dice tray"))
    box = Box(table.seen(table.ROLL))
    yield scene(
        "reader_missing", box, lambda: box.panel.handle(DeviceLost("reader", say("It was unplugged.")))
    )
    yield scene("reader_back", box, lambda: (box.wait(9), box.panel.handle(DeviceBack("reader")))[0])
    box = Box(table.seen(None, outcome=Outcome(True, say("The last Gate is closed. You have won!"))))
    yield scene("won", box)
    box = Box(table.seen(table.ROLL, trouble=say("The disk is full. Not saved since answer 24.")))
    yield scene("disk_full", box)
    box = Box(table.seen(table.ROLL), language="de")
    yield scene("german_menu", box, lambda: box.hold("ok"))


def enlarged(frame: Image.Image) -> Image.Image:
    """The picture as it is committed: four times as large, in a thin frame."""
    width, height = frame.size
    picture = Image.new("L", (width * ENLARGED + 8, height * ENLARGED + 8), 96)
    picture.paste(0, (2, 2, picture.width - 2, picture.height - 2))
    picture.paste(
        frame.convert("L").resize((width * ENLARGED, height * ENLARGED), Image.Resampling.NEAREST), (4, 4)
    )
    return picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=4)


def main() -> None:
    """Draw all scenes; take away pictures of scenes that are no more."""
    FOLDER.mkdir(exist_ok=True)
    names = set()
    for name, frame in scenes():
        enlarged(frame).save(FOLDER / f"{name}.png", optimize=True)
        names.add(f"{name}.png")
    for file in FOLDER.glob("*.png"):
        if file.name not in names:
            file.unlink()
    print(f"{len(names)} screens in {FOLDER}")


if __name__ == "__main__":
    main()
