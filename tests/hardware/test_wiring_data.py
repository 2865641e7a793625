"""The drawn wiring: electrically sound, the pins of the map, and every check seen to fire on a bad wire."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml
from gpiozero.pins.pi import PiBoardInfo

from hardware.electrics import Pin, budget, load, load_parts, read
from tests.hardware.pinmap import pi_uses, pin_map

MAP = pin_map()
BUILDS = list(MAP["builds"])
PI_BUILDS = [name for name in BUILDS if MAP["builds"][name]["host"] == "pi"]
PARTS = load_parts()
PI_WIRE = {
    ("display", "sda"): ("OLED", "SDA"),
    ("display", "scl"): ("OLED", "SCL"),
    ("display", "reset"): ("OLED", "RES"),
    ("encoder", "a"): ("ENCODER", "A"),
    ("encoder", "b"): ("ENCODER", "B"),
    ("encoder", "push"): ("ENCODER", "SW"),
    ("reader", "rx"): ("DIV1", "OUT"),
    ("buzzer", "buzzer"): ("BUZZER", "+"),
}
NANO_WIRE = {
    "encoder_a": ("ENCODER", "A"),
    "encoder_b": ("ENCODER", "B"),
    "encoder_push": ("ENCODER", "SW"),
    "rc522_ss": ("DIV_SS", "IN"),
    "rc522_mosi": ("DIV_MOSI", "IN"),
    "rc522_sck": ("DIV_SCK", "IN"),
    "rc522_miso": ("RFID", "MISO"),
    "buzzer": ("BUZZER", "+"),
}


def signal_wires(name: str, processor: str) -> dict[tuple[str, str], str]:
    """(part, pin label) -> label of the processor's pin on the same net, grounds and supplies left out."""
    wiring = read(load(name), PARTS)
    found = {}
    for net in wiring.nets:
        ours = [pin for pin in net if pin.part == processor and wiring.roles[pin]["does"] in ("io", "input")]
        for pin in net:
            if ours and pin.part != processor:
                found[pin.part, pin.label] = ours[0].label
    return found


@pytest.mark.parametrize("name", BUILDS)
def test_a_build_has_no_fault(name: str) -> None:
    wiring = read(load(name), PARTS)
    assert wiring.faults == []
    assert len(wiring.nets) > 10


@pytest.mark.parametrize("name", PI_BUILDS)
def test_the_drawing_uses_the_pi_pins_of_the_map(name: str) -> None:
    wires = signal_wires(name, "PI")
    expected = {}
    for use in pi_uses(MAP["builds"][name]):
        lamp = f"LAMP_{use.name.upper()}"
        usual = {"buttons": (use.name.upper(), "PIN"), "lamps": (lamp, "+")}.get(use.group)
        expected[usual or PI_WIRE[use.group, use.name]] = f"GPIO{use.gpio}"
    assert wires == expected


@pytest.mark.parametrize("name", ["standard", "usb_only"])
def test_the_drawing_uses_the_nano_pins_of_the_map(name: str) -> None:
    expected = {}
    for part in MAP["builds"][name]["nano"]:
        usual = (part.upper(), "+") if part.startswith("lamp_") else (part.upper(), "PIN")
        expected[NANO_WIRE.get(part, usual)] = MAP["nano"]["pins"][part]
    assert signal_wires(name, "NANO") == expected


@pytest.mark.parametrize("name", PI_BUILDS)
def test_header_positions_are_those_of_a_real_pi(name: str) -> None:
    """gpiozero's own board data (Pi 4B, revision c03111) says what each position is."""
    header = PiBoardInfo.from_revision(0xC03111).headers["J8"].pins
    connector = load(name)["connectors"]["PI"]
    seen = 0
    for position, label in zip(connector["pins"], connector["pinlabels"], strict=True):
        if isinstance(position, int):
            assert header[position].name == label, position
            seen += 1
    assert seen >= 14


@pytest.mark.parametrize("name", BUILDS)
def test_every_supply_has_a_fifth_in_hand(name: str) -> None:
    rows = budget(read(load(name), PARTS))
    assert rows
    for row in rows:
        assert 0 < row.draws_ma <= 0.8 * row.limit_ma, row


def broken(name: str, *edits: tuple[str, str]) -> list[str]:
    """The faults after replacing connection rows; each edit is (old row, new row) in the YAML's own form."""
    drawing: dict[str, Any] = copy.deepcopy(load(name))
    for old, new in edits:
        before = yaml.safe_load(old)
        assert before in drawing["connections"], old
        drawing["connections"].remove(before)
        if new:
            drawing["connections"].append(yaml.safe_load(new))
    return read(drawing, PARTS).faults


def test_a_5_volt_reader_straight_on_the_uart_is_found() -> None:
    faults = broken(
        "smallest",
        ("[DIV1: [IN], W_TX: [1], RFID: [TX]]", ""),
        ("[PI: [10, 14], W_RX: [1, 2], DIV1: [OUT, GND]]", "[PI: [10], W_TX: [1], RFID: [TX]]"),
    )
    assert "PI 10 (GPIO15): 5.0 V on a pin that stands 3.3 V" in faults


