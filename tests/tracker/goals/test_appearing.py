"""A skill that was unranked appears in a goal on all skills: it is no gain, whatever else happens."""

from datetime import date, timedelta

import pytest

from tests.fakes.clock import START, HandClock
from tests.recorders import recorder_on
from tests.tracker.goals.looking import ZEZIMA, Counted, Ground, Interrupted, quantities
from tests.tracker.goals.scenes import woodcutting
from tests.tracker.goals.slow_gains import daily_rates
from tracker.accounts.model import User
from tracker.days import Span
from tracker.goals.games.game import game_of
from tracker.goals.model import Frequency, Goal, GoalStatus, LatestProgress
from tracker.goals.pace.gains import gain_between
from tracker.goals.pace.history import points
from tracker.goals.pace.standing import GoalStanding, standings
from tracker.goals.recording.evaluate import evaluate
from tracker.goals.recording.quarantine import STRIKES
from tracker.goals.words.request import GoalType
from tracker.readings import Number, Reading
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

DAY = 86_400
SKILLS = tuple(game_of("osrs").skills)
XP_70 = 737_627
TARGET = XP_70 * len(SKILLS)
BEGUN = 1_154
"""What Hitpoints begin with."""


@pytest.fixture
def ground(sqlite_table: SqliteTable, clock: HandClock) -> Ground:
    return Ground(sqlite_table, clock)


def everything_but(*unranked: str, xp: int = 100_000, **other: int) -> dict[str, Number]:
    return {f"{name}.xp": other.get(name, xp) for name in SKILLS if name not in unranked}


async def base(ground: Ground, *unranked: str, frequency: Frequency = Frequency.EVERY_CHANGE) -> Goal:
    """Anna's `base 70` for Zezima, who has 100,000 xp in all skills but these."""
    user = await ground.person()
    known = {name.replace(".", "_"): xp for name, xp in everything_but(*unranked).items()}
    character = await ground.character(user, **known)
    return await ground.goal(user, character, "base 70", frequency=frequency)


async def standing(ground: Ground, goal: Goal) -> GoalStanding:
    user = await ground.person()
    [found] = await standings(ground.table, user, [await ground.now(goal)], ground.clock())
    return found


async def anna(ground: Ground) -> User:
    return await ground.person()


async def test_a_skill_that_appears_moves_the_start_with_it(table: Table, clock: HandClock) -> None:
    ground = Ground(table, clock)
    goal = await base(ground, "agility", "slayer")
    start = 100_000 * (len(SKILLS) - 2)
    assert goal.start_value == start

    recorded = await ground.look(everything_but("slayer", agility=600_000))

    assert (recorded.goals, recorded.told) == (1, 0)
    assert (await ground.now(goal)).start_value == start + 600_000
    latest = await ground.latest(goal)
    assert latest is not None
    assert (latest.value, latest.best, latest.appeared) == (start + 600_000, start + 600_000, 600_000)
    assert latest.counted is not None
    assert {*SKILLS} - {*latest.counted} == {"slayer"}
    assert [(one.value, one.appeared) for one in await ground.records(goal)] == [
        (start, None),
        (start + 600_000, 600_000),
    ]


async def test_it_is_neither_a_gain_nor_a_rate_nor_progress(ground: Ground) -> None:
    goal = await base(ground, "agility")
    began = ground.clock()
    await ground.look(everything_but("agility", attack=100_500), seconds=DAY)
    await ground.look(everything_but(attack=100_500, agility=600_000), seconds=DAY)
    await ground.look(everything_but(attack=100_700, agility=600_300), seconds=DAY)

    known = await points(ground.table, goal)
    found = await standing(ground, goal)

    gain = gain_between(known, Span(began, ground.clock() + timedelta(seconds=1)))
    assert gain is not None
    assert gain.amount == 1_000
    assert found.gained_today == 500
    zone = (await anna(ground)).zone
    tomorrow = ground.clock() + timedelta(days=1)
    assert sum(daily_rates(known, tomorrow, zone, most_days=42)) == 1_000
    latest = await ground.latest(goal)
    assert latest is not None
    assert latest.recent_gains is not None
    assert sum(latest.recent_gains.rates(tomorrow.date(), zone)) == 1_000
    assert found.progress is not None
    whole = TARGET - 100_000 * (len(SKILLS) - 1) - 600_000
    assert found.progress.percent == pytest.approx(100 * 1_000 / whole, abs=0.1)


