"""Whatever comes to the webhook, it is refused or answered, and nothing breaks."""

import asyncio
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientSession, TCPConnector
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.sms.signature import FORM
from tests.bot.sms.conftest import ADA, STRANGER, SmsWorld
from tests.fakes.phone import ACCOUNT, PATH, PUBLIC, new_sid, said_in, signed

REFUSED = {400, 403, 413}

_FIELDS = st.sampled_from(["MessageSid", "AccountSid", "From", "To", "Body", "OptOutType", "NumMedia"])
_VALUES = st.text(max_size=30) | st.sampled_from([ADA, STRANGER, ACCOUNT, "STOP", "START", "goals", "1"])
_HEADERS = st.dictionaries(
    st.sampled_from(["X-Twilio-Signature", "X-Forwarded-Host", "Content-Encoding", "Content-Type"]),
    st.sampled_from(["", "x", "gzip", "deflate", FORM, "text/plain; charset=x"]),
)
_SOME = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def collected(strategy: st.SearchStrategy[Any]) -> list[Any]:
    """Examples, to be tried one after the other in the loop of the test."""
    found: list[Any] = []

    @_SOME
    @given(strategy)
    def collect(one: object) -> None:
        found.append(one)

    collect()
    return found


async def test_bytes_that_nobody_signed_are_refused(world: SmsWorld) -> None:
    before = await world.everything()
    # A connection each: aiohttp drops one on which something came that it cannot decompress.
    async with ClientSession(connector=TCPConnector(force_close=True)) as web:
        for body, headers in collected(st.tuples(st.binary(max_size=300), _HEADERS)):
            response = await web.post(world.url + PATH, data=body, headers=headers)
            assert response.status in REFUSED, (body, headers)
    assert await world.everything() == before


async def test_any_form_that_is_signed_is_answered_or_refused(world: SmsWorld) -> None:
    await world.plays("99 wc")
    usual = {"AccountSid": ACCOUNT, "From": ADA, "Body": "goals"}
    for fields in collected(st.dictionaries(_FIELDS | st.text(min_size=1, max_size=10), _VALUES)):
        form = {"MessageSid": new_sid(), **usual, **fields}
        body, headers = urlencode(form).encode(), {**signed(form), "Content-Type": FORM}
        response = await world.web.post(world.url + PATH, data=body, headers=headers)
        assert response.status in {200, 403}, form
        if response.status == 200:
            said_in(await response.text())


async def test_any_query_that_is_signed_is_answered_or_refused(world: SmsWorld) -> None:
    await world.plays("99 wc")
    for query in collected(st.dictionaries(st.text(max_size=8), st.text(max_size=8), min_size=1)):
        path = f"{PATH}?{urlencode(query)}"
        form = world.phone().form("hi")
        response = await world.web.post(world.url + path, data=form, headers=signed(form, PUBLIC + path))
        assert response.status in {200, 403}, path


async def test_raw_requests_of_any_address_are_refused(world: SmsWorld) -> None:
    port = int(world.url.rsplit(":", 1)[1])
    before = await world.everything()
    for path in collected(st.binary(max_size=20).map(lambda it: it.replace(b"\n", b"").replace(b"\r", b""))):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = b"Host: x\r\nConnection: close\r\nContent-Length: 0\r\nX-Twilio-Signature: x\r\n\r\n"
        writer.write(b"POST /sms/inbound?" + path + b" HTTP/1.1\r\n" + head)
        status = (await reader.read()).split(b" ", 2)[1]
        writer.close()
        await writer.wait_closed()
        assert int(status) in REFUSED, path
    assert await world.everything() == before
