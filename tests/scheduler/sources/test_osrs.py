"""Old School: every table, rows by name, and what is unranked is not there."""

import json

import pytest

from scheduler.sources.registry import Sources
from scheduler.sources.source import Malformed, NotFound
from tests.fakes.hiscores import OSRS_TABLES, FakeHiscores
from tests.fakes.hiscores_rows import OSRS_ACTIVITIES, OSRS_SKILLS
from tests.fakes.web_faults import not_found, page, wrong_content_type
from tests.scheduler.sources.reading import numbers
from tests.scheduler.sources.timing import START
from tracker.store.segments import Subject

BOB = Subject("osrs", "main:iron bob")


@pytest.mark.parametrize(("mode", "table"), OSRS_TABLES.items())
async def test_each_mode_reads_its_own_table(
    game: FakeHiscores, sources: Sources, mode: str, table: str
) -> None:
    for each, xp in zip(OSRS_TABLES, range(1000, 10_000, 100), strict=False):
        game.osrs("Iron Bob", each).train("Fishing", xp)
    reading = await sources.fetch(sources.osrs.modes.subject("Iron_Bob", mode))
    assert numbers(reading, "fishing")["xp"] == game.osrs("Iron Bob", mode).skills["Fishing"][2]
    assert (game.asked[-1].path, game.asked[-1].query) == (f"/m={table}/index_lite.json", "player=iron%20bob")


async def test_a_reading_has_every_number_of_every_row(game: FakeHiscores, sources: Sources) -> None:
    bob = game.osrs("Iron Bob").train_all(OSRS_SKILLS, 13_034_431)
    for place, activity in enumerate(OSRS_ACTIVITIES):
        bob.score(activity, 100 + place, rank=5)
    reading = await sources.fetch(BOB)
    assert reading.subject == BOB
    assert reading.at == START
    assert numbers(reading, "woodcutting") == {"xp": 13_034_431, "level": 99, "rank": 1000}
    assert numbers(reading, "zulrah") == {"score": 190, "rank": 5}
    assert len(reading.values) == 25 * 3 + 91 * 2
    assert reading.notes == ()


@pytest.mark.parametrize("row", [(-1, 1, 0), (-1, 1, -1), (-1, 0, -1), (-1, -1, -1), (0, 0, 0)])
async def test_an_unranked_skill_is_unknown_in_all_its_forms(
    game: FakeHiscores, sources: Sources, row: tuple[int, int, int]
) -> None:
    game.osrs("Iron Bob").train("Fishing", 5000).skills |= {"Sailing": row, "Overall": row}
    reading = await sources.fetch(BOB)
    assert numbers(reading, "sailing") == {}
    assert numbers(reading, "overall") == {}
    assert numbers(reading, "fishing")["xp"] == 5000


@pytest.mark.parametrize("row", [(-1, -1), (-1, 0), (0, 0)])
async def test_an_unranked_activity_is_unknown(
    game: FakeHiscores, sources: Sources, row: tuple[int, int]
) -> None:
    game.osrs("Iron Bob").activities["Zulrah"] = row
    assert numbers(await sources.fetch(BOB), "zulrah") == {}


async def test_a_number_without_a_rank_is_kept(game: FakeHiscores, sources: Sources) -> None:
    bob = game.osrs("Iron Bob").score("Clue Scrolls (easy)", 7, rank=-1)
    bob.train("Mining", 2000, rank=-1)
    bob.skills["Magic"] = (-1, 45, -1)
    reading = await sources.fetch(BOB)
    assert numbers(reading, "clue scrolls (easy)") == {"score": 7}
    assert numbers(reading, "mining") == {"xp": 2000, "level": 13}
    assert numbers(reading, "magic") == {"level": 45}


async def test_total_xp_may_be_beyond_32_bits(game: FakeHiscores, sources: Sources) -> None:
    game.osrs("Iron Bob").train("Overall", 4_800_000_000, level=2376)
    assert numbers(await sources.fetch(BOB), "overall")["xp"] == 4_800_000_000


async def test_a_total_that_lags_behind_the_skills_is_noted_and_kept(
    game: FakeHiscores, sources: Sources
) -> None:
    bob = game.osrs("Iron Bob").train_all(OSRS_SKILLS, 5000)
    bob.train("Overall", 24 * 5000 - 1, level=bob.skills["Overall"][1])
    reading = await sources.fetch(BOB)
    assert reading.notes == ("overall is stale: total xp 119999, but the skills add up to 120000",)
    assert numbers(reading, "overall")["xp"] == 119_999


