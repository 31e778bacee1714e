"""Servers, and who is announced there, as people read it."""

from collections.abc import Collection
from zoneinfo import ZoneInfo

from bot.managed_server import CHOOSE_CHANNEL
from bot.names import cut_short, plain_line, shown_name
from bot.servers.documents import (
    AnnouncementList,
    KnownServer,
    MembershipDocument,
    ServerChannel,
    ServerDocument,
    ServerHere,
    ServerList,
)
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
from tracker.refusals import Refused
from tracker.servers.model import Announces, Board, News
from tracker.tones import Tone
from tracker.words import clock_text, weekday

ANNOUNCE_ON = Usage("/announce on")
_ANNOUNCEMENTS = "Where you are announced, in Settings"
ANNOUNCE_OFF = Usage("/announce off", "announce off {}", "questlog announce off {}", _ANNOUNCEMENTS)
ANNOUNCE_LIST = Usage("/announce list", "announce", "questlog announce list", _ANNOUNCEMENTS)
BOARD, DIGEST, SETTINGS = (
    Usage("/server channel"),
    Usage("/server digest"),
    Usage("/server settings"),
)

SERVER = "server"
_ANNOUNCED = {
    Announces.NOTHING: "nothing",
    Announces.REACHED: "goals that members reach",
    Announces.MILESTONES: "goals that members reach, and their milestones",
}
NEWS = {
    News.REACHED: "Goals I reach",
    News.MILESTONES: "Milestones",
    News.GAINS: "What I gain",
}
"""As a person agrees to it."""
_TOLD = {
    News.REACHED: "the name of your character, the goal, and how long it took",
    News.MILESTONES: "how far you are with goals that you have not reached yet",
    News.GAINS: "in this server's digest and rankings, how much your characters gain, and in which skills "
    "and bosses you have goals, reached or not",
}
_YOURS = {
    News.REACHED: "goals you reach",
    News.MILESTONES: "your milestones",
    News.GAINS: "what you gain",
}
_BOARDS = {
    Board.REACHED: "reached goals",
    Board.MILESTONES: "milestones",
    Board.DIGEST: "the digest",
    Board.CHALLENGES: "challenges",
    Board.OFFERS: "offers",
}
_REASON, _LABEL = 100, 60


def server(here: Visit, found: ServerDocument) -> View:
    local = here.now.astimezone(ZoneInfo(found.timezone))
    clocks = f"{found.timezone}, where it is {clock_text(local)} on {weekday(local.date())}"
    announced = f"{_ANNOUNCED[found.announces]}, of those who agreed. They do so with "
    return View(
        title=f"Questlog on {shown_name(found.name)}",
        notice=found.message or None,
        facts=[
            [
                Fact("Channel", _channel(found.channel)),
                *(Fact(f"Channel of {_BOARDS[board]}", _channel(one)) for board, one in found.boards.items()),
                Fact("Announced", (announced, ANNOUNCE_ON(), ".")),
                Fact("Digest", found.digest),
                Fact("Time zone", clocks),
                Fact("Quiet hours", found.quiet_hours),
            ]
        ],
        passages=[Passage(found.preview, "If the digest came now, it would say:")] if found.preview else (),
        footer=("Change it with ", CHOOSE_CHANNEL(), ", ", BOARD(), ", ", DIGEST(), " and ", SETTINGS()),
    )


def board(here: Visit, news: Board) -> View:
    """The first message in a channel of its own: whether one may write there is known then."""
    return View(lead=f"News of {_BOARDS[news]} is posted here from now on.")


def _channel(channel: ServerChannel | None) -> Text:
    if channel is None:
        return "none yet, so nothing is announced. ", CHOOSE_CHANNEL(), " chooses one."
    link = (ChannelLink(channel.id, channel.name),)
    if channel.is_active:
        return link
    since = (" since ", At(channel.off_since, "day")) if channel.off_since else ()
    why = f": {cut_short(channel.off_reason, _REASON)}" if channel.off_reason else ""
    return joined(link, ("switched off", *since, why))


