"""Pin names in every usual spelling, and settings that cannot be together."""

from __future__ import annotations

import msgspec
import pytest
from gpiozero.pins.data import PLUS_J8

from companion.hal.pins import HEADER, PinError, faults, gpio_number
from companion.hal.settings import (
    ButtonSettings,
    DeviceSettings,
    DisplaySettings,
    LampSettings,
    ReaderSettings,
)


@pytest.mark.parametrize(
    "name", [17, "17", "GPIO17", "gpio17", "BCM17", "BOARD11", "board11", "J8:11", " 17 "]
)
def test_every_spelling_of_one_pin(name: int | str) -> None:
    assert gpio_number(name) == 17


def test_the_header_is_the_one_gpiozero_knows() -> None:
    _, _, places = PLUS_J8
    known = {number: int(use["gpio"][4:]) for number, use in places.items() if "gpio" in use}
    assert known == HEADER


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("BOARD1", "Place 1 of the header is 3.3 V, not a pin."),
        ("J8:6", "Place 6 of the header is ground, not a pin."),
        ("BOARD41", "The header has places 1 to 40, not 41."),
        (40, "A Pi has GPIO 0 to 27, not 40. For place 40 of the header write BOARD40."),
        (54, "A Pi has GPIO 0 to 27, not 54."),
        ("left", "left is no pin. Write 17, GPIO17 or BOARD11."),
        ("", " is no pin. Write 17, GPIO17 or BOARD11."),
        (-1, "-1 is no pin. Write 17, GPIO17 or BOARD11."),
    ],
)
def test_what_is_no_pin_is_told_in_one_sentence(name: int | str, sentence: str) -> None:
    with pytest.raises(PinError) as error:
        gpio_number(name)
    assert str(error.value.text) == sentence


def test_the_defaults_are_without_fault() -> None:
    assert faults(DeviceSettings()) == []


@pytest.mark.case("GP-O8")
def test_pins_taken_by_a_bus_in_use_are_refused_from_the_settings_alone() -> None:
    settings = DeviceSettings(
        buttons=ButtonSettings(up="GPIO2", down=15, back=4),
        display=DisplaySettings(),
        readers=(ReaderSettings(port="/dev/serial0"),),
    )
    found = {fault.where: str(fault.text) for fault in faults(settings)}
    assert set(found) == {("buttons", "up"), ("buttons", "down")}
    assert found["buttons", "up"] == (
        "GPIO2 is used twice: by the display (I2C bus 1) and by button up. Choose another pin for one."
    )
    assert "the reader (serial port)" in found["buttons", "down"]


def test_one_pin_for_two_uses_is_refused_in_any_spelling() -> None:
    settings = DeviceSettings(lamps=LampSettings(event="BOARD11"), buttons=ButtonSettings(up=99))
    found = faults(settings)
    assert [fault.where for fault in found] == [("buttons", "up"), ("lamps", "event")]
    assert "by button event and by lamp event" in str(found[1].text)


def test_readers_have_names_of_their_own() -> None:
    [fault] = faults(DeviceSettings(readers=(ReaderSettings(), ReaderSettings(port="/dev/ttyUSB1"))))
    assert fault.where == ("readers", 1, "name")


@pytest.mark.case("OL-O4")
@pytest.mark.parametrize("offset", [-1, 5])
def test_the_column_offset_ends_at_4(offset: int) -> None:
    with pytest.raises(msgspec.ValidationError, match="column_offset"):
        msgspec.convert({"column_offset": offset}, DisplaySettings)


def test_settings_decode_from_plain_data() -> None:
    settings = msgspec.convert(
        {
            "gpio": "rpigpio",
            "buttons": {"up": "BOARD29", "event": None},
            "readers": [{"port": "/dev/ttyUSB0", "type": "parallax", "baud": 2400}],
            "display": {"controller": "sh1106", "rotate": 180},
            "encoder": None,
        },
        DeviceSettings,
    )
    assert gpio_number(settings.buttons.up or "") == 5
    assert settings.encoder is None
    assert faults(settings) == []


def test_a_reader_on_a_bus_of_the_pi_takes_its_pins() -> None:
    spi = DeviceSettings(readers=(ReaderSettings(type="rc522"),), buzzer=9)
    assert ["the reader (SPI bus)" in str(fault.text) for fault in faults(spi)] == [True]
    spi = DeviceSettings(readers=(ReaderSettings(type="pn532", port="/dev/spidev0.1"),), buzzer="BOARD24")
    assert faults(spi) == []
    with_display = DeviceSettings(readers=(ReaderSettings(type="pn532", port="/dev/i2c-1"),))
    assert faults(with_display) == []
