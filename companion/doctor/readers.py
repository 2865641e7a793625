"""Checks of the readers, which only look: packages, Bluetooth, ports, and readers that no setting uses.

Each yields findings about one thing. Must not drive a device.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from companion.engine.text import say
from companion.hal.buses import library
from companion.hal.keyboard_reader import KEYBOARD, LIKELY
from companion.hal.pins import device_file
from companion.hal.settings import DeviceSettings, ReaderSettings

from .findings import Finding, bad, note, ok
from .patient import Patient

PN532_ADDRESS = 0x24
"""Where that chip answers on I2C (user manual UM0701-02)."""
SWITCHED_ON = {
    "dialout": say("Plug the reader in; for the UART: sudo raspi-config nonint do_serial_hw 0, then restart"),
    "i2c": say("sudo raspi-config nonint do_i2c 0, then restart"),
    "spi": say("sudo raspi-config nonint do_spi 0, then restart"),
    "input": say("Plug the reader in; if it is: ls /dev/input/by-id shows what it is called"),
}
"""Group of a device file -> what may bring the file about."""


def libraries(patient: Patient) -> Iterator[Finding]:
    """Are the Python packages there that the readers need?"""
    for reader in patient.devices.readers:
        needed = library(reader)
        if needed is None:
            continue
        module, package, extra = needed
        if patient.machine.has_module(module):
            yield ok("libraries", say("{reader}: {package} is there", reader=reader.name, package=package))
        else:
            yield bad(
                "libraries",
                say(
                    "{reader} ({type}) needs the Python package {package}, which is missing",
                    reader=reader.name,
                    type=reader.type,
                    package=package,
                ),
                say(
                    "sudo scripts/install --extras web,{extra}; or pip install 'companion[{extra}]'",
                    extra=extra,
                ),
            )


def radio(patient: Patient) -> Iterator[Finding]:
    """Is there Bluetooth for radio dice, and may this user use it?"""
    machine = patient.machine
    if not any(reader.type in ("godice", "pixels") for reader in patient.devices.readers):
        return
    adapters = sorted(path.name for path in machine.path("/sys/class/bluetooth").glob("hci*"))
    if adapters:
        yield ok("radio", say("Bluetooth adapter {adapters}", adapters=adapters))
    else:
        yield bad(
            "radio",
            say("there is no Bluetooth adapter"),
            say("sudo scripts/install --extras web,dice, then restart; no radio on board: a USB one"),
        )
    user = machine.user()
    if user != "root" and "bluetooth" not in machine.groups_now():
        yield bad(
            "radio",
            say("{user} is not in group {group}", user=user, group="bluetooth"),
            say("sudo usermod -aG {group} {user}, then log in again", group="bluetooth", user=user),
        )


def serial(patient: Patient) -> Iterator[Finding]:
    """Are the readers' ports there and free, and is it clear whose each one is?"""
    machine = patient.machine
    links = [f"/dev/serial/by-id/{path.name}" for path in sorted(machine.path("/dev/serial/by-id").glob("*"))]
    yield from _whose(patient.devices, links)
    named = {machine.path(reader.port).resolve() for reader in patient.devices.readers}
    free = [link for link in links if machine.path(link).resolve() not in named]
    for reader in patient.devices.readers:
        port, group = device_file(reader)
        if port == "auto" and group == "dialout":
            port = free.pop(0) if free else "/dev/serial0"
        if not port.startswith("/"):
            continue  # it is looked for, or asked of a service, when it is tried
        if not machine.exists(port):
            missing = say("{reader}: there is no {port}", reader=reader.name, port=port)
            yield bad("serial", missing, SWITCHED_ON[group])
            continue
        console = machine.read("/boot/firmware/cmdline.txt") or machine.read("/boot/cmdline.txt") or ""
        if port == "/dev/serial0" and re.search(r"console=(serial0|ttyAMA0|ttyS0)", console):
            yield bad(
                "serial",
                say("{port} is the system's console", port=port),
                say("sudo raspi-config nonint do_serial_cons 1, then restart"),
            )
        else:
            yield ok("serial", say("{reader}: {port} is there", reader=reader.name, port=port))


def unused(patient: Patient) -> Iterator[Finding]:
    """Readers that are there, but in no setting; with the line that would use them."""
    machine, readers = patient.machine, patient.devices.readers
    serial_ports = sum(reader.port == "auto" and device_file(reader)[1] == "dialout" for reader in readers)
    typing = sum(reader.port == "auto" and reader.type == "keyboard" for reader in readers)
    named = {machine.path(reader.port).resolve() for reader in readers}

    def free(folder: str, fits: Callable[[str], object]) -> list[str]:
        links = sorted(machine.path(folder).glob("*"))
        return [f"{folder}/{path.name}" for path in links if fits(path.name) and path.resolve() not in named]

    for port in free("/dev/serial/by-id", lambda name: True)[serial_ports:]:
        yield _could("firmware, or rdm6300", "rdm6300", port)
    keyboards = free("/dev/input/by-id", lambda name: name.endswith(KEYBOARD) and LIKELY.search(name))
    for port in keyboards[typing:]:
        yield _could("keyboard", "keyboard", port)
    display = patient.devices.display
    if display is None:
        return  # only our own bus is searched: what is on another one may not bear it
    bus = f"/dev/i2c-{display.bus}"
    if not machine.exists(bus) or bus in {reader.port for reader in readers}:
        return
    if PN532_ADDRESS in (patient.scan(display.bus) or ()):
        yield _could("pn532", "pn532", bus)


def _could(kinds: str, type: str, port: str) -> Finding:
    return note(
        "unused",
        say("a reader may be at {port} (type {kinds}), but no setting uses it", port=port, kinds=kinds),
        say("Under devices.readers: {line}", line=f"- {{type: {type}, name: second, port: {port}}}"),
    )


def _whose(devices: DeviceSettings, links: list[str]) -> Iterator[Finding]:
    """Readers of one kind of port that all look for their own: which gets which is chance. That does harm
    when they differ."""
    looking: dict[str, list[ReaderSettings]] = {}
    for reader in devices.readers:
        if reader.port == "auto" and reader.type != "rc522":
            way: str = "serial" if device_file(reader)[1] == "dialout" else reader.type
            looking.setdefault(way, []).append(reader)
    for way, readers in looking.items():
        if len(readers) > 1:
            alike = len({(reader.type, reader.role, reader.baud) for reader in readers}) == 1
            yield (note if alike else bad)(
                "serial",
                say(
                    "{names} all have port: auto: which gets which is chance",
                    names=[reader.name for reader in readers],
                ),
                say("Give each its port in the settings: {links}", links=links)
                if way == "serial" and links
                else say("Give each its port in the settings."),
            )
