"""Say whether an environment has all that Questlog needs, also what is loaded only when it is first wanted.

The image is not built unless it passes. In one that is built:
`docker run --rm --interactive --entrypoint python questlog - < deploy/image/check.py`
"""

import asyncio
import io
import os
import zoneinfo
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from email.message import EmailMessage
from importlib import import_module
from pkgutil import iter_modules, walk_packages
from types import ModuleType

import aioboto3
import apprise.plugins
import discord
import phonenumbers
import zstandard
from aiohttp import web
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

import bot
import scheduler
import tracker
from bot.charts.lettering import drawable, font
from bot.web.site.assets import own_assets
from bot.web.site.rendering import templates
from scheduler.channels.email.ses import SesTransport
from scheduler.channels.sms.twilio_client import TwilioClient
from tracker.settings import EmailSettings, SmsSettings
from tracker.store.dynamo_client import connect

NAMES = ("高级目标", "ひらがな", "한국어", "ไทย", "हिन्दी", "مرحبا", "стрела", "🪓👩‍🚒")
ACCOUNT = "AC" + "0" * 32
QUOTA = "<R><GetSendQuotaResult><{0}>2</{0}><{1}>1</{1}></GetSendQuotaResult></R>".format(
    "Max24HourSend", "SentLast24Hours"
)
SENT = "<R><SendRawEmailResult><MessageId>letter</MessageId></SendRawEmailResult></R>"


def import_all(package: ModuleType) -> int:
    """Every module below it, but those that run when they are loaded."""
    found = walk_packages(package.__path__, f"{package.__name__}.")
    names = [one.name for one in found if not one.name.endswith("__main__")]
    return len([import_module(name) for name in names])


def import_services() -> int:
    """Apprise itself leaves out in silence what cannot be loaded."""
    found = iter_modules(apprise.plugins.__path__, f"{apprise.plugins.__name__}.")
    return len([import_module(one.name) for one in found])


def check_chart() -> None:
    figure = Figure()
    FigureCanvasAgg(figure)
    for text in NAMES:
        assert drawable(text) == text, text
        figure.text(0.1, 0.1, text, font=font(12, text=text))
    out = io.BytesIO()
    figure.savefig(out, format="png")
    assert Image.open(out).size == (640, 480)


def check_libraries() -> None:
    discord.Client(intents=discord.Intents.none())
    assert zstandard.decompress(zstandard.compress(b"x")) == b"x"
    assert all(map(zoneinfo.ZoneInfo, zoneinfo.available_timezones()))
    for region in phonenumbers.SUPPORTED_REGIONS:
        assert phonenumbers.country_code_for_region(region)
        phonenumbers.PhoneMetadata.metadata_for_region(region)
    assert len(apprise.Apprise().details()["schemas"]) > 100  # noqa: PLR2004


def check_pages() -> None:
    """Each template, and what pages load."""
    found = templates()
    assert "login.html" in [found.get_template(name).name for name in found.list_templates()]
    assert all(map(own_assets().has, ("site.css", "site.js", "vendor/htmx.min.js")))


@asynccontextmanager
async def amazon_and_twilio() -> AsyncGenerator[str]:
    """One server that answers as they do, just enough."""

    async def answer(request: web.Request) -> web.Response:
        if request.path.endswith("/Messages.json"):
            return web.json_response({"sid": "SM1", "status": "queued", "body": "x"}, status=201)
        if "X-Amz-Target" in request.headers:
            return web.json_response({"TableNames": ["questlog"]}, content_type="application/x-amz-json-1.0")
        form = await request.post()
        said = QUOTA if form["Action"] == "GetSendQuota" else SENT
        return web.Response(text=said, content_type="text/xml")

    server = web.Application()
    server.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield "http://{}:{}".format(*runner.addresses[0][:2])
    finally:
        await runner.cleanup()


async def check_network() -> None:
    async with amazon_and_twilio() as url, AsyncExitStack() as stack:
        dynamo = await connect(stack, table="questlog", region="eu-central-1", endpoint_url=url)
        assert (await dynamo("list_tables"))["TableNames"] == ["questlog"]
        email = EmailSettings(from_address="me@example.com", transport="ses", endpoint_url=url)
        ses = await stack.enter_async_context(SesTransport.opened(email, "me@example.com"))
        assert "1 of 2 messages" in await ses.probe()
        assert await ses.deliver(EmailMessage(), "you@example.com") == "letter"
        for name in ("sts", "sso", "sso-oidc"):
            await stack.enter_async_context(aioboto3.Session().client(name, region_name="eu-central-1"))
        twilio = TwilioClient(
            SmsSettings(account_sid=ACCOUNT, auth_token="x", from_number="+15005550006", api_url=url)  # noqa: S106
        )
        stack.push_async_callback(twilio.close)
        assert (await twilio.send("+15005550009", "x", None)).sid == "SM1"


def main() -> None:
    os.environ.update(AWS_ACCESS_KEY_ID="x", AWS_SECRET_ACCESS_KEY="x", AWS_EC2_METADATA_DISABLED="true")  # noqa: S106
    modules = sum(map(import_all, (bot, scheduler, tracker)))
    print(f"{modules} modules of Questlog, {import_services()} services of Apprise")
    check_chart()
    check_libraries()
    check_pages()
    asyncio.run(check_network())
    print("all that Questlog needs is here")


if __name__ == "__main__":
    main()
