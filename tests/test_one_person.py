"""One person on Discord, by SMS and by e-mail: everything over the wire, from the first code to STOP."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import pytest
from aiohttp import ClientSession, web

from bot.app import routes
from bot.web.running import RunningServices
from bot.web.server import listening
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import account, aim, follow
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import reset
from tests.fakes.discord.users import FakeUser
from tests.fakes.mail_server import MailServer, authority
from tests.fakes.phone import PUBLIC, SMS_SETTINGS, FakePhone
from tests.fakes.twilio import FakeTwilio
from tests.world import HOURS, MINUTES
from tracker.notify import outbox
from tracker.settings import Settings, WebSettings
from tracker.store.table import Table

PHONE, MAILBOX = "+447700900123", "ada@example.org"


class Everywhere(BotWorld):
    """With a Twilio, a mail server, and the pages of the service."""

    twilio: FakeTwilio
    mail: MailServer
    ca_file: Path
    url: str
    web: ClientSession

    @classmethod
    @asynccontextmanager
    async def of_all(cls, table: Table, clock: HandClock, folder: Path) -> AsyncGenerator[Self]:
        cls.ca_file = folder / "ca.pem"
        authority().cert_pem.write_to_path(str(cls.ca_file))
        async with FakeTwilio.running(clock) as twilio, MailServer.running("starttls") as mail:
            cls.twilio, cls.mail = twilio, mail
            async with cls.on_discord(table, clock) as world:
                yield world

    async def start(self) -> None:
        more: dict[str, Any] = {
            "sms": {**SMS_SETTINGS, "api_url": self.twilio.url},
            "email": {**self.mail.settings(), "ca_file": self.ca_file},
            "web": {"public_url": PUBLIC},
        }
        self.settings = Settings.model_validate({**self.settings.model_dump(), **more})
        await super().start()
        running, app = RunningServices(), web.Application()
        app.add_routes(routes(running, self.settings))
        self.url = await self._stack.enter_async_context(listening(app, WebSettings(port=0)))
        self.web = await self._stack.enter_async_context(ClientSession())
        await self._stack.enter_async_context(running.opened(self.client.services))

    def phone(self, number: str = PHONE) -> FakePhone:
        return FakePhone(number, self.web, self.url)

    def letters(self) -> list[str]:
        """The plain text of every e-mail."""
        return [str(mail.get_body(("plain",)).get_content()) for mail in self.mail.mails]  # type: ignore[union-attr]


@pytest.fixture
async def world(sqlite_table: Table, clock: HandClock, tmp_path: Path) -> AsyncGenerator[Everywhere]:
    async with Everywhere.of_all(sqlite_table, clock, tmp_path) as world:
        yield world


@pytest.fixture
def ada(world: Everywhere) -> FakeUser:
    return world.discord.user("ada")


def code_in(text: str) -> str:
    [code] = re.findall(r"\b\d{6}\b", text)
    return code


async def test_one_person_is_told_everywhere_and_answers_from_anywhere(
    world: Everywhere, ada: FakeUser
) -> None:
    # She has a goal on Discord.
    await follow(world, ada)
    await aim(world, ada, "99 wc by 1 june", "80 wc")
    user = await account(world, ada)

    # She links her phone: the code comes by SMS, and goes back by SMS.
    asked = await ada.slash("channel add", type="sms", address="+44 7700 900123")
    assert "A code is on its way by SMS" in asked.text
    assert world.twilio.messages[-1]["to"] == PHONE
    phone = world.phone()
    assert "linked to your Questlog account" in await phone.says(code_in(world.twilio.bodies[-1]))

    # And her mailbox: the code comes by e-mail, and she types it on Discord.
    await ada.slash("channel add", type="email", address="Ada@Example.org")
    linked = await ada.slash("channel verify", code=code_in(str(world.mail.mails[-1]["Subject"])))
    assert "E-mail (a\\*\\*\\*@example.org) is yours now" in linked.text
    user = await account(world, ada)
    assert (user.phone, user.email) == (PHONE, MAILBOX)

    # SMS comes first. A milestone is told there.
    await ada.slash("channel default", channel="sms")
    world.hiscores.osrs("Zezima").train("Woodcutting", 8_000_000)
    await world.pass_time(2 * HOURS)
    milestone = world.twilio.bodies[-1]
    assert "Woodcutting" in milestone

    # She answers from there.
    goals = await phone.says("goals")
    assert goals.splitlines()[0].startswith("1. 99 Woodcutting")
    detail = await phone.says("1")
    assert "99 Woodcutting" in detail
    assert "xp" in detail
    assert detail != goals

    # Discord first again, and it goes down: the digest comes by e-mail, and says why.
    await ada.slash("channel default", channel="email")
    await ada.slash("channel default", channel="discord")
    world.discord.stay_wrong(reset(), on="POST /channels")
    world.hiscores.osrs("Zezima").train("Woodcutting", 9_000_000)
    before = len(world.letters())
    await world.pass_time(26 * HOURS, step=10 * MINUTES)
    assert "Discord could not be reached, so this comes by e-mail." in world.letters()[-1]
    digests = [one for one in await outbox.history(world.table, user.id) if one.kind.name == "digest"]
    assert digests[0].channel == "email"
    assert digests[0].title in world.letters()[-1]

    # STOP silences SMS at once, and everything else goes on.
    sent = len(world.twilio.messages)
    assert await phone.says("STOP") == ""
    await world.pass_time(26 * HOURS)
    assert len(world.twilio.messages) == sent
    assert len(world.letters()) > before + 1
    [sms] = [one for one in await world.client.services.channels.list(user.id) if one.channel_type == "sms"]
    assert not sms.is_active
    assert await phone.says("goals") == ""

    # And START brings it back.
    assert await phone.says("START") == ""
    assert (await phone.says("goals")).startswith("1. 99 Woodcutting")


async def test_a_link_in_the_letter_confirms_an_address_by_one_press(
    world: Everywhere, ada: FakeUser
) -> None:
    await ada.slash("channel add", type="email", address=MAILBOX)
    [link] = re.findall(rf"{re.escape(PUBLIC)}(/confirm\?token=\S+)", world.letters()[-1])
    async with world.web.get(world.url + link) as page:
        assert (page.status, "Be told things at this address?" in await page.text()) == (200, True)
    assert (await account(world, ada)).email is None
    async with world.web.post(world.url + link) as page:
        assert (page.status, "It is linked" in await page.text()) == (200, True)
    assert (await account(world, ada)).email == MAILBOX
    async with world.web.post(world.url + link) as page:
        assert (page.status, "was used already" in await page.text()) == (409, True)
    async with world.web.get(f"{world.url}/confirm?token=nonsense") as page:
        assert page.status == 400


async def test_a_number_of_somebody_else_is_answered_alike_and_its_owner_is_told(
    world: Everywhere, ada: FakeUser
) -> None:
    bob = world.discord.user("bob")
    hers = await ada.slash("channel add", type="sms", address=PHONE)
    await ada.slash("channel verify", code=code_in(world.twilio.bodies[-1]))
    his = await bob.slash("channel add", type="sms", address=PHONE)
    assert his.text == hers.text
    assert "yours already" in world.twilio.bodies[-1]
    assert not re.search(r"\b\d{6}\b", world.twilio.bodies[-1])
    refused = await bob.slash("channel verify", code="123456")
    assert "That is not the code" in refused.text
    assert (await account(world, ada)).phone == PHONE


async def test_the_rest_of_a_long_message_is_a_reply_away(world: Everywhere, ada: FakeUser) -> None:
    await follow(world, ada)
    await aim(world, ada, *(f"{level} wc" for level in range(74, 90)))
    await ada.slash("channel add", type="sms", address=PHONE)
    await ada.slash("channel verify", code=code_in(world.twilio.bodies[-1]))
    await ada.slash("channel default", channel="sms")
    world.hiscores.osrs("Zezima").train("Woodcutting", 9_000_000)
    await world.pass_time(2 * HOURS)
    told = world.twilio.bodies[-1]
    assert told.endswith("Reply MORE for the rest.")
    rest = await world.phone().says("more")
    assert "Woodcutting" in rest
    assert rest not in told
