"""Links that are signed: what they say cannot be changed, and holds for one purpose."""

from hypothesis import given
from hypothesis import strategies as st

from tracker.signing import Signer
from tracker.store.table import Table

SIGNER = Signer(b"k" * 32)


def test_a_token_says_what_was_put_into_it() -> None:
    token = SIGNER.token("unsubscribe", "anna", "anna@example.org")
    assert SIGNER.said("unsubscribe", token) == ("anna", "anna@example.org")


def test_a_token_for_one_thing_is_none_for_another() -> None:
    assert SIGNER.said("link", SIGNER.token("unsubscribe", "anna")) is None


def test_a_token_of_another_key_is_none() -> None:
    assert SIGNER.said("link", Signer(b"x" * 32).token("link", "anna")) is None


@given(st.text(max_size=60))
def test_whatever_stands_in_an_address_is_refused_quietly(text: str) -> None:
    assert SIGNER.said("link", text) is None


@given(st.integers(0, 60), st.integers(1, 127))
def test_no_changed_token_is_taken(place: int, shift: int) -> None:
    token = SIGNER.token("link", "anna")
    place %= len(token)
    changed = token[:place] + chr((ord(token[place]) + shift) % 128) + token[place + 1 :]
    assert SIGNER.said("link", changed) in (None, ("anna",))


async def test_the_key_is_made_once(table: Table) -> None:
    token = (await Signer.of(table)).token("link", "anna")
    assert (await Signer.of(table)).said("link", token) == ("anna",)
