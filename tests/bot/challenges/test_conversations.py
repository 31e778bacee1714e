"""A challenge by SMS and over HTTP: begun, listed, joined, looked at, left, and wrong input."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.challenges.api import ROUTES
from bot.features import FEATURES
from bot.sms.conversation import Conversation
from bot.sms.dialogue import Dialogue
from bot.visit import Visit
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tracker.challenge.joining import participations_of
from tracker.front_ends import FrontEnd
from tracker.sms.segments import segments
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    """The clock shows Friday 1 January 2100."""
    async with api_site(sqlite_table, clock) as opened:
        yield opened


@dataclass
class Phone:
    site: ApiSite
    dialogue: Dialogue = field(default_factory=lambda: Dialogue(FEATURES))
    before: Conversation = field(default_factory=Conversation)

    async def says(self, text: str) -> str:
        here = Visit(
            self.site.services, self.site.ada, FrontEnd.SMS, self.site.clock().replace(microsecond=0)
        )
        spoken = await self.dialogue.answered(here, self.before, self.dialogue.parse(text))
        self.before = spoken.conversation
        return spoken.text or ""


async def joined(site: ApiSite) -> list[str]:
    return [one.name for one in await participations_of(site.services.table, site.ada.id)]


# By SMS


async def test_a_conversation_by_sms(site: ApiSite) -> None:
    phone = Phone(site)
    none = await phone.says("challenges")
    made = await phone.says("add challenge Daily bread, 5 habits a week")
    nameless = await phone.says("join challenge daily")
    came = await phone.says("join challenge daily as Ada")
    listed = await phone.says("challenge")
    first = await phone.says("1")

    assert none.startswith("You are in no challenge yet. Begin one: add challenge Weekly commits")
    assert made.splitlines()[:2] == ["Daily bread", "At least 5 completions a week, since 1 January"]
    assert nameless == "What should others call you? Say a name that they will see."
    assert came.startswith("You are in Daily bread. All of your habits count, each day of each: at least 5")
    assert listed == "1. Daily bread: not counted yet, 3 days left"
    assert first == "Nobody in Daily bread was counted in that week yet."
    assert await joined(site) == ["Ada"]

    gone = await phone.says("leave challenge daily")
    assert gone == "You are no longer in Daily bread. Weeks that are settled stay as they were."
    assert await joined(site) == []
    await phone.says("undo")
    assert await joined(site) == ["Ada"]
    assert {segments(text) for text in (listed, first, gone)} == {1}


async def test_wrong_input_by_sms_is_answered_in_words(site: ApiSite) -> None:
    phone = Phone(site)

    assert await phone.says("standings") == "You are in no challenge yet, and there is none here."
    assert (
        await phone.says("join challenge chess") == "There is no challenge 'chess', and none here yet at all."
    )
    assert (await phone.says("leave challenge")).startswith("leave challenge weekly: leave it")
    for name in ("Weekly walks", "Weekly code"):
        await phone.says(f"add challenge {name}")
        site.clock.advance(1)
    assert await phone.says("standings weekly") == (
        "Which one? Reply with its number:\n1. Weekly walks\n2. Weekly code"
    )
    assert (await phone.says("join challenge walks")).startswith("First say which GitHub account is yours")
    assert await phone.says("leave challenge walks") == "You are not in Weekly walks."


# Over HTTP


async def test_a_conversation_over_http(site: ApiSite) -> None:
    made = await site.posts(
        "/api/v1/challenges", json={"name": "Daily bread", "counts": "habits", "threshold": 5}
    )
    name = made.document["challenge"]["id"]
    listed = await site.gets("/api/v1/challenges")
    came = await site.posts(f"/api/v1/challenges/{name}/join", json={"name": "Ada"})
    shown = await site.gets("/api/v1/challenges/daily")
    board = await site.gets("/api/v1/challenges/daily/standings?limit=5&week=last%20week")
    weeks = await site.gets("/api/v1/challenges/daily/weeks")
    left = await site.posts("/api/v1/challenges/daily/leave")

    assert (made.document["challenge"]["aim"], made.document["announced"]) == (
        "at least 5 completions a week",
        None,
    )
    assert [(one["name"], one["joined"]) for one in listed.document["challenges"]] == [("Daily bread", False)]
    assert (came.document["joined"], came.document["name"], came.document["since"]) == (
        True,
        "Ada",
        "2099-W53",
    )
    assert shown.document["status"]["week"] is None
    assert (board.document["week"]["week"], board.document["top"]) == ("2099-W52", [])
    assert weeks.document["weeks"] == []
    assert (left.document["joined"], left.document["name"]) == (False, "Ada")
    assert {one.status for one in (made, listed, came, shown, board, weeks, left)} == {200}
    assert await joined(site) == []


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/v1/challenges", {"name": "A", "starts": "whenever"}, 422, "no_such_date"),
        ("/api/v1/challenges", {"name": "A", "threshold": 0}, 422, "bad_challenge"),
        ("/api/v1/challenges", {"name": "daily bread"}, 409, "bad_challenge"),
        ("/api/v1/challenges", {"name": "A", "counts": "steps"}, 400, "bad_body"),
        ("/api/v1/challenges/chess/join", None, 404, "no_such_challenge"),
        ("/api/v1/challenges/daily/join", {"github": "octocat"}, 422, "bad_challenge"),
        ("/api/v1/challenges/daily/leave", None, 409, "not_in"),
    ],
)
async def test_wrong_input_over_http_has_the_same_codes(
    site: ApiSite, path: str, body: dict[str, object] | None, status: int, code: str
) -> None:
    await site.posts("/api/v1/challenges", json={"name": "Daily bread", "counts": "habits"})

    refused = await site.posts(path, json=body)

    assert (refused.status, refused.code) == (status, code)
    assert len((await site.gets("/api/v1/challenges")).document["challenges"]) == 1


def test_the_page_of_the_api_has_every_address_of_challenges() -> None:
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")

    for route in ROUTES:
        assert f"`{route.method} /api/v1{route.path}`" in page
        fields = {field.alias for name, field in route.ask.model_fields.items() if name != "challenge"}
        assert all(f"`{field}`" in page for field in fields)
