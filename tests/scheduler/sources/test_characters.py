"""A character is a subject: the mode and the key of its name, in one form."""

import pytest

from scheduler.sources.runescape.osrs import Osrs
from scheduler.sources.runescape.rs3 import Rs3
from scheduler.sources.source import BadSubject, NotFound
from tests.fakes.hiscores import OSRS_TABLES, RS3_TABLES
from tracker.store.segments import SUBJECT, Subject


def test_the_key_is_the_mode_and_the_key_of_the_name() -> None:
    assert Osrs.modes.subject("Iron_Bob", "ironman") == Subject("osrs", "ironman:iron bob")


def test_without_a_mode_it_is_the_main_table() -> None:
    assert Rs3.modes.subject("Zezima") == Subject("rs3", "main:zezima")


def test_it_can_be_part_of_a_key_of_the_table() -> None:
    subject = Osrs.modes.subject("Iron Bob")
    assert SUBJECT.parse(SUBJECT.write(subject)) == subject


def test_old_school_has_ten_modes_and_runescape_3_has_three() -> None:
    assert Osrs.modes.keys == tuple(OSRS_TABLES)
    assert Rs3.modes.keys == tuple(RS3_TABLES)


@pytest.mark.parametrize(
    ("called", "mode"),
    [
        ("HCIM", "hardcore"),
        ("hardcore_ironman", "hardcore"),
        (" Leagues ", "seasonal"),
        ("fresh start", "fresh-start"),
    ],
)
def test_modes_are_found_by_what_people_call_them(called: str, mode: str) -> None:
    assert Osrs.modes.find(called).key == mode


def test_an_unknown_mode_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadSubject, match="There is no mode 'ultimate'; there are main, ironman, hardcore"):
        Rs3.modes.subject("Zezima", "ultimate")


@pytest.mark.parametrize(
    "key", ["", "zezima", "main:", "main:Zezima", "main:a/b", "none:zezima", "MAIN:zezima"]
)
def test_a_key_in_another_form_names_no_character(key: str) -> None:
    with pytest.raises(NotFound, match="names no character"):
        Osrs.modes.character(Subject("osrs", key))


def test_a_subject_of_another_source_is_no_character_of_this_one() -> None:
    with pytest.raises(NotFound):
        Osrs.modes.character(Subject("rs3", "main:zezima"))


def test_it_is_described_for_people() -> None:
    assert (
        Osrs.modes.describe(Subject("osrs", "ultimate:iron bob")) == "iron bob (Old School ultimate ironman)"
    )
