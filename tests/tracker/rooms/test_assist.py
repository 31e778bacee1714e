"""Help: who sees what, who hears of it, points that cannot be passed round, and what becomes of it."""

import asyncio

import pytest

from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.goal_parts.workshops import Workshop
from tests.tracker.rooms.helping import Help
from tests.world import World
from tracker.feature import parting_notes
from tracker.goals.composite.model import CompositeStatus
from tracker.notify import outbox
from tracker.rooms.assist.circles import circles_of, find_circle
from tracker.rooms.assist.errors import NoSuchCircle, NoSuchThread, NotTheAsker, ThreadClosed, TooManyThreads
from tracker.rooms.assist.feature import ASSIST
from tracker.rooms.assist.messages import THANKED
from tracker.rooms.assist.model import (
    MOST_HELPERS,
    MOST_OF_ONE,
    MOST_OPEN,
    POINTS,
    ThreadStatus,
)
from tracker.rooms.assist.safety import AssistSafety
from tracker.rooms.assist.service import AssistQuestion
from tracker.rooms.buddies import Buddies
from tracker.rooms.errors import NoSuchRoomMessage, ReportedAlready, SaidTooOften
from tracker.rooms.messages import REPORTED
from tracker.rooms.saying import A_MINUTE
from tracker.rooms.service import Who
from tracker.store.errors import Throttled
from tracker.store.sqlite import SqliteTable
from tracker.tasks.service import NewTask, Tasks

WEEK, DAY = 7 * 86_400, 86_400


@pytest.fixture
async def help_(sqlite_table: SqliteTable, clock: HandClock) -> Help:
    helping = Help(sqlite_table, clock)
    await helping.meet("ada", "bob", "carol")
    await helping.arrive("eve")
    return helping


async def test_answers_reach_the_asker_and_what_the_asker_says_those_who_help(help_: Help) -> None:
    thread = await help_.ask("ada")
    await help_.answer("bob", thread)
    await help_.answer("ada", thread, "How deep is deep?")
    await help_.assist.leave(help_.id("bob"), thread.id)
    await help_.answer("ada", thread, "Bob?")

    assert await help_.heard("ada") == ["assist-said"]
    assert await help_.heard("bob") == ["assist-asked", "assist-said"]
    assert await help_.heard("carol") == ["assist-asked"]
    assert await help_.read("carol", thread) == [
        "ada: How deep?", "bob: Deep", "ada: How deep is deep?", "ada: Bob?"
    ]  # fmt: skip


async def test_a_stranger_sees_nothing_and_can_do_nothing(help_: Help) -> None:
    thread = await help_.ask("ada")
    assert await help_.read("eve", thread) is None
    assert await help_.assist.list(help_.id("eve")) == []
    for doing in (
        help_.assist.answer(help_.id("eve"), thread.id, "Me!"),
        help_.assist.leave(help_.id("eve"), thread.id),
        help_.assist.solved(help_.id("eve"), thread.id),
    ):
        with pytest.raises(NoSuchThread):
            await doing
    with pytest.raises(NoSuchCircle):
        await help_.circle("eve")


async def test_thanks_give_points_once_a_week_for_two_and_never_in_a_circle(help_: Help) -> None:
    async def helped(asker: str, helper: str) -> int:
        thread = await help_.ask(asker, f"{asker} {next(help_.numbers)}")
        await help_.answer(helper, thread)
        return (await help_.assist.solved(help_.id(asker), thread.id)).points

    assert await helped("ada", "bob") == POINTS
    assert await helped("ada", "bob") == 0  # the same two
    assert await helped("bob", "ada") == 0  # back
    assert await helped("bob", "carol") == POINTS
    assert await helped("carol", "ada") == 0  # round
    assert (await help_.points("bob"), await help_.points("carol")) == (POINTS, POINTS)
    help_.clock.advance(WEEK)
    assert await helped("bob", "ada") == POINTS
    assert (await help_.heard("bob")).count("assist-thanked") == 2


