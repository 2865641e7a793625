"""The routes of everybody at the table: join, watch, play, this phone.

Must not know how a page is drawn or an entry is judged.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response, StreamingResponse

from companion.engine.prompts import Refusal
from companion.engine.session import Adjusted
from companion.engine.text import say
from companion.words import languages

from . import answers
from .app import COOKIE, PAGES, STREAMS, YEAR, Ask, Site, Way, Who, level, reader_of
from .hub import Audience, Hub
from .look import Reader, look
from .pairing import ROLES, Role


async def start(site: Site, ask: Ask) -> Response:
    """Where this phone belongs."""
    if ask.phone is None:
        return RedirectResponse("/table" if site.pairing.open_table else "/join", 303)
    return RedirectResponse("/play" if ask.phone.may_play() else "/table", 303)


async def join_page(site: Site, ask: Ask) -> Response:
    """The form for the PIN."""
    return site.page(ask, "join.html", "join")


async def join(site: Site, ask: Ask) -> Response:
    """Let a phone in."""
    role: Role = next((role for role in ROLES if role == ask.fields.get("role")), "spectator")
    got = site.pairing.join(ask.fields.get("pin", ""), ask.address, role)
    if not isinstance(got, tuple):
        if ask.wants_json:
            return site.refuse(ask, got, 403)
        return site.page(ask, "join.html", "join", 403, said=ask.words(got))
    if ask.phone is not None:
        site.pairing.remove(ask.phone.id)
    response = site.done(ask, "/play" if role != "spectator" else "/table")
    set_cookie(ask, response, got[1])
    return response


def set_cookie(ask: Ask, response: Response, token: str) -> None:
    """Give a phone its token."""
    secure = ask.request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=secure)


async def watch(site: Site, ask: Ask) -> Response:
    """The table for all to see: nothing of a seat is in it."""
    return site.live_page(_for_all(ask), "table")


async def play(site: Site, ask: Ask) -> Response:
    """The table from one seat."""
    return site.live_page(ask, "play")


def _for_all(ask: Ask) -> Ask:
    return ask._replace(reader=Reader())


async def events_table(site: Site, ask: Ask) -> Response:
    """What changes in the table view."""
    return follow(site, ask, "table")


async def events_play(site: Site, ask: Ask) -> Response:
    """What changes in the view of a seat."""
    return follow(site, ask, "play")


def follow(site: Site, ask: Ask, page: str, hub: Hub | None = None) -> Response:
    """The stream of a page. It ends when the phone is removed."""
    hub = hub if hub is not None else site.hub
    owner = str(ask.phone.id) if ask.phone is not None else ask.address
    if hub.following >= STREAMS or hub.pages_of(owner) >= PAGES:
        return site.refuse(ask, say("Too many pages are open."), 503)
    token = ask.request.cookies.get(COOKIE, "")
    language = ask.language

    def who() -> Audience | None:
        phone = site.pairing.phone(token)
        if page == "table":
            if phone is None and not site.pairing.open_table:
                return None
            return Audience(page, Reader(), language)
        if phone is None or level(phone) < Who.PLAYS:
            return None
        if page != "play":
            site.doctor.look()
            return Audience(page, Reader(), language, phone.id) if phone.may_keep() else None
        return Audience(page, reader_of(phone), language)

    last = ask.request.query_params.get("last", "") or ask.request.headers.get("last-event-id", "")
    return StreamingResponse(
        hub.follow(who, last, owner), media_type="text/event-stream", headers={"x-accel-buffering": "no"}
    )


async def sit(site: Site, ask: Ask) -> Response:
    """Take a seat."""
    assert ask.phone is not None
    wanted = answers.number_of(ask.fields, "seat")
    people = site.host.live.session.game.view(site.host.live.session.table).people
    name = next((person.name for person in people if person.seat == wanted), None)
    if name is None:
        return site.refuse(ask, say("There is no such seat."))
    refused = site.pairing.sit(ask.phone, wanted, name)
    if refused is not None:
        return site.refuse(ask, refused)
    return site.done(ask, "" if ask.wants_json else "/play")


async def answer(site: Site, ask: Ask) -> Response:
    """Answer the question."""
    return await site.put(ask, answers.answered(site.host.live.session, ask.reader, ask.fields))


async def roll(site: Site, ask: Ask) -> Response:
    """Have the box roll the die that is asked for."""
    assert ask.phone is not None
    entry = answers.answered(site.host.live.session, ask.reader, ask.fields)
    if isinstance(entry, Refusal):
        return site.refuse(ask, entry.text)
    rolling = site.door.roll(ask.phone.id, ask.fields.get("key", ""), entry.number, entry.seat)
    return await site.told(ask, rolling)


async def take(site: Site, ask: Ask) -> Response:
    """Do something besides answering."""
    return await site.put(ask, answers.took(site.host.live, ask.reader, ask.fields))


async def undo_page(site: Site, ask: Ask) -> Response:
    """What would be taken back."""
    live = site.host.live
    wanted = answers.number_of(ask.request.query_params, "count")
    count = min(max(wanted, 1), len(live.session.steps))
    told = live.preview(count) if count else ()
    more = count < len(live.session.steps)
    return site.page(ask, "undo.html", "undo", told=told, more=more, number=live.session.number)


async def undo(site: Site, ask: Ask) -> Response:
    """Take moves back."""
    return await site.put(ask, answers.undone(ask.fields))


async def redo(site: Site, ask: Ask) -> Response:
    """Make the move taken back last again."""
    return await site.put(ask, answers.redone(ask.fields))


async def adjust_page(site: Site, ask: Ask) -> Response:
    """Every figure that may be corrected, or the one that is asked for."""
    only = ask.request.query_params.get("path", "")
    groups: dict[str, list[object]] = {}
    seen = look(site.host.live, ask.reader)
    for figure in seen.adjustables:
        if only in ("", figure.path):
            groups.setdefault(ask.words(figure.group), []).append(figure)
    cells = (cell for sheet in seen.view.sheets for row in sheet.rows for cell in row.cells)
    why = next((cell.why for cell in cells if only and cell.path == only), None)
    return site.page(ask, "adjust.html", "adjust", groups=groups, why=why)


async def adjust(site: Site, ask: Ask) -> Response:
    """Correct a figure."""
    entry = answers.adjusted(site.host.live.session, ask.reader, ask.fields)
    was = answers.as_json(entry.value) if isinstance(entry, Adjusted) else ""
    return await site.put(ask, entry, was=was, text=say("Set."))


async def unsaved(site: Site, ask: Ask) -> Response:
    """Go on although nothing can be kept."""
    site.host.live.play_unsaved()
    site.hub.refresh()
    return site.done(ask, "" if ask.wants_json else "/play")


async def phone_page(site: Site, ask: Ask) -> Response:
    """Language, leaving."""
    return site.page(ask, "phone.html", "phone", spoken=languages())


async def language(site: Site, ask: Ask) -> Response:
    """Set the language of this phone."""
    assert ask.phone is not None
    wanted = ask.fields.get("language", "")
    site.pairing.speak(ask.phone, wanted if wanted in languages() else "")
    return site.done(ask, "/phone")


async def leave(site: Site, ask: Ask) -> Response:
    """Forget this phone."""
    assert ask.phone is not None
    site.pairing.remove(ask.phone.id)
    response = site.done(ask, "/join")
    response.delete_cookie(COOKIE)
    return response


WAYS = (
    Way("GET", "/", Who.ANYONE, start, "Where this phone belongs"),
    Way("GET", "/join", Who.ANYONE, join_page, "The form for the PIN"),
    Way("POST", "/join", Who.ANYONE, join, "Let a phone in", ("pin", "role")),
    Way("GET", "/table", Who.WATCHES, watch, "The table for all to see"),
    Way("GET", "/events/table", Who.WATCHES, events_table, "What changes in it"),
    Way("GET", "/play", Who.PLAYS, play, "The table from one seat"),
    Way("GET", "/events/play", Who.PLAYS, events_play, "What changes in it"),
    Way("POST", "/sit", Who.PLAYS, sit, "Take a seat", ("seat",)),
    Way("POST", "/answer", Who.PLAYS, answer, "Answer the question", ("number", "seat", "value", "key")),
    Way("POST", "/roll", Who.PLAYS, roll, "Have the box roll", ("number", "seat", "key")),
    Way("POST", "/take", Who.PLAYS, take, "Do something besides", ("number", "id", "key")),
    Way("GET", "/undo", Who.PLAYS, undo_page, "What would be taken back"),
    Way("POST", "/undo", Who.PLAYS, undo, "Take moves back", ("number", "count", "key")),
    Way("POST", "/redo", Who.PLAYS, redo, "Make a move again", ("number", "key")),
    Way("GET", "/adjust", Who.PLAYS, adjust_page, "Figures that may be corrected"),
    Way("POST", "/adjust", Who.PLAYS, adjust, "Correct a figure", ("path", "value", "was", "set", "key")),
    Way("POST", "/unsaved", Who.PLAYS, unsaved, "Go on unsaved"),
    Way("GET", "/phone", Who.WATCHES, phone_page, "This phone"),
    Way("POST", "/language", Who.WATCHES, language, "Set this phone's language", ("language",)),
    Way("POST", "/leave", Who.WATCHES, leave, "Forget this phone"),
)
