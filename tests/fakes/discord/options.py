"""What a person fills in: checked as the real client does, and written as an interaction carries it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.discord.files import Upload
from tests.fakes.discord.forms import Json
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.people import Person
from tests.fakes.discord.places import FakeChannel, FakeRole

if TYPE_CHECKING:
    from tests.fakes.discord.command_book import Found

_STRING, _INTEGER, _BOOLEAN, _USER, _CHANNEL, _ROLE, _MENTIONABLE, _NUMBER, _ATTACHMENT = range(3, 12)


@dataclass
class Resolved:
    """The people, roles, channels and files that ids in an interaction stand for."""

    channel: FakeChannel
    user: Person
    data: Json = field(default_factory=dict)

    def add(self, thing: object) -> str:
        """Takes it up, and answers its id."""
        if isinstance(thing, Person):
            self._put("users", thing.id, thing.payload)
            if self.channel.guild is not None:
                self._put("members", thing.id, self.channel.guild.member_payload(thing, partial=True))
            return str(thing.id)
        if isinstance(thing, FakeRole):
            return self._put("roles", thing.id, thing.payload)
        if isinstance(thing, FakeChannel):
            return self._put("channels", thing.id, thing.seen_by(self.user))
        if isinstance(thing, Upload):
            attachment = self.channel.discord.cdn.keep(thing, ephemeral=True)
            return self._put("attachments", attachment.id, attachment.payload)
        raise Impossible(f"{thing!r} is nobody and nothing on Discord")

    @property
    def part(self) -> Json:
        """For an interaction's data: there only if something is."""
        return {"resolved": self.data} if self.data else {}

    def _put(self, kind: str, number: int, payload: Json) -> str:
        self.data.setdefault(kind, {})[str(number)] = payload
        return str(number)


def fill(found: "Found", given: Mapping[str, object], resolved: Resolved) -> list[Json]:
    """The options of a command, nested under its subcommand."""
    named = {_declared(found, name)["name"]: value for name, value in given.items()}
    for option in found.options:
        if option.get("required") and named.get(option["name"]) is None:
            raise Impossible(f"/{found.name} cannot be sent without {option['name']!r}")
    return _nested(
        found, [_filled(found, name, value, resolved) for name, value in named.items() if value is not None]
    )


def half_filled(found: "Found", given: Mapping[str, object], focus: str, resolved: Resolved) -> list[Json]:
    """The options while one of them is still being typed; that one is a text, whatever it will be."""
    focused = _declared(found, focus)
    if not focused.get("autocomplete"):
        raise Impossible(f"{focus!r} of /{found.name} has no autocomplete")
    others = {name: value for name, value in given.items() if _declared(found, name) is not focused}
    options = [
        _filled(found, _declared(found, name)["name"], value, resolved) for name, value in others.items()
    ]
    typed = {"name": focused["name"], "type": focused["type"], "value": str(given[focus]), "focused": True}
    return _nested(found, [*options, typed])


def focused_type(found: "Found", focus: str) -> int:
    return _declared(found, focus)["type"]


def _declared(found: "Found", name: str) -> Json:
    """By its name; `day_start` finds `day-start`, which Python could not say."""
    names = (name, name.replace("_", "-"))
    option = next((option for option in found.options if option["name"] in names), None)
    if option is None:
        known = [option["name"] for option in found.options]
        raise Impossible(f"/{found.name} has no option {name!r}; synced are {known}")
    return option


def _nested(found: "Found", options: list[Json]) -> list[Json]:
    for step in reversed(found.path):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    return options


def _filled(found: "Found", name: str, value: object, resolved: Resolved) -> Json:
    option = _declared(found, name)
    written = _value(option, value, resolved)
    return {"name": option["name"], "type": option["type"], "value": written}


def _value(option: Json, value: object, resolved: Resolved) -> object:
    if option.get("choices"):
        return _chosen(option, value)
    kind = option["type"]
    expected, write = _WRITERS[kind]
    if not isinstance(value, expected) or (isinstance(value, bool) and kind != _BOOLEAN):
        raise Impossible(f"{option['name']!r} does not take {value!r}")
    _check_range(option, value)
    return write(value, resolved)


def _chosen(option: Json, value: object) -> object:
    """Choices are picked by what they say or by what they mean."""
    for choice in option["choices"]:
        if value in (choice["name"], choice["value"]):
            return choice["value"]
    raise Impossible(f"{value!r} is not among the choices of {option['name']!r}: {option['choices']}")


def _check_range(option: Json, value: Any) -> None:  # noqa: ANN401 - a text or a number
    measured = len(value) if isinstance(value, str) else value
    if not isinstance(measured, int | float):
        return
    suffix = "length" if isinstance(value, str) else "value"
    least, most = option.get(f"min_{suffix}"), option.get(f"max_{suffix}")
    if (least is not None and measured < least) or (most is not None and measured > most):
        raise Impossible(f"{option['name']!r} takes a {suffix} from {least} to {most}, not {value!r}")


def _plain(value: object, _resolved: Resolved) -> object:
    return value


def _resolved(value: object, resolved: Resolved) -> object:
    return resolved.add(value)


_WRITERS: dict[int, tuple[Any, Callable[[object, Resolved], object]]] = {
    _STRING: (str, _plain),
    _INTEGER: (int, _plain),
    _BOOLEAN: (bool, _plain),
    _USER: (Person, _resolved),
    _CHANNEL: (FakeChannel, _resolved),
    _ROLE: (FakeRole, _resolved),
    _MENTIONABLE: ((Person, FakeRole), _resolved),
    _NUMBER: ((int, float), _plain),
    _ATTACHMENT: (Upload, _resolved),
}


def same_name(asked: str, *names: str | None) -> bool:
    """Whether a field or menu is meant: its custom id, or its label in any spelling of it."""
    return asked in names or _slug(asked) in {_slug(name) for name in names if name}


def _slug(name: str) -> str:
    return re.sub(r"\W+", "_", name.casefold()).strip("_")
