"""Charts for cards: drawn once, beside the loop, and never at the cost of the card."""

import asyncio
import struct
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from threading import Event, get_ident

import pytest
from discord import app_commands
from structlog.testing import capture_logs

from bot.page import page_of
from bot.pictures import LONGEST_ALT, Picture, Pictures, draw_shown
from bot.shown import ShownGoal
from bot.slash.answers import Interaction, answer
from bot.slash.attached import as_file, goal_picture
from bot.slash.feature import Feature
from bot.slash.goal_cards import goal_card
from bot.slash.list_cards import goals_card
from bot.slash.paging import Place, TurnButton
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.markdown import layout
from tests.bot.slash.shown_scenes import DAY, NOW, person, shown, steady, woodcutting
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.tracker.goals.scenes import record
from tracker.goals.pace.state import GoalState
from tracker.store.sqlite import SqliteTable


class Drawer:
    """Counts what it draws, and waits while it is told to."""

    def __init__(self) -> None:
        self.drawn: list[ShownGoal] = []
        self.threads: set[int] = set()
        self.may_go_on = Event()
        self.may_go_on.set()
        self.breaks = False

    def __call__(self, one: ShownGoal) -> Picture:
        self.may_go_on.wait(30)
        self.drawn.append(one)
        self.threads.add(get_ident())
        if self.breaks:
            raise RuntimeError("no more ink")
        return Picture(b"png", f"{len(self.drawn)}")


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


@pytest.fixture
def pictures(drawer: Drawer) -> Iterator[Pictures]:
    made = Pictures(drawer, kept=3, most_waiting=2)
    yield made
    drawer.may_go_on.set()
    made.close()


async def until_waiting(pictures: Pictures, count: int) -> None:
    async with asyncio.timeout(10):
        while pictures._waiting() < count:  # noqa: ASYNC110 - a thread reads the table meanwhile
            await asyncio.sleep(0)


# The picture.


def test_a_picture_is_a_png_and_says_in_words_what_is_to_be_seen() -> None:
    picture = draw_shown(shown())

    assert picture.png.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture.png[16:24]) == (1050, 585)
    assert picture.words.startswith(
        "99 Woodcutting, Nightowl: 44.6 % · on track. From 9,000,000 on 21 December 2026"
    )
    assert "Due 1 March. Needed: 55,514 a day." in picture.words


@pytest.mark.parametrize("name", ["", "\ud800", "two\nlines", "\u202egnp", "\x00\x1b[2J", "a" * 500, "$x_1$"])
def test_its_words_are_on_one_line_and_short_whatever_the_names_are(name: str) -> None:
    words = draw_shown(
        shown(woodcutting(target_attribute=name or "x", target_type="xp"), (), name=name)
    ).words

    assert words.isprintable()
    assert 0 < len(words) <= LONGEST_ALT


def test_a_picture_becomes_a_file_that_carries_its_words() -> None:
    file = as_file(Picture(b"png", "up and up"))

    assert (file.uri, file.description, file.fp.read()) == ("attachment://goal.png", "up and up", b"png")


# Drawn once.


async def test_what_has_not_moved_is_not_drawn_again(
    pictures: Pictures, drawer: Drawer, sqlite_table: SqliteTable
) -> None:
    first, second = [await pictures.of(sqlite_table, shown()) for _ in range(2)]

    assert first is second
    assert len(drawer.drawn) == 1


@pytest.mark.parametrize(
    "other",
    [
        shown(points=steady(days=31)[:-1]),
        shown(woodcutting(target_value=98)),
        shown(woodcutting(id="other")),
        shown(name="Nightowl II"),
        shown(now=NOW + DAY),
        shown(user=person(timezone="Europe/Berlin")),
        replace(shown(), standing=replace(shown().standing, state=GoalState.BEHIND)),
    ],
)
async def test_whatever_is_to_be_seen_makes_another_picture(
    pictures: Pictures, drawer: Drawer, sqlite_table: SqliteTable, other: ShownGoal
) -> None:
    await pictures.of(sqlite_table, shown())
    await pictures.of(sqlite_table, other)

    assert len(drawer.drawn) == 2


async def test_the_whole_history_is_drawn_not_only_what_a_forecast_looks_at(
    pictures: Pictures, drawer: Drawer, sqlite_table: SqliteTable
) -> None:
    old = steady(days=400, first=1_000_000, per_day=20_000)
    await record(sqlite_table, woodcutting(), old)
    await pictures.of(sqlite_table, shown(points=old[-60:]))

    assert drawer.drawn[0].standing.points == old


async def test_only_the_last_few_are_kept(
    pictures: Pictures, drawer: Drawer, sqlite_table: SqliteTable
) -> None:
    for goal in ("a", "b", "c", "a", "d", "a", "b"):  # b is the one that was not looked at for longest
        await pictures.of(sqlite_table, shown(woodcutting(id=goal)))

    assert [one.goal.id for one in drawer.drawn] == ["a", "b", "c", "d", "b"]


