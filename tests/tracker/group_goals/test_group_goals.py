"""Goals of a group: what counts from when on, what is told once, who may see and change what."""

import asyncio

import pytest

from tests.due_work import tools_at
from tests.tracker.group_goals.clans import Clan
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.challenge.model import WhoMayJoin
from tracker.feature import farewells, parting_notes
from tracker.goals.characters.link import CharacterLink
from tracker.goals.milestones import milestones_of
from tracker.group_goals.book import goal_with, shares_of
from tracker.group_goals.counting import progress_of
from tracker.group_goals.errors import (
    AlreadyInGroup,
    BadGroupGoal,
    GroupGoalOver,
    NoSuchGroupGoal,
    NotInGroup,
    NotYourGroup,
    PartMissing,
    PartTaken,
)
from tracker.group_goals.model import GroupStatus
from tracker.group_goals.words import parse_aim, standing_text
from tracker.locales import written_for
from tracker.metrics.errors import BadMetric
from tracker.metrics.model import Aggregation, Direction
from tracker.rewards.errors import NameTaken


async def test_xp_counts_from_the_reading_at_which_somebody_joined(clan: Clan) -> None:
    ada, bob = await clan.player("ada", 5_000), await clan.player("bob", 100)
    goal = await clan.goal("1000 xp")
    await clan.join(ada, goal)
    await clan.plays("ada", 5_300)
    await clan.plays("bob", 400)  # nobody has joined with him
    await clan.join(bob, goal)
    await clan.plays("bob", 450)
    assert await clan.added(goal) == {ada.id: 300, bob.id: 50}
    now = await clan.now(goal)
    assert (now.total, now.people, progress_of(now)) == (350_000, 2, 35)


async def test_while_nobody_is_in_it_nobody_is_counted_in_words(clan: Clan) -> None:
    goal = await clan.goal("20 days each")
    assert standing_text(await clan.now(goal)) == "nobody is in it"


async def test_before_the_first_day_and_after_the_last_nothing_is_added(clan: Clan) -> None:
    ada = await clan.player("ada", 100)
    day = clan.today.replace(day=10)
    goal = await clan.goal("1000 xp", starts=day, ends=day)
    await clan.join(ada, goal)
    await clan.plays("ada", 200)
    await clan.pass_time(days=9.5)
    await clan.plays("ada", 260)
    await clan.pass_time(days=1)
    await clan.plays("ada", 999)
    assert await clan.added(goal) == {ada.id: 60}


async def test_numbers_move_their_own_way_and_days_are_counted_from_joining_on(clan: Clan) -> None:
    ada, bob = await clan.person("ada"), await clan.person("bob")
    await clan.metric(ada, "Weight", unit="kg", direction=Direction.LOWER)
    await clan.log(ada, "Weight", 80)
    lighter = await clan.goal("10 kg", "Lighter")
    await clan.join(ada, lighter, metric="Weight")
    await clan.log(ada, "Weight", 78)
    assert (await clan.now(lighter)).total == 2_000
    await clan.log(ada, "Weight", 90)
    assert (await clan.now(lighter)).total == 0
    await clan.metric(bob, "Run", unit="km", aggregation=Aggregation.SUM)
    await clan.log(bob, "Run", 7)
    further = await clan.goal("100 km", "Further")
    await clan.join(bob, further, metric="Run")
    for _ in range(2):
        await clan.log(bob, "Run", 5)
    assert await clan.added(further) == {bob.id: 10}
    await clan.metrics.undo(bob)
    assert await clan.added(further) == {bob.id: 5}
    with pytest.raises(BadMetric, match="so its unit"):  # what it was joined with stays what it is
        await clan.metrics.edit(
            bob, await clan.metrics.find(bob.id, "Run"), {"aggregation": Aggregation.LAST}
        )
    await clan.habits.add(ada, "Read")
    await clan.keep(ada, "read", ago=1)
    days = await clan.goal("everyone 2 days", "Habit")
    await clan.join(ada, days, habit="read")
    await clan.keep(ada, "read")
    await clan.keep(ada, "read", ago=2)
    assert await clan.added(days) == {ada.id: 1}
    await clan.habits.undo(ada.id)
    await clan.habits.undo(ada.id)
    assert await clan.added(days) == {ada.id: 0}


