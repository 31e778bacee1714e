"""The webhook: who is let in, each message once, an answer in time or later, and what a failure leaves."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import Any, Literal, TypeVar

import pytest
import structlog
from aiohttp import ClientSession

from bot.features import FEATURES
from bot.late_answer import LATE_ANSWER
from bot.sms.reception import UNKNOWN_NUMBER
from bot.sms.signature import FORM
from tests.bot.sms.conftest import ADA, BOB, STRANGER, SmsWorld, texting, with_sms
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.phone import PATH, PUBLIC, FakePhone, said_in, signed
from tests.world import HOURS
from tracker.accounts.identity import Identity, parse_identity
from tracker.notify import outbox
from tracker.notify.model import MessagePriority
from tracker.store.errors import StoreUnavailable
from tracker.store.keys import ConversationKey, SeenKey, UserKey
from tracker.store.sqlite import SqliteTable
from tracker.store.steps import ReadSteps
from tracker.store.table import Operation, Update

T = TypeVar("T")


class SlowTable(FaultyTable):
    """Reads of several steps, as those of goals, wait until the test lets them go."""

    gate: asyncio.Event | None = None

    def let_go(self) -> None:
        assert self.gate is not None
        self.gate.set()

    async def read_in_steps(self, steps: ReadSteps[T]) -> T:
        if self.gate is not None:
            await self.gate.wait()
        return await super().read_in_steps(steps)


@pytest.fixture
def table(sqlite_table: SqliteTable) -> SlowTable:
    return SlowTable(sqlite_table)


@pytest.fixture
async def world(table: SlowTable, clock: HandClock) -> AsyncIterator[SmsWorld]:
    async with texting(table, clock) as world:
        yield world


@pytest.fixture
async def ada(world: SmsWorld) -> FakePhone:
    await world.plays("99 wc", "80 fishing")
    return world.phone(ADA)


async def refused(world: SmsWorld, phone: FakePhone, form: dict[str, str], **request: Any) -> None:  # noqa: ANN401 - of the client
    """403, and nothing is as it was not before."""
    before = await world.everything()
    response = await phone.post(form, **request)
    assert (response.status, await world.everything()) == (403, before)


async def test_a_message_from_twilio_is_answered(ada: FakePhone) -> None:
    assert (await ada.says("goals")).startswith("1. 99 Woodcutting: ")


async def test_a_message_without_a_signature_is_refused(world: SmsWorld, ada: FakePhone) -> None:
    await refused(world, ada, ada.form("goals"), headers={})


@pytest.mark.parametrize(
    "forged",
    [
        {"token": "another-secret"},
        {"url": "https://evil.example" + PATH},
        {"url": PUBLIC + "/sms/status"},
        {"url": PUBLIC + PATH + "/"},
        {"url": PUBLIC.replace("https", "http") + PATH},
    ],
    ids=lambda forged: next(iter(forged.values())),
)
async def test_a_message_signed_otherwise_is_refused(
    world: SmsWorld, ada: FakePhone, forged: dict[str, str]
) -> None:
    form = ada.form("goals")

    await refused(world, ada, form, headers=signed(form, **forged))


async def test_a_signature_for_the_host_that_the_request_names_is_refused(
    world: SmsWorld, ada: FakePhone
) -> None:
    form = ada.form("goals")
    claimed = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}

    await refused(world, ada, form, headers={**signed(form, "https://evil.example" + PATH), **claimed})


@pytest.mark.parametrize(
    "changed", [{"Body": "add 99 fishing"}, {"From": BOB}, {"Extra": "field"}, {"MessageSid": "SM1"}]
)
async def test_a_message_that_was_changed_on_its_way_is_refused(
    world: SmsWorld, ada: FakePhone, changed: dict[str, str]
) -> None:
    form = ada.form("goals")

    await refused(world, ada, {**form, **changed}, headers=signed(form))


async def test_what_is_signed_for_another_account_is_refused(world: SmsWorld, ada: FakePhone) -> None:
    await refused(world, ada, ada.form("goals", AccountSid="AC" + "1" * 32))


@pytest.mark.parametrize("sid", ["", "x" * 65, "SM#1", "SM 1"])
async def test_what_has_no_number_is_no_message(world: SmsWorld, ada: FakePhone, sid: str) -> None:
    await refused(world, ada, ada.form("goals", MessageSid=sid))


async def test_a_message_comes_once_however_often_it_is_brought(world: SmsWorld, ada: FakePhone) -> None:
    form = ada.form("add 90 fishing")
    first = await ada.post(form)

    await refused(world, ada, form)

    assert said_in(await first.text()).startswith("Goal set.")


async def test_a_copy_whose_fields_are_joined_otherwise_is_refused(world: SmsWorld, ada: FakePhone) -> None:
    """Twilio signs names and values without anything between them: the signature is right for both."""
    form = ada.form("add 90 fishing")
    await ada.post(form)
    copy = {**form, "MessageSid": f"{form['MessageSid']}NumMedia{form['NumMedia']}"}
    del copy["NumMedia"]
    assert signed(copy) == signed(form)

    await refused(world, ada, copy)


async def test_a_message_that_somebody_kept_for_a_year_is_not_handled_again(
    world: SmsWorld, ada: FakePhone
) -> None:
    form = ada.form("goals")
    assert (await ada.post(form)).status == 200

    world.clock.advance(365 * 24 * 3600)

    assert (await ada.post(form)).status == 403
    assert (await ada.post({**form, "MessageSid": "SMother"}, headers=signed(form))).status == 403


async def test_of_many_copies_at_once_one_is_handled(world: SmsWorld, ada: FakePhone) -> None:
    form = ada.form("add 90 fishing")

    found = await asyncio.gather(*(ada.post(form) for _ in range(8)))

    assert sorted(response.status for response in found) == [200, *[403] * 7]
    assert len(await world.goals.list(await person(world))) == 3


async def test_a_body_that_is_too_long_is_refused(world: SmsWorld, ada: FakePhone) -> None:
    await refused(world, ada, ada.form("x" * 70_000))

    before = await world.everything()
    sent = world.web.post(world.url + PATH, data=endless(), headers={**signed({}), "Content-Type": FORM})
    assert ((await sent).status, await world.everything()) == (403, before)


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", b"{}"),
        ("multipart/form-data; boundary=x", b"--x--"),
        ("application/x-www-form-urlencoded", b"\xff\xfe=\xff"),
        ("application/x-www-form-urlencoded", b"&".join(b"a=1" for _ in range(1000))),
        ("application/x-www-form-urlencoded", b""),
        ("nonsense", b"x"),
    ],
)
async def test_what_is_no_form_is_refused(world: SmsWorld, content_type: str, body: bytes) -> None:
    before = await world.everything()

    response = await world.web.post(
        world.url + PATH, data=body, headers={**signed({}), "Content-Type": content_type}
    )

    assert (response.status, await world.everything()) == (403, before)


@pytest.mark.parametrize("changes", [{"sms": {}}, {"web": {}}], ids=["SMS off", "no public address"])
async def test_where_nothing_can_be_checked_all_is_refused(
    world: SmsWorld, ada: FakePhone, changes: dict[str, Any]
) -> None:
    settings = type(world.settings).model_validate({**with_sms(world.settings).model_dump(), **changes})
    services = type(world.services).of(settings, world.context, FEATURES)

    async with world.running.opened(services):
        await refused(world, ada, ada.form("goals"))


async def test_before_the_service_is_up_it_asks_to_come_again(table: SlowTable, clock: HandClock) -> None:
    async with texting(table, clock) as world:
        async with world.running.opened(world.services):
            pass  # and it is closed again

        response = await world.phone().post(world.phone().form("goals"))

    assert (response.status, response.headers["Retry-After"]) == (503, "5")


async def test_a_store_that_fails_leaves_the_message_to_come_again(table: SlowTable, ada: FakePhone) -> None:
    form = ada.form("add 90 fishing")
    for call in range(1, 8):
        table.fail(at=call, error=StoreUnavailable("secret-host does not answer"))
        assert (await ada.post(form)).status == 503
        assert await table.get(SeenKey("sms", form["MessageSid"]).key) is None

    assert said_in(await (await ada.post(form)).text()).startswith("Goal set.")


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_claim_of_which_nobody_knows_whether_it_was_written_is_given_back(
    table: SlowTable, ada: FakePhone, when: Literal["before", "after"]
) -> None:
    await ada.says("goals")
    form = ada.form("goals")
    table.fail(at=1, when=when)
    table.fail(at=2, when=when)

    assert (await ada.post(form)).status == 503
    assert (await ada.post(form)).status == 200


async def test_what_was_done_is_answered_also_where_the_conversation_is_lost(
    world: SmsWorld, table: SlowTable, ada: FakePhone
) -> None:
    class Forgetful(SlowTable):
        async def _transact(self, operations: Sequence[Operation]) -> None:
            if any("CONVERSATION" in one.key.sk for one in operations):
                raise StoreUnavailable("gone")
            await super()._transact(operations)

    forgetful = Forgetful(table._inner)
    services = type(world.services).of(world.settings, world.context, FEATURES)
    object.__setattr__(services, "table", forgetful)

    async with world.running.opened(services):
        assert (await ada.says("goals")).startswith("1. 99 Woodcutting")


async def test_an_answer_that_takes_long_comes_as_a_message_of_its_own(
    world: SmsWorld, table: SlowTable, ada: FakePhone
) -> None:
    await ada.says("goals")
    hurry(world, table)

    assert await ada.says("goals") == ""
    table.let_go()
    await world.inbound._under_way.close()

    [late] = [one for one in await outbox.history(table, await person(world)) if one.kind is LATE_ANSWER]
    assert late.text.startswith("1. 99 Woodcutting: ")
    assert (late.priority, late.preferred_channel) == (MessagePriority.ANSWER, "sms")
    assert late.expires_at == late.created_at + timedelta(minutes=15)


async def test_a_stop_of_the_service_ends_what_takes_too_long(
    world: SmsWorld, table: SlowTable, ada: FakePhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.web.under_way.CLOSE_SECONDS", 0.01)
    await ada.says("goals")
    hurry(world, table)
    await ada.says("goals")

    await world.inbound._under_way.close()
    table.let_go()

    assert not world.inbound._under_way
    assert LATE_ANSWER not in [one.kind for one in await outbox.history(table, await person(world))]


async def test_a_mistake_of_ours_is_logged_and_the_message_can_come_again(
    ada: FakePhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a mistake")

    form = ada.form("goals")
    with monkeypatch.context() as patch, structlog.testing.capture_logs() as lines:
        patch.setattr("bot.sms.dialogue.Dialogue.answered", broken)
        response = await ada.post(form)

    assert response.status == 503
    assert "a mistake" not in await response.text()
    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["sms not handled"]
    assert (await ada.post(form)).status == 200


async def test_a_stranger_gets_one_polite_answer_a_day(world: SmsWorld) -> None:
    phone = world.phone(STRANGER)

    assert await phone.says("goals") == UNKNOWN_NUMBER
    assert [await phone.says(text) for text in ("hi", "goals", "what?")] == ["", "", ""]
    world.clock.advance(24 * HOURS + 1)
    assert await phone.says("hi") == UNKNOWN_NUMBER
    assert len(UNKNOWN_NUMBER) <= 160


async def test_strangers_are_not_kept(world: SmsWorld) -> None:
    await world.phone(STRANGER).says("goals")

    assert STRANGER not in str(await world.everything())


@pytest.mark.parametrize("sender", ["", "QUESTLOG", "12345", "whatsapp:+15550100001"])
async def test_what_is_not_from_a_telephone_is_not_answered(world: SmsWorld, sender: str) -> None:
    assert await world.phone(sender).says("hi") == ""


async def test_a_person_who_is_being_deleted_is_told_so(world: SmsWorld, ada: FakePhone) -> None:
    await ada.says("goals")
    update = Update(UserKey(await person(world)).key, set={"deletingSince": "2100-01-01T00:00:00Z"})
    await world.table.update(update)

    assert "being deleted" in await ada.says("add 90 fishing")
    assert await world.table.get(ConversationKey(await person(world), "sms").key) is not None


async def test_everybody_sees_their_own_alone(world: SmsWorld, ada: FakePhone) -> None:
    await world.plays("70 zulrah kc", number=BOB, name="Bob")
    await ada.says("goals")
    bob = world.phone(BOB)

    assert "Woodcutting" not in await bob.says("goals")
    assert "no goal" in (await bob.says("goal wc")).lower()
    assert "Woodcutting" not in await bob.says("2")


async def test_a_number_that_moves_to_another_account_takes_its_conversation_nowhere(
    world: SmsWorld, ada: FakePhone
) -> None:
    await ada.says("goals")
    await world.accounts.change(await person(world), identity_of(BOB))
    other = await world.person("local:other")
    await world.accounts.claim(other.id, identity_of(ADA))

    assert await ada.says("1") == "There is no list to choose from. Text today, habits or goals first."
    assert (await world.phone(BOB).says("1")).startswith("99 Woodcutting")


async def test_an_account_that_is_gone_is_a_stranger(world: SmsWorld, ada: FakePhone) -> None:
    await ada.says("goals")
    await world.accounts.change(await person(world), identity_of(BOB))

    assert await ada.says("goals") == UNKNOWN_NUMBER


async def test_nothing_is_written_for_the_same_list_but_that_the_message_came_and_was_answered(
    world: SmsWorld, ada: FakePhone
) -> None:
    await ada.says("goals")
    before = await world.everything()

    await ada.says("goals")

    new = [item for item in await world.everything() if item not in before]
    # That it was answered counts for the number, today and this month, and for the budget of all;
    # it is seen by its sid and its signature.
    assert [item["type"] for item in new] == ["limit", "limit", "limit", "seen", "seen"]


async def test_what_means_something_in_xml_is_answered_as_it_is(ada: FakePhone) -> None:
    assert "<b>&lt;/b>" in await ada.says("<b>&lt;/b>")


async def test_another_method_is_refused(world: SmsWorld) -> None:
    async with ClientSession() as client:
        assert (await client.get(world.url + PATH)).status == 405


def identity_of(number: str) -> Identity:
    return parse_identity(f"phone:{number}")


async def endless() -> AsyncIterator[bytes]:
    """More than the web server takes, of a length that it is not told."""
    for _ in range(20):
        yield b"x" * 65_536


def hurry(world: SmsWorld, table: SlowTable) -> None:
    """From now on goals are read slowly, and nobody waits for them."""
    table.gate = asyncio.Event()
    world.inbound._seconds = 0.02


async def person(world: SmsWorld) -> str:
    return world.people[0].id


async def test_copies_of_a_question_that_was_answered_before_are_answered_once(world: SmsWorld) -> None:
    await world.plays("99 wc")
    phone = world.phone()
    await phone.says("goals")
    await phone.says("goals")
    form = phone.form("goals")

    found = await asyncio.gather(*(phone.post(form) for _ in range(6)))
    again = await phone.post(form)

    assert sorted(one.status for one in found) == [200, 403, 403, 403, 403, 403]
    assert again.status == 403