def test_a_display_on_5_volts_is_found_by_its_pull_ups() -> None:
    faults = broken(
        "smallest",
        (
            "[PI: [9, 1, 5, 3], W_OLED: [1, 2, 3, 4], OLED: [GND, VCC, SCL, SDA]]",
            "[PI: [9, 2, 5, 3], W_OLED: [1, 2, 3, 4], OLED: [GND, VCC, SCL, SDA]]",
        ),
    )
    assert "PI 3 (GPIO2): 5.0 V on a pin that stands 3.3 V" in faults
    assert "PI 2 (5V): used 2 times" in faults


def test_a_nano_straight_on_the_rc522_is_found() -> None:
    faults = broken(
        "usb_only",
        ("[DIV_SCK: [OUT], W_SPI: [2], RFID: [SCK]]", ""),
        ("[NANO: [D13], W_SCK: [1], DIV_SCK: [IN]]", "[NANO: [D13], W_SCK: [1], RFID: [SCK]]"),
    )
    assert "RFID 2 (SCK): 5.0 V on a pin that stands 3.6 V" in faults
    assert "DIV_SCK 1 (IN): not connected" in faults


def test_an_rc522_on_5_volts_is_found() -> None:
    faults = broken(
        "usb_only",
        ("[REGULATOR: [OUT], W_REG: [1], RAIL33: [V1]]", "[NANO: [5V], W_REG: [1], RAIL33: [V1]]"),
    )
    assert "RFID 8 (3V3): 5.0 V on a pin that stands 3.6 V" in faults
    assert "NANO 5V: used 2 times" in faults


def test_two_supplies_on_one_wire_are_found() -> None:
    faults = broken(
        "smallest",
        ("[PI: [2, 6], W_5V: [1, 2], RFID: [5V, GND]]", "[PI: [2, 6], W_5V: [1, 2], PI: [1, 14]]"),
    )
    assert "two outputs on one wire: PI 1 (3V3), PI 2 (5V)" in faults


def test_two_outputs_on_one_pin_are_found() -> None:
    faults = broken(
        "usb_only",
        ("[NANO: [D12], W_MISO: [1], RFID: [MISO]]", "[DIV_SS: [OUT], W_MISO: [1], RFID: [MISO]]"),
    )
    assert "two outputs on one wire: DIV_SS 2 (OUT), RFID 4 (MISO)" in faults


def test_a_button_on_two_pins_and_one_on_none_are_found() -> None:
    faults = broken(
        "smallest",
        (
            "[PI: [31, 34], W_DOWN: [1, 2], DOWN: [PIN, GND]]",
            "[PI: [31, 34], W_DOWN: [1, 2], UP: [PIN, GND]]",
        ),
    )
    assert "UP 1 (PIN): needs exactly one pin of a processor, has 2" in faults
    assert "DOWN 1 (PIN): not connected" in faults


def test_a_gpio_on_ground_is_found() -> None:
    faults = broken(
        "smallest",
        (
            "[PI: [31, 34], W_DOWN: [1, 2], DOWN: [PIN, GND]]",
            "[PI: [31, 34], W_DOWN: [2, 1], DOWN: [GND, PIN]]",
        ),
    )
    assert "short to ground: PI 31 (GPIO6)" in faults


def test_too_little_voltage_is_found() -> None:
    """A 5 V reader on the 3.3 V pin does not read."""
    faults = broken(
        "smallest",
        ("[PI: [2, 6], W_5V: [1, 2], RFID: [5V, GND]]", "[PI: [1, 6], W_5V: [1, 2], RFID: [5V, GND]]"),
    )
    assert "RFID P1-5 (5V): 3.3 V is too little, it needs 4.8 V" in faults


def test_an_overloaded_supply_is_found() -> None:
    parts = copy.deepcopy(PARTS)
    parts["OLED SSD1306"]["pins"]["VCC"]["draws_ma"] = 600
    assert "PI 3V3: 600 mA asked, 500 mA there" in read(load("smallest"), parts).faults


def test_crossed_data_wires_are_found() -> None:
    faults = broken(
        "usb_only",
        (
            "[HOST: [USB 5V, USB D-, USB D+, USB GND], W_USB: [1, 2, 3, 4], NANO: [U1, U2, U3, U4]]",
            "[HOST: [USB 5V, USB D-, USB D+, USB GND], W_USB: [1, 2, 3, 4], NANO: [U1, U3, U2, U4]]",
        ),
    )
    assert any("a data pair joins two pins of the same name" in fault for fault in faults)


def test_a_pin_prints_its_position_and_its_name() -> None:
    assert str(Pin("PI", "11", "GPIO17")) == "PI 11 (GPIO17)"
    assert str(Pin("NANO", "D5", "D5")) == "NANO D5"
