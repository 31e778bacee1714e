"""Tokens: one for each person, known only to whom it was shown, and gone with the account."""

import asyncio
import json

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.accounts.export import exact_json, export_person
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.accounts.tokens import MARK, Tokens, hash_of
from tracker.store.keys import TokenHolderKey
from tracker.store.table import Table, Update


@pytest.fixture
def tokens(table: Table, clock: HandClock) -> Tokens:
    return Tokens(table, clock)


@pytest.fixture
async def ada(accounts: Accounts) -> User:
    return await accounts.register(known_as("local:ada"))


async def test_a_token_leads_to_its_person_and_nothing_else_does(tokens: Tokens, ada: User) -> None:
    token = (await tokens.renew(ada.id)).token

    assert await tokens.holder(token) == ada.id
    for other in (
        "",
        MARK,
        token[:-1],
        f"{token}x",
        token.upper(),
        hash_of(token),
        "\ud800",
        MARK + "é" * 999,
    ):
        assert await tokens.holder(other) is None


async def test_tokens_differ_and_are_too_long_to_be_guessed(tokens: Tokens, ada: User) -> None:
    made = [(await tokens.renew(ada.id)).token for _ in range(3)]

    assert len(set(made)) == 3
    assert all(len(one) > 40 and one.startswith(MARK) for one in made)


async def test_a_new_token_replaces_the_one_before(tokens: Tokens, ada: User) -> None:
    first = await tokens.renew(ada.id)
    second = await tokens.renew(ada.id)

    assert (first.replaced, second.replaced) == (False, True)
    assert await tokens.holder(first.token) is None
    assert await tokens.holder(second.token) == ada.id


async def test_of_many_new_tokens_at_once_one_is_left(tokens: Tokens, ada: User) -> None:
    made = await asyncio.gather(*(tokens.renew(ada.id) for _ in range(4)))

    assert [await tokens.holder(one.token) for one in made].count(ada.id) == 1


async def test_a_token_that_is_revoked_works_no_longer(tokens: Tokens, ada: User, accounts: Accounts) -> None:
    bob = await accounts.register(known_as("local:bob"))
    of_ada, of_bob = (await tokens.renew(ada.id)).token, (await tokens.renew(bob.id)).token

    assert await tokens.revoke(ada.id)
    assert not await tokens.revoke(ada.id)
    assert [await tokens.holder(one) for one in (of_ada, of_bob)] == [None, bob.id]


async def test_nothing_is_stored_of_a_token_but_its_digest(tokens: Tokens, ada: User, table: Table) -> None:
    renewed = await tokens.renew(ada.id)

    stored = str(await everything(table))
    assert renewed.token not in stored
    assert renewed.token.removeprefix(MARK) not in stored
    assert hash_of(renewed.token) in stored
    assert renewed.token not in repr(renewed)


async def test_what_an_export_says_of_a_token_opens_nothing(
    tokens: Tokens, ada: User, table: Table, clock: HandClock
) -> None:
    token = (await tokens.renew(ada.id)).token

    document = exact_json(await export_person(table, Holder(ada.id), clock()))

    items = json.loads(document)["items"]
    assert (len(items["token"]), len(items["tokenHolder"])) == (1, 1)
    assert token not in document
    digest = items["token"][0]["SK"].removeprefix("TOKEN#")
    for tried in (digest, MARK + digest, items["tokenHolder"][0]["PK"]):
        assert await tokens.holder(tried) is None


async def test_a_token_goes_with_the_account(
    tokens: Tokens, ada: User, table: Table, clock: HandClock
) -> None:
    token = (await tokens.renew(ada.id)).token

    await delete_person(table, Holder(ada.id), clock())

    assert await tokens.holder(token) is None
    assert await table.get(TokenHolderKey(hash_of(token)).key) is None
    assert not await everything(table)


async def test_nobody_gets_a_token_who_is_not_there_or_is_leaving(
    tokens: Tokens, ada: User, table: Table
) -> None:
    with pytest.raises(NoSuchUser):
        await tokens.renew("nobody")
    await table.update(Update(ada.key.key, set={"deletingSince": "2025-01-01T00:00:00Z"}))
    with pytest.raises(BeingDeleted):
        await tokens.renew(ada.id)
