"""Pages: which things stand on which one, and buttons that turn them over the wire, also after a restart."""

from collections.abc import AsyncIterator

import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from bot.page import page_of
from bot.slash.acting import respond, visit
from bot.slash.answers import Interaction
from bot.slash.cards import Card, text
from bot.slash.own_part import turn_page
from bot.slash.paging import LONGEST_ID, page_id, turn_buttons
from bot.slash.part import SlashPart
from bot.view import Paging, View
from bot.visit import Visit
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import OWNER
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tracker.store.sqlite import SqliteTable

NUMBERS = "numbers"
SHARED = "-# Shared by Ada"


class Numbers:
    """A list that grows and shrinks between two looks at it."""

    def __init__(self) -> None:
        self.known = list(range(25))
        self.asked: list[tuple[str, int, str]] = []

    async def page(self, here: Visit, number: int, about: str) -> View:
        assert await here.services.table.get(here.person.key.key) is not None
        self.asked.append((here.person.id, number, about))
        page = page_of(self.known, number, 10)
        return View(
            title="Numbers",
            subtitle=str(page) or None,
            hints=[*map(str, page.items)],
            paging=Paging(NUMBERS, page.number, page.count, about),
        )


@app_commands.command(name="numbers")
async def show_numbers(interaction: Interaction, about: str | None = None) -> None:
    """Show the numbers"""
    here = await visit(interaction)
    view = await interaction.client.lists[NUMBERS](here, 0, about or "")
    await respond(interaction, here, view, share=True)


@pytest.fixture
def numbers() -> Numbers:
    return Numbers()


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock, numbers: Numbers) -> AsyncIterator[BotWorld]:
    part = SlashPart(commands=(show_numbers,), lists={NUMBERS: numbers.page})
    async with BotWorld.on_discord(sqlite_table, clock, more=[part]) as world:
        yield world


# What stands on a page.


@given(things=st.integers(0, 300), size=st.integers(1, 30))
def test_the_pages_together_hold_everything_once_and_in_order(things: int, size: int) -> None:
    count = page_of(range(things), 0, size).count
    pages = [page_of(range(things), number, size) for number in range(count)]

    assert [item for page in pages for item in page.items] == list(range(things))
    assert all(0 < len(page.items) <= size for page in pages if things)
    assert {(page.count, page.total) for page in pages} == {(count, things)}


@given(number=st.integers(-5, 10**6))
def test_a_page_that_is_not_there_any_more_is_the_last_one(number: int) -> None:
    assert page_of(range(25), number, 10).number == min(max(number, 0), 2)


def test_a_list_of_one_page_has_no_number_and_no_buttons() -> None:
    page = page_of(range(3), 0, 10)

    assert str(page) == ""
    assert turn_buttons(Paging(NUMBERS, page.number, page.count), OWNER) == []


@pytest.mark.parametrize(
    ("number", "buttons"),
    [(0, "(Back, off) (Next)"), (1, "(Back) (Next)"), (2, "(Back) (Next, off)")],
)
def test_buttons_lead_nowhere_at_the_ends(number: int, buttons: str) -> None:
    page = page_of(range(25), number, 10)

    rows = turn_buttons(Paging(NUMBERS, number, page.count), OWNER)
    assert card_lines(Card(text("x"), rows=rows))[-1] == f"│ {buttons}"


@given(owner=st.integers(1, 2**64 - 1), number=st.integers(0, 99_999), about=st.text("abc ö@:-", max_size=60))
async def test_a_button_leads_back_to_its_place_and_is_never_too_long(
    owner: int, number: int, about: str
) -> None:
    place = Paging("all-goals", number, 100_000, about)
    found = [button for row in turn_buttons(place, owner) for button in row.children]

    assert bool(found) == (len(page_id(place, owner, 100_000)) <= LONGEST_ID)
    for button, leads in zip(found, (max(number - 1, 0), min(number + 1, 99_999)), strict=False):
        match = turn_page.__discord_ui_compiled_template__.fullmatch(button.custom_id)
        assert match is not None
        assert match.groupdict() == {
            "list": "all-goals",
            "owner": str(owner),
            "number": str(leads),
            "about": about or None,
        }


# Over the wire.


async def test_pages_are_turned_in_the_same_message(ada: FakeUser) -> None:
    first = await ada.slash("numbers")
    assert first.text.splitlines() == ["### Numbers", "-# page 1 of 3", *map(str, range(10))]

    second = await first.click("Next")
    assert second.changed_the_message
    assert second.text.splitlines() == ["### Numbers", "-# page 2 of 3", *map(str, range(10, 20))]
    assert second.buttons == ["Back", "Next"]
    assert (await second.click("Back")).text.splitlines()[1] == "-# page 1 of 3"


async def test_every_page_that_others_see_says_whose_it_is(world: BotWorld, ada: FakeUser) -> None:
    page = await ada.slash("numbers", in_=world.discord.guild("clan").channel)
    for button in ("Next", "Next", "Back"):
        assert page.text.splitlines()[:2] == [SHARED, "### Numbers"]
        page = await page.click(button)


async def test_nothing_of_a_page_is_kept_in_memory_once_it_is_sent(world: BotWorld, ada: FakeUser) -> None:
    await (await ada.slash("numbers")).click("Next")

    store = world.client._connection._view_store
    assert (len(store._views), len(store._synced_message_views)) == (0, 0)


async def test_a_page_is_made_for_its_owner_from_what_there_is_now(
    world: BotWorld, ada: FakeUser, numbers: Numbers
) -> None:
    first = await ada.slash("numbers", about="zezima@rs3: 2")
    numbers.known = list(range(12))
    second = await first.click("Next")

    owner = await world.account_of(ada)
    assert second.text.splitlines()[1:] == ["-# page 2 of 2", "10", "11"]
    assert numbers.asked[-1] == (owner.id, 1, "zezima@rs3: 2")


async def test_when_the_rest_is_gone_the_button_shows_what_is_left(ada: FakeUser, numbers: Numbers) -> None:
    first = await ada.slash("numbers")
    numbers.known = [7]
    only = await first.click("Next")

    assert only.text.splitlines() == ["### Numbers", "7"]
    assert only.buttons == []


async def test_buttons_work_after_a_restart(world: BotWorld, ada: FakeUser) -> None:
    first = await ada.slash("numbers")
    await world.restart()

    assert "page 2 of 3" in (await first.click("Next")).text


async def test_nobody_else_can_turn_them_or_learns_anything(
    world: BotWorld, ada: FakeUser, bob: FakeUser, numbers: Numbers
) -> None:
    clan = world.discord.guild("clan")
    first = await ada.slash("numbers", in_=clan.channel)
    refused = await first.click("Next", by=bob)

    assert refused.ephemeral
    assert "not yours" in refused.text
    assert not any(character.isdigit() for character in refused.text)
    assert "page 1 of 3" in first.text
    assert len(numbers.asked) == 1
    assert await world.account_of(bob) is None


async def test_the_button_of_a_list_that_is_no_more_says_so(world: BotWorld, ada: FakeUser) -> None:
    first = await ada.slash("numbers")
    del world.client.lists[NUMBERS]
    gone = await first.click("Next")

    assert gone.ephemeral
    assert "no longer there" in gone.text
