"""RuneScape 3: rows by place as far as the page's shape proves it, filled up by RuneMetrics."""

from collections.abc import Callable

import pytest

from scheduler.sources.registry import Sources
from scheduler.sources.source import Malformed, NotFound
from tests.fakes.hiscores import RS3_TABLES, FakeHiscores
from tests.fakes.hiscores_rows import RS3_ACTIVITIES, RS3_SKILLS
from tests.fakes.web_faults import Fault, blocked, cut_short, garbage, html_with_200, page, server_error
from tests.scheduler.sources.reading import numbers
from tracker.store.segments import Subject

BOB = Subject("rs3", "main:iron bob")
HISCORES, PROFILE = "/m=hiscore/index_lite.ws", "/runemetrics/profile/profile"


def paths(game: FakeHiscores) -> list[str]:
    return [asked.path for asked in game.asked]


@pytest.mark.parametrize(("mode", "table"), RS3_TABLES.items())
async def test_each_mode_reads_its_own_table(
    game: FakeHiscores, sources: Sources, mode: str, table: str
) -> None:
    for each, xp in zip(RS3_TABLES, (1000, 2000, 3000), strict=True):
        game.rs3("Iron Bob", each).train_all(RS3_SKILLS, xp)
    reading = await sources.fetch(sources.rs3.modes.subject("iron_bob", mode))
    assert numbers(reading, "fishing")["xp"] == game.rs3("Iron Bob", mode).skills["Fishing"][2]
    assert (game.asked[-1].path, game.asked[-1].query) == (f"/m={table}/index_lite.ws", "player=iron%20bob")


async def test_every_row_has_its_number(game: FakeHiscores, sources: Sources) -> None:
    bob = game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000)
    for place, skill in enumerate(RS3_SKILLS[1:]):
        bob.train(skill, 5000 + place)
    for place, activity in enumerate(RS3_ACTIVITIES):
        bob.score(activity, 100 + place)
    reading = await sources.fetch(BOB)
    assert {skill: numbers(reading, skill.lower())["xp"] for skill in RS3_SKILLS[1:]} == {
        skill: 5000 + place for place, skill in enumerate(RS3_SKILLS[1:])
    }
    disputed = {"GG: Athletics", "GG: Resource Race"}
    assert {name: numbers(reading, name.lower()).get("score") for name in RS3_ACTIVITIES} == {
        name: None if name in disputed else 100 + place for place, name in enumerate(RS3_ACTIVITIES)
    }


@pytest.mark.parametrize("row", [(-1, 1, -1), (-1, 0, -1), (-1, 1, 0), (0, 0, 0)])
async def test_an_unranked_skill_is_unknown_in_all_its_forms(
    game: FakeHiscores, sources: Sources, row: tuple[int, int, int]
) -> None:
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000).skills["Invention"] = row
    assert numbers(await sources.fetch(BOB), "invention") == {}


async def test_when_all_skills_are_known_runemetrics_is_not_asked(
    game: FakeHiscores, sources: Sources
) -> None:
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000)
    await sources.fetch(BOB)
    assert paths(game) == [HISCORES]


async def test_runemetrics_fills_skills_that_the_hiscores_leave_unranked(
    game: FakeHiscores, sources: Sources
) -> None:
    game.rs3("Iron Bob").train("Fishing", 5000)
    game.profile("Iron Bob", {"Fishing": (99, 999), "Archaeology": (2, 1426), "Necromancy": (1, 0)})
    reading = await sources.fetch(BOB)
    assert numbers(reading, "archaeology") == {"xp": 142, "level": 2}
    assert numbers(reading, "fishing") == {"xp": 5000, "level": 20, "rank": 1000}
    assert numbers(reading, "necromancy") == {}
    assert game.asked[-1].query == "user=iron%20bob&activities=0"


async def test_an_unranked_total_is_filled_too_and_its_xp_is_not_in_tenths(
    game: FakeHiscores, sources: Sources
) -> None:
    game.rs3("Iron Bob").train("Fishing", 5000)
    game.profile("Iron Bob", {}, totalskill=1983, totalxp=5_800_000_000)
    assert numbers(await sources.fetch(BOB), "overall") == {"xp": 5_800_000_000, "level": 1983}


async def test_the_name_comes_with_its_capitals(game: FakeHiscores, sources: Sources) -> None:
    game.rs3("iron bob").train("Fishing", 5000)
    game.profile("Iron\u00a0BOB", {"Mining": (20, 50_000)})
    assert (await sources.fetch(BOB)).name == "Iron BOB"


