"""`questlog account new`, `--identity` and `questlog invite`: somebody else at this machine."""

import re

from tests.bot.cli.terminal import Terminal


async def test_a_second_person_has_an_account_of_their_own_and_sees_nothing_of_the_first(
    terminal: Terminal,
) -> None:
    await terminal.answer("habit", "add", "Secret gym")
    made = await terminal.answer("account", "new", "--nickname", "Ada")

    assert made["account"]["identities"] == {"local": "Ada", "nickname": "Ada"}
    assert "--identity Ada" in made["message"]
    assert (await terminal.answer("habit", "list", "--identity", "ada"))["habits"] == []
    await terminal.answer("habit", "add", "Read", "--identity", "ada")
    assert [one["name"] for one in (await terminal.answer("habit", "list"))["habits"]] == ["Secret gym"]
    hers = await terminal.answer("account", "show", "--identity", "local:ada")
    assert hers["account"]["id"] == made["account"]["id"]


async def test_a_name_that_is_taken_makes_no_account(terminal: Terminal) -> None:
    await terminal.answer("account", "set", "--nickname", "Bob")
    await terminal.answer("account", "new", "--nickname", "ada")
    for name in ("ADA", "bob"):
        assert (await terminal.refusal("account", "new", "--nickname", name))[1] == "identity_taken"
    assert (await terminal.refusal("account", "show", "--identity", "bob"))[1] == "no_such_user"
    assert (await terminal.refusal("account", "new", "--nickname", "x"))[1] == "invalid_identity"


async def test_an_invitation_says_what_to_tell_them(terminal: Terminal) -> None:
    await terminal.answer("account", "new", "--nickname", "ada")
    made = await terminal.answer("invite", "--identity", "ada")
    assert re.fullmatch("[0-9]{12}", made["code"])
    said = " ".join(await terminal.lines("invite", "--identity", "ada"))
    assert re.search("/channel verify code:[0-9]{12}", said)
    assert "is good once, until" in said