def invitation(here: Visit, tells: Collection[News]) -> View:
    """For everybody who sees the channel: each kind of news is agreed to by itself."""
    offered = [one for one in News if one in tells]
    return View(
        title="What of you may everybody here hear?",
        symbol="\N{TROPHY}",
        tone=Tone.TRIUMPH,
        lead="Questlog announces here what members do in games. Of you it tells only what you choose below.",
        facts=[[Fact(NEWS[one], _TOLD[one]) for one in offered]],
        footer=(
            "Nobody is announced without saying so. Numbers from the web, dates and plans are never shown. ",
            ANNOUNCE_OFF(),
            " ends it.",
        ),
        actions=[
            *(Action(f"announce:on:{one}", (), NEWS[one], Weight.MAIN) for one in offered),
            Action("announce:off", (), "None of mine"),
        ],
    )


def announcement(here: Visit, done: MembershipDocument) -> View:
    name = shown_name(done.name)
    if not done.announced:
        return View(
            lead=f"You are no longer announced on {name}.",
            hints=["What was announced is forgotten here; what stands in the channel stays there."],
        )
    missing = [one for one in News if one not in done.agreed]
    return View(
        tone=Tone.TRIUMPH,
        lead=f"You are announced on {name}. Everybody there may hear: {_yours(done.agreed)}.",
        facts=[[Fact(f"Not: {NEWS[one]}", _TOLD[one]) for one in missing]] if missing else (),
        hints=[(ANNOUNCE_OFF(), " ends it at any time, and ", ANNOUNCE_LIST(), " shows where you are.")],
        actions=[_switch(one, agreed=one in done.agreed) for one in News] if here.guild else (),
    )


def _yours(agreed: Collection[News]) -> str:
    return ", ".join(_YOURS[one] for one in agreed)


def _switch(one: News, *, agreed: bool) -> Action:
    if agreed:
        return Action(f"announce:off:{one}", (), f"No longer: {NEWS[one]}", for_anybody=True)
    return Action(f"announce:on:{one}", (), f"Also: {NEWS[one]}", Weight.MAIN, for_anybody=True)


def which_server(here: Visit, asked: Refused) -> View:
    """Where the person is announced on several, and asks elsewhere."""
    labels = ((one.value, f"Not on {plain_line(one.label, _LABEL)}") for one in asked.suggestions)
    leave = [Action("announce:leave", (server,), label) for server, label in labels]
    return View(lead=str(asked), actions=leave)


def announcements(here: Visit, found: AnnouncementList) -> View:
    if not found.servers:
        return View(
            title="You are announced nowhere",
            empty=True,
            lead="You are announced nowhere. What you reach is between you and me.",
            hints=[(ANNOUNCE_ON(), " on a server lets everybody there know.")],
        )
    return View(
        title="Where you are announced",
        rows=[
            Row(
                one.server,
                (Strong(shown_name(one.name)), " since ", At(one.since, "day"), f": {_yours(one.agreed)}"),
            )
            for one in found.servers
        ],
        compact=True,
        hints=[(ANNOUNCE_OFF(), " ends it.")],
    )


def servers(here: Visit, found: ServerList) -> View:
    if not found.is_on:
        return View(
            title="Servers",
            empty=True,
            lead="Discord is not set up on this Questlog, so its servers have no pages.",
        )
    if not found.is_linked:
        return View(
            title="Servers",
            empty=True,
            lead="This account has no Discord account. On Discord, /web leads to the pages of yours.",
        )
    if not found.servers:
        return View(
            title="Servers",
            empty=True,
            lead="Questlog has not met you on any server yet. You can open one by its id, and keep it here.",
        )
    return View(
        title="Servers",
        noun=SERVER,
        rows=[Row(one.id, (Strong(shown_name(one.name)),)) for one in found.servers],
        compact=True,
        hints=[
            "Others open by their id, and can be kept here. Discord says each time whether you are there."
        ],
    )


def server_here(here: Visit, found: ServerHere) -> View:
    agreed = _yours(found.agreed) if found.agreed else "nothing"
    return View(
        title=shown_name(found.name),
        facts=[
            [
                Fact("You", "may manage it" if found.is_managed else "are a member"),
                Fact("Everybody there may hear of you", agreed),
                Fact("Questlog", "is set up there" if found.is_set_up else "is not set up there yet"),
            ]
        ],
    )


def opened(here: Visit, found: KnownServer) -> View:
    return View(lead="You can keep it in your list of servers.")


def kept(here: Visit, found: ServerHere) -> View:
    name = shown_name(found.name)
    return View(
        lead=f"{name} stands in your list of servers." if found.is_listed else f"{name} is off your list."
    )