async def test_a_name_that_is_not_the_one_we_asked_for_is_none(game: FakeHiscores, sources: Sources) -> None:
    game.rs3("Iron Bob").train("Fishing", 5000)
    game.profile("Iron Bob", {}, name="Somebody")
    assert (await sources.fetch(BOB)).name is None


@pytest.mark.parametrize(
    ("error", "note"),
    [
        ("PROFILE_PRIVATE", "RuneMetrics: the profile is private, so unranked skills stay unknown"),
        ("NO_PROFILE", "RuneMetrics: there is no profile, so unranked skills stay unknown"),
        ("NOT_A_MEMBER", "RuneMetrics: the account is no member, so unranked skills stay unknown"),
    ],
)
async def test_why_there_is_no_profile_is_noted_and_the_reading_stands(
    game: FakeHiscores, sources: Sources, error: str, note: str
) -> None:
    game.rs3("Iron Bob").train("Fishing", 5000)
    game.no_profile("Iron Bob", error)
    reading = await sources.fetch(BOB)
    assert numbers(reading, "fishing")["xp"] == 5000
    assert reading.notes == (note,)


@pytest.mark.parametrize("status", [200, 400, 403, 404])
async def test_that_answer_counts_with_any_status(game: FakeHiscores, sources: Sources, status: int) -> None:
    game.rs3("Iron Bob").train("Fishing", 5000)
    body = '{"error":"PROFILE_PRIVATE","loggedIn":"false"}'
    game.go_wrong(page(body, status, "application/json"), path=PROFILE)
    assert "private" in (await sources.fetch(BOB)).notes[0]


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (server_error(), "unavailable"),
        (html_with_200(), "unavailable"),
        (blocked(), "blocked"),
        (garbage(), "malformed"),
        (page("[]"), "malformed"),
        (page('{"error": "NEW"}'), "malformed"),
        (page('{"skillvalues": 5}'), "malformed"),
    ],
)
async def test_trouble_with_runemetrics_never_makes_a_reading_fail(
    game: FakeHiscores, sources: Sources, fault: Fault, code: str
) -> None:
    game.rs3("Iron Bob").train("Fishing", 5000)
    game.stay_wrong(fault, path=PROFILE)
    for _ in range(4):
        reading = await sources.fetch(BOB)
        assert numbers(reading, "fishing")["xp"] == 5000
        assert reading.notes == (f"RuneMetrics could not be asked ({code}), so unranked skills stay unknown",)


@pytest.mark.parametrize(
    ("arrange", "reason"),
    [
        (lambda game: game.profile("Iron Bob", {"Mining": (5, 4000)}), "exists, but is not ranked there yet"),
        (lambda game: game.no_profile("Iron Bob", "PROFILE_PRIVATE"), "its RuneMetrics profile is private"),
        (lambda game: game.no_profile("Iron Bob", "NOT_A_MEMBER"), "the account is no member"),
        (lambda game: game.no_profile("Iron Bob", "NO_PROFILE"), "RuneMetrics does not know it either"),
        (lambda game: game.stay_wrong(html_with_200(), path=PROFILE), "name may be wrong or have changed"),
    ],
)
async def test_of_a_character_that_is_not_listed_runemetrics_may_know_why(
    game: FakeHiscores, sources: Sources, arrange: Callable[[FakeHiscores], None], reason: str
) -> None:
    arrange(game)
    with pytest.raises(NotFound, match=rf"do not list iron bob \(RuneScape 3\)\. .*{reason}"):
        await sources.fetch(BOB)


async def test_a_new_row_among_the_activities_leaves_them_out_and_keeps_the_skills(
    game: FakeHiscores, sources: Sources
) -> None:
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000).score("RuneScore", 4485)
    game.rs3_activities.insert(10, "Fort Forinthry")
    first, second = await sources.fetch(BOB), await sources.fetch(BOB)
    assert numbers(first, "necromancy")["xp"] == 5000
    assert {quantity.attribute for quantity in first.values} == {skill.lower() for skill in RS3_SKILLS}
    assert first.notes == (
        "62 rows, 30 of them skills, in place of 61 and 30: activities and new skills are not read",
    )
    assert second.notes == ()


async def test_a_missing_activity_leaves_them_out_and_keeps_the_skills(
    game: FakeHiscores, sources: Sources
) -> None:
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000).score("RuneScore", 4485)
    game.rs3_activities.remove("Conquest")
    reading = await sources.fetch(BOB)
    assert numbers(reading, "runescore") == {}
    assert numbers(reading, "attack")["xp"] == 5000


