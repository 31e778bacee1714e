"""Which habit a person means: a whole name beats a part of one, and what is live beats what was archived."""

from collections.abc import Sequence

import pytest

from tests.tracker.habits.homes import Home
from tracker.habits.errors import AmbiguousHabit, NoSuchHabit
from tracker.habits.model import Habit
from tracker.refusals import Reason, Suggestion


async def begin(home: Home, *names: str, archived: Sequence[str] = ()) -> dict[str, Habit]:
    """Habits by name; those that are to be archived come first, so that another can have their name."""
    for name in archived:
        old = await home.habits.add(home.user, name)
        await home.habits.archive(home.user.id, old.id)
    for name in names:
        await home.habits.add(home.user, name)
    every = await home.habits.list(home.user.id, archived=True)
    return {f"{'old ' if one.name in archived else ''}{one.name}": one for one in every}


@pytest.mark.parametrize(
    ("live", "archived", "text", "found"),
    [
        (["Gym class"], ["Gym"], "gym", "old Gym"),  # the whole name
        (["Gym class"], ["Gym"], "GYM ", "old Gym"),
        (["Gym class"], ["Gym"], "class", "Gym class"),
        (["Gym class"], ["Gym"], "gym c", "Gym class"),
        (["Gym class"], ["Gym class two"], "gym", "Gym class"),  # of two parts, that of the live one
        (["Morning gym"], ["Gym class"], "gym", "Morning gym"),  # also where it is no beginning
        (["Read"], ["Gym class"], "gy", "old Gym class"),  # no live one may be meant
        (["Gym", "Gym class"], [], "gym", "Gym"),
    ],
)
async def test_a_whole_name_beats_a_part_and_live_beats_archived(
    home: Home, live: list[str], archived: list[str], text: str, found: str
) -> None:
    habits = await begin(home, *live, archived=archived)

    assert (await home.habits.find(home.user.id, text, archived=True)).id == habits[found].id
    if found.startswith("old "):
        with pytest.raises(NoSuchHabit, match=r"is archived\. Resume it first\.") as refused:
            await home.habits.find(home.user.id, text)
        assert refused.value.suggestions == (Suggestion(habits[found].name, habits[found].id),)
    else:
        assert (await home.habits.find(home.user.id, text)).id == habits[found].id


@pytest.mark.parametrize("text", ["no smoking", "No smoking", "quit smoking", "no smok", "smoking"])
async def test_what_is_to_be_left_is_found_as_it_was_begun(home: Home, text: str) -> None:
    smoking = await home.habits.add_written(home.user, "no smoking")
    await begin(home, "Phone")

    assert (await home.habits.find(home.user.id, text)).id == smoking.id
    with pytest.raises(NoSuchHabit):  # nobody said that this is to be left
        await home.habits.find(home.user.id, "no phone")
    await home.habits.find(home.user.id, "no smoking", whole_name=True)


async def test_of_two_with_the_same_name_the_live_one_is_meant_and_the_other_by_its_id(home: Home) -> None:
    old = await home.habits.add(home.user, "Gym")
    await home.habits.archive(home.user.id, old.id)
    new = await home.habits.add(home.user, "Gym")

    for archived in (False, True):
        assert (await home.habits.find(home.user.id, "gym", archived=archived)).id == new.id
    assert (await home.habits.find(home.user.id, old.id, archived=True)).id == old.id
    with pytest.raises(NoSuchHabit, match="Gym is archived"):
        await home.habits.find(home.user.id, old.id)


async def test_what_may_be_several_names_them_all(home: Home) -> None:
    habits = await begin(home, "Gym class", "Gym alone")
    with pytest.raises(AmbiguousHabit, match="'gym' may be Gym class, Gym alone") as refused:
        await home.habits.find(home.user.id, "gym")
    assert refused.value.suggestions == tuple(Suggestion(one.name, one.id) for one in habits.values())


async def test_what_cannot_be_undone_wants_the_whole_name(home: Home) -> None:
    habits = await begin(home, "Gym class", archived=["Read"])

    for text, name in (("gym", "Gym class"), ("rea", "Read")):
        with pytest.raises(NoSuchHabit, match=f"called '{text}'. Did you mean {name}") as refused:
            await home.habits.find(home.user.id, text, archived=True, whole_name=True)
        assert [one.label for one in refused.value.suggestions] == [name]
    for text in ("gym CLASS", habits["Gym class"].id):
        found = await home.habits.find(home.user.id, text, archived=True, whole_name=True)
        assert found.id == habits["Gym class"].id


async def test_a_name_that_nobody_has_suggests_the_one_that_is_alike(home: Home) -> None:
    with pytest.raises(NoSuchHabit, match="none yet") as refused:
        await home.habits.find(home.user.id, "gym")
    assert (refused.value.reason, refused.value.suggestions) == (Reason.UNKNOWN, ())
    habits = await begin(home, "Gym", "Read")
    with pytest.raises(NoSuchHabit, match=r"Did you mean Gym\?") as refused:
        await home.habits.find(home.user.id, "gmy")
    assert refused.value.suggestions == (Suggestion("Gym", habits["Gym"].id),)
    with pytest.raises(NoSuchHabit, match="You have Gym, Read") as refused:
        await home.habits.find(home.user.id, "swimming")
    assert [one.label for one in refused.value.suggestions] == ["Gym", "Read"]
    with pytest.raises(NoSuchHabit):
        await home.habits.find(home.user.id, " ")


async def test_what_was_archived_is_not_taken_for_another_one(home: Home) -> None:
    tv = await home.habits.add(home.user, "Tv")
    night = await home.habits.add(home.user, "Tv at night")
    teeth = await home.habits.add(home.user, "Zähne putzen")
    for one in (tv, teeth):
        await home.habits.archive(home.user.id, one.id)

    for text, name in (("tv", "Tv"), ("zahne", "Zähne putzen")):
        with pytest.raises(NoSuchHabit, match=f"{name} is archived. Resume it first."):
            await home.habits.find(home.user.id, text)
    assert await home.habits.find(home.user.id, "night") == night
    assert (await home.habits.find(home.user.id, "ZAHNE", archived=True)).id == teeth.id
    with pytest.raises(NoSuchHabit, match=r"Did you mean Tv at night\?"):
        await home.habits.find(home.user.id, "tv at nihgt")
