"""What the doctor sees of a machine: a fake root tree is a fake machine."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.doctor import bundle
from companion.doctor.checks import LOOKING
from companion.doctor.findings import Finding
from companion.doctor.machine import Machine
from companion.doctor.patient import Patient
from companion.hal.guide import steps
from companion.hal.settings import ButtonSettings, DeviceSettings, DisplaySettings, ReaderSettings
from companion.journal.lines import Opened
from companion.journal.places import journal
from companion.journal.store import Journal
from tests.engine.test_session import OPENING

case = pytest.mark.case


class Fake(Machine):
    """A machine of files in a folder, with commands and groups that are told."""

    def __init__(self, root: Path, **told: Any) -> None:
        super().__init__(root)
        self.commands: dict[str, str] = told.pop("commands", {})
        self.mine: set[str] = told.pop("groups", {"gpio", "i2c", "dialout"})
        self.paper: set[str] = told.pop("paper", set())
        self.modules: set[str] = told.pop("modules", set())
        self.owners: dict[str, str] = {
            "/dev/gpiochip0": "gpio",
            "/dev/i2c-1": "i2c",
            "/dev/serial0": "dialout",
            **told.pop("owners", {}),
        }

    def run(self, *command: str) -> str | None:
        return self.commands.get(command[0])

    def user(self) -> str:
        return "player"

    def groups_now(self) -> set[str]:
        return self.mine

    def groups_on_paper(self) -> set[str]:
        return self.paper

    def group_of(self, name: str) -> str:
        return self.owners.get(name, "")

    def has_module(self, name: str) -> bool:
        return name in self.modules

    def may_use(self, name: str) -> bool:
        return self.owners.get(name, "") in self.mine


PI_FILES = {
    "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
    "/etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "/etc/hostname": "companion\n",
    "/dev/gpiochip0": "",
    "/dev/i2c-1": "",
    "/dev/serial0": "",
    "/boot/firmware/cmdline.txt": "console=tty1 root=/dev/mmcblk0p2",
    "/proc/mounts": "/dev/mmcblk0p2 / ext4 rw 0 0\n",
    "/run/systemd/system/x": "",
}
STEADY = {
    "vcgencmd": "throttled=0x0",
    "systemctl": "LoadState=loaded\nActiveState=active\nNRestarts=0\nResult=success",
}


@pytest.fixture
def pi(tmp_path: Path) -> Callable[..., Patient]:
    """A healthy Pi, with files changed or taken away (None)."""

    def made(
        files: dict[str, str | None] | None = None, scan: list[int] | None = None, **told: Any
    ) -> Patient:
        root = tmp_path / "root"
        for name, text in {**PI_FILES, **(files or {})}.items():
            path = root / name.lstrip("/")
            if text is None:
                path.unlink(missing_ok=True)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        devices = told.pop("devices", DeviceSettings(gpio="rpigpio"))
        home = told.pop("home", tmp_path / "home")
        machine = Fake(root, **{"commands": STEADY, **told})
        return Patient(machine, devices, home, lambda _: [0x3C] if scan is None else scan)

    return made


def found(patient: Patient, *names: str) -> list[Finding]:
    return [finding for name in names or LOOKING for finding in LOOKING[name](patient)]


def wrong(patient: Patient, *names: str) -> list[str]:
    return [" ".join(finding.lines()) for finding in found(patient, *names) if finding.state == "bad"]


def test_nothing_is_found_on_a_healthy_machine(pi: Callable[..., Patient]) -> None:
    patient = pi()
    assert wrong(patient) == []
    told = {finding.check for finding in found(patient)}
    assert {
        "board",
        "os",
        "python",
        "disk",
        "power",
        "groups",
        "i2c",
        "i2c_scan",
        "serial",
        "unit",
        "journal",
    } <= told


@pytest.mark.parametrize(
    ("kind", "port", "told"),
    [
        ("rc522", "auto", ("no /dev/spidev0.0", "do_spi 0")),
        ("pn532", "/dev/i2c-3", ("no /dev/i2c-3", "do_i2c 0")),
        (
            "keyboard",
            "/dev/input/by-id/usb-R-event-kbd",
            ("no /dev/input/by-id/usb-R-event-kbd", "by-id shows"),
        ),
        ("keyboard", "auto", None),
        ("acr122u", "ACR122U", None),
        ("godice", "DA:1E:00:C0:FF:EE", None),
    ],
)
def test_each_kind_of_reader_is_looked_for_where_it_is(
    pi: Callable[..., Patient], kind: Any, port: str, told: tuple[str, ...] | None
) -> None:
    devices = DeviceSettings(gpio="rpigpio", readers=(ReaderSettings(type=kind, port=port),))
    lines = wrong(pi(devices=devices), "serial", "groups")
    assert len(lines) == (told is not None)
    assert all(word in lines[0] for word in told or ())


@pytest.mark.parametrize(
    ("reader", "module", "package", "extra"),
    [
        (ReaderSettings(type="pn532", port="/dev/i2c-1"), "smbus2", "smbus2", "readers"),
        (ReaderSettings(type="pn532", port="/dev/spidev0.0"), "spidev", "spidev", "readers"),
        (ReaderSettings(type="rc522"), "spidev", "spidev", "readers"),
        (ReaderSettings(type="acr122u"), "smartcard", "pyscard", "readers"),
        (ReaderSettings(type="keyboard"), "evdev", "evdev", "readers"),
        (ReaderSettings(type="godice"), "bleak", "bleak", "dice"),
        (ReaderSettings(type="pixels"), "bleak", "bleak", "dice"),
    ],
)
def test_a_missing_library_is_named_with_the_extra_that_has_it(
    pi: Callable[..., Patient], reader: ReaderSettings, module: str, package: str, extra: str
) -> None:
    devices = DeviceSettings(gpio="rpigpio", readers=(reader,))
    [line] = wrong(pi(devices=devices), "libraries")
    assert f"needs the Python package {package}, which is missing" in line
    assert f"scripts/install --extras web,{extra}; or pip install 'companion[{extra}]'" in line
    assert wrong(pi(devices=devices, modules={module}), "libraries") == []
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert any(one.startswith(f"{package}>") for one in project["project"]["optional-dependencies"][extra])


def test_a_sound_card_counts_no_errors(pi: Callable[..., Patient]) -> None:
    assert wrong(pi({"/sys/fs/ext4/mmcblk0p2/errors_count": "0\n"}), "disk") == []


def test_a_reader_without_its_library_is_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "config.yaml"
    none = ", ".join(f"{name}: null" for name in ButtonSettings.__struct_fields__)
    file.write_text(
        f"devices: {{buttons: {{{none}}}, lamps: {{{none}}}, encoder: null, buzzer: null, display: null,\n"
        f"  readers: [{{type: keyboard}}]}}\nhome: {tmp_path}\n"
    )
    monkeypatch.setattr(Machine, "has_module", lambda self, name: name != "evdev")
    run = CliRunner().invoke(cli, ["--config", str(file), "doctor", "--step", "8"])
    assert run.exit_code == 1
    assert "needs the Python package evdev" in run.output
    assert "Lay a token" not in run.output


def test_readers_that_no_setting_uses_are_told_with_their_line(pi: Callable[..., Patient]) -> None:
    board, other = "/dev/serial/by-id/usb-A-if00-port0", "/dev/serial/by-id/usb-B-if00-port0"
    typing, keys = "/dev/input/by-id/usb-RFID_Reader-event-kbd", "/dev/input/by-id/usb-Keys-event-kbd"
    there = dict.fromkeys((board, other, typing, keys), "")
    lines = found(pi(there, scan=[0x24, 0x3C]), "unused")
    assert [finding.state for finding in lines] == ["note"] * 3
    assert [str(finding.fix) for finding in lines] == [
        f"Under devices.readers: - {{type: rdm6300, name: second, port: {other}}}",
        f"Under devices.readers: - {{type: keyboard, name: second, port: {typing}}}",
        "Under devices.readers: - {type: pn532, name: second, port: /dev/i2c-1}",
    ], "the first serial one is that of the default reader, and nobody's keyboard is named"
    all_set = (
        ReaderSettings(name="a", port=board),
        ReaderSettings(name="b", port=other),
        ReaderSettings(type="keyboard", name="c"),
        ReaderSettings(type="pn532", name="d", port="/dev/i2c-1"),
    )
    devices = DeviceSettings(gpio="rpigpio", readers=all_set)
    assert found(pi(there, scan=[0x24, 0x3C], devices=devices), "unused") == []


def test_radio_dice_need_an_adapter_and_its_group(pi: Callable[..., Patient]) -> None:
    devices = DeviceSettings(gpio="rpigpio", readers=(ReaderSettings(type="godice"),))
    adapter, group = wrong(pi(devices=devices), "radio")
    assert "no Bluetooth adapter" in adapter
    assert "scripts/install --extras web,dice" in adapter
    assert "player is not in group bluetooth" in group
    assert "usermod -aG bluetooth player" in group
    there = {"/sys/class/bluetooth/hci0/address": ""}
    assert wrong(pi(there, devices=devices, groups={"bluetooth"}), "radio") == []
    assert found(pi(), "radio") == [], "nobody asked for dice"


FAULTS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("power", {"commands": {"vcgencmd": "throttled=0x50005"}}, ("too little voltage now", "power supply")),
    ("groups", {"groups": {"i2c", "dialout"}}, ("not in group gpio", "usermod -aG gpio")),
    ("groups", {"groups": {"i2c", "dialout"}, "paper": {"gpio"}}, ("on paper only", "Log in again")),
    (
        "disk",
        {"files": {"/sys/fs/ext4/mmcblk0p2/errors_count": "3\n"}},
        ("3 errors", "mmcblk0p2", "companion export"),
    ),
    ("groups", {"owners": {"/dev/i2c-1": "root"}}, ("belongs to root alone", "scripts/install")),
    ("i2c", {"files": {"/dev/i2c-1": None}}, ("I2C is off", "do_i2c 0")),
    ("i2c", {"files": {"/dev/i2c-1": None, "/dev/i2c-3": ""}}, ("but i2c-3", "devices.display.bus")),
    ("i2c_scan", {"scan": [0x3D]}, ("nothing at 0x3C, but 0x3D", "devices.display.address")),
    ("i2c_scan", {"scan": []}, ("nothing answers", "four wires")),
    ("factory", {"files": {"/dev/gpiochip0": None}}, ("no /dev/gpiochip", "play --mock")),
    ("serial", {"files": {"/dev/serial0": None}}, ("there is no /dev/serial0", "do_serial_hw 0")),
    (
        "serial",
        {"files": {"/boot/firmware/cmdline.txt": "console=serial0,115200"}},
        ("the system's console", "do_serial_cons 1"),
    ),
    (
        "unit",
        {"commands": {"systemctl": "LoadState=loaded\nActiveState=failed\nResult=watchdog"}},
        ("broke off: watchdog", "journalctl -u companion"),
    ),
    (
        "pins",
        {"devices": DeviceSettings(gpio="rpigpio", buttons=ButtonSettings(event=5, up=5))},
        ("GPIO5", "companion wiring"),
    ),
]


def test_readers_that_all_look_for_their_own_port_are_told(pi: Callable[..., Patient]) -> None:
    ids = [f"/dev/serial/by-id/usb-{name}-if00-port0" for name in ("A", "B")]
    board, plain = ReaderSettings(type="firmware", name="board"), ReaderSettings(name="cards", role="cards")
    [line] = wrong(pi(dict.fromkeys(ids, ""), devices=DeviceSettings(readers=(board, plain))), "serial")
    assert "board and cards all have port: auto" in line
    assert f"Give each its port in the settings: {ids[0]} and {ids[1]}" in line

    alike = (ReaderSettings(name="left"), ReaderSettings(name="right"))
    lines = found(pi(devices=DeviceSettings(readers=alike)), "serial")
    assert [finding.state for finding in lines] == ["note", "ok", "ok"]
    assert [str(finding.text) for finding in lines[1:]] == [
        f"{n}: {i} is there" for n, i in zip(("left", "right"), ids, strict=True)
    ]

    named = (ReaderSettings(name="left"), ReaderSettings(name="right", port=ids[0]))
    lines = found(pi(devices=DeviceSettings(readers=named)), "serial")
    assert [str(finding.text) for finding in lines] == [
        f"left: {ids[1]} is there",
        f"right: {ids[0]} is there",
    ]


@case("SY-O3", "SY-O6")
@pytest.mark.parametrize(("check", "given", "words"), FAULTS)
def test_a_planted_fault_is_found_with_its_fix(
    pi: Callable[..., Patient], check: str, given: dict[str, Any], words: tuple[str, ...]
) -> None:
    lines = wrong(pi(**given))
    assert len(lines) == len([line for line in lines if line.split()[1] == check])
    assert len(lines) >= 1
    for word in words:
        assert any(word in line for line in lines), (word, lines)


def test_a_disk_that_takes_nothing_is_found(pi: Callable[..., Patient], tmp_path: Path) -> None:
    class Locked(Fake):
        def writable(self, folder: Path) -> bool:
            return False

        def free_bytes(self, folder: Path) -> int:
            return 10**9

    patient = msgspec.structs.replace(pi(), machine=Locked(tmp_path / "root", commands=STEADY))
    assert "cannot be written" in wrong(patient, "disk")[0]
    full = pi()
    full.machine.free_bytes = lambda folder: 1000  # type: ignore[method-assign]
    assert "Make room" in wrong(full, "disk")[0]


def test_a_journal_that_is_no_journal_is_found(pi: Callable[..., Patient], tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with Journal(journal(home)) as kept:
        kept.begin(Opened(OPENING))
    assert wrong(pi(home=home), "journal") == []
    assert "1 games" in str(found(pi(home=home), "journal")[0].text)
    data = bytearray(journal(home).read_bytes())
    data[:64] = b"x" * 64
    journal(home).write_bytes(bytes(data))
    for extra in home.glob("*-wal"):
        extra.unlink()
    assert wrong(pi(home=home), "journal")


def test_a_box_without_pins_and_display_is_not_asked_for_them(pi: Callable[..., Patient]) -> None:
    nothing = ButtonSettings(None, None, None, None, None, None, None)
    devices = DeviceSettings(buttons=nothing, encoder=None, display=None, readers=())
    files = {"/dev/gpiochip0": None, "/dev/i2c-1": None, "/dev/serial0": None}
    assert wrong(pi(files=files, devices=devices)) == []


def test_every_check_of_the_building_steps_is_known() -> None:
    from companion.doctor.trial import TRIALS

    named = {check for step in steps() for check in step.checks}
    assert named <= {*LOOKING, *TRIALS, "firmware"}


def test_the_command_prints_lines_or_json_and_an_exit_code(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("devices:\n  gpio: mock\n  display: null\n  readers: []\n")
    environment = {"HOME": str(tmp_path)}
    run = CliRunner()
    plain = run.invoke(cli, ["--config", str(config), "doctor"], env=environment)
    assert plain.exit_code == 0, plain.output
    assert "ok   python" in plain.output
    coded = run.invoke(cli, ["--config", str(config), "doctor", "--json"], env=environment)
    rows = json.loads(coded.output)
    assert {"check", "state", "text", "fix"} == set(rows[0])
    config.write_text("devices:\n\tgpio: mock\n")
    faulty = run.invoke(cli, ["--config", str(config), "doctor"], env=environment)
    assert faulty.exit_code == 1
    assert "BAD  settings" in faulty.output
    assert "Traceback" not in faulty.output
    assert "There is no step 99" in run.invoke(cli, ["doctor", "--step", "99"]).output


@case("SY-O4")
def test_every_file_in_use_is_named_with_its_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    file, home = tmp_path / "config.yaml", tmp_path / "home"
    file.write_text(f"home: {home}\n")
    run = CliRunner().invoke(cli, ["--config", str(file), "doctor", "--json"])
    said = [finding["text"] for finding in json.loads(run.output)]
    for text in (
        f"read from {file}",
        f"saved games: {home}/journal.db",
        f"own cards and tokens: {home}/library",
    ):
        assert text in said


def test_a_support_file_says_what_is_in_it_and_hides_who_and_where(tmp_path: Path) -> None:
    import tarfile

    said = (
        "10.1.2.3 b8:27:eb:12:34:56 Serial : 10000000deadbeef /home/ann/x usb-Arduino_95433343_A1B2C3D4-if00 "
        "usb-RFID_Reader_08FF20140315-event-kbd fe80::ba27:ebff:fe12:3456 2001:db8::7 dev_DA_1E_00_C0_FF_EE"
    )
    hidden = bundle.hide(said)
    secrets = (
        "10.1.2.3",
        "b8:27",
        "deadbeef",
        "/home/ann",
        "A1B2C3D4",
        "08FF2014",
        "ba27",
        "2001:db8",
        "C0_FF",
    )
    for secret in secrets:
        assert secret not in hidden
    file = tmp_path / "support.tar.gz"
    bundle.write(file, {"findings.txt": said})
    with tarfile.open(file) as archive:
        member = archive.extractfile("companion-support/findings.txt")
        assert member is not None
        assert member.read().decode() == hidden
    assert bundle.contents({"a.txt": "12"}) == ["a.txt  2 bytes"]
    assert DisplaySettings().address == 0x3C
