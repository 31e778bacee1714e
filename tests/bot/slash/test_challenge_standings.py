"""The standings of a week over the wire: their pages and picture, and what a server is told on Mondays."""

from collections.abc import AsyncIterator

import pytest

from bot.challenges.requests import ShowStandings
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.challengers import Club, crowd
from tests.bot.slash.players import EVIL, account, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tracker.challenge.messages import STANDINGS
from tracker.notify import outbox
from tracker.store.sqlite import SqliteTable

ROWS_PER_PAGE = ShowStandings().limit


@pytest.fixture
async def club(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Club]:
    async with Club.meeting(FaultyTable(sqlite_table), clock) as club:
        yield club


@pytest.fixture
def ada(club: Club) -> FakeUser:
    return club.world.discord.user("ada")


@pytest.fixture
def bob(club: Club) -> FakeUser:
    return club.world.discord.user("bob")


async def two(club: Club, ada: FakeUser, bob: FakeUser) -> None:
    """Ada has three commits, Bob one."""
    await club.begin(at_least=2)
    await club.enter(ada, "octocat")
    await club.enter(bob, "monalisa")
    club.commit("octocat", 3)
    club.commit("monalisa")
    await club.count()


def results(club: Club) -> list[FakeMessage]:
    return [one for one in club.news.messages if "had a good week" in one.text]


# A week


