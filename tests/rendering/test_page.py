"""Messages as pages, from what went over the wire: all of it is there, and nothing from elsewhere."""

import re
from collections.abc import AsyncIterator, Callable
from zoneinfo import ZoneInfo

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import EVIL, aim, done, follow, press, skills
from tests.fakes.clock import HandClock
from tests.fakes.discord.messages import EPHEMERAL, LOADING, V2, FakeMessage
from tests.fakes.discord.users import FakeUser
from tests.rendering.components import Canvas
from tests.rendering.not_drawn import NotDrawn
from tests.rendering.page import page
from tests.rendering.reader import Reader
from tests.rendering.words import words_of
from tests.world import HOURS
from tracker.store.sqlite import SqliteTable

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    async with BotWorld.on_discord(sqlite_table, clock) as world:
        yield world


@pytest.fixture
def ada(world: BotWorld) -> FakeUser:
    return world.discord.user("ada")


def drawn(message: FakeMessage) -> str:
    return page(message, BERLIN)


# What is to be seen.


async def test_an_answer_says_who_asked_for_it_and_who_sees_it(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    lines = words_of(drawn((await ada.slash("goal list")).message)).splitlines()

    assert lines[:3] == ["Ada used /goal list", "Questlog APP Today at 01:00", "Your goals"]
    assert "Zezima" in lines
    assert lines[-1] == "Only you can see this • Dismiss message"


async def test_what_is_shared_is_for_all(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    place = world.discord.guild("clan").channel
    shared = await ada.slash("goal list", share=True, in_=place)

    assert "Only you" not in drawn(shared.message)


async def test_a_goal_is_shown_with_its_chart_inside_the_page(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    answer = await done(await ada.slash("goal show", goal="wc"))
    made = drawn(answer.message)

    assert made.count("data:image/png;base64,") == 1
    assert f"[{answer.attachments[0].description}]" in words_of(made)
    assert "(Pause it)" in words_of(made)


async def test_what_was_told_has_no_asker_and_keeps_its_buttons(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    world.hiscores.osrs("Zezima").train("Woodcutting", 7_100_000)
    await world.pass_time(HOURS)
    words = words_of(drawn(ada.dms[0]))

    assert words.startswith("Questlog APP Today at ")
    assert "🏁 50.6 % of 99 Woodcutting" in words
    assert words.endswith("(Show the goal) (Pause it)")


async def test_a_page_asks_nobody_for_anything(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    made = drawn((await done(await ada.slash("goal show", goal="wc"))).message)

    outside = re.findall(r'(?:src|href)="(?!data:)|@import|url\((?!#)|<(?:script|link|iframe)', made)
    assert outside == []


# All that Questlog says.


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("help", {}),
        ("today", {}),
        ("gains", {}),
        ("stats", {}),
        ("export", {}),
        ("delete-my-data", {}),
        ("settings show", {}),
        ("digest now", {}),
        ("channel list", {}),
        ("character list", {}),
        ("goal remove", {"goal": "attack"}),
        ("goal show", {"goal": EVIL}),
        ("goal edit", {"goal": "attack", "new": "50 by yesterday"}),
    ],
)
async def test_every_command_is_answered_with_something_that_is_drawn(
    world: BotWorld, ada: FakeUser, command: str, options: dict[str, object]
) -> None:
    trained = skills(world, "Zezima", 9)
    await follow(world, ada)
    await aim(world, ada, *(f"99 {skill}" for skill in trained))
    answer = await done(await ada.slash(command, **options))

    assert words_of(drawn(answer.message)).startswith(f"Ada used /{command}\nQuestlog APP ")


async def test_what_the_question_that_follows_a_first_answer_holds_is_drawn(
    world: BotWorld, ada: FakeUser
) -> None:
    answer = await ada.slash("settings show")
    await answer.until(lambda it: bool(it.followups))
    canvas = Canvas(Reader(BERLIN, world.clock(), {}), {})

    assert words_of(canvas.html(answer.followups[0].components)).endswith("\nWhere are you?")


# Names.


async def test_nobody_is_called_something_that_becomes_html(world: BotWorld) -> None:
    mallory = world.discord.user('<img src="x">')
    made = drawn((await mallory.slash("goal list")).message)

    assert "<img" not in made.lower()
    assert words_of(made).startswith('<Img Src="X"> used /goal list')


# What is refused.


@pytest.mark.parametrize(
    "change",
    [
        lambda it: setattr(it, "flags", EPHEMERAL),
        lambda it: setattr(it, "content", "old words"),
        lambda it: setattr(it, "embeds", [{"title": "x"}]),
        lambda it: setattr(it, "flags", V2 | LOADING),
        lambda it: setattr(it, "deleted", True),
        lambda it: setattr(it, "reply_to", it),
    ],
)
async def test_what_is_no_card_that_stands_there_is_refused(
    ada: FakeUser, change: Callable[[FakeMessage], None]
) -> None:
    message = (await ada.slash("goal list")).message
    assert drawn(message)
    change(message)

    with pytest.raises(NotDrawn):
        drawn(message)


async def test_an_answer_to_a_button_is_refused(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    world.hiscores.osrs("Zezima").train("Woodcutting", 7_100_000)
    await world.pass_time(HOURS)
    answer = await press(ada.dms[0], "Pause it")

    with pytest.raises(NotDrawn, match="an answer to a message"):
        drawn(answer.message)
