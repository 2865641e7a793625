"""The document of the routes: complete, and whatever it allows is answered in a documented way."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from companion.web.openapi import ANSWERS, document

from .kit import Web, run

WAYS = Web().site.ways
SCHEMA = schemathesis.openapi.from_dict(document(WAYS))
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]


def test_the_document_holds_every_route_and_is_served_to_those_who_joined() -> None:
    async def play() -> None:
        web = Web()
        served = (await web.browser("spectator").get("/openapi.json")).json
        routes = {(method.upper(), path) for path, ways in served["paths"].items() for method in ways}
        assert routes == {(way.method, way.path) for way in web.site.ways}
        assert (await web.browser().get("/openapi.json")).headers["location"] == "/join"

    run(play())


@pytest.mark.parametrize(
    "operation",
    [one for one in OPERATIONS if not one.path.startswith("/events/")],
    ids=lambda one: f"{one.method} {one.path}",
)
def test_whatever_it_allows_is_answered_as_it_says(operation: Any) -> None:
    web = Web()
    keeper = web.browser("keeper", 0)
    cookie = keeper.cookie

    @settings(
        max_examples=25,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    @given(case=operation.as_strategy())
    def each(case: Any) -> None:
        web.box.wait(1)
        keeper.cookie = cookie
        fields = case.body if isinstance(case.body, dict) else {}
        query = urlencode(case.query or {})
        if operation.method.upper() == "POST":
            reply = run(keeper.post(operation.path, fields))
        else:
            reply = run(keeper.get(f"{operation.path}?{query}"))
        assert str(reply.status) in ANSWERS
        assert reply.status != 429
        assert "Traceback" not in reply.body

    each()
