"""What Questlog understands of a habit while it is typed, in words; and how it may go on."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date

from bot.services import Services
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions
from bot.slash.person import known
from bot.slash.suggestions import choices, hint, option, today_of
from tracker.accounts.model import User
from tracker.habits.errors import BadHabit
from tracker.habits.feeds import LINKS, linked
from tracker.habits.model import Habit
from tracker.habits.service import checked_name
from tracker.habits.words.options import OPTIONS, parse_options, with_plan
from tracker.habits.words.parse import parse_change, parse_habit
from tracker.habits.words.wording import habit_text
from tracker.refusals import Refused

EXAMPLES = ("gym 3x a week", "read 20 pages daily", "run mon wed fri", "coffee at most 2 cups", "no smoking")
WAYS_ON = ("3x a week", "on weekdays", "every 2 days", "once a week", "twice a month")

_NAMES = (*OPTIONS, *LINKS)


async def suggest_new_habit(interaction: Interaction, typed: str) -> Suggestions:
    """For `/habit add`: the first choice says what was understood, and has what was typed as its value."""
    services, user = interaction.client.services, await known(interaction)
    today = services.clock().date() if user is None else today_of(interaction, user)
    if not typed.strip():
        return choices((habit_text(sketch(text, today, {})), text) for text in EXAMPLES)
    try:
        said = with_plan(await _fields(services, user, said_options(interaction), today), {})
        words = habit_text(sketch(typed, today, said))
    except Refused as refused:
        return hint(typed, refused)
    return choices([(words, typed.strip()), *_further(typed, today, said)])


async def suggest_change(interaction: Interaction, typed: str) -> Suggestions:
    """For `/habit edit`: what the habit would be."""
    services, user = interaction.client.services, await known(interaction)
    named = option(interaction, "habit")
    if user is None or named is None or not typed.strip():
        return []
    try:
        habit, today = await services.habits.find(user.id, named), today_of(interaction, user)
        fields = await _fields(services, user, said_options(interaction), today)
        meant = parse_change(typed, today)
        meant["name"] = checked_name(str(meant["name"]))
        said = with_plan(fields, habit.plan.model_dump())
        after = _made({**habit.model_dump(), **meant, **said})
    except Refused as refused:
        return hint(typed, refused)
    return choices([(f"Becomes {habit_text(after)}", typed.strip())])


def said_options(interaction: Interaction) -> dict[str, str]:
    """The other options of the command, as far as they are filled in and are texts."""
    found = {name: option(interaction, name) for name in _NAMES}
    return {name: text for name, text in found.items() if text is not None}


def sketch(text: str, today: date, more: Mapping[str, object]) -> Habit:
    """The habit that these words would make; nothing is written. Raises BadHabit."""
    meant = parse_habit(text, today)
    fields = {"id": "", "user": "", "name": checked_name(meant.name), "began": today}
    return _made({**fields, "created_at": f"{today}T00:00:00Z", **meant.fields, **more})


def _made(fields: Mapping[str, object]) -> Habit:
    try:
        return Habit.model_validate(fields)
    except ValueError as error:
        raise BadHabit("That habit makes no sense; see /help.") from error


async def _fields(
    services: Services, user: User | None, said: Mapping[str, str], today: date
) -> dict[str, object]:
    """What options say. Whoever is not known yet has nothing that they could name."""
    plain = {name: text for name, text in said.items() if name not in LINKS}
    links = {name: text for name, text in said.items() if name in LINKS}
    found = {} if user is None else await linked(services.table, user.id, links)
    return {**parse_options(plain, today), **found}


def _further(typed: str, today: date, said: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """How it may go on, where it does not say yet how often: nothing of that becomes a part of its name."""
    begun = " ".join(typed.split())
    name = parse_habit(begun, today).name
    for way in WAYS_ON:
        longer = f"{begun} {way}"
        with suppress(BadHabit):  # `pizza at most` cannot go on with how often
            if parse_habit(longer, today).name == name:
                yield habit_text(sketch(longer, today, said)), longer
