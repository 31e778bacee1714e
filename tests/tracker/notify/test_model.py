"""What makes two notifications the same, and when one first comes due."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.fakes.clock import START
from tests.tracker.notify.notes import channel, note
from tracker.notify.model import GROUP_WAIT, SHARDS, MessagePriority, outbox_item, shard_of

WORDS = st.text(max_size=5)


@given(st.tuples(WORDS, WORDS, WORDS, WORDS), st.tuples(WORDS, WORDS, WORDS, WORDS))
def test_the_id_is_the_same_exactly_where_person_kind_entity_and_period_are(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    names = ("person", "kind", "entity", "period")

    def id_of(values: tuple[str, ...]) -> str:
        fields = dict(zip(names, values, strict=True))
        return note(fields.pop("entity"), **fields).outbox_id

    assert (id_of(one) == id_of(other)) == (one == other)


def test_the_words_of_a_notification_do_not_change_its_id() -> None:
    assert note(title="Hooray").outbox_id == note(title="At last", at=START + timedelta(days=1)).outbox_id


def test_a_notification_waits_a_minute_for_others() -> None:
    assert outbox_item(note()).due_at == START + GROUP_WAIT


def test_a_notification_for_later_is_due_at_its_time() -> None:
    meant = START + timedelta(hours=1)
    assert outbox_item(note(not_before=meant)).due_at == meant


@pytest.mark.parametrize(("written", "goes"), [(0, 60), (1, 60), (59, 60), (60, 60), (61, 121), (7200, 7260)])
def test_what_is_meant_for_one_minute_goes_together_and_what_is_late_waits_a_minute_of_its_own(
    written: int, goes: int
) -> None:
    at = START + timedelta(seconds=written)
    assert outbox_item(note(at=at, not_before=START)).due_at == START + timedelta(seconds=goes)


@pytest.mark.parametrize("priority", [one for one in MessagePriority if one is not MessagePriority.NORMAL])
def test_only_what_comes_unasked_waits_for_company(priority: MessagePriority) -> None:
    assert outbox_item(note(priority=priority)).due_at == START


def test_a_notification_that_is_too_old_from_the_beginning_is_refused() -> None:
    with pytest.raises(ValidationError, match="expires after"):
        note(expires_at=START)


@given(st.text(min_size=1))
def test_everybody_has_a_shard(person: str) -> None:
    assert shard_of(person) in range(SHARDS)


def test_people_spread_over_the_shards() -> None:
    assert {shard_of(f"person-{n}") for n in range(50)} == set(range(SHARDS))


def test_an_address_is_not_shown() -> None:
    assert "secret-path" not in repr(channel("webhook", identifier="https://example.org/secret-path"))
