"""Who gets how many of the slots for requests to anybody's servers."""

from contextlib import ExitStack, suppress

import pytest

from scheduler.sources.web.fair_slots import FairSlots


def take(slots: FairSlots, stack: ExitStack, *takers: str) -> bool:
    if not slots.has_room(*takers):
        return False
    stack.enter_context(slots.taken(*takers))
    return True


def greedy(slots: FairSlots, stack: ExitStack, people: int) -> list[int]:
    """Each of them takes one after another, in turns, while there is room for any of them."""
    got = [0] * people
    while any(gains := [take(slots, stack, f"person {n}", f"host {n}") for n in range(people)]):
        got = [had + gain for had, gain in zip(got, gains, strict=True)]
    return got


@pytest.mark.parametrize(
    ("slots", "got"), [(1, [1]), (2, [1]), (8, [4]), (16, [8]), (8, [3, 3]), (8, [2, 2, 2]), (8, [1] * 7)]
)
def test_whoever_wants_all_gets_a_fair_share_and_leaves_one_for_the_next(slots: int, got: list[int]) -> None:
    fair = FairSlots(slots)
    with ExitStack() as stack:
        assert greedy(fair, stack, len(got)) == got
        assert fair.has_room("person new", "host new") == (slots > 1)


def test_many_hosts_of_one_person_and_many_people_at_one_host_share_alike() -> None:
    for takers in (("person anna", "host {}"), ("person {}", "host slow.example")):
        fair = FairSlots(8)
        with ExitStack() as stack:
            taken = [take(fair, stack, *(name.format(n) for name in takers)) for n in range(50)]
            assert sum(taken) == 4


def test_what_was_taken_is_free_again_also_after_a_failure() -> None:
    fair = FairSlots(1)
    with suppress(ZeroDivisionError), fair.taken("person anna", "host a"):
        assert fair.are_taken
        raise ZeroDivisionError
    assert not fair.are_taken
    assert fair.has_room("person anna", "host a")
