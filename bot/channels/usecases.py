"""What a person can do with the channels on which they are told things: words in, documents out."""

from bot.channels.documents import (
    ChannelAdded,
    ChannelChanged,
    ChannelDocument,
    ChannelList,
    ChannelRemoval,
    ChannelRemoved,
    ChannelShown,
    ChannelTested,
    ChannelUnreached,
    CodeAsked,
)
from bot.channels.requests import AddChannel, NameChannel, RenewBrowser, VerifyChannel
from bot.documents import Nothing
from bot.network_services import code_sender
from bot.services import Services
from bot.visit import Visit
from scheduler.channels.channel import MessageTarget
from scheduler.channels.opening import CONSOLE, DISCORD, WEBHOOK, WEBPUSH, missing_setting, terminal
from scheduler.channels.trial import Trials
from scheduler.channels.webhook import own_secret, recipient_of
from scheduler.proving import PROVABLE, AddressClaim, address_of, claim_in, not_set_up
from tracker.front_ends import FrontEnd
from tracker.limits import Limits
from tracker.notify.channel_names import free_name, named
from tracker.notify.channel_off import works_again
from tracker.notify.channels import NoSuchChannel, type_of
from tracker.notify.model import PersonChannel
from tracker.notify.titles import kind_of, place_of


async def list_channels(visit: Visit, _: Nothing) -> ChannelList:
    return ChannelList(channels=await _channels(visit))


async def show(visit: Visit, ask: NameChannel) -> ChannelShown:
    found = await visit.services.channels.find(visit.person.id, ask.channel)
    return ChannelShown(channel=_with_secret(visit, found))


async def add(visit: Visit, ask: AddChannel, source: str | None = None) -> ChannelAdded:
    """The same answer whether or not the address belongs to somebody else. `source` is where they ask from.

    Whoever sits at this machine decides where it sends webhooks, and needs no code for that.
    """
    wanted, services = type_of(ask.type), visit.services
    if (kind := kind_of(wanted)) not in (*PROVABLE, WEBPUSH):
        raise NoSuchChannel(f"There is no channel {ask.type}. You can add {', '.join(PROVABLE)}.")
    name = named(wanted, ask.name)
    if kind == WEBPUSH and name == kind:
        name = free_name(await services.channels.list(visit.person.id), kind)
    if kind == WEBHOOK and visit.front_end is FrontEnd.TERMINAL:
        address = await address_of(kind, ask.address, services.settings)
        made = await services.channels.add(visit.person.id, name, address)
        return ChannelAdded(channel=_with_secret(visit, made))
    sender, place = await code_sender(services), source or visit.front_end
    asked = await sender.begin(visit.person, name, ask.address, place, visit.now)
    return ChannelAdded(asked=CodeAsked.of(asked, _secret(visit, kind, asked.address)))


async def renew_browser(visit: Visit, ask: RenewBrowser) -> ChannelChanged:
    """Only to the same push service: another place is another browser, and proves itself by a code."""
    own = await visit.services.channels.list(visit.person.id)
    for one in own:
        if kind_of(one.channel_type) == WEBPUSH and one.identifier.split()[0] == ask.old:
            address = await address_of(WEBPUSH, ask.address, visit.services.settings)
            if place_of(WEBPUSH, address) == place_of(WEBPUSH, one.identifier):
                await visit.services.channels.readdress(visit.person.id, one, address)
                return await _changed(visit, one, "{} goes on.")
    raise NoSuchChannel("This browser is none of your channels. Add it once more.")


async def linked(visit: Visit, _: Nothing) -> ChannelList:
    """To whoever has just come by an invitation."""
    return ChannelList(channels=await _channels(visit), message="Done: this account is yours, here too.")


async def verify(visit: Visit, ask: VerifyChannel) -> ChannelChanged:
    linked = await visit.services.addresses.confirm(visit.person.id, ask.code)
    return await _changed(visit, linked, "{} is yours now: I can tell you things there.")


async def check_link(services: Services, token: str) -> AddressClaim:
    """What the link in a letter says. Raises BadLink."""
    return claim_in(await services.network.signer(), token, services.clock())


async def verify_by_link(services: Services, token: str) -> None:
    """Whoever opens it has read the letter."""
    claim = await check_link(services, token)
    await services.addresses.confirm(claim.person, claim.code)


async def make_default(visit: Visit, ask: NameChannel) -> ChannelChanged:
    """Whoever took Discord away gets it back by this: their account there is known to be theirs."""
    channels, person = visit.services.channels, visit.person
    is_there = DISCORD in [one.channel_type for one in await channels.list(person.id)]
    if type_of(ask.channel) == DISCORD and person.discord and not is_there:
        await channels.add(person.id, DISCORD, f"dm:{person.discord}")
    first = await channels.make_default(person.id, ask.channel)
    return await _changed(visit, first, "{} is tried first now.")


