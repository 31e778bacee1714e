"""Six digits from a phone prove that the number is somebody's."""

from bot.sms.codes import LINKED
from bot.sms.reception import UNKNOWN_NUMBER
from tests.bot.sms.conftest import ADA, STRANGER, SmsWorld
from tests.bot.sms.sentences import NOTHING_TO_CONFIRM


async def test_a_code_is_confirmed_from_whatever_number_it_comes(world: SmsWorld) -> None:
    user = await world.person("local:anna")
    asked = await world.services.addresses.ask(user, "sms", STRANGER, "test")
    wrong = "000000" if asked.code != "000000" else "111111"
    phone = world.phone(STRANGER)

    assert "That is not the code" in await phone.says(wrong)
    assert await phone.says(f"{asked.code[:3]} {asked.code[3:]}") == LINKED
    [*_, channel] = await world.services.channels.list(user.id)
    assert (channel.channel_type, channel.identifier) == ("sms", STRANGER)
    assert await phone.says("goals") != UNKNOWN_NUMBER


async def test_a_code_that_nobody_waits_for_says_so(world: SmsWorld) -> None:
    await world.owner()

    assert await world.phone(ADA).says("123456") == NOTHING_TO_CONFIRM
    assert await world.phone(STRANGER).says("123456") == UNKNOWN_NUMBER


async def test_an_invitation_from_an_unknown_number_makes_the_account_theirs(world: SmsWorld) -> None:
    user = await world.person("local:anna")
    code = (await world.services.invitations.make(user)).code
    phone = world.phone(STRANGER)

    assert "That is no invitation" in await phone.says("9" * 11 + ("1" if code[-1] == "0" else "0"))
    assert await phone.says(f"{code[:6]} {code[6:]}") == LINKED
    assert [one.identifier for one in await world.services.channels.list(user.id)][-1] == STRANGER
    assert await phone.says("goals") != UNKNOWN_NUMBER
