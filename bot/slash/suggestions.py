"""What is suggested while somebody types: choices, hints, and days as they are understood.

Nobody sees what is another's, and whoever is not known yet is not made known by typing.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date

from discord import app_commands

from bot.names import cut_short
from bot.slash.acting import guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions
from tracker.dates import parse_date, parse_past_day
from tracker.refusals import Refused
from tracker.words import in_full, is_seen, near_day

LONGEST = 100
"""Of the words and of the value of a choice, for Discord."""
HINT = "\N{BLACK QUESTION MARK ORNAMENT} "
_DATES = ("in 1 week", "end of month", "in 1 month", "in 3 months", "end of year")


def choices(offered: Iterable[tuple[str, str]]) -> Suggestions:
    """From words and values, each value once. Values are what a command gets: a cut one would lie."""
    named = {value: words for words, value in reversed([*offered]) if 0 < len(value) <= LONGEST}
    return [
        app_commands.Choice(name=plain(words) or plain(value), value=value)
        for value, words in reversed(named.items())
        if plain(words) or plain(value)
    ]


def plain(words: str) -> str:
    """On one line, and nothing that turns the direction of letters: nothing reads markdown here."""
    return cut_short("".join(letter if is_seen(letter) else " " for letter in words), LONGEST)


def hint(typed: str, why: object) -> Suggestions:
    """Why what was typed will not do. Whoever chooses it all the same is told so in full."""
    return choices([(f"{HINT}{why}", typed.strip())])


def option(interaction: Interaction, name: str) -> str | None:
    """Another option of the command, as far as it is filled in."""
    found: object = getattr(interaction.namespace, name, None)
    return found.strip() or None if isinstance(found, str) else None


async def suggest_dates(interaction: Interaction, typed: str) -> Suggestions:
    """Days to come."""
    today = (await guest_visit(interaction)).today
    return understood(typed, _DATES, lambda text: parse_date(text, today))


def understood(typed: str, usual: Iterable[str], read: Callable[[str], date]) -> Suggestions:
    """The day that is understood; before anything is typed, some that many want."""
    return understood_as(typed, usual, lambda text: in_full(read(text)), named=True)


def understood_as(
    typed: str, usual: Iterable[str], shown: Callable[[str], str], *, named: bool = False
) -> Suggestions:
    """What was typed in other words, or why it will not do; before anything is typed, some that many want.

    `named` are those that say too little without what is typed for them.
    """
    if not typed.strip():
        return choices(_readable(usual, shown, named=named))
    try:
        return choices([(shown(typed), typed.strip())])
    except Refused as refused:
        return hint(typed, refused)


def _readable(texts: Iterable[str], shown: Callable[[str], str], *, named: bool) -> Iterator[tuple[str, str]]:
    for text in texts:
        with suppress(Refused):
            yield f"{text}: {shown(text)}" if named else shown(text), text


def past_days(typed: str, today: date, offered: Iterable[tuple[str, str]]) -> Suggestions:
    """Those of the offered ones in which what was typed occurs, or else the day that it means."""
    wanted = typed.strip().casefold()
    found = [one for one in offered if wanted in " ".join(one).casefold()]
    return choices(found) or understood_as(typed, (), lambda text: in_full(parse_past_day(text, today)))


def day_words(day: date, today: date) -> str:
    """`yesterday, Thursday 31 December 2099`."""
    ago = (today - day).days
    return f"{near_day(day, today)}, {in_full(day)}" if ago in (0, 1) else in_full(day)
