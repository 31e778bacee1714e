"""A person's day as they read it: a section for each feature that has something for it."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.sections import TodayPart, ToDo, today_parts
from bot.today.documents import Ticked, Today
from bot.view import Action, Text, View, joined
from bot.visit import Visit
from tracker.tones import Tone
from tracker.words import day_text, weekday


class TodayEntry(NamedTuple):
    part: TodayPart
    to_do: ToDo


def entries(here: Visit, found: Today) -> list[TodayEntry]:
    """Everything that the day asks for, in the order of the sections."""
    every = today_parts(here)
    return [
        TodayEntry(every[name], every[name].to_do(here, item))
        for name, section in found.sections.items()
        for item in section.items
    ]


def today(here: Visit, found: Today) -> View:
    every = entries(here, found)
    if not every:
        return nothing(here, found)
    sections = [
        View(
            noun=part.noun,
            columns=part.columns,
            rows=[one.to_do.row for one in every if one.part is part],
            hints=found.sections[part.name].notes,
        )
        for part in dict.fromkeys(one.part for one in every)
    ]
    return View(title=title(found), sections=sections, hints=[next_step(here, every)])


def ticked(here: Visit, done: Ticked) -> View:
    about = (done.section, done.thing, f"{done.day}")
    actions = () if done.undone else (Action("tick:undo", about, "Undo"),)
    return View(lead=done.message, tone=Tone.QUIET if done.undone else Tone.GOOD, actions=actions)


def title(found: Today) -> str:
    return f"Today, {weekday(found.day)} {day_text(found.day, found.day)}"


def next_step(here: Visit, every: Sequence[TodayEntry]) -> Text:
    """What to type next; or that nothing is left."""
    if usages := [one.to_do.usage for one in every if one.to_do.usage]:
        return "When one is done: ", usages[0]
    if all(one.to_do.done is not False for one in every):
        return "Nothing is left to do today."
    ticked = next(one for one in today_parts(here).values() if one.tick)
    return f"No {ticked.noun} is left to do today."


def all_done(every: Sequence[TodayEntry]) -> bool:
    """Whether there was something to do, and it is done."""
    done = [one.to_do.done for one in every]
    return False not in done and True in done


def nothing(here: Visit, found: Today) -> View:
    """Where the day asks for nothing: how to see what there is, or how to begin."""
    parts, title = today_parts(here).values(), "Nothing to do today"
    begins = [part.begin for part in parts if part.begin]
    if found.owned:
        every = joined(*((part.every,) for part in parts if part.every), by=", ")
        lead: Text = ("There is nothing to do today. All that you have: ", *every)
        return View(title=title, lead=lead, hints=begins)
    lead = joined("There is nothing to do yet.", begins[0], by=" ")
    return View(title=title, empty=True, lead=lead, hints=begins[1:])
