"""Checks that only look: board, system, settings, groups, buses, disk, journal, service, network. Those of
the readers are in readers.py.

Each yields findings about one thing; the names are those of `hardware/steps.yaml`. Must not drive a device.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

from companion.engine.text import Text, say
from companion.hal import system
from companion.hal.pins import device_file
from companion.hal.pins import faults as pin_faults
from companion.hal.settings import DeviceSettings
from companion.journal import places
from companion.journal.faults import Held, JournalFault
from companion.journal.store import Journal

from .findings import Finding, bad, note, ok
from .patient import Check, Patient
from .readers import libraries, radio, serial, unused

LITTLE = 100 * 2**20
"""Bytes free on the disk below which saving games is at risk."""
THROTTLED = {
    0: say("too little voltage now"),
    1: say("slowed down now"),
    2: say("throttled now"),
    16: say("too little voltage since the start"),
    18: say("throttled since the start"),
}
"""Bits of `vcgencmd get_throttled`."""


def board(patient: Patient) -> Iterator[Finding]:
    """Which Raspberry Pi this is, if any."""
    model = patient.machine.read("/proc/device-tree/model")
    if model is None:
        cpu = patient.machine.read("/proc/cpuinfo") or ""
        found = re.search(r"^Model\s*:\s*(.+)$", cpu, re.MULTILINE)
        model = found.group(1) if found else None
    if model is None:
        yield note("board", say("no Raspberry Pi: without pins; a USB box and the simulated one work"))
    else:
        yield ok("board", Text(model))


def os_name(patient: Patient) -> Iterator[Finding]:
    """Which system runs."""
    release = patient.machine.read("/etc/os-release") or ""
    found = re.search(r'^PRETTY_NAME="?([^"\n]+)', release, re.MULTILINE)
    yield ok("os", Text(found.group(1))) if found else note("os", say("of an unknown name"))


def python(patient: Patient) -> Iterator[Finding]:
    """Python 3.11 to 3.13."""
    major, minor = patient.machine.python
    text = say("Python {major}.{minor}", major=major, minor=minor)
    if (3, 11) <= (major, minor) <= (3, 13):
        yield ok("python", text)
    else:
        yield bad("python", text, say("Use Python 3.11, 3.12 or 3.13."))


def disk(patient: Patient) -> Iterator[Finding]:
    """Room and permission to save games."""
    free = patient.machine.free_bytes(patient.home)
    room = say("{free} MB free for {folder}", free=free // 2**20, folder=str(patient.home))
    if not patient.machine.writable(patient.home):
        yield bad(
            "disk",
            say("{folder} cannot be written", folder=str(patient.home)),
            say(
                "Give it to {user}, or set `home` in the settings to a folder of one's own.",
                user=patient.machine.user(),
            ),
        )
    elif free < LITTLE:
        yield bad("disk", room, say("Make room: the journal needs a few megabytes."))
    else:
        yield ok("disk", room)
    mounts = patient.machine.read("/proc/mounts") or ""
    if re.search(r"^\S+ / \S+ ro\b", mounts, re.MULTILINE):
        yield note("disk", say("the root is read-only: games are kept in {folder}", folder=str(patient.home)))
    for counter in sorted(patient.machine.path("/sys/fs/ext4").glob("*/errors_count")):
        errors = patient.machine.read(f"/sys/fs/ext4/{counter.parent.name}/errors_count") or "0"
        if errors != "0":
            yield bad(
                "disk",
                say("{n} errors in the file system on {disk}", n=errors, disk=counter.parent.name),
                say("Copy the games away (companion export), then take another card or stick."),
            )


def files(patient: Patient) -> Iterator[Finding]:
    """Where the things lie that people may look for."""
    yield ok("files", say("saved games: {path}", path=str(places.journal(patient.home))))
    yield ok("files", say("own cards and tokens: {path}", path=str(patient.home / "library")))


def power(patient: Patient) -> Iterator[Finding]:
    """Voltage and heat, as the Pi's firmware tells."""
    said = patient.machine.run("vcgencmd", "get_throttled")
    if said is None or "=" not in said:
        return
    bits = int(said.partition("=")[2], 16)
    wrong = [text for bit, text in THROTTLED.items() if bits >> bit & 1]
    if wrong:
        yield bad(
            "power",
            say("{faults}", faults=wrong),
            say("Use the official power supply and a short, thick cable; let the board have air."),
        )
    else:
        yield ok("power", say("steady since the start"))