async def test_a_new_skill_comes_after_the_others_and_moves_none(
    game: FakeHiscores, sources: Sources
) -> None:
    game.rs3_skills.append("Shamanism")
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000).train("Shamanism", 83).score("RuneScore", 4485)
    reading = await sources.fetch(BOB)
    assert numbers(reading, "necromancy")["xp"] == 5000
    assert numbers(reading, "runescore") == {}
    assert "62 rows, 31 of them skills" in reading.notes[0]


async def test_a_new_skill_in_runemetrics_is_noted_once(game: FakeHiscores, sources: Sources) -> None:
    game.rs3("Iron Bob").train("Fishing", 5000)
    game.rs3_skills.append("Shamanism")
    game.profile("Iron Bob", {"Shamanism": (5, 4000), "Mining": (5, 4000)})
    game.rs3_skills.remove("Shamanism")
    first, second = await sources.fetch(BOB), await sources.fetch(BOB)
    assert first.notes == ("RuneMetrics has a new skill: number 29",)
    assert second.notes == ()
    assert numbers(first, "mining")["xp"] == 400


async def test_a_missing_skill_row_is_malformed_because_no_row_can_be_trusted(
    game: FakeHiscores, sources: Sources
) -> None:
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000)
    game.rs3_skills.remove("Summoning")
    with pytest.raises(Malformed, match="The RuneScape 3 hiscores answered in a form"):
        await sources.fetch(BOB)


async def test_an_activity_that_looks_like_a_skill_leaves_the_activities_out(
    game: FakeHiscores, sources: Sources
) -> None:
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000).score("RuneScore", 4485)
    game.rs3("Iron Bob").activities["Conquest"] = (1, 2, 3)  # type: ignore[assignment]
    reading = await sources.fetch(BOB)
    assert numbers(reading, "runescore") == {}
    assert numbers(reading, "attack")["xp"] == 5000


async def test_no_number_is_taken_from_a_page_cut_within_the_skills(
    game: FakeHiscores, sources: Sources
) -> None:
    """The last row could be 50 where it was 5000; only what is followed by another row is whole."""
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000)
    whole = len("1000,580,145000\n") + len("1000,20,5000\n") * 29
    for keep in (10, whole // 2, whole - 3, whole - 1, whole):
        game.go_wrong(cut_short(keep))
        with pytest.raises(Malformed):
            await sources.fetch(BOB)


async def test_a_page_cut_within_the_activities_keeps_the_skills(
    game: FakeHiscores, sources: Sources
) -> None:
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000).score("Bounty Hunter", 4485)
    game.go_wrong(cut_short(len("1000,580,145000\n") + len("1000,20,5000\n") * 29 + len("1000,44")))
    reading = await sources.fetch(BOB)
    assert numbers(reading, "necromancy")["xp"] == 5000
    assert numbers(reading, "bounty hunter") == {}


@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n", b"\n\n"])
async def test_how_the_page_ends_and_breaks_its_lines_does_not_matter(
    game: FakeHiscores, sources: Sources, ending: bytes
) -> None:
    lines = [b"1,99,14000000"] * 30 + [b"1,5"] * 31
    game.go_wrong(
        page((b"\r\n" if b"\r" in ending else b"\n").join(lines) + ending, content_type="text/plain")
    )
    assert numbers(await sources.fetch(BOB), "runescore") == {"score": 5, "rank": 1}


@pytest.mark.parametrize(
    "line", [b"1,2,x", b"1,2,3,4", b"1", b"1,2,", b"1.0,2,3", b"1_0,2,3", b"\xd9\xa1,2,3"]
)
async def test_one_line_that_is_no_row_makes_the_page_malformed(
    game: FakeHiscores, sources: Sources, line: bytes
) -> None:
    game.go_wrong(page(b"\n".join([b"1,99,14000000"] * 29 + [line] + [b"1,5"] * 31)))
    with pytest.raises(Malformed):
        await sources.fetch(BOB)


async def test_a_total_that_lags_behind_the_skills_is_noted(game: FakeHiscores, sources: Sources) -> None:
    game.rs3("Iron Bob").train_all(RS3_SKILLS, 5000).train("Overall", 29 * 5000, level=579)
    assert (await sources.fetch(BOB)).notes == (
        "overall is stale: total level 579, but the skills add up to 580",
    )
