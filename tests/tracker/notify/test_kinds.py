"""Kinds of messages: declared once, kept by name, and never lost."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
import structlog
from pydantic import ValidationError

from bot.feature import rules_of
from bot.features import FEATURES
from bot.late_answer import LATE_ANSWER
from scheduler.alarms import CHANNEL_STOPPED, SOURCE_BLOCKED
from scheduler.channels.channel import TEST
from scheduler.link_mail import LOGIN_LINK
from scheduler.proving import CODE
from tests.fakes.clock import START
from tests.tracker.notify.notes import ANNA, item_of, note, settle
from tracker.goals.recording.messages import MILESTONE
from tracker.goals.rounds.messages import STATE
from tracker.notify import outbox
from tracker.notify.kinds import PLAIN, Kind, declare, declared_kinds, kind_named
from tracker.notify.model import Notification
from tracker.store.keys import OutboxKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update
from tracker.tones import Tone

ROOT = Path(__file__).parents[3]
DECLARED = re.compile(r'declare\(\s*Kind\(\s*"([a-z-]+)"')
FACTS = {"goal": "h2k7wd", "character": "Zezima"}
EVERY_KIND = (
    *(kind for one in rules_of(FEATURES) for kind in one.kinds),
    *(CHANNEL_STOPPED, SOURCE_BLOCKED, LATE_ANSWER, CODE, LOGIN_LINK, TEST),
)
"""Those that may stand in the table, and three that go past it."""


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("goal-milestone", "your goal h2k7wd of Zezima passed a milestone"),
        ("goal-reached", "you reached your goal h2k7wd of Zezima"),
        ("not-found", "there are no numbers for Zezima any more"),
        ("digest", "it was time for your digest"),
        ("achievement", "you unlocked an achievement"),
        ("of-a-newer-version", "something happened that you asked to hear about"),
    ],
)
def test_each_kind_says_why_it_comes(kind: str, said: str) -> None:
    assert note(kind=kind, facts=FACTS).why == said


def test_without_facts_the_words_are_still_a_sentence() -> None:
    assert note(kind="goal-reached").why == "you reached your goal"


def test_what_others_named_does_not_change_the_words_around_it() -> None:
    assert note(kind="not-found", facts={"character": "{goal}"}).why == (
        "there are no numbers for {goal} any more"
    )


def test_every_kind_in_the_code_is_known_to_whoever_reads_the_table() -> None:
    files = [file for package in ("tracker", "scheduler", "bot") for file in (ROOT / package).rglob("*.py")]
    written = [name for file in files for name in DECLARED.findall(file.read_text())]

    assert sorted(written) == sorted(one.name for one in EVERY_KIND)
    assert set(declared_kinds()) >= set(EVERY_KIND)


@pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda one: one.name)
def test_every_kind_fits_where_it_is_shown(kind: Kind) -> None:
    """A card cuts a reason at 80 characters; names of goals and characters take up to 25 of them."""
    assert len(kind.why) <= 55
    assert kind.why[0].islower()
    assert not kind.why.endswith(".")


def test_a_name_is_declared_once() -> None:
    with pytest.raises(ValueError, match="goal-milestone already"):
        declare(Kind("goal-milestone", "somebody wrote it twice"))


def test_a_kind_that_is_only_a_name_is_an_error_in_code() -> None:
    with pytest.raises(ValidationError, match="kind"):
        Notification.model_validate({**note().model_dump(), "kind": "goal-milestone"})


def test_a_state_has_a_look_of_its_own() -> None:
    tones = [STATE.look_with({"state": state}).tone for state in ("on-track", "at-risk", "behind")]
    assert tones == [Tone.GOOD, Tone.WARNING, Tone.BAD]
    assert STATE.look_with({"state": "of-a-newer-version"}) == PLAIN


def test_the_id_of_a_message_is_what_it_was_when_kinds_were_text() -> None:
    """Else all that is on its way during an upgrade would be told twice."""
    told = note("k7f3mq", datetime(2027, 2, 17, tzinfo=UTC), kind=MILESTONE, period="0..100:50%")
    assert told.outbox_id == "6bb95575c2462cc024c0b8098b247254"


async def test_the_table_keeps_the_name_and_gives_the_kind_back(sqlite_table: SqliteTable) -> None:
    await settle(sqlite_table)
    told = note(kind=MILESTONE)
    await outbox.enqueue(sqlite_table, told)

    stored = await sqlite_table.get(OutboxKey(ANNA, told.outbox_id).key)

    assert stored is not None
    assert stored["kind"] == "goal-milestone"
    assert (await item_of(sqlite_table)).kind is MILESTONE


async def renamed(table: Table, name: str) -> None:
    """A message as another version of Questlog has written it."""
    await settle(table)
    told = note()
    await outbox.enqueue(table, told)
    await table.update(Update(OutboxKey(ANNA, told.outbox_id).key, set={"kind": name}))


async def test_a_message_of_a_kind_that_nobody_knows_is_not_lost(sqlite_table: SqliteTable) -> None:
    await renamed(sqlite_table, "from-tomorrow")

    with structlog.testing.capture_logs() as lines:
        item = await item_of(sqlite_table)
        again = await item_of(sqlite_table)

    assert (item.kind.name, item.kind.look, item.kind.answers) == ("from-tomorrow", PLAIN, None)
    assert item.title == "Reached goal-1"
    assert again.kind is item.kind
    assert [(line["log_level"], line["kind"]) for line in lines] == [("warning", "from-tomorrow")]


async def test_a_kind_that_nobody_knows_is_written_back_as_it_was(sqlite_table: SqliteTable) -> None:
    await renamed(sqlite_table, "from-tomorrow")
    item = await item_of(sqlite_table)

    assert await outbox.drop(sqlite_table, item, "a test says so", START)

    stored = await sqlite_table.get(item.key.key)
    assert stored is not None
    assert stored["kind"] == "from-tomorrow"
    assert kind_named("from-tomorrow") is item.kind