def groups(patient: Patient) -> Iterator[Finding]:
    """May this user use the devices?"""
    machine = patient.machine
    user = machine.user()
    for name, usual in _device_files(patient):
        if not machine.exists(name):
            continue
        group = machine.group_of(name) or usual
        if machine.may_use(name):
            yield ok("groups", say("{path} may be used (group {group})", path=name, group=group))
        elif group in machine.groups_on_paper() and group not in machine.groups_now():
            yield bad(
                "groups",
                say(
                    "{path}: {user} is in group {group} on paper only",
                    path=name,
                    user=machine.user(),
                    group=group,
                ),
                say("Log in again, or restart."),
            )
        elif group == "root":  # nobody is to be put into that group
            yield bad(
                "groups",
                say("{path} belongs to root alone", path=name),
                say("sudo scripts/install; it gives it to the group {group}", group=usual),
            )
        else:
            yield bad(
                "groups",
                say("{path}: {user} is not in group {group}", path=name, user=user, group=group),
                say("sudo usermod -aG {group} {user}, then log in again", group=group, user=user),
            )


def _device_files(patient: Patient) -> Iterator[tuple[str, str]]:
    devices = patient.devices
    if _has_pins(devices):
        yield "/dev/gpiochip0", "gpio"
    if devices.display is not None:
        yield f"/dev/i2c-{devices.display.bus}", "i2c"
    for reader in devices.readers:
        port, group = device_file(reader)
        if port == "auto" and group == "dialout":
            port = "/dev/serial0"
        if port.startswith("/"):
            yield port, group


def _has_pins(devices: DeviceSettings) -> bool:
    return devices.gpio != "mock" and (
        any(getattr(devices.buttons, name) is not None for name in devices.buttons.__struct_fields__)
        or devices.encoder is not None
    )


def i2c(patient: Patient) -> Iterator[Finding]:
    """Is the bus of the display there?"""
    display = patient.devices.display
    if display is None:
        return
    name = f"/dev/i2c-{display.bus}"
    if patient.machine.exists(name):
        yield ok("i2c", say("bus {path} is there", path=name))
        return
    others = sorted(path.name for path in patient.machine.path("/dev").glob("i2c-*"))
    if others:
        yield bad(
            "i2c",
            say("there is no {path}, but {others}", path=name, others=others),
            say("Set devices.display.bus in the settings."),
        )
    else:
        yield bad(
            "i2c",
            say("I2C is off: there is no {path}", path=name),
            say("sudo raspi-config nonint do_i2c 0, then restart"),
        )


def i2c_scan(patient: Patient) -> Iterator[Finding]:
    """Which addresses answer on the display's bus, and is its own among them?"""
    display = patient.devices.display
    if display is None or not patient.machine.exists(f"/dev/i2c-{display.bus}"):
        return
    answering = patient.scan(display.bus)
    if answering is None:
        yield bad(
            "i2c_scan",
            say("bus {bus} cannot be opened", bus=display.bus),
            say("See the line about groups."),
        )
        return
    shown: list[str | int | Text] = [f"0x{address:02X}" for address in answering]
    if display.address in answering:
        yield ok("i2c_scan", say("on bus {bus} answer {addresses}", bus=display.bus, addresses=shown))
    elif answering:
        yield bad(
            "i2c_scan",
            say("nothing at 0x{address}, but {addresses}", address=f"{display.address:02X}", addresses=shown),
            say("Set devices.display.address in the settings."),
        )
    else:
        yield bad(
            "i2c_scan",
            say("nothing answers on bus {bus}", bus=display.bus),
            say("Check the display's four wires; see: companion wiring"),
        )


def scan_bus(number: int) -> list[int] | None:
    """The addresses that answer on an I2C bus; None if it cannot be opened."""
    from smbus2 import SMBus

    found = []
    try:
        with SMBus(number) as bus:
            for address in range(0x08, 0x78):
                try:
                    bus.read_byte(address)
                except OSError:
                    continue
                found.append(address)
    except OSError:
        return None
    return found


