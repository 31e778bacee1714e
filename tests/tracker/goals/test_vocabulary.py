"""What people call skills and bosses, and what is said when there is no such thing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.goals.errors import AmbiguousName, NoSuchName
from tracker.goals.games.game import Game, game_of
from tracker.goals.words.vocabulary import MOST_WORDS, attribute_of, find_names
from tracker.readings import Measure, Quantity

OSRS, RS3 = game_of("osrs"), game_of("rs3")


@pytest.mark.parametrize(
    ("written", "attribute"),
    [
        ("wc", "woodcutting"),
        ("rc", "runecraft"),
        ("runecrafting", "runecraft"),
        ("hp", "hitpoints"),
        ("fm", "firemaking"),
        ("con", "construction"),
        ("Defense", "defence"),
        ("agil", "agility"),
        ("total", "overall"),
        ("overall", "overall"),
        ("cox", "chambers of xeric"),
        ("cm", "chambers of xeric: challenge mode"),
        ("CoX CM", "chambers of xeric: challenge mode"),
        ("tob", "theatre of blood"),
        ("theater of blood", "theatre of blood"),
        ("hmt", "theatre of blood: hard mode"),
        ("toa", "tombs of amascut"),
        ("raids 3", "tombs of amascut"),
        ("toa expert", "tombs of amascut: expert mode"),
        ("vork", "vorkath"),
        ("sire", "abyssal sire"),
        ("kq", "kalphite queen"),
        ("kbd", "king black dragon"),
        ("bandos", "general graardor"),
        ("arma", "kree'arra"),
        ("sara", "commander zilyana"),
        ("zammy", "k'ril tsutsaroth"),
        ("Vetion", "vet'ion"),
        ("gauntlet", "the gauntlet"),
        ("cg", "the corrupted gauntlet"),
        ("phosani", "phosani's nightmare"),
        ("jad", "tztok-jad"),
        ("zuk", "tzkal-zuk"),
        ("inferno", "tzkal-zuk"),
        ("lms", "lms - rank"),
        ("gotr", "rifts closed"),
        ("clues", "clue scrolls (all)"),
        ("hard clues", "clue scrolls (hard)"),
        ("masters", "clue scrolls (master)"),
        ("clog", "collections logged"),
        ("moons", "lunar chests"),
    ],
)
def test_old_school_names_are_known_as_players_write_them(written: str, attribute: str) -> None:
    assert attribute_of(OSRS, written) == attribute


@pytest.mark.parametrize(
    ("written", "attribute"),
    [
        ("hp", "constitution"),
        ("Constitution", "constitution"),
        ("runecraft", "runecrafting"),
        ("necro", "necromancy"),
        ("inv", "invention"),
        ("arch", "archaeology"),
        ("archeology", "archaeology"),
        ("dg", "dungeoneering"),
        ("con", "construction"),
        ("runescore", "runescore"),
        ("ba attackers", "b.a. attackers"),
    ],
)
def test_runescape_3_has_names_of_its_own(written: str, attribute: str) -> None:
    assert attribute_of(RS3, written) == attribute


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("woodcuting", "woodcutting"),
        ("zulrha", "zulrah"),
        ("chamber of xerik", "chambers of xeric"),
        ("vorkat", "vorkath"),
        ("fishin", "fishing"),
        ("corrupt", "the corrupted gauntlet"),
    ],
)
def test_a_near_miss_is_answered_with_what_was_probably_meant(written: str, meant: str) -> None:
    with pytest.raises(NoSuchName, match="did you mean") as caught:
        attribute_of(OSRS, written)

    assert caught.value.suggestions[0].value == meant
    assert meant in str(caught.value)


def test_a_name_like_no_other_gets_advice() -> None:
    with pytest.raises(NoSuchName, match="common abbreviation") as caught:
        attribute_of(OSRS, "qqqqq")

    assert caught.value.code == "no_such_name"
    assert caught.value.suggestions == ()


def test_a_name_of_several_bosses_is_asked_back() -> None:
    with pytest.raises(AmbiguousName, match="Prime, Dagannoth Rex or Dagannoth Supreme") as caught:
        attribute_of(OSRS, "dks")

    assert "dagannoth rex" in [one.value for one in caught.value.suggestions]


def test_a_row_that_is_not_in_the_data_is_accepted_when_the_reading_has_it() -> None:
    game = OSRS.knowing({Quantity("the old wyrm", Measure.SCORE): 12})

    assert attribute_of(game, "Old Wyrm") == "the old wyrm"
    with pytest.raises(NoSuchName):
        attribute_of(OSRS, "old wyrm")


def test_the_longest_name_wins() -> None:
    assert find_names(OSRS, ["100", "cox", "cm", "today"]) == (
        ["chambers of xeric: challenge mode"],
        ["100", "|", "today"],
    )


def test_what_stood_around_a_name_does_not_grow_together_to_another() -> None:
    assert find_names(OSRS, ["raids", "wc", "3"]) == (["chambers of xeric", "woodcutting"], ["|", "|", "3"])


def test_what_stood_around_a_date_does_not_grow_together_to_a_name() -> None:
    assert find_names(OSRS, ["raids", "|", "3"]) == (["chambers of xeric"], ["|", "|", "3"])


@pytest.mark.parametrize("game", [OSRS, RS3], ids=["osrs", "rs3"])
def test_every_row_is_found_by_its_own_name_in_a_sentence(game: Game) -> None:
    for attribute in (*game.skills, *game.activities):
        assert len(attribute.split()) <= MOST_WORDS
        assert find_names(game, f"500 {attribute} now".split()) == ([attribute], ["500", "|", "now"])


@given(st.text(max_size=60) | st.text(alphabet="acdeklorst ", max_size=20))
def test_any_text_is_a_name_or_refused_with_names_that_exist(text: str) -> None:
    known = {"overall", *OSRS.skills, *OSRS.activities}
    try:
        named = {attribute_of(OSRS, text)}
    except NoSuchName as refused:
        named = {one.value for one in refused.suggestions}

    assert named <= known
