"""scripts/install on a made-up machine: what it does, run twice, checked, broken off, taken back."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import install as command
from tests.install.conftest import CONFIG_TXT, ROOT, FakeMachine

UNIT = "/etc/systemd/system/companion.service"
GROUPS = {"gpio", "i2c", "spi", "dialout", "input"}
STEPS = [
    "Debian packages",
    "user",
    "program",
    "buses",
    "boot config",
    "config",
    "rules and units",
    "services",
]


@pytest.mark.case("SY-O3")
def test_a_fresh_pi_gets_everything(pi: FakeMachine) -> None:
    result = pi.install()
    assert result.status == 0, result.err
    assert [line.split(":")[0] for line in result.out.splitlines() if line.endswith(": ok")] == STEPS
    assert set(pi.facts_of("users")["companion"].split()) == GROUPS
    assert pi.facts_of("raspi") == {"i2c": "0", "spi": "0", "serial_hw": "0", "serial_cons": "1"}
    assert list(pi.facts_of("enabled")) == ["companion-splash.service", "companion.service"]
    assert list(pi.facts_of("active")) == ["companion.service"]
    assert {"python3-lgpio", "python3-venv"} <= set(pi.facts_of("packages"))
    assert "include-system-site-packages = true" in pi.file("/opt/companion/venv/pyvenv.cfg").read_text()
    for target, source in {
        UNIT: "companion.service",
        "/etc/systemd/system/companion-splash.service": "companion-splash.service",
        "/etc/udev/rules.d/60-companion.rules": "60-companion.rules",
        "/etc/polkit-1/rules.d/60-companion-power.rules": "60-companion-power.rules",
        "/etc/modules-load.d/companion.conf": "companion-modules.conf",
        "/etc/companion/config.yaml": "config/standard.yaml",
    }.items():
        assert pi.file(target).read_bytes() == (ROOT / "packaging" / source).read_bytes()
        assert pi.file(target).stat().st_mode & 0o777 == 0o644
    assert str(pi.file("/usr/local/bin/companion").readlink()) == "/opt/companion/venv/bin/companion"
    assert "A restart is due" in result.out


def test_a_second_run_changes_nothing(done: FakeMachine) -> None:
    before, state = done.tree(), done.state()
    result = done.install()
    assert result.status == 0
    assert done.tree() == before
    assert done.state() == state
    assert done.changes() == []


def test_check_on_a_fresh_machine_lists_all_and_touches_nothing(pi: FakeMachine) -> None:
    before = pi.tree()
    result = pi.install("--check")
    assert result.status == 1
    assert [line.split(":")[0] for line in result.out.splitlines()] == STEPS
    assert result.out.count("to do: ") == len(STEPS)
    assert pi.tree() == before
    assert pi.changes() == []


def test_check_on_an_installed_machine_is_content(done: FakeMachine) -> None:
    before = done.tree()
    result = done.install("--check")
    assert result.status == 0, result.out
    assert [line for line in result.out.splitlines() if not line.endswith(": ok")] == []
    assert done.tree() == before


def test_uninstall_takes_everything_back(pi: FakeMachine) -> None:
    before, state = pi.tree(), pi.state()
    assert pi.install().status == 0
    result = pi.install("uninstall")
    assert result.status == 0, result.err
    after = pi.tree()
    assert after.pop("run/companion-reboot-due") == b""
    assert after == before
    now = pi.state()
    for what in ("users", "groups", "raspi", "enabled", "active"):
        assert now[what] == state[what], what
    assert list(now["auto"]) == ["i2c-tools", "python3-lgpio"]
    assert not pi.file("/opt/companion").exists()


def test_uninstall_keeps_games_and_changed_files_unless_purged(done: FakeMachine) -> None:
    game = done.put("/var/lib/companion/games.sqlite", b"years of play")
    config = done.file("/etc/companion/config.yaml")
    config.write_text(config.read_text() + "# mine\n")
    result = done.install("uninstall")
    assert game.exists()
    assert config.exists()
    assert "kept: /var/lib/companion: your games" in result.out
    assert "kept: /etc/companion/config.yaml: changed by hand" in result.out
    assert done.install("uninstall", "--purge").status == 0
    assert not game.exists()
    assert not config.exists()


def test_uninstall_where_nothing_was_installed_is_harmless(pi: FakeMachine) -> None:
    before, state = pi.tree(), pi.state()
    assert pi.install("uninstall").status == 0
    assert pi.tree() == before
    assert pi.state() == state


PIP_REFUSES = "pip install|1|error: externally-managed-environment"


@pytest.mark.case("SY-O2")
def test_pip_refusing_stops_there_and_a_second_run_repairs(pi: FakeMachine, installed: FakeMachine) -> None:
    result = pi.install(fail=PIP_REFUSES)
    assert result.status == 1
    assert "install stopped at step 'program'" in result.err
    assert "externally-managed-environment" in result.err
    assert "Traceback" not in result.err
    assert not pi.file(UNIT).exists()
    assert pi.facts_of("enabled") == {}
    assert pi.install("--check").status == 1
    assert pi.install().status == 0
    assert pi.tree() == installed.tree()


@pytest.mark.case("SY-O2")
def test_pip_is_only_ever_called_inside_the_environment(pi: FakeMachine) -> None:
    assert pi.install().status == 0
    pips = [call for call in pi.calls() if " pip " in call]
    assert len(pips) == 1
    assert all(call.startswith("python -m pip install") for call in pips)
    assert "--break-system-packages" not in (ROOT / "scripts/install").read_text()


@pytest.mark.case("SY-O2")
@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("apt-get install", "Debian packages"),
        ("useradd", "user"),
        ("usermod", "user"),
        ("python3 -m venv", "program"),
        ("pip install", "program"),
        ("import companion", "program"),
        ("do_spi", "buses"),
        ("udevadm control", "rules and units"),
        ("udevadm trigger", "rules and units"),
        ("systemctl enable", "services"),
        ("systemctl restart", "services"),
    ],
)
def test_any_failing_step_is_named_and_repaired(
    pi: FakeMachine, installed: FakeMachine, words: str, step: str
) -> None:
    result = pi.install(fail=f"{words}|7|it did not work")
    assert result.status == 1
    assert f"install stopped at step '{step}'" in result.err
    assert "it did not work" in result.err
    assert len(result.err.splitlines()) == 2
    assert pi.install().status == 0
    assert pi.tree() == installed.tree()
    assert pi.state() == installed.state()


@pytest.mark.parametrize(
    "words", ["groupadd --system spi", "useradd", "pip install", "do_serial_hw", "systemctl enable"]
)
def test_a_power_cut_in_the_middle_is_repaired(pi: FakeMachine, installed: FakeMachine, words: str) -> None:
    pi.know("groups", {"dialout": "", "input": ""})
    assert pi.install(kill=words).status == -9
    assert pi.install().status == 0
    assert {**pi.tree(), "opt/companion/install.json": b""} == {
        **installed.tree(),
        "opt/companion/install.json": b"",
    }
    assert pi.install("uninstall").status == 0
    assert list(pi.facts_of("groups")) == ["dialout", "input"]
    assert pi.facts_of("users") == {}


def test_a_step_that_only_claims_to_work_is_found(pi: FakeMachine) -> None:
    """raspi-config ends with 0 even where it changed nothing (a read-only boot partition)."""
    (pi.bin / "raspi-config").unlink()
    (pi.bin / "raspi-config").write_text("#!/bin/sh\necho 1\n")
    (pi.bin / "raspi-config").chmod(0o755)
    result = pi.install()
    assert result.status == 1
    assert "step 'buses': done without an error, but still missing: raspi-config do_i2c 0" in result.err


@pytest.mark.parametrize("where", ["/boot/firmware/config.txt", "/boot/config.txt"])
def test_config_txt_is_edited_between_markers_with_a_backup(pi: FakeMachine, where: str) -> None:
    pi.file("/boot/firmware/config.txt").unlink()
    file = pi.put(where, CONFIG_TXT)
    assert pi.install().status == 0
    text = file.read_bytes()
    assert text.startswith(CONFIG_TXT)
    assert text.count(b"# >>> companion") == text.count(b"# <<< companion") == 1
    assert b"\n[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n" in text
    assert file.with_name("config.txt.before-companion").read_bytes() == CONFIG_TXT
    file.write_bytes(text + b"dtparam=act_led_trigger=none\n")
    assert pi.install("--build", "smallest").status == 0
    text = file.read_bytes()
    assert text.count(b"# >>> companion") == 1
    assert b"enable_uart=1\n" in text
    assert b"dtparam=act_led_trigger=none\n" in text
    result = pi.install("uninstall")
    assert file.read_bytes() == CONFIG_TXT + b"dtparam=act_led_trigger=none\n"
    assert "config.txt was changed by hand since" in result.out


@pytest.mark.parametrize(
    ("model", "build"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", "smallest"),
        ("Raspberry Pi 5 Model B Rev 1.0", "standard"),
        (None, "usb_only"),
    ],
)
def test_the_build_follows_the_board(tmp_path: Path, model: str | None, build: str) -> None:
    machine = FakeMachine(tmp_path, model)
    assert machine.install().status == 0
    expected = (ROOT / "packaging/config" / f"{build}.yaml").read_bytes()
    assert machine.file("/etc/companion/config.yaml").read_bytes() == expected


def test_a_chosen_build_is_remembered(pi: FakeMachine) -> None:
    assert pi.install("--build", "smallest").status == 0
    assert pi.install("--check").status == 0


def test_a_config_that_is_there_is_never_touched(pi: FakeMachine) -> None:
    config = pi.put("/etc/companion/config.yaml", b"devices: {buzzer: null}\n")
    assert pi.install().status == 0
    assert config.read_bytes() == b"devices: {buzzer: null}\n"
    assert pi.install("uninstall").status == 0
    assert config.exists()


def test_a_unit_changed_by_hand_is_set_aside(done: FakeMachine) -> None:
    unit = done.file(UNIT)
    unit.write_text("[Service]\nExecStart=/bin/true\n")
    result = done.install()
    assert result.status == 0
    assert unit.read_bytes() == (ROOT / "packaging/companion.service").read_bytes()
    assert (
        unit.with_name("companion.service.before-companion").read_text() == "[Service]\nExecStart=/bin/true\n"
    )
    assert "kept: your version" in result.out


def test_a_laptop_needs_no_pi_things(laptop: FakeMachine) -> None:
    assert laptop.install().status == 0
    assert set(laptop.facts_of("groups")) == GROUPS
    assert "python3-lgpio" not in laptop.facts_of("packages")
    assert not laptop.file("/boot").exists()
    assert laptop.install("uninstall").status == 0
    assert list(laptop.facts_of("groups")) == ["dialout", "input"]
    assert [name for name in laptop.tree() if "companion" in name] == []


def test_a_pi_without_apts_lgpio_takes_the_wheel(pi: FakeMachine) -> None:
    """Where apt's package does not fit this Python, pip's wheel is the second choice, tried before use."""
    result = pi.install(fail="import lgpio|1|ModuleNotFoundError: No module named 'lgpio'")
    assert result.status == 1
    assert "ModuleNotFoundError" in result.err
    assert sum("[web,pi]" in call for call in pi.calls()) == 1


def test_games_on_a_disk_of_their_own(pi: FakeMachine) -> None:
    assert pi.install("--data-label", "GAMES").status == 0
    mount = pi.file("/etc/systemd/system/var-lib-companion.mount").read_text()
    assert "What=/dev/disk/by-label/GAMES\n" in mount
    assert "var-lib-companion.mount" in pi.facts_of("enabled")
    assert pi.install("--check").status == 0
    assert pi.install("uninstall").status == 0
    assert not pi.file("/etc/systemd/system/var-lib-companion.mount").exists()
    assert pi.facts_of("enabled") == {}


def test_a_newer_program_is_installed_over_the_old_one(done: FakeMachine) -> None:
    done.file("/opt/companion/installed").write_text("an older fingerprint")
    result = done.install("--check")
    assert result.status == 1
    assert "program: to do: the newer program" in result.out
    (done.facts / "log").unlink()
    assert done.install().status == 0
    assert not any("venv" in call for call in done.calls() if call.startswith("python3"))
    assert sum(" pip install " in call for call in done.calls()) == 1
    assert "systemctl restart companion.service" in done.calls(), "the old program must not go on running"
    assert done.install("--check").status == 0


def test_bad_arguments_get_a_short_answer(pi: FakeMachine) -> None:
    result = pi.install("--build", "huge")
    assert result.status == 2
    assert "smallest" in result.err
    assert "Traceback" not in result.err


def test_readers_of_other_makers_bring_their_rules(pi: FakeMachine) -> None:
    assert pi.install("--extras", "web,readers").status == 0
    rules = ("/etc/polkit-1/rules.d/60-companion-pcsc.rules", "/etc/modprobe.d/companion-pcsc.conf")
    assert all(pi.file(rule).exists() for rule in rules)
    assert "pcscd" in pi.facts_of("packages")
    assert any("[web,readers]" in call for call in pi.calls())
    assert pi.install("--check").status == 0
    assert pi.install("uninstall").status == 0
    assert not any(pi.file(rule).exists() for rule in rules)


def test_radio_dice_bring_bluez_and_its_group(pi: FakeMachine) -> None:
    fresh = pi.state()
    checked = pi.install("--check", "--extras", "web,dice")
    assert checked.status == 1
    assert "bluez" in checked.out
    assert "group bluetooth" in checked.out
    assert pi.changes() == []

    assert pi.install("--extras", "web,dice").status == 0
    assert "bluez" in pi.facts_of("packages")
    assert "bluetooth" in pi.facts_of("users")["companion"].split()
    assert "groupadd --system bluetooth" not in pi.calls(), "it is the package's own"
    assert any("[web,dice]" in call for call in pi.calls())
    assert pi.install("--check").status == 0
    (pi.facts / "log").unlink()
    assert pi.install().status == 0
    assert pi.changes() == []

    (pi.facts / "users/companion").write_text("gpio i2c spi dialout input")
    lacking = pi.install("--check")
    assert (lacking.status, "companion in group bluetooth" in lacking.out) == (1, True)
    assert pi.install().status == 0

    assert pi.install("uninstall").status == 0
    assert "bluez" in pi.facts_of("auto"), "the next autoremove decides"
    left = pi.state()
    assert left["users"] == fresh["users"]
    assert left["groups"] == {**fresh["groups"], "bluetooth": ""}, "of a package that is still there"


def test_dice_that_come_later_are_added_to_what_is_there(done: FakeMachine) -> None:
    assert "bluez" not in done.facts_of("packages")
    assert done.install("--extras", "web,readers,dice").status == 0
    assert {"bluez", "pcscd"} <= done.facts_of("packages").keys()
    assert "bluetooth" in done.facts_of("users")["companion"].split()
    assert "systemctl restart companion.service" in done.calls(), "its groups are those of its start"


def test_the_command_finds_the_installer_of_its_clone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert command.find_installer() == ROOT / "scripts/install"
    monkeypatch.setattr(command, "__file__", str(tmp_path / "site-packages/companion/install.py"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "opt/venv"))
    assert command.find_installer() is None
    refused = CliRunner().invoke(command.install, ["--check"])
    assert refused.exit_code == 1
    assert "Clone the project again" in refused.output
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt/install.json").write_text(f'{{"choices": {{"source": "{ROOT}"}}}}')
    assert command.find_installer() == ROOT / "scripts/install"


def test_an_installed_machine_knows_its_clone(done: FakeMachine) -> None:
    assert json.loads(done.file("/opt/companion/install.json").read_text())["choices"]["source"] == str(ROOT)


def test_rules_that_udev_was_not_told_of_are_told_the_second_time(pi: FakeMachine) -> None:
    assert pi.install(fail="udevadm control|1|udevd is not running").status == 1
    assert pi.install("--check").status == 1
    (pi.facts / "log").unlink()
    assert pi.install().status == 0
    assert "udevadm control --reload" in pi.calls()


def test_a_service_that_does_not_start_is_told_with_its_own_words(pi: FakeMachine) -> None:
    (pi.facts / "journal").write_text("config.yaml:4: a tab\nI2C is off\n")
    result = pi.install(fail="systemctl restart|1|See systemctl status")
    assert result.status == 1
    assert "step 'services': the service does not start: config.yaml:4: a tab" in result.err


@pytest.mark.case("SY-O3")
@pytest.mark.parametrize("groups", ["", "gpio", "gpio i2c spi dialout"])
def test_a_user_that_lacks_groups_gets_them_and_stays_yours(pi: FakeMachine, groups: str) -> None:
    pi.know("users", {"companion": groups})
    missing = GROUPS - set(groups.split())
    told = next(line for line in pi.install("--check").out.splitlines() if line.startswith("user: "))
    assert {group for group in GROUPS if f"companion in group {group}" in told} == missing
    assert pi.install().status == 0
    assert set(pi.facts_of("users")["companion"].split()) == GROUPS
    assert pi.install("uninstall").status == 0
    assert "companion" in pi.facts_of("users"), "made by somebody else before: not ours to remove"
