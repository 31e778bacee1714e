"""Pages: which things stand on which one, and buttons that turn them over the wire, also after a restart."""

from collections.abc import AsyncIterator

import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from bot.page import Page, page_of
from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.cards import Card, heading, text
from bot.slash.feature import Feature
from bot.slash.paging import LONGEST_ID, PAGES, Place, TurnButton, turn_rows
from bot.slash.person import present
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import OWNER
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tracker.accounts.model import User
from tracker.store.sqlite import SqliteTable

NUMBERS = "numbers"


class Numbers:
    """A list that grows and shrinks between two looks at it."""

    def __init__(self) -> None:
        self.known = list(range(25))
        self.asked: list[tuple[str, Place]] = []

    async def page(self, services: Services, user: User, place: Place) -> Card:
        assert await services.table.get(user.key.key) is not None
        self.asked.append((user.id, place))
        page = page_of(self.known, place.number, 10)
        return Card(
            heading("Numbers", str(page) or None), text(*map(str, page.items)), rows=turn_rows(place, page)
        )


@app_commands.command(name="numbers")
async def show_numbers(interaction: Interaction, about: str | None = None) -> None:
    """Show the numbers"""
    user = await present(interaction)
    place = Place(NUMBERS, interaction.user.id, about=about or "")
    await answer(interaction, await PAGES[NUMBERS](interaction.client.services, user, place), share=True)


FEATURE = Feature("numbers", commands=(show_numbers,), items=(TurnButton,))


@pytest.fixture
async def numbers() -> AsyncIterator[Numbers]:
    made = Numbers()
    PAGES[NUMBERS] = made.page
    yield made
    PAGES.pop(NUMBERS, None)


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock, numbers: Numbers) -> AsyncIterator[BotWorld]:
    del numbers
    async with BotWorld.on_discord(sqlite_table, clock, [FEATURE]) as world:
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
    assert turn_rows(Place(NUMBERS, OWNER), page) == []


def test_a_page_can_show_other_things_than_it_was_made_of() -> None:
    assert page_of(range(25), 1, 10).showing("abc") == Page("abc", 1, 3, 25)


@pytest.mark.parametrize(
    ("number", "buttons"),
    [(0, "(Back, off) (Next)"), (1, "(Back) (Next)"), (2, "(Back) (Next, off)")],
)
def test_buttons_lead_nowhere_at_the_ends(number: int, buttons: str) -> None:
    page = page_of(range(25), number, 10)

    assert card_lines(Card(text("x"), rows=turn_rows(Place(NUMBERS, OWNER), page)))[-1] == f"│ {buttons}"


@given(owner=st.integers(1, 2**64 - 1), number=st.integers(0, 99_999), about=st.text("abc ö@:-", max_size=60))
async def test_a_button_leads_back_to_its_place_and_is_never_too_long(
    owner: int, number: int, about: str
) -> None:
    place = Place("all-goals", owner, number, about)
    rows = turn_rows(place, Page([], number, 100_000, 10**6))
    found = [button for row in rows for button in row.children]

    assert bool(found) == (len(place.at(100_000).custom_id) <= LONGEST_ID)
    for button in found:
        assert isinstance(button, TurnButton)
        match = button.template.fullmatch(button.custom_id)
        assert match is not None
        again = await TurnButton.from_custom_id(None, button, match)
        assert again.place == place.at(again.place.number)


# Over the wire.


async def test_pages_are_turned_in_the_same_message(ada: FakeUser) -> None:
    first = await ada.slash("numbers")
    assert first.text.splitlines() == ["### Numbers", "-# page 1 of 3", *map(str, range(10))]

    second = await first.click("Next")
    assert second.changed_the_message
    assert second.text.splitlines() == ["### Numbers", "-# page 2 of 3", *map(str, range(10, 20))]
    assert second.buttons == ["Back", "Next"]
    assert (await second.click("Back")).text.splitlines()[1] == "-# page 1 of 3"


async def test_a_page_is_made_for_its_owner_from_what_there_is_now(
    world: BotWorld, ada: FakeUser, numbers: Numbers
) -> None:
    first = await ada.slash("numbers", about="zezima@rs3: 2")
    numbers.known = list(range(12))
    second = await first.click("Next")

    owner = await world.account_of(ada)
    assert second.text.splitlines()[1:] == ["-# page 2 of 2", "10", "11"]
    assert numbers.asked[-1] == (owner.id, Place(NUMBERS, ada.id, 1, "zezima@rs3: 2"))


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


async def test_the_button_of_a_list_that_is_no_more_says_so(ada: FakeUser) -> None:
    first = await ada.slash("numbers")
    del PAGES[NUMBERS]
    gone = await first.click("Next")

    assert gone.ephemeral
    assert "no longer there" in gone.text
