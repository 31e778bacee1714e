"""The rules that a due message goes through, in their order."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.fakes.clock import START
from tests.tracker.notify.notes import channel, note, waiting
from tracker.accounts.model import QuietHours
from tracker.notify.kinds import Kind
from tracker.notify.model import ChannelTrouble, MessagePriority, PersonChannel, Wishes
from tracker.notify.policy import (
    MOST_TOGETHER,
    PATIENCE,
    Case,
    Drop,
    Hold,
    Send,
    batches,
    decide,
    in_order,
    is_waited_for,
    lateness,
    preference,
    quiet_until,
)

MINUTE = timedelta(minutes=1)
NIGHT = QuietHours.model_validate({"from": time(22), "to": time(7)})


def hours(start: time, end: time) -> QuietHours:
    return QuietHours.model_validate({"from": start, "to": end})


def case(*, after: timedelta = timedelta(), still_true: bool = True, **other: Any) -> Case:  # noqa: ANN401 - any field
    wishes = {name: other.pop(name) for name in list(other) if name in Wishes.model_fields}
    return Case(note(**other), START + after, Wishes(**wishes), still_true)


# What is decided


def test_what_nothing_speaks_against_is_sent() -> None:
    assert decide(case()) == Send()


def test_what_is_too_old_is_dropped_before_anything_else_is_asked() -> None:
    old = case(after=timedelta(days=2), still_true=False, muted_until=START + timedelta(days=9))
    assert decide(old) == Drop("too old to be useful")


def test_what_is_no_longer_true_is_dropped_even_in_quiet_hours() -> None:
    assert decide(case(still_true=False, quiet_hours=NIGHT)) == Drop("no longer true")


def test_quiet_hours_hold_a_message_until_they_end() -> None:
    assert decide(case(quiet_hours=NIGHT)) == Hold(START + timedelta(hours=7), "quiet hours")


def test_quiet_hours_are_those_of_the_persons_zone() -> None:
    tokyo = case(quiet_hours=NIGHT, timezone="Asia/Tokyo")  # 09:00 there
    assert decide(tokyo) == Send()


def test_a_muted_person_is_told_when_the_mute_ends() -> None:
    until = START + timedelta(hours=3)
    assert decide(case(muted_until=until)) == Hold(until, "muted")


def test_a_mute_that_ends_in_quiet_hours_lasts_until_they_end() -> None:
    muted = case(muted_until=START + timedelta(hours=3), quiet_hours=NIGHT)
    assert decide(muted) == Hold(START + timedelta(hours=7), "muted")


def test_a_mute_that_is_over_holds_nothing() -> None:
    assert decide(case(after=timedelta(hours=3), muted_until=START + timedelta(hours=3))) == Send()


@pytest.mark.parametrize("wish", [{"quiet_hours": NIGHT}, {"muted_until": START + timedelta(hours=3)}])
def test_an_urgent_message_passes_only_if_the_person_allows(wish: dict[str, Any]) -> None:
    urgent = {"priority": MessagePriority.URGENT, **wish}
    assert isinstance(decide(case(**urgent)), Hold)
    assert decide(case(**urgent, urgent_passes=True)) == Send()


@pytest.mark.parametrize("priority", [MessagePriority.NORMAL, MessagePriority.PROMPT])
def test_other_messages_never_pass(priority: MessagePriority) -> None:
    assert isinstance(decide(case(quiet_hours=NIGHT, urgent_passes=True, priority=priority)), Hold)


# Quiet hours, against a clock that is watched minute by minute

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut", "America/St_Johns")
TIMES = st.builds(time, st.integers(0, 23), st.sampled_from([0, 5, 30, 45]))
CHANGES = [
    datetime(2025, 3, 30, 1, tzinfo=UTC),
    datetime(2025, 10, 26, 1, tzinfo=UTC),
    datetime(2025, 3, 9, 7, tzinfo=UTC),
    datetime(2025, 11, 2, 6, tzinfo=UTC),
    datetime(2025, 10, 4, 15, 30, tzinfo=UTC),
    datetime(2025, 4, 5, 15, tzinfo=UTC),
    datetime(2025, 3, 29, 22, tzinfo=UTC),
    datetime(2025, 10, 25, 21, tzinfo=UTC),
    datetime(2010, 11, 7, 2, 31, tzinfo=UTC),  # in St John's from 00:01 back to 23:01 of the day before
]


class WatchedClock:
    """What a clock on the wall has shown at its furthest: what struck once does not strike again."""

    def __init__(self, now: datetime, zone: ZoneInfo) -> None:
        self._instant, self._zone = now - 1500 * MINUTE, zone
        self._furthest = self._shown()
        while self._instant < now:
            self.tick()

    def tick(self) -> datetime:
        self._instant += MINUTE
        self._furthest = max(self._furthest, self._shown())
        return self._instant

    def quiet(self, of_day: QuietHours) -> bool:
        shown = self._furthest.time()
        if of_day.start < of_day.end:
            return of_day.start <= shown < of_day.end
        return shown >= of_day.start or shown < of_day.end

    def _shown(self) -> datetime:
        return self._instant.astimezone(self._zone).replace(tzinfo=None)


@given(st.sampled_from(CHANGES), st.integers(-1500, 1500), st.sampled_from(ZONES), st.tuples(TIMES, TIMES))
@example(CHANGES[0], 0, "Europe/Berlin", (time(2, 30), time(2, 45)))
@example(CHANGES[1], 30, "Europe/Berlin", (time(22), time(2, 30)))
@example(CHANGES[7], 10, "Asia/Beirut", (time(0, 5), time(0, 45)))
@example(CHANGES[8], 10, "America/St_Johns", (time(0), time(0, 45)))
def test_quiet_hours_end_when_a_watched_clock_says_so(
    change: datetime, minutes: int, zone_name: str, ends: tuple[time, time]
) -> None:
    assume(ends[0] != ends[1])
    now, zone, quiet = change + minutes * MINUTE, ZoneInfo(zone_name), hours(*ends)
    watched, end = WatchedClock(now, zone), now
    while watched.quiet(quiet):
        end = watched.tick()

    assert quiet_until(now, quiet, zone) == (end if end > now else None)


def test_a_night_in_which_clocks_go_forward_is_an_hour_shorter() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert quiet_until(datetime(2025, 3, 29, 21, tzinfo=UTC), NIGHT, berlin) == datetime(
        2025, 3, 30, 5, tzinfo=UTC
    )


def test_a_date_that_a_zone_left_out_leaves_no_gap_in_the_night() -> None:
    apia = ZoneInfo("Pacific/Apia")  # had no 30 December 2011
    late = datetime(2011, 12, 29, 23, tzinfo=apia).astimezone(UTC)
    assert quiet_until(late, NIGHT, apia) == datetime(2011, 12, 31, 7, tzinfo=apia)


# Grouping


def test_messages_go_in_the_order_in_which_they_were_meant() -> None:
    second, first = waiting("b", START + MINUTE), waiting("a", START)
    assert in_order([second, first]) == [first, second]


def test_messages_of_a_group_follow_the_first_of_it() -> None:
    a = waiting("a", START, group="wc")
    b = waiting("b", START + MINUTE)
    c = waiting("c", START + 2 * MINUTE, group="wc")
    assert in_order([c, b, a]) == [a, c, b]


def test_messages_on_the_same_way_are_one() -> None:
    a, b, c = waiting("a"), waiting("b", START + MINUTE), waiting("c", preferred_channel="sms")
    ways = batches([a, b, c], lambda item: [item.preferred_channel or "webhook"])
    assert sorted(ways, key=len) == [[c], [a, b]]


def test_what_was_tried_together_stays_together_and_nothing_joins_it() -> None:
    a, b = waiting("a", batch="a-id"), waiting("b", batch="a-id")
    new = waiting("c", START + MINUTE)
    ways = batches([new, b, a], lambda _: ["webhook"])
    assert sorted(ways, key=len) == [[new], in_order([a, b])]


def test_no_message_has_more_parts_than_a_transaction_can_claim() -> None:
    many = [waiting(f"goal-{n}") for n in range(MOST_TOGETHER + 1)]
    assert [len(way) for way in batches(many, lambda _: ["webhook"])] == [MOST_TOGETHER, 1]


# Channels


def types(
    *own: PersonChannel, shared: Sequence[PersonChannel] = (), preferred: str | None = None
) -> list[str]:
    return [one.channel_type for one in preference(own, shared, preferred) if one.usable]


def test_channels_are_tried_in_the_order_that_the_person_chose() -> None:
    assert types(channel("sms", 2), channel("discord", 1), channel("email", 3)) == ["discord", "sms", "email"]


def test_the_preferred_channel_comes_first_and_the_others_stay_behind_it() -> None:
    assert types(channel("discord", 1), channel("sms", 2), preferred="sms") == ["sms", "discord"]


def test_what_is_off_or_not_verified_is_not_used() -> None:
    assert types(channel("sms", is_active=False), channel("email", verified_at=None)) == []


def test_shared_channels_come_last_unless_preferred() -> None:
    shared = [channel("console")]
    assert types(channel("sms", 5), shared=shared) == ["sms", "console"]
    assert types(channel("sms", 5), shared=shared, preferred="console") == ["console", "sms"]


def test_a_persons_own_word_on_a_shared_channel_counts() -> None:
    assert types(channel("console", is_active=False), shared=[channel("console")]) == []


def test_what_is_private_goes_to_no_channel_of_a_server() -> None:
    dm, hall = channel("discord"), channel("discord").model_copy(update={"identifier": "channel:1"})
    own = [channel("sms", 1), channel("email", 2)]
    assert [one.channel_type for one in preference([*own, dm], (), None, is_private=True)] == [
        "discord",
        "sms",
        "email",
    ]
    assert preference([*own, hall], (), "discord", is_private=True) == own
    assert preference([hall], (), None, is_private=True) == []
    assert preference([hall], (), None) == [hall]


def test_what_is_private_goes_alone_whatever_becomes_of_the_others_way() -> None:
    open_one, secret = waiting("a"), waiting("b").model_copy(update={"kind": Kind("x", "y", is_private=True)})
    assert sorted(batches([open_one, secret], lambda _: ["discord"]), key=str) == sorted(
        [[open_one], [secret]], key=str
    )


@pytest.mark.parametrize(
    ("asked_again", "waited_for"),
    [(START + PATIENCE - timedelta(seconds=1), True), (START + PATIENCE, False)],
)
def test_a_channel_is_waited_for_while_it_is_asked_again_soon_after_its_first_failure(
    asked_again: datetime,
    waited_for: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    trouble = ChannelTrouble(channel="sms", since=START, times=3, until=asked_again)
    assert is_waited_for(trouble, PATIENCE) is waited_for


def test_without_patience_no_channel_is_waited_for() -> None:
    trouble = ChannelTrouble(channel="sms", since=START, times=1, until=START + timedelta(seconds=1))
    assert not is_waited_for(trouble, timedelta())


# Lateness


@pytest.mark.parametrize(
    ("late_by", "said"),
    [
        (timedelta(minutes=10), None),
        (timedelta(minutes=11), "was meant for 01:00"),
        (timedelta(days=1), "was meant for 1 January, 01:00"),
    ],
)
def test_what_comes_late_says_when_it_was_meant_for(late_by: timedelta, said: str | None) -> None:
    assert START.date() == date(2100, 1, 1)
    assert lateness(note(), START + late_by, ZoneInfo("Europe/Berlin")) == said
