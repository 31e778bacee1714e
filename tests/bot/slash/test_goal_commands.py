"""`/goal` over the wire: goals in the words of people, and what becomes of them."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import EVIL, account, aim, break_store, done, follow, goals_of, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS
from tracker.goals.characters.link import CharacterLink
from tracker.goals.model import Frequency, GoalStatus
from tracker.readings import Measure, Quantity, Reading
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[BotWorld]:
    """Its table fails when it is told to."""
    async with BotWorld.on_discord(FaultyTable(sqlite_table), clock) as world:
        yield world


# Setting a goal


async def test_a_goal_is_set_in_words(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)

    answer = await ada.slash("goal add", goal="99 wc by 1 march")

    assert answer.ephemeral
    assert "Goal set." in answer.text
    assert "99 Woodcutting" in answer.text
    assert "12,034,431 xp" in answer.text
    assert answer.buttons == ["Pause it"]
    [goal] = await goals_of(world, ada)
    assert str(goal.target_date) == "2100-03-01"


async def test_date_frequency_and_channel_can_be_said_apart_and_the_answer_shared(
    world: BotWorld, ada: FakeUser
) -> None:
    place = world.discord.guild("clan").channel
    await follow(world, ada)

    answer = await ada.slash(
        "goal add",
        goal="99 wc",
        by="in 6 weeks",
        frequency="milestones",
        channel="Discord",
        share=True,
        in_=place,
    )

    assert not answer.ephemeral
    [goal] = await goals_of(world, ada)
    assert str(goal.target_date) == "2100-02-12"
    assert goal.frequency is Frequency.MILESTONES
    assert goal.notification_channel_type == "discord"


async def test_a_channel_that_is_not_there_is_refused_before_anything_is_set(
    world: BotWorld, ada: FakeUser
) -> None:
    await follow(world, ada)

    answer = await ada.slash("goal add", goal="99 wc", channel="pigeon")

    assert "no channel pigeon" in answer.text
    assert "discord" in answer.text
    assert await goals_of(world, ada) == []


async def test_whoever_follows_nobody_is_told_how_to_begin(ada: FakeUser) -> None:
    answer = await ada.slash("goal add", goal="99 wc")

    assert "/character add" in answer.text


async def test_whoever_follows_several_has_to_say_whose_it_is(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    iron = await follow(world, ada, "Iron Ada")

    refused = await ada.slash("goal add", goal="99 wc")
    accepted = await ada.slash("goal add", goal="99 wc", character="iron_ada")

    assert "Whose goal is it?" in refused.text
    assert "Iron Ada" in refused.text
    assert "Goal set." in accepted.text
    assert [goal.character for goal in await goals_of(world, ada)] == [iron.id]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("99 wodcutting", "did you mean woodcutting?"),
        ("10 wc", "reached already"),
        ("999 wc", "the highest is 99"),
        ("99 wc by yesterday", "not a date"),
        ("wc", "How much of Woodcutting?"),
        ("99", "Which skill or boss"),
        (f"99 {EVIL}", "no skill or boss"),
    ],
)
async def test_what_is_not_understood_says_why_and_sets_nothing(
    world: BotWorld, ada: FakeUser, text: str, said: str
) -> None:
    await follow(world, ada)

    answer = await ada.slash("goal add", goal=text)

    assert answer.ephemeral
    assert said in answer.text
    assert "@everyone" not in answer.text
    assert "https://" not in answer.text
    assert await goals_of(world, ada) == []


async def test_a_goal_is_not_set_twice(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")

    answer = await ada.slash("goal add", goal="13,034,431 woodcutting xp")

    assert "You have that goal already" in answer.text
    assert len(await goals_of(world, ada)) == 1


async def test_a_goal_is_set_while_the_source_is_down_and_says_from_when_its_numbers_are(
    world: BotWorld, ada: FakeUser
) -> None:
    await follow(world, ada)
    world.hiscores.forget("Zezima")
    await world.pass_time(72 * HOURS)

    answer = await ada.slash("goal add", goal="99 wc")

    assert "Goal set." in answer.text
    assert "No reading since" in answer.text


async def test_a_store_that_is_down_is_told(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    break_store(world)

    answer = await ada.slash("goal add", goal="99 wc")

    assert "cannot reach its records" in answer.text
    assert "secret-host" not in answer.text
    assert await goals_of(world, ada) == []


# Changing


async def test_everything_about_a_goal_can_be_changed(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc by 1 march")

    answer = await ada.slash(
        "goal edit", goal="wc", new="200m", by="none", frequency="weekly", channel="discord"
    )

    assert "Changed. Its history goes on." in answer.text
    assert "200m Woodcutting xp" in answer.text
    [goal] = await goals_of(world, ada)
    assert goal.target_value == 200_000_000
    assert goal.target_date is None
    assert goal.frequency is Frequency.WEEKLY
    assert goal.notification_channel_type == "discord"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "Nothing would change"),
        ({"new": "500 zulrah"}, "Set the other one as a goal of its own"),
        ({"by": "1990-01-01"}, "in the past"),
        ({"channel": "pigeon"}, "no channel pigeon"),
        ({"new": EVIL}, "no skill or boss"),
    ],
)
async def test_a_change_that_cannot_be_is_refused(
    world: BotWorld, ada: FakeUser, change: dict[str, str], said: str
) -> None:
    await follow(world, ada)
    before = await aim(world, ada, "99 wc")

    answer = await ada.slash("goal edit", goal="wc", **change)

    assert said in answer.text
    assert "@everyone" not in answer.text
    assert await goals_of(world, ada) == before


async def test_while_a_change_is_typed_one_sees_what_becomes_of_the_goal(
    world: BotWorld, ada: FakeUser
) -> None:
    await follow(world, ada)
    before = await aim(world, ada, "99 wc by 1 march")

    [change] = await ada.autocomplete("goal edit", goal="wc", new="200m")
    [refused] = await ada.autocomplete("goal edit", goal="wc", new="500 zulrah")
    [unknown] = await ada.autocomplete("goal edit", goal="zulrah", new="500")
    nothing = await ada.autocomplete("goal edit", goal="wc", new="")

    assert (change.name, change.value) == ("Becomes 200m Woodcutting xp by Monday 1 March 2100", "200m")
    assert "This goal is 99 Woodcutting" in refused.name
    assert "You have no goal" in unknown.name
    assert nothing == []
    assert await goals_of(world, ada) == before


async def test_a_goal_is_paused_and_goes_on(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")

    paused = await ada.slash("goal pause", goal="wc")
    again = await ada.slash("goal pause", goal="wc")
    resumed = await ada.slash("goal resume", goal="wc")

    assert "Paused. I keep recording it, and send no messages about it." in paused.text
    assert paused.buttons == ["Go on with it"]
    assert "paused already" in again.text
    assert "Resumed. I send messages about it again." in resumed.text
    assert (await goals_of(world, ada))[0].status is GoalStatus.ACTIVE


async def test_the_button_of_an_answer_works_after_a_restart(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    answer = await ada.slash("goal add", goal="99 wc")
    await world.restart()

    paused = await press(answer, "Pause it")

    assert paused.changed_the_message
    assert (await goals_of(world, ada))[0].status is GoalStatus.PAUSED


async def test_an_archived_goal_stays_as_it_is(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")

    archived = await ada.slash("goal archive", goal="wc")
    resumed = await ada.slash("goal resume", goal="wc")

    assert "Archived. Nothing more is recorded; its history stays." in archived.text
    assert archived.buttons == []
    assert "stays as it is" in resumed.text
    assert (await goals_of(world, ada))[0].status is GoalStatus.ARCHIVED


# Removing


async def test_removing_asks_first(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")

    question = await ada.slash("goal remove", goal="wc")
    kept = await press(question, "Keep it")

    assert question.ephemeral
    assert "Nothing was changed." in kept.text
    assert len(await goals_of(world, ada)) == 1


async def test_yes_removes_it_also_after_a_restart_and_twice_says_so(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc", "200m wc")
    [first, other] = await goals_of(world, ada)
    question = await ada.slash("goal remove", goal=first.id)
    again = await ada.slash("goal remove", goal=first.id)
    assert "/goal archive" in question.text
    await world.restart()

    gone = await press(question, "Yes, remove it")
    late = await press(again, "Yes, remove it")

    assert gone.changed_the_message
    assert "99 Woodcutting for Zezima: Removed for good." in gone.text
    assert "no longer exists" in late.text
    assert await goals_of(world, ada) == [other]


async def test_a_goal_that_is_gone_takes_none_with_it_whose_id_begins_alike(
    world: BotWorld, ada: FakeUser
) -> None:
    character = await follow(world, ada)
    user = await account(world, ada)
    for number in range(11):
        await world.goal(user, character, f"{150 + number}m wc")
    question = await ada.slash("goal remove", goal="goal1")
    await world.goals.remove(user, await world.goals.find(user.id, "goal1"))

    answer = await press(question, "Yes, remove it")

    assert "no longer exists" in answer.text
    assert len(await goals_of(world, ada)) == 10


async def test_a_store_that_is_down_removes_nothing(world: BotWorld, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, "99 wc")
    question = await ada.slash("goal remove", goal="wc")
    break_store(world)

    answer = await press(question, "Yes, remove it")

    assert answer.ephemeral
    assert "cannot reach its records" in answer.text
    assert len(await goals_of(world, ada)) == 1


# Who sees it, and what it is called


async def test_a_refusal_is_private_even_where_the_answer_was_to_be_shared(
    world: BotWorld, ada: FakeUser
) -> None:
    place = world.discord.guild("clan").channel
    await follow(world, ada)

    for defer in (1.5, 0.0):
        world.client.defer_seconds = defer
        answer = await ada.slash("goal show", goal="secret plan", share=True, in_=place)
        await answer.until(lambda it: it.followups != [] or not it.message.loading)

    public = [message.text for message in place.messages if not message.ephemeral and not message.deleted]
    assert [text for text in public if "secret plan" in text] == []


async def test_no_name_does_harm_wherever_it_is_shown(world: BotWorld, ada: FakeUser) -> None:
    """Numbers on the web are called what their owner likes."""
    await ada.slash("settings show")
    user = await account(world, ada)
    subject = Subject("http_json", "a" * 16)
    reading = Reading(subject, world.clock(), {Quantity("value", Measure.VALUE): 5})
    character = await world.characters.add(
        user.id,
        CharacterLink("http_json", None, f"{EVIL}\u202e\n# x", subject, reading, definition={"url": "x"}),
    )
    [goal] = await aim(world, ada, "1000")

    answers = [
        await ada.slash("character list"),
        await ada.slash("character remove", character=character.id),
        await ada.slash("goal list", character=character.id),
        await done(await ada.slash("goal show", goal=goal.id)),
        await ada.slash("goal pause", goal=goal.id),
        await ada.slash("goal resume", goal=goal.id),
        await ada.slash("goal remove", goal=goal.id),
        await ada.slash("today"),
        await done(await ada.slash("gains")),
        await ada.slash("goal add", goal="1000"),
    ]
    choices = [
        *await ada.autocomplete("goal show", goal=""),
        *await ada.autocomplete("goal list", character=""),
        *await ada.autocomplete("goal add", goal="2000"),
        *await ada.autocomplete("goal edit", goal=goal.id, new="3000"),
    ]

    for answer in answers:
        assert "@everyone" not in answer.text
        assert "https://" not in answer.text
        assert "\u202e" not in answer.text
        assert "\n# x" not in answer.text
    assert len(choices) == 4
    assert all(choice.name.isprintable() for choice in choices)
    assert world.discord.refusals == []
