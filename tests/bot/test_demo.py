"""`questlog demo`: the real thing in a simulated world. What is told there is counted here."""

import asyncio
import io
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from rich.console import Console

from bot.demo.hiscores import SimulatedHiscores
from bot.demo.live_view import LiveView
from bot.demo.players import Player
from bot.demo.simulation import SimulationResult, simulate
from bot.demo.stage import GoalBoard
from bot.demo.story import START, ZONE, Story, next_step
from bot.demo.summary import summary
from bot.demo.tally import Tally, Watch
from scheduler.sources.registry import open_sources
from scheduler.sources.source import NotFound, Unavailable
from tests.bot.service import environment
from tests.patience import PATIENCE
from tracker.goals.model import GoalStatus
from tracker.notify.model import Notification, OutboxItem, outbox_item
from tracker.readings import Measure, Quantity
from tracker.sections import DIGEST
from tracker.settings import RuneScapeSettings, SourcesSettings
from tracker.store.segments import Subject

DEMO = (sys.executable, "-m", "bot", "demo")
STORY = Story(20)
NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)


class Audience:
    """Remembers what it is shown."""

    shows_goals = False

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.messages: list[tuple[datetime, OutboxItem]] = []

    def opens(self, url: str, goals: GoalBoard) -> None:
        self.url, self.opening = url, [goal.title for goal in goals.found.goals]

    def goals_moved(self, goals: GoalBoard) -> None:
        raise AssertionError(f"nobody asked for {goals}")

    def message(self, at: datetime, message: OutboxItem) -> None:
        self.messages.append((at, message))

    def note(self, at: datetime, text: str) -> None:  # noqa: ARG002 - the order is enough
        self.notes.append(text)

    async def passed(self, at: datetime, tally: Tally) -> None:
        self.until, self.tally = at, tally


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[SimulationResult, Audience]:
    """Twenty days, played once for all tests that look at them."""
    audience = Audience()
    ending = asyncio.run(simulate(STORY, 1, tmp_path_factory.mktemp("demo"), audience))
    return ending, audience


@pytest.fixture(scope="module")
def ending(watched: tuple[SimulationResult, Audience]) -> SimulationResult:
    return watched[0]


@pytest.fixture(scope="module")
def audience(watched: tuple[SimulationResult, Audience]) -> Audience:
    return watched[1]


# What happens in it.


def test_goals_are_set_watched_and_reached(ending: SimulationResult, audience: Audience) -> None:
    assert audience.opening == ["99 Woodcutting", "80 Agility", "500 Zulrah kc", "base 70"]
    assert audience.until == STORY.end
    assert [goal.title for goal in ending.goals.found.goals if goal.status is GoalStatus.REACHED] == [
        "99 Woodcutting",
        "80 Agility",
        "500 Zulrah kc",
    ]


def test_a_chain_goes_on_with_its_next_goal(ending: SimulationResult) -> None:
    [following] = [goal for goal in ending.goals.found.goals if goal.after]

    assert following.title == "85 Agility"
    assert following.percent is not None
    assert following.percent > 0


def test_messages_of_every_kind_arrive(ending: SimulationResult) -> None:
    assert ending.tally.kinds.keys() >= {
        "digest",
        "goal-deadline",
        "goal-milestone",
        "goal-reached",
        "goal-state",
        "source-back",
        "source-down",
    }
    assert ending.tally.kinds["goal-reached"] == 3


def test_each_message_arrives_once(ending: SimulationResult, audience: Audience) -> None:
    ids = [message.id for _, message in audience.messages]

    assert len(ids) == len(set(ids)) == len(ending.tally.messages) > 20
    assert ending.tally.told_twice == 0


def test_messages_are_on_time(audience: Audience) -> None:
    late = [at - message.not_before for at, message in audience.messages]

    assert max(late) <= timedelta(minutes=2)


def test_there_is_at_most_one_digest_a_day(audience: Audience) -> None:
    days = [message.period for _, message in audience.messages if message.kind.name == "digest"]

    assert len(days) == len(set(days)) >= 10


