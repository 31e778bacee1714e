"""What keeps pages from harm: headers, and where a form may come from."""

from collections.abc import Mapping

from aiohttp import web

from bot.web.site.place import Place

WITHOUT_SCRIPTS = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
CONTENT_SECURITY_POLICY = f"{WITHOUT_SCRIPTS}; script-src 'self'; connect-src 'self'; worker-src 'self'"
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",  # with no-referrer, a browser says `Origin: null` of our own forms
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "Cookie, HX-Request, Accept-Encoding",
}


def is_from_us(request: web.Request, place: Place) -> bool:
    """Whether a form was sent by a page of ours: the rule of Go 1.25, but what says nothing is no browser.

    Browsers say `Sec-Fetch-Site` only over https and on loopback, and `Origin` with every POST.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site in {"same-origin", "none"}:
        return True
    # A proxy that changes the port or the scheme makes us look like a neighbour; our own name decides.
    return request.headers.get("Origin") == place.origin_of(request)
