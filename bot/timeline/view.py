"""The timeline, and what is found, as people read it, on any front end."""

from dataclasses import replace

from bot.names import TITLE, UNIT, shown_name
from bot.timeline.documents import Entry, FoundThings, Timeline
from bot.view import Action, At, Column, Row, Text, Usage, View, joined
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.life.finding import OF_EACH
from tracker.tones import Tone
from tracker.words import day_text, listed, people, quoted, state_words

OLDER = "tl"
"""The name of a button: short, because it holds where a page ends."""
LONGEST_ID = 100 - len(f"ql:{OLDER}:") - 20 - 4
"""Of what a button is about: Discord allows 100 in all, of which its owner's number takes 20."""
FURTHER = Usage(cli="questlog timeline --before {}")
EVERYTHING = Usage("/timeline", "timeline", "questlog timeline")
BEGIN = Usage("/task add", "add task call mum", "questlog task add 'call mum'")

LOGBOOK = Usage("/logbook search", "log search dentist", "questlog log search dentist")
_MOST_TAGS = 3

SYMBOLS = {
    "goal": "\N{DIRECT HIT}",
    "milestone": "\N{TRIANGULAR FLAG ON POST}",
    "habit": "\N{CLOCKWISE RIGHTWARDS AND LEFTWARDS OPEN CIRCLE ARROWS}",
    "task": "\N{BALLOT BOX WITH CHECK}",
    "project": "\N{FILE FOLDER}",
    "metric": "\N{STRAIGHT RULER}",
    "reward": "\N{WRAPPED PRESENT}",
    "achievement": "\N{TROPHY}",
    "character": "\N{BUST IN SILHOUETTE}",
    "account": "\N{WAVING HAND SIGN}",
}


def timeline(here: Visit, found: Timeline) -> View:
    what = f"{found.kind}s" if found.kind else None
    if not found.entries:
        return _empty(here, found, what)
    on_terminal = here.front_end is FrontEnd.TERMINAL
    hints = [("What is older: ", FURTHER(found.next))] if found.next and on_terminal else []
    return View(
        title="Your timeline",
        noun=found.kind or "thing",
        subtitle=joined(what, "the newest first"),
        columns=(Column("what"), Column("when"), Column("state", brief=False)),
        rows=[_row(one) for one in found.entries],
        signs=False,
        compact=not on_terminal,
        actions=_older(found),
        hints=hints,
    )


def _empty(here: Visit, found: Timeline, what: str | None) -> View:
    since = f"since {day_text(found.since, here.today)}" if found.since else None
    until = f"until {day_text(found.until, here.today)}" if found.until else None
    title = "Your timeline"
    if wanted := " ".join(filter(None, (what, since, until))):
        lead = f"Nothing on your timeline matches: {wanted}."
        return View(title=title, empty=True, lead=lead, hints=[("All of it: ", EVERYTHING())])
    return View(
        title=title, empty=True, lead="There is nothing there.", hints=[("Begin something: ", BEGIN())]
    )


def found(here: Visit, them: FoundThings) -> View:
    unseen = listed([f"{one}s" for one in them.unseen]) if them.unseen else None
    limits = [f"Of your {unseen}, I looked at the newest {OF_EACH} each."] if unseen else []
    what = quoted(shown_name(them.words, TITLE))
    if not them.entries:
        return View(
            empty=True,
            lead=f"Nothing of yours says {what}.",
            hints=[*limits, ("Pages of your logbook have a search of their own: ", LOGBOOK())],
        )
    hidden = them.total - len(them.entries)
    return View(
        title=f"What says {what}",
        noun="thing",
        columns=(Column("what"), Column("tags", brief=False), Column("when"), Column("state", brief=False)),
        rows=[_found_row(one) for one in them.entries],
        signs=False,
        compact=here.front_end is not FrontEnd.TERMINAL,
        hints=[*([f"{people(hidden)} more. Say more words to narrow it down."] if hidden else []), *limits],
    )


def _found_row(one: Entry) -> Row:
    row = _row(one)
    kind, when, state = row.cells
    tags = ", ".join(f"@{shown_name(tag, UNIT)}" for tag in one.tags[:_MOST_TAGS]) or None
    return replace(row, cells=(kind, tags, when, state))


def _row(one: Entry) -> Row:
    cells: tuple[Text | None, ...] = (one.kind, (At(one.at, "day"),), one.status and state_words(one.status))
    symbol = SYMBOLS[one.kind]
    return Row(one.id, shown_name(one.title, TITLE), cells, symbol=symbol, tone=Tone.PLAIN, noun=one.kind)


def _older(found: Timeline) -> list[Action]:
    if found.next is None or len(found.next) > LONGEST_ID:
        return []
    only = "k" if found.kind else "a"
    return [Action(OLDER, (only, found.next), "Older")]
