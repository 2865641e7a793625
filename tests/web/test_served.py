"""The web as it really runs: on sockets, in a process of its own, found on the network."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

from companion.web.invite import Announcement, address_of
from companion.web.server import Server
from tests.web.kit import Web

ROOT = Path(__file__).parents[2]
PLAY = """
import sys
from companion.service.browser import run
from companion.service.settings import Settings
sys.exit(run(Settings(home=sys.argv[1]), lambda url: print(url, flush=True)))
"""


def test_play_opens_the_box_in_the_browser_and_ends_cleanly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PLAY, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:")
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with browser.open(url, timeout=20) as page:
        assert page.url.endswith("/box")
        assert b"data-pixels" in page.read()
    stranger = urllib.request.build_opener()
    with stranger.open(url, timeout=20) as page:
        assert page.url.endswith("/join")
    # An open page does not hold it up.
    with browser.open(url.partition("/open")[0] + "/events/play", timeout=20) as stream:
        assert stream.readline().startswith(b"id:")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()


def test_a_port_that_is_taken_is_told_and_the_table_goes_on() -> None:
    async def play() -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            refused = Server(Web().site.app).start("127.0.0.1", port)
            assert str(refused) == f"No phones: port {port} cannot be used (Address already in use)."
        assert "cannot be used" in str(Server(Web().site.app).start("127.0.0.1", 99_999))

    asyncio.run(play())


def test_companion_local_is_told_on_the_network() -> None:
    from zeroconf.asyncio import AsyncZeroconf

    async def play() -> None:
        announcement = Announcement("127.0.0.1", 8080)
        listener = AsyncZeroconf(interfaces=["127.0.0.1"])
        found = await listener.async_get_service_info(
            "_http._tcp.local.", "Companion._http._tcp.local.", timeout=10_000
        )
        assert found is not None
        assert (found.server, found.port) == ("companion.local.", 8080)
        assert found.parsed_addresses() == ["127.0.0.1"]
        await announcement.close()
        await listener.async_close()

    asyncio.run(play())


def test_addresses_as_people_type_them() -> None:
    assert address_of("192.168.1.5", 8080) == "http://192.168.1.5:8080/"
    assert address_of("192.168.1.5", 80) == "http://192.168.1.5/"
    assert address_of("fe80::1", 8080) == "http://[fe80::1]:8080/"
