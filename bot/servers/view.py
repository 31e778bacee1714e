"""Servers, and who is announced there, as people read it."""

from zoneinfo import ZoneInfo

from bot.names import cut_short, shown_name
from bot.servers.documents import AnnouncementList, MembershipDocument, ServerChannel, ServerDocument
from bot.view import (
    Action,
    At,
    ChannelLink,
    Fact,
    Passage,
    Row,
    Strong,
    Text,
    Usage,
    View,
    Weight,
    joined,
)
from bot.visit import Visit
from tracker.servers.model import Announces
from tracker.tones import Tone

ANNOUNCE_ON = Usage("/announce on")
ANNOUNCE_OFF = Usage("/announce off", "announce off {}", "questlog announce off {}")
ANNOUNCE_LIST = Usage("/announce list", "announce", "questlog announce list")
CHOOSE, DIGEST, SETTINGS = (
    Usage("/server announce-channel"),
    Usage("/server digest"),
    Usage("/server settings"),
)

_ANNOUNCED = {
    Announces.NOTHING: "nothing",
    Announces.REACHED: "goals that members reach",
    Announces.MILESTONES: "goals that members reach, and their milestones",
}
_REASON = 100


def server(here: Visit, found: ServerDocument) -> View:
    local = here.now.astimezone(ZoneInfo(found.timezone))
    announced = f"{_ANNOUNCED[found.announces]}, of those who say "
    return View(
        title=f"Questlog on {shown_name(found.name)}",
        notice=found.message or None,
        facts=[
            [
                Fact("Channel", _channel(found.channel)),
                Fact("Announced", (announced, ANNOUNCE_ON())),
                Fact("Digest", found.digest),
                Fact("Time zone", f"{found.timezone}, where it is {local:%H:%M} on {local:%A}"),
                Fact("Quiet hours", found.quiet_hours),
            ]
        ],
        passages=[Passage(found.preview, "If the digest came now, it would say:")] if found.preview else (),
        footer=("Change it with ", CHOOSE(), ", ", DIGEST(), " and ", SETTINGS()),
    )


def _channel(channel: ServerChannel | None) -> Text:
    if channel is None:
        return "none yet, so nothing is announced. ", CHOOSE(), " chooses one."
    link = (ChannelLink(channel.id),)
    if channel.is_active:
        return link
    since = (" since ", At(channel.off_since, "day")) if channel.off_since else ()
    why = f": {cut_short(channel.off_reason, _REASON)}" if channel.off_reason else ""
    return joined(link, ("switched off", *since, why))


def invitation(here: Visit, what: Announces) -> View:
    """For everybody who sees the channel."""
    goals = "Milestones, and goals" if what is Announces.MILESTONES else "Goals"
    return View(
        title=f"{goals} that are reached are announced here",
        symbol="\N{TROPHY}",
        tone=Tone.TRIUMPH,
        lead="Do you want yours to be? Then everybody here sees the names of your characters, the goals you "
        "reach in games, and how long they took.",
        footer=(
            "Nobody is announced without saying so. Numbers from the web, dates and plans are never shown. ",
            ANNOUNCE_OFF(),
            " ends it.",
        ),
        actions=[
            Action("announce:on", (), "Announce mine", Weight.MAIN),
            Action("announce:off", (), "No longer mine"),
        ],
    )


def announcement(here: Visit, done: MembershipDocument) -> View:
    name = shown_name(done.name)
    if not done.announced:
        return View(
            lead=f"You are not announced on {name} any more.",
            hints=["What was announced is forgotten here; what stands in the channel stays there."],
        )
    return View(
        tone=Tone.TRIUMPH,
        lead=f"You are announced on {name}. When you reach a goal in a game, everybody there hears of it.",
        hints=[(ANNOUNCE_OFF(), " ends it at any time, and ", ANNOUNCE_LIST(), " shows where you are.")],
    )


def announcements(here: Visit, found: AnnouncementList) -> View:
    if not found.servers:
        return View(
            title="You are announced nowhere",
            lead="You are announced nowhere. What you reach is between you and me.",
            hints=[(ANNOUNCE_ON(), " on a server lets everybody there know.")],
        )
    return View(
        title="Where you are announced",
        rows=[
            Row(one.server, (Strong(shown_name(one.name)), " since ", At(one.since, "day")))
            for one in found.servers
        ],
        compact=True,
        hints=[(ANNOUNCE_OFF(), " ends it.")],
    )