# Beside the loop.


async def test_the_loop_goes_on_while_something_is_drawn(
    pictures: Pictures, drawer: Drawer, sqlite_table: SqliteTable
) -> None:
    drawer.may_go_on.clear()
    waiting = asyncio.create_task(pictures.of(sqlite_table, shown()))
    assert await sqlite_table.get(person().key.key) is None  # the loop does other work meanwhile
    assert not waiting.done()
    drawer.may_go_on.set()

    assert await waiting == Picture(b"png", "1")
    assert get_ident() not in drawer.threads


async def test_all_who_want_the_same_wait_for_the_same(
    pictures: Pictures, drawer: Drawer, sqlite_table: SqliteTable
) -> None:
    drawer.may_go_on.clear()
    waiting = [asyncio.create_task(pictures.of(sqlite_table, shown())) for _ in range(20)]
    await until_waiting(pictures, 1)
    drawer.may_go_on.set()

    assert set(await asyncio.gather(*waiting)) == {Picture(b"png", "1")}


async def test_whoever_goes_away_takes_nothing_from_the_others(
    pictures: Pictures, drawer: Drawer, sqlite_table: SqliteTable
) -> None:
    drawer.may_go_on.clear()
    impatient, patient = (asyncio.create_task(pictures.of(sqlite_table, shown())) for _ in range(2))
    await until_waiting(pictures, 1)
    impatient.cancel()
    drawer.may_go_on.set()

    assert await patient == Picture(b"png", "1")


async def test_where_too_many_wait_there_is_none_at_once(
    pictures: Pictures, drawer: Drawer, sqlite_table: SqliteTable
) -> None:
    drawer.may_go_on.clear()
    waiting = [
        asyncio.create_task(pictures.of(sqlite_table, shown(woodcutting(id=goal)))) for goal in ("a", "b")
    ]
    await until_waiting(pictures, 2)

    assert await pictures.of(sqlite_table, shown(woodcutting(id="c"))) is None
    drawer.may_go_on.set()
    assert None not in await asyncio.gather(*waiting)
    assert await pictures.of(sqlite_table, shown(woodcutting(id="c"))) is not None


async def test_a_picture_that_failed_is_tried_again(
    pictures: Pictures, drawer: Drawer, sqlite_table: SqliteTable
) -> None:
    drawer.breaks = True
    with pytest.raises(RuntimeError, match="no more ink"):
        await pictures.of(sqlite_table, shown())
    drawer.breaks = False

    assert await pictures.of(sqlite_table, shown()) is not None


# Over the wire.


@app_commands.command(name="show")
async def show_goal(interaction: Interaction) -> None:
    """Show a goal"""
    file = await goal_picture(interaction.client.services, shown())
    await answer(interaction, goal_card(shown(), picture=file), file=file)


@app_commands.command(name="list")
async def list_goals(interaction: Interaction, name: str) -> None:
    """List goals"""
    goals = [shown(woodcutting(target_attribute=name, target_type="xp"), name=name)] * 20
    place = Place("goals", interaction.user.id)
    await answer(interaction, goals_card(page_of(goals, 0, 8), place), share=True)


FEATURE = Feature("show", commands=(show_goal, list_goals), items=(TurnButton,))


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    async with BotWorld.on_discord(sqlite_table, clock, [FEATURE]) as world:
        yield world


async def test_discord_takes_a_card_with_its_picture(world: BotWorld, ada: FakeUser) -> None:
    await record(world.table, woodcutting(), steady())
    shown_card = await ada.slash("show")

    [picture] = shown_card.attachments
    assert shown_card.ephemeral
    assert "### 99 Woodcutting" in shown_card.text
    assert world.discord.refusals == []
    assert picture.payload["filename"] == "goal.png"
    assert picture.payload["description"].startswith("99 Woodcutting, Nightowl: ")


async def test_a_card_goes_without_its_picture_where_that_cannot_be_drawn(
    world: BotWorld, pictures: Pictures, drawer: Drawer
) -> None:
    drawer.breaks = True
    with capture_logs() as logs:
        assert await goal_picture(world.client.services, shown(), pictures) is None

    assert [(line["event"], line["goal"]) for line in logs] == [("chart not drawn", "abc234")]


@pytest.mark.parametrize("name", ["@everyone", "<@80351110224678912>", "[gold](https://evil.example)"])
async def test_names_on_a_card_that_all_see_notify_nobody(world: BotWorld, ada: FakeUser, name: str) -> None:
    clan = world.discord.guild("clan")
    listed = await ada.slash("list", name=name, in_=clan.channel)

    assert listed.message.pings == set()
    assert world.discord.refusals == []
    assert layout(listed.text)
