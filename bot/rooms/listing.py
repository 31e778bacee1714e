"""What stands on the pages of a room beside its view: each message and each member, with what can be done."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from bot.names import shown_name
from bot.rooms import view
from bot.rooms.documents import MemberDocument, RoomDocument, RoomHistory, RoomMessageDocument, RoomShown
from bot.view import Action, At, Text, Weight, joined
from bot.visit import Visit
from bot.web.site.talk import Line, talk
from tracker.frozen import frozen


def what_is_said(here: Visit, found: RoomHistory) -> dict[str, Any]:
    del here
    one = found.room
    lines = [_line(one, message) for message in found.messages]
    older = f"/rooms/{one.id}?before={quote(found.before, safe='')}" if found.before else ""
    say = Action(view.SAY_ACT, (one.id,), "Say something")
    return talk(lines, say, placeholder=f"As {one.my_name}", older=older, about=_about(one))


def _about(one: RoomDocument) -> Text:
    shown = (
        f"Everybody who can read {shown_name(one.shown_in)} on Discord sees it, too."
        if one.shown_in
        else None
    )
    return joined(one.purpose, shown, by=" ")


def _line(room: RoomDocument, one: RoomMessageDocument) -> Line:
    author = one.author if one.deleted else shown_name(one.author)
    edited = "edited" if one.edited_at else ""
    note = "reported, others do not see it" if one.hidden else view.cheers_of(one) or edited
    actions = () if one.deleted else (*_about_message(room, one),)
    return Line(one.id, author, one.text, At(one.at), one.is_mine, one.deleted, note, actions)


def _about_message(room: RoomDocument, one: RoomMessageDocument) -> Iterator[Action]:
    if one.is_mine and not one.news:
        yield Action("room:correct", (room.id, one.id), "Correct it")
    if one.is_mine or room.is_mine:
        yield Action("room:take-back", (room.id, one.id), "Take it back" if one.is_mine else "Take it away")
    if not one.is_mine:
        yield Action(view.CHEER_ACT, (room.id, one.id), "Well done", Weight.MAIN)
        yield Action("room:report", (room.id, one.id), "Report it")
        name = f"Block {shown_name(one.author)}"  # of then: others may be called so by now
        yield Action("room:block-author", (room.id, one.id), name, Weight.DANGER)


@frozen
class ListedMember:
    name: str
    notes: str
    since: At
    actions: tuple[Action, ...]


def who_is_there(here: Visit, found: RoomShown) -> dict[str, Any]:
    del here
    return {"members": [_member(found.room, one) for one in found.members]}


def _member(room: RoomDocument, one: MemberDocument) -> ListedMember:
    notes = [word for word, holds in (("you", one.is_me), ("owner", one.is_owner)) if holds]
    about, name = (room.id, one.name), shown_name(one.name)
    remove = (Action("room:remove", about, "Take out", Weight.DANGER),) if room.is_mine else ()
    others = (
        Action("room:buddy", about, "Be buddies"),
        Action("room:block", about, "Block", Weight.DANGER),
        *remove,
    )
    return ListedMember(name, ", ".join(notes), At(one.since, "day"), () if one.is_me else others)
