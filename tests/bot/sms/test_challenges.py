"""`challenge` and `standings` by SMS: how one stands, and who is ahead."""

from collections.abc import AsyncIterator
from datetime import date, timedelta

import pytest

from tests.bot.sms.conftest import ADA, BOB, SmsWorld
from tests.fakes.github import FakeGitHub, github_settings
from tests.world import HOURS
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.challenge.model import Challenge, Counted
from tracker.settings import Settings
from tracker.sms.segments import segments
from tracker.store.keys import IdentityKind

DAYS = 24 * HOURS
WHICH = "Which one? Reply with its number:\n1. Weekly commits\n2. Winter code"


@pytest.fixture
async def github(world: SmsWorld) -> AsyncIterator[FakeGitHub]:
    """The clock shows Friday 1 January 2100."""
    async with FakeGitHub.running(world.clock) as running:
        given = world.settings.model_dump()
        given["sources"]["github"] = github_settings(running.url, requests_per_second=100_000).model_dump()
        world.settings = Settings.model_validate(given)
        await world.restart()
        yield running


async def challenge(world: SmsWorld, owner: User, name: str = "Weekly commits", **more: object) -> Challenge:
    return await world.services.challenges.create(owner, name, **{"threshold": 5, **more})


async def join(world: SmsWorld, github: FakeGitHub, user: User, one: Challenge, login: str) -> None:
    """With an account that is proven to be theirs."""
    account = github.called(login) or github.account(login)
    proven = identity(IdentityKind.GITHUB, f"{account.id} {login}")
    await world.services.challenges.join(
        await world.accounts.change(user.id, proven), one, login, here=one.owner
    )


async def commit(world: SmsWorld, github: FakeGitHub, **times: int) -> None:
    """And everybody is counted."""
    for login, number in times.items():
        account = github.called(login)
        assert account
        account.commit(world.clock(), times=number)
    world.clock.advance(2 * HOURS)
    await world.context.challenges.run()


async def test_whoever_is_in_none_is_told_how_to_join(world: SmsWorld) -> None:
    await world.owner()

    for text in ("challenge", "my challenges"):
        answer = await world.phone().says(text)
        assert answer.startswith("You are in no challenge yet. Begin one: add challenge Weekly commits")
    assert await world.phone().says("Standings") == "You are in no challenge yet, and there is none here."


async def test_a_challenge_is_one_line_in_one_segment(world: SmsWorld, github: FakeGitHub) -> None:
    ada, bob = await world.owner(ADA), await world.owner(BOB)
    weekly = await challenge(world, ada)
    await join(world, github, ada, weekly, "countess")
    await join(world, github, bob, weekly, "octocat")
    phone = world.phone(ADA)
    assert await phone.says("challenge") == "1. Weekly commits: not counted yet, 3 days left"

    await commit(world, github, countess=2, octocat=7)
    first = await phone.says("challenge")
    await commit(world, github, countess=6)
    second = await phone.says("challenges please")
    world.clock.advance(4 * DAYS)
    await commit(world, github, countess=9)
    third = await phone.says("challenge")

    assert first == "1. Weekly commits: 2 of 5 commits, 3 days left, number 2 of 2"
    assert second == "1. Weekly commits: 8 commits, a good week, 1 week, number 1 of 2"
    assert third == "1. Weekly commits: 9 commits, a good week, 2 weeks in a row, number 1 of 2"
    assert {segments(text) for text in (first, second, third)} == {1}


async def test_standings_show_who_is_ahead_and_oneself(world: SmsWorld, github: FakeGitHub) -> None:
    ada = await world.owner(ADA)
    weekly = await challenge(world, ada)
    await join(world, github, ada, weekly, "countess")
    phone = world.phone(ADA)
    assert await phone.says("standings") == ("Nobody in Weekly commits was counted in that week yet.")
    for number in range(6):
        user = await world.person(f"email:u{number}@example.org")
        await join(world, github, user, weekly, f"u{number}")
    await commit(world, github, countess=1, **{f"u{number}": 10 + number for number in range(6)})

    answer = await phone.says("standings")

    assert answer.splitlines() == [
        "Weekly commits, week 53:",
        *(f"{6 - number}. u{number}: {10 + number} commits" for number in range(5, 0, -1)),
        "7. You: 1 commit",
        "Counted 02:00",
    ]
    assert segments(answer) == 1
    await commit(world, github, countess=20)
    assert "1. You: 21 commits" in await phone.says("ranking")


async def test_of_several_it_is_asked_which_and_a_number_or_a_name_says_it(
    world: SmsWorld, github: FakeGitHub
) -> None:
    ada = await world.owner(ADA)
    for name in ("Weekly commits", "Winter code"):
        await join(world, github, ada, await challenge(world, ada, name), "countess")
        world.clock.advance(1)
    await commit(world, github, countess=3)
    phone = world.phone(ADA)

    assert await phone.says("standings") == WHICH
    assert (await phone.says("2")).startswith("Winter code, week 53:")
    assert len((await phone.says("challenge")).splitlines()) == 2
    assert (await phone.says("1")).startswith("Weekly commits, week 53:")
    assert (await phone.says("standings winter")).startswith("Winter code, week 53:")
    assert await phone.says("challenge code") == (
        "1. Winter code: 3 of 5 commits, 3 days left, number 1 of 1"
    )
    assert await phone.says("standings w") == WHICH
    assert (await phone.says("challenge chess")).startswith("There is no challenge 'chess'.")


async def test_what_has_not_begun_or_is_over_says_so(world: SmsWorld, github: FakeGitHub) -> None:
    ada = await world.owner(ADA)
    short = await challenge(world, ada, "Short one", ends=date(2100, 1, 10), threshold=1)
    await join(world, github, ada, short, "countess")
    world.clock.advance(1)
    later = await challenge(world, ada, "Spring", starts=date(2100, 3, 1))
    await join(world, github, ada, later, "countess")
    phone = world.phone(ADA)
    await commit(world, github, countess=1)
    world.clock.advance(2 * DAYS - 4 * HOURS)
    assert "1. Short one: 1 commit, a good week" in await phone.says("challenge")
    world.clock.advance(7 * DAYS)
    await commit(world, github)
    assert "0 of 1 commit, the last day" in await phone.says("challenge")
    world.clock.advance(5 * DAYS)
    await commit(world, github)

    assert await phone.says("challenge") == (
        "1. Spring: begins 1 March\n2. Short one: over, 1 of 2 weeks were good"
    )


async def test_xp_is_counted_in_thousands_with_their_commas(world: SmsWorld) -> None:
    world.hiscores.osrs("Zezima").train("Overall", 2_000_000)
    user = await world.plays("99 wc")
    grind = await challenge(world, user, "Grind", counted=Counted.XP, threshold=100_000)
    [character] = await world.characters.list(user.id)
    await world.services.challenges.join(user, grind, "Ada", character=character.id, here=grind.owner)
    world.clock.advance(timedelta(days=1).total_seconds())
    world.hiscores.osrs("Zezima").train("Overall", 2_012_345)
    await world.pass_time(2 * HOURS)
    await world.context.challenges.run()

    assert await world.phone().says("challenge") == (
        "1. Grind: 12,345 of 100,000 xp, 2 days left, number 1 of 1"
    )
