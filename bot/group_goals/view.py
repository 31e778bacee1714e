"""Group goals as people read them, on any front end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bot.group_goals import documents
from bot.group_goals.picture import draw_goal
from bot.managed_server import CHOOSE_CHANNEL
from bot.names import NAME, TITLE, shown_name
from bot.view import (
    Action,
    Bar,
    Chart,
    Column,
    Fact,
    On,
    Paging,
    Row,
    Strong,
    Text,
    Usage,
    View,
    Weight,
    question,
)
from bot.view import joined as joined_text
from bot.visit import Visit
from tracker.challenge.model import Phase, WhoMayJoin
from tracker.front_ends import FrontEnd
from tracker.group_goals.joining import OPTIONS
from tracker.tones import Tone
from tracker.words import people, people_count, percent_text

SHARES, LEAVE, REMOVE = "group-shares", "leave-group", "remove-group"
ADD = Usage(
    "/group add name:Clan June aim:1b xp until:30 june",
    "group add Clan June, 1b xp until 30 june",
    'questlog group add "Clan June" "1b xp" --until "30 june"',
)
JOIN = Usage("/group join", "group join {}", "questlog group join {}")
SHOW = Usage("/group show", "group {}", "questlog group show {}")
END = Usage("/group end", "group end {}", "questlog group end {}")
LITERALLY = Usage("{}", "{}", "{}")
"""Something to be copied as it stands."""
WHOLE = 100


def goals(here: Visit, found: documents.GroupGoalList) -> View:
    if not found.goals:
        return View(
            title="No group goals yet",
            empty=True,
            lead=("Set one that several people work on: ", ADD()),
        )
    rows = [
        Row(
            one.id,
            name_of(one),
            (
                percent_text(float(one.progress)),
                one.left,
                people(one.people),
                "in it" if one.joined else None,
            ),
            subtitle=one.aim,
            tone=_tone(one),
        )
        for one in found.goals
    ]
    columns = (Column("so far"), Column("time"), Column("people", brief=False), Column("you"))
    return View(title="Group goals", noun="group goal", columns=columns, rows=rows)


def goal(here: Visit, found: documents.GroupGoalShown) -> View:
    """With what each added, the largest first."""
    return _card(here, found.goal, found)


def _card(
    here: Visit,
    one: documents.GroupGoalDocument,
    found: documents.GroupGoalShown | None = None,
    *,
    notice: Text | None = None,
    hints: Sequence[Text] = (),
) -> View:
    is_open = one.phase is not Phase.OVER and (found is None or found.you is None)
    join = Action("group-join", (one.id,), "Join it", Weight.MAIN, for_anybody=True)
    shares = () if found is None else found.shares
    return View(
        title=name_of(one),
        id=one.id,
        subtitle=one.aim,
        notice=notice,
        lead=joined_text(
            (Bar(min(float(one.progress), WHOLE)), " ", Strong(percent_text(float(one.progress)))),
            one.standing,
        ),
        tone=_tone(one),
        facts=[[*_facts(here, one, found)]],
        compact=True,
        rows=[_row(here, share, each=one.each) for share in shares],
        hints=hints,
        actions=[join] if is_open else [],
        paging=Paging(SHARES, found.page, found.pages, one.id) if found and found.pages > 1 else None,
        chart=None if found is None else Chart("group-goal", partial(draw_goal, shown=found)),
    )


def _facts(
    here: Visit, one: documents.GroupGoalDocument, found: documents.GroupGoalShown | None
) -> Iterator[Fact]:
    when: Text = ("from ", On(one.starts), " until ", On(one.ends))
    yield Fact("When", (*when, f", {one.left}"), one.left)
    people = people_count(one.people)
    yield Fact("In it", people, people)
    if found is not None and found.you is not None:
        name = shown_name(found.you.name, NAME)
        share = (
            f"of {one.aim.removesuffix(' each')}" if one.each else f"{percent_text(found.you.percent)} of it"
        )
        yield Fact("You", f"{found.you.text}, {share}, as {name}", f"you: {found.you.text}")
    if one.who is WhoMayJoin.ANYBODY and one.phase is not Phase.OVER:
        yield Fact("To invite others", ("tell them its id: ", LITERALLY(one.id)))


def _row(here: Visit, one: documents.GroupShareDocument, *, each: bool) -> Row:
    name = shown_name(one.name, NAME)
    share = ("reached" if one.reached else None) if each else percent_text(one.percent)
    title: Text = (Strong(name), " (you)") if one.you else (Strong(name),)
    return Row(name, title, (one.text, share), rank=one.rank)


def _tone(one: documents.GroupGoalDocument) -> Tone:
    if one.progress >= WHOLE:
        return Tone.TRIUMPH
    return Tone.QUIET if one.phase is Phase.OVER else Tone.PLAIN


def added(here: Visit, done: documents.GroupGoalAdded) -> View:
    one, hints = done.goal, list[Text]()
    if done.announced is not None:
        there = "It is posted where this server is told things, and so is each quarter of the way."
        first: Text = ("To have it posted, choose a channel: ", CHOOSE_CHANNEL())
        hints.append(there if done.announced else first)
    if here.front_end is not FrontEnd.DISCORD:  # where there is a button
        option = OPTIONS[one.counts]
        join = Usage(sms=f"{JOIN.sms} with {option.upper()}", cli=f"{JOIN.cli} --{option} NAME --as YOU")
        hints.append(("You add to it yourself when you join: ", join(one.name.lower())))
    return _card(here, one, notice="A new group goal", hints=hints)


def joined(here: Visit, done: documents.GroupGoalJoined) -> View:
    one = done.goal
    return View(
        tone=Tone.GOOD,
        lead=f"You are in {name_of(one)}, as {shown_name(done.name, NAME)}.",
        hints=[
            f"Others in it see {done.sharing}. They see nothing else of yours.",
            ("See who added how much: ", SHOW(one.name.lower())),
        ],
    )


def leaving(here: Visit, found: documents.GroupGoalShown) -> View:
    assert found.you is not None, "the use case has looked"  # noqa: S101 - for the type checker
    return question(
        LEAVE,
        found.goal.id,
        f"Leave {name_of(found.goal)}?",
        f"What you added goes with you: {found.you.text}. Milestones that were reached stay.",
        yes="Yes, leave it",
        no="Stay",
    )


def left(here: Visit, done: documents.GroupGoalLeft) -> View:
    words = f"You left {name_of(done.goal)}, and what you added went with you: {done.text}."
    return View(lead=words, tone=Tone.QUIET)


def changed(here: Visit, done: documents.GroupGoalChanged) -> View:
    words = " ".join([*done.changes, "The group is told."])
    return replace(_card(here, done.goal), lead=words, actions=())


def removal(here: Visit, found: documents.GroupGoalRemoval) -> View:
    return question(
        REMOVE,
        found.goal.id,
        f"Remove {name_of(found.goal)} for everybody?",
        "What everybody added to it is gone then, for good, and they are told.",
        ("To keep what came of it, end it instead: ", END(found.goal.name.lower())),
    )


def removed(here: Visit, done: documents.GroupGoalRemoval) -> View:
    return View(lead=f"{name_of(done.goal)} is removed, for everybody.", tone=Tone.QUIET)


def name_of(one: documents.GroupGoalDocument) -> str:
    return shown_name(one.name, TITLE)
