"""The settings of a whole box, as the configuration file has them. Must not know files."""

from __future__ import annotations

from msgspec import Struct

from companion.hal.settings import DeviceSettings
from companion.panel.seen import PanelSettings
from companion.web.host import WebSettings


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set. What people change at the box itself stands above it."""

    devices: DeviceSettings = DeviceSettings()
    """Pins, readers, display."""
    panel: PanelSettings = PanelSettings()
    """Language, sound, brightness, signs: how the box begins, until somebody sets it at the box."""
    games: tuple[str, ...] = ()
    """The ids of the games to offer; empty for all."""
    web: WebSettings = WebSettings()
    """The table on phones: whether, and where it listens."""
    home: str = ""
    """The folder of the saved games; empty for the usual one."""
