"""`questlog challenge`: set up, joined with a proof of the account, counted, and seen in every way."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.exits import Exit
from tests.bot.cli.challenge_life import ADA, Life, life_in
from tests.bot.cli.shell import DAY, Shell
from tests.fakes.github import message, secondary_limit
from tests.fakes.web_faults import garbage
from tests.tracker.store.items import everything
from tracker.challenge.model import WhoMayJoin
from tracker.store.segments import timestamp
from tracker.store.values import key_of


@pytest.fixture
async def life(tmp_path: Path) -> AsyncIterator[Life]:
    async with life_in(tmp_path) as opened:
        yield opened


@pytest.fixture
def shell(life: Life) -> Shell:
    return life.shell


def trimmed(lines: list[str]) -> list[str]:
    return [line.rstrip() for line in lines]


async def test_without_options_it_is_about_one_commit_a_week(shell: Shell) -> None:
    made = (await shell.answer("challenge", "create", "Weekly", "commits"))["challenge"]

    assert made.pop("id").isalnum()
    assert made == {
        "name": "Weekly commits",
        "counts": "commits",
        "only": None,
        "threshold": 1,
        "zone": "UTC",
        "starts": "2027-02-01",
        "ends": None,
        "who": "server",
        "status": "active",
        "phase": "under-way",
        "aim": "at least 1 commit a week",
        "createdAt": "2027-02-01T12:00:00Z",
    }
    [listed] = (await shell.answer("challenge", "list"))["challenges"]
    assert (listed["name"], listed["joined"], listed["participants"]) == ("Weekly commits", False, 0)


async def test_people_read_what_was_understood_and_what_to_do_next(shell: Shell) -> None:
    for command in ("list", "status"):
        looked, *lines = await shell.lines("challenge", command)
        assert looked.startswith("Looked into ")
        assert lines == [
            "You are in no challenge yet. Begin one: questlog challenge create 'Weekly commits'",
            "A group agrees on so much a week, and I keep the score: who made it, how often in a row.",
        ]
    options = ("--counts", "xp", "--threshold", "100000", "--zone", "europe/berlin")
    days = ("--starts", "1 march", "--ends", "2027-05-30")
    lines = await shell.lines("challenge", "create", "Spring", *options, *days, "--who", "anybody")

    made_id = lines[1].removeprefix("Spring  ")
    assert trimmed(lines) == [
        "A new challenge",
        f"Spring  {made_id}",
        "counts        xp that a character gains, in all skills",
        "a good week   at least 100,000 xp, from Monday to Sunday",
        "clocks        Europe/Berlin",
        "when          from 1 March to 30 May",
        f"who may join  whoever knows its id: {made_id}",
        "Join it: questlog challenge join spring --character NAME",
    ]
    assert trimmed(await shell.lines("challenge", "list"))[1:] == [
        "Spring                      ○ from 1 March to 30 May  0       \N{EN DASH}",
        "at least 100,000 xp a week  Europe/Berlin",
    ]
    assert trimmed(await shell.lines("challenge", "show", "spring")) == [
        "You are not in it",
        *trimmed(lines)[1:-1],
    ]


async def test_a_challenge_may_begin_earlier_in_this_week_and_by_the_clocks_of_its_zone(shell: Shell) -> None:
    shell.clock.advance(2.5 * DAY)  # Thursday, 00:00 in UTC: still Wednesday in New York
    first = await shell.answer("challenge", "create", "one", "--starts", "2027-02-01")
    second = await shell.answer("challenge", "create", "two", "--zone", "America/New_York")

    assert first["challenge"]["starts"] == "2027-02-01"
    assert second["challenge"]["starts"] == "2027-02-03"


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--zone", "CET"), "invalid_setting", "Europe/Berlin"),
        (("--zone", "Atlantis"), "invalid_setting", "no time zone"),
        (("--starts", "2027-01-31"), "date_in_past", "this week or later"),
        (("--starts", "31 feb"), "no_such_date", "31 feb"),
        (("--starts", "whenever"), "no_such_date", "whenever"),
        (("--ends", "2026-12-31"), "date_in_past", "in the past"),
        (("--ends", "1/3/2027"), "ambiguous_date", "1/3/2027"),
    ],
)
async def test_what_makes_no_sense_is_refused_in_one_line_and_nothing_is_made(
    shell: Shell, options: tuple[str, str], code: str, said: str
) -> None:
    exit_code, found, told = await shell.refusal("challenge", "create", "Weekly", *options)

    assert (exit_code, found) == (Exit.USAGE, code)
    assert said in told
    assert (await shell.answer("challenge", "list"))["challenges"] == []


@pytest.mark.parametrize("options", [("--counts", "steps"), ("--threshold", "1.5"), ("--who", "friends")])
async def test_what_is_no_choice_is_refused_with_what_is(shell: Shell, options: tuple[str, str]) -> None:
    ended = await shell.run("challenge", "create", "Weekly", *options)

    assert (ended.code, ended.err.count("\n")) == (Exit.USAGE, 1)
    assert options[0] in ended.err


async def test_a_week_has_to_ask_for_something(shell: Shell) -> None:
    ended = await shell.run("challenge", "create", "Weekly", "--threshold", "0")

    assert (ended.code, ended.err) == (Exit.USAGE, "questlog: A week asks for 1 to 1,000,000,000,000.\n")


async def test_names_and_ends_have_limits(shell: Shell) -> None:
    await shell.answer("challenge", "create", "Weekly")

    assert (await shell.refusal("challenge", "create", "weekly"))[:2] == (Exit.PROBLEM, "bad_challenge")
    for words in (("x" * 61,), ("a\x07b",), ("Short", "--ends", "today")):
        assert (await shell.refusal("challenge", "create", *words))[:2] == (Exit.USAGE, "bad_challenge")


async def test_an_account_is_proven_by_a_code_before_it_counts(life: Life, shell: Shell) -> None:
    octocat = life.github.account("octocat")
    await shell.answer("challenge", "create", "Weekly commits")

    code, told = (await shell.refusal("challenge", "join", "weekly"))[1:]
    assert code == "not_proven"
    assert "First say which GitHub account is yours, with the option github." in told
    asked = await shell.answer("challenge", "join", "weekly", "--github", "https://github.com/octocat")
    lines = await shell.lines("challenge", "join", "weekly", "--github", "@octocat")
    early = await shell.refusal("challenge", "join", "weekly", "--github", "octocat", "--check")

    or_gist = "or make a public gist with it as its description"
    assert (asked["joined"], asked["github"]) == (False, "octocat")
    assert asked["code"] in asked["advice"]
    assert lines == [
        f"1. Write {asked['code']} into the bio of github.com/octocat, {or_gist}.",
        "2. Then: questlog challenge join 'weekly commits' --github octocat --check",
        "Others there will see you as octocat, with your commits of each week.",
        "GitHub takes a minute now and then until it shows what you wrote.",
    ]
    assert early[:2] == (Exit.PROBLEM, "not_proven")
    assert asked["code"] in early[2]

    octocat.bio = f"I like trees. {asked['code']}"
    counting = "Commits of github.com/octocat count"
    assert await shell.lines("challenge", "join", "weekly", "--github", "octocat") == [
        f"You are in Weekly commits. {counting}: at least 1 commit a week. This week counts already.",
        "Others there see you as octocat, with your count of each week and your streak, and nothing else.",
        "Work in private repositories does not count: GitHub does not say what it is.",
        "See how you stand: questlog challenge status 'weekly commits'",
    ]
    octocat.bio = None
    assert (await shell.refusal("challenge", "join", "weekly"))[1] == "already_in"


async def test_a_proven_account_is_shown_no_second_time_and_belongs_to_one_person(
    life: Life, shell: Shell
) -> None:
    for name in ("Weekly", "Daily bread"):
        await shell.answer("challenge", "create", name)
    await life.prove("octocat")
    requests = len(life.github.asked)

    again = await shell.answer("challenge", "join", "daily", "--as", "Tree lover", "--github", "OctoCat")
    join = ("challenge", "join", "weekly", "--as", "Ada", "--github", "octocat", *ADA)
    code = (await shell.answer(*join))["code"]
    life.github.accounts[1001].gist(code)
    taken = await shell.refusal(*join)

    assert {name: again[name] for name in again if name != "challenge"} == {
        "joined": True,
        "name": "Tree lover",
        "since": "2027-W05",
        "github": "octocat",
        "counting": "Commits of github.com/octocat count",
        "isPublic": False,
    }
    assert {asked.path for asked in life.github.asked[requests:]} == {
        "/users/octocat",
        "/users/octocat/gists",
    }
    assert taken[:2] == (Exit.PROBLEM, "identity_taken")


async def test_what_github_says_no_to_is_one_clear_line(life: Life, shell: Shell) -> None:
    await shell.answer("challenge", "create", "Weekly")
    faults = {
        "rate-limited": secondary_limit("3600"),
        "blocked": message("Bad credentials", 401),
        "malformed": garbage(),
    }

    async def refused(login: str) -> tuple[int, str]:
        return (await shell.refusal("challenge", "join", "weekly", "--github", login))[:2]

    for code, fault in faults.items():
        life.github.stay_wrong(fault)
        assert await refused("octocat") == (Exit.PROBLEM, code)
        life.github.recover()
    assert await refused("nobody") == (Exit.PROBLEM, "not-found")
    assert await refused("no body") == (Exit.USAGE, "bad-name")
    assert await refused("x" * 40) == (Exit.USAGE, "bad-name")
    assert (await shell.answer("challenge", "status"))["challenges"] == []


async def test_a_week_as_it_stands_and_who_is_ahead(life: Life, shell: Shell) -> None:
    await shell.answer("challenge", "create", "Weekly commits", "--threshold", "5")
    await life.prove("octocat")
    await life.prove("countess", *ADA)
    assert "Not counted yet" in (await shell.run("challenge", "status")).out
    nobody = "Nobody in Weekly commits was counted in that week yet."
    assert trimmed(await shell.lines("challenge", "standings"))[1] == nobody

    life.commit("octocat", 2)
    life.commit("countess", 8)
    await life.count()

    assert trimmed(await shell.lines("challenge", "status"))[:4] == [
        "Weekly commits  at least 5 commits a week · since 1 February",
        "○ ▰▰▰▱▱▱▱▱ 2 of 5 commits · 7 days left",
        "place       number 2 of 2",
        "streak      none now",
    ]
    assert trimmed(await shell.lines("challenge", "standings")) == [
        "Weekly commits  week 5, 1 to 7 February 2027",
        "1  ✓ countess     ▰▰▰▰▰▰▰▰  8 commits  1 week",
        "2  octocat (you)  ▰▰▱▱▱▱▱▱  2 commits",
        "On average 5 per person; 50 % had a good week",
        "In total 10 commits in 2 weeks by 2 people",
        "Longest streaks now: countess 1 week",
        "at least 5 commits a week · 1 of 2 had a good week · 10 commits in all · Counted",
        "12:01",
    ]
    found = await shell.answer("challenge", "standings", "weekly", "--limit", "1")
    assert [(one["name"], one["count"], one["success"], one["you"]) for one in found["top"]] == [
        ("countess", 8, True, False)
    ]
    assert found["you"] == {"rank": 2, "name": "octocat", "count": 2, "success": False, "streak": 0}
    assert "2  octocat (you)" in (await shell.run("challenge", "standings", "--limit", "1")).out
    assert (found["week"]["participants"], found["week"]["rate"]) == (2, 50.0)


async def test_weeks_that_are_over_say_what_came_too_late_and_what_is_private(
    life: Life, shell: Shell
) -> None:
    await shell.answer("challenge", "create", "Weekly commits", "--threshold", "5")
    await life.prove("octocat")
    life.commit("octocat", 5)
    await life.count(7)
    life.commit("octocat", 3)
    octocat = life.github.called("octocat")
    assert octocat is not None
    octocat.private[shell.clock().date()] = 7
    await life.count(2)
    octocat.commit(shell.clock() - timedelta(days=8), times=4)
    await life.count(1)

    newest, first = (await shell.answer("challenge", "history", "weekly"))["weeks"]
    assert (newest["week"], newest["count"], newest["settled"], newest["private"]) == (
        "2027-W06",
        3,
        False,
        7,
    )
    assert (first["week"], first["count"], first["settled"], first["late"]) == ("2027-W05", 5, True, 4)
    assert [one["week"] for one in (await shell.answer("challenge", "history", "--limit", "1"))["weeks"]] == [
        "2027-W06"
    ]
    lines = trimmed(await shell.lines("challenge", "history"))
    assert lines[:3] == [
        "Weekly commits  2 weeks",
        "Week 6 from 8 February    3 of 5 commits  7 private · still open",
        "✓ Week 5 from 1 February  5 commits       4 more came too late to count · 7",
    ]
    assert any(line.startswith("Of private work GitHub tells only how much") for line in lines)
    [status] = (await shell.answer("challenge", "status"))["challenges"]
    assert (status["streak"]["current"], status["successWeeks"], status["totalWeeks"]) == (1, 1, 2)
    assert "GitHub hides 7 contributions of the last weeks" in (await shell.run("challenge", "status")).out
    before = await shell.answer("challenge", "standings", "--week", "2027-w05")
    assert [(one["name"], one["count"]) for one in before["top"]] == [("octocat", 5)]


@pytest.mark.parametrize("week", ["2026-W54", "46", "next week", "0001-W01", "9999-W52", "2026-W46-1", ""])
async def test_a_week_is_written_by_its_year_and_number(shell: Shell, week: str) -> None:
    assert (await shell.refusal("challenge", "standings", "--week", week))[:2] == (Exit.USAGE, "no_such_week")


async def test_whoever_leaves_keeps_what_is_settled(life: Life, shell: Shell) -> None:
    await shell.answer("challenge", "create", "Weekly commits")
    await life.prove("octocat")
    life.commit("octocat")
    await life.count(9)

    assert (await shell.answer("challenge", "leave", "weekly"))["joined"] is False
    assert (await shell.refusal("challenge", "leave", "weekly"))[1] == "not_in"
    assert (await shell.refusal("challenge", "status", "weekly"))[1] == "not_in"
    assert [one["week"] for one in (await shell.answer("challenge", "history"))["weeks"]] == ["2027-W05"]
    assert (await shell.answer("challenge", "join", "weekly"))["since"] == "2027-W06"


async def test_which_challenge_is_meant(shell: Shell) -> None:
    assert (await shell.refusal("challenge", "standings"))[1] == "no_such_challenge"
    first = (await shell.answer("challenge", "create", "Weekly commits"))["challenge"]
    await shell.answer("challenge", "create", "Weekly walks", "--counts", "habits")

    found = await shell.answer("challenge", "standings", first["id"].lower())
    assert found["challenge"]["name"] == "Weekly commits"
    assert (await shell.answer("challenge", "standings", "walks"))["challenge"]["name"] == "Weekly walks"
    assert (await shell.refusal("challenge", "standings"))[:2] == (Exit.USAGE, "challenge_missing")
    assert (await shell.refusal("challenge", "standings", "weekly"))[1] == "ambiguous_challenge"
    for text in ("chess", "0" * 26, "#", "a#b", " "):
        code = (await shell.refusal("challenge", "leave", text))[1]
        assert code == "no_such_challenge"


async def test_a_challenge_of_others_is_joined_where_it_was_set_up_unless_anybody_may(shell: Shell) -> None:
    made: list[str] = []
    for who in WhoMayJoin:
        options = ("--counts", "habits", "--who", who.value)
        answer = await shell.answer("challenge", "create", f"for {who}", *options, *ADA)
        made.append(answer["challenge"]["id"])

    assert (await shell.answer("challenge", "list"))["challenges"] == []
    assert (await shell.refusal("challenge", "join", made[0], "--as", "Me"))[:2] == (Exit.PROBLEM, "not_open")
    assert (await shell.answer("challenge", "join", made[1], "--as", "Me"))["joined"] is True


async def test_xp_is_that_of_a_character(shell: Shell) -> None:
    await shell.answer("challenge", "create", "Grind", "--counts", "xp", "--threshold", "1000")
    nobody = await shell.refusal("challenge", "join", "grind", "--as", "Me")
    for name in ("Oak Chopper", "Iron Bob"):
        shell.game.osrs(name).train("Woodcutting", 1000)
        await shell.answer("character", "add", name)
        shell.clock.advance(1)

    assert nobody[1] == "character_missing"
    assert (await shell.refusal("challenge", "join", "grind", "--as", "Me"))[2] == (
        "Whose xp counts? Choose a character: Oak Chopper, Iron Bob."
    )
    assert (await shell.refusal("challenge", "join", "grind", "--as", "Me", "--character", "Zed"))[1] == (
        "no_such_character"
    )
    joined = await shell.answer("challenge", "join", "grind", "--as", "Me", "--character", "iron_bob")
    assert (joined["name"], joined["github"]) == ("Me", None)


async def test_habits_count_all_or_the_one_that_is_named(life: Life, shell: Shell) -> None:
    for name in ("gym", "read", "no smoking"):
        await shell.answer("habit", "add", name)
    for name in ("Every habit", "Gym alone"):
        await shell.answer("challenge", "create", name, "--counts", "habits")

    assert (await shell.refusal("challenge", "join", "every"))[:2] == (Exit.USAGE, "name_missing")
    assert (await shell.refusal("challenge", "join", "alone", "--as", "Me", "--habit", "smoking"))[1] == (
        "bad_challenge"
    )
    await shell.answer("challenge", "join", "every", "--as", "Me")
    await shell.answer("challenge", "join", "alone", "--as", "Me", "--habit", "gym")
    await shell.answer("habit", "done", "gym")
    await shell.answer("habit", "done", "read")
    await life.count()

    stands = (await shell.answer("challenge", "status"))["challenges"]
    assert [(one["challenge"]["name"], one["week"]["count"]) for one in stands] == [
        ("Every habit", 2),
        ("Gym alone", 1),
    ]


async def test_options_that_do_not_belong_together_are_refused(shell: Shell) -> None:
    await shell.answer("challenge", "create", "Weekly commits")
    await shell.answer("challenge", "create", "Habits", "--counts", "habits")

    for words in (
        ("weekly", "--character", "Bob"),
        ("weekly", "--habit", "gym"),
        ("habits", "--github", "octocat"),
        ("weekly", "--check"),
    ):
        assert (await shell.refusal("challenge", "join", *words))[:2] == (Exit.USAGE, "bad_challenge")


async def test_what_is_over_cannot_be_joined(shell: Shell) -> None:
    await shell.answer("challenge", "create", "Short", "--ends", "2027-02-07")
    shell.clock.advance(8 * DAY)

    assert (await shell.refusal("challenge", "join", "short", "--github", "octocat"))[1] == "challenge_over"
    assert "over since 7 February" in (await shell.run("challenge", "list")).out


async def test_a_rebuild_finds_all_as_it_was_and_repairs_what_is_not(life: Life, shell: Shell) -> None:
    await shell.answer("challenge", "create", "Weekly commits")
    await life.prove("octocat")
    life.commit("octocat", 3)
    await life.count(9)
    async with shell.store() as store:
        before = await everything(store.table)
        [summary] = [item for key, item in before.items() if key.sk.startswith("SUMMARY#") and item["total"]]

    unchanged = await shell.answer("challenge", "rebuild", "--all")
    async with shell.store() as store:
        assert await everything(store.table) == before
        await store.table.put({**summary, "total": 4711})
    repaired = await shell.answer("challenge", "rebuild", "weekly")
    before |= {key_of(summary): {**summary, "updatedAt": timestamp(shell.clock())}}

    assert [one["rebuilt"][0]["repaired"] for one in (unchanged, repaired)] == [0, 1]
    async with shell.store() as store:
        assert await everything(store.table) == before
    assert await shell.lines("challenge", "rebuild") == [
        "Weekly commits: 1 person and 2 weeks counted anew; all was right."
    ]
    assert (await shell.refusal("challenge", "rebuild", "weekly", "--all"))[:2] == (Exit.USAGE, "usage")


async def test_before_an_account_is_deleted_it_is_said_what_becomes_of_its_challenges(shell: Shell) -> None:
    await shell.answer("challenge", "create", "Daily bread", "--counts", "habits")
    await shell.answer("challenge", "join", "daily", "--as", "Ada")
    ended = await shell.run("account", "delete")
    assert ended.code == Exit.PROBLEM
    assert "Daily bread is removed: nobody else is in it." in ended.err
    assert "Your weeks leave the standings of 1 challenge." in ended.err