async def test_what_was_gained_in_the_same_look_is_told_and_nothing_else(ground: Ground) -> None:
    await base(ground, "agility")

    recorded = await ground.look(everything_but(agility=600_000, attack=100_250))

    assert recorded.told == 1
    [told] = await ground.told(await anna(ground))
    assert (told.kind.name, told.facts["gain"]) == ("goal-change", 250)
    assert "+250 xp since" in told.text


async def test_no_mark_is_passed_by_what_appears(ground: Ground) -> None:
    await base(ground, "agility", "slayer", "fishing", frequency=Frequency.MILESTONES)
    await ground.look(everything_but("agility", "slayer", "fishing", attack=700_000, cooking=700_000))

    # Three skills that are nearly there: what is left is less by far, and nobody did anything.
    appeared = everything_but(attack=700_000, cooking=700_000, agility=XP_70, slayer=XP_70, fishing=XP_70)
    recorded = await ground.look(appeared)

    assert recorded.goals == 1
    assert await ground.kinds(await anna(ground)) == []


async def test_no_mark_is_passed_by_a_little_that_was_gained_with_it(ground: Ground) -> None:
    """A tenth of the way, of which nine tenths appear as done: half of what is left, but not in this look."""
    goal = await base(ground, *SKILLS[3:], frequency=Frequency.MILESTONES)
    trained = dict.fromkeys(SKILLS[:2], 600000)
    await ground.look(everything_but(*SKILLS[3:], **trained))

    await ground.look(everything_but(xp=XP_70, **trained, **{SKILLS[2]: 100_001}))

    found = await standing(ground, goal)
    assert found.progress is not None
    assert found.progress.percent > 50
    assert await ground.kinds(await anna(ground)) == []


