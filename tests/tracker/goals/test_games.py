"""The data of the games: caps, names that mean one thing, and rows that only a reading knows."""

from collections import Counter

import pytest

from tracker.goals.games.curves import read_toml
from tracker.goals.games.game import OVERALL, WEB, game_keys, game_of, name_key
from tracker.readings import Measure, Quantity

OSRS, RS3 = game_of("osrs"), game_of("rs3")


def test_there_is_data_for_both_games() -> None:
    assert game_keys() == ("osrs", "rs3")
    assert len(OSRS.skills) == 24
    assert len(OSRS.activities) == 91
    assert len(RS3.skills) == 29


@pytest.mark.parametrize("key", game_keys())
def test_no_name_means_two_things(key: str) -> None:
    data = read_toml(key)
    rows = {**data["skills"], **data["activities"], **data["bosses"]}
    claims = Counter(
        name for row, values in rows.items() for name in {name_key(it) for it in (row, *values["names"])}
    )

    assert [name for name, count in claims.items() if count > 1] == []
    assert not claims.keys() & {name_key(name) for name in data["ambiguous"]}
    assert game_of(key).names[OVERALL] == OVERALL


@pytest.mark.parametrize("key", game_keys())
def test_what_is_ambiguous_lists_rows_that_exist(key: str) -> None:
    game = game_of(key)

    assert all(game.knows(row) for rows in game.ambiguous.values() for row in rows)
    assert all(len(rows) > 1 for rows in game.ambiguous.values())


@pytest.mark.parametrize(
    ("skill", "cap", "curve"),
    [
        ("attack", 99, "regular"),
        ("mining", 110, "regular"),
        ("slayer", 120, "regular"),
        ("invention", 120, "elite"),
    ],
)
def test_caps_and_curves_are_those_of_the_skill(skill: str, cap: int, curve: str) -> None:
    assert (RS3.skills[skill].cap, RS3.skills[skill].curve.name) == (cap, curve)
    assert all(it.cap == 99 for it in OSRS.skills.values())


def test_hitpoints_and_constitution_start_at_level_ten() -> None:
    for skill in (OSRS.skills["hitpoints"], RS3.skills["constitution"]):
        assert skill.starts_at == 1_154
        assert skill.level(skill.starts_at) == 10


def test_a_level_ends_at_the_cap_and_a_virtual_level_does_not() -> None:
    attack = OSRS.skills["attack"]

    assert attack.level(104_273_167) == 99
    assert attack.virtual_level(104_273_167) == 120


def test_the_level_that_the_game_reports_wins_over_a_computed_one() -> None:
    assert RS3.skills["thieving"].level(104_273_167, reported=120) == 120
    assert RS3.skills["thieving"].level(83, reported=1) == 1


@pytest.mark.parametrize(
    ("quantity", "free"),
    [
        (Quantity("lms - rank", Measure.SCORE), True),
        (Quantity("pvp arena - rank", Measure.SCORE), True),
        (Quantity("attack", Measure.RANK), True),
        (Quantity("stars", Measure.VALUE), True),
        (Quantity("attack", Measure.XP), False),
        (Quantity("attack", Measure.LEVEL), False),
        (Quantity("overall", Measure.XP), False),
        (Quantity("zulrah", Measure.SCORE), False),
        (Quantity("a boss of tomorrow", Measure.SCORE), False),
    ],
)
def test_only_ranks_ratings_and_plain_numbers_may_fall_freely(quantity: Quantity, *, free: bool) -> None:
    assert OSRS.may_fall(quantity) is free


def test_rows_that_only_a_reading_knows_are_taken_in_under_their_own_names() -> None:
    game = OSRS.knowing(
        {
            Quantity("shamanism", Measure.XP): 5_000,
            Quantity("shamanism", Measure.LEVEL): 20,
            Quantity("Old Wyrm".lower(), Measure.SCORE): 7,
            Quantity("ghost", Measure.RANK): 7,
            Quantity("attack", Measure.XP): 83,
        }
    )

    assert game.skills["shamanism"].cap == 99
    assert game.activities["old wyrm"].name == "Old wyrm"
    assert game.names["old wyrm"] == "old wyrm"
    assert not game.knows("ghost")
    assert game.skills["attack"] == OSRS.skills["attack"]


def test_the_name_of_a_new_row_wins_over_an_abbreviation() -> None:
    game = OSRS.knowing({Quantity("angel", Measure.SCORE): 1})

    assert OSRS.names["angel"] == "mad angel"
    assert game.names["angel"] == "angel"


def test_a_reported_level_above_the_cap_raises_the_cap() -> None:
    game = RS3.knowing({Quantity("crafting", Measure.LEVEL): 107})

    assert game.skills["crafting"].cap == 107


def test_a_source_that_is_no_game_knows_what_its_reading_has() -> None:
    game = game_of("weather")

    assert not game.knows("rain")
    assert game.knowing({Quantity("rain", Measure.VALUE): 3}).metrics == ("rain",)


def test_a_number_on_the_web_has_one_number_which_is_called_as_somebody_calls_it() -> None:
    web = game_of(WEB)
    mine = web.calling("Push-ups", "repetitions")

    assert (web.title, web.metrics, web.display("value")) == ("a number on the web", ("value",), "Value")
    assert mine.display("value") == "Push-ups"
    assert {mine.names[name_key(it)] for it in ("push ups", "Repetition", "value")} == {"value"}


@pytest.mark.parametrize("taken", ["2027", "100m", "m", "days", "Week", "million", "%", ""])
def test_no_name_takes_the_meaning_from_numbers_and_paces(taken: str) -> None:
    assert game_of(WEB).calling(taken, taken).names == game_of(WEB).names


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("K'ril Tsutsaroth", "kril tsutsaroth"),
        ("kril-tsutsaroth", "kril tsutsaroth"),
        ("Kree\N{RIGHT SINGLE QUOTATION MARK}Arra", "kreearra"),
        ("Clue Scrolls (all)", "clue scrolls all"),
        ("  The  Gauntlet ", "gauntlet"),
        ("Barrows Chests", "barrows chest"),
        ("the", "the"),
        ("_-_", ""),
    ],
)
def test_a_name_is_the_same_however_it_is_written(written: str, key: str) -> None:
    assert name_key(written) == key
