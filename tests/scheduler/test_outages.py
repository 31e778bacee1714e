"""When people are told that a subject is not found, or that its server is down."""

from datetime import UTC, datetime

import pytest

from scheduler.outages import LOOKS, Silences, Trouble, confirmed, is_own, present, remembered
from scheduler.sources.source import Blocked, Malformed, NotFound, RateLimited, SourceFailure, Unavailable
from tracker.settings import PollSettings
from tracker.subjects import Outage, OutageKind

SETTINGS = PollSettings(not_found_seconds=3600, down_seconds=7200)
MISSING = NotFound("Nobody of that name.")
DOWN = Unavailable("Down.")
FAILURES = [DOWN, Blocked("Blocked."), RateLimited("Slow down."), Malformed("What?")]
START = 1_900_000_000


def at(second: int) -> datetime:
    return datetime.fromtimestamp(second, UTC)


def met(failure: SourceFailure, *seconds: int, trouble: Trouble | None = None) -> Trouble:
    """A subject whose looks failed so at these times."""
    trouble = trouble or Trouble()
    for second in seconds:
        trouble.meet(failure, START + second)
    return trouble


def told(trouble: Trouble, second: int, silent: int | None = 0) -> Outage | None:
    """`silent` is when the server fell silent."""
    return confirmed(trouble, None if silent is None else START + silent, SETTINGS, START + second)


def test_one_answer_that_it_is_not_there_proves_nothing() -> None:
    assert told(met(MISSING, 0), 0) is None


def test_not_found_is_told_after_enough_looks_over_enough_time() -> None:
    outage = told(met(MISSING, 0, 240, 720, 3600), 3600)
    assert outage == Outage(kind=OutageKind.NOT_FOUND, since=at(START), looks=4, told=True)


def test_many_looks_in_a_short_time_are_not_enough() -> None:
    assert told(met(MISSING, *range(0, 3600, 60)), 3599) is None


def test_a_long_time_with_few_looks_is_not_enough() -> None:
    assert told(met(MISSING, 0, 1, 90_000), 90_000) is None


def test_a_server_that_fails_in_between_says_nothing_about_a_missing_subject() -> None:
    trouble = met(MISSING, 0, 240)
    met(DOWN, 700, trouble=trouble)
    assert told(trouble, 9000) is None
    met(MISSING, 9000, 9100, trouble=trouble)
    outage = told(trouble, 9100)
    assert outage is not None
    assert (outage.kind, outage.since, outage.looks) == (OutageKind.NOT_FOUND, at(START), 4)


def test_what_was_told_is_not_told_again() -> None:
    trouble = met(MISSING, 0, 240, 720, 3600)
    trouble.told = OutageKind.NOT_FOUND
    assert told(trouble, 9000) is None


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.code)
def test_any_failure_of_a_server_that_lasts_is_an_outage(failure: SourceFailure) -> None:
    trouble = met(failure, 0, 240, 720, 7200)
    assert told(trouble, 7199) is None
    assert told(trouble, 7200) == Outage(kind=OutageKind.DOWN, since=at(START), looks=4, told=True)


def test_a_server_that_answers_others_is_not_down() -> None:
    assert told(met(DOWN, 0, 240, 720, 7200), 7200, silent=1) is None


def test_the_outage_of_a_server_begins_for_all_subjects_at_the_same_time() -> None:
    late = met(DOWN, 5000, 5240, 5720, 12_200)
    outage = told(late, 12_200, silent=0)
    assert outage is not None
    assert outage.since == at(START)


def test_a_number_on_the_web_is_down_by_itself() -> None:
    assert told(met(DOWN, 0, 240, 720, 7200), 7200, silent=None) is not None


def test_a_machine_that_slept_between_two_failures_does_not_count_the_night() -> None:
    assert told(met(DOWN, 0, 8 * 3600), 8 * 3600) is None


def test_to_those_who_know_that_it_is_missing_its_server_is_no_news() -> None:
    trouble = met(DOWN, 0, 240, 720, 7200)
    trouble.told = OutageKind.NOT_FOUND
    assert told(trouble, 7200) is None


def test_a_subject_that_is_missing_after_its_server_was_down_is_news() -> None:
    trouble = met(DOWN, 0, 240, 720, 7200)
    trouble.told = OutageKind.DOWN
    met(MISSING, *range(8000, 8000 + LOOKS * 1200, 1200), trouble=trouble)
    outage = told(trouble, 11_600)
    assert outage is not None
    assert outage.kind is OutageKind.NOT_FOUND


@pytest.mark.parametrize("failure", [MISSING, Malformed("What?")])
def test_an_answer_about_the_subject_is_its_own_failure(failure: SourceFailure) -> None:
    assert is_own(met(failure, 0), failure, START)


def test_a_turn_away_from_a_server_that_is_left_alone_is_nobodys_failure() -> None:
    assert not is_own(met(MISSING, 0), MISSING.paused(at(START)), START)


def test_a_server_that_has_been_silent_for_all_since_before_is_no_failure_of_the_subject() -> None:
    assert not is_own(met(DOWN, 60, 120), DOWN, START)
    assert not is_own(met(DOWN, 0, 60), DOWN, START)


def test_a_subject_that_fails_while_others_are_answered_fails_by_itself() -> None:
    assert is_own(met(DOWN, 0, 60), DOWN, START + 60)


def test_a_server_with_one_subject_fails_with_it() -> None:
    assert is_own(met(DOWN, 0, 60), DOWN, None)


@pytest.mark.parametrize("kind", OutageKind)
@pytest.mark.parametrize("was_told", [True, False])
def test_what_the_table_says_of_an_outage_is_taken_up(kind: OutageKind, was_told: bool) -> None:  # noqa: FBT001 - a parameter
    outage = Outage(kind=kind, since=at(START), looks=3, told=was_told)
    trouble = remembered(outage)
    assert trouble is not None
    assert present(trouble) == outage


def test_without_an_outage_there_is_no_trouble() -> None:
    assert remembered(None) is None
    assert present(Trouble()) is None


def test_a_stored_outage_is_confirmed_by_the_looks_after_it() -> None:
    trouble = remembered(Outage(kind=OutageKind.NOT_FOUND, since=at(START), looks=3))
    assert trouble is not None
    outage = told(met(MISSING, 3600, trouble=trouble), 3600)
    assert outage is not None
    assert (outage.since, outage.looks) == (at(START), 4)


def test_a_server_is_silent_from_its_first_failure_to_its_next_answer() -> None:
    silences = Silences()
    assert silences.failed("osrs", 100) == 100
    assert silences.failed("osrs", 200) == 100
    assert silences.failed("rs3", 300) == 300
    silences.answered("osrs")
    assert silences.failed("osrs", 400) == 400


def test_an_outage_from_before_the_start_goes_on() -> None:
    silences = Silences()
    silences.recall("osrs", 50)
    silences.recall("osrs", 70)
    assert silences.failed("osrs", 100) == 50
