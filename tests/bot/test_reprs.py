"""What holds an address, a code or what somebody said does not show it where it is printed."""

import pytest

from bot.channels.requests import AddChannel, VerifyChannel
from bot.email.unsubscribe import LinkOwner
from bot.sms.reception import InboundSms
from scheduler.channels.channel import MessageTarget
from scheduler.channels.sms.reports import SmsReport
from scheduler.proving import AddressClaim
from tests.fakes.clock import START
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.notify.model import PersonChannel
from tracker.sms.sent import Draft

PHONE, MAIL, CODE = "+447700900123", "ada@example.org", "123456"


@pytest.mark.parametrize(
    "holding",
    [
        MessageTarget("sms", PHONE),
        PersonChannel(channel_type="sms", identifier=PHONE),
        User(id="ada", created_at=START, phone=PHONE, email=MAIL),
        parse_identity(f"phone:{PHONE}"),
        parse_identity(f"email:{MAIL}"),
        Draft("ada", "m", PHONE, CODE, CODE, ("m",), 1),
        SmsReport("SM1", "sent", None, PHONE),
        InboundSms("SM1", PHONE, CODE),
        LinkOwner("ada", MAIL),
        AddressClaim("ada", CODE),
        AddChannel(type="sms", address=PHONE),
        VerifyChannel(code=CODE),
    ],
    ids=lambda holding: type(holding).__name__,
)
def test_what_is_private_is_not_printed(holding: object) -> None:
    assert not any(private in repr(holding) for private in (PHONE, MAIL, CODE))
