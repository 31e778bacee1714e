"""Rooms as people read them, on any front end. What others wrote is cut short and never read as markup."""

from collections.abc import Iterator

from bot.names import cut_short, shown_name
from bot.rooms.documents import (
    DELETED,
    BlockedList,
    BuddySet,
    ChannelCleared,
    CheckInBoard,
    RoomChanged,
    RoomDocument,
    RoomHistory,
    RoomList,
    RoomMessageDocument,
    RoomSaid,
    RoomShown,
)
from bot.view import (
    Action,
    At,
    Column,
    Fact,
    Row,
    Strong,
    Text,
    Usage,
    View,
    WebAddress,
    Weight,
    question,
)
from bot.visit import Visit
from tracker.accounts.wording import said_text
from tracker.rooms.model import Tell
from tracker.rooms.words import asks_at
from tracker.tones import Tone
from tracker.words import count_of

CREATE = Usage("/room create name:Gym", "room create Gym", "questlog room create Gym")
JOIN = Usage("/room join code:{}", "room join {}", "questlog room join {}")
SAY = Usage("/room say room:{} text:hello", "room {}: hello", 'questlog room say "{}" hello')
ANSWER = Usage("/room answer room:{} text:a run", "room answer {}: a run", 'questlog room answer "{}" a run')
INVITE = Usage("/room invite room:{}", "room invite {}", 'questlog room invite "{}"')
LEAVE = "leave-room"
SAY_ACT, OLDER_ACT, ANSWER_ACT, CHEER_ACT = "room:say", "room:older", "room:answer", "room:cheer"
CHEER = "\N{CLAPPING HANDS SIGN}"
SYMBOL = "\N{SPEECH BALLOON}"
TELLS = {
    Tell.DIGEST: "once a day, with your digest",
    Tell.MENTIONS: "when somebody writes @ and your name",
    Tell.ALL: "as it is said",
}
_LONGEST = 280
MOST_PROFILES, LONGEST_PROFILE = 12, 200
"""So much of a message stands in a list."""


def rooms(here: Visit, found: RoomList) -> View:
    if not found.rooms:
        return View(
            lead="You are in no room yet. A room is for a few people who keep each other going.",
            hints=[("Make one: ", CREATE()), ("Join one: ", JOIN("k3v7p-2mxwd"))],
            empty=True,
        )
    return View(
        title="Your rooms",
        noun="room",
        columns=(Column("people"), Column("what it is for", brief=False)),
        rows=[
            Row(
                one.id,
                shown_name(one.name),
                (count_of(one.people, "member"), one.purpose and cut_short(one.purpose, _LONGEST)),
                symbol=SYMBOL,
            )
            for one in found.rooms
        ],
    )


def room(here: Visit, found: RoomShown) -> View:
    one = found.room
    return View(
        title=shown_name(one.name),
        id=one.id,
        symbol=SYMBOL,
        lead=one.purpose,
        facts=[
            [
                Fact("Others see you as", shown_name(one.my_name), f"you are {shown_name(one.my_name)}"),
                Fact("You hear of it", TELLS[one.tell]),
                *_where(one),
                *_shared(found),
                Fact("Members", ", ".join(_members(found)), ", ".join(_members(found))),
            ],
            [*_profiles(found)][:MOST_PROFILES],
        ],
        hints=[("Say something: ", SAY(shown_name(one.name)))],
        actions=[_say(one)],
    )


def _shared(found: RoomShown) -> Iterator[Fact]:
    if found.shared:
        names = ", ".join(map(shown_name, found.shared))
        yield Fact("You share", names, f"you share {names}")


def _members(found: RoomShown) -> Iterator[str]:
    for one in found.members:
        yield f"{shown_name(one.name)}{' (owner)' if one.is_owner else ''}{' (you)' if one.is_me else ''}"


def _profiles(found: RoomShown) -> Iterator[Fact]:
    """What members show of themselves."""
    for one in found.members:
        texts = [] if one.profile is None else [said_text(*said) for said in one.profile]
        if known := [text for text in texts if text]:
            shown = cut_short(" \N{MIDDLE DOT} ".join(known), LONGEST_PROFILE)
            yield Fact(shown_name(one.name), shown, is_name=True)


def changed(here: Visit, done: RoomChanged) -> View:
    one = done.room
    return View(
        title=shown_name(one.name),
        id=one.id,
        symbol=SYMBOL,
        lead=done.message,
        facts=[[*_facts(one)]],
        hints=[("They join with: ", JOIN(one.code))] if one.code else [],
        actions=[] if one.code else [_say(one)],
    )


def _facts(one: RoomDocument) -> Iterator[Fact]:
    if one.code and one.code_until:
        until: Text = (
            "for ",
            count_of(one.code_people or 0, "person").replace("persons", "people"),
            ", until ",
        )
        yield Fact("Code", (Strong(one.code), " ", *until, At(one.code_until, "day")), f"Code: {one.code}")
        if one.code_link:
            yield Fact("Link", (WebAddress(one.code_link),))
    name = shown_name(one.my_name)
    yield Fact("Others see you as", name, f"others see you as {name}")
    yield Fact("You hear of it", TELLS[one.tell])
    yield from _where(one)