async def test_a_server_is_told_each_mark_once_and_in_the_end_what_came_of_it(clan: Clan) -> None:
    ada, server = await clan.player("ada"), await clan.server()
    goal = await clan.goal("1000 xp", owner=server)
    await clan.join(ada, goal)
    for xp in (300, 800, 700, 1_000):  # a jump over two marks tells the second
        await clan.plays("ada", xp)
        await clan.rounds()
    await clan.pass_time(days=40)
    await clan.rounds()
    told = sorted((one.kind.name, one.period) for one in await clan.told(server))
    assert told == [
        ("group-ended", "end"),
        *(("group-milestone", mark) for mark in ("100", "25", "75")),
    ]
    assert not await clan.told(ada)
    reached = await clan.table.read_in_steps(milestones_of(server.id, goal.id))
    assert [one.percentage for one in reached] == [25, 50, 75, 100]
    assert (await clan.now(goal)).status is GroupStatus.ENDED
    with pytest.raises(GroupGoalOver):
        await clan.join(await clan.player("bob"), goal)


async def test_of_a_persons_goal_everybody_in_it_is_told_but_who_did_it(clan: Clan) -> None:
    ada, bob, eve = [await clan.player(name) for name in ("ada", "bob", "eve")]
    goal = await clan.goal("everyone 100 xp", owner=ada)
    await clan.join(ada, goal)
    await clan.plays("ada", 100)
    await clan.rounds()
    assert not await clan.told(ada)  # one person is no group
    await clan.join(bob, goal)
    await clan.rounds()
    assert [one.period for one in await clan.told(bob)] == ["50"]
    after, said = await clan.goals.edit(await clan.now(goal), ada, name="July")
    assert (after.name, said) == ("July", ["It was called June before."])
    assert [len(await clan.told(one)) for one in (ada, bob, eve)] == [1, 2, 0]
    assert await clan.goals.remove(after, ada) == 2
    assert [len(await clan.told(one)) for one in (ada, bob, eve)] == [1, 3, 0]
    assert await goal_with(clan.table, goal.id) is None
    assert not await shares_of(clan.table, bob.id)


async def test_each_is_told_in_their_own_numbers_and_a_server_plainly_whoever_looked(clan: Clan) -> None:
    german = await clan.accounts.change_settings((await clan.player("ada")).id, {"language": "de"})
    bob, server = await clan.player("bob"), await clan.server()
    mine = await clan.goal("10000 xp", "Ours", owner=german)
    theirs = await clan.goal("10000 xp", owner=server)
    for goal in (mine, theirs):
        for one in (german, bob):
            await clan.join(one, goal)
    await clan.plays("ada", 6_000)

    with written_for(german):  # who looks first makes it told
        await clan.rounds()
        await clan.goals.edit(await clan.now(theirs), german, aim=parse_aim("20000 xp"))

    told = {one.id: [two.text for two in await clan.told(one)] for one in (german, bob, server)}
    assert any("6.000 of 10.000 xp" in one for one in told[german.id])
    assert any("6,000 of 10,000 xp" in one for one in told[bob.id])
    assert any("6,000 of 10,000 xp" in one for one in told[server.id])
    assert any("It is 20,000 xp now; it was 10,000 xp." in one for one in told[server.id])


async def test_what_people_joined_with_is_let_go_of_when_a_goal_is_over(clan: Clan) -> None:
    ada, server = await clan.player("ada"), await clan.server()
    await clan.habits.add(ada, "Read")
    goal, days = await clan.goal("1000 xp"), await clan.goal("5 days", "Habit")
    await clan.join(ada, goal)
    await clan.join(ada, days, habit="read")
    for one in (goal, days):
        await clan.goals.end(await clan.now(one), server)
    await clan.plays("ada", 70)
    await clan.keep(ada, "read")
    assert await clan.added(goal) == await clan.added(days) == {ada.id: 0}
    watching, shared = await shares_of(clan.table, ada.id), await clan.habits.find(ada.id, "read")
    assert ([one.subject for one in watching], shared.shared_in) == ([None, None], ())
    await clan.keep(ada, "read", ago=1)  # which nobody marks any more
    await clan.goals.leave(ada, goal)
    assert await clan.goals.remove(await clan.now(days), server) == 1


