"""Somebody who has things of every kind, which all say one word; and what a stranger says to get at them."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from bot.documents import Ask
from bot.web.site.tables import names_in
from tests.bot.web.api_site import ApiSite
from tests.bot.web.pages.own_tours import follow_zezima
from tests.tracker.notify.notes import note
from tracker.accounts.model import User
from tracker.accounts.tokens import Tokens, hash_of
from tracker.notify import outbox
from tracker.offers.model import OfferKind
from tracker.servers.model import Announces
from tracker.shares.model import Shareable, SharedThing
from tracker.shares.service import ShareLinks

Ids = Mapping[str, str]
"""By the names of fields in addresses and bodies."""

GUESSED = {"server": "900000001"}
"""By which a server on Discord is called: the tests of servers try what is really there."""
SAID: Mapping[str, Any] = {
    "day": "today", "entry": "1", "until": "2h", "to": "tomorrow", "at": "12:00", "aim": "20 days each",
    "counts": "habits", "section": "habits", "last": "in 3 days", "url": "ftp://example.org",
    "type": "webhook",
    "address": "https://example.org/stranger", "status": None, "tell": True,
}  # fmt: skip
"""So that a request is understood and meets what is not theirs, not only a field that is wrong."""


async def settle(site: ApiSite, who: User, word: str) -> Ids:
    """Things of every kind, as programs and services make them, and the id of each."""
    call, plain = f"Somebody {word[0]}", " ".join(re.sub("[:#]", " ", word)[:40].split())
    token = await Tokens(site.services.table, site.clock).make(who.id, f"phone {word[0]}")

    async def made(path: str, *keys: str, **fields: Any) -> str:  # noqa: ANN401 - any JSON
        site.clock.advance(61)
        said = await site.posts(f"/api/v1{path}", token=token.token, json=fields)
        assert said.status == 200, (path, said.document)
        found = said.document
        for key in keys:
            found = found[key]
        return str(found)

    ids = {
        "habit": await made("/habits", "habit", "id", habit=f"{plain} gym daily", description=word),
        "task": await made("/tasks", "task", "id", what=f"{plain} call", notes=word, due="today"),
        "project": await made("/projects", "project", "id", name=f"{plain} house", description=word),
        "metric": await made("/metrics", "metric", "id", name=f"{plain} weight", unit="kg", description=word),
        "reward": await made("/rewards", "reward", "id", title=f"{plain} film", cost=5, description=word),
        "goal": await made("/goals", "goal", "id", title=f"{plain} fit", description=word),
        "challenge": await made(
            "/challenges", "challenge", "id", name=f"{plain} week", counts="habits", threshold=1
        ),
        "room": await made("/rooms", "room", "id", name=f"{plain} room", purpose=plain, **{"as": call}),
        "area": await made("/areas", "area", "name", area=f"Body {word[0]}", description=word),
        "group": await made(
            "/groups",
            "goal",
            "id",
            name=f"{plain} group",
            aim="20 days each",
            until="in 30 days",
            who="server",
        ),
        "day": "today",
        "kind": "habit",
        "entry": "1",
        "token": f"phone {word[0]}",
        "member": call,
        **GUESSED,
    }
    ids["log"] = await made(f"/metrics/{ids['metric']}/logs", "log", "at", value=82.5, note=word)
    await made(f"/habits/{ids['habit']}/complete", note=word)
    await made("/goals", goal="80 in 8 weeks", character=f"{plain} weight")
    for kind in ("challenge", "group"):
        await made(f"/{kind}s/{ids[kind]}/join", habit=ids["habit"], **{"as": call})
    await made("/logbook", text=word, title=plain)
    await made(f"/rooms/{ids['room']}/messages", text=word)
    await made(f"/rooms/{ids['room']}/share", thing=ids["habit"])
    ids["thing"] = ids["habit"]
    ids["thread"] = await made("/assist", "thread", "id", text=word, title=plain)
    await made(f"/assist/{ids['thread']}/answer", text=word)
    return {**ids, **await _behind_the_api(site, who, word)}


async def _behind_the_api(site: ApiSite, who: User, word: str) -> Ids:
    """What other front ends and the clock make."""
    services = site.services
    [habit, *_] = await services.habits.list(who.id)
    shown = SharedThing(who.id, Shareable.HABIT, habit.id)
    link = await ShareLinks(services.table, site.clock).make(shown, habit.key.key)
    begun = await services.sessions.begin(who.id, "sms", f"{word} on a phone")
    message = note(word, site.clock(), person=who.id, title=word, text=word)
    await outbox.enqueue(services.table, message)
    await services.channels.add(who.id, "webhook", f"https://example.org/{quote(word)}")
    guild = 900_000_100 + len(word)
    server = await services.servers.set_up(guild, word)
    await services.servers.join(who, await services.servers.announce(server, Announces.REACHED))
    terms = {"kind": OfferKind.COINS, "cost": 5, "ends": site.clock() + timedelta(days=7)}
    offer = await services.offers.create(server, f"{word[:30]} free", {**terms, "description": word})
    return {
        "session": hash_of(begun.secret)[:8],
        "link": link.id,
        "message": message.outbox_id,
        "channel": "webhook",
        "character": await follow_zezima(site, who),
        "insight": "1",
        "guild": f"{guild}",
        "offer": offer.id,
    }


def tries(path: str, ask: type[Ask], ids: Ids) -> Iterator[tuple[str, dict[str, Any]]]:
    """Addresses with what is not theirs, and what goes with them: as little as can be, and all that fits."""
    known = {**ids, "goal": ids["group"]} if path.startswith("/groups") else ids
    named = names_in(path)
    missing = [name for name in named if name not in known]
    assert missing == [], f"{path}: settle() has to say which {missing} there is"
    address = path.format_map({name: quote(known[name], safe="") for name in named})
    needed = {name for name, one in ask.model_fields.items() if one.is_required()} - {*named}
    yield address, dict(_said(ask, needed, known))
    others = {name for name in ask.model_fields if name in known or f"{name}s" in known} - {*named} - needed
    for name in sorted(others):
        yield address, dict(_said(ask, needed | {name}, known))


def _said(ask: type[Ask], names: set[str], ids: Ids) -> Iterator[tuple[str, Any]]:
    for name in sorted(names):
        field = ask.model_fields[name]
        value = [[ids["habit"], "today"]] if name == "days" and field.is_required() else None
        value = value or ids.get(name) or ids.get(name.removesuffix("s")) or SAID.get(name, "5")
        yield f"{field.validation_alias or field.alias or name}", value
