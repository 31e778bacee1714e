"""`questlog habit away`: holidays, on which nothing is expected of one habit or of all."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import click

from bot.cli.ending import json_option
from bot.cli.habit_view import as_data, typed, view
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say
from bot.exits import Exit, Refusal
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.dates import NoSuchDate
from tracker.days import Days
from tracker.habits.away import left
from tracker.habits.errors import NothingToChange
from tracker.habits.model import Away, Habit
from tracker.habits.watched import Watched
from tracker.habits.words.holidays import parse_holiday, without
from tracker.words import in_full

_USAGE = 'questlog habit away gym "1 march" "14 march", or for all habits --all "1 march" "14 march"'


class Asked(NamedTuple):
    """A holiday as it was typed. Without a name, it is one of all habits."""

    name: str
    first: str
    last: str


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[HABIT] FIRST LAST")
@click.option("--all", "everything", is_flag=True, help="All habits.")
@click.option("--back", is_flag=True, help="You were there after all: these days are no holiday.")
@person_option
@json_option
@click.pass_obj
def away(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    *,
    everything: bool,
    back: bool,
    as_json: bool,
) -> None:
    """Take a holiday from one day to another, also afterwards.

    Nothing is expected on these days, both included: questlog habit away gym "1 march" "14 march", or of all
    habits: questlog habit away --all "1 march" "14 march".
    """
    asked = split_words(words, everything=everything)

    async def leave(desk: Desk) -> tuple[list[Watched], Days]:
        user = await desk.person(wanted)
        days = days_meant(desk, user, asked)
        habits = await chosen_habits(desk, user, asked.name)
        changed = await (come_back(desk, habits, days) if back else go(desk, habits, days))
        return [await view(desk, user, one) for one in changed], days

    found, days = at_desk(invocation, leave)
    if as_json:
        answer({"habits": [as_data(one) for one in found], "from": f"{days.first}", "to": f"{days.last}"})
    else:
        say(*sentences([one.habit for one in found], days, back=back))


def split_words(words: Sequence[str], *, everything: bool) -> Asked:
    """The last two are the days, what is before them is the name."""
    *name, first, last = words if len(words) > 1 else ("", "", *words)
    if not first or bool(name) is everything:
        raise Refusal(f"say it like this: {_USAGE}", code="usage", exit_code=Exit.USAGE)
    return Asked(" ".join(name), first, last)


def days_meant(desk: Desk, user: User, asked: Asked) -> Days:
    try:
        return parse_holiday(asked.first, asked.last, desk.habits.today(user))
    except NoSuchDate as refused:
        message = f"{refused} A day of several words has quotes around it: {_USAGE}"
        raise Refusal(message, code=refused.code, exit_code=Exit.USAGE) from refused


async def chosen_habits(desk: Desk, user: User, name: str) -> Sequence[Habit]:
    if name:
        return [await desk.habits.find(user.id, name)]
    found = await desk.habits.list(user.id)
    if not found:
        raise NothingToChange("You have no habits yet, and so nothing to be away from.")
    return found


async def go(desk: Desk, habits: Sequence[Habit], days: Days) -> list[Habit]:
    for one in habits:
        left(one, days.first, days.last)  # refused before anything is changed
    return [await desk.habits.be_away(one.user, one.id, days.first, days.last) for one in habits]


async def come_back(desk: Desk, habits: Sequence[Habit], days: Days) -> list[Habit]:
    holidays = shortened(habits, days)
    return [
        await desk.habits.edit(one.user, one.id, {"away": holidays[one.id]})
        for one in habits
        if one.id in holidays
    ]


def shortened(habits: Sequence[Habit], days: Days) -> Mapping[str, Sequence[Away]]:
    """The holidays of each habit that has any on these days."""
    found: dict[str, Sequence[Away]] = {}
    for one in habits:
        try:
            found[one.id] = without(one, days)
        except NothingToChange:
            if len(habits) == 1:
                raise
    if not found:
        raise NothingToChange("No habit has a holiday on these days.")
    return found


def sentences(habits: Sequence[Habit], days: Days, *, back: bool) -> Iterator[str]:
    names = ", ".join(plain(one.name) for one in habits)
    if days.first == days.last:
        when = f"on {in_full(days.first)}"
    else:
        when = f"from {in_full(days.first)} to {in_full(days.last)}"
    if back:
        yield f"{names}: no holiday {when}."
        return
    yield f"Nothing is expected {when}: {names}."
    name = typed(habits[0]) if len(habits) == 1 else "--all"
    yield f"Not what you meant? questlog habit away {name} {days.first} {days.last} --back"
