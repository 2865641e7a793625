"""The program's default settings and the configs the installer writes use the pins of the map."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import yaml

from companion.hal.pins import faults
from companion.hal.settings import (
    ButtonSettings,
    DeviceSettings,
    DisplaySettings,
    EncoderSettings,
    LampSettings,
)
from companion.library.config import load_config
from companion.service.settings import Settings
from companion.wiring import clashes
from tests.hardware.pinmap import ROOT, pin_map

BUILDS = pin_map()["builds"]


def shipped(name: str) -> dict[str, Any]:
    text = (ROOT / "packaging" / "config" / f"{name}.yaml").read_text(encoding="utf-8")
    devices: dict[str, Any] = yaml.safe_load(text)["devices"]
    return devices


def present(settings: msgspec.Struct) -> dict[str, Any]:
    return {name: pin for name, pin in msgspec.structs.asdict(settings).items() if pin is not None}


def test_the_defaults_are_the_standard_build() -> None:
    standard, defaults = BUILDS["standard"], DeviceSettings()
    assert present(defaults.buttons) == standard["buttons"]
    assert present(defaults.lamps) == standard["lamps"]
    assert defaults.buzzer == standard["buzzer"]
    assert defaults.encoder is not None
    assert {wire: getattr(defaults.encoder, wire) for wire in ("a", "b", "push")} == standard["encoder"]
    assert defaults.display is not None
    display = standard["display"]
    assert (defaults.display.controller, defaults.display.address, defaults.display.reset) == (
        display["controller"],
        display["address"],
        display["reset"],
    )


@pytest.mark.parametrize("name", list(BUILDS))
def test_the_shipped_config_is_the_build(name: str) -> None:
    build, config = BUILDS[name], shipped(name)
    assert present(msgspec.convert(config["buttons"], ButtonSettings)) == build.get("buttons", {})
    assert present(msgspec.convert(config["lamps"], LampSettings)) == build.get("lamps", {})
    assert config["buzzer"] == build.get("buzzer")
    encoder = msgspec.convert(config["encoder"], EncoderSettings | None)
    wires = {} if encoder is None else {wire: getattr(encoder, wire) for wire in ("a", "b", "push")}
    assert wires == build.get("encoder", {})
    display = msgspec.convert(config["display"], DisplaySettings | None)
    if display is None:
        assert "display" not in build
    else:
        assert display.controller == build["display"]["controller"]
        assert display.address == build["display"]["address"]
        assert display.reset == build["display"].get("reset")
    (reader,) = config["readers"]
    assert (reader["type"], reader["port"]) == (build["reader"]["kind"], build["reader"]["port"])


@pytest.mark.parametrize("name", list(BUILDS))
def test_the_shipped_config_names_every_part(name: str) -> None:
    """A part left out of the file would take the standard build's default pin."""
    config = shipped(name)
    assert set(config["buttons"]) == set(ButtonSettings.__struct_fields__)
    assert {"buttons", "encoder", "lamps", "buzzer", "display", "readers"} <= set(config)
    assert set(config) <= set(DeviceSettings.__struct_fields__)


@pytest.mark.parametrize("name", list(BUILDS))
def test_the_shipped_config_is_accepted_whole_and_has_no_clash(name: str) -> None:
    """As `companion play` reads it: every key known, every value in range, no pin twice."""
    path = ROOT / "packaging" / "config" / f"{name}.yaml"
    settings = load_config(Settings, path).value
    assert faults(settings.devices) == []
    assert clashes(settings.devices) == []
    assert [reader.type for reader in settings.devices.readers] == [BUILDS[name]["reader"]["kind"]]
