"""Ports to buttons, encoder, reader, display, lamps, buzzer and clock, with real and mock backends. Knows
no game.

What the layers above use:

- `events`: what devices report (`Pressed`, `Clicked`, `Held`, `Repeated`, `Released`, `Turned`, `TagLaid`,
  `TagLifted`, `TwoTags`, `DeviceLost`, `DeviceBack`, `DeviceNotice`); the law of one press stands there.
- `ports`: the shapes of clock and devices; `devices.Devices` holds those of one box: `start(sink)`,
  `close()`.
- `clock`: `LoopClock` on asyncio, `VirtualClock` for simulated runs.
- `mock.MockBox`: a box without hardware, faults included; `from_config.build` makes the real one.
- `settings.DeviceSettings`: the typed settings; `pins.faults` checks what one field alone cannot.
- Tag ids are spelled as `companion.library.tags` spells them.

A device's thread never does more than `clock.post`. No device raises because hardware is missing: it reports
`DeviceLost`, tries again by itself, and reports `DeviceBack`.
"""
