"""Files: what is uploaded with a message or by a person, and the CDN that gives it back."""

import mimetypes
import struct
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.fakes.discord.ids import Snowflakes

MOST_FILES = 10
MOST_BYTES = 10 * 1024 * 1024
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Upload:
    """A file on its way to Discord, from the bot or from a person."""

    filename: str
    content: bytes = field(repr=False)
    description: str | None = None


@dataclass(frozen=True)
class Attachment:
    id: int
    url: str
    filename: str
    content: bytes = field(repr=False)
    description: str | None = None
    ephemeral: bool = False

    @property
    def content_type(self) -> str:
        return mimetypes.guess_type(self.filename)[0] or "application/octet-stream"

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height, of a PNG."""
        return struct.unpack(">II", self.content[16:24]) if self.content.startswith(_PNG) else None

    @property
    def media(self) -> dict[str, Any]:
        """As a component or an embed shows it."""
        measures = dict(zip(("width", "height"), self.size, strict=True)) if self.size else {}
        return {"url": self.url, "proxy_url": self.url, "content_type": self.content_type, **measures}

    @property
    def payload(self) -> dict[str, Any]:
        described = {"description": self.description} if self.description else {}
        return {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.content),
            "ephemeral": self.ephemeral,
            **self.media,
            **described,
        }


class Cdn:
    """Where files are read back, each at its own address."""

    def __init__(self, ids: Snowflakes) -> None:
        self.url = ""
        self._ids = ids
        self._kept: dict[str, Attachment] = {}

    def keep(self, upload: Upload, *, ephemeral: bool = False) -> Attachment:
        number = self._ids.new()
        folder = "ephemeral-attachments" if ephemeral else "attachments"
        path = f"{folder}/{number}/{upload.filename.replace(' ', '_')}"
        attachment = Attachment(
            number,
            f"{self.url}/{path}",
            path.rpartition("/")[2],
            upload.content,
            upload.description,
            ephemeral,
        )
        self._kept[path] = attachment
        return attachment

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/cdn/{path:.+}", self._serve)]

    async def _serve(self, request: web.Request) -> web.Response:
        found = self._kept.get(request.match_info["path"])
        if found is None:
            return web.Response(status=404, text="asset not found")
        return web.Response(body=found.content, content_type=found.content_type)
