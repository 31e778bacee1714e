"""By which name strangers see who shares something."""

import pytest

from bot.shares.things import name_of
from tests.fakes.clock import START
from tracker.accounts.model import User
from tracker.store.sqlite import SqliteTable


@pytest.mark.parametrize(("nickname", "seen"), [("Ada", "Ada"), ("ada@example.org", None), (None, None)])
async def test_strangers_see_no_address_also_not_as_a_nickname_from_before(
    sqlite_table: SqliteTable, nickname: str | None, seen: str | None
) -> None:
    ada = User(id="ada", created_at=START, local="me", nickname=nickname)
    assert await name_of(sqlite_table, ada) == seen