async def test_of_two_who_thank_each_other_in_the_same_moment_one_gets_points(help_: Help) -> None:
    of_ada, of_bob = await help_.ask("ada", "Squats"), await help_.ask("bob", "Planks")
    await help_.answer("bob", of_ada)
    await help_.answer("ada", of_bob)
    done = await asyncio.gather(
        help_.assist.solved(help_.id("ada"), of_ada.id), help_.assist.solved(help_.id("bob"), of_bob.id)
    )
    assert sorted(one.points for one in done) == [0, POINTS]
    assert await help_.points("ada") + await help_.points("bob") == POINTS
    assert [await help_.status(one) for one in (of_ada, of_bob)] == [ThreadStatus.SOLVED] * 2


async def test_thanks_that_wait_do_not_reach_who_has_blocked_the_asker_since(help_: Help) -> None:
    thread = await help_.ask("ada")
    await help_.answer("bob", thread)
    await help_.assist.solved(help_.id("ada"), thread.id)
    [told] = [one for one in await outbox.history(help_.table, help_.id("bob")) if one.kind is THANKED]
    assert told.check is not None
    assert ASSIST.checks is not None
    still = ASSIST.checks(help_.table, help_.clock)[told.check.name]
    assert await still(help_.id("bob"), told.check.reference)
    await help_.safety.block(help_.id("bob"), help_.room, "ada")
    assert not await still(help_.id("bob"), told.check.reference)


async def test_only_the_asker_closes_it_once(help_: Help) -> None:
    thread = await help_.ask("ada")
    with pytest.raises(NotTheAsker):
        await help_.assist.solved(help_.id("bob"), thread.id)
    await help_.assist.solved(help_.id("ada"), thread.id)
    with pytest.raises(ThreadClosed):
        await help_.assist.solved(help_.id("ada"), thread.id)
    with pytest.raises(ThreadClosed):
        await help_.answer("bob", thread)


async def test_where_many_can_help_each_is_asked_in_turn(help_: Help) -> None:
    """Of fifty in a room forty hear of a question, and not the same forty each time."""
    many = [f"guest{number:02}" for number in range(MOST_HELPERS + 7)]
    await help_.arrive(*many)
    for name in many:
        await help_.join(name)
    for number in range(9):
        help_.clock.advance(61)
        await help_.ask("ada", f"thread {number}")
    heard = [(await help_.heard(name)).count("assist-asked") for name in many]
    assert all(heard)
    assert not all(count == 9 for count in heard)


async def test_it_is_over_a_week_after_its_task_is_done(help_: Help) -> None:
    tasks = Tasks(help_.table, help_.clock, lambda: "squat")
    await tasks.add(help_.id("ada"), NewTask(title="Squat"))
    thread, other = await help_.ask("ada", task="squat"), await help_.ask("bob", "Other")
    for _ in range(10):
        await help_.pass_time(DAY)
    assert await help_.status(thread) is ThreadStatus.OPEN
    await tasks.done(help_.id("ada"), "squat")
    for days, expected in ((6, ThreadStatus.OPEN), (2, ThreadStatus.OVER)):
        for _ in range(days):
            await help_.pass_time(DAY)
        assert await help_.status(thread) is expected
    for _ in range(13):
        await help_.pass_time(DAY)
    assert await help_.status(other) is ThreadStatus.OVER


async def test_whoever_deletes_their_account_is_told_before_what_goes_with_it(help_: Help) -> None:
    tools, said = (
        tools_at(help_.table, help_.clock),
        "All answers to what you asked for help with go: 1 question.",
    )
    await help_.answer("bob", await help_.ask("ada"))
    assert said in await parting_notes(tools, help_.id("ada"))
    assert said not in await parting_notes(tools, help_.id("bob"))


async def test_what_a_deleted_helper_said_is_marked_and_an_askers_threads_go(help_: Help) -> None:
    thread = await help_.ask("ada")
    await help_.answer("bob", thread, "Deep as the sea")
    await help_.delete("bob")
    assert await help_.read("carol", thread) == ["ada: How deep?", "[deleted]"]
    left = [item async for item in help_.table.scan() if str(item["PK"]).startswith("ASSIST")]
    assert "Deep as the sea" not in repr(left)
    await help_.answer("carol", thread)
    await help_.delete("ada")
    assert await help_.read("carol", thread) is None
    assert not [item async for item in help_.table.scan() if item["PK"] == thread.key.key.pk]


