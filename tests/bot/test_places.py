"""Where things are is told in one way, and without passwords."""

from pathlib import Path

import pytest
from pydantic import HttpUrl

from bot.places import address, store_place
from tracker.settings import StoreSettings


@pytest.mark.parametrize(
    ("store", "place"),
    [
        (StoreSettings(path=Path("/srv/questlog.db")), "SQLite file /srv/questlog.db"),
        (StoreSettings(path=Path("q.db")), f"SQLite file {Path.cwd() / 'q.db'}"),
        (StoreSettings(engine="dynamodb", region="eu-west-1"), "DynamoDB table questlog in eu-west-1"),
        (
            StoreSettings(engine="dynamodb", endpoint_url=HttpUrl("http://me:secret@127.0.0.1:8000")),
            "DynamoDB table questlog at http://127.0.0.1:8000/",
        ),
    ],
)
def test_the_store_is_one_phrase(store: StoreSettings, place: str) -> None:
    assert store_place(store) == place


def test_an_address_loses_its_name_password_and_query() -> None:
    assert address(HttpUrl("https://me:secret@example.org/a/b?token=secret")) == "https://example.org/a/b"
