"""`companion wiring`: every wire of a configuration on its place, clashes named, as letters and picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from gpiozero.pins.pi import PiBoardInfo

from companion.hal.settings import (
    ButtonSettings,
    DeviceSettings,
    DisplaySettings,
    LampSettings,
    ReaderSettings,
)
from companion.wiring import NANO_LEFT, NANO_RIGHT, NANO_USES, clashes, draw_svg, draw_text, remarks, wiring
from tests.hardware.pinmap import pi_uses, pin_map

MAP = pin_map()
STANDARD = DeviceSettings(readers=())
SMALLEST = DeviceSettings(
    buttons=ButtonSettings(event=None, move=None, combat=None, back=None),
    encoder=None,
    lamps=LampSettings(event=None, move=None, combat=None),
    buzzer=None,
    display=DisplaySettings(controller="ssd1306"),
    readers=(ReaderSettings(port="/dev/serial0"),),
)
WORDS = {"buttons": "button", "encoder": "encoder", "lamps": "lamp"}


def with_buttons(**pins: int | str | None) -> DeviceSettings:
    changed = msgspec.structs.replace(STANDARD.buttons, **pins)
    return msgspec.structs.replace(STANDARD, buttons=changed)


def places(text: str) -> dict[int, tuple[str, str]]:
    """Place on the header -> (name, use), read back from the drawing."""
    name = r"(GPIO\d+|GND|3\.3 V|5 V)"
    row = re.compile(rf" *(.*?) *{name} +(\d+) \S[│|]\S (\d+) +{name} *(.*)")
    found = {}
    for match in filter(None, map(row.fullmatch, text.splitlines())):
        found[int(match[3])] = (match[2], match[1])
        found[int(match[4])] = (match[5], match[6])
    return found


@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_place_carries_what_a_real_header_carries(ascii_only: bool) -> None:
    drawn = places(draw_text(STANDARD, ascii_only))
    header = PiBoardInfo.from_revision(0xC03111).headers["J8"].pins
    assert sorted(drawn) == list(range(1, 41))
    for place, (name, _) in drawn.items():
        real = {"3V3": "3.3 V", "5V": "5 V"}.get(header[place].name, header[place].name)
        assert name == real, place


@pytest.mark.parametrize(("name", "settings"), [("standard", STANDARD), ("smallest", SMALLEST)])
def test_every_wire_of_the_build_is_on_its_pin(name: str, settings: DeviceSettings) -> None:
    uses = {pin: use for pin, use in places(draw_text(settings)).values() if pin.startswith("GPIO") and use}
    expected = {}
    for use in pi_uses(MAP["builds"][name]):
        word = WORDS.get(use.group)
        text = f"{word} {use.name}" if word else {"sda": "display SDA", "scl": "display SCL"}.get(use.name)
        text = text or {"reset": "display reset", "buzzer": "buzzer", "rx": "reader TX, by divider"}[use.name]
        expected[f"GPIO{use.gpio}"] = text
    assert uses == expected


def test_the_nano_is_drawn_as_the_firmware_has_it() -> None:
    names = {
        "rc522_ss": "RC522 SDA",
        "rc522_mosi": "RC522 MOSI",
        "rc522_miso": "RC522 MISO",
        "rc522_sck": "RC522 SCK",
    }
    for part, pin in MAP["nano"]["pins"].items():
        use = NANO_USES[pin].removesuffix(", by divider")
        if part in names:
            assert use == names[part]
        elif part.startswith(("encoder_", "lamp_")) or part == "buzzer":
            assert use == part.replace("_", " ")
        else:
            assert use == f"button {part}"
    assert set(NANO_USES) == {*MAP["nano"]["pins"].values(), "5V"}
    assert len(NANO_LEFT) == len(NANO_RIGHT) == 15
    assert set(NANO_USES) <= {*NANO_LEFT, *NANO_RIGHT}


@pytest.mark.parametrize("settings", [STANDARD, SMALLEST])
def test_the_shipped_builds_have_no_clash(settings: DeviceSettings) -> None:
    assert clashes(settings) == []


@pytest.mark.case("GP-O8")
@pytest.mark.parametrize(
    ("pin", "words"),
    [
        (3, "wakes a halted Pi"),
        (2, "data wire of I2C"),
        (8, "belongs to the kernel as SPI chip select"),
        ("GPIO7", "belongs to the kernel as SPI chip select"),
        ("BOARD19", "a wire of the SPI bus"),
        (14, "the console may talk"),
        (0, "EEPROM"),
    ],
)
def test_a_pin_that_another_function_keeps_is_named(pin: int | str, words: str) -> None:
    found = [str(text) for text in clashes(with_buttons(event=pin))]
    assert any(words in text and "button event" in text for text in found), found
    assert "!" in draw_text(with_buttons(event=pin), ascii_only=True)


def test_a_pin_used_twice_is_named_with_both() -> None:
    settings = with_buttons(up=17)
    assert "GPIO17 is used twice: by button event and by button up. Choose another pin for one." in [
        str(text) for text in clashes(settings)
    ]
    assert "button event + button up" in draw_text(settings)


def test_a_name_that_is_no_pin_is_a_clash_and_no_traceback() -> None:
    settings = with_buttons(up="GPIO99")
    assert len(clashes(settings)) == 1
    assert "button up" not in draw_text(settings)


def test_the_reader_on_the_uart_says_how_5_volts_become_3() -> None:
    said = " ".join(str(text) for text in remarks(SMALLEST))
    assert "1 kiloohm from TX to GPIO15, 2 kiloohm from GPIO15 to ground" in said
    assert "do_serial_cons 1" in said
    assert "kiloohm" not in " ".join(str(text) for text in remarks(STANDARD))


def test_ascii_is_ascii() -> None:
    draw_text(SMALLEST, ascii_only=True).encode("ascii")


def test_the_picture_is_svg_with_the_same_words() -> None:
    settings = with_buttons(event=8)
    texts = [
        element.text for element in ET.fromstring(draw_svg(settings)).iter("{http://www.w3.org/2000/svg}text")
    ]
    for use in (use for _, use in places(draw_text(settings)).values() if use):
        assert use in texts
    for clash in clashes(settings):
        assert str(clash) in texts


def test_the_command_draws_and_its_status_tells(tmp_path: Path) -> None:
    runner = CliRunner()
    good = runner.invoke(wiring, ["--ascii"], obj=STANDARD)
    assert good.exit_code == 0
    assert "button event" in good.output
    good.output.encode("ascii")
    bad = runner.invoke(wiring, [], obj=with_buttons(event=8))
    assert bad.exit_code == 1
    assert "Clash: GPIO8 (button event) belongs to the kernel" in bad.output
    picture = tmp_path / "wiring.svg"
    drawn = runner.invoke(wiring, ["--svg", str(picture)], obj=STANDARD)
    assert drawn.exit_code == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


def test_a_nano_is_drawn_beside_the_header_and_alone_when_nothing_is_on_the_header() -> None:
    nano_reader = ReaderSettings(type="firmware", port="/dev/companion-reader")
    standard = draw_text(msgspec.structs.replace(STANDARD, readers=(nano_reader,)), ascii_only=True)
    assert standard.startswith("Raspberry Pi, 40-pin header\n")
    beside = standard.split("Nano, USB socket at the top\n")[1]
    assert "RC522 MISO" in beside
    assert not re.search("button|encoder|lamp|buzzer", beside), "these hang on the Pi"
    alone = DeviceSettings(
        buttons=ButtonSettings(**dict.fromkeys(ButtonSettings.__struct_fields__)),
        encoder=None,
        lamps=LampSettings(event=None, move=None, combat=None),
        buzzer=None,
        display=None,
        readers=(nano_reader,),
    )
    drawn = draw_text(alone, ascii_only=True)
    assert drawn.startswith("Nano, USB socket at the top\n")
    for pin, use in NANO_USES.items():
        assert re.search(rf"{re.escape(use)} +{pin} |{pin} +{re.escape(use)}", drawn), pin
    assert "dividers in D10, D11, D13" in " ".join(map(str, remarks(alone)))
    assert "RC522 MISO" in draw_svg(alone)
