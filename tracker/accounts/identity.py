"""What an account is known by: seven kinds of identity, each brought to the one form that is unique."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import NamedTuple

from tracker.accounts.errors import InvalidIdentity
from tracker.frozen import frozen
from tracker.store.keys import IdentityKind, LockKey
from tracker.words import quoted

_LONGEST_NAME, _SHORTEST_NICKNAME = 32, 2
_LONGEST_PHONE = 40
_LARGEST_SNOWFLAKE = 2**64
_DISCORD_ID = re.compile(r"[1-9][0-9]{0,19}")
_GITHUB = re.compile(r"[1-9][0-9]{0,19} [A-Za-z0-9][A-Za-z0-9_-]{0,38}")
_ADDRESS = re.compile(r"\S@\S+\.\S|(?:\d[\W_]*){7,}")
"""What looks like an e-mail address or a phone number, whatever stands between its digits."""
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


@frozen
class Identity:
    """Two are equal when they lock the same thing, however they are shown."""

    kind: IdentityKind
    value: str = field(repr=False)
    """What is unique."""
    shown: str = field(compare=False, repr=False)
    """What people see, and the user item keeps."""

    @property
    def lock(self) -> LockKey:
        return LockKey(self.kind, self.value)

    def __str__(self) -> str:
        return f"{KINDS[self.kind].name}:{self.shown}"


class IdentityForm(NamedTuple):
    """One kind of identity: how people call it, how its text is checked, where the user item keeps it."""

    name: str
    noun: str
    shown: Callable[[str], str]
    unique: Callable[[str], str]
    attribute: str
    reaches: bool = True
    """Whether a person can come back by it. A nickname is only a name."""


def identity(kind: IdentityKind, text: str) -> Identity:
    """The identity that a person wrote, or InvalidIdentity."""
    return kept_identity(kind, KINDS[kind].shown(unicodedata.normalize("NFC", text).strip()))


def kept_identity(kind: IdentityKind, shown: str) -> Identity:
    """The identity that a user item keeps: once accepted, it stays one, even if the rules grow stricter."""
    return Identity(kind, KINDS[kind].unique(shown), shown)


def parse_identity(text: str) -> Identity:
    """`discord:123`, `email:ada@example.org`, …"""
    name, colon, value = text.partition(":")
    kind = _BY_NAME.get(name.strip().casefold())
    if not colon or kind is None:
        names = ", ".join(f"{form.name}:…" for form in KINDS.values())
        raise InvalidIdentity(f"{quoted(text)} is not an identity; write one of {names}")
    return identity(kind, value)


def is_address(name: str) -> bool:
    """Whether a name looks like an e-mail address or a phone number: those are never shown to others."""
    return _ADDRESS.search(unicodedata.normalize("NFKC", name)) is not None


def _name(text: str) -> str:
    """A name on one line, without characters that cannot be seen."""
    name = " ".join(text.split())
    if any(unicodedata.category(character) in _INVISIBLE for character in name):
        raise InvalidIdentity("A name cannot hold invisible characters.")
    if not 1 <= len(name) <= _LONGEST_NAME:
        raise InvalidIdentity(f"A name has 1 to {_LONGEST_NAME} characters, not {len(name)}.")
    return name


def _nickname(text: str) -> str:
    name = _name(text)
    if len(name) < _SHORTEST_NICKNAME:
        raise InvalidIdentity(
            f"A nickname has {_SHORTEST_NICKNAME} to {_LONGEST_NAME} characters, not {len(name)}."
        )
    if is_address(name):
        raise InvalidIdentity(
            "Others see your nickname. Choose one that is neither a phone number nor an e-mail address."
        )
    return name


def _same_name(name: str) -> str:
    """One form for all names that people take for the same: small or capital, wide or narrow letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _discord(text: str) -> str:
    if not _DISCORD_ID.fullmatch(text) or int(text) >= _LARGEST_SNOWFLAKE:
        raise InvalidIdentity(
            f"{quoted(text)} is not a Discord id: that is a number such as 80351110224678912."
        )
    return text


def _phone(text: str) -> str:
    """As E.164 writes it."""
    import phonenumbers  # noqa: PLC0415 - it is large, and most commands read no number

    try:
        number = phonenumbers.parse(text if len(text) <= _LONGEST_PHONE else "")
    except phonenumbers.NumberParseException:
        number = None
    if number is None or number.extension or not phonenumbers.is_possible_number(number):
        raise InvalidIdentity(
            f"{quoted(text)} is not a phone number with its country code, such as +44 20 7946 0123."
        )
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _email(text: str) -> str:
    import email_validator  # noqa: PLC0415 - it is slow to load, and most commands read no address

    try:
        found = email_validator.validate_email(text, check_deliverability=False, strict=True)
    except email_validator.EmailNotValidError as error:
        raise InvalidIdentity(f"{quoted(text)} is not an e-mail address, such as ada@example.org.") from error
    return found.normalized.lower()


def _github(text: str) -> str:
    """The number of an account and its name, which may change: `583231 octocat`."""
    if not _GITHUB.fullmatch(text):
        raise InvalidIdentity(f"{quoted(text)} is not a GitHub account: number and name, 583231 octocat.")
    return text


def _number_of(account: str) -> str:
    return account.partition(" ")[0]


def _itself(text: str) -> str:
    return text


KINDS: Mapping[IdentityKind, IdentityForm] = {
    IdentityKind.LOCAL: IdentityForm("local", "local name", _name, _same_name, "local"),
    IdentityKind.DISCORD: IdentityForm("discord", "Discord account", _discord, _itself, "discord"),
    IdentityKind.PHONE: IdentityForm("phone", "phone number", _phone, _itself, "phone"),
    IdentityKind.EMAIL: IdentityForm("email", "e-mail address", _email, _itself, "email"),
    IdentityKind.NICK: IdentityForm("nickname", "nickname", _nickname, _same_name, "nickname", reaches=False),
    IdentityKind.GUILD: IdentityForm("server", "Discord server", _discord, _itself, "guild"),
    IdentityKind.GITHUB: IdentityForm(
        "github", "GitHub account", _github, _number_of, "github", reaches=False
    ),
}
_BY_NAME = {form.name: kind for kind, form in KINDS.items()} | {"nick": IdentityKind.NICK}

LOCAL_PERSON = identity(IdentityKind.LOCAL, "me")
"""Whoever sits at the machine that Questlog runs on."""
