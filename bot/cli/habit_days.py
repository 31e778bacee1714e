"""`questlog habit done|skip|undo`: what a person says of a day of a habit."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

import click

from bot.cli.days import DAY, chosen_day
from bot.cli.ending import json_option
from bot.cli.habit_view import as_data, typed, view
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say
from bot.exits import Exit, Refusal
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.habits.changing import Told
from tracker.habits.errors import NoSuchHabit, NothingToUndo
from tracker.habits.events import DayChanged
from tracker.habits.model import Habit
from tracker.habits.watched import Watched
from tracker.habits.words.amounts import BadAmount, parse_amount
from tracker.habits.words.answers import already_text, told_text
from tracker.letters import can_be_seen
from tracker.readings import Number
from tracker.rewards.wallet import wallet_of
from tracker.words import LONGEST_NOTE

VIA = "terminal"
_NAME_IT = "Name the habit, and perhaps the day: questlog habit undo gym --day yesterday"


class Answered(NamedTuple):
    """A habit after something was said of a day of it; what changed, if anything did."""

    view: Watched
    day: date
    changed: DayChanged | None
    text: str


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="HABIT")
@click.option("--day", metavar="DAY", help=DAY)
@click.option("--amount", metavar="N", help="How much: 5, 2.5. Amounts of a day add up.")
@click.option("--note", metavar="TEXT", help="A few words about it.")
@person_option
@json_option
@click.pass_obj
def done(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    *,
    day: str | None,
    amount: str | None,
    note: str | None,
    as_json: bool,
) -> None:
    """Say that you did it, today or up to a week ago.

    Without an amount it is all that was wanted. Of what you want to do less or not at all, it says that it
    happened.
    """
    much, few_words = amount_of(amount), note_of(note)

    async def tell(desk: Desk) -> Answered:
        user = await desk.person(wanted)
        habit = await desk.habits.find(user.id, " ".join(words))
        told = Told(chosen_day(desk.habits.today(user), day), VIA, much, few_words)
        changed = await desk.habits.complete(user.id, habit.id, told)
        return await answered(desk, user, habit, told.day, changed)

    answer_told(at_desk(invocation, tell), as_json=as_json)


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="HABIT")
@click.option("--day", metavar="DAY", help=DAY)
@click.option("--note", metavar="TEXT", help="A few words about it.")
@person_option
@json_option
@click.pass_obj
def skip(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    *,
    day: str | None,
    note: str | None,
    as_json: bool,
) -> None:
    """Leave a day out: that neither extends nor ends a streak."""
    few_words = note_of(note)

    async def tell(desk: Desk) -> Answered:
        user = await desk.person(wanted)
        habit = await desk.habits.find(user.id, " ".join(words))
        told = Told(chosen_day(desk.habits.today(user), day), VIA, note=few_words)
        changed = await desk.habits.skip(user.id, habit.id, told)
        return await answered(desk, user, habit, told.day, changed, skipped=True)

    answer_told(at_desk(invocation, tell), as_json=as_json)


@click.command()
@click.argument("words", nargs=-1, metavar="[HABIT]")
@click.option("--day", metavar="DAY", help=DAY)
@person_option
@json_option
@click.pass_obj
def undo(
    invocation: Invocation, wanted: Identity, words: tuple[str, ...], *, day: str | None, as_json: bool
) -> None:
    """Take back what you said of a day, with all that it gave.

    Without a habit, it is the last thing that you said; with one, what you said last of it, or of today.
    """
    if day is not None and not words:
        raise Refusal(f"which habit is it? {_NAME_IT}", code="habit_missing", exit_code=Exit.USAGE)

    async def take_back(desk: Desk) -> Answered:
        user = await desk.person(wanted)
        if not words:
            changed = await undo_last(desk, user)
        else:
            habit = await desk.habits.find(user.id, " ".join(words))
            changed = await undo_of(desk, user, habit, day)
        return await answered(desk, user, changed.habit, changed.day, changed)

    answer_told(at_desk(invocation, take_back), as_json=as_json)


async def undo_last(desk: Desk, user: User) -> DayChanged:
    try:
        return await desk.habits.undo_last(user.id)
    except (NothingToUndo, NoSuchHabit) as error:  # the habit may have been removed since
        raise NothingToUndo(f"There is nothing to undo. {_NAME_IT}") from error


async def undo_of(desk: Desk, user: User, habit: Habit, day: str | None) -> DayChanged:
    """The day that is named; otherwise the one that was told last, where that was of this habit; or today."""
    today = desk.habits.today(user)
    if day is not None:
        return await desk.habits.undo(user.id, habit.id, chosen_day(today, day))
    last = (await wallet_of(desk.table, user.id)).last_day_of(habit.id)
    try:
        return await desk.habits.undo(user.id, habit.id, last or today)
    except NothingToUndo as error:
        raise NothingToUndo(
            f"There is nothing to undo of {habit.name} today."
            f" Name the day: questlog habit undo {typed(habit)} --day yesterday"
        ) from error


def amount_of(text: str | None) -> Number | None:
    try:
        return None if text is None else parse_amount(text)
    except BadAmount as refused:
        raise Refusal(str(refused), code=refused.code, exit_code=Exit.USAGE) from refused


def note_of(text: str | None) -> str | None:
    note = " ".join((text or "").split())
    if len(note) > LONGEST_NOTE or not can_be_seen(note):
        raise Refusal(
            f"a note has up to {LONGEST_NOTE} letters, digits and signs that can be seen",
            code="bad_note",
            exit_code=Exit.USAGE,
        )
    return note or None


async def answered(
    desk: Desk,
    user: User,
    habit: Habit,
    day: date,
    changed: DayChanged | None,
    *,
    skipped: bool = False,
) -> Answered:
    found = await view(desk, user, await desk.habits.get(user.id, habit.id))  # its first day may be another
    text = told_text(changed) if changed else already_text(habit, day, found.today, skipped=skipped)
    return Answered(found, day, changed, text)


def answer_told(found: Answered, *, as_json: bool) -> None:
    if as_json:
        answer({"habit": as_data(found.view), **told_data(found)})
    else:
        say(plain(found.text))


def told_data(found: Answered) -> Mapping[str, object]:
    """The answer of `--json`, described in docs/cli.md."""
    changed = found.changed
    return {
        "day": f"{found.day}",
        "state": found.view.state_of(found.day).value,
        "changed": changed is not None,
        "points": changed.points if changed else 0,
        "unlocked": [one.id for one in changed.unlocked] if changed else [],
        "message": found.text,
    }
