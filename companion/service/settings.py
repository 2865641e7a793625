"""The settings of a whole box, as the configuration file has them. Must not know files."""

from __future__ import annotations

from msgspec import Struct

from companion.hal.settings import DeviceSettings
from companion.panel.seen import PanelSettings


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set. What people change at the box itself stands above it."""

    devices: DeviceSettings = DeviceSettings()
    """Pins, readers, display."""
    panel: PanelSettings = PanelSettings()
    """Language, sound, brightness, signs: how the box begins, until somebody sets it at the box."""
    games: tuple[str, ...] = ()
    """The ids of the games to offer; empty for all."""
    home: str = ""
    """The folder of the saved games; empty for the usual one."""
