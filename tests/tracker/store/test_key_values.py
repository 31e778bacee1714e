"""A key is a value: made of each of its fields once, never changed, and equal to none of another type."""

from dataclasses import FrozenInstanceError

import pytest

from tracker.store.keys import EarliestProgressKey, GoalKey, LatestProgressKey


def test_a_key_is_made_by_place_or_by_name() -> None:
    assert (
        GoalKey("u", "c", "g")
        == GoalKey("u", goal="g", character="c")
        == GoalKey(user="u", character="c", goal="g")
    )


@pytest.mark.parametrize(
    ("values", "named"),
    [
        (("u", "c"), {}),
        (("u", "c", "g", "more"), {}),
        (("u", "c"), {"user": "u"}),
        (("u", "c", "g"), {"goal": "g"}),
        (("u", "c"), {"gaol": "g"}),
        ((), {"user": "u", "character": "c", "gaol": "g"}),
    ],
)
def test_a_key_that_lacks_a_field_or_has_one_twice_or_another_is_refused(
    values: tuple[str, ...], named: dict[str, str]
) -> None:
    with pytest.raises(TypeError, match="GoalKey is made of user, character, goal, each of them once"):
        GoalKey(*values, **named)


def test_a_key_never_changes() -> None:
    key = GoalKey("u", "c", "g")
    with pytest.raises(FrozenInstanceError):
        key.goal = "other"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del key.goal
    with pytest.raises(FrozenInstanceError):
        key.more = "x"  # type: ignore[attr-defined]


def test_keys_of_two_types_are_never_equal_though_their_fields_are() -> None:
    latest, earliest = LatestProgressKey("u", "c", "g"), EarliestProgressKey("u", "c", "g")
    assert latest != earliest
    assert {latest, earliest, LatestProgressKey("u", "c", "g")} == {latest, earliest}


def test_a_key_says_what_it_is_made_of() -> None:
    assert repr(GoalKey("u", "c", "g")) == "GoalKey(user='u', character='c', goal='g')"
