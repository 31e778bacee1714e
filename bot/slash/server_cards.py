"""Cards about a server: how it is set up, and the invitation that everybody there sees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.names import NAME
from bot.slash.account_cards import digest_words, quiet_words
from bot.slash.cards import Card, Row, empty_card, heading, separated, text
from bot.slash.channel_words import place_of, trouble_of
from bot.slash.looks import VIOLET
from bot.slash.texts import code, moment, safe, small
from tracker.accounts.model import User
from tracker.notify.model import PersonChannel
from tracker.servers.model import Announces, Membership, Server

ANNOUNCED = {
    Announces.NOTHING: "nothing",
    Announces.REACHED: "goals that members reach",
    Announces.MILESTONES: "goals that members reach, and their milestones",
}
NO_CHANNEL = "Nothing is announced before there is a channel: `/server announce-channel` chooses one."


@dataclass(frozen=True, slots=True)
class ServerView:
    """A server with all that is to be seen of it."""

    server: Server
    account: User
    channel: PersonChannel | None


def server_card(
    view: ServerView, now: datetime, *, lead: str | None = None, preview: str | None = None
) -> Card:
    """`lead` says what has just been changed, in our own words; `preview` is safe already."""
    head = heading(f"Questlog on {safe(view.server.name, NAME)}", lead)
    shown = [text(small("If the digest came now, it would say:"), preview)] if preview else []
    change = small("Change it with `/server announce-channel`, `/server digest` and `/server settings`.")
    return Card(*separated([head, text(*_settings(view, now)), *shown, text(change)]))


def _settings(view: ServerView, now: datetime) -> Iterator[str]:
    account, channel = view.account, view.channel
    local = now.astimezone(account.zone)
    yield f"**Channel** {place_of(channel)}" if channel else NO_CHANNEL
    if channel is not None and (trouble := trouble_of(channel)):
        yield small(trouble)
    yield f"**Announced** {ANNOUNCED[view.server.announces]}, of those who say `/announce on`"
    yield f"**Digest** {digest_words(account)}"
    yield f"**Time zone** {code(account.timezone)}, where it is {local:%H:%M} on {local:%A}"
    yield f"**Quiet hours** {quiet_words(account)}"


def invitation_card(server: Server, rows: Sequence[Row]) -> Card:
    """For everybody who sees the channel."""
    what = "Milestones, and goals" if server.announces is Announces.MILESTONES else "Goals"
    return Card(
        heading(f"\N{TROPHY} {what} that are reached are announced here"),
        text(
            "Do you want yours to be? Then everybody here sees the names of your characters, the goals that "
            "you reach in games, and how long they took.",
            small(
                "Nothing is announced of those who do not say so. Numbers from the web, dates and plans are "
                "never shown. `/announce off` ends it."
            ),
        ),
        colour=VIOLET,
        rows=rows,
    )


def joined_card(membership: Membership) -> Card:
    return Card(
        heading(f"You are announced on {safe(membership.name, NAME)}"),
        text(
            "From now on, when you reach a goal in a game, everybody there can be glad with you.",
            small("`/announce off` ends it at any time, and `/announce list` says where you are announced."),
        ),
        colour=VIOLET,
    )


def left_card(membership: Membership) -> Card:
    return Card(
        heading(f"You are not announced on {safe(membership.name, NAME)} any more"),
        text("What was announced is forgotten here; what stands in the channel stays there."),
    )


def memberships_card(mine: Sequence[Membership]) -> Card:
    if not mine:
        return empty_card(
            "You are announced nowhere",
            "What you reach is between you and me.",
            small("`/announce on` lets a server know, if it has a channel for that."),
        )
    lines = [f"**{safe(one.name, NAME)}** since {moment(one.since, 'D')}" for one in mine]
    return Card(heading("Where you are announced"), text(*lines, small("`/announce off` ends it.")))
