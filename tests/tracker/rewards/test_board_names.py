"""What a person is called where others see them: one order for leaderboards, challenges and messages."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.challenge.club import Club
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.challenge.model import Counted
from tracker.rewards.board_names import DiscordName, board_name, name_or_somebody, names_of
from tracker.rewards.errors import BadName, BoardNameMissing, NameTaken
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


@pytest.mark.parametrize(
    "address",
    [
        "ada@example.org", "ada\uff20example.org", "+1 201 555 0123", "1,201,555,0123", "12_01_55_50_12_3",
        "\u0661\u0662\u0660\u0661\u0665\u0665\u0665\u0660",
    ],
)  # fmt: skip
def test_an_address_is_nobodys_name(address: str) -> None:
    for said, nickname in ((address, None), (None, address)):
        with pytest.raises(BadName, match="neither a phone number nor an e-mail address"):
            board_name(person(nickname), None, said=said)
    assert name_or_somebody(person(address), None) == "Somebody"
    assert board_name(person("Agent 007, 62"), None) == "Agent 007, 62"


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

    assert (await boards.join(ada.id, "global", today)).shown_as == "countess"
    assert (await boards.join(ada.id, "server", today, name="Lovelace")).shown_as == "Lovelace"
    joined = await club.challenges.join(ada, made, here=made.owner)
    assert joined.name == "Lovelace"


async def test_in_a_challenge_of_commits_the_account_comes_last(table: Table, clock: HandClock) -> None:
    club = Club(table, clock)
    made = await club.begin()
    ada, bob = await club.person("ada"), await club.person("bob")
    assert (await club.challenges.join(ada, made, here=made.owner)).name == "ada"
    assert await club.challenges.name_in(bob, made, None, DiscordName("Bobby", "bob")) == "Bobby"


@pytest.mark.parametrize(
    ("shown", "account", "names"),
    [
        ("Carol", "carol_87", ("Carol", "Carol (carol_87)")),
        ("\u200b", "carol", ("carol", "carol (carol)")),
        ("C" * 40, "carol_87", ("C" * 32, "C" * 21 + " (carol_87)")),
        ("Carol", "c" * 32, ("Carol", "c" * 32)),
    ],
)
def test_on_discord_it_is_the_name_there_whatever_is_said_and_chosen(
    shown: str, account: str, names: tuple[str, ...]
) -> None:
    discord = DiscordName(shown, account)
    assert names_of(person("alice"), ON_A_BOARD, said="Alice", discord=discord) == names
    assert all(1 <= len(one) <= 32 for one in names)


@pytest.mark.parametrize(
    ("shown", "account", "names"),
    [
        ("+49 170 1234567", "ada", ("ada", "ada (ada)")),
        ("ada@example.org", "ada", ("ada", "ada (ada)")),
        ("Ada", "01701234567", ("Ada", "Ada 2", "Ada 3")),
        ("0170 1234567", "01701234567", ("Somebody", "Somebody 2", "Somebody 3")),
    ],
)
def test_no_address_is_shown_also_where_it_is_somebodys_name_on_discord(
    shown: str, account: str, names: tuple[str, ...]
) -> None:
    assert names_of(person(), None, discord=DiscordName(shown, account))[:3] == names


async def test_of_three_of_one_name_each_has_their_own_on_a_board(table: Table, clock: HandClock) -> None:
    club, boards = Club(table, clock), Leaderboard(table)
    await club.begin()
    people = [await club.person(name) for name in ("carol", "carl", "caro")]
    names: list[str] = []
    for one, said in zip(people, ("Carol", "C\u00e1rol.", " carol "), strict=True):
        choices = names_of(one, None, discord=DiscordName(said, str(one.local)))
        names.append(await boards.free_name(one.id, "global", choices))
        await boards.join(one.id, "global", club.today, name=names[-1])
    assert names == ["Carol", "C\u00e1rol. (carl)", "carol (caro)"]

    with pytest.raises(NameTaken, match="Somebody else is called CAROL there"):
        await boards.join(people[2].id, "global", club.today, name="CAROL")
    await boards.leave(people[0].id, "global")
    assert (await boards.join(people[2].id, "global", club.today, name="CAROL")).shown_as == "CAROL"
    await club.delete("caro")
    await boards.join(people[1].id, "global", club.today, name="carol")


async def test_a_name_is_free_again_on_a_board_when_somebody_takes_another(
    table: Table, clock: HandClock
) -> None:
    club, boards = Club(table, clock), Leaderboard(table)
    await club.begin()
    ada, bob = await club.person("ada"), await club.person("bob")
    for scope in ("global", "server"):
        await boards.join(ada.id, scope, club.today, name="Alice")
    with pytest.raises(NameTaken):
        await boards.join(bob.id, "server", club.today, name="alice")
    await boards.join(ada.id, "server", club.today, name="Ada")
    assert (await boards.join(bob.id, "global", club.today, name="Alice")).shown_as == "Alice"