async def test_a_total_level_that_does_not_count_a_new_skill_yet_is_noted(
    game: FakeHiscores, sources: Sources
) -> None:
    bob = game.osrs("Iron Bob").train_all(OSRS_SKILLS, 5000)
    bob.skills["Sailing"] = (-1, 1, 0)
    bob.train("Overall", 23 * 5000, level=23 * 20)
    assert (await sources.fetch(BOB)).notes == (
        "overall is stale: total level 460, but the skills add up to 461",
    )


async def test_a_row_put_in_the_middle_moves_no_other_number(game: FakeHiscores, sources: Sources) -> None:
    game.osrs("Iron Bob").score("Zulrah", 500).score("Abyssal Sire", 12).train("Sailing", 3000)
    before = (await sources.fetch(BOB)).values
    game.osrs_activities.insert(0, "Grid Medals")
    game.osrs_activities.insert(40, "Sea Dragon")
    game.osrs_skills.insert(7, "Divination")
    assert (await sources.fetch(BOB)).values == before


async def test_a_new_row_is_kept_under_its_own_name_and_noted_once(
    game: FakeHiscores, sources: Sources
) -> None:
    game.osrs_activities.insert(40, "Sea Dragon")
    game.osrs("Iron Bob").score("Sea Dragon", 77)
    first, second = await sources.fetch(BOB), await sources.fetch(BOB)
    assert numbers(first, "sea dragon") == numbers(second, "sea dragon") == {"score": 77, "rank": 1000}
    assert first.notes == ("a new row: sea dragon",)
    assert second.notes == ()


async def test_a_new_skill_is_kept_under_its_own_name(game: FakeHiscores, sources: Sources) -> None:
    game.osrs_skills.append("Shamanism")
    game.osrs("Iron Bob").train("Shamanism", 83)
    assert numbers(await sources.fetch(BOB), "shamanism") == {"xp": 83, "level": 2, "rank": 1000}


async def test_a_missing_row_is_unknown_and_affects_nothing_else(
    game: FakeHiscores, sources: Sources
) -> None:
    game.osrs("Iron Bob").score("Zulrah", 500).score("Yama", 3)
    game.osrs_activities.remove("Zulrah")
    first, second = await sources.fetch(BOB), await sources.fetch(BOB)
    assert numbers(first, "zulrah") == {}
    assert numbers(first, "yama")["score"] == 3
    assert (first.notes, second.notes) == (("a row is missing: zulrah",), ())


@pytest.mark.parametrize(
    ("spelled", "attribute"),
    [
        ("RUNECRAFT", "runecraft"),
        ("Runecrafting", "runecraft"),
        ("kree\u2019arra", "kree'arra"),
        ("Calvarion", "calvar'ion"),
        ("Chambers Of Xeric - Challenge Mode", "chambers of xeric: challenge mode"),
        ("The Nightmare", "nightmare"),
        ("TzTok Jad", "tztok-jad"),
    ],
)
async def test_rows_are_found_in_the_games_other_spellings(
    game: FakeHiscores, sources: Sources, spelled: str, attribute: str
) -> None:
    def spell(rows: list[str]) -> list[str]:
        return [spelled if row.lower() == attribute else row for row in rows]

    game.osrs_skills, game.osrs_activities = spell(OSRS_SKILLS), spell(OSRS_ACTIVITIES)
    game.osrs("Iron Bob").train(spelled, 5000).score(spelled, 5)
    reading = await sources.fetch(BOB)
    assert numbers(reading, attribute)
    assert reading.notes == ()


async def test_of_two_rows_with_one_name_the_first_stands(game: FakeHiscores, sources: Sources) -> None:
    game.osrs_activities.append("ZULRAH")
    game.osrs("Iron Bob").score("Zulrah", 500).score("ZULRAH", 1)
    reading = await sources.fetch(BOB)
    assert numbers(reading, "zulrah")["score"] == 500
    assert reading.notes == ("a row that is there twice: zulrah",)


@pytest.mark.parametrize(
    "row",
    [
        {"name": "Zulrah"},
        {"name": "Zulrah", "rank": None, "score": "500"},
        {"name": "Zulrah", "rank": True, "score": 500.0},
        {"name": "Zulrah", "rank": 10**30, "score": 10**30},
    ],
)
async def test_a_row_whose_numbers_are_none_is_unknown(
    game: FakeHiscores, sources: Sources, row: dict[str, object]
) -> None:
    game.go_wrong(page(_page_with([row])))
    reading = await sources.fetch(BOB)
    assert numbers(reading, "zulrah") == {}
    assert numbers(reading, "yama") == {"score": 3, "rank": 9}


