"""Challenges as people read them, on any front end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.challenges import documents
from bot.managed_server import CHOOSE_CHANNEL
from bot.names import NAME, TITLE, shown_name
from bot.view import (
    Action,
    At,
    Bar,
    Column,
    Fact,
    On,
    Row,
    Strong,
    Symbol,
    Text,
    Usage,
    View,
    Weight,
    joined,
)
from bot.visit import Visit
from tracker.challenge.joining import OPTIONS
from tracker.challenge.model import Counted, Phase, WhoMayJoin
from tracker.challenge.wording import place_text, weeks_text
from tracker.front_ends import FrontEnd
from tracker.tones import Tone
from tracker.words import count_of, people

CREATE = Usage("/challenge create name:{}", "add challenge {}", "questlog challenge create {}")
JOIN = Usage("/challenge join", "join challenge {}", "questlog challenge join {}")
STATUS = Usage("/challenge status", "challenge {}", "questlog challenge status {}")
LITERALLY = Usage("{}", "{}", "{}")
"""Something to be copied as it stands."""

PUBLIC = "Strangers who have the link of this challenge see its standings, too."
PRIVATE = "Work in private repositories does not count: GitHub does not say what it is."
COUNTED = {
    Counted.COMMITS: "commits on GitHub",
    Counted.XP: "xp that a character gains, in {}",
    Counted.KILLS: "kills of {}",
    Counted.HABITS: "days on which habits are done",
}

GOOD, OPEN = "\N{WHITE HEAVY CHECK MARK}", "\N{HOURGLASS WITH FLOWING SAND}"
_FIRE = "\N{FIRE}"
_OVERVIEW = (Column("this week"), Column("left"), Column("streak"), Column("place"))
_MOST_OTHERS = 10


def challenges(here: Visit, found: documents.ChallengeList) -> View:
    if not found.challenges:
        return no_challenges(here)
    rows = [
        Row(
            one.id,
            name_of(one),
            (_span(one), one.zone, people(one.participants), "in it" if one.joined else None),
            subtitle=one.aim,
            tone=Tone.QUIET if one.phase is Phase.OVER else Tone.GOOD if one.joined else Tone.PLAIN,
        )
        for one in found.challenges
    ]
    columns = (Column("when"), Column("clocks", below=True, brief=False), Column("people"), Column("you"))
    return View(title="Challenges", noun="challenge", columns=columns, rows=rows)


def no_challenges(here: Visit) -> View:
    return View(
        title="No challenges yet",
        empty=True,
        lead=("You are in no challenge yet. Begin one: ", CREATE("Weekly commits")),
        hints=["A group agrees on so much a week, and I keep the score: who made it, how often in a row."],
    )


def overview(here: Visit, found: documents.ChallengeOverview) -> View:
    """All that the person is in, and what else is there; of a single one everything."""
    match found.challenges, found.others:
        case (), ():
            return no_challenges(here)
        case [one], ():
            return status(here, one)
        case (), [one]:
            return challenge(here, one, notice="You are not in it")
        case _:
            return own_challenges(here, found)


def own_challenges(here: Visit, found: documents.ChallengeOverview) -> View:
    """A line for each."""
    if not (found.challenges or found.others):
        return no_challenges(here)
    others = found.others[:_MOST_OTHERS]
    more = len(found.others) - len(others)
    hint: Text = (f"and {people(more)} more. " if more else "", JOIN("NAME"), " takes you in.")
    return View(
        title="Challenges",
        noun="challenge",
        compact=True,
        columns=_OVERVIEW,
        rows=[
            *(_own_row(one) for one in found.challenges),
            *(_row(one, "Others here", one.aim, None, None, None) for one in others),
        ],
        hints=[hint] if others else [],
    )


def _own_row(one: documents.StatusDocument) -> Row:
    place = None if one.rank is None else place_text(one.rank, one.participants)
    match one.challenge.phase:
        case Phase.OVER:
            weeks = f"{people(one.success_weeks)} of {weeks_text(one.total_weeks)} were good"
            return _row(one.challenge, "Your challenges", "over", weeks, None, None)
        case Phase.COMING:
            return _row(
                one.challenge, "Your challenges", ("begins ", On(one.challenge.starts)), None, None, None
            )
        case _:
            count = "not counted yet" if one.week is None else one.week.text
            return _row(one.challenge, "Your challenges", count, _left(one), flame(one.streak.text), place)


def _row(one: documents.ChallengeDocument, group: str, *cells: Text | None) -> Row:
    return Row(one.id, (Strong(name_of(one)),), cells, group=group)


def shown(here: Visit, found: documents.ChallengeShown) -> View:
    hints = [PUBLIC] if found.is_public else []
    if found.status is None:
        return challenge(here, found.challenge, notice="You are not in it", hints=hints)
    view = status(here, found.status)
    return replace(view, hints=[*view.hints, *hints])


def challenge(
    here: Visit, one: documents.ChallengeDocument, *, notice: str | None = None, hints: Sequence[Text] = ()
) -> View:
    """What it asks for."""
    over = one.phase is Phase.OVER
    join = Action("challenge-join", (one.id,), "Join it", Weight.MAIN, for_anybody=True)
    return View(
        title=name_of(one),
        id=one.id,
        notice=notice,
        tone=Tone.QUIET if over else Tone.TRIUMPH,
        facts=[[*_asked(here, one)]],
        hints=[*hints, *([PRIVATE] if one.counts is Counted.COMMITS else [])],
        actions=[] if over else [join],
    )


def _asked(here: Visit, one: documents.ChallengeDocument) -> Iterator[Fact]:
    yield Fact("Counts", COUNTED[one.counts].format(one.only or "all skills"))
    yield Fact("A good week", f"{one.aim.removesuffix(' a week')}, from Monday to Sunday", one.aim)
    yield Fact("Clocks", one.zone)
    yield Fact("When", _span(one), _span(one))
    if one.who is WhoMayJoin.ANYBODY:
        yield Fact("Who may join", ("whoever knows its id: ", LITERALLY(one.id)))
    else:
        on_server = here.front_end is FrontEnd.DISCORD
        yield Fact("Who may join", f"everybody {'on the server' if on_server else 'where it was set up'}")


def _span(one: documents.ChallengeDocument) -> Text:
    starts, ends = On(one.starts), one.ends and On(one.ends)
    if one.phase is Phase.OVER:
        return ("over since ", ends) if ends else "over"
    if one.phase is Phase.COMING:
        return ("from ", starts, " to ", ends) if ends else ("from ", starts, " on")
    return ("since ", starts, ", until ", ends) if ends else ("since ", starts)


def created(here: Visit, done: documents.ChallengeCreated) -> View:
    one, hints = done.challenge, list[Text]()
    if done.announced is not None:
        there = "It is posted where this server is told things, and so are the results on Mondays."
        first = (
            "To have it and its results posted, choose a channel: ",
            CHOOSE_CHANNEL(),
        )
        hints.append(there if done.announced else first)
    if here.front_end not in {FrontEnd.DISCORD, FrontEnd.WEB}:  # where there is a button
        option = "" if one.counts is Counted.HABITS else f" --{OPTIONS[one.counts]} NAME"
        join = Usage(sms=JOIN.sms, cli=f"{JOIN.cli}{option}")
        hints.append(("Join it: ", join(one.name.lower())))
    return challenge(here, one, notice="A new challenge", hints=hints)


def status(here: Visit, one: documents.StatusDocument) -> View:
    week, over = one.week, one.challenge.phase is Phase.OVER
    hidden = week.private if week and week.private else 0
    notes: list[Text] = [
        f"GitHub hides {count_of(hidden, 'contribution')} of the last weeks, which do not count."
    ]
    return View(
        title=name_of(one.challenge),
        subtitle=joined(one.challenge.aim, _span(one.challenge)),
        tone=Tone.QUIET if over else Tone.GOOD if week and week.success else Tone.PLAIN,
        lead=None if over else _this_week(one),
        facts=[[*_facts(one)]],
        hints=notes if hidden else [],
        footer=("last changed ", At(week.last_updated, "ago")) if week else None,
    )


def _this_week(one: documents.StatusDocument) -> Text:
    if one.challenge.phase is Phase.COMING:
        return ("begins ", On(one.challenge.starts))
    if one.week is None:
        return (Symbol(OPEN), "Not counted yet; that comes by itself.")
    done = min(100 * one.week.count / one.challenge.threshold, 100)
    symbol = Symbol(GOOD if one.week.success else OPEN)
    return (symbol, Bar(done), " ", *joined((Strong(one.week.text),), _left(one)))


def _left(one: documents.StatusDocument) -> str:
    if one.week is not None and one.week.success:
        return "a good week"
    return "the last day" if one.days_left == 1 else f"{one.days_left} days left"


def _facts(one: documents.StatusDocument) -> Iterator[Fact]:
    streak, amount = one.streak, one.challenge.counts.amount
    if one.rank is not None:
        place = place_text(one.rank, one.participants)
        yield Fact("Place", place, place)
    longest = f"longest {weeks_text(streak.longest)}" if streak.longest > streak.current else None
    best = "the longest so far" if streak.current > 1 else None
    yield Fact("Streak", joined(flame(streak.text) or "none now", longest or best), streak.text)
    if one.rate is not None:
        good = f"{people(one.success_weeks)} of {weeks_text(one.total_weeks)}"
        yield Fact("Good weeks", f"{good}, {round(one.rate)} %", f"{good} were good")
        yield Fact("In all", f"{amount(one.total)}, {people(round(one.average, 1))} a week")
    yield Fact("You are", f"{shown_name(one.name, NAME)} there")


def flame(words: str | None) -> Text | None:
    return (Symbol(_FIRE), words) if words else None


def name_of(one: documents.ChallengeDocument) -> str:
    return shown_name(one.name, TITLE)
