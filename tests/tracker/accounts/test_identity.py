"""Identities: what is accepted, and which spellings are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.accounts.errors import InvalidIdentity
from tracker.accounts.identity import KINDS, Identity, identity, kept_identity, parse_identity
from tracker.store.keys import IdentityKind


@pytest.mark.parametrize(
    ("written", "value", "shown"),
    [
        ("local:me", "me", "me"),
        ("discord:80351110224678912", "80351110224678912", "80351110224678912"),
        ("discord: 123", "123", "123"),
        ("email:Ada@Example.ORG", "ada@example.org", "ada@example.org"),
        ("EMAIL:x@y.example", "x@y.example", "x@y.example"),
        ("phone:+44 (20) 7946-0123", "+442079460123", "+442079460123"),
        ("nickname:  Iron   ADA ", "iron ada", "Iron ADA"),
        ("nick:Straße", "strasse", "Straße"),
        ("nick:\N{FULLWIDTH LATIN CAPITAL LETTER A}da", "ada", "\N{FULLWIDTH LATIN CAPITAL LETTER A}da"),
        ("nick:#1 %", "#1 %", "#1 %"),
        ("github:583231 octocat", "583231", "583231 octocat"),
    ],
)
def test_an_identity_has_one_unique_form_and_one_that_is_shown(written: str, value: str, shown: str) -> None:
    found = parse_identity(written)

    assert (found.value, found.shown) == (value, shown)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "me",
        "mastodon:ada",
        "local:",
        "discord:",
        "discord:0123",
        "discord:12a",
        "discord:-5",
        "discord:\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT TWO}",
        f"discord:{2**64}",
        "phone:020 7946 0123",
        "phone:+0123456789",
        "phone:+12",
        "phone:+1234567890123456",
        "email:ada",
        "email:@example.org",
        "email:ada@localhost",
        "email:ada@@example.org",
        "email:a da@example.org",
        "email:ada@example..org",
        "email:a\N{ZERO WIDTH SPACE}da@example.org",
        f"email:{'a' * 65}@example.org",
        "nick:x",
        f"nick:{'x' * 33}",
        "nick:a\N{RIGHT-TO-LEFT OVERRIDE}b",
        "nick:a\x00b",
    ],
)
def test_what_cannot_be_an_identity_is_refused_with_a_short_answer(written: str) -> None:
    with pytest.raises(InvalidIdentity) as caught:
        parse_identity(written)

    assert len(str(caught.value)) < 200


@given(st.sampled_from(IdentityKind), st.text())
def test_any_text_is_an_identity_or_refused_and_what_is_kept_stays_the_same(
    kind: IdentityKind, text: str
) -> None:
    try:
        found = identity(kind, text)
    except InvalidIdentity:
        return
    assert kept_identity(kind, found.shown) == found
    assert found.lock.key.sk == "UNIQUE#USER"


def test_two_spellings_of_a_nickname_are_the_same_identity() -> None:
    assert parse_identity("nick:ADA") == parse_identity("nick:ada")
    assert parse_identity("nick:ADA") != parse_identity("local:ada")


@pytest.mark.parametrize(
    "name",
    ["+12015550123", "+1 (201) 555-0123", "2015550123", "a@b.org", "Ada <ada@example.org>", "a\uff20b.org"],
)
def test_a_nickname_is_no_address_because_others_see_it_but_who_has_one_keeps_it(name: str) -> None:
    with pytest.raises(InvalidIdentity, match=r"Others see your nickname\. Choose one that is neither"):
        parse_identity(f"nickname:{name}")
    assert kept_identity(IdentityKind.NICK, name).shown == name


def test_a_few_digits_are_no_number_of_a_phone() -> None:
    assert parse_identity("nickname:Zezima 2007").shown == "Zezima 2007"


def test_an_identity_is_written_as_it_is_read() -> None:
    for written in (
        "local:me",
        "discord:123",
        "phone:+442079460123",
        "email:ada@example.org",
        "nickname:Ada",
    ):
        assert str(parse_identity(written)) == written


def test_only_a_nickname_is_no_way_back_to_an_account() -> None:
    nowhere = [kind for kind, form in KINDS.items() if not form.reaches]
    assert nowhere == [IdentityKind.NICK, IdentityKind.GITHUB]
    assert isinstance(parse_identity("nick:Ada"), Identity)
