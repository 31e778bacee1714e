"""What tests of e-mail share: a letterhead, and a settled channel over a fake mail server."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from scheduler.channels.email.channel import EmailChannel, open_email
from scheduler.channels.email.message import Letterhead
from tests.fakes.clock import HandClock
from tests.fakes.mail_server import USER, MailServer, authority
from tracker.settings import Settings
from tracker.signing import Signer
from tracker.store.table import Table

ADA = "ada@example.org"
URL = "https://quest.example.org/"
HEAD = Letterhead("Questlog", USER, Signer(b"a key of a test"), URL)


def settings_for(server: MailServer, folder: Path, **other: object) -> Settings:
    """With the authority that signed the server's certificate."""
    trusted = folder / "authority.pem"
    trusted.write_bytes(authority().cert_pem.bytes())
    email = {**server.settings(), "ca_file": str(trusted), **other}
    return Settings.model_validate({"email": email, "web": {"public_url": URL}})


@asynccontextmanager
async def opened(
    server: MailServer,
    table: Table,
    clock: HandClock,
    folder: Path,
    **other: Any,  # noqa: ANN401 - settings
) -> AsyncGenerator[EmailChannel]:
    async with open_email(settings_for(server, folder, **other), table, clock) as channel:
        yield channel
