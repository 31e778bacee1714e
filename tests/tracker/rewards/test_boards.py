"""Which leaderboard is meant, of when, and what somebody is called there."""

from datetime import date

import pytest

from tests.fakes.clock import START, HandClock
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.rewards.board_names import LONGEST_NAME, board_name, visible_name
from tracker.rewards.boards import GLOBAL, BoardSpan, parse_span
from tracker.rewards.errors import BadName, BadSpan, BoardNameMissing, NoSuchBoard
from tracker.rewards.model import EntryType, LedgerEntry, Wallet
from tracker.rewards.wallet import level, newest_entries
from tracker.servers.board_scopes import EVERYBODY, UNKNOWN_HERE, Scope, find_scope, scopes_of
from tracker.servers.errors import NotOnServer
from tracker.servers.model import Server
from tracker.servers.service import Servers
from tracker.store.entity import from_item, to_item
from tracker.store.keys import WalletEntryKey
from tracker.store.sqlite import SqliteTable

NEW = Wallet()
CHOSE = Wallet(shown_as="Countess")


def person(nickname: str | None = None) -> User:
    return User(id="ada", created_at=START, nickname=nickname)


# Names


@pytest.mark.parametrize(
    ("said", "wallet", "nickname", "known_as", "name"),
    [
        ("Ada", CHOSE, "lovelace", "Ada L", "Ada"),
        (None, CHOSE, "lovelace", "Ada L", "Countess"),
        (None, NEW, "lovelace", "Ada L", "lovelace"),
        (None, NEW, None, "Ada\u202e L", "Ada L"),
    ],
)
def test_names_are_preferred_in_one_order(
    said: str | None, wallet: Wallet, nickname: str | None, known_as: str, name: str
) -> None:
    assert board_name(person(nickname), wallet, said=said, known_as=[known_as]) == name


def test_without_any_name_there_is_none() -> None:
    with pytest.raises(BoardNameMissing):
        board_name(person(), NEW, known_as=["\u202e"])
    with pytest.raises(BadName):
        board_name(person(), NEW, said="\u202eadA")
    assert len(visible_name("x" * 100)) == LONGEST_NAME


# Spans


def test_a_span_is_said_in_short_or_in_full() -> None:
    assert [parse_span(text) for text in ("all", "All time", "month", " this week ")] == [
        BoardSpan.ALL,
        BoardSpan.ALL,
        BoardSpan.MONTH,
        BoardSpan.WEEK,
    ]
    with pytest.raises(BadSpan):
        parse_span("year")
    day = date(2027, 1, 1)
    assert [one.board(GLOBAL, day) for one in BoardSpan] == [
        "global:all",
        "global:2027-01",
        "global:2026-W53",
    ]


# Scopes


@pytest.fixture
async def clan(sqlite_table: SqliteTable, clock: HandClock) -> Server:
    accounts = Accounts(sqlite_table, clock, ulids(clock))
    return await Servers(sqlite_table, clock, accounts).set_up(1, "The Clan")


async def test_what_is_not_said_is_where_one_is(sqlite_table: SqliteTable, clan: Server) -> None:
    here = Scope(clan.account, clan.name)

    assert await find_scope(sqlite_table, None, (), None) == EVERYBODY
    assert await find_scope(sqlite_table, "", (), here) == here
    assert await find_scope(sqlite_table, "here", (), UNKNOWN_HERE) == UNKNOWN_HERE
    assert await find_scope(sqlite_table, "Everybody", (), here) == EVERYBODY
    assert await find_scope(sqlite_table, "the clan", (), here) == here
    with pytest.raises(NotOnServer):
        await find_scope(sqlite_table, "here", (), None)


async def test_elsewhere_only_those_that_were_joined_are_found(
    sqlite_table: SqliteTable, clan: Server
) -> None:
    joined = (GLOBAL, clan.account)

    assert await find_scope(sqlite_table, "the CLAN", joined, None) == Scope(clan.account, "The Clan")
    assert await find_scope(sqlite_table, clan.account, joined, None) == Scope(clan.account, "The Clan")
    for said in ("the clan", clan.account):
        with pytest.raises(NoSuchBoard, match="You are on no leaderboard"):
            await find_scope(sqlite_table, said, (), None)
    here = Scope(clan.account, "The Clan")
    assert await find_scope(sqlite_table, clan.account, (), here) == here
    with pytest.raises(NoSuchBoard, match="that of everybody and The Clan") as refused:
        await find_scope(sqlite_table, "the guild", joined, None)
    assert [one.value for one in refused.value.suggestions] == [GLOBAL, clan.account]
    assert await scopes_of(sqlite_table, ["gone"]) == [Scope("gone", "a server")]


# The wallet


async def test_the_newest_entries_are_read_as_far_as_they_are_wanted(sqlite_table: SqliteTable) -> None:
    for number in range(450):
        at = START.replace(hour=number // 60, minute=number % 60)
        entry = LedgerEntry(
            award=f"a{number:03}", habit_id="h", day=START.date(), at=at, points=number, coins=0,
            given_on=START.date(),
        )  # fmt: skip
        await sqlite_table.put(to_item(entry, WalletEntryKey("ada", at, entry.award)))

    assert [one.points for one in await newest_entries(sqlite_table, "ada", 3)] == [449, 448, 447]
    assert [one.points for one in await newest_entries(sqlite_table, "ada", None)] == [*range(449, -1, -1)]
    assert await newest_entries(sqlite_table, "ada", 0) == []


@pytest.mark.parametrize(
    ("points", "percent"), [(-5, 0), (0, 0), (50, 50), (100, 0), (250, 50), (399, 99.67)]
)
def test_a_level_says_how_much_of_it_is_done(points: int, percent: float) -> None:
    assert level(Wallet(points=points)).percent == percent


def test_older_lines_of_the_ledger_are_read_by_the_name_that_the_habit_had_there() -> None:
    new = LedgerEntry(
        award="a", habit_id="h", day=START.date(), at=START, points=10, coins=10, given_on=START.date()
    )
    item = {**to_item(new, WalletEntryKey("ada", START, "a"))}
    assert item["habitId"] == "h"
    old = {**item, "habit": item.pop("habitId")}
    assert (from_item(LedgerEntry, old), from_item(LedgerEntry, old).entry_type) == (new, EntryType.EARNED)
