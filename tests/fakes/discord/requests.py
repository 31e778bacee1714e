"""What arrives over REST: its JSON, or a form with files; and answers in exactly Discord's content type."""

import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.fakes.discord.files import MOST_BYTES, MOST_FILES, Upload
from tests.fakes.discord.forms import Form, Json
from tests.fakes.discord.news import News
from tests.fakes.discord.refusals import BAD_JSON, TOO_LARGE, Refusal, Refused

_FILE_FIELD = re.compile(r"files\[(\d+)\]")


@dataclass
class Asked:
    """A request as it arrived, kept for tests to look at."""

    method: str
    path: str
    """Without the root: `/channels/123/messages`."""
    query: dict[str, str]
    headers: dict[str, str] = field(repr=False)
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)
    status: int | None = None
    """Of the answer; None while there is none, or if there never was one."""
    refusal: Refusal | None = None
    tells: list[News] = field(default_factory=list, repr=False)
    """Who waits for what this request did; they hear of it when the answer has gone out."""
    arrived: float = field(default_factory=time.perf_counter, repr=False)

    @property
    def line(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def form(self) -> Json:
        """The body, of a request that has to have one."""
        if not isinstance(self.body, dict):
            raise Refused(BAD_JSON)
        return self.body

    def uploads(self, described: Json) -> dict[int, Upload]:
        """The files with the descriptions that `attachments` gives them."""
        form = Form()
        listed = form.at("attachments").items(described.get("attachments"), 0, MOST_FILES)
        for place, entry in enumerate(listed):
            form.at("attachments", place, "description").maybe_text(entry.get("description"), 0, 1024)
        form.at("attachments").items(list(self.files), 0, MOST_FILES)
        form.accept()
        if any(len(upload.content) > MOST_BYTES for upload in self.files.values()):
            raise Refused(TOO_LARGE)
        words = {str(entry.get("id")): entry.get("description") for entry in listed}
        return {
            number: Upload(upload.filename, upload.content, words.get(str(number)))
            for number, upload in self.files.items()
        }


async def read(request: web.Request, path: str) -> Asked:
    asked = Asked(request.method, path, dict(request.query), dict(request.headers))
    if request.content_type == "multipart/form-data":
        await _read_parts(request, asked)
    elif data := await request.read():
        asked.body = _parsed(data)
    return asked


async def _read_parts(request: web.Request, asked: Asked) -> None:
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read())
        if part.name == "payload_json":
            asked.body = _parsed(content)
        elif found := _FILE_FIELD.fullmatch(part.name or ""):
            # Discord writes names without spaces, and finds `attachment://` by the name as it wrote it.
            name = (part.filename or "unnamed").replace(" ", "_")
            asked.files[int(found[1])] = Upload(name, content)


def _parsed(data: bytes) -> object:
    try:
        return json.loads(data)
    except ValueError:
        return None


def reply(document: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    # discord.py compares with `==`: a charset after it, and the body is taken for text.
    written = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(document).encode(), status=status, headers=written)


def no_content() -> web.Response:
    return web.Response(status=204)


def refuse(refusal: Refusal) -> web.Response:
    headers = {"Via": "1.1 google"} if refusal.status == 429 else {}
    limited = {"retry_after": 0.01, "global": False} if refusal.status == 429 else {}
    return reply({**refusal.body, **limited}, refusal.status, headers)
