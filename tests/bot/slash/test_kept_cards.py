"""Cards that are kept: quick where nothing has moved, and never of yesterday where anything has."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.glance import UNSEEN, Glance
from bot.own import Belongings, Own, View
from bot.page import Page, page_of
from bot.shown import Standings
from bot.slash.cards import Card
from bot.slash.kept_cards import KeptCards
from bot.slash.list_cards import goals_card
from bot.slash.paging import Place
from bot.slash.people import Present
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import card_text
from tests.bot.slash.players import account, aim, follow, goals_of, skills
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS, MINUTES
from tracker.accounts.model import User
from tracker.goals.model import Goal, GoalStatus
from tracker.store.sqlite import SqliteTable
from tracker.store.values import Key

Change: TypeAlias = Callable[[BotWorld, FakeUser], Awaitable[object]]


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its table counts what it is asked."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


async def listed(ada: FakeUser) -> str:
    return card_text((await ada.slash("goal list")).components)


async def made_anew(world: BotWorld, ada: FakeUser) -> str:
    """What somebody who remembers nothing would show."""

    def first_page(own: Own) -> Page[Goal]:
        return page_of([one for one in own.goals if one.status is not GoalStatus.ARCHIVED], 0, 8)

    belongings, user = Belongings(standings=Standings()), await account(world, ada)
    view = await belongings.shown(world.client.services, user, first_page)
    return card_text(goals_card(view.page, Place("goals", ada.id)))


async def settle(world: BotWorld, ada: FakeUser) -> None:
    """Ten goals, on two pages, and a card of the first that is kept."""
    trained = skills(world, "Zezima", 9)
    await follow(world, ada)
    await aim(world, ada, "500 zulrah kc", *(f"99 {skill} by 2100-01-02" for skill in trained))
    await world.pass_time(HOURS)
    for _ in range(3):
        await listed(ada)


def calls(world: BotWorld) -> int:
    assert isinstance(world.table, FaultyTable)
    return world.table.calls


async def test_a_list_in_which_nothing_has_moved_costs_one_read_with_that_of_the_person(
    world: BotWorld, ada: FakeUser
) -> None:
    await settle(world, ada)
    before, first = calls(world), await listed(ada)

    assert calls(world) - before == 1
    assert first == await made_anew(world, ada)


async def moves(world: BotWorld, _: FakeUser) -> None:
    world.hiscores.osrs("Zezima").train("Attack", 1_500_000)
    await world.pass_time(10 * MINUTES)


async def appears(world: BotWorld, _: FakeUser) -> None:
    world.hiscores.osrs("Zezima").score("Zulrah", 50)
    await world.pass_time(10 * MINUTES)


async def is_reached(world: BotWorld, _: FakeUser) -> None:
    world.hiscores.osrs("Zezima").train("Attack", 14_000_000)
    await world.pass_time(10 * MINUTES)


async def is_reached_while_paused(world: BotWorld, ada: FakeUser) -> None:
    attack = next(one for one in await goals_of(world, ada) if one.target_attribute == "attack")
    await ada.slash("goal pause", goal=attack.id)
    await is_reached(world, ada)
    for _ in range(3):
        await listed(ada)
    await ada.slash("goal resume", goal=attack.id)
    await world.pass_time(10 * MINUTES)


async def is_edited(world: BotWorld, ada: FakeUser) -> None:
    [_, attack, *_] = await goals_of(world, ada)
    await ada.slash("goal edit", goal=attack.id, new="98")


async def is_added(world: BotWorld, ada: FakeUser) -> None:
    await aim(world, ada, "200m attack")


async def of_the_second_page_is_removed(world: BotWorld, ada: FakeUser) -> None:
    user, last = await account(world, ada), (await goals_of(world, ada))[-1]
    await world.goals.remove(user, last)


async def is_archived(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("goal archive", goal=(await goals_of(world, ada))[1].id)


async def has_another_name(world: BotWorld, ada: FakeUser) -> None:
    character = await world.characters.find((await account(world, ada)).id, "Zezima")
    for skill in skills(world, "Zez Two", 9):
        world.hiscores.osrs("Zez Two").train(skill, 2_000_000)
    await world.renamed(character, "Zez Two")


async def lives_elsewhere(_: BotWorld, ada: FakeUser) -> None:
    await ada.slash("settings timezone", zone="Pacific/Kiritimati")


async def is_not_found(world: BotWorld, _: FakeUser) -> None:
    world.hiscores.forget("Zezima")
    await world.pass_time(3 * HOURS)


async def is_due_no_longer(world: BotWorld, _: FakeUser) -> None:
    world.clock.advance(48 * HOURS)


@pytest.mark.parametrize(
    "change",
    [
        moves,
        appears,
        is_reached,
        is_reached_while_paused,
        is_edited,
        is_added,
        of_the_second_page_is_removed,
        is_archived,
        has_another_name,
        lives_elsewhere,
        is_not_found,
        is_due_no_longer,
    ],
)
async def test_whatever_changes_is_seen_at_the_next_look(
    world: BotWorld, ada: FakeUser, change: Change
) -> None:
    await settle(world, ada)

    await change(world, ada)

    for _ in range(3):
        assert await listed(ada) == await made_anew(world, ada)


async def test_people_have_their_own_cards(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await settle(world, ada)
    await follow(world, bob, "Iron Bob")
    await aim(world, bob, "99 wc")

    for _ in range(3):
        assert "Iron Bob" in await listed(bob)
        assert "Zezima" in await listed(ada)


# What may be kept


USER = User(id="u1", created_at=HandClock()(), discord="1")
PLACE = Place("goals", 1)
SIGN = Key("USER#u1", "CHARACTER#METADATA#zezima")


def view_of(user: User, sign: str | None = "a") -> View:
    item = {"PK": "USER#u1", "SK": "METADATA", **user.model_dump(mode="json", by_alias=True)}
    items = {user.key.key: item, **({SIGN: {"revision": sign}} if sign else {})}
    page: Page[Goal] = Page((), 0, 1, 0)
    return View(Own(None, (), (), {}), page.showing([]), Glance(frozenset({user.key.key, SIGN}), items))


def here(view: View) -> Present:
    return Present(USER, glance=view.glance)


def test_a_card_is_kept_until_the_hour_is_over() -> None:
    cards, card, now = KeptCards(), Card(), HandClock()().replace(minute=59)
    cards.keep(PLACE, USER, view_of(USER), card, now)

    assert cards.card(PLACE, here(view_of(USER)), now) is card
    assert cards.card(PLACE, here(view_of(USER)), now.replace(second=59)) is card
    clock = HandClock(now)
    clock.advance(60)
    assert cards.card(PLACE, here(view_of(USER)), clock()) is None


@pytest.mark.parametrize("sign", ["b", None])
def test_a_card_is_not_shown_where_something_changed_or_went(sign: str | None) -> None:
    cards, now = KeptCards(), HandClock()()
    cards.keep(PLACE, USER, view_of(USER), Card(), now)

    assert cards.card(PLACE, here(view_of(USER, sign)), now) is None


def test_a_card_is_not_shown_where_something_appeared_that_was_not_there() -> None:
    cards, now = KeptCards(), HandClock()()
    cards.keep(PLACE, USER, view_of(USER, None), Card(), now)

    assert cards.card(PLACE, here(view_of(USER)), now) is None


def test_a_card_is_not_shown_where_nothing_was_read_or_to_somebody_else() -> None:
    cards, now = KeptCards(), HandClock()()
    cards.keep(PLACE, USER, view_of(USER), Card(), now)

    assert cards.card(PLACE, Present(USER, glance=UNSEEN), now) is None
    other = USER.model_copy(update={"id": "u2"})
    assert cards.card(PLACE, Present(other, glance=view_of(USER).glance), now) is None


def test_a_card_by_settings_that_were_changed_meanwhile_is_not_kept() -> None:
    cards, now = KeptCards(), HandClock()()
    moved = USER.model_copy(update={"timezone": "Asia/Tokyo"})
    cards.keep(PLACE, USER, view_of(moved), Card(), now)

    assert cards.card(PLACE, here(view_of(moved)), now) is None


def test_only_so_many_are_kept() -> None:
    cards, now = KeptCards(most=2), HandClock()()
    for number in range(3):
        cards.keep(PLACE.at(number), USER, view_of(USER), Card(), now)

    found = [cards.card(PLACE.at(number), here(view_of(USER)), now) for number in range(3)]
    assert [one is not None for one in found] == [False, True, True]
