"""The ways to use a bot: a slash command, its autocomplete, a button, a menu."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tests.fakes.discord.answers import Answer, Choice
from tests.fakes.discord.command_book import Found, owners
from tests.fakes.discord.component_types import (
    BUTTON,
    LINK_STYLE,
    PREMIUM_STYLE,
    SELECTS,
    STRING_SELECT,
    walk,
)
from tests.fakes.discord.forms import Json
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, ask
from tests.fakes.discord.modal_fields import pick
from tests.fakes.discord.options import Resolved, fill, focused_type, half_filled, same_name

if TYPE_CHECKING:
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.places import FakeChannel


async def slash(user: "Person", name: str, channel: "FakeChannel", given: Mapping[str, object]) -> Answer:
    found = _offered(user, name, channel)
    resolved = Resolved(channel, user)
    data = _command_data(found, fill(found, given, resolved), resolved)
    interaction = await ask(
        user.discord,
        COMMAND,
        user,
        channel,
        data,
        owners=owners(found.command, user, channel),
        title=f"/{found.name}",
    )
    return Answer(interaction)


async def autocomplete(
    user: "Person", name: str, channel: "FakeChannel", given: Mapping[str, object], focus: str
) -> list[Choice]:
    found = _offered(user, name, channel)
    resolved = Resolved(channel, user)
    data = _command_data(found, half_filled(found, given, focus, resolved), resolved)
    interaction = await ask(
        user.discord,
        AUTOCOMPLETE,
        user,
        channel,
        data,
        owners=owners(found.command, user, channel),
        title=f"typing {focus!r} of /{found.name}",
        focused_type=focused_type(found, focus),
    )
    return [Choice(choice["name"], choice["value"]) for choice in interaction.choices or []]


async def press(message: "FakeMessage", label: str, by: "Person | None") -> Answer:
    def is_meant(part: Json) -> bool:
        names = (part.get("label"), part.get("custom_id"), (part.get("emoji") or {}).get("name"))
        return part["type"] == BUTTON and label in names

    button = _only(message, label, is_meant)
    if button["style"] in (LINK_STYLE, PREMIUM_STYLE):
        raise Impossible(f"{label!r} is a link: the bot never hears of it")
    return await _use(message, button, {}, by, f"pressing {label!r}")


async def choose(message: "FakeMessage", menu: str, values: Sequence[object], by: "Person | None") -> Answer:
    def is_meant(part: Json) -> bool:
        return part["type"] in SELECTS and same_name(menu, part["custom_id"], part.get("placeholder"))

    select = _only(message, menu, is_meant)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(values) <= most:
        raise Impossible(f"{menu!r} takes {least} to {most} values, not {len(values)}")
    resolved = Resolved(message.channel, _presser(message, by))
    if select["type"] == STRING_SELECT:
        chosen = [pick(select["options"], value) for value in values]
    else:
        chosen = [resolved.add(value) for value in values]
    data = {"values": chosen, **resolved.part}
    return await _use(message, select, data, by, f"choosing {values!r} in {menu!r}")


async def _use(message: "FakeMessage", part: Json, data: Json, by: "Person | None", title: str) -> Answer:
    user = _presser(message, by)
    if part.get("disabled"):
        raise Impossible(f"{title}: it is disabled")
    data = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"], **data}
    guild = message.channel.guild
    by_guild = {"0": str(guild.id) if guild else "0"}
    interaction = await ask(
        message.discord,
        COMPONENT,
        user,
        message.channel,
        data,
        owners=message.interaction.owners if message.interaction else by_guild,
        title=title,
        source=message,
    )
    return Answer(interaction)


def _offered(user: "Person", name: str, channel: "FakeChannel") -> Found:
    if channel.deleted or (channel.people and user not in channel.people):
        raise Impossible(f"{user} has no access to this channel")
    return user.discord.commands.usable(name, user, channel)


def _command_data(found: Found, options: list[Json], resolved: Resolved) -> Json:
    command = found.command
    scope = {"guild_id": command["guild_id"]} if "guild_id" in command else {}
    return {
        "id": command["id"],
        "name": command["name"],
        "type": command["type"],
        "options": options,
        **scope,
        **resolved.part,
    }


def _presser(message: "FakeMessage", by: "Person | None") -> "Person":
    """Who acts: the one it was written for, unless said; others only if they can see it."""
    user = by or message.audience
    if user is None:
        raise Impossible("say who does it: `by=`")
    if message.deleted or message.channel.deleted:
        raise Impossible("the message is gone")
    if message.ephemeral and message.audience is not user:
        raise Impossible(f"{user} cannot see this message: it is only for {message.audience}")
    if message.channel.people and user not in message.channel.people:
        raise Impossible(f"{user} cannot see this channel")
    return user


def _only(message: "FakeMessage", name: str, is_meant: Callable[[Json], bool]) -> Json:
    found = [part for part in walk(message.components) if is_meant(part)]
    if len(found) != 1:
        offered = [
            part.get("label") or part.get("placeholder") or part["custom_id"] for part in _live(message)
        ]
        raise Impossible(f"{len(found)} of {name!r} in this message; it offers {offered}")
    return found[0]


def _live(message: "FakeMessage") -> list[Json]:
    return [part for part in walk(message.components) if part["type"] in {BUTTON, *SELECTS}]