async def test_who_did_most_is_first_and_the_picture_says_the_same(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    await two(club, ada, bob)

    answer = await bob.slash("challenge standings", in_=club.hall)

    assert answer.ephemeral
    [picture] = answer.attachments
    assert (picture.filename, picture.size) == ("standings.png", (1050, 219))
    assert card_lines(answer.components)[:-1] == [
        "┌ #a06cd5",
        "│ ## Weekly commits",
        "│ -# week 53, 28 December 2099 to 3 January 2100",
        "│ ────",
        "│ 🥇 Ada · 3 commits · 🔥 1 week",
        "│ 🥈 **Bob** (you) · 1 commit",
        "│ On average 2 per person; 50 % had a good week",
        "│ In total 4 commits in 2 weeks by 2 people",
        "│ Longest streaks now: Ada 1 week",
        f"│ [{picture.url}: {picture.description}]",
    ]
    assert picture.description is not None
    assert picture.description.startswith("Weekly commits: week 53, ")
    assert "1. Ada, 3 commits, streak 1 week. 2. Bob (marked), 1 commit." in picture.description
    assert "-# at least 2 commits a week · 1 of 2 had a good week · 4 commits in all" in answer.text


async def test_it_is_shared_where_that_is_said(club: Club, ada: FakeUser, bob: FakeUser) -> None:
    await two(club, ada, bob)

    answer = await ada.slash("challenge standings", share=True, in_=club.hall)

    assert not answer.ephemeral
    assert len(answer.attachments) == 1


async def test_a_week_is_chosen_by_its_name_and_streaks_are_those_of_that_week(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    await two(club, ada, bob)
    for week in range(5):
        await club.pass_days(7)
        club.commit("octocat", 2 + week)
        await club.count()

    now = await ada.slash("challenge standings", in_=club.hall)
    last = await ada.slash("challenge standings", week="last week", in_=club.hall)
    old = await ada.slash("challenge standings", week="2100-w02", in_=club.hall)
    first = await ada.slash("challenge standings", week="2099-W53", in_=club.hall)

    assert "**Ada** (you) · 6 commits · 🔥 6 weeks" in now.text
    assert "**Ada** (you) · 5 commits · 🔥 5 weeks" in last.text
    assert "**Ada** (you) · 3 commits · 🔥 3 weeks" in old.text
    assert "-# week 2, 11 to 17 January 2100" in old.text
    assert "**Ada** (you) · 3 commits · 🔥 1 week" in first.text
    assert "2. Bob, 1 commit." in str(first.attachments[0].description)


@pytest.mark.parametrize(
    ("week", "says"),
    [
        ("2100-W20", "has not begun yet"),
        ("2099-W54", "is no week"),
        ("0001-W01", "long before all challenges"),
        ("banana", "Write one as 2026-W46"),
    ],
)
async def test_what_is_no_week_is_refused(club: Club, ada: FakeUser, week: str, says: str) -> None:
    await club.begin()

    assert says in (await ada.slash("challenge standings", week=week, in_=club.hall)).text


async def test_weeks_are_suggested_with_their_days(club: Club, ada: FakeUser) -> None:
    await club.begin()
    await ada.slash("settings show")

    found = await ada.autocomplete("challenge standings", week="", in_=club.hall)
    assert [(one.name, one.value) for one in found[:3]] == [
        ("this week: 28 December to 3 January", "this week"),
        ("last week: 21 December to 27 December", "last week"),
        ("2099-W51: 14 December to 20 December", "2099-W51"),
    ]
    [typed] = await ada.autocomplete("challenge standings", week="2098-w10", in_=club.hall)
    assert typed.value == "2098-W10"
    [odd] = await ada.autocomplete("challenge standings", week="banana", in_=club.hall)
    assert "is no week" in odd.name


async def test_a_week_in_which_nobody_was_counted_has_no_picture(club: Club, ada: FakeUser) -> None:
    await club.begin()

    answer = await ada.slash("challenge standings", week="last week", in_=club.hall)

    assert "Nobody in Weekly commits was counted in that week yet." in answer.text
    assert answer.attachments == []


# Pages


async def test_pages_are_turned_by_whoever_asked_also_after_a_restart(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    made = await club.begin()
    await club.enter(ada, "octocat")
    await crowd(club, made, 2 * ROWS_PER_PAGE + 3)
    first = await ada.slash("challenge standings", share=True, in_=club.hall)
    before = first.text
    assert len(first.attachments) == 1
    await club.world.restart()

    assert (await press(first, "Next", by=bob)).text.startswith("This is not yours.")
    second = await press(first, "Next", by=ada)
    middle, pictures = second.text, len(second.attachments)
    third = await press(second, "Next", by=ada)

    seen = [before, middle, third.text]
    assert [sum(f"Other {number} ·" in text for text in seen) for number in range(23)] == [1] * 23
    assert pictures == 0
    assert third.buttons == ["Back"]
    assert "24\\. **Ada** (you) · 0 commits" in third.text
    again = await press(await press(third, "Back", by=ada), "Back", by=ada)
    assert again.text == before
    assert len(again.attachments) == 1


async def test_oneself_is_shown_also_outside_the_page_and_the_picture(club: Club, ada: FakeUser) -> None:
    made = await club.begin()
    await club.enter(ada, "octocat")
    await crowd(club, made, ROWS_PER_PAGE + 5)

    answer = await ada.slash("challenge standings", in_=club.hall)

    assert "🥇 Other 14 · 115 commits · 🔥 1 week" in answer.text
    assert "10\\. Other 5 · 106 commits · 🔥 1 week" in answer.text
    assert "16\\. **Ada** (you) · 0 commits" in answer.text
    words = str(answer.attachments[0].description)
    assert words.endswith("16. Ada (marked), 0 commits. And 5 more.")


async def test_nobody_learns_who_somebody_is(club: Club, ada: FakeUser, bob: FakeUser) -> None:
    await two(club, ada, bob)

    shown = await bob.slash("challenge standings", in_=club.hall)

    for text in (str(shown.components), str(shown.attachments[0].description)):
        assert (await account(club.world, ada)).id not in text
        assert str(ada.id) not in text
        assert "octocat" not in text


# On Mondays


async def on_monday(club: Club, ada: FakeUser, bob: FakeUser) -> None:
    """Until the evening of that day."""
    await two(club, ada, bob)
    await club.pass_hours(90)


async def test_the_server_is_told_on_monday_with_the_picture(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    await club.leader.slash("server announce-channel", in_=club.hall, channel=club.news)

    await on_monday(club, ada, bob)

    [told] = results(club)
    assert card_lines(told.components)[:5] == [
        "┌ #a06cd5",
        "│ ### 🏆 Weekly commits: week 53",
        "│ 1 of 2 had a good week, 4 commits in all.",
        "│ 1. Ada: 3 commits",
        "│ 2. Bob: 1 commit",
    ]
    [picture] = told.attachments
    assert picture.size == (1050, 219)
    assert "1. Ada, 3 commits, streak 1 week. 2. Bob, 1 commit." in str(picture.description)
    assert "(marked)" not in str(picture.description)
    assert told.buttons == []
    await club.pass_hours(24)
    assert len(results(club)) == 1


async def test_where_nothing_may_be_attached_it_is_told_without_the_picture(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    await club.leader.slash("server announce-channel", in_=club.hall, channel=club.news)
    club.news.forbid("attach_files")

    await on_monday(club, ada, bob)

    [told] = results(club)
    assert "1\\. Ada: 3 commits" in told.text
    assert told.attachments == []


async def test_who_left_meanwhile_is_not_in_the_picture(club: Club, ada: FakeUser, bob: FakeUser) -> None:
    await club.leader.slash("server announce-channel", in_=club.hall, channel=club.news)
    await two(club, ada, bob)
    while not await _is_waiting(club):
        club.world.clock.advance(3601)
        await club.world.context.challenges.run()
    asked = await bob.slash("challenge leave", in_=club.hall)
    await press(asked, "Yes, leave it")

    await club.pass_hours(24)

    [told] = results(club)
    assert "Bob" not in str(told.attachments[0].description)


async def _is_waiting(club: Club) -> bool:
    """Whether the message to the server is written, and not sent yet."""
    [challenge] = await club.challenges()
    told = await outbox.history(club.world.table, challenge.owner)
    return any(one.kind is STANDINGS for one in told)


async def test_no_name_does_anything_in_what_the_server_is_told(club: Club) -> None:
    await club.leader.slash("server announce-channel", in_=club.hall, channel=club.news)
    await club.begin(EVIL[:50], at_least=2)
    await club.enter(club.world.discord.user(EVIL[:32]), "octocat")
    club.commit("octocat", 3)
    await club.pass_hours(90)

    [told] = results(club)
    assert "@everyone" not in told.text
    assert "](https://" not in told.text
    assert told.pings == set()
    assert len(told.attachments) == 1


async def test_a_nudge_a_welcome_and_a_result_reach_each_person(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    await on_monday(club, ada, bob)

    hers, his = ([one.text for one in user.dms] for user in (ada, bob))
    assert any("👋 Welcome to Weekly commits" in text for text in hers)
    assert any("Weekly commits: a good week" in text for text in hers)
    assert not any("the week is nearly over" in text for text in hers)
    assert any("⏰ Weekly commits: the week is nearly over" in text for text in his)
    assert any("the week was missed" in text for text in his)
