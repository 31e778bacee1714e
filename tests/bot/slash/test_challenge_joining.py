"""Joining a challenge of commits over the wire: the account on GitHub shows a code before it counts."""

from collections.abc import AsyncIterator

import pytest

from bot.challenges import join_view, usecases
from bot.challenges.requests import JoinChallenge
from bot.slash.render import card
from scheduler.github_proof import CHECKS
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.challengers import A_DAY, NAME, Club, button_ids, code_in
from tests.bot.slash.players import account, break_store, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.github import secondary_limit
from tests.fakes.web_faults import server_error
from tracker.store.sqlite import SqliteTable

LONGEST_ID = 100
LONGEST_LOGIN = "a-very-long-name-of-thirty-nine-letters"


@pytest.fixture
async def club(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Club]:
    async with Club.meeting(FaultyTable(sqlite_table), clock) as club:
        await club.begin()
        yield club


@pytest.fixture
def ada(club: Club) -> FakeUser:
    return club.world.discord.user("ada")


@pytest.fixture
def bob(club: Club) -> FakeUser:
    return club.world.discord.user("bob")


async def github_of(club: Club, user: FakeUser) -> str | None:
    return (await account(club.world, user)).github


# The way in


async def test_who_names_no_account_is_asked_for_it_and_shows_a_code_there(club: Club, ada: FakeUser) -> None:
    asked = await ada.slash("challenge join", in_=club.hall)
    assert asked.ephemeral
    assert "which account on GitHub is yours?" in asked.text
    assert asked.buttons == ["Name my account"]

    opened = await asked.click("Name my account")
    assert opened.modal.fields == ["Account"]
    await club.world.restart()
    told = await opened.modal.submit({"Account": "https://github.com/octocat"})

    assert told.changed_the_message
    or_gist = "or make a public gist with it as its description"
    assert card_lines(told.components) == [
        "┌ #a06cd5",
        "│ ### Join Weekly commits: show that the account is yours",
        f"│ 1. Write `{code_in(told)}` into the bio of `github.com/octocat`, {or_gist}.",
        "│ 2. Press the button. You can remove the code after that.",
        "│ Others there will see you as **Ada**, with your commits of each week.",
        "│ GitHub takes a minute now and then until it shows what you wrote.",
        "│ (Check it now) (Change)",
    ]
    club.show("octocat", told)
    joined = await press(told, "Check it now")

    assert joined.changed_the_message
    assert "You are in Weekly commits" in joined.text
    assert "Commits of github.com/octocat count: at least 1 commit a week." in joined.text
    assert "see you as **Ada**" in joined.text
    assert joined.buttons == []
    assert await github_of(club, ada) == "1001 octocat"
    club.commit("octocat", 3)
    await club.count()
    assert "**3 commits**" in (await ada.slash("challenge status", in_=club.hall)).text


async def test_the_account_can_be_named_at_once_and_a_gist_will_do(club: Club, ada: FakeUser) -> None:
    asked = await ada.slash("challenge join", github="@Octocat", in_=club.hall)
    club.github.account("octocat").gist(code_in(asked))

    joined = await press(asked, "Check it now")

    assert "You are in Weekly commits" in joined.text
    assert "see you as **Ada**" in joined.text
    await club.count()
    board = await ada.slash("challenge standings", in_=club.hall)
    assert "🥇 **Ada** (you) · 0 commits" in board.text


async def test_the_button_works_after_a_restart(club: Club) -> None:
    ada = club.world.discord.user("x: _y_")
    asked = await ada.slash("challenge join", github="octocat", in_=club.hall)
    club.show("octocat", asked)
    await club.world.restart()

    joined = await press(asked, "Check it now")

    assert "see you as **X: \\_Y\\_**" in joined.text
    [week] = await _counted(club, ada)
    assert week == "X: _Y_"


async def _counted(club: Club, user: FakeUser) -> list[str]:
    await club.count()
    return [one.name for one in await club.weeks_of(user)]


