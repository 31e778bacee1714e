"""What a person says of themselves: by choice, each with a reason, and for others only if they say so."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from tracker.accounts.model import RecapWish, Theme
from tracker.locales import parse_country, parse_language
from tracker.words import can_be_seen, quoted

LONGEST, LONGEST_BIO, LONGEST_AREA = 60, 500, 40
MOST_TAGS = 20
NONE = frozenset({"", "none", "-", "off"})
SHOWABLE = ("display_name", "full_name", "country", "gender", "pronouns", "bio", "tags", "status")
"""What others in a room can be shown; when somebody was born, or how they use this, is nobody's business."""
_OLDEST = 1900


def _text(most: int = LONGEST) -> Callable[[str], str | None]:
    def read(text: str) -> str | None:
        words = " ".join(text.split())
        if words.casefold() in NONE:
            return None
        if len(words) > most or not can_be_seen(words):
            raise ValueError(f"Up to {most} letters, digits and signs that can be seen.")
        return words

    return read


def _birth_date(text: str) -> date | None:
    if text.casefold() in NONE:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{quoted(text)} is no date of birth, such as 1990-03-01.") from None
    if day.year < _OLDEST:
        raise ValueError(f"{quoted(text)} is no day on which somebody was born.")
    return day


def _code(parse: Callable[[str], str]) -> Callable[[str], str | None]:
    return lambda text: None if text.casefold() in NONE else parse(text)


def _tags(text: str) -> tuple[str, ...]:
    if text.casefold() in NONE:
        return ()
    tags, read = dict.fromkeys(one.strip().lstrip("#@") for one in text.split(",")), _text()
    found = tuple(tag for one in tags if (tag := read(one)) is not None)
    if len(found) > MOST_TAGS:
        raise ValueError(f"Up to {MOST_TAGS} tags, separated by commas.")
    return found


def _theme(text: str) -> Theme | None:
    if text.casefold() in NONE:
        return None
    try:
        return Theme(text.casefold())
    except ValueError:
        raise ValueError(f"{quoted(text)} is no theme: {', '.join(Theme)}.") from None


def _recap(text: str) -> RecapWish | None:
    if text.casefold() in NONE:
        return None
    try:
        return RecapWish(text.casefold())
    except ValueError:
        raise ValueError(f"{quoted(text)} is none of {', '.join(RecapWish)}, none.") from None


def _yes(text: str) -> bool:
    said = text.casefold()
    if said in {"yes", "on", "true"}:
        return True
    if said in NONE | {"no", "false"}:
        return False
    raise ValueError(f"{quoted(text)} is neither yes nor no.")


def _shown(text: str) -> tuple[str, ...]:
    """In one order, however it is said."""
    if text.casefold() in NONE:
        return ()
    said = {"_".join(one.casefold().replace("-", " ").split()) for one in text.split(",") if one.strip()}
    if not said <= {*SHOWABLE}:
        raise ValueError(f"You can show others: {', '.join(map(option_name, SHOWABLE))}.")
    return tuple(one for one in SHOWABLE if one in said)


def option_name(field: str) -> str:
    """As people type it: `display-name`."""
    return field.replace("_", "-")


class About(NamedTuple):
    read: Callable[[str], object]
    label: str
    why: str
    """Why somebody would say it."""


PROFILE: Mapping[str, About] = {
    "display_name": About(_text(), "Called", "What I call you in greetings"),
    "full_name": About(_text(), "Full name", "Your full name, for your export, and your rooms if you wish"),
    "birth_date": About(_birth_date, "Born", "Your date of birth, for a greeting: 1990-03-01"),
    "birthday_greeting": About(_yes, "Greeting", "yes or no: a greeting with the digest of your birthday"),
    "country": About(_code(parse_country), "Country", "How dates, times, numbers are written there: DE"),
    "language": About(_code(parse_language), "Language", "How dates, times, numbers are written in it: de"),
    "gender": About(_text(), "Gender", "Your gender, for your export, and your rooms if you wish"),
    "pronouns": About(_text(), "Pronouns", "Your pronouns: so that your rooms know, if you wish"),
    "bio": About(_text(LONGEST_BIO), "Bio", "A few words about yourself, for your rooms if you wish"),
    "tags": About(_tags, "Tags", "Words about yourself, for your rooms if you wish: chess, night owl"),
    "tier": About(_text(), "Tier", "How much you take on, for yourself and your export: light, ambitious"),
    "status": About(_text(), "Status", "What you are up to at the moment, for your rooms if you wish"),
    "theme": About(_theme, "Pictures", "How pictures look on Discord: dark or light"),
    "default_area": About(_text(LONGEST_AREA), "Usual area", "The area of new tasks and goals that say none"),
    "shown_in_rooms": About(_shown, "Shown in rooms", "What of this others in your rooms see: pronouns, bio"),
    "recap": About(_recap, "Look back", "month, year or both: a look back in your messages when one ends"),
}
"""`none` takes each of them back."""
