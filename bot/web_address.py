"""Where the web server is, as a client on this machine writes it."""

from tracker.settings import WebSettings

_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - read here, not bound


def reachable(host: str) -> str:
    """The host to connect to: an address that means "all of mine" is no address to ask."""
    return _ANY.get(host, host)


def url(host: str, port: int) -> str:
    shown = reachable(host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def login_address(settings: WebSettings, secret: str) -> str:
    """Where a link leads that signs in."""
    return f"{pages_address(settings)}/login?link={secret}"


def pages_address(settings: WebSettings) -> str:
    """The pages as people reach them: where somebody said so, else as this machine does."""
    if settings.public_url is not None:
        return f"{settings.public_url}".rstrip("/")
    return url(settings.host, settings.port)
