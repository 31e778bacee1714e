"""How sections of features become digests."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from tests.fakes.clock import START
from tests.tracker.goals.scenes import DAY, HOUR, person
from tracker.accounts.model import DigestFrequency
from tracker.days import Strike
from tracker.sections import DIGEST, DigestSection, Occasion, digest_title, digests

MORNING = START + 8 * HOUR
OCCASION = Occasion(
    user=person(),
    now=MORNING + timedelta(seconds=5),
    strike=Strike(date(2100, 1, 1), MORNING),
    weekly=False,
    next_at=MORNING + DAY,
    next_week_at=MORNING + 3 * DAY,
    looked_until=date(2099, 12, 31),
    told_digest_at=None,
    told_weekly_at=None,
)


def section(name: str, **other: Any) -> DigestSection:  # noqa: ANN401 - any field
    return DigestSection(**{"name": name, "text": f"All about {name}.", "is_news": True, **other})


def wanting(**wishes: Any) -> Occasion:  # noqa: ANN401 - any field
    return replace(OCCASION, user=person(**wishes))


def test_one_section_is_the_whole_digest() -> None:
    [told] = digests(OCCASION, [section("goals", facts={"goals": 3})], when_quiet=False)

    assert (told.title, told.text) == ("Your goals on Friday, 1 January", "All about goals.")
    assert (told.kind, told.entity, told.period) == (DIGEST, "default", "2100-01-01")
    assert (told.facts, told.not_before, told.expires_at) == ({"goals": 3}, MORNING, MORNING + DAY)


def test_of_several_each_stands_under_its_name() -> None:
    [told] = digests(
        OCCASION,
        [section("habits", facts={"habits": 1}), section("goals", facts={"goals": 3})],
        when_quiet=False,
    )

    assert told.title == "Your habits and goals on Friday, 1 January"
    assert told.text == "Habits\nAll about habits.\n\nGoals\nAll about goals."
    assert told.facts == {"habits": 1, "goals": 3}


def test_a_title_lists_all_that_it_is_about() -> None:
    named = digest_title(["habits", "challenges", "goals"], date(2026, 3, 3))
    assert named == "Your habits, challenges and goals on Tuesday, 3 March"


@pytest.mark.parametrize(
    ("when_quiet", "title"),
    [(False, "Your goals on Friday, 1 January"), (True, "Your habits and goals on Friday, 1 January")],
)
def test_what_is_no_news_comes_only_to_who_wants_it(when_quiet: bool, title: str) -> None:  # noqa: FBT001 - a case
    quiet = section("habits", is_news=False)
    [told] = digests(OCCASION, [quiet, section("goals")], when_quiet=when_quiet)
    assert told.title == title


def test_without_news_there_is_no_digest() -> None:
    assert digests(OCCASION, [section("goals", is_news=False)], when_quiet=False) == []
    assert digests(OCCASION, [], when_quiet=True) == []


def test_sections_for_different_channels_are_different_messages() -> None:
    brought = [section("habits"), section("goals", channel="sms", entity="sms"), section("challenges")]

    told = digests(OCCASION, brought, when_quiet=False)

    assert [(one.preferred_channel, one.entity, one.title) for one in told] == [
        (None, "default", "Your habits and challenges on Friday, 1 January"),
        ("sms", "sms", "Your goals on Friday, 1 January"),
    ]
    assert len({one.outbox_id for one in told}) == 2


def test_a_server_has_a_title_of_its_own() -> None:
    brought = section("members", title="The day on Oak", entity="server")
    [told] = digests(OCCASION, [brought], when_quiet=False)
    assert (told.title, told.entity) == ("The day on Oak", "server")


@pytest.mark.parametrize(
    ("often", "weekly", "count"),
    [
        (DigestFrequency.DAILY, False, 1),
        (DigestFrequency.WEEKLY, False, 0),
        (DigestFrequency.WEEKLY, True, 1),
        (DigestFrequency.OFF, True, 0),
    ],
)
def test_it_comes_as_often_as_the_person_wants(often: DigestFrequency, weekly: bool, count: int) -> None:  # noqa: FBT001 - a case
    occasion = replace(wanting(digest=often), weekly=weekly)
    assert len(digests(occasion, [section("goals")], when_quiet=True)) == count


def test_a_weekly_one_is_good_for_a_week() -> None:
    occasion = replace(wanting(digest=DigestFrequency.WEEKLY), weekly=True)
    [told] = digests(occasion, [section("goals")], when_quiet=False)
    assert told.expires_at == occasion.next_week_at
