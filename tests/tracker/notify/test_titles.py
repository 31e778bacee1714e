"""What people call a channel. Of an address only so much is seen as its owner needs to know it again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.notify.titles import described, place_of

HOOK = "https://ada:hunter2@hooks.example.org/secret-path?token=abc123"


@pytest.mark.parametrize(
    ("kind", "address", "words"),
    [
        ("discord", "dm:42", "Discord (your direct messages)"),
        ("discord", "channel:42", "Discord (a channel)"),
        ("webhook", HOOK, "Webhook (hooks.example.org)"),
        ("webhook.home", HOOK, "Webhook home (hooks.example.org)"),
        ("webhook", "https://[", "Webhook (***)"),
        ("email", "ada@example.org", "E-mail (a***@example.org)"),
        ("email", "nonsense", "E-mail (***)"),
        ("sms", "+491701234567", "SMS (***67)"),
        ("sms", "", "SMS (***)"),
        ("apprise", "tgram://123456:hunter2/42", "Telegram (by Apprise)"),
        ("pigeon", "loft seven", "pigeon (***)"),
        ("console", "terminal", "the terminal of the machine that Questlog runs on"),
    ],
)
def test_of_an_address_only_so_much_is_seen(kind: str, address: str, words: str) -> None:
    assert described(kind, address) == words


@given(number=st.integers(10**6, 10**14))
def test_a_number_is_never_shown_whole(number: int) -> None:
    shown = place_of("sms", f"+{number}")

    assert str(number) not in shown
    assert sum(letter.isdigit() for letter in shown) == 2


@given(name=st.text(st.characters(categories=["L", "N"]), min_size=3, max_size=30))
def test_a_mailbox_is_never_shown_whole(name: str) -> None:
    shown = place_of("email", f"{name}@example.org")

    assert name[1:] not in shown.removesuffix("@example.org")