async def test_limits(help_: Help) -> None:
    thread = await help_.ask("ada", "first")
    for _ in range(A_MINUTE.most):
        await help_.assist.answer(help_.id("bob"), thread.id, "Me")
    with pytest.raises(SaidTooOften):
        await help_.assist.answer(help_.id("bob"), thread.id, "Me")
    for number in range(MOST_OPEN - 1):
        help_.clock.advance(61)
        await help_.ask("ada", f"thread {number}")
    with pytest.raises(TooManyThreads):
        await help_.ask("ada", "one more")


async def test_one_helper_cannot_take_the_place_of_the_others(help_: Help) -> None:
    thread = await help_.ask("ada")
    for number in range(MOST_OF_ONE):
        await help_.answer("bob", thread, f"{number}")
    with pytest.raises(SaidTooOften, match="Let others answer"):
        await help_.answer("bob", thread, "One more")
    await help_.answer("carol", thread)
    for number in range(MOST_OF_ONE):
        await help_.answer("ada", thread, f"Thank you, {number}")


async def test_whatever_is_cut_short_points_are_given_once(help_: Help) -> None:
    thread = await help_.ask("ada")
    await help_.answer("bob", thread)
    for number in range(1, 40):
        table = FaultyTable(help_.table)
        table.fail(at=number, when="after" if number % 2 else "before")
        try:
            await help_.on(table).solved(help_.id("ada"), thread.id)
        except (Throttled, ThreadClosed):
            continue
        break
    with pytest.raises(ThreadClosed):
        await help_.assist.solved(help_.id("ada"), thread.id)
    assert await help_.points("bob") == POINTS
    assert (await help_.heard("bob")).count("assist-thanked") == 1


async def test_a_buddy_alone_can_be_asked_as_long_as_both_want_it(help_: Help) -> None:
    buddies = Buddies(help_.table, help_.clock)
    await buddies.name(help_.id("ada"), help_.room, "bob")
    with pytest.raises(NoSuchCircle):
        find_circle(await circles_of(help_.table, help_.id("ada")), "bob")
    await buddies.name(help_.id("bob"), help_.room, "ada")
    circles = await circles_of(help_.table, help_.id("ada"))
    assert find_circle(circles, None).name == "Gym"  # a buddy is asked by name
    question = AssistQuestion(find_circle(circles, "Bob"), "ada", "Squats", "How deep?")
    asked = await help_.assist.ask(help_.id("ada"), question)
    assert (asked.told, asked.thread.where) == (1, "buddies in Gym")
    assert await help_.heard("bob") == ["assist-asked"]
    assert await help_.heard("carol") == []
    assert await help_.read("carol", asked.thread) is None
    assert [one.id for one in await help_.assist.list(help_.id("bob"))] == [asked.thread.id]
    await help_.answer("bob", asked.thread)
    assert await help_.heard("ada") == ["assist-said"]

    await help_.safety.block(help_.id("ada"), help_.room, "bob")
    for name, other in (("ada", "bob"), ("bob", "ada")):
        with pytest.raises(NoSuchCircle):
            find_circle(await circles_of(help_.table, help_.id(name)), other)
    assert await help_.read("bob", asked.thread) is None
    await help_.safety.unblock(help_.id("ada"), "bob")
    assert await help_.read("bob", asked.thread) == ["ada: How deep?", "bob: Deep"]

    await buddies.name(help_.id("bob"), help_.room, None)
    assert await help_.read("bob", asked.thread) is None
    assert await help_.read("ada", asked.thread) == ["ada: How deep?", "bob: Deep"]


