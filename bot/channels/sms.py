"""Channels by SMS: `channels`, `channel add email you@example.org`, `channel off email`."""

from bot.channels import usecases, view
from bot.channels.acts import ACTS
from bot.channels.requests import AddChannel, NameChannel, VerifyChannel
from bot.documents import Nothing
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list, written
from bot.visit import Visit

CHANNELS = Phrase("channels", ("my channels",), "channels", "where I tell you things, in their order")
CHANNEL = Phrase(
    "channel",
    (),
    "channel off email",
    "also on, test, default, up, down, remove; channel add email you@example.org, channel add webhook.home "
    "URL, and channel verify with its code",
)

_SURELY = "surely"


async def show_channels(here: Visit, rest: str) -> Answer:
    if rest:
        return await channel(here, rest)
    found = view.channels(here, await usecases.list_channels(here, Nothing()))
    return answer_list(here, found, CHANNEL.name, CHANNELS.name)


async def channel(here: Visit, rest: str) -> Answer:
    """What is no word for something to do names a channel. Of a change, the whole list would be too much."""
    if not rest:
        raise nothing_said(CHANNEL)
    word, _, after = rest.partition(" ")
    match word.casefold():
        case "add" if after:
            kind, _, address = after.partition(" ")
            done = await usecases.add(here, AddChannel(type=kind, address=address.strip()))
            return answer(here, view.added(here, done))
        case "verify" if after:
            return Answer((await usecases.verify(here, VerifyChannel(code=after))).message)
        case "remove" if after:
            return await _remove(here, after)
        case known if after and known in ACTS:
            act = ACTS[known]
            done = await act.do(here, NameChannel(channel=after))
            return Answer(done.message, undo=f"{CHANNEL.name} {act.back} {after}" if act.back else None)
        case _:
            return answer(here, view.channel(here, await usecases.show(here, NameChannel(channel=rest))))


async def _remove(here: Visit, said: str) -> Answer:
    """What is forgotten is asked about first."""
    if said.startswith(f"{_SURELY} "):
        done = await usecases.remove(here, NameChannel(channel=said.removeprefix(f"{_SURELY} ")))
        return Answer(done.message, undo="")
    asked = await usecases.to_remove(here, NameChannel(channel=said))
    shown, line = view.removal(here, asked), f"{CHANNEL.name} remove {_SURELY} {asked.channel.type}"
    words = " ".join(written(here, one) for one in (shown.title, *shown.hints))
    return Answer(f"{words} Reply Y to do it.", question=line)


SMS = SmsPart(commands=(Command(CHANNELS, show_channels), Command(CHANNEL, channel, takes_numbers=True)))
