"""Deletion: nothing about the person stays, everything about others does, a crash is mended."""

from datetime import date, timedelta
from itertools import count
from pathlib import Path

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.accounts.dying import DyingTable, Killed
from tests.tracker.accounts.people import item_of, settle, settle_nobodys
from tests.tracker.store.items import everything, item
from tracker.accounts.belongings import Holder, belongings
from tracker.accounts.deletion import delete_person
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.service import Accounts
from tracker.ids import Ids
from tracker.store.errors import Throttled
from tracker.store.key import identify
from tracker.store.keys import AuthorshipKey, HabitKey, HabitLogKey
from tracker.store.ownership import AUTHORED
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.store.values import Item, Key, key_of

ADA = known_as("local:ada")


async def owned(table: Table, holder: Holder) -> set[Key]:
    return {key_of(one) async for one in belongings(table, holder)}


async def without(table: Table, keys: set[Key]) -> dict[Key, Item]:
    return {key: one for key, one in (await everything(table)).items() if key not in keys}


async def test_after_deletion_nothing_of_the_person_is_there_and_everything_of_others_is(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    ada = await settle(accounts, table, "ada")
    await settle(accounts, table, "bob")
    await settle_nobodys(table)
    hers = await owned(table, Holder(ada.id))
    others = await without(table, hers)

    removed = await delete_person(table, Holder(ada.id), clock())

    assert await everything(table) == others
    assert not [key for key in others if ada.id in str(key)]
    assert removed == len(hers)


async def test_what_a_newer_version_wrote_goes_too(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    user = await accounts.register(ADA)
    habit = HabitKey(user.id, "h")
    await table.write_many(
        puts=[item("HOLOGRAM#h", user.key.key.pk), item_of(habit), item("HOLOGRAM#h", "HABIT#h")]
    )

    await delete_person(table, Holder(user.id), clock())

    assert await everything(table) == {}


async def test_an_authorship_that_names_what_has_no_author_harms_nobody(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    await settle(accounts, table, "bob")
    others = await everything(table)
    ada = await accounts.register(ADA)
    await table.write_many(puts=[item_of(AuthorshipKey(ada.id, *key)) for key in others])

    await delete_person(table, Holder(ada.id), clock())

    left = await everything(table)
    authored = {key for key in others if (found := identify(key)) and AUTHORED in found.held}
    assert left == {key: one for key, one in others.items() if key not in authored}


async def test_nothing_of_the_person_is_left_in_the_files(tmp_path: Path, clock: HandClock, ids: Ids) -> None:
    phone, note = "+491701234567", "a word that stands nowhere else"
    table = await SqliteTable.open(tmp_path / "q.db", clock)
    accounts = Accounts(table, clock, ids)
    user = await accounts.register(ADA)
    await accounts.claim(user.id, known_as(f"phone:{phone}"))
    notes = [{**item_of(HabitKey(user.id, f"{n}")), "note": f"{note} {n}"} for n in range(300)]
    await table.write_many(puts=notes)
    assert _on_disk(tmp_path, phone)

    await delete_person(table, Holder(user.id), clock())

    assert not _on_disk(tmp_path, phone)
    assert not _on_disk(tmp_path, note)
    await table.close()


def _on_disk(folder: Path, text: str) -> list[str]:
    """The files of the folder that hold a text."""
    return [path.name for path in sorted(folder.iterdir()) if text.encode() in path.read_bytes()]


async def test_many_items_go_over_many_pages(accounts: Accounts, table: Table, clock: HandClock) -> None:
    user = await accounts.register(ADA)
    habits = [HabitKey(user.id, f"h{number}") for number in range(130)]
    logs = [HabitLogKey("h7", date(2025, 1, 1) + timedelta(days=number)) for number in range(230)]
    await table.write_many(puts=[item_of(key) for key in (*habits, *logs)])

    removed = await delete_person(table, Holder(user.id), clock())

    assert await everything(table) == {}
    assert removed == 130 + 230 + 2


async def test_deleting_twice_is_no_error(accounts: Accounts, table: Table, clock: HandClock) -> None:
    user = await accounts.register(ADA)

    assert await delete_person(table, Holder(user.id), clock()) == 2
    assert await delete_person(table, Holder(user.id), clock()) == 0


async def test_a_person_can_come_back_as_a_stranger(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    user = await accounts.register(ADA)
    await delete_person(table, Holder(user.id), clock())

    assert (await accounts.get_or_register(ADA)).id != user.id


async def test_what_a_person_left_with_others_goes_first_while_they_are_still_known(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    user = await accounts.register(ADA)
    habit = HabitKey(user.id, "h")
    await table.write_many(puts=[item_of(habit)])
    seen: list[tuple[str, bool, bool]] = []

    async def farewell(user_id: str) -> None:
        known = await accounts.get(user_id)
        seen.append((user_id, known.deleting_since == clock(), await table.get(habit.key) is not None))

    await delete_person(table, Holder(user.id), clock(), first=[farewell, farewell])

    assert seen == [(user.id, True, True)] * 2
    assert await everything(table) == {}


async def test_where_a_farewell_fails_the_person_is_still_found_and_a_second_run_finishes(
    accounts: Accounts, table: Table, clock: HandClock
) -> None:
    user = await accounts.register(ADA)

    async def failing(_: str) -> None:
        raise Throttled("busy")

    with pytest.raises(Throttled):
        await delete_person(table, Holder(user.id), clock(), first=[failing])

    assert await accounts.holder(ADA) == Holder(user.id, ADA.lock.key)
    assert await delete_person(table, Holder(user.id), clock()) == 2
    assert await everything(table) == {}


async def test_killed_at_any_write_the_person_is_still_found_and_a_second_run_finishes(
    sqlite_table: SqliteTable, clock: HandClock, ids: Ids
) -> None:
    accounts = Accounts(sqlite_table, clock, ids)
    await settle(accounts, sqlite_table, "bob")
    await settle_nobodys(sqlite_table)
    others = await everything(sqlite_table)

    writes = 0
    for writes in count():
        ada = await settle(accounts, sqlite_table, "ada")
        try:
            await delete_person(DyingTable(sqlite_table, clock, writes), Holder(ada.id), clock())
        except Killed:
            found = await accounts.holder(ADA)
            assert found is not None
            assert (await everything(sqlite_table)).keys() - others.keys() == await owned(sqlite_table, found)
            await delete_person(sqlite_table, found, clock())
            assert await everything(sqlite_table) == others
        else:
            assert await everything(sqlite_table) == others
            break

    assert writes > len(others) / 2
