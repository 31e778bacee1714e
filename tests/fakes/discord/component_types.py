"""The numbers of Discord's components, and a walk through all of them."""

from collections.abc import Iterable, Iterator

from tests.fakes.discord.forms import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23

SELECTS = {STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT}
LINK_STYLE, PREMIUM_STYLE = 5, 6


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component in the order in which a person sees them."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        yield from walk(filter(None, [component.get("accessory"), component.get("component")]))


def media_of(component: Json) -> list[Json]:
    """The media that this component shows: each is a map with a `url`."""
    if component["type"] == GALLERY:
        return [item["media"] for item in component["items"]]
    return [component[key] for key in ("media", "file") if key in component]
