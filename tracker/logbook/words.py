"""What people write into the logbook: moods, energies, titles and texts, and all of it in one line."""

import re
import unicodedata
from dataclasses import field
from datetime import date, time

from tracker.accounts.settings import clock_time
from tracker.dates import NoSuchDate, parse_past_day
from tracker.frozen import frozen
from tracker.logbook.errors import BadEntry
from tracker.logbook.model import LEAST_ENERGY, LONGEST_TITLE, MOST_ENERGY, Mood
from tracker.words import in_full, people

NONE = "none"
"""Takes something away."""
MOOD_ADVICE = "A mood is low, steady or high."
ENERGY_ADVICE = f"An energy is a whole number from {LEAST_ENERGY} to {MOST_ENERGY}."
USUAL_PROMPT = time(21)

_MOODS = {
    Mood.LOW: ("low", "bad", "down", "sad"),
    Mood.STEADY: ("steady", "ok", "okay", "fine", "neutral", "so-so"),
    Mood.HIGH: ("high", "good", "great", "up", "happy"),
}
_MOOD_OF = {word: mood for mood, words in _MOODS.items() for word in words}
_OFF = frozenset({"off", "no", "stop", "never", NONE})
_ON = frozenset({"on", "yes"})

_MOOD = rf"mood\s*[:=]?\s*(?P<mood>{'|'.join(_MOOD_OF)})"
_ENERGY = r"energy\s*[:=]?\s*(?P<energy>10|[1-9])(?:\s*/\s*10)?"
_AT_END = re.compile(rf"(?:^|[\s,;]+)(?:{_MOOD}|{_ENERGY})[\s.,;!]*$", re.IGNORECASE)
_AT_START = re.compile(
    r"(?P<what>mood|energy)\s*[:=]?\s*(?P<value>[\w-]+)(?:\s*/\s*10)?(?:[\s,;.]+and(?=\s)|)[\s,;.]*",
    re.IGNORECASE,
)
_SPACES = re.compile(r"[ \t]+$", re.MULTILINE)
_KEPT = "\n\t\u200c\u200d"
"""Of what nobody sees: line ends, and what joins letters and emoji."""


@frozen
class SaidEntry:
    """An entry in one line, taken apart."""

    text: str = field(repr=False)
    mood: Mood | None = field(default=None, repr=False)
    energy: int | None = field(default=None, repr=False)
    day: date | None = None


def parse_mood(text: str) -> Mood:
    """Raises BadEntry."""
    mood = _MOOD_OF.get(text.strip().casefold())
    if mood is None:
        raise BadEntry(MOOD_ADVICE)
    return mood


def parse_energy(text: str | int) -> int:
    """`7`, `7/10`. Raises BadEntry."""
    said = f"{text}".strip().removesuffix("/10").strip()
    if not said.isascii() or not said.isdigit() or not LEAST_ENERGY <= int(said[:4]) <= MOST_ENERGY:
        raise BadEntry(ENERGY_ADVICE)
    return int(said)


def parse_page_day(text: str, today: date) -> date:
    """A day on whose page something is written or read: today, or one that was. Raises NoSuchDate."""
    day = parse_past_day(text, today)
    if day > today:
        raise NoSuchDate(f"{in_full(day)} is still to come: today is {in_full(today)}.")
    return day


def parse_period(text: str, today: date) -> date:
    """A day of the week or month that is meant: `last week`, `2027-03`, `march`. Raises NoSuchDate."""
    said = " ".join(text.casefold().split())
    if found := re.fullmatch(r"(?:the )?(?P<which>this|last) (?P<period>week|month)", said):
        last = "last " if found["which"] == "last" else ""
        return parse_page_day(f"start of {last}{found['period']}", today)
    if re.fullmatch(r"\d{4}-\d{1,2}", said):
        return parse_page_day(f"{said}-1", today)
    try:
        return parse_page_day(said, today)
    except NoSuchDate:
        if re.fullmatch(r"[a-z]+(?: \d{4})?", said):
            return parse_page_day(f"1 {said}", today)
        raise


def parse_prompt(text: str) -> time | None:
    """When to ask: `21:00`, `9 pm`, `on`; None for `off`. Raises BadEntry."""
    said = text.strip().casefold()
    if said in _OFF:
        return None
    if said in _ON:
        return USUAL_PROMPT
    try:
        return clock_time(said)
    except ValueError as error:
        raise BadEntry(f"{error} `off` ends it.") from None


def clean_text(text: str) -> str:
    """As it was written, but for what nobody sees at line ends and around it."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    seen = (letter for letter in plain if letter in _KEPT or unicodedata.category(letter) not in ("Cc", "Cs"))
    return _SPACES.sub("", "".join(seen)).strip()


def clean_title(text: str) -> str:
    """On one line. Raises BadEntry."""
    title = " ".join(clean_text(text).split())
    if len(title) > LONGEST_TITLE:
        raise BadEntry(
            f"A title has at most {LONGEST_TITLE} characters, and this one has {people(len(title))}."
        )
    return title


def read_line(line: str) -> SaidEntry:
    """`slept well, mood high energy 7`: mood and energy are understood at the end, and nowhere else."""
    text, mood, energy = line, None, None
    while found := _AT_END.search(text):
        if (found["mood"] and mood is not None) or (found["energy"] and energy is not None):
            break
        mood = parse_mood(found["mood"]) if found["mood"] else mood
        energy = int(found["energy"]) if found["energy"] else energy
        text = text[: found.start()]
    return SaidEntry(clean_text(text), mood, energy)


def read_feeling(line: str, today: date) -> SaidEntry:
    """`mood high energy 7 yesterday`: what follows them is a day, or a text. Raises BadEntry."""
    mood, energy, rest = None, None, line.strip()
    while found := _AT_START.match(rest):
        if found["what"].casefold() == "mood":
            mood = parse_mood(found["value"])
        else:
            energy = parse_energy(found["value"])
        rest = rest[found.end() :]
    if mood is None and energy is None:
        raise BadEntry(f"{MOOD_ADVICE} {ENERGY_ADVICE}")
    try:
        return SaidEntry("", mood, energy, parse_page_day(rest, today) if rest else None)
    except NoSuchDate:
        return SaidEntry(clean_text(rest), mood, energy)