def test_the_outage_is_told_once_and_so_is_its_end(ending: SimulationResult, audience: Audience) -> None:
    told = {
        message.kind.name: at for at, message in audience.messages if message.kind.name.startswith("source-")
    }
    begins, ends = STORY.outage

    assert begins + timedelta(hours=2) <= told["source-down"] < ends <= told["source-back"]
    assert (ending.tally.kinds["source-down"], ending.tally.kinds["source-back"]) == (1, 1)
    assert ending.tally.down == ends - begins
    assert ending.tally.looks["unavailable"] > 3


def test_the_restart_loses_nothing_that_was_on_the_way(ending: SimulationResult, audience: Audience) -> None:
    [waiting] = ending.tally.restarts

    assert len(waiting) >= 1
    assert waiting <= ending.tally.delivered
    assert [note.split(" is ")[0].split(" go ")[0].split(" are ")[0] for note in audience.notes] == [
        "The simulated hiscores",
        "The simulated hiscores",
        "Questlog",
    ]


def test_polls_that_change_nothing_write_nothing(ending: SimulationResult) -> None:
    assert ending.tally.idle_looks > 400
    assert ending.tally.idle_writes == 0
    assert ending.tally.changes > 20


def test_the_summary_says_all_of_it(ending: SimulationResult) -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(*summary(ending), sep="\n")
    text = out.getvalue()

    beside = ending.tally.looks["unchanged"] - ending.tally.idle_looks
    assert beside > 0
    assert f"0 for {ending.tally.idle_looks} unchanged polls (the other {beside} ran beside" in text
    assert "30 hours without hiscores: told once, its end told once" in text
    assert f"{len(ending.tally.messages)}, none of them twice" in text
    assert "All of that was simulated" in text
    assert "questlog character add NAME" in text


# From outside.


