"""Where the web server is, as a client on this machine writes it."""

_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - read here, not bound


def reachable(host: str) -> str:
    """The host to connect to: an address that means "all of mine" is no address to ask."""
    return _ANY.get(host, host)


def url(host: str, port: int) -> str:
    shown = reachable(host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
