"""What a browser calls itself, in words by which somebody knows it again: Firefox on Linux."""

from aiohttp import web

_BROWSERS = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("CrOS", "a Chromebook"),
    ("Linux", "Linux"),
)
UNKNOWN = "a browser"
"""The first that fits: most call themselves by the names of others, too."""


def device_of(request: web.Request) -> str:
    said = request.headers.get("User-Agent", "")
    browser = next((name for sign, name in _BROWSERS if sign in said), UNKNOWN)
    system = next((name for sign, name in _SYSTEMS if sign in said), "")
    return f"{browser} on {system}" if system else browser