def _where(one: RoomDocument) -> Iterator[Fact]:
    if one.shown_in:
        where = shown_name(one.shown_in)
        yield Fact("Also shown in", where, f"also shown in {where}")


def gone(here: Visit, done: RoomChanged) -> View:
    return View(lead=f"{shown_name(done.room.name)}: {done.message}")


def cleared(here: Visit, done: ChannelCleared) -> View:
    return View(lead=done.message, tone=Tone.GOOD)


def blocked(here: Visit, found: BlockedList) -> View:
    names = ", ".join(map(shown_name, found.names))
    said = f"You have blocked: {names}." if names else "You have blocked nobody."
    return View(lead=f"{found.message} {said}".strip(), empty=not (found.names or found.message))


def board(here: Visit, found: CheckInBoard) -> View:
    one, name, asks, zone = found.room, shown_name(found.room.name), found.check_in, here.person.timezone
    if found.message or asks is None:
        facts = [[Fact("Asks", cut_short(asks.question, _LONGEST))]] if asks else []
        return View(title=name, id=one.id, symbol=SYMBOL, lead=found.message, facts=facts)
    silent = ", ".join(map(shown_name, found.silent))
    hints: list[Text] = [f"No word from {silent}."] if silent else []
    if found.day is None:
        hints = [f"It has not asked yet. It asks every day at {asks_at(asks.at, asks.zone, zone)}."]
    return View(
        title=name,
        id=one.id,
        symbol=SYMBOL,
        lead=cut_short(asks.question, _LONGEST),
        rows=[_line(message) for message in found.answers],
        compact=True,
        hints=[*hints, ("Answer: ", ANSWER(name))] if found.is_open else hints,
        actions=[Action(ANSWER_ACT, (one.id,), "Answer", Weight.MAIN)] if found.is_open else [],
    )


def buddy(here: Visit, done: BuddySet) -> View:
    return View(title=shown_name(done.room.name), id=done.room.id, symbol=SYMBOL, lead=done.message)


def sure_to_leave(here: Visit, found: RoomChanged) -> View:
    title = f"Leave {shown_name(found.room.name)}?"
    return question(LEAVE, found.room.id, title, found.message, yes="Yes, leave it", no="Stay")


def said_in_short(here: Visit, done: RoomSaid) -> View:
    """Where the message itself is seen."""
    return View(lead=f"Said.{_told(done)}", tone=Tone.GOOD)


def _told(done: RoomSaid) -> str:
    told = f" {count_of(done.told, 'member')} hear of it now." if done.told > 1 else ""
    return " One member hears of it now." if done.told == 1 else told


def said(here: Visit, done: RoomSaid) -> View:
    told = _told(done)
    where = f", and in {shown_name(done.room.shown_in)}" if done.room.shown_in else ""
    name = shown_name(done.room.name)
    return View(
        title=name,
        id=done.room.id,
        symbol=SYMBOL,
        lead=(Strong(shown_name(done.message.author)), f": {cut_short(done.message.text, _LONGEST)}"),
        facts=[[Fact("Said", f"It is in the room{where}.{told}", f"Said in {name}{where}.{told}")]],
        actions=[_say(done.room)],
    )


def corrected(here: Visit, done: RoomSaid) -> View:
    words = cut_short(done.message.text, _LONGEST)
    return View(
        title=shown_name(done.room.name),
        id=done.room.id,
        symbol=SYMBOL,
        lead=("It reads now: ", words),
        hints=["Who has read it is not told again."],
    )


def history(here: Visit, found: RoomHistory) -> View:
    one = found.room
    name = shown_name(one.name)
    older = [Action(OLDER_ACT, (one.id, found.before), "Older")] if found.before else []
    if not found.messages:
        nothing = "There is nothing to see on this page." if older else None
        return View(
            title=name,
            id=one.id,
            symbol=SYMBOL,
            lead=nothing or f"Nobody has said anything in {name} yet.",
            hints=[("Say something: ", SAY(name))],
            actions=[_say(one), *older],
            empty=True,
        )
    return View(
        title=name,
        id=one.id,
        symbol=SYMBOL,
        rows=[_line(message) for message in found.messages],
        compact=True,
        actions=[_say(one), *older],
    )


def _line(message: RoomMessageDocument) -> Row:
    if message.deleted:
        return Row(message.id, DELETED, (None, (At(message.at),)))
    hidden = "hidden: it was reported" if message.hidden else None
    edited = "edited" if message.edited_at else None
    said = cut_short(message.text, _LONGEST)
    return Row(
        message.id,
        (Strong(shown_name(message.author)),),
        (said, (At(message.at),), edited, cheers_of(message) or None, hidden),
    )


def cheers_of(message: RoomMessageDocument) -> str:
    return f"{CHEER} {message.cheers}" if message.cheers else ""


def _say(one: RoomDocument) -> Action:
    return Action(SAY_ACT, (one.id,), "Say something")
