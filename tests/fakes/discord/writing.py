"""What people, other bots and webhooks write in channels of their own accord."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.fakes.discord.messages import FakeMessage

if TYPE_CHECKING:
    from tests.fakes.discord.files import Attachment
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.places import FakeChannel


def write(
    author: "Person",
    channel: "FakeChannel",
    text: str,
    *,
    reply_to: FakeMessage | None = None,
    pings: bool = True,
    attachments: Sequence["Attachment"] = (),
    by_webhook: bool = False,
) -> FakeMessage:
    discord = author.discord
    message = FakeMessage(
        discord,
        discord.ids.new(),
        channel,
        discord.clock(),
        content=text,
        author=author,
        attachments=[*attachments],
        reply_to=reply_to,
        pings_author=reply_to is not None and pings,
        by_webhook=by_webhook,
    )
    channel.enter(message)
    channel.news.tell()
    return message
