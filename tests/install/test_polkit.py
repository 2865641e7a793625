"""The shipped polkit rules in the real polkitd: the box may switch off, and nobody may more than before."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.install.conftest import ROOT

OFF = "org.freedesktop.login1.power-off"
EXPECTED = {
    ("companion", OFF): "yes",
    ("companion", f"{OFF}-multiple-sessions"): "yes",
    ("companion", "org.freedesktop.login1.reboot"): "no",
    ("companion", "org.freedesktop.login1.halt"): "no",
    ("companion", "org.freedesktop.systemd1.manage-units"): "no",
    ("guest", OFF): "no",
    ("guest", f"{OFF}-multiple-sessions"): "no",
}
MAY_MOUNT = subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0


@pytest.mark.skipif(not MAY_MOUNT, reason="puts its rules over /etc in a mount namespace: needs root")
def test_the_real_polkitd_allows_the_box_to_switch_off_and_nothing_else() -> None:
    questions = "".join(f"{user} {action}\n" for user, action in EXPECTED)
    script, rules = ROOT / "tests/install/polkit.sh", ROOT / "packaging/60-companion-power.rules"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # polkitd runs as its own user
        done = subprocess.run(
            ["unshare", "--mount", script, folder, rules], input=questions, capture_output=True, text=True
        )
    rows = [line.split() for line in done.stdout.splitlines()]
    assert {(user, action): answer for user, action, answer in rows} == EXPECTED, done.stderr
