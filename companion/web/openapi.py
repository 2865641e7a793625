"""The route table as an OpenAPI document, for tools: what there is, who may take it, which fields it knows.

Must not know what a route does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.responses import JSONResponse, Response

from companion import __version__

from .app import COOKIE, Ask, Site, Way, Who

ROLES = {
    Who.ANYONE: "anyone",
    Who.WATCHES: "who joined",
    Who.PLAYS: "who plays",
    Who.KEEPS: "the keeper",
}
ANSWERS = {
    "200": "Done, or the page.",
    "303": "Look there.",
    "403": "Not for this phone, or it did not come from a page of ours.",
    "404": "There is no such thing.",
    "409": "It does not count, and why.",
    "413": "Too much at once.",
    "421": "Called by a name that is not ours.",
    "429": "Too fast.",
    "503": "The table does not answer.",
}


def document(ways: Sequence[Way]) -> dict[str, Any]:
    """The document of these routes."""
    paths: dict[str, dict[str, Any]] = {}
    for way in ways:
        fields: dict[str, Any] = {name: {"type": "string", "maxLength": way.limit} for name in way.fields}
        operation: dict[str, Any] = {
            "summary": way.about,
            "description": f"For {ROLES[way.who]}.",
            "operationId": f"{way.method.lower()}{way.path.replace('/', '_')}",
            "responses": {code: {"description": about} for code, about in ANSWERS.items()},
            "security": [] if way.who == Who.ANYONE else [{"phone": []}],
        }
        if way.method == "POST":
            form = {"schema": {"type": "object", "properties": fields, "additionalProperties": False}}
            operation["requestBody"] = {"content": {"application/x-www-form-urlencoded": form}}
        else:
            operation["parameters"] = [
                {"name": name, "in": "query", "schema": schema} for name, schema in fields.items()
            ]
        paths.setdefault(way.path, {})[way.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Companion", "version": __version__},
        "paths": paths,
        "components": {"securitySchemes": {"phone": {"type": "apiKey", "in": "cookie", "name": COOKIE}}},
    }


async def openapi(site: Site, ask: Ask) -> Response:
    """The document of all routes."""
    return JSONResponse(document(site.ways))


WAYS = (Way("GET", "/openapi.json", Who.WATCHES, openapi, "This document"),)
