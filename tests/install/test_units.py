"""The shipped units, rules and modules: accepted by systemd, hardened, still able to reach the devices."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from companion.hal.splash import PATIENCE
from tests.install.conftest import ROOT, FakeMachine

PACKAGING = ROOT / "packaging"
SERVICES = ["companion.service", "companion-splash.service"]


def unit(name: str) -> dict[str, list[str]]:
    """`Section.Key` -> its values in order; an empty value clears what was before, as systemd does it."""
    values: dict[str, list[str]] = defaultdict(list)
    section = ""
    for line in (PACKAGING / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif "=" in line and not line.startswith("#"):
            key, value = line.split("=", 1)
            values[f"{section}.{key}"].append(value)
    return values


@pytest.fixture(scope="module")
def system_root(tmp_path_factory: pytest.TempPathFactory, installed: FakeMachine) -> Path:
    """The installed machine's tree with systemd's own units beside ours."""
    root = tmp_path_factory.mktemp("system") / "root"
    shutil.copytree(installed.root, root, symlinks=True)
    own = next(place for place in ("/usr/lib/systemd/system", "/lib/systemd/system") if Path(place).exists())
    shutil.copytree(own, root / "usr/lib/systemd/system", symlinks=True)
    (root / "lib").symlink_to("usr/lib")
    python = root / "opt/companion/venv/bin/python"
    python.unlink()
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    return root


def verify(root: Path) -> tuple[int, str]:
    done = subprocess.run(
        ["systemd-analyze", "verify", f"--root={root}", *SERVICES], capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def test_systemd_accepts_the_units(system_root: Path) -> None:
    assert verify(system_root) == (0, "")


def test_systemd_would_have_found_a_mistake(system_root: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(system_root, root, symlinks=True)
    file = root / "etc/systemd/system/companion.service"
    file.write_text(file.read_text().replace("WatchdogSec=", "WatchdogSecs="))
    (root / "opt/companion/venv/bin/companion").unlink()
    status, said = verify(root)
    assert status != 0
    assert "WatchdogSecs" in said
    assert "/opt/companion/venv/bin/companion is not executable" in said


@pytest.mark.parametrize("name", SERVICES)
def test_the_security_score_is_at_most_3(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", PACKAGING / name],
        capture_output=True,
        text=True,
    )
    found = re.search(r"Overall exposure level for (\S+): ([\d.]+)", done.stdout)
    assert found, done.stderr
    with capsys.disabled():
        print(f"\nsecurity score of {found[1]}: {found[2]} (at most 3.0)")
    assert float(found[2]) <= 3.0


def test_the_service_tells_that_it_lives() -> None:
    service = unit("companion.service")
    assert service["Service.Type"] == ["notify"]
    assert 5 <= int(service["Service.WatchdogSec"][0]) <= 60
    assert service["Service.Restart"] == ["on-failure"]


@pytest.mark.case("SY-O1")
@pytest.mark.parametrize("name", SERVICES)
def test_no_unit_depends_on_a_device(name: str) -> None:
    """Ordered after the drivers, but nothing it waits for may be a device that comes late or never."""
    values = unit(name)
    for key in ("Requires", "BindsTo", "Requisite", "Wants", "After", "ConditionPathExists"):
        words = [word for value in values[f"Unit.{key}"] for word in value.split()]
        assert not any(word.startswith(("dev-", "/dev")) or word.endswith(".device") for word in words), key
    assert "systemd-modules-load.service" in values["Unit.After"][0].split()
    assert not values["Service.ExecStartPre"]


@pytest.mark.case("SY-O1")
def test_drivers_of_late_devices_are_loaded_before_the_service() -> None:
    """DeviceAllow=char-ttyUSB is what /proc/devices lists at the start: without the driver, nothing."""
    modules = [
        line
        for line in (PACKAGING / "companion-modules.conf").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    needs = {"char-i2c": "i2c-dev", "char-ttyUSB": "usbserial", "char-ttyACM": "cdc_acm"}
    allowed = {value.split()[0] for value in unit("companion.service")["Service.DeviceAllow"]}
    for device, module in needs.items():
        assert device in allowed
        assert module in modules


@pytest.mark.case("SY-O3")
def test_the_service_may_reach_its_devices() -> None:
    service = unit("companion.service")
    assert service["Service.User"] == ["companion"]
    assert set(service["Service.SupplementaryGroups"][0].split()) == {
        "gpio",
        "i2c",
        "spi",
        "dialout",
        "input",
    }
    assert service["Service.DevicePolicy"] == ["closed"]
    allowed = {value.split()[0]: value.split()[1] for value in service["Service.DeviceAllow"]}
    kinds = ("gpiochip", "i2c", "spi", "ttyAMA", "ttyS", "ttyUSB", "ttyACM", "input")
    assert allowed == {f"char-{kind}": "rw" for kind in kinds}
    for taken_away in ("PrivateDevices", "PrivateUsers", "PrivateNetwork", "ProcSubset"):
        assert not service[f"Service.{taken_away}"], taken_away


@pytest.mark.case("SY-O4")
@pytest.mark.parametrize("name", SERVICES)
def test_nothing_is_relative_to_a_folder_or_a_home(name: str) -> None:
    service = unit(name)
    for key in ("Service.ExecStart", "Service.ExecStopPost"):
        for command in service[key]:
            assert command.lstrip("-").startswith("/opt/companion/venv/bin/")
            assert "~" not in command
    assert not any("HOME" in value for value in service["Service.Environment"])


@pytest.mark.case("SY-O4")
def test_systemd_makes_the_folders_the_program_is_told_of() -> None:
    service = unit("companion.service")
    for kind in ("State", "Configuration", "Runtime"):
        assert service[f"Service.{kind}Directory"] == ["companion"]


@pytest.mark.case("SY-O5")
def test_a_permanent_fault_is_not_started_again_and_its_reason_is_shown() -> None:
    service = unit("companion.service")
    assert service["Service.RestartPreventExitStatus"] == ["78"]
    assert int(service["Unit.StartLimitBurst"][0]) == 5
    burst = int(service["Unit.StartLimitBurst"][0]) * int(service["Service.RestartSec"][0])
    assert int(service["Unit.StartLimitIntervalSec"][0]) > burst
    assert service["Service.ExecStopPost"][0].endswith("-m companion.hal.splash stopped")


@pytest.mark.case("SY-O6")
@pytest.mark.parametrize("name", SERVICES)
def test_the_working_folder_can_be_written(name: str) -> None:
    service = unit(name)
    folder = "%t/" + service["Service.RuntimeDirectory"][0]
    assert service["Service.WorkingDirectory"] == [folder]
    assert f"LG_WD={folder}" in service["Service.Environment"]
    assert "GPIOZERO_PIN_FACTORY=lgpio" in service["Service.Environment"]


@pytest.mark.case("SY-O6")
def test_the_pin_library_needs_that_folder(tmp_path: Path) -> None:
    """The real lgpio, in a folder nobody can write to: it fails without LG_WD and works with it."""

    def load(**more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", "import lgpio"], cwd="/proc", env=more, capture_output=True, text=True
        )

    assert load().returncode != 0
    assert load(LG_WD=str(tmp_path)).returncode == 0


def test_only_the_state_folder_is_writable() -> None:
    service = unit("companion.service")
    assert service["Service.ProtectSystem"] == ["strict"]
    assert not service["Service.ReadWritePaths"]
    assert service["Unit.RequiresMountsFor"] == ["/var/lib/companion"]


def test_the_splash_comes_before_the_service_and_never_holds_up_the_boot() -> None:
    splash = unit("companion-splash.service")
    assert splash["Unit.DefaultDependencies"] == ["no"]
    assert "companion.service" in splash["Unit.Before"][0].split()
    assert splash["Install.WantedBy"] == ["sysinit.target"]
    assert splash["Service.ExecStart"][0].startswith("-")
    assert PATIENCE < int(splash["Service.TimeoutStartSec"][0]) <= 30
    assert "companion-splash.service" in unit("companion.service")["Unit.After"][0].split()


RULE = re.compile(r'(SUBSYSTEM|KERNEL|ATTRS\{\w+\}|ENV\{\w+\}|SYMLINK|GROUP|MODE)(==|\+=|=)"([^"]*)"')


def udev_rules() -> list[list[tuple[str, str, str]]]:
    rules = []
    for line in (PACKAGING / "60-companion.rules").read_text().splitlines():
        if line and not line.startswith("#"):
            parts = line.split(", ")
            matches = [RULE.fullmatch(part) for part in parts]
            assert all(matches), line
            rules.append([(m[1], m[2], m[3]) for m in matches if m])
    return rules


def test_udev_rules_match_first_and_assign_a_group_and_a_mode() -> None:
    rules = udev_rules()
    assert len(rules) == 9
    for rule in rules:
        assert [op for key, op, _ in rule if key in ("SUBSYSTEM", "KERNEL")] == ["==", "=="]
        assert ("MODE", "=", "0660") in rule
        groups = [value for key, op, value in rule if key == "GROUP" and op == "="]
        assert len(groups) == 1
        assert groups[0] in {"gpio", "i2c", "spi", "dialout", "input"}


@pytest.mark.parametrize(
    "chip", ["1a86:7523", "0403:6001", "10c4:ea60", "2341:0043", "2341:0001"], ids=lambda chip: chip
)
def test_every_usual_nano_gets_the_stable_name(chip: str) -> None:
    vendor, product = chip.split(":")
    (rule,) = [rule for rule in udev_rules() if ("ATTRS{idProduct}", "==", product) in rule]
    assert ("ATTRS{idVendor}", "==", vendor) in rule
    assert ("SYMLINK", "+=", "companion-reader") in rule


@pytest.mark.parametrize(
    ("name", "actions"),
    [
        (
            "60-companion-power.rules",
            {"org.freedesktop.login1.power-off", "org.freedesktop.login1.power-off-multiple-sessions"},
        ),
        (
            "60-companion-pcsc.rules",
            {"org.debian.pcsc-lite.access_pcsc", "org.debian.pcsc-lite.access_card"},
        ),
    ],
)
def test_polkit_allows_what_is_needed_and_nothing_else(name: str, actions: set[str]) -> None:
    text = (PACKAGING / name).read_text()
    assert set(re.findall(r'"(org\.[\w.-]+)"', text)) == actions
    assert text.count("polkit.Result.YES") == 1
    assert 'subject.user === "companion" && allowed.indexOf(action.id) >= 0' in text


def test_the_program_lives_with_no_memory_both_writable_and_executable(tmp_path: Path) -> None:
    """MemoryDenyWriteExecute, taken by the process itself: the libraries load and a C callback runs."""
    program = """
import ctypes, errno, sys
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(65, 1, 0, 0, 0) != 0:
    sys.exit(77 if ctypes.get_errno() == errno.EINVAL else 1)
import asyncio, sqlite3, gpiozero, lgpio, luma.oled.device, msgspec, PIL.ImageFont, serial, smbus2, yaml
import starlette, uvicorn, zeroconf, segno
import companion.hal.from_config, companion.hal.splash
assert ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda one: one + 1)(1) == 2
print("alive")
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"LG_WD": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    if done.returncode == 77:
        pytest.skip("this kernel is older than 6.3 and cannot deny it to a running process")
    assert done.stdout == "alive\n", done.stderr


@pytest.mark.case("SY-O4")
def test_the_program_finds_its_settings_without_a_current_folder_or_a_home(tmp_path: Path) -> None:
    """As systemd starts it: in a folder that has nothing of ours, with no HOME."""
    (tmp_path / "config.yaml").write_text("devices: {buzzer: 26}\n")  # here by chance: not ours
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "config", "show"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    lines = dict(line.split(" = ", 1) for line in done.stdout.splitlines())
    assert not lines["devices.buzzer"].startswith("26")
    assert str(tmp_path) not in done.stdout