async def test_marks_that_follow_are_those_of_the_way_that_is_left(ground: Ground) -> None:
    await base(ground, *SKILLS[1:], frequency=Frequency.MILESTONES)
    await ground.look(everything_but(xp=XP_70, attack=100_000))

    await ground.look(everything_but(xp=XP_70, attack=100_000 + (XP_70 - 100_000) // 2 + 1))

    [told] = await ground.told(await anna(ground))
    assert told.title == "50 % of base 70"


async def test_a_goal_that_is_reached_by_what_appears_is_reached(ground: Ground) -> None:
    goal = await base(ground, "agility")
    await ground.look(everything_but("agility", xp=XP_70 - 1))
    await ground.look(everything_but("agility", xp=XP_70))

    recorded = await ground.look(everything_but(xp=XP_70))

    assert recorded.told == 1
    assert (await ground.now(goal)).status is GoalStatus.REACHED
    assert (await ground.kinds(await anna(ground)))[-1] == "goal-reached"


async def test_what_is_unranked_again_keeps_its_value_and_comes_back_as_a_gain(ground: Ground) -> None:
    goal = await base(ground)
    start = 100_000 * len(SKILLS)

    await ground.look(everything_but("agility"))
    await ground.look(everything_but(agility=100_400))

    assert await ground.values(goal) == [start, start + 400]
    latest = await ground.latest(goal)
    assert latest is not None
    assert latest.appeared is None
    assert (await ground.now(goal)).start_value == start


def test_what_a_new_name_of_a_character_does_not_have_is_still_counted() -> None:
    """A renamed character may be unranked where it was not: what comes back is no appearance."""
    goal = woodcutting(target_attribute="all skills", target_type=GoalType.LEVEL, target_value=70)
    counted = ("attack", "agility")
    before = LatestProgress(at=START, value=1_000, day=START.date(), best=1_000, counted=counted)
    known = quantities({"attack.xp": 700})

    evaluation = evaluate(goal, game_of("osrs"), before, known, day=START.date())

    assert evaluation is not None
    assert (evaluation.appeared, evaluation.counted) == (0, counted)


async def test_a_skill_that_appears_as_it_begins_gains_from_then_on(ground: Ground) -> None:
    goal = await base(ground, "hitpoints")
    start = 100_000 * (len(SKILLS) - 1) + BEGUN

    first = await ground.look(everything_but(hitpoints=BEGUN))
    second = await ground.look(everything_but(hitpoints=BEGUN + 500))

    assert (first.goals, first.told, second.told) == (1, 0, 1)
    assert await ground.values(goal) == [start, start + 500]
    assert (await ground.now(goal)).start_value == start
    [told] = await ground.told(await anna(ground))
    assert told.facts["gain"] == 500


async def test_a_skill_that_the_data_does_not_have_appears_in_the_same_way(ground: Ground) -> None:
    goal = await base(ground)

    await ground.look({**everything_but(), "dragonriding.xp": 50_000})

    latest = await ground.latest(goal)
    assert latest is not None
    assert (latest.value, latest.appeared) == (100_000 * len(SKILLS) + 50_000, 50_000)
    assert await ground.kinds(await anna(ground)) == []
    found = await standing(ground, goal)
    assert found.plan.aim.target == TARGET + XP_70
    assert found.progress is not None
    assert (found.progress.percent, found.gained_today) == (0.0, 0)


async def test_a_fall_in_the_same_look_is_told_as_one(ground: Ground) -> None:
    goal = await base(ground, "agility")
    for _ in range(STRIKES - 1):
        await ground.look(everything_but("agility", attack=90_000))

    await ground.look(everything_but(attack=90_000, agility=600_000))

    [told] = await ground.told(await anna(ground))
    assert (told.kind.name, told.facts["gain"]) == ("goal-rollback", -10_000)
    assert (await ground.values(goal))[-1] == 100_000 * (len(SKILLS) - 1) - 10_000 + 600_000


async def test_an_unchanged_look_at_unranked_skills_writes_nothing(ground: Ground) -> None:
    await base(ground, "agility")
    table = Counted(ground.table)

    await ground.look(everything_but("agility"), recorder=recorder_on(table, ground.clock, keep_days=30))

    assert table.written == []


async def test_two_who_see_it_appear_move_the_start_once(ground: Ground) -> None:
    goal = await base(ground, "agility")
    ground.clock.advance(600)
    reading = Reading(ZEZIMA, ground.clock(), quantities(everything_but(agility=600_000)))
    table = Interrupted(ground.table, lambda: ground.recorder.record(ZEZIMA, reading, since=None))

    await recorder_on(table, ground.clock, keep_days=30).record(ZEZIMA, reading, since=None)

    assert (await ground.now(goal)).start_value == 100_000 * (len(SKILLS) - 1) + 600_000
    assert len(await ground.records(goal)) == 2


async def test_a_goal_that_began_with_another_version_takes_what_is_known_for_counted(ground: Ground) -> None:
    goal = await base(ground, "agility")
    latest = await ground.latest(goal)
    assert latest is not None
    item = await ground.table.get(goal.latest_key.key)
    assert item is not None
    await ground.table.put({name: value for name, value in item.items() if name != "counted"})

    await ground.look(everything_but("agility", attack=100_100))
    await ground.look(everything_but(attack=100_100, agility=600_000))

    found = await ground.latest(goal)
    assert found is not None
    assert (found.appeared, found.day) == (600_000, date(2100, 1, 1))
