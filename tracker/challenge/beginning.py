"""What a challenge is set up from: its name, what counts, its threshold, its zone, its first and last day."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tracker.accounts.settings import parse_settings
from tracker.challenge.errors import BadChallenge, ChallengeExists, TooManyChallenges
from tracker.challenge.model import MOST_THRESHOLD, Challenge, ChallengeStatus, Counted
from tracker.dates import DateInPast, NoSuchDate, parse_date, parse_past_day
from tracker.days import first_of_week
from tracker.goals.games.game import OVERALL
from tracker.goals.words.vocabulary import find_row
from tracker.words import in_full, people, quoted

MOST_CHALLENGES = 20
LONGEST_NAME = 60

_KILLS = ("kc", "kills")
_THIS_WEEK = "A challenge begins this week or later."


def checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise BadChallenge(
            f"A challenge's name has 1 to {LONGEST_NAME} visible letters, digits and signs.", field="name"
        )
    return name


def chosen_zone(text: str) -> str:
    """Raises InvalidSetting."""
    return str(parse_settings({"timezone": text})["timezone"])


def chosen_row(text: str) -> tuple[Counted, str | None]:
    """What counts where one skill or boss is named: `woodcutting`, `zulrah kills`. Raises BadChallenge,
    AmbiguousName, NoSuchName.
    """
    game, attribute = find_row(text)
    if attribute == OVERALL:
        return Counted.XP, None
    activity = game.activities.get(attribute)
    if activity is None:
        return Counted.XP, attribute
    if activity.unit not in _KILLS:
        raise BadChallenge(
            f"{activity.name} counts {activity.unit}. A challenge is about the xp of a skill, or about the "
            "kills of a boss.",
            field="only",
        )
    return Counted.KILLS, attribute


def check_counted(counted: Counted | None, only: str | None) -> tuple[Counted, str | None]:
    """What counts, by what was said of it: commits where nothing was said. Raises BadChallenge."""
    if only is None:
        if counted is Counted.KILLS:
            raise BadChallenge("Kills of which boss? Name one, such as zulrah.", field="only")
        return counted or Counted.COMMITS, None
    found, attribute = chosen_row(only)
    if counted is not None and counted is not found:
        raise BadChallenge(
            f"{quoted(only)} has {found}, and the challenge would count {counted}. Leave one of them out.",
            field="only",
        )
    return found, attribute


def first_day(text: str | None, today: date) -> date:
    """Today or later, or earlier in this week; today where nothing is said. Raises NoSuchDate, DateInPast."""
    if text is None:
        return today
    try:
        return parse_date(text, today)
    except DateInPast as error:
        with suppress(NoSuchDate):  # so long ago that nobody could mean it
            if (day := parse_past_day(text, today)) >= first_of_week(today):
                return day
        raise DateInPast(f"{error} {_THIS_WEEK}", field="starts") from error


def last_day(text: str | None, today: date) -> date | None:
    """None where nothing is said: it goes on and on. Raises NoSuchDate, DateInPast."""
    return None if text is None else parse_date(text, today)


def check_challenge(new: Challenge, today: date) -> None:
    """Raises BadChallenge, DateInPast."""
    if new.ends is not None and new.ends <= new.starts:
        raise BadChallenge("A challenge ends after it begins.", field="ends")
    if new.starts < first_of_week(today):
        raise DateInPast(f"{in_full(new.starts)} is in the past. {_THIS_WEEK}", field="starts")


def check_threshold(wanted: object) -> None:
    if isinstance(wanted, int) and not 1 <= wanted <= MOST_THRESHOLD:
        raise BadChallenge(f"A week asks for 1 to {people(MOST_THRESHOLD)}.", field="threshold")


def check_room(known: Sequence[Challenge], name: str) -> None:
    """Among all challenges of one owner. Raises TooManyChallenges, ChallengeExists."""
    if sum(one.status is ChallengeStatus.ACTIVE for one in known) >= MOST_CHALLENGES:
        raise TooManyChallenges(
            f"There are {MOST_CHALLENGES} challenges here, and that is the most. Remove or end one first."
        )
    check_name_free(known, name)


def check_name_free(known: Sequence[Challenge], name: str) -> None:
    """Raises ChallengeExists."""
    if any(one.name.casefold() == name.casefold() for one in known):
        raise ChallengeExists(f"There is a challenge called {name} here already.", field="name")


def is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError):
        return False
    return True
