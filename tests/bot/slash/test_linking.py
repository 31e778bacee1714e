"""`/channel add` and `verify` over the wire: an address is somebody's once they have read a code there."""

import re

import pytest

from bot.channels.documents import ChannelAdded, CodeAsked
from bot.channels.view import added
from bot.slash.render import card
from bot.visit import Visit
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.somebody import account
from tests.fakes.discord.users import FakeUser
from tracker.accounts.identity import parse_identity
from tracker.front_ends import FrontEnd


def code_at(world: BotWorld) -> str:
    """The last code that arrived at the webhook."""
    told = list(world.webhook.taken.values())[-1]["messages"][0]
    assert told["kind"] == "address-code"
    [code] = re.findall(r"\b\d{6}\b", told["title"])
    return code


async def types(world: BotWorld, ada: FakeUser) -> list[str]:
    user = await account(world, ada)
    return [one.channel_type for one in await world.client.services.channels.list(user.id)]


async def test_a_code_comes_to_the_new_address_and_links_it(world: BotWorld, ada: FakeUser) -> None:
    asked = await ada.slash("channel add", type="webhook", address=world.webhook.url)
    assert asked.ephemeral
    assert "A code is on its way by Webhook (127.0.0.1)" in asked.text
    assert code_at(world) not in asked.text
    assert await types(world, ada) == ["discord"]

    linked = await ada.slash("channel verify", code=code_at(world))

    assert "Webhook (127.0.0.1) is yours now" in linked.text
    assert await types(world, ada) == ["discord", "webhook"]


async def test_the_button_opens_a_form_for_the_code_also_after_a_restart(
    world: BotWorld, ada: FakeUser
) -> None:
    asked = await ada.slash("channel add", type="webhook", address=world.webhook.url)
    await world.restart()

    opened = await asked.click("Type the code")
    await world.restart()
    linked = await opened.modal.submit({"Six digits": code_at(world)})

    assert linked.ephemeral
    assert "is yours now" in linked.text


async def test_nobody_else_can_use_the_button(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await ada.slash("channel add", type="webhook", address=world.webhook.url)
    place = world.discord.guild("clan").channel
    asked = CodeAsked(type="webhook", text="Webhook", expires_at=world.clock(), certain=True)
    here = Visit(world.client.services, await account(world, ada), FrontEnd.DISCORD, world.clock())
    shown = card(here, added(here, ChannelAdded(asked=asked)), ada.id)
    await world.client.get_partial_messageable(place.id).send(view=shown)

    refused = await place.messages[0].click("Type the code", by=bob)

    assert refused.text.startswith("This is not yours.")


async def test_a_wrong_code_is_refused_and_five_lock_it(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("channel add", type="webhook", address=world.webhook.url)
    wrong = "000000" if code_at(world) != "000000" else "111111"
    for _ in range(5):
        refused = await ada.slash("channel verify", code=wrong)
        assert "That is not the code" in refused.text

    locked = await ada.slash("channel verify", code=code_at(world))

    assert "too many wrong codes" in locked.text
    assert await types(world, ada) == ["discord"]


@pytest.mark.parametrize(
    ("kind", "address", "says"),
    [
        ("sms", "020 7946 0123", "not a phone number with its country code"),
        ("email", "ada at example", "not an e-mail address"),
        ("webhook", "example.org", "no address for a webhook"),
    ],
)
async def test_what_is_no_address_is_refused_with_an_example(
    ada: FakeUser, kind: str, address: str, says: str
) -> None:
    assert says in (await ada.slash("channel add", type=kind, address=address)).text


@pytest.mark.parametrize(("kind", "address"), [("sms", "+44 7700 900123"), ("email", "ada@example.org")])
async def test_a_channel_that_is_not_set_up_says_who_can_do_that(
    ada: FakeUser, kind: str, address: str
) -> None:
    refused = await ada.slash("channel add", type=kind, address=address)
    assert "not set up on this Questlog" in refused.text
    assert address not in refused.text


async def test_without_anything_to_confirm_a_code_is_refused(ada: FakeUser) -> None:
    assert "no address that waits for a code" in (await ada.slash("channel verify", code="123456")).text


async def test_a_code_that_cannot_be_sent_says_why(world: BotWorld, ada: FakeUser) -> None:
    world.webhook.answers = [(500, {})]
    refused = await ada.slash("channel add", type="webhook", address=world.webhook.url)
    assert "The code could not be sent: the webhook answered 500." in refused.text


async def test_an_invitation_makes_the_account_theirs_who_type_it_before_anything_else(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    services = world.client.services
    made = await services.accounts.register(parse_identity("local:ada"))
    invitation = await services.invitations.make(made)
    await bob.slash("channel list")

    refused = await bob.slash("channel verify", code=invitation.code)
    linked = await ada.slash("channel verify", code=invitation.code)

    assert "You have an account here already" in refused.text
    assert "this account is yours, here too" in linked.text
    assert (await account(world, ada)).id == made.id
    assert await types(world, ada) == ["discord"]
    assert (await account(world, bob)).id != made.id
