"""A small web page that needs no login, loads nothing, and is kept and found by nobody."""

import hashlib
from base64 import b64encode
from html import escape

from aiohttp import web

_STYLE = (
    "body{margin:0;background:#eef0f3;color:#1d2025;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif}"
    "main{max-width:28rem;margin:12vh auto;padding:2rem;background:#fff;border-radius:8px}"
    "h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:.5rem 0}"
    "button{margin-top:1rem;padding:.6rem 1.2rem;border:0;border-radius:6px;background:#2f6fa8;color:#fff;"
    "font:inherit;cursor:pointer}"
    "@media (prefers-color-scheme:dark){body{background:#16181c;color:#eceef1}main{background:#22252b}}"
)
_HASH = b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_HEADERS = {
    "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Cache-Control": "no-store",
}


def page(title: str, text: str, form: str = "", *, status: int = 200) -> web.Response:
    """`form` is HTML; the rest is text."""
    html = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1><p>{escape(text)}</p>{form}</main></body></html>\n"
    )
    return web.Response(text=html, content_type="text/html", status=status, headers=_HEADERS)


def button(address: str, label: str, **fields: str) -> str:
    """A form that posts to an address beside this page."""
    hidden = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in fields.items()
    )
    return (
        f'<form method="post" action="{escape(address)}">{hidden}'
        f'<button type="submit">{escape(label)}</button></form>'
    )