async def test_it_is_over_a_week_after_its_goal_is_reached(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with World.of(sqlite_table, clock) as world:
        zezima = world.hiscores.osrs("Zezima").train("Woodcutting", 10_000_000)
        ada = await world.person("local:ada")
        goal = await world.goal(ada, await world.character(ada), "99 wc")
        helping = Help(sqlite_table, clock)
        helping.people["ada"] = ada
        await helping.rooms.create(Who(ada, "ada"), "Gym")
        question = AssistQuestion(await helping.circle("ada"), "ada", "99 wc", "Which trees?", goal=goal)
        thread = (await helping.assist.ask(ada.id, question)).thread
        for _ in range(8):
            await helping.pass_time(DAY)
        assert await helping.status(thread) is ThreadStatus.OPEN
        await world.pass_time(3600)
        zezima.train("Woodcutting", 13_034_431)
        await world.pass_time(3600)
        for days, expected in ((6, ThreadStatus.OPEN), (3, ThreadStatus.OVER)):
            for _ in range(days):
                await helping.pass_time(DAY)
            assert await helping.status(thread) is expected


async def test_it_is_over_a_week_after_its_goal_of_parts_is_achieved(help_: Help) -> None:
    asker, shop = help_.people["bob"], Workshop(help_.table, help_.clock)
    goal = await shop.goals.add(asker, "Get fit", {})
    question = AssistQuestion(await help_.circle("bob"), "bob", goal.title, "Which shoes?", goal=goal)
    thread = (await help_.assist.ask(asker.id, question)).thread
    await help_.pass_time(40 * DAY)
    assert await help_.status(thread) is ThreadStatus.OPEN
    await shop.goals.edit(asker.id, goal.id, {"status": CompositeStatus.ACHIEVED})
    for days, expected in ((6, ThreadStatus.OPEN), (3, ThreadStatus.OVER)):
        for _ in range(days):
            await help_.pass_time(DAY)
        assert await help_.status(thread) is expected


async def test_what_is_reported_is_told_to_those_who_decide_and_two_hide_it(help_: Help) -> None:
    await help_.arrive("root")
    help_.operators = [help_.id("root")]
    safety = AssistSafety(help_.table, help_.clock, help_.those_who_run_it)
    thread = await help_.ask("bob")
    await help_.answer("carol", thread, "Ask your mother")
    await safety.report(help_.id("bob"), thread.id, why="rude")
    with pytest.raises(ReportedAlready):
        await safety.report(help_.id("bob"), thread.id, "carol")
    with pytest.raises(NoSuchRoomMessage):
        await safety.report(help_.id("carol"), thread.id, "carol")
    with pytest.raises(NoSuchThread):
        await safety.report(help_.id("eve"), thread.id)
    for name in ("ada", "root"):  # who owns the room, and who runs this Questlog
        [told] = [one for one in await outbox.history(help_.table, help_.id(name)) if one.kind is REPORTED]
        assert told.text == "Why: rude\nbob: How deep?\n> carol: Ask your mother"
        assert help_.id("bob") not in repr(told.model_dump(exclude={"check"}))
    assert "carol: Ask your mother" in (await help_.read("bob", thread) or [])
    await safety.report(help_.id("ada"), thread.id, "carol")
    assert await help_.read("ada", thread) == ["bob: How deep?"]
    assert "carol: Ask your mother" in (await help_.read("carol", thread) or [])


async def test_who_is_blocked_in_a_thread_and_the_other_are_apart_everywhere(help_: Help) -> None:
    safety = AssistSafety(help_.table, help_.clock, help_.those_who_run_it)
    thread = await help_.ask("ada")
    await help_.answer("bob", thread)
    await help_.answer("carol", thread)
    assert await safety.block(help_.id("ada"), thread.id, "Bob") == "bob"
    assert await help_.read("bob", thread) is None
    assert await help_.assist.list(help_.id("bob")) == []
    assert await help_.read("ada", thread) == ["ada: How deep?", "carol: Deep"]
    with pytest.raises(NoSuchRoomMessage):
        await safety.block(help_.id("ada"), thread.id, "Eve")
    await help_.say("bob", "hello")
    assert await help_.sees("ada") == []
