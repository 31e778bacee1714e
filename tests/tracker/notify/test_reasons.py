"""Why somebody got a message, or did not, in words."""

import re
from datetime import datetime
from pathlib import Path

import pytest

from tests.fakes.clock import START
from tests.tracker.notify.notes import note, waiting
from tracker.notify.model import OutboxItem, Status, Step
from tracker.notify.reasons import happened, where, why

ROOT = Path(__file__).parents[3]
FACTS = {"goal": "h2k7wd", "character": "Zezima"}


def clock(at: datetime) -> str:
    return f"{at:%d.%m. %H:%M}"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("goal-milestone", "because your goal h2k7wd of Zezima passed a milestone"),
        ("goal-reached", "because your goal h2k7wd of Zezima is reached"),
        ("not-found", "because there are no numbers for Zezima any more"),
        ("digest", "because you have a digest of your goals"),
        ("of-a-newer-version", "because something happened that you wanted to know"),
    ],
)
def test_each_kind_has_its_words(kind: str, said: str) -> None:
    assert why(note(kind=kind, facts=FACTS)) == said


def test_without_facts_the_words_are_still_a_sentence() -> None:
    assert why(note(kind="goal-reached")) == "because your goal is reached"


def test_every_kind_that_is_told_has_words_of_its_own() -> None:
    """Those that Discord has a symbol for are all that there are."""
    symbols = (ROOT / "scheduler" / "channels" / "looks.py").read_text()
    kinds = set(re.findall(r'^    "([a-z-]+)": Look', symbols, re.MULTILINE)) | {"goal-state"}
    assert len(kinds) > 10
    assert not {kind for kind in kinds if why(note(kind=kind)).endswith("wanted to know")}


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (waiting(status=Status.DELIVERED, channel="email"), "delivered by e-mail"),
        (waiting(status=Status.DROPPED, reason="no longer true"), "not sent: no longer true"),
        (waiting(status=Status.FAILED, reason="no channel takes it"), "failed: no channel takes it"),
        (waiting(status=Status.CLAIMED), "being sent"),
        (waiting(due_at=START, reason="quiet hours"), "waits until 01.01. 00:00: quiet hours"),
        (waiting(due_at=START), "waits until 01.01. 00:00"),
    ],
    ids=lambda it: it if isinstance(it, str) else "",
)
def test_where_a_message_is(item: OutboxItem, said: str) -> None:
    assert where(item).text(clock, str) == said


@pytest.mark.parametrize(
    ("what", "channel", "said"),
    [
        ("held until 2025-06-01 07:00 UTC: quiet hours", None, "held until 01.06. 07:00: quiet hours"),
        ("Retry: it is busy", "discord", "not sent on Discord yet: it is busy"),
        ("CapReached: enough", "sms", "not sent by SMS yet: enough"),
        ("TargetOff: closed", "discord", "not sent on Discord, which is switched off now: closed"),
        ("BadMessage: too long", "sms", "not taken by SMS: too long"),
        ("StopSender: see discord.token", "discord", None),
        ("dropped: too old to be useful", None, "not sent: too old to be useful"),
        ("delivered (12345)", "email", "delivered by e-mail"),
        ("delivered", "webhook", "delivered by webhook"),
        ("given up: no attempt came to an end", None, "given up: no attempt came to an end"),
    ],
)
def test_what_happened_to_it(what: str, channel: str | None, said: str | None) -> None:
    told = happened(Step(at=START, what=what, channel=channel)).text(clock, str)
    assert told == (said or "not sent on Discord, which is stopped for everybody at the moment")


def test_what_others_named_is_made_harmless_and_times_are_not() -> None:
    step = Step(at=START, what="held until 2025-06-01 07:00 UTC: <b>")
    assert (
        happened(step).text(lambda _: "<t:1>", lambda text: text.replace("<", "")) == "held until <t:1>: b>"
    )
