"""What is counted from the table itself: xp that was gained, days that habits were done."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from itertools import count

import pytest

from tests.tracker.challenge.club import Club, day
from tracker.accounts.model import User
from tracker.challenge.counters import MOST_BEFORE, count_gains, count_habits
from tracker.challenge.joining import participations_of
from tracker.challenge.model import Baseline, Counted, Participation
from tracker.challenge.recording import DailyCounts
from tracker.days import Days
from tracker.front_ends import FrontEnd
from tracker.goals.model import Character
from tracker.habits.changing import DayReport
from tracker.habits.model import Habit, HabitType
from tracker.habits.service import Habits
from tracker.readings import Measure, Number, Quantity
from tracker.store.entity import to_item
from tracker.store.keys import LatestReadingKey, ReadingKey
from tracker.store.segments import Subject
from tracker.subjects import DayReading, LatestReading, by_attribute

SUBJECT = Subject("osrs", "zezima")
FORTNIGHT = Days(day(0), day(13))


async def joined(club: Club, **whose: str) -> tuple[User, Participation]:
    user = club.users["ada"]
    await club.challenges.join(user, club.challenge, "Ada", **whose, here=club.challenge.owner)
    [who] = await participations_of(club.table, user.id)
    return user, who


# Xp


def read(on: date, xp: int | None, hour: int = 20) -> tuple[datetime, Mapping[str, Mapping[Measure, Number]]]:
    values: dict[Quantity, Number] = {Quantity("attack", Measure.XP): 5}
    if xp is not None:
        values[Quantity("overall", Measure.XP)] = xp
    return datetime.combine(on, time(hour), UTC), by_attribute(values)


async def follow(club: Club, user: User) -> None:
    character = Character(
        id="zezima", user=user.id, game="osrs", name="Zezima", subject=SUBJECT, created_at=club.clock()
    )
    await club.table.put(to_item(character, character.key, *character.places()))


@pytest.fixture
async def player(club: Club) -> Participation:
    """Somebody with a character in a challenge about xp."""
    ada = await club.person("ada")
    await club.begin(name="Xp", counted=Counted.XP)
    await follow(club, ada)
    return (await joined(club, character="zezima"))[1]


async def keep(club: Club, totals: dict[date, int | None]) -> None:
    """The last reading of each day; that of the last day has no day of its own yet."""
    *days, last = totals
    for on in days:
        at, values = read(on, totals[on])
        await club.table.put(to_item(DayReading(at=at, values=values), ReadingKey(SUBJECT, on)))
    at, values = read(last, totals[last], hour=11)
    await club.table.put(to_item(LatestReading(at=at, values=values), LatestReadingKey(SUBJECT)))


async def gains(club: Club, player: Participation) -> dict[date, int]:
    [found] = await count_gains(club.table, club.challenge, [player], FORTNIGHT)
    assert (found.who, found.since) == (player, FORTNIGHT.first)
    return dict(found.days)


async def test_what_was_gained_since_the_reading_before_belongs_to_the_day(
    club: Club, player: Participation
) -> None:
    await keep(club, {day(-3): 100, day(0): 150, day(1): 150, day(4): 400, day(6): 1000})
    assert await gains(club, player) == {day(0): 50, day(4): 250, day(6): 600}


async def test_without_a_reading_before_the_first_day_nothing_is_known_to_be_gained(
    club: Club, player: Participation
) -> None:
    await keep(club, {day(2): 5000, day(3): 5100})
    assert await gains(club, player) == {day(3): 100}
    await club.table.delete(LatestReadingKey(SUBJECT).key)
    assert await gains(club, player) == {}


async def test_a_reading_of_long_ago_is_none_and_days_without_a_total_are_passed_over(
    club: Club, player: Participation
) -> None:
    await keep(club, {day(-1) - MOST_BEFORE: 1, day(1): 500, day(2): None, day(3): 600})
    assert await gains(club, player) == {day(3): 100}


async def test_without_one_before_it_counts_from_the_reading_at_which_they_joined(
    club: Club, player: Participation
) -> None:
    """Also once that day is over, and only its last reading is kept."""
    at, _ = read(day(2), 5000, hour=9)
    came = player.model_copy(update={"baseline": Baseline(at=at, value=5000)})
    await keep(club, {day(2): 405_000})
    assert await gains(club, came) == {day(2): 400_000}
    await keep(club, {day(2): 405_000, day(3): 405_100})
    assert await gains(club, came) == {day(2): 400_000, day(3): 100}
    # What was known before counts for the whole week, as it did.
    await keep(club, {day(-1): 1000, day(2): 405_000, day(3): 405_100})
    assert await gains(club, came) == {day(2): 404_000, day(3): 100}


async def test_the_reading_at_which_they_joined_is_of_what_the_challenge_counts(club: Club) -> None:
    ada = await club.person("ada")
    await club.begin(name="Attack", counted=Counted.XP, attribute="attack")
    await follow(club, ada)
    await keep(club, {day(0): 100})
    _, who = await joined(club, character="zezima")
    assert who.baseline is not None
    assert who.baseline.value == 5
    await club.begin(name="Race", counted=Counted.KILLS, attribute="zulrah")
    assert (
        await club.challenges.join(ada, club.challenge, "Ada", here=club.challenge.owner)
    ).baseline is None


async def test_of_one_skill_only_that_one_counts(club: Club, player: Participation) -> None:
    club.challenge = club.challenge.model_copy(update={"attribute": "attack"})
    await keep(club, {day(-1): 100, day(0): 300})
    assert await gains(club, player) == {}


async def test_what_is_taken_back_is_no_gain_and_no_loss(club: Club, player: Participation) -> None:
    await keep(club, {day(-1): 100, day(0): 300, day(1): 250, day(2): 260})
    assert await gains(club, player) == {day(0): 200, day(2): 10}


async def test_many_readings_are_read_to_the_last(club: Club, player: Participation) -> None:
    await keep(club, {day(number): 1000 + number for number in range(-59, 14)})
    assert sum((await gains(club, player)).values()) == 14


async def test_without_a_character_there_is_nothing_to_count(club: Club, player: Participation) -> None:
    gone = player.model_copy(update={"character": "removed"})
    nobody = player.model_copy(update={"character": None})
    assert await count_gains(club.table, club.challenge, [gone, nobody], FORTNIGHT) == []


async def test_a_reading_that_cannot_be_read_stops_nobody(club: Club, player: Participation) -> None:
    await keep(club, {day(-1): 100, day(0): 300, day(1): 350})
    await club.table.put({"PK": "SUBJECT#osrs:zezima", "SK": "READING#LATEST", "type": "latestReading"})
    assert await gains(club, player) == {day(0): 200}


# Habits


class Keeper:
    """Somebody with habits in a challenge about them."""

    def __init__(self, club: Club) -> None:
        numbers = count(1)
        self.club = club
        self.habits = Habits(club.table, club.clock, lambda: f"habit{next(numbers)}")

    async def add(self, name: str, **options: object) -> Habit:
        return await self.habits.add(self.club.users["ada"], name, **options)

    async def done(self, habit: Habit, *days: int) -> None:
        for number in days:
            self.club.go_to(number)
            told = DayReport(day(number), FrontEnd.TERMINAL)
            assert await self.habits.complete(self.club.users["ada"].id, habit.id, told) is not None

    async def counted(self, **whose: str) -> dict[date, int]:
        _, who = await joined(self.club, **whose)
        [found] = await count_habits(self.club.table, [who], FORTNIGHT)
        return _days(found)


def _days(tally: DailyCounts) -> dict[date, int]:
    return {on: number for on, number in sorted(tally.days.items()) if number}


@pytest.fixture
async def keeper(club: Club) -> Keeper:
    await club.begin(name="Habits", counted=Counted.HABITS)
    await club.person("ada")
    return Keeper(club)


async def test_every_day_of_every_habit_counts(keeper: Keeper) -> None:
    gym, read_ = await keeper.add("Gym"), await keeper.add("Read")
    await keeper.done(gym, 0, 1, 4)
    await keeper.done(read_, 4, 5)
    assert await keeper.counted() == {day(0): 1, day(1): 1, day(4): 2, day(5): 1}


async def test_where_one_habit_is_named_only_that_one_counts(keeper: Keeper) -> None:
    gym, read_ = await keeper.add("Gym"), await keeper.add("Read")
    await keeper.done(gym, 0)
    await keeper.done(read_, 1, 2)
    assert await keeper.counted(habit=read_.id) == {day(1): 1, day(2): 1}


async def test_what_was_undone_or_skipped_or_is_to_be_given_up_does_not_count(keeper: Keeper) -> None:
    user = keeper.club.users["ada"]
    gym, smoking = await keeper.add("Gym"), await keeper.add("Smoking", habit_type=HabitType.QUIT)
    await keeper.done(gym, 0, 1)
    await keeper.habits.undo(user.id, gym.id, day(1))
    keeper.club.go_to(2)
    await keeper.habits.skip(user.id, gym.id, DayReport(day(2), FrontEnd.TERMINAL))
    await keeper.habits.complete(user.id, smoking.id, DayReport(day(2), FrontEnd.TERMINAL))
    assert await keeper.counted() == {day(0): 1}


async def test_days_before_the_first_are_not_looked_at(keeper: Keeper) -> None:
    gym = await keeper.add("Gym")
    await keeper.done(gym, -1, 0)
    assert await keeper.counted() == {day(0): 1}
