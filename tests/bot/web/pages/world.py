"""What Questlog reaches on a tour, on loopback: a mail server, GitHub, and a site with a number."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from tests.fakes.clock import HandClock
from tests.fakes.github import FakeGitHub, github_settings
from tests.fakes.json_site import JsonSite
from tests.fakes.mail_server import MailServer

_CODE, _TOKEN = re.compile(r"\b(\d{6})\b"), re.compile(r"/confirm\?token=(\S+)")


@dataclass(frozen=True)
class World:
    post: MailServer
    github: FakeGitHub
    numbers: JsonSite

    @classmethod
    @asynccontextmanager
    async def running(cls, clock: HandClock) -> AsyncGenerator[Self]:
        async with (
            MailServer.running() as post,
            FakeGitHub.running(clock) as github,
            JsonSite.running() as numbers,
        ):
            github.account("ada")
            yield cls(post, github, numbers)

    def settings(self, folder: Path | None = None) -> dict[str, Any]:
        """By section; `folder` is where the doctor looks for a store."""
        return {
            **({"store": {"path": folder / "doctor.db"}} if folder else {}),
            "email": self.post.settings(),
            "sources": {
                "github": github_settings(self.github.url, requests_per_second=100_000),
                "http_json": {"allow_private": True},
            },
        }

    def code_and_token(self) -> dict[str, str]:
        """In the letter that came last: what to type, and of the link to open instead."""
        body = self.post.mails[-1].get_body(("plain",))
        text = body.get_content() if body else ""
        code, token = _CODE.search(text), _TOKEN.search(text)
        assert code, text
        assert token, text
        return {"code": code[1], "token": token[1]}
