"""docs/cli.md shows what the commands answer, key by key."""

import json
import re
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scheduler.character_lookup import NotAMember, Private
from scheduler.sources.source import SourceFailure
from tests.bot.cli.challenge_life import life_in
from tests.bot.cli.shell import Shell, shell_in
from tracker.challenge.errors import ChallengeRefused
from tracker.dates import parse_past_day
from tracker.goals.errors import GoalRefused
from tracker.habits.errors import HabitRefused
from tracker.habits.words.options import OPTIONS
from tracker.habits.words.parse import parse_habit
from tracker.metrics.errors import MetricRefused
from tracker.projects.errors import ProjectRefused
from tracker.rewards.errors import RewardRefused
from tracker.tasks.errors import TaskRefused

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8")
GOALS_PAGE = (ROOT / "docs" / "goals.md").read_text("utf-8")


def shown(name: str) -> Any:  # noqa: ANN401 - any JSON
    found = re.search(rf"```json {name}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def keys(document: Any) -> Any:  # noqa: ANN401 - any JSON
    """The keys in their order, also of what lies within."""
    match document:
        case dict():
            return {name: keys(value) for name, value in document.items() if name != "trackedAttributes"}
        case list():
            return [keys(document[0])] if document and isinstance(document[0], dict) else None
        case _:
            return None


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    """Four days of a goal with a date, so that nothing about it is unknown."""
    async with shell_in(tmp_path) as opened:
        async with opened.diary() as diary:
            character = await diary.character(woodcutting_xp=273_742)
            await diary.goal(character, "99 wc by 2027-06-01 then 200m")
            for day in range(1, 6):
                await diary.live(woodcutting_xp=273_742 + 100_000 * day)
        yield opened


async def test_a_goal_is_as_the_page_shows_it(shell: Shell) -> None:
    [goal] = (await shell.answer("goal", "list"))["goals"]

    assert keys(goal) == keys(shown("goal"))
    assert list(goal) == list(shown("goal"))


async def test_so_are_characters_gains_and_history(shell: Shell) -> None:
    [character] = (await shell.answer("character", "list"))["characters"]
    gains = (await shell.answer("gains"))["gains"]

    assert keys(character) == keys(shown("character"))
    assert keys(gains[0]) == keys(shown("gain"))
    assert keys(await shell.answer("history", "wc")) == keys(shown("history"))


async def test_habits_are_too(shell: Shell) -> None:
    await shell.answer("habit", "add", "read 20 pages daily", "--remind", "7:30")
    await shell.answer("habit", "away", "read", "tomorrow", "in 3 days")
    told = await shell.answer("habit", "done", "read")
    shown_habit = await shell.answer("habit", "show", "read")

    assert list(shown_habit["habit"]) == list(shown("habit"))
    assert keys(shown_habit["habit"]) == keys(shown("habit"))
    assert keys(shown_habit["log"][0]) == keys(shown("habit-day"))
    for answer in (told, await shell.answer("points"), (await shell.answer("points"))["ledger"][0]):
        assert all(f'"{name}"' in PAGE for name in answer)


async def test_so_are_tasks(shell: Shell) -> None:
    added = await shell.answer("task", "add", "call the bank tomorrow 5pm p1 30m @phone")
    listed = await shell.answer("task", "list")

    assert list(added["task"]) == list(shown("task"))
    assert all(f'"{name}"' in PAGE for name in (*added, *listed, *await shell.answer("task", "show", "bank")))


async def test_so_are_metrics(shell: Shell) -> None:
    added = await shell.answer("metric", "add", "Weight", "--target", "75 kg")
    logged = await shell.answer("metric", "log", "weight", "82.4")
    listed, found = await shell.answer("metric", "list"), await shell.answer("metric", "show", "weight")

    assert list(added["metric"]) == list(shown("metric"))
    assert all(f'"{name}"' in PAGE for name in (*added, *logged, *logged["log"], *listed, *found))


async def test_so_are_challenges(tmp_path: Path) -> None:
    async with life_in(tmp_path) as life:
        made = await life.shell.answer("challenge", "create", "Weekly commits")
        await life.prove("octocat")
        life.commit("octocat")
        await life.count()
        [status] = (await life.shell.answer("challenge", "status"))["challenges"]
        [week] = (await life.shell.answer("challenge", "history"))["weeks"]
        standings = await life.shell.answer("challenge", "standings")

    assert list(made["challenge"]) == list(shown("challenge"))
    for found, name in ((status, "challenge-status"), (standings, "standings")):
        assert found.pop("challenge") == made["challenge"]
        assert keys(found) == keys({key: one for key, one in shown(name).items() if key != "challenge"})
    assert list(week) == list(shown("challenge-status")["week"])


def codes(kind: type[Exception]) -> set[str]:
    return {code for below in kind.__subclasses__() for code in {below.code, *codes(below)}}


def test_every_code_of_a_refusal_is_on_this_page_or_on_that_of_goals() -> None:
    assert issubclass(Private, SourceFailure)
    assert issubclass(NotAMember, SourceFailure)
    features = (
        SourceFailure,
        GoalRefused,
        HabitRefused,
        RewardRefused,
        ChallengeRefused,
        TaskRefused,
        MetricRefused,
        ProjectRefused,
    )
    for code in set[str]().union(*map(codes, features)):
        assert f"`{code}`" in PAGE + GOALS_PAGE


def test_every_day_on_this_page_is_understood() -> None:
    rows = PAGE.split("| written | means |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    written = [marked for row in rows for marked in re.findall("`([^`]+)`", row.split("|")[1])]

    assert len(written) > 15
    assert all(parse_past_day(one, date(2027, 3, 17)) <= date(2027, 3, 17) for one in written)


def test_every_habit_and_option_on_this_page_is_understood() -> None:
    written = PAGE.split("A habit is written as people say it:", 1)[1].split(". Options", 1)[0]
    habits = [parse_habit(one, date(2027, 3, 17)) for one in re.findall("`([^`]+)`", written)]

    assert len({one.schedule for one in habits}) > 4
    assert all(one.name.isalpha() or " " in one.name for one in habits)
    assert all(f"`--{name.replace('_', '-')}`" in PAGE for name in OPTIONS)