async def move_up(visit: Visit, ask: NameChannel) -> ChannelChanged:
    moved = await visit.services.channels.move(visit.person.id, ask.channel, up=True)
    return await _changed(visit, moved, "{} is tried earlier now.")


async def move_down(visit: Visit, ask: NameChannel) -> ChannelChanged:
    moved = await visit.services.channels.move(visit.person.id, ask.channel, up=False)
    return await _changed(visit, moved, "{} is tried later now.")


async def switch_off(visit: Visit, ask: NameChannel) -> ChannelChanged:
    off = await visit.services.channels.switch_off(visit.person.id, ask.channel)
    return await _changed(visit, off, "Nothing is sent to {} until you switch it on again.")


async def switch_on(visit: Visit, ask: NameChannel) -> ChannelChanged:
    on = await visit.services.addresses.switch_on(visit.person.id, ask.channel)
    return await _changed(visit, on, "{} is on." if on.is_active else f"{{}} stays off: {on.why_off}.")


async def to_remove(visit: Visit, ask: NameChannel) -> ChannelRemoval:
    channels, person = visit.services.channels, visit.person.id
    found = await channels.find(person, ask.channel)
    others = [one for one in await channels.list(person) if one != found and one.usable]
    following = _document(visit, others[0]) if others else None
    return ChannelRemoval(channel=_document(visit, found), following=following)


async def remove(visit: Visit, ask: NameChannel) -> ChannelRemoved:
    gone = _document(visit, await visit.services.addresses.forget(visit.person.id, ask.channel))
    message = f"Nothing more is sent to {gone.text}."
    return ChannelRemoved(removed=gone, channels=await _channels(visit), message=message)


async def test(visit: Visit, ask: NameChannel) -> ChannelTested:
    """A message now, past quiet hours and outbox."""
    services, at_machine = visit.services, visit.front_end is FrontEnd.TERMINAL
    if at_machine and ask.channel == DISCORD and missing_setting(services.settings, DISCORD):
        raise not_set_up(DISCORD, services.settings)
    if at_machine and ask.channel == CONSOLE:
        found = terminal(visit.now)
    else:
        found = await services.channels.find(visit.person.id, ask.channel)
    limits, channels = Limits(services.table, services.clock), await services.network.channels()
    await Trials(channels, services.settings, limits, at_machine).send(visit.person.id, found)
    if found.is_doubted:
        await works_again(services.table, visit.person.id, found)
    sent = _document(visit, found)
    return ChannelTested(sent=sent, message=f"{sent.text} took the test message.")


async def unreached(visit: Visit, channel: PersonChannel) -> ChannelUnreached:
    """One that stopped working and is tried again, and what there is besides."""
    own = await visit.services.channels.list(visit.person.id)
    types, settings = [one.channel_type for one in own], visit.services.settings
    others = [one for one in own if one.usable and one.channel_type != channel.channel_type]
    offered = [one for one in PROVABLE if one not in types and missing_setting(settings, one) is None]
    return ChannelUnreached(
        channel=_document(visit, channel),
        others=tuple(_document(visit, one) for one in others),
        offered=tuple(offered),
    )


async def _changed(visit: Visit, channel: PersonChannel, message: str) -> ChannelChanged:
    """`{}` stands for the channel."""
    changed = _document(visit, channel)
    said = message.replace("{}", changed.text)
    return ChannelChanged(channel=changed, channels=await _channels(visit), message=said)


async def _channels(visit: Visit) -> tuple[ChannelDocument, ...]:
    """Whoever sits at this machine has its terminal last."""
    own = await visit.services.channels.list(visit.person.id)
    last = [terminal(visit.now)] if visit.person.local else []
    return tuple(_document(visit, one) for one in [*own, *last])


def _document(visit: Visit, channel: PersonChannel) -> ChannelDocument:
    return ChannelDocument.of(channel, visit.services.settings)


def _with_secret(visit: Visit, channel: PersonChannel) -> ChannelDocument:
    secret = _secret(visit, channel.channel_type, channel.identifier)
    return ChannelDocument.of(channel, visit.services.settings, secret)


def _secret(visit: Visit, channel: str, address: str) -> str | None:
    """What the person's receiver checks signatures with, where there are any."""
    of_all = visit.services.settings.webhook.secret
    if kind_of(channel) != WEBHOOK or of_all is None:
        return None
    return own_secret(of_all, recipient_of(MessageTarget(channel, address, visit.person.id)))
