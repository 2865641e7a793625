"""The wall before every page: by which name the browser asked, how fast, and what the answer forbids it.

Law: nothing behind it is reached by a request under a foreign name (DNS rebinding) or that changes something
without coming from a page of ours. Must not know pages or who is who.
"""

from __future__ import annotations

import ipaddress
import socket
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from urllib.parse import urlsplit

HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with no-referrer, browsers send our own forms with the origin null
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""On every answer."""
RATE, BURST = 20.0, 100.0
"""Requests a second from one address, and how many at once."""
ADDRESSES = 1000


def own_names(names: Collection[str] = ()) -> frozenset[str]:
    """Names under which this machine may be called, besides any address."""
    host = socket.gethostname().lower()
    return frozenset({"localhost", "companion.local", "companion", host, f"{host}.local", *names})


def is_own_host(host: str, names: Collection[str]) -> bool:
    """Whether a Host header names us. An address as digits is ours: a foreign page comes under a name."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name.rstrip(".") in names
    return True


def is_own_origin(origin: str, host: str) -> bool:
    """Whether an Origin header is that of the very pages under `host`."""
    return bool(host) and origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


class Rate:
    """A bucket of requests for each address."""

    def __init__(self, now: Callable[[], float], rate: float = RATE, burst: float = BURST) -> None:
        self._now, self._rate, self._burst = now, rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether one more is allowed now."""
        now = self._now()
        left, then = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)
        return allowed