async def test_the_account_can_be_changed_before_also_after_a_restart(club: Club, ada: FakeUser) -> None:
    asked = await ada.slash("challenge join", github="octocat", in_=club.hall)
    before = code_in(asked)
    await club.world.restart()

    opened = await asked.click("Change")
    changed = await opened.modal.submit(account="monalisa")

    assert code_in(changed) != before
    assert "**Ada**" in changed.text
    club.show("monalisa", changed)
    joined = await press(changed, "Check it now")
    assert "see you as **Ada**" in joined.text
    assert await github_of(club, ada) == "1001 monalisa"


async def test_who_has_shown_an_account_joins_the_next_one_at_once(club: Club, ada: FakeUser) -> None:
    await club.enter(ada, "octocat")
    await club.begin("More commits", at_least=5)

    joined = await ada.slash("challenge join", in_=club.hall)

    assert "You are in More commits" in joined.text
    third = await club.begin("Even more", at_least=9)
    same = await ada.slash("challenge join", challenge=third.id, github="OCTOCAT", in_=club.hall)
    assert "You are in Even more" in same.text


async def test_another_account_takes_the_place_of_the_first_once_it_shows_its_code(
    club: Club, ada: FakeUser
) -> None:
    await club.enter(ada, "octocat")
    await club.begin("More commits")
    asked = await ada.slash("challenge join", github="monalisa", in_=club.hall)
    assert await github_of(club, ada) == "1001 octocat"

    club.show("monalisa", asked)
    await press(asked, "Check it now")

    assert await github_of(club, ada) == "1002 monalisa"


# What can go wrong


async def test_without_the_code_it_says_so_and_the_button_stays(club: Club, ada: FakeUser) -> None:
    club.github.account("octocat")
    asked = await ada.slash("challenge join", github="octocat", in_=club.hall)

    refused = await press(asked, "Check it now")

    assert refused.ephemeral
    assert refused.text.startswith("The code is not there yet.")
    assert asked.buttons == ["Check it now", "Change"]
    assert await github_of(club, ada) is None
    club.show("octocat", asked)
    assert "You are in Weekly commits" in (await press(asked, "Check it now")).text


async def test_an_answer_that_takes_long_is_promised_and_comes(club: Club, ada: FakeUser) -> None:
    asked = await ada.slash("challenge join", github="octocat", in_=club.hall)
    club.show("octocat", asked)
    club.world.client.defer_seconds = 0.0

    joined = await asked.click("Check it now")

    assert joined.deferred
    assert "You are in Weekly commits" in (await joined.until(lambda it: "You are in" in it.text)).text


async def test_nobody_else_can_press_it(club: Club, ada: FakeUser, bob: FakeUser) -> None:
    asked = await ada.slash("challenge join", github="octocat", in_=club.hall)
    club.show("octocat", asked)
    here, ask = await club.visit(ada), JoinChallenge(github="octocat", check=False)
    shown = card(here, join_view.joining(here, await usecases.join(here, ask)), ada.id)
    await club.world.client.get_partial_messageable(club.hall.id).send(view=shown)

    for button in ("Check it now", "Change"):
        refused = await club.hall.messages[-1].click(button, by=bob)
        assert refused.text.startswith("This is not yours.")
    assert await github_of(club, ada) is None
    assert await club.world.account_of(bob) is None


async def test_the_code_of_another_is_no_proof(club: Club, ada: FakeUser, bob: FakeUser) -> None:
    hers = await ada.slash("challenge join", github="octocat", in_=club.hall)
    his = await bob.slash("challenge join", github="octocat", in_=club.hall)
    assert code_in(hers) != code_in(his)
    club.show("octocat", hers)

    assert (await press(his, "Check it now")).text.startswith("The code is not there yet.")
    assert "You are in Weekly commits" in (await press(hers, "Check it now")).text


async def test_an_account_that_is_anothers_already_is_refused(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    await club.enter(ada, "octocat")

    answer = await club.enter(bob, "octocat")

    assert "You are in" not in answer.text
    assert await github_of(club, bob) is None
    assert "🥇" in (await _board(club, ada))
    assert "Bob" not in (await _board(club, ada))


async def _board(club: Club, user: FakeUser) -> str:
    await club.count()
    return (await user.slash("challenge standings", in_=club.hall)).text


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("not a name", "letters from A to Z, digits and hyphens"),
        ("a" * 40, "at most 39 characters"),
        ("https://evil.example/octocat", "letters from A to Z"),
        ("octocat/../admin", "letters from A to Z"),
        ("-x", "starts with a letter or a digit"),
    ],
)
async def test_what_cannot_be_an_account_is_refused_in_words(
    club: Club, ada: FakeUser, name: str, says: str
) -> None:
    assert says in (await ada.slash("challenge join", github=name, in_=club.hall)).text
    assert club.github.asked == []


