"""Channels as people read them, on any front end."""

from bot.channels.documents import (
    ChannelAdded,
    ChannelDocument,
    ChannelList,
    ChannelRemoval,
    ChannelShown,
    ChannelTested,
    ChannelUnreached,
)
from bot.names import TITLE, cut_short, shown_name
from bot.view import Action, At, Fact, Row, Strong, Text, Usage, View, Weight, joined, question
from bot.visit import Visit
from scheduler.channels.opening import CONSOLE, SMS
from scheduler.proving import NAMES
from tracker.front_ends import FrontEnd
from tracker.notify.channel_off import CHANNEL_OFF, way_back
from tracker.notify.titles import title_of
from tracker.tones import Tone
from tracker.words import count_of, listed

REMOVE, TYPE_CODE = "channel-remove", "code"

ADD = Usage("/channel add", "channel add email you@example.org", "questlog channel add")
VERIFY = Usage("/channel verify", "channel verify 123456", "questlog channel verify CODE")
DEFAULT = Usage("/channel default channel:{}", "channel default {}", "questlog channel default {}")
TEST = Usage("/channel test channel:{}", "channel test {}", "questlog channel test {}")
OFF = Usage("/channel off channel:{}", "channel off {}", "questlog channel off {}")
ON = Usage("/channel on channel:{}", "channel on {}", "questlog channel on {}")

UNSIGNED = (
    "Nothing is sent to webhooks yet: set webhook.secret (QUESTLOG_WEBHOOK__SECRET) first. Each webhook then "
    "has a secret of its own, by which it knows that a message is from you. Until then messages come on your "
    "other channels."
)
REPLY = (
    "You can also reply with it from that phone. None comes? See whether the number is right; if you once "
    "texted STOP, text START first."
)
SIGNED = "Messages to it are signed with a secret of its own: "
ON_ITS_WAY = "A code is on its way by {}."
PERHAPS = "A code may be on its way by {}, which did not say whether it has it. Wait a minute for it."
NO_CODE = (
    "None comes? See whether the address is right, and look among unwanted messages. If you once "
    "unsubscribed, the link in any older message leads back."
)
LONGEST_REASON = 100


def channels(here: Visit, found: ChannelList) -> View:
    """In the order in which they are tried."""
    notice = found.message or None
    if not found.channels:
        lead = ("There are no channels, so you are told nothing. ", ADD(), " adds one.")
        back = [(DEFAULT("discord"), " lets me write to you on Discord.")] if here.person.discord else []
        return View(title="Nowhere to tell you anything", notice=notice, lead=lead, hints=back)
    return View(
        title="Where I tell you things",
        subtitle=f"{count_of(len(found.channels), 'channel')}, tried from top to bottom",
        notice=notice,
        ordered=True,
        rows=[
            Row(
                one.type,
                _name(one),
                subtitle=_trouble(here, one),
                noun="" if one.type == CONSOLE else "channel",
            )
            for one in found.channels
        ],
    )


def channel(here: Visit, shown: ChannelShown) -> View:
    one = shown.channel
    lead = (_name(one), ": ", *joined(_trouble(here, one) or "messages go there"), ".")
    return View(lead=lead, hints=_signed(one.secret))


def on_page(here: Visit, shown: ChannelShown) -> View:
    """Headed by its name."""
    one = shown.channel
    state = Fact("State", _trouble(here, one) or "messages go there")
    return View(title=_name(one), facts=[[state]], hints=_signed(one.secret))


def _signed(secret: str | None) -> list[Text]:
    """Of a webhook: how its receiver knows that a message is from here."""
    return [(SIGNED, Strong(secret))] if secret else []


def _name(one: ChannelDocument) -> str:
    return shown_name(one.text, 2 * TITLE)


def _trouble(here: Visit, one: ChannelDocument) -> Text | None:
    """Why nothing is sent there."""
    if not one.active:
        return _off(one)
    if one.off_reason is not None:
        return f"tried again with the next message, since the last one failed: {_reason(one)}"
    if one.verified_at is None and one.type != CONSOLE:
        return "not confirmed yet, so nothing is sent there"
    if one.missing is None:
        return None
    if here.front_end is FrontEnd.TERMINAL:
        return f"not used, because {one.missing}"
    return "not set up on this Questlog, so nothing is sent there"


def _off(one: ChannelDocument) -> Text:
    since = (" since ", At(one.off_since, "day")) if one.off_since else ()
    if one.off_by_person:
        return ("switched off by you", *since, "; ", ON(one.type), " switches it on")
    back = way_back(one.type, one.off_reason or "")
    return ("switched off", *since, f": {_reason(one)}{f'; {back} to switch it on' if back else ''}")


def _reason(one: ChannelDocument) -> str:
    return cut_short(one.off_reason or "it failed", LONGEST_REASON)


def unreached(here: Visit, found: ChannelUnreached) -> View:
    """To somebody who is here, and whom messages did not reach."""
    one, title = found.channel, title_of(found.channel.type)
    reason, _, remedy = (one.off_reason or "it failed").partition("; ")
    since = ("Since ", At(one.off_since, "day"), ": ") if one.off_since else ("The last time: ",)
    others = listed([_name(it) for it in found.others]) if found.others else ""
    ways = ", ".join(NAMES[it] for it in found.offered)
    hints: list[Text] = [
        *([f"If nothing comes, {remedy}."] if remedy else []),
        *([f"Until then messages come on {others}."] if others else []),
        *([(ADD(), f" adds another way: {ways}.")] if ways else []),
        (OFF(one.type), " ends messages here."),
    ]
    return View(
        title=f"My messages do not reach you {title.way}",
        symbol=CHANNEL_OFF.look.symbol,
        tone=Tone.WARNING,
        lead=(*since, f"{reason}. I am trying again now with what waits for you."),
        hints=hints,
    )


def added(here: Visit, done: ChannelAdded) -> View:
    if done.asked is None:
        made = done.channel
        if made is None:
            return View()
        lead = (f"{made.text} is yours now; ", TEST(made.type), " tries it.")
        return View(lead=lead, hints=_signed(made.secret))
    until = At(done.asked.expires_at, "time")
    on_its_way = ON_ITS_WAY if done.asked.certain else PERHAPS
    return View(
        lead=(f"{on_its_way.format(done.asked.text)} Type it until ", until, ": ", VERIFY()),
        hints=[*_signed(done.asked.secret), REPLY if done.asked.type == SMS else NO_CODE],
        actions=[Action(TYPE_CODE, (), "Type the code", Weight.MAIN)],
    )


def removal(here: Visit, asked: ChannelRemoval) -> View:
    then = "It is your last channel: after that you are told nothing at all."
    if asked.following is not None:
        then = f"After that you are told things on {_name(asked.following)}."
    title = f"Remove {_name(asked.channel)}?"
    return question(REMOVE, asked.channel.type, title, f"Its address is forgotten. {then}")


def tested(here: Visit, done: ChannelTested) -> View:
    spam = "If nothing is there in a minute, look where spam goes."
    return View(lead=done.message, hints=[spam], tone=Tone.GOOD)
