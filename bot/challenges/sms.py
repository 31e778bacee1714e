"""Challenges by SMS: `challenge`, `standings weekly`, `join challenge weekly as Ada`."""

from bot.challenges import documents, join_view, managing, managing_view, usecases, view, weeks_view
from bot.challenges.requests import (
    CreateChallenge,
    EditChallenge,
    JoinChallenge,
    NameChallenge,
    ShowStandings,
    ShowWeeks,
)
from bot.sms.part import Answer, Command, Phrase, SmsPart, choice, nothing_said
from bot.sms.render import answer, answer_list, written
from bot.view import joined
from bot.visit import Visit
from tracker.challenge.errors import AmbiguousChallenge, ChallengeMissing
from tracker.challenge.words import parse_challenge, parse_edit, parse_join

CHALLENGE = Phrase(
    "challenge",
    ("challenges", "my challenges", "list challenges"),
    "challenge",
    "how you stand in your challenges this week",
)
STANDINGS = Phrase(
    "standings",
    ("standing", "ranking", "ranks"),
    "standings",
    "who is ahead this week; of several challenges, standings and its name",
)
WEEKS = Phrase(
    "challenge weeks", ("challenge history",), "challenge weeks weekly", "your last weeks in a challenge"
)
ADD = Phrase(
    "add challenge",
    ("new challenge", "challenge create"),
    "add challenge Weekly code, 5 commits a week",
    "begin a challenge of commits, xp, kills or habits",
)
JOIN = Phrase(
    "join challenge",
    ("challenge join",),
    "join challenge weekly as Ada github octocat",
    "be counted in a challenge, by its name or its id",
)
LEAVE = Phrase(
    "leave challenge", ("challenge leave",), "leave challenge weekly", "leave it; settled weeks stay"
)
COUNT = Phrase(
    "count challenge", ("challenge count",), "count challenge weekly", "count it now, and see who is ahead"
)
EDIT = Phrase(
    "edit challenge",
    ("change challenge", "challenge edit"),
    "edit challenge weekly at least 7 until 1 march",
    "change one of yours; also: call NAME, from DAY, until never, for anybody",
)
END = Phrase("end challenge", ("challenge end",), "end challenge weekly", "today is its last day")
REMOVE = Phrase(
    "remove challenge",
    ("challenge remove", "delete challenge"),
    "remove challenge weekly",
    "remove one of yours with all its weeks, for everybody",
)
_SURELY = "surely"
SHOWN_RANKS, SHOWN_WEEKS = 5, 5


async def show(here: Visit, rest: str) -> Answer:
    """A line for each; a number shows who is ahead in it."""
    found = await usecases.status(here, NameChallenge(challenge=rest or None))
    return answer_list(here, view.own_challenges(here, found), STANDINGS.name, CHALLENGE.name)


async def standings(here: Visit, rest: str) -> Answer:
    try:
        ask = ShowStandings(challenge=rest or None, limit=SHOWN_RANKS)
        return answer(here, weeks_view.standings(here, await usecases.standings(here, ask)))
    except (ChallengeMissing, AmbiguousChallenge) as unclear:
        lines = [f"{STANDINGS.name} {one.value}" for one in unclear.suggestions]
        return choice([one.label for one in unclear.suggestions], lines)


async def weeks(here: Visit, rest: str) -> Answer:
    ask = ShowWeeks(challenge=rest or None, limit=SHOWN_WEEKS)
    return answer(here, weeks_view.weeks(here, await usecases.weeks(here, ask)))


async def add(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(ADD)
    new = parse_challenge(rest)
    ask = CreateChallenge(name=new.name, counts=new.counted, threshold=new.threshold, only=new.only)
    return answer(here, view.created(here, await usecases.create(here, ask)), undo="")


async def join(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(JOIN)
    said = parse_join(rest)
    done = await usecases.join(here, JoinChallenge.of({"challenge": said.challenge, **said.options}))
    undo = f"{LEAVE.name} {done.challenge.id}" if isinstance(done, documents.ChallengeJoined) else None
    return answer(here, join_view.joining(here, done), undo=undo)


async def leave(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(LEAVE)
    done = await usecases.leave(here, NameChallenge(challenge=rest))
    counted = {"as": done.name, "character": done.character, "habit": done.habit}
    again = " ".join(f"{option} {value}" for option, value in counted.items() if value)
    return answer(here, join_view.left(here, done), undo=f"{JOIN.name} {done.challenge.id} {again}")


async def count(here: Visit, rest: str) -> Answer:
    done = await managing.count(here, NameChallenge(challenge=rest or None))
    return answer(here, managing_view.counted(here, done))


async def edit(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(EDIT)
    said = parse_edit(rest)
    ask = EditChallenge.of({"challenge": said.challenge, **said.options})
    return answer(here, managing_view.changed(here, await managing.edit(here, ask)))


async def end(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(END)
    done = await managing.end(here, NameChallenge(challenge=rest))
    return answer(here, managing_view.changed(here, done), undo="")


async def remove(here: Visit, rest: str) -> Answer:
    """What goes for good is asked about first."""
    if not rest:
        raise nothing_said(REMOVE)
    if rest.startswith(f"{_SURELY} "):
        ask = NameChallenge(challenge=rest.removeprefix(f"{_SURELY} "))
        return answer(here, managing_view.removed(here, await managing.remove(here, ask)), undo="")
    found = await managing.to_remove(here, NameChallenge(challenge=rest))
    asked = managing_view.removal(here, found)
    words = written(here, joined(asked.title, asked.hints[0], by=" "))
    return Answer(f"{words} Reply Y to do it.", question=f"{REMOVE.name} {_SURELY} {found.challenge.id}")


SMS = SmsPart(
    commands=(
        Command(CHALLENGE, show),
        Command(STANDINGS, standings),
        Command(WEEKS, weeks),
        Command(ADD, add),
        Command(JOIN, join),
        Command(LEAVE, leave),
        Command(COUNT, count),
        Command(EDIT, edit),
        Command(END, end),
        Command(REMOVE, remove),
    )
)
