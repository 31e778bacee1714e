"""Where the pages are as a browser sees them: behind a proxy, perhaps below a path, with https or without."""

from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from tracker.frozen import frozen
from tracker.settings import WebSettings

LOGIN: Final = "/login"
HOME: Final = "/"
SAID: Final = "said"
SESSION: Final = "session"
_LONGEST_NEXT = 1000


@frozen
class Place:
    root: str = ""
    """What stands before every path: `/quest`, or nothing."""
    origin: str | None = None
    """`https://quest.example.org`; None where nobody said it."""

    @classmethod
    def of(cls, settings: WebSettings) -> "Place":
        if settings.public_url is None:
            return cls()
        parts = urlsplit(f"{settings.public_url}")
        return cls(parts.path.rstrip("/"), f"{parts.scheme}://{parts.netloc}")

    @property
    def is_secure(self) -> bool:
        return self.origin is not None and self.origin.startswith("https:")

    def path(self, path: str) -> str:
        """From the server's root on, as links need it."""
        return f"{self.root}{path}"

    def origin_of(self, request: web.Request) -> str:
        """Ours, as a browser writes it in `Origin`: without a setting, the address that it asked."""
        return self.origin or f"http://{request.host}"

    def cookie(self, name: str) -> str:
        """A browser takes `__Host-` only for the whole host, and neither prefix without https."""
        if not self.is_secure:
            return f"questlog-{name}"
        return f"__Secure-questlog-{name}" if self.root else f"__Host-questlog-{name}"

    def set_cookie(self, response: web.StreamResponse, name: str, value: str, seconds: int) -> None:
        response.set_cookie(
            self.cookie(name),
            value,
            max_age=seconds,
            path=self.root or "/",
            secure=self.is_secure,
            httponly=True,
            samesite="Lax",
        )

    def drop_cookie(self, response: web.StreamResponse, name: str) -> None:
        self.set_cookie(response, name, "", 0)


def safe_next(text: str | None) -> str | None:
    """A path of ours to go on to, without the root; None for whatever else somebody put into an address."""
    if not text or len(text) > _LONGEST_NEXT or not text.startswith("/") or text[1:2] in {"/", "\\"}:
        return None
    if any(ord(letter) <= ord(" ") or letter in '\\#"<>' or ord(letter) == 127 for letter in text):  # noqa: PLR2004 - DEL
        return None
    return text
