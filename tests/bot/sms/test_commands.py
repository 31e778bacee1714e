"""What each command does, beyond the conversation in test_chat.py."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.sms.part import Phrase
from tests.bot.sms import sentences as words
from tests.bot.sms.conftest import ADA, SmsWorld
from tests.world import HOURS
from tracker.accounts.model import DigestFrequency
from tracker.goals.model import GoalStatus


async def test_whoever_has_nothing_is_told_how_to_begin(world: SmsWorld) -> None:
    user = await world.owner()
    phone = world.phone()

    assert [await phone.says(text) for text in ("goals", "gains")] == [words.NO_CHARACTERS] * 2
    assert await phone.says("add 99 wc") == words.NOBODY
    assert await phone.says("today") == words.NOTHING_YET
    assert await phone.says("habits") == words.NO_HABITS
    await world.sets(user)
    assert [await phone.says(text) for text in ("goals", "gains")] == [words.NO_GOALS, words.NO_GAINS]


async def test_a_long_list_is_turned_by_more_and_its_numbers_go_on(world: SmsWorld) -> None:
    skills = world.hiscores.osrs_skills[1:21]
    for skill in skills:
        world.hiscores.osrs("Zezima").train(skill, 1_000_000)
    await world.plays(*(f"99 {skill}" for skill in skills))
    phone = world.phone()

    first, second, third = [await phone.says(text) for text in ("goals", "more", "more")]

    assert first.splitlines()[-1] == "MORE for the other 12"
    assert [second.splitlines()[0][:3], second.splitlines()[-1]] == ["9. ", "MORE for the other 4"]
    assert third.splitlines()[-1].startswith(f"20. 99 {skills[19]}")
    assert await phone.says("more") == words.NO_MORE
    assert (await phone.says("20")).startswith(f"99 {skills[19]}")


async def test_a_goal_that_is_gone_from_the_list_is_missed_and_nothing_else(world: SmsWorld) -> None:
    user = await world.plays("99 wc", "99 fishing")
    phone = world.phone()
    await phone.says("goals")
    gone, *_ = await world.goals.list(user.id)
    await world.goals.remove(user, gone)

    assert "no goal" in (await phone.says("1")).lower()
    assert (await phone.says("2")).startswith("99 Fishing")


async def test_what_has_gone_from_the_rest_of_a_list_gets_no_number(world: SmsWorld) -> None:
    user = await world.plays(*(f"{level} wc" for level in range(80, 92)))
    phone = world.phone()
    await phone.says("goals")
    goals = await world.goals.list(user.id)
    await world.goals.archive(user, goals[8])
    await world.goals.remove(user, goals[9])

    rest = await phone.says("more")

    assert [line.partition(":")[0] for line in rest.splitlines()] == [
        "9. 90 Woodcutting",
        "10. 91 Woodcutting",
    ]
    assert (await phone.says("10")).startswith("91 Woodcutting")
    assert await phone.says("11") == words.NOT_IN_LIST.format(number=11, last=10)


async def test_of_several_characters_it_is_asked_whose_goal_it_is(world: SmsWorld) -> None:
    user = await world.plays("99 wc")
    await world.sets(user, name="Iron Bob")
    phone = world.phone()

    assert await phone.says("add 99 fishing by 1 march") == f"{words.WHOSE}\n1. Zezima\n2. Iron Bob"
    assert "99 Fishing: Iron Bob" in await phone.says("2")
    assert "90 Fishing: Zezima" in await phone.says("add 90 fishing for zezima")
    assert {goal.character for goal in await world.goals.list(user.id)} == {"zezima", "iron bob"}


async def test_what_is_no_goal_is_refused_with_what_to_write(world: SmsWorld) -> None:
    await world.plays()

    assert "march" in await world.phone().says("add 99 wc by 31 foo")
    assert await world.phone().says("add") == words.USAGE.format(
        usage=words.PHRASES["add"].usage, about=words.PHRASES["add"].about
    )


async def test_several_can_be_paused_by_their_names(world: SmsWorld) -> None:
    user = await world.plays("99 wc", "200m wc")
    phone = world.phone()

    assert (await phone.says("pause wc")).startswith(words.WHICH)
    await phone.says("1 2")

    assert {goal.status for goal in await world.goals.list(user.id)} == {GoalStatus.PAUSED}
    assert await phone.says("today") == words.NOTHING_TODAY
    await phone.says("undo")
    assert {goal.status for goal in await world.goals.list(user.id)} == {GoalStatus.ACTIVE}
    assert await phone.says("undo") == words.NOTHING_TO_UNDO


async def test_a_snooze_lasts_as_long_as_was_said(world: SmsWorld) -> None:
    user = await world.owner(timezone="Europe/Berlin")
    phone = world.phone()
    now = world.clock()

    await phone.says("snooze")
    assert (await world.again(user)).muted_until == now + timedelta(hours=1)
    await phone.says("pause for 3 days")
    assert (await world.again(user)).muted_until == now + timedelta(days=3)
    assert "such as 2h" in await phone.says("snooze until never")
    assert await phone.says("pause") == words.PAUSE_WHAT
    await phone.says("unmute")
    assert (await world.again(user)).muted_until is None


async def test_answers_come_in_a_snooze_and_messages_after_it(world: SmsWorld) -> None:
    await world.plays("+10k wc")
    phone = world.phone()
    await phone.says("snooze 5h")
    world.hiscores.osrs("Zezima").train("Woodcutting", 2_000_000)

    await world.pass_time(2 * HOURS)
    assert world.kinds() == []
    assert (await phone.says("goals")).endswith("reached")
    await phone.says("resume")
    await world.pass_time(HOURS)

    assert world.kinds() == ["goal-reached"]


async def test_digests_come_as_often_and_when_they_are_wanted(world: SmsWorld) -> None:
    user = await world.owner()
    phone = world.phone()

    assert await phone.says("digest weekly") == "Your digest comes on Mondays at 08:00."
    assert await phone.says("digest at 9pm") == "Your digest comes on Mondays at 21:00."
    assert await phone.says("digest off") == words.DIGEST_OFF
    assert await phone.says("undo") == "Your digest comes on Mondays at 21:00."
    assert await phone.says("digest sometimes") == words.DIGEST_HOW
    assert await phone.says("digest") == words.NO_DIGEST
    after = await world.again(user)
    assert (after.digest, f"{after.digest_time:%H:%M}") == (DigestFrequency.WEEKLY, "21:00")


async def test_clocks_and_quiet_hours_are_shown_and_changed(world: SmsWorld) -> None:
    user = await world.owner()
    phone = world.phone()

    assert await phone.says("zone") == "Your clocks: UTC, 00:00 now."
    assert await phone.says("zone Europe/Berlin") == "Your clocks: Europe/Berlin, 01:00 now."
    assert "did you mean" in (await phone.says("zone Europe/Berlni")).lower()
    assert await phone.says("quiet") == words.NO_QUIET
    assert await phone.says("quiet 10pm to 7am") == "Quiet hours: 22:00-07:00."
    assert await phone.says("quiet off") == words.NO_QUIET
    assert await phone.says("undo") == "Quiet hours: 22:00-07:00."
    after = await world.again(user)
    assert (after.timezone, str(after.quiet_hours)) == ("Europe/Berlin", "22:00-07:00")


async def test_gains_are_of_all_of_one_goal_of_one_character_and_of_one_time(world: SmsWorld) -> None:
    user = await world.plays("99 wc")
    await world.sets(user, "99 fishing", name="Iron Bob")
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_005_000)
    await world.pass_time(HOURS)
    phone = world.phone()

    assert await phone.says("gains") == (
        "99 Woodcutting: +5,000 xp today, +5,000 xp this week\n99 Fishing: nothing today, nothing this week"
    )
    assert await phone.says("gains iron_bob this month") == "99 Fishing: nothing this month"
    assert await phone.says("gains wc all") == "99 Woodcutting: +5,000 xp in all"
    assert "no goal" in (await phone.says("gains slayer")).lower()


async def test_a_list_is_forgotten_after_a_day_unless_it_is_used(world: SmsWorld) -> None:
    await world.plays("99 wc")
    phone = world.phone()
    await phone.says("goals")
    for _ in range(3):
        world.clock.advance(20 * HOURS)
        assert (await phone.says("1")).startswith("99 Woodcutting")

    world.clock.advance(25 * HOURS)
    assert await phone.says("1") == words.NO_LIST


async def test_what_others_named_is_harmless_here(world: SmsWorld) -> None:
    await world.plays("99 wc")

    answer = await world.phone().says("\N{RIGHT-TO-LEFT OVERRIDE}\x00evil\r\n\u2028`name`")

    assert answer == "I do not understand \"evil 'name'\". Text ? for what I know."


@pytest.mark.parametrize("phrase", words.PHRASES.values(), ids=lambda phrase: phrase.name)
async def test_every_command_explains_itself_in_one_segment(world: SmsWorld, phrase: Phrase) -> None:
    await world.owner()

    answer = await world.phone().says(f"? {phrase.name}") if phrase is not words.PHRASES["?"] else ""

    assert phrase.about in answer or phrase is words.PHRASES["?"]
    assert len(answer) <= 160


async def test_the_menu_fits_one_segment(world: SmsWorld) -> None:
    await world.owner()

    assert 100 < len(await world.phone().says("?")) <= 160


_WORDS = st.sampled_from(
    [
        *(word for phrase in words.PHRASES.values() for word in (phrase.name, *phrase.also)),
        *("wc", "99", "1", "3", "all", "week", "until", "mon", "2h", "off", "8am", "22-7", "for", "zezima"),
        *("gym", "fishing", "smoking", "5", '"note"', "pages", "yesterday", "3x a week", "join", "leave"),
    ]
)


async def test_any_text_gets_an_answer_and_never_an_exception(world: SmsWorld) -> None:
    """One world for all texts: what was said before is a part of what may go wrong."""
    user = await world.plays("99 wc", "200m wc", "99 fishing")
    for habit in ("gym 3x a week", "fishing 5 times", "no smoking", "read 20 pages", "coffee at most 2 cups"):
        await world.services.habits.add_written(user, habit)
    phone = world.phone(ADA)
    texts: list[str] = []

    @settings(max_examples=250, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.text(max_size=200) | st.lists(_WORDS, min_size=1, max_size=5).map(" ".join))
    def collect(text: str) -> None:
        texts.append(text)

    collect()
    for text in texts:
        world.clock.advance(HOURS / 2)
        assert await phone.says(text), text


async def test_a_machine_that_answers_machines_is_not_answered_for_ever(world: SmsWorld) -> None:
    await world.plays("99 wc")
    phone = world.phone()

    said = [await phone.says("I am driving. I will answer later.") for _ in range(12)]

    assert [bool(answer) for answer in said] == [True] * 10 + [False] * 2
    assert await phone.says("goals")
    world.clock.advance(HOURS + 1)
    assert await phone.says("I am driving.")
