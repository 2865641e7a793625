"""A served companion as a process of its own, and what the tests in a real browser share."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).parents[2]
PHONE, TABLET, TELEVISION = (
    {"width": 390, "height": 844},
    {"width": 1024, "height": 768},
    {"width": 1920, "height": 1080},
)
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
]


class Served:
    """The process. `kill` is kill -9; `start` again serves the same folder on the same port."""

    def __init__(self, folder: Path, *games: str) -> None:
        self.folder, self.games = folder, games or ("party",)
        self.port = 0
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.serve", str(self.folder), str(self.port), *self.games],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.port = int(self._said("port"))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, wish: str) -> str:
        """Have it say something, by the first word of `wish`."""
        self.wish(wish)
        return self._said(wish.split()[0])

    def wish(self, wish: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{wish}\n")
        self._process.stdin.flush()

    def _said(self, what: str) -> str:
        assert self._process.stdout is not None
        word, _, rest = self._process.stdout.readline().strip().partition(" ")
        assert word == what, (word, rest)
        return rest

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Cable:
    """The network between browsers and the box, to be cut: nothing is told to either end, as when a phone
    leaves the room."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._whole = threading.Event()
        self._whole.set()
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        """The old connections are dead by now."""
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.clear()
        self._whole.set()

    def close(self) -> None:
        self._listener.close()
        self.mend()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        self._whole.wait()
        with suppress(OSError):
            far = socket.create_connection(("127.0.0.1", self._to))
            self._ends += [near, far]
            threading.Thread(target=self._carry, args=(far, near), daemon=True).start()
            self._carry(near, far)

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._whole.wait()
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)


class Visit:
    """A browser of somebody's own. Errors in the console and requests to elsewhere are kept for the test."""

    def __init__(self, browser: Browser, served: Served, cable: Cable | None = None, **options: Any) -> None:
        self.served = served
        self.url = served.url if cable is None else f"http://127.0.0.1:{cable.port}"
        self.context: BrowserContext = browser.new_context(
            **{"viewport": PHONE, "locale": "en", "reduced_motion": "reduce", **options}
        )
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        self.bytes = 0
        self.context.on("request", self._asked)
        self.page: Page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._said)
        return page

    def _said(self, message: Any) -> None:
        # A refused answer is told by the page; the browser notes its status besides.
        if message.type == "error" and "409 (Conflict)" not in message.text:
            self.errors.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:")):
            self.elsewhere.append(request.url)

    def join(self, role: str, seat: str = "") -> Visit:
        """Join by the PIN, as people do; take a seat by its name."""
        page = self.page
        page.goto(self.url)
        page.get_by_label("The PIN on the box").fill(self.served.ask("pin"))
        page.get_by_label(role).check()
        page.get_by_role("button", name="Join", exact=True).click()
        if seat:
            page.get_by_role("button", name=seat, exact=True).click()
            page.get_by_text("(you)").wait_for()
        return self
