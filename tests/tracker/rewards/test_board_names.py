"""What a person is called where others see them: one order for leaderboards, challenges and messages."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.challenge.club import Club
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.challenge.model import Counted
from tracker.rewards.board_names import board_name, name_or_somebody
from tracker.rewards.errors import BadName, BoardNameMissing
from tracker.rewards.leaderboard import Leaderboard
from tracker.rewards.model import Wallet
from tracker.store.table import Table


def person(nickname: str | None = None) -> User:
    return User(id="u1", created_at=HandClock()(), nickname=nickname)


ON_A_BOARD, ON_NONE = Wallet(shown_as="The Countess"), Wallet()


@pytest.mark.parametrize(
    ("said", "nickname", "wallet", "known_as", "name"),
    [
        ("Lovelace", "ada", ON_A_BOARD, ["Ada L."], "Lovelace"),
        (None, "ada", ON_A_BOARD, ["Ada L."], "The Countess"),
        (None, "ada", ON_NONE, ["Ada L."], "ada"),
        (None, "ada", None, ["Ada L."], "ada"),
        (None, None, ON_NONE, ["Ada L.", "octocat"], "Ada L."),
        (None, None, None, [None, "octocat"], "octocat"),
        (None, None, None, ["\u200b\u202e", "octocat"], "octocat"),
        (None, None, None, ["\u202eadA" + "x" * 40], "adA" + "x" * 29),
        ("  two   words ", None, None, [], "two words"),
    ],
)
def test_what_was_chosen_for_others_comes_first_and_what_is_only_known_last(
    said: str | None, nickname: str | None, wallet: Wallet | None, known_as: list[str | None], name: str
) -> None:
    assert board_name(person(nickname), wallet, said=said, known_as=known_as) == name


def test_a_name_has_to_be_there_and_to_be_seen() -> None:
    with pytest.raises(BoardNameMissing, match="What should others call you") as missing:
        board_name(person(), ON_NONE, known_as=[None, " "])
    assert missing.value.field == "name"
    for bad in ("", "\n", "x" * 33, "a\N{RIGHT-TO-LEFT OVERRIDE}b"):
        with pytest.raises(BadName, match="1 to 32"):
            board_name(person("ada"), ON_A_BOARD, said=bad)
    assert name_or_somebody(person(), None) == "Somebody"
    assert name_or_somebody(person("ada"), ON_NONE) == "ada"


async def test_a_leaderboard_and_a_challenge_call_somebody_the_same(table: Table, clock: HandClock) -> None:
    club, boards = Club(table, clock), Leaderboard(table)
    made = await club.begin(counted=Counted.HABITS)
    ada = await club.accounts.register(parse_identity("local:ada"))
    ada = await club.accounts.claim(ada.id, parse_identity("nickname:countess"))
    today = club.today

    assert (await boards.join(ada.id, "global", today, known_as="Ada on Discord")).shown_as == "countess"
    assert (await boards.join(ada.id, "server", today, name="Lovelace")).shown_as == "Lovelace"
    joined = await club.challenges.join(ada, made, here=made.owner, known_as="Ada on Discord")
    assert joined.name == "Lovelace"


async def test_in_a_challenge_of_commits_the_account_comes_last(table: Table, clock: HandClock) -> None:
    club = Club(table, clock)
    made = await club.begin()
    ada, bob = await club.person("ada"), await club.person("bob")
    assert (await club.challenges.join(ada, made, here=made.owner)).name == "ada"
    assert (await club.challenges.join(bob, made, here=made.owner, known_as="Bobby")).name == "Bobby"
