"""Tokens: known only to whom they were shown, each good for something, and gone with the account."""

import asyncio
import json

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.errors import BeingDeleted, NoSuchUser, TooManyTokens
from tracker.accounts.export import exact_json, export_person
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.accounts.tokens import MARK, MOST, NewToken, Tokens, TokenScope, hash_of
from tracker.store.keys import TokenHolderKey, TokenKey
from tracker.store.table import Table, Update


@pytest.fixture
def tokens(table: Table, clock: HandClock) -> Tokens:
    return Tokens(table, clock)


@pytest.fixture
async def ada(accounts: Accounts) -> User:
    return await accounts.register(known_as("local:ada"))


async def holder(tokens: Tokens, token: str) -> str | None:
    found = await tokens.holder(token)
    return None if found is None else found.user_id


async def test_a_token_leads_to_its_person_and_nothing_else_does(tokens: Tokens, ada: User) -> None:
    token = (await tokens.make(ada.id)).token

    assert await holder(tokens, token) == ada.id
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
    made = [(await tokens.make(ada.id)).token for _ in range(3)]

    assert len(set(made)) == 3
    assert all(len(one) > 40 and one.startswith(MARK) for one in made)


async def test_a_new_token_replaces_the_one_of_its_name(tokens: Tokens, ada: User) -> None:
    first = await tokens.make(ada.id, "my phone", TokenScope.READ)
    other = await tokens.make(ada.id)
    second = await tokens.make(ada.id, " My  PHONE ")

    assert [(one.name, one.replaced) for one in (first, other, second)] == [
        ("my phone", False),
        ("token", False),
        ("My PHONE", True),
    ]
    assert await holder(tokens, first.token) is None
    assert [await holder(tokens, one.token) for one in (other, second)] == [ada.id, ada.id]


@pytest.mark.both_engines
async def test_of_many_new_tokens_at_once_each_has_a_name_and_none_is_beyond_the_limit(
    tokens: Tokens, ada: User
) -> None:
    for number in range(MOST - 2):
        await tokens.make(ada.id, f"{number}")

    made = await asyncio.gather(*(tokens.make(ada.id) for _ in range(4)), return_exceptions=True)

    assert sorted(one.name for one in made if isinstance(one, NewToken)) == ["token", "token 2"]
    assert sum(isinstance(one, TooManyTokens) for one in made) == 2
    assert len(await tokens.held_by(ada.id)) == MOST
    assert (await tokens.make(ada.id, "token")).replaced, "in the place of another there is room"
    assert len(await tokens.revoke_all(ada.id)) == MOST


async def test_what_was_made_before_there_were_names_and_scopes_works_as_it_did(
    tokens: Tokens, ada: User, table: Table
) -> None:
    made = await tokens.make(ada.id, "old", TokenScope.READ)
    for key, gone in (
        (TokenKey(ada.id, hash_of(made.token)), "name"),
        (TokenHolderKey(hash_of(made.token)), "scope"),
    ):
        await table.update(Update(key.key, remove=[gone]))

    [held] = await tokens.held_by(ada.id)

    assert (held.name, held.scope, held.used_at) == ("token", TokenScope.WRITE, None)
    assert await holder(tokens, made.token) == ada.id
    assert await tokens.revoke(ada.id) == held


async def test_a_token_that_is_revoked_works_no_longer(tokens: Tokens, ada: User, accounts: Accounts) -> None:
    bob = await accounts.register(known_as("local:bob"))
    of_ada, of_bob = (await tokens.make(ada.id)).token, (await tokens.make(bob.id)).token

    assert await tokens.revoke(ada.id)
    assert not await tokens.revoke(ada.id)
    assert [await holder(tokens, one) for one in (of_ada, of_bob)] == [None, bob.id]


async def test_nothing_is_stored_of_a_token_but_its_digest(tokens: Tokens, ada: User, table: Table) -> None:
    made = await tokens.make(ada.id)

    stored = str(await everything(table))
    assert made.token not in stored
    assert made.token.removeprefix(MARK) not in stored
    assert hash_of(made.token) in stored
    assert made.token not in repr(made)


async def test_what_an_export_says_of_a_token_opens_nothing(
    tokens: Tokens, ada: User, table: Table, clock: HandClock
) -> None:
    token = (await tokens.make(ada.id)).token

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
    token = (await tokens.make(ada.id)).token

    await delete_person(table, Holder(ada.id), clock())

    assert await tokens.holder(token) is None
    assert await table.get(TokenHolderKey(hash_of(token)).key) is None
    assert not await everything(table)


async def test_nobody_gets_a_token_who_is_not_there_or_is_leaving(
    tokens: Tokens, ada: User, table: Table
) -> None:
    with pytest.raises(NoSuchUser):
        await tokens.make("nobody")
    await table.update(Update(ada.key.key, set={"deletingSince": "2025-01-01T00:00:00Z"}))
    with pytest.raises(BeingDeleted):
        await tokens.make(ada.id)