@pytest.mark.parametrize("row", [None, 5, [], "Zulrah", {}, {"name": None}, {"name": ["a"]}, {"name": ""}])
async def test_what_is_no_row_is_passed_over(game: FakeHiscores, sources: Sources, row: object) -> None:
    game.go_wrong(page(_page_with([row])))
    reading = await sources.fetch(BOB)
    assert numbers(reading, "yama") == {"score": 3, "rank": 9}
    assert "a row without a name" in reading.notes


async def test_names_nested_without_end_are_no_names_on_every_page(
    game: FakeHiscores, sources: Sources
) -> None:
    nested = "[" * 900 + "]" * 900
    game.stay_wrong(page(f'{{"activities": [{{"name": {nested}}}, {{"name": "Yama", "score": 3}}]}}'))
    for _ in range(2):
        assert numbers(await sources.fetch(BOB), "yama") == {"score": 3}


@pytest.mark.parametrize("name", ["x" * 81, "a\nb", "\ud800", "\x00"])
async def test_a_name_that_could_be_no_key_is_no_name(
    game: FakeHiscores, sources: Sources, name: str
) -> None:
    game.go_wrong(page(_page_with([{"name": name, "rank": 1, "score": 1}])))
    assert {quantity.attribute for quantity in (await sources.fetch(BOB)).values} == {"yama"}


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        "{}",
        "5",
        '{"skills": [], "activities": []}',
        '{"skills": {}}',
        '{"rank": NaN}',
        "{",
        "[" * 100_000,
    ],
)
async def test_json_that_is_no_page_of_the_hiscores_is_malformed(
    game: FakeHiscores, sources: Sources, body: str
) -> None:
    game.go_wrong(page(body, content_type="application/json"))
    with pytest.raises(Malformed, match="The Old School hiscores answered"):
        await sources.fetch(BOB)


async def test_a_page_with_far_too_many_rows_is_malformed(game: FakeHiscores, sources: Sources) -> None:
    game.osrs("Iron Bob")
    game.osrs_activities += [f"Boss {number}" for number in range(500)]
    with pytest.raises(Malformed):
        await sources.fetch(BOB)


@pytest.mark.parametrize("content_type", ["text/html", "text/plain", "application/octet-stream"])
async def test_the_content_counts_and_not_what_it_is_called(
    game: FakeHiscores, sources: Sources, content_type: str
) -> None:
    game.osrs("Iron Bob").score("Yama", 3)
    game.go_wrong(wrong_content_type(content_type))
    assert numbers(await sources.fetch(BOB), "yama")["score"] == 3


async def test_a_404_that_flaps_is_not_found_only_as_long_as_it_lasts(
    game: FakeHiscores, sources: Sources
) -> None:
    game.osrs("Iron Bob").score("Yama", 3)
    game.go_wrong(not_found(), None, not_found())
    found: list[bool] = []
    for _ in range(4):
        try:
            await sources.fetch(BOB)
            found.append(True)
        except NotFound:
            found.append(False)
    assert found == [False, True, False, True]


async def test_after_a_rename_the_old_name_is_not_found_and_the_new_one_is(
    game: FakeHiscores, sources: Sources
) -> None:
    game.osrs("Iron Bob").score("Yama", 3)
    game.forget("Iron Bob")
    game.osrs("Steel Bob").score("Yama", 3)
    with pytest.raises(NotFound, match=r"do not list iron bob \(Old School\)"):
        await sources.fetch(BOB)
    assert await sources.fetch(sources.osrs.modes.subject("Steel Bob"))


async def test_numbers_that_fall_are_told_as_they_are(game: FakeHiscores, sources: Sources) -> None:
    """A rollback is for the goals to judge."""
    bob = game.osrs("Iron Bob").train("Fishing", 5000)
    await sources.fetch(BOB)
    bob.train("Fishing", 4000)
    assert numbers(await sources.fetch(BOB), "fishing")["xp"] == 4000


async def test_a_subject_that_is_none_is_not_asked_for(game: FakeHiscores, sources: Sources) -> None:
    with pytest.raises(NotFound):
        await sources.fetch(Subject("osrs", "main:a/../b"))
    assert game.asked == []


def _page_with(rows: list[object]) -> str:
    return json.dumps({"skills": [], "activities": [*rows, {"name": "Yama", "rank": 9, "score": 3}]})
