"""Characters by SMS: `characters`, `follow zezima`, `rename zezima to zez two`, `unfollow zezima`."""

import re

from bot.characters import usecases, view
from bot.characters.requests import AddCharacter, ListCharacters, NameCharacter, RenameCharacter
from bot.sms.conversation import Listed
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list, written
from bot.visit import Visit

CHARACTERS = Phrase("characters", ("my characters", "character"), "characters", "whom you follow")
FOLLOW = Phrase(
    "follow",
    ("track",),
    "follow zezima",
    "follow a character of Old School RuneScape; in rs3 and as ironman can stand after its name",
)
RENAME = Phrase("rename", (), "rename zezima to zez two", "follow a character under its new name")
UNFOLLOW = Phrase("unfollow", ("untrack",), "unfollow zezima", "follow it no longer; its goals go with it")

_SURELY = "surely"
_WHO = re.compile(r"(?P<name>.+?)(?:\s+in\s+(?P<game>osrs|rs3))?(?:\s+as\s+(?P<mode>\S+))?", re.IGNORECASE)
_TO = re.compile(r"\s+to\s+", re.IGNORECASE)


async def show_characters(here: Visit, rest: str) -> Answer:
    del rest
    return await _listed(here)


async def show_more(here: Visit, before: Listed) -> Answer:
    return await _listed(here, before)


async def _listed(here: Visit, before: Listed | None = None) -> Answer:
    found = view.characters(here, await usecases.list_characters(here, ListCharacters()))
    return answer_list(here, found, "goals", CHARACTERS.name, before)


async def follow(here: Visit, rest: str) -> Answer:
    said = _WHO.fullmatch(rest)
    if said is None:
        raise nothing_said(FOLLOW)
    ask = AddCharacter(name=said["name"], game=(said["game"] or "osrs").lower(), mode=said["mode"])
    done = await usecases.add(here, ask)
    return answer(here, view.added(here, done), undo=f"{UNFOLLOW.name} {_SURELY} {done.character.id}")


async def rename(here: Visit, rest: str) -> Answer:
    old, *new = _TO.split(rest, maxsplit=1)
    if not new:
        raise nothing_said(RENAME)
    done = await usecases.rename(here, RenameCharacter(character=old, name=new[0]))
    undo = f"{RENAME.name} {done.character.id} to {done.before}"
    return answer(here, view.renamed(here, done), undo=undo)


async def unfollow(here: Visit, rest: str) -> Answer:
    """What goes for good is asked about first."""
    if not rest:
        raise nothing_said(UNFOLLOW)
    if rest.startswith(f"{_SURELY} "):
        ask = NameCharacter(character=rest.removeprefix(f"{_SURELY} "), exact=True)
        return answer(here, view.removed(here, await usecases.remove(here, ask)), undo="")
    asked = await usecases.to_remove(here, NameCharacter(character=rest))
    [warning] = view.removal(here, asked).hints
    line = f"{UNFOLLOW.name} {_SURELY} {asked.character.id}"
    return Answer(f"{written(here, warning)} Reply Y to do it.", question=line)


SMS = SmsPart(
    commands=(
        Command(CHARACTERS, show_characters, more=show_more),
        Command(FOLLOW, follow),
        Command(RENAME, rename),
        Command(UNFOLLOW, unfollow),
    )
)