async def test_whoever_leaves_or_is_deleted_takes_their_share_along(clan: Clan) -> None:
    ada, bob = await clan.player("ada"), await clan.player("bob")
    await clan.habits.add(ada, "Read")
    goal, days = await clan.goal("1000 xp"), await clan.goal("10 days", "Habit", owner=ada)
    await clan.join(ada, goal)
    await clan.join(bob, goal)
    await clan.join(ada, days, habit="read")
    await clan.join(bob, days, habit=(await clan.habits.add(bob, "Run")).id)
    await clan.keep(ada, "read")
    await clan.plays("ada", 40)
    await clan.plays("bob", 60)
    left = await clan.goals.leave(bob, goal)
    assert (left.contribution, (await clan.now(goal)).total, (await clan.now(goal)).people) == (
        60_000,
        40_000,
        1,
    )
    with pytest.raises(NotInGroup):
        await clan.goals.leave(bob, goal)
    await clan.join(bob, goal, "ada's old name")
    tools = tools_at(clan.table, clan.clock)
    notes = await parting_notes(tools, ada.id)
    assert f"The group goal Habit passes to {bob.id}, who joined first." in notes
    await delete_person(clan.table, Holder(ada.id), clan.clock(), first=farewells(tools))
    assert await clan.added(goal) == {bob.id: 0}
    passed = await clan.now(days)
    assert (passed.user, passed.total, passed.people) == (bob.id, 0, 1)
    assert any("belongs to person" in one.text for one in await clan.told(bob))
    everything = [item async for item in clan.table.scan()]
    assert not [item for item in everything if ada.id in str(item) and item["type"] != "outbox"]


async def test_names_and_characters_are_one_persons_alone(clan: Clan) -> None:
    ada, bob = await clan.player("ada"), await clan.person("bob")
    subject = (await clan.characters.list(ada.id))[0].subject
    await clan.characters.add(bob.id, CharacterLink("osrs", "main", "Ada", subject))
    goal = await clan.goal()
    await clan.join(ada, goal, "Queen")
    with pytest.raises(AlreadyInGroup):
        await clan.join(ada, goal, "King")
    with pytest.raises(NameTaken):
        await clan.join(bob, goal, "queen")
    with pytest.raises(PartTaken):
        await clan.join(bob, goal, "Bob")
    await clan.goals.leave(ada, goal)
    await clan.join(bob, goal, "Queen")
    [character] = await clan.characters.list(bob.id)
    assert "June" in " ".join(await clan.characters.hanging(character))
    await clan.characters.remove(bob.id, character)
    await clan.join(ada, goal, "Ada")
    await clan.plays("ada", 50)
    assert await clan.added(goal) == {ada.id: 50, bob.id: 0}


async def test_a_stranger_sees_and_changes_nothing(clan: Clan) -> None:
    ada, eve = await clan.player("ada"), await clan.player("eve")
    goal = await clan.goal(who=WhoMayJoin.SERVER, owner=ada)
    await clan.join(ada, goal)
    for said in (goal.id, goal.name):
        with pytest.raises(NoSuchGroupGoal):
            await clan.goals.find(eve.id, said)
    with pytest.raises(NoSuchGroupGoal):
        await clan.join(eve, goal)
    with pytest.raises(NotYourGroup):
        await clan.goals.find_own(eve.id, goal.id, here=ada.id, managed=None)
    for part in ({"metric": "steps"}, {"habit": "read"}):
        with pytest.raises(PartMissing):
            await clan.goals.part(ada.id, goal, **part)


async def test_many_at_once_are_all_counted(everywhere: Clan) -> None:
    clan = everywhere
    people = [await clan.player(f"p{number}") for number in range(6)]
    goal = await clan.goal("1000 xp")
    await asyncio.gather(*(clan.join(one, goal, f"P {one.id}") for one in people))
    await asyncio.gather(*(clan.plays(f"p{number}", 10 + number) for number in range(6)))
    await asyncio.gather(clan.goals.leave(people[5], goal), clan.plays("p0", 100), clan.rounds())
    await clan.rounds()
    now, added = await clan.now(goal), await clan.added(goal)
    assert added == {people[0].id: 100, **{people[number].id: 10 + number for number in range(1, 5)}}
    assert (now.total, now.people, now.milestones) == (sum(added.values()) * 1000, 5, ())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1b xp", ("xp", 10**9, None, None, False)),
        ("50m woodcutting", ("xp", 50_000_000, "woodcutting", None, False)),
        ("500 zulrah kills", ("kills", 500, "zulrah", None, False)),
        ("everyone 20 days", ("days", 20, None, None, True)),
        ("20 days each", ("days", 20, None, None, True)),
        ("1000.5 kilometres", ("number", 1000.5, None, "km", False)),
    ],
)
def test_a_target_is_said_in_one_line(text: str, found: tuple[object, ...]) -> None:
    aim = parse_aim(text)
    assert (aim.counts, float(aim.target), aim.attribute, aim.unit, aim.each) == found


@pytest.mark.parametrize("text", ["xp", "12", "0 xp", "1.5 days", "kills 5", "-5 km", "9999999999999999 xp"])
def test_what_is_no_target_is_refused(text: str) -> None:
    with pytest.raises(BadGroupGoal):
        parse_aim(text)
