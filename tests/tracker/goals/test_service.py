"""Goals: setting, listing, finding, pausing, archiving and removing them."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.goals.holdings import (
    ADA,
    ATTACK,
    BOB,
    STANDING,
    WOODCUTTING,
    Holding,
    assert_counts_agree,
    changes_announced,
    history_of,
    link,
    observed,
    of_types,
    reading_of,
    settle,
    stored_character,
    stored_goal,
    subject,
    tracked_overall,
)
from tests.tracker.store.items import everything
from tracker.dates import DateInPast
from tracker.goals.characters.service import CharacterLink
from tracker.goals.errors import (
    AlreadyReached,
    AmbiguousGoal,
    DuplicateGoal,
    GoalRefused,
    GoalUnchanged,
    NoSuchCharacter,
    NoSuchGoal,
    NoSuchName,
    NoSuchPerson,
    Overdetermined,
    TooMany,
    TwoTargets,
    WrongStatus,
)
from tracker.goals.model import Character, Frequency, Goal, GoalStatus
from tracker.goals.pace.history import ends
from tracker.goals.service import MOST_GOALS, MOST_GOALS_EACH, Goals
from tracker.readings import Measure, Quantity, Reading
from tracker.shards import shard_of
from tracker.store.entity import change
from tracker.store.index_keys import StatusKey, SubjectWatcherKey
from tracker.store.keys import UserKey
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update

ZEZIMA = subject("zezima")


@pytest.fixture
async def scene(table: Table, clock: HandClock) -> Holding:
    return await Holding.of(table, clock)


@pytest.fixture
async def small(sqlite_table: SqliteTable, clock: HandClock) -> Holding:
    """On the embedded engine alone."""
    return await Holding.of(sqlite_table, clock)


async def test_a_goal_that_is_set_is_there_with_its_start_and_counted(scene: Holding) -> None:
    announced = await changes_announced(scene.table, shard_of(ZEZIMA))

    goal = await scene.add("99 wc by 2100-04-11")

    assert await scene.goals.list(ADA) == [goal] == [await stored_goal(scene.table, goal)]
    assert (goal.target_value, goal.start_value, goal.target_date) == (99, 3_034_431, date(2100, 4, 11))
    character = await stored_character(scene.table, scene.character)
    assert (character.tracked_attributes, character.revision) == ({"woodcutting": 1}, 1)
    assert await tracked_overall(scene.table, "woodcutting") == 1
    found = await observed(scene.table)
    assert found is not None
    assert (found.watchers, found.revision) == (1, 2)
    assert await changes_announced(scene.table, shard_of(ZEZIMA)) == announced + 1


async def test_no_two_goals_of_a_person_are_called_alike_whoever_they_are_of(small: Holding) -> None:
    drawn = iter(["aaaaaa", "aaaaaa", "bbbbbb", "bbbbbb", "aaaaaa", "cccccc"])
    goals = Goals(small.table, small.clock, lambda: next(drawn))
    other = await small.characters.add(ADA, link("Nightowl"))

    made = [await goals.add(small.user, one, "99 wc") for one in (small.character, other)]
    made.append(await goals.add(small.user, other, "99 attack"))

    assert [one.id for one in made] == ["aaaaaa", "bbbbbb", "cccccc"]


async def test_whoever_looks_at_the_subject_finds_the_goal(scene: Holding) -> None:
    goal = await scene.add("99 wc")

    watching = SubjectWatcherKey.prefix(subject=ZEZIMA)
    page = await scene.table.query(watching.pk, prefix=watching.prefix or None, index=watching.index)

    assert [item["id"] for item in page.items] == [goal.id]


async def test_a_new_goal_has_the_history_of_its_subject(table: Table, clock: HandClock) -> None:
    days = [START - timedelta(days=number) for number in (40, 20, 10)]
    past = tuple(reading_of(ZEZIMA, {WOODCUTTING: 1_000_000 + n}, at) for n, at in enumerate(days))
    scene = await Holding.of(table, clock, link(past=past))

    goal = await scene.add("99 wc")

    recorded = await history_of(table, goal)
    assert [(one.at, one.value) for one in recorded] == [
        (days[0], 1_000_000),
        (days[1], 1_000_001),
        (days[2], 1_000_002),
        (START, 3_034_431),
    ]
    earliest, latest = await ends(table, goal)
    assert earliest is not None
    assert latest is not None
    assert goal.created_at == clock() > START
    assert (earliest.at, latest.at, latest.value) == (days[0], START, goal.start_value)


async def test_a_number_that_is_not_known_yet_can_be_a_goal(small: Holding) -> None:
    goal = await small.add("99 mining")

    assert goal.start_value is None
    assert await history_of(small.table, goal) == []
    assert await ends(small.table, goal) == (None, None)


async def test_the_date_may_come_apart(small: Holding) -> None:
    goal = await small.add("99 wc", by="in 10 days")

    assert goal.target_date == date(2100, 1, 11)
    assert goal.per_day is None


async def test_two_dates_are_one_too_many(small: Holding) -> None:
    with pytest.raises(TwoTargets, match="By Monday 1 March 2100 or by Thursday 1 April 2100"):
        await small.add("99 wc by 1 march", by="1 april")
    with pytest.raises(Overdetermined):
        await small.add("99 wc at 1m/day", by="1 april")


async def test_what_comes_then_comes_after_the_date_that_was_said_apart(small: Holding) -> None:
    with pytest.raises(DateInPast, match="must come later"):
        await small.add("90 wc then 99 by 2100-02-01", by="2100-03-01")

    goal = await small.add("90 wc then 99 by 2100-04-01", by="2100-03-01")
    assert (goal.target_date, goal.then) == (date(2100, 3, 1), "level 99 woodcutting by 2100-04-01")


async def test_dates_are_relative_to_the_persons_own_day(sqlite_table: SqliteTable, clock: HandClock) -> None:
    scene = await Holding.of(sqlite_table, clock)
    tokyo = await settle(sqlite_table, BOB, timezone="Asia/Tokyo")
    character = await scene.characters.add(BOB, link())
    clock.advance(20 * 3600)

    hers = await scene.add("99 wc by tomorrow")
    his = await scene.goals.add(tokyo, character, "99 wc by tomorrow")

    assert (hers.target_date, his.target_date) == (date(2100, 1, 2), date(2100, 1, 3))
    assert (hers.begun, his.begun) == (date(2100, 1, 1), date(2100, 1, 2))


async def test_what_makes_no_sense_is_refused_and_writes_nothing(scene: Holding) -> None:
    before = await everything(scene.table)
    refusals: list[tuple[str, type[GoalRefused]]] = [
        ("80 wc", AlreadyReached),
        ("99 woodcuting", NoSuchName),
        ("99 wc by 1999-01-01", DateInPast),
    ]
    for text, refusal in refusals:
        with pytest.raises(refusal):
            await scene.goals.add(scene.user, scene.character, text)

    assert await everything(scene.table) == before


@pytest.mark.parametrize("again", ["99 wc", "13,034,431 woodcutting xp", "99 woodcutting by 1 may"])
async def test_the_same_goal_twice_is_refused(small: Holding, again: str) -> None:
    goal = await small.add("99 wc")

    with pytest.raises(
        DuplicateGoal, match=rf"You have that goal already: {goal.id} \(99 Woodcutting of Zezima\)"
    ):
        await small.add(again)
    assert (await small.add("200m wc")).target_value == 200_000_000


async def test_what_was_archived_may_be_set_again(small: Holding) -> None:
    await small.goals.archive(small.user, await small.add("99 wc"))

    assert (await small.add("99 wc")).status is GoalStatus.ACTIVE


async def test_nobody_sets_goals_for_a_person_who_is_being_deleted(scene: Holding) -> None:
    await scene.table.update(Update(UserKey(ADA).key, set={"deletingSince": "2100-01-01T00:00:00Z"}))

    with pytest.raises(NoSuchPerson):
        await scene.add("99 wc")

    assert await of_types(scene.table, "goal", "progress") == []
    await assert_counts_agree(scene.table)


async def test_a_goal_needs_a_character_that_is_there(small: Holding) -> None:
    await small.characters.remove(ADA, small.character)

    with pytest.raises(NoSuchCharacter, match="Zezima is no longer among your characters"):
        await small.add("99 wc")


async def test_a_character_has_so_many_goals_and_no_more(small: Holding) -> None:
    for number in range(MOST_GOALS_EACH):
        await small.goals.add(small.user, small.character, f"{1000 + number} zulrah kc")

    with pytest.raises(TooMany, match="Zezima has 40 goals under way, and that is the most"):
        await small.add("99 wc")
    await small.goals.archive(small.user, (await small.goals.list(ADA))[0])
    assert (await small.add("99 wc")).target_value == 99


async def test_a_person_has_so_many_goals_and_no_more(small: Holding) -> None:
    for number in range(MOST_GOALS // MOST_GOALS_EACH):
        other = await small.characters.add(ADA, link(f"other {number}"))
        full = {"tracked_attributes": {"zulrah": MOST_GOALS_EACH}}
        await small.table.update(change(Character, other.key, full))

    with pytest.raises(TooMany, match="You have 200 goals under way"):
        await small.add("99 wc")


async def test_an_id_that_is_taken_is_not_given_twice(sqlite_table: SqliteTable, clock: HandClock) -> None:
    scene = await Holding.of(sqlite_table, clock)
    ids = iter(["same", "same", "other"])
    goals = Goals(sqlite_table, clock, lambda: next(ids))

    first = await goals.add(scene.user, scene.character, "99 wc")
    second = await goals.add(scene.user, scene.character, "99 attack")

    assert (first.id, second.id) == ("same", "other")


async def test_what_would_be_done_is_told_without_doing_it(scene: Holding) -> None:
    before = await everything(scene.table)

    plan = await scene.goals.understand(scene.user, scene.character, "99 wc", by="in 100 days")

    assert (plan.start, plan.aim.target, plan.per_day) == (3_034_431, 13_034_431, 100_000)
    assert await everything(scene.table) == before
    await scene.add("99 wc")
    with pytest.raises(DuplicateGoal):
        await scene.goals.understand(scene.user, scene.character, "99 wc")


async def test_a_row_that_the_data_does_not_know_can_be_a_goal(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    new = Quantity("dragonriding", Measure.XP)
    scene = await Holding.of(sqlite_table, clock, link(values={new: 500}))

    goal = await scene.add("50 dragonriding")

    assert (goal.target_attribute, goal.start_value) == ("dragonriding", 500)
    assert await scene.goals.find(ADA, "Dragonriding") == goal


async def test_a_number_on_the_web_can_be_a_goal_in_either_direction(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    weight = Subject("http_json", "abc")
    reading = Reading(weight, START, {Quantity("value", Measure.VALUE): Decimal("81.5")})
    scene = await Holding.of(
        sqlite_table, clock, CharacterLink("http_json", None, "My weight", weight, reading)
    )

    goal = await scene.add("78.5 value")

    assert (goal.target_value, goal.falling) == (Decimal("78.5"), True)
    assert await stored_goal(sqlite_table, goal) == goal
    assert await scene.goals.find(ADA, "my weight") == goal


# Lists


async def test_goals_are_listed_in_the_order_in_which_they_were_set(small: Holding) -> None:
    other = await small.characters.add(ADA, link("Other"))
    first = await small.add("99 wc")
    small.clock.advance(1)
    second = await small.goals.add(small.user, other, "99 wc")
    third = await small.add("99 attack")

    assert await small.goals.list(ADA) == [first, second, third]
    assert await small.goals.list(ADA, character=other) == [second]
    assert await small.goals.list(BOB) == []


async def test_archived_goals_are_listed_where_they_are_asked_for(small: Holding) -> None:
    kept = await small.add("99 wc")
    archived = await small.goals.archive(small.user, await small.add("99 attack"))

    assert await small.goals.list(ADA) == [kept]
    assert await small.goals.list(ADA, archived=True) == [kept, archived]


@pytest.mark.parametrize("text", ["g00001", "G00001 ", "wc", "Woodcutting", "woodcut"])
async def test_a_goal_is_found_by_its_id_or_by_what_it_is_about(small: Holding, text: str) -> None:
    goal = await small.add("99 wc")
    await small.add("99 attack")

    assert await small.goals.find(ADA, text) == goal


@pytest.mark.parametrize("text", ["99 wc", "99 Woodcutting", "woodcutting 99", "99 zezima wc", "99  WC"])
async def test_a_goal_is_found_by_words_of_its_title_where_another_is_about_the_same(
    small: Holding, text: str
) -> None:
    goal = await small.add("99 wc")
    await small.add("200m wc")
    await small.add("99 attack")

    assert await small.goals.find(ADA, text) == goal
    with pytest.raises(AmbiguousGoal):
        await small.goals.find(ADA, "99")
    with pytest.raises(NoSuchGoal):
        await small.goals.find(ADA, "99 fishing")


async def test_the_beginning_of_an_id_is_enough_where_no_other_has_it(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    scene = await Holding.of(sqlite_table, clock)
    ids = iter(["kx34fd", "kw72mm", "wcfd29"])
    goals = Goals(sqlite_table, clock, lambda: next(ids))
    for text in ("99 attack", "99 wc", "500 zulrah"):
        await goals.add(scene.user, scene.character, text)

    assert (await goals.find(ADA, "kx")).id == "kx34fd"
    with pytest.raises(AmbiguousGoal):
        await goals.find(ADA, "k")
    with pytest.raises(AmbiguousGoal, match=r"kw72mm \(99 Woodcutting of Zezima\), wcfd29"):
        await goals.find(ADA, "wc")


async def test_two_goals_on_one_skill_are_told_by_their_ids(small: Holding) -> None:
    first, second = await small.add("99 wc"), await small.add("200m wc")

    with pytest.raises(AmbiguousGoal) as refused:
        await small.goals.find(ADA, "wc")

    assert str(refused.value) == (
        f"'wc' may be {first.id} (99 Woodcutting of Zezima), {second.id} (200m Woodcutting xp of Zezima)."
        " Say which, by its id."
    )
    await small.goals.archive(small.user, first)
    assert await small.goals.find(ADA, "wc") == second
    assert (await small.goals.find(ADA, first.id)).status is GoalStatus.ARCHIVED


async def test_a_goal_that_is_not_there_is_answered_with_those_that_are(small: Holding) -> None:
    with pytest.raises(NoSuchGoal, match="no goal 'wc', and none under way"):
        await small.goals.find(ADA, "wc")
    goal = await small.add("99 wc")

    with pytest.raises(NoSuchGoal, match=rf"no goal 'hp'\. You have {goal.id} \(99 Woodcutting of Zezima\)"):
        await small.goals.find(ADA, "hp")
    with pytest.raises(NoSuchGoal):
        await small.goals.find(ADA, " ")
    with pytest.raises(NoSuchGoal):
        await small.goals.find(BOB, goal.id)


# Status


async def test_a_goal_can_be_paused_resumed_and_archived(scene: Holding) -> None:
    goal = await scene.add("99 wc")
    revisions = []

    for move, status in (
        (scene.goals.pause, GoalStatus.PAUSED),
        (scene.goals.resume, GoalStatus.ACTIVE),
        (scene.goals.archive, GoalStatus.ARCHIVED),
    ):
        moved = await move(scene.user, goal)
        assert moved == goal.model_copy(update={"status": status}) == await stored_goal(scene.table, goal)
        listed = StatusKey.prefix(user=ADA, kind="goal", status=status.value)
        page = await scene.table.query(listed.pk, prefix=listed.prefix, index=listed.index)
        assert [item["id"] for item in page.items] == [goal.id]
        found = await observed(scene.table)
        assert found is not None
        revisions.append(found.revision)
        await assert_counts_agree(scene.table)

    assert revisions == [3, 4, 5]
    assert await tracked_overall(scene.table, "woodcutting") == 0
    assert len(await history_of(scene.table, goal)) == 1


async def test_what_is_so_already_is_said(small: Holding) -> None:
    goal = await small.add("99 wc")

    with pytest.raises(GoalUnchanged, match="The goal is active already"):
        await small.goals.resume(small.user, goal)
    await small.goals.archive(small.user, goal)
    with pytest.raises(GoalUnchanged, match="The goal is archived already"):
        await small.goals.archive(small.user, goal)


@pytest.mark.parametrize("status", [GoalStatus.REACHED, GoalStatus.ARCHIVED])
async def test_what_is_over_stays_as_it_is(small: Holding, status: GoalStatus) -> None:
    goal = await small.add("99 wc")
    await small.table.update(change(Goal, goal.key, {"status": status}))

    for refused in (
        small.goals.pause(small.user, goal),
        small.goals.resume(small.user, goal),
        small.goals.edit(small.user, goal, frequency=Frequency.OFF),
    ):
        with pytest.raises(WrongStatus, match=f"This goal is {status}, and stays as it is"):
            await refused


async def test_a_reached_goal_can_be_archived_and_is_not_counted_twice(small: Holding) -> None:
    goal = await small.add("99 wc")
    other = await small.add("200m wc")
    await small.goals.archive(small.user, goal)
    await small.table.update(change(Goal, goal.key, {"status": GoalStatus.REACHED}))

    assert (await small.goals.archive(small.user, goal)).status is GoalStatus.ARCHIVED

    character = await stored_character(small.table, small.character)
    assert character.tracked_attributes == {"woodcutting": 1}
    assert await small.goals.list(ADA) == [other]


# Removing


async def test_a_goal_goes_with_its_progress_and_leaves_the_others(scene: Holding) -> None:
    goal, kept = await scene.add("99 wc"), await scene.add("99 attack")
    untouched = await history_of(scene.table, kept)

    await scene.goals.remove(scene.user, goal)

    assert await scene.goals.list(ADA) == [kept]
    assert await history_of(scene.table, goal) == []
    assert await ends(scene.table, goal) == (None, None)
    assert await history_of(scene.table, kept) == untouched != []
    await assert_counts_agree(scene.table)
    with pytest.raises(NoSuchGoal):
        await scene.goals.remove(scene.user, goal)


async def test_a_long_history_goes_whole(small: Holding) -> None:
    goal = await small.add("99 wc")
    [record, *_] = await history_of(small.table, goal)
    many = [record.model_copy(update={"at": START + timedelta(minutes=n)}) for n in range(1, 350)]
    await small.table.write_many(
        puts=[
            {"PK": key.pk, "SK": key.sk, "type": "progress"}
            for one in many
            for key in [goal.progress_key(one.at).key]
        ]
    )

    await small.goals.remove(small.user, goal)

    assert await of_types(small.table, "progress") == []


async def test_nobody_changes_the_goals_of_another(small: Holding) -> None:
    goal = await small.add("99 wc")
    bob = await settle(small.table, BOB)
    await small.characters.add(BOB, link(values=STANDING | {ATTACK: 50_001}))

    for refused in (
        small.goals.pause(bob, goal),
        small.goals.edit(bob, goal, by="1 may"),
        small.goals.remove(bob, goal),
    ):
        with pytest.raises(NoSuchGoal):
            await refused
    assert await small.goals.list(ADA) == [goal]