async def test_an_account_that_nobody_has_is_said(club: Club, ada: FakeUser) -> None:
    asked = await ada.slash("challenge join", github="nobody", in_=club.hall)

    answer = await press(asked, "Check it now")

    assert "GitHub knows nobody called nobody" in answer.text


async def test_a_github_that_is_down_says_so_and_when_to_press_again(club: Club, ada: FakeUser) -> None:
    asked = await ada.slash("challenge join", github="octocat", in_=club.hall)
    club.show("octocat", asked)
    club.github.stay_wrong(server_error(503))
    down = await press(asked, "Check it now")
    assert "GitHub could not be asked: an error, status 503." in down.text
    assert "Try again in a few minutes." in down.text
    assert "Error" not in down.text
    club.github.recover()
    club.github.stay_wrong(secondary_limit("300"))
    busy = await press(asked, "Check it now")
    assert "we are asked to send fewer requests. Try again in 5 minutes." in busy.text

    club.github.recover()
    club.world.clock.advance(600)

    assert "You are in Weekly commits" in (await press(asked, "Check it now")).text


async def test_a_store_that_is_down_is_said_and_nothing_is_half_done(club: Club, ada: FakeUser) -> None:
    asked = await ada.slash("challenge join", github="octocat", in_=club.hall)
    club.show("octocat", asked)
    break_store(club.world)

    answer = await press(asked, "Check it now")

    assert "cannot reach its records" in answer.text
    assert "You are in Weekly commits" in (await press(asked, "Check it now")).text


async def test_github_is_not_asked_too_often_by_one_person(club: Club, ada: FakeUser, bob: FakeUser) -> None:
    asked = await ada.slash("challenge join", github="octocat", in_=club.hall)
    club.github.account("octocat")
    for _ in range(CHECKS.most):
        await press(asked, "Check it now")
    before = len(club.github.asked)

    tired = await press(asked, "Check it now")

    assert "You asked for a look at GitHub very often. Please try again in 60 minutes." in tired.text
    assert len(club.github.asked) == before
    assert "You are in" in (await club.enter(bob, "monalisa")).text
    club.world.clock.advance(3600)
    club.show("octocat", asked)
    assert "You are in" in (await press(asked, "Check it now")).text


async def test_a_button_of_a_challenge_that_is_over_or_joined_says_so(club: Club, ada: FakeUser) -> None:
    soon = await club.begin("Short", ends="tomorrow")
    asked = await ada.slash("challenge join", challenge=soon.id, github="octocat", in_=club.hall)
    club.show("octocat", asked)
    weekly = await ada.slash("challenge join", challenge=NAME, github="octocat", in_=club.hall)
    await press(weekly, "Check it now")
    again = await ada.slash("challenge join", challenge=NAME, github="octocat", in_=club.hall)
    assert "You are in Weekly commits already." in again.text
    club.world.clock.advance(2 * A_DAY)

    assert "Short is over." in (await press(asked, "Check it now")).text


async def test_the_longest_of_names_fit_into_the_buttons(club: Club) -> None:
    ada = club.world.discord.user("\N{RUNNER}" * 32)
    asked = await ada.slash("challenge join", github=LONGEST_LOGIN, in_=club.hall)

    assert [len(one) <= LONGEST_ID for one in button_ids(asked)] == [True, True]
    club.show(LONGEST_LOGIN, asked)
    assert "You are in Weekly commits" in (await press(asked, "Check it now")).text
    assert club.world.discord.refusals == []


async def test_private_work_is_said_to_be_there_and_not_counted(club: Club, ada: FakeUser) -> None:
    await club.enter(ada, "octocat")
    found = club.github.called("octocat")
    assert found is not None
    found.private[club.world.clock().date()] = 7
    await club.count()

    answer = await ada.slash("challenge status", in_=club.hall)

    assert "**0 of 1 commit**" in answer.text
    assert "GitHub hides 7 contributions of the last weeks, which do not count." in answer.text