def pins(patient: Patient) -> Iterator[Finding]:
    """Pins in the settings that clash, and programs that hold pins."""
    if not _has_pins(patient.devices):
        return
    wrong = pin_faults(patient.devices)
    for fault in wrong:
        where = ".".join(map(str, fault.where))
        yield bad(
            "pins",
            say("devices.{where}: {text}", where=where, text=fault.text),
            say("Change the settings; see: companion wiring"),
        )
    holders = system.pin_holders(patient.machine.path("/proc"))
    strangers = [str(holder) for holder in holders if not holder.ours]
    if strangers:
        yield bad(
            "pins",
            say("held by {programs}", programs=strangers),
            say("Stop it, or choose other pins in the settings."),
        )
    elif holders:
        yield note(
            "pins",
            say("held by {programs}", programs=[str(holder) for holder in holders]),
            say("A running companion is meant to hold its pins."),
        )
    elif not wrong:
        yield ok("pins", say("no pin is set twice, no program holds one"))


def factory(patient: Patient) -> Iterator[Finding]:
    """Can the pin library be loaded, and which chip has the header's pins?"""
    if not _has_pins(patient.devices):
        return
    if patient.devices.gpio == "lgpio":
        from companion.hal.gpio import import_lgpio

        try:
            import_lgpio()
        except ImportError:
            yield bad(
                "factory",
                say("the pin library lgpio is missing"),
                say("sudo apt install python3-lgpio, or pip install companion[pi]"),
            )
            return
        except OSError as error:
            yield bad(
                "factory",
                say("lgpio cannot make its pipe: {error}", error=str(error)),
                say("Start in a folder that can be written, or set LG_WD to one."),
            )
            return
    chips = sorted(path.name for path in patient.machine.path("/dev").glob("gpiochip*"))
    if chips:
        yield ok(
            "factory",
            say("{library} on {chips}, as devices.gpio says", library=patient.devices.gpio, chips=chips),
        )
    else:
        yield bad(
            "factory",
            say("there is no /dev/gpiochip: this machine has no pins"),
            say("Use: companion play --mock, or the USB build with every pin set to null"),
        )


def unit(patient: Patient) -> Iterator[Finding]:
    """Is the service installed and running?"""
    if not patient.machine.exists("/run/systemd/system"):
        return
    state = patient.machine.run(
        "systemctl", "show", "companion", "--property=LoadState,ActiveState,NRestarts,Result"
    )
    if state is None:
        return
    facts = dict(line.split("=", 1) for line in state.splitlines() if "=" in line)
    if facts.get("LoadState") == "not-found":
        yield note("unit", say("the service is not installed"), say("sudo scripts/install"))
    elif facts.get("ActiveState") == "active":
        yield ok("unit", say("the service runs, {n} restarts", n=facts.get("NRestarts", "0")))
    elif facts.get("ActiveState") == "failed":
        yield bad(
            "unit",
            say("the service broke off: {result}", result=facts.get("Result", "?")),
            say("journalctl -u companion -n 50, then: sudo systemctl restart companion"),
        )
    else:
        yield note("unit", say("the service does not run"), say("sudo systemctl start companion"))


def journal(patient: Patient) -> Iterator[Finding]:
    """Is the file of the saved games sound?"""
    path = places.journal(patient.home)
    if not path.exists():
        yield ok("journal", say("no game has been kept yet"))
        return
    try:
        with Journal(path, write=False) as kept:
            wrong = kept.check()
            count = len(kept.games())
    except Held as held:
        yield note("journal", held.text)
        return
    except JournalFault as fault:
        yield bad("journal", fault.text, say("Copy {path} away, then: companion games", path=str(path)))
        return
    if wrong is None:
        yield ok("journal", say("{n} games, sound", n=count))
    else:
        yield bad("journal", wrong, say("Save what can be read: companion export N FILE"))


def network(patient: Patient) -> Iterator[Finding]:
    """Under which name phones find this machine."""
    name = patient.machine.read("/etc/hostname") or socket.gethostname()
    yield ok("network", say("http://{name}.local, if phones can look up such names", name=name))


LOOKING: dict[str, Check] = {
    "board": board,
    "os": os_name,
    "python": python,
    "disk": disk,
    "files": files,
    "power": power,
    "groups": groups,
    "i2c": i2c,
    "i2c_scan": i2c_scan,
    "factory": factory,
    "pins": pins,
    "libraries": libraries,
    "radio": radio,
    "serial": serial,
    "unused": unused,
    "unit": unit,
    "journal": journal,
    "network": network,
}
"""Checks by the name that steps and lines call them."""
