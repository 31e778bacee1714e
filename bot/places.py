"""Where things are, in words for people and logs: without the passwords that an address may hold."""

from pydantic import HttpUrl

from tracker.settings import StoreSettings


def store_place(store: StoreSettings) -> str:
    if store.engine == "sqlite":
        return f"SQLite file {store.path.absolute()}"
    where = f"at {address(store.endpoint_url)}" if store.endpoint_url else f"in {store.region}"
    return f"DynamoDB table {store.table} {where}"


def address(url: HttpUrl) -> str:
    """Without a name and password, and without a query, which may hold a token."""
    path = (url.path or "").removeprefix("/")
    return str(HttpUrl.build(scheme=url.scheme, host=url.host or "", port=url.port, path=path))