def run_demo(folder: Path, *options: str) -> str:
    done = subprocess.run(
        (*DEMO, "--fast", *options),
        cwd=folder,
        env=environment(TMPDIR=str(folder)),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    return done.stdout


def test_the_same_seed_tells_the_same_story_and_leaves_nothing_behind(tmp_path: Path) -> None:
    first, second, other = (run_demo(tmp_path, "--days", "7", "--seed", seed) for seed in ("5", "5", "6"))

    assert first == second != other
    assert first.startswith("The hiscores, the players and the time of this demo are SIMULATED.")
    assert "none of them twice" in first
    assert "its end told once" in first
    assert list(tmp_path.iterdir()) == []


def test_it_heeds_no_settings(tmp_path: Path) -> None:
    (tmp_path / "questlog.toml").write_text("this is no TOML")

    assert "What happened" in run_demo(tmp_path, "--days", "7")
    assert [file.name for file in tmp_path.iterdir()] == ["questlog.toml"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly_and_nothing_is_left(tmp_path: Path, number: signal.Signals) -> None:
    with subprocess.Popen(
        (*DEMO, "--days", "365"),
        env=environment(TMPDIR=str(tmp_path), PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert len(list(tmp_path.iterdir())) == 1
        process.send_signal(number)
        said, complaints = process.communicate(timeout=PATIENCE)

    assert process.returncode == os.EX_OK
    assert said.endswith("Stopped before the end. Nothing of the demo is left on this machine.\n")
    assert complaints == ""
    assert list(tmp_path.iterdir()) == []


# Its parts.


def test_it_strikes_eight_on_every_day_of_a_year() -> None:
    now, eights = START, list[date]()
    while now < Story(365).end:
        local = now.astimezone(ZONE)
        eights += [local.date()] if (local.hour, local.minute) == (8, 0) else []
        now = next_step(now)

    assert eights == [date(2027, 1, 4) + timedelta(days=n) for n in range(365)]


def test_the_live_view_shows_goals_counts_and_messages(ending: SimulationResult, audience: Audience) -> None:
    screen = Console(file=io.StringIO(), width=100, height=40, force_terminal=True, color_system=None)
    with LiveView(screen, STORY, 0) as view:
        view.opens("http://127.0.0.1:1", ending.goals)
        for at, message in audience.messages:
            view.message(at, message)
        view.note(NOON, "Questlog is stopped.")
        asyncio.run(view.passed(NOON, ending.tally))
    shown = screen.file.getvalue()

    assert "a simulated world" in shown
    assert "simulated hiscores ✓ up  http://127.0.0.1:1" in shown
    assert "Monday, 4 January 2027, 13:00" in shown
    assert f"messages {len(audience.messages)}" in shown
    assert "99 Woodcutting" in shown
    assert "Questlog is stopped." in shown
    assert audience.messages[-1][1].title in shown


@pytest.fixture
def player() -> Player:
    return Player("Iron Nib", {"Woodcutting": 13_034_431}, {"Zulrah": 77}, {"Woodcutting": 1000})


def sources_at(url: str) -> SourcesSettings:
    return SourcesSettings(runescape=RuneScapeSettings.model_validate({"osrs_url": url}))


async def test_the_simulated_hiscores_are_read_like_the_real_ones(player: Player) -> None:
    async with (
        SimulatedHiscores.running([player]) as game,
        open_sources(sources_at(game.url)) as sources,
    ):
        reading = await sources.fetch(Subject("osrs", "main:iron nib"))

    assert reading.values[Quantity("woodcutting", Measure.XP)] == 13_034_431
    assert reading.values[Quantity("woodcutting", Measure.LEVEL)] == 99
    assert reading.values[Quantity("zulrah", Measure.SCORE)] == 77
    assert Quantity("attack", Measure.XP) not in reading.values
    assert reading.notes == ()


async def test_ranks_move_though_nobody_plays(player: Player) -> None:
    async with (
        SimulatedHiscores.running([player]) as game,
        open_sources(sources_at(game.url)) as sources,
    ):
        first, second = [await sources.fetch(Subject("osrs", "main:iron nib")) for _ in range(2)]

    moved = {quantity for quantity in first.values if first.values[quantity] != second.values[quantity]}
    assert {quantity.measure for quantity in moved} == {Measure.RANK}


async def test_the_simulated_hiscores_know_nobody_else_and_can_be_down(player: Player) -> None:
    async with (
        SimulatedHiscores.running([player]) as game,
        open_sources(sources_at(game.url)) as sources,
    ):
        with pytest.raises(NotFound):
            await sources.fetch(Subject("osrs", "main:zezima"))
        game.down = True
        with pytest.raises(Unavailable):
            await sources.fetch(Subject("osrs", "main:iron nib"))


def test_a_watch_sees_every_write_of_others_and_nothing_else(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("CREATE TABLE t (x)")
        with closing(Watch(tmp_path / "a.db")) as watch:
            assert not watch.changed()
            writer.execute("SELECT * FROM t")
            assert not watch.changed()
            writer.execute("INSERT INTO t VALUES (1)")
            assert watch.changed()
            assert not watch.changed()


def told(period: str, text: str) -> OutboxItem:
    return outbox_item(
        Notification(
            person="demo",
            kind=DIGEST,
            entity="default",
            period=period,
            title="Your goals",
            text=text,
            created_at=NOON,
            not_before=NOON,
            expires_at=NOON + timedelta(days=1),
        )
    )


def test_what_comes_twice_is_counted_whether_by_its_id_or_by_what_it_says() -> None:
    once = Tally(messages=[told("2027-01-04", "one"), told("2027-01-05", "two")])
    same_id = Tally(messages=[told("2027-01-04", "one"), told("2027-01-04", "two")])
    same_words = Tally(messages=[told("2027-01-04", "one"), told("2027-01-05", "one")])

    assert [tally.told_twice for tally in (once, same_id, same_words)] == [0, 1, 1]


def test_writes_are_blamed_on_polls_only_where_none_of_them_changed_anything() -> None:
    tally = Tally()
    tally.looked({}, {"unchanged": 3}, wrote=False)
    tally.looked({"unchanged": 3}, {"unchanged": 5, "changed": 1}, wrote=True)
    tally.looked({"unchanged": 5, "changed": 1}, {"unchanged": 6, "changed": 1}, wrote=True)

    assert (tally.polls, tally.changes, tally.idle_looks, tally.idle_writes) == (7, 1, 4, 1)
