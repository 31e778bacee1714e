"""The rules for components in messages, both the old rows and the layouts of Components V2."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes.discord.component_types import (
    BUTTON,
    CONTAINER,
    FILE,
    GALLERY,
    LINK_STYLE,
    PREMIUM_STYLE,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    THUMBNAIL,
)
from tests.fakes.discord.forms import Form, Json

MOST_COMPONENTS = 40
MOST_TEXT = 4000
_IN_CONTAINER = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}


@dataclass
class Seen:
    """What is counted over the whole message or modal."""

    filenames: set[str] = field(default_factory=set)
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    components: int = 0
    text: int = 0

    def custom_id(self, form: Form, component: Json) -> None:
        custom_id = component.get("custom_id")
        form.at("custom_id").text(custom_id, 1, 100)
        if custom_id in self.custom_ids:
            form.at("custom_id").wrong(
                "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )
        self.custom_ids.add(str(custom_id))

    def count(self, form: Form, component: Json) -> None:
        self.components += 1
        number = component.get("id") or 0
        if number and number in self.ids:
            form.at("id").wrong("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self.ids.add(number)


def check_rows(form: Form, components: object) -> None:
    """Components of a message that is not in V2: rows only."""
    seen = Seen()
    for place, row in enumerate(form.items(components, 0, 5)):
        check_one(form.at(place), row, {ROW}, seen)


def check_layout(form: Form, components: object, filenames: set[str]) -> None:
    """Components of a message in V2."""
    seen = Seen(filenames)
    for place, component in enumerate(form.items(components, 1, MOST_COMPONENTS)):
        check_one(form.at(place), component, {*_IN_CONTAINER, CONTAINER}, seen)
    if seen.components > MOST_COMPONENTS:
        form.wrong("COMPONENT_MAX_EXCEEDED", f"The message has more than {MOST_COMPONENTS} components")
    if seen.text > MOST_TEXT:
        form.wrong("COMPONENT_TEXT_EXCEEDED", f"Displayable text exceeds maximum size of {MOST_TEXT}")


def check_one(form: Form, component: object, allowed: set[int], seen: Seen) -> None:
    kind = component.get("type") if isinstance(component, dict) else None
    if not isinstance(component, dict) or kind not in allowed:
        form.at("type").wrong(
            "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {tuple(sorted(allowed))}.'
        )
        return
    seen.count(form, component)
    _CHECKS[kind](form, component, seen)


def _check_row(form: Form, row: Json, seen: Seen) -> None:
    children = form.at("components").items(row.get("components"), 1, 5)
    kinds = {child.get("type") for child in children}
    if kinds & SELECTS and len(children) > 1:
        form.at("components").wrong(
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
        )
    for place, child in enumerate(children):
        check_one(form.at("components", place), child, {BUTTON, *SELECTS}, seen)


def _check_button(form: Form, button: Json, seen: Seen) -> None:
    style = button.get("style")
    form.at("style").one_of(style, {1, 2, 3, 4, LINK_STYLE, PREMIUM_STYLE})
    form.at("label").maybe_text(button.get("label"), 0, 80)
    if style == PREMIUM_STYLE:
        _only(form, button, "sku_id")
        return
    if not button.get("label") and not button.get("emoji"):
        form.at("label").missing()
    if style == LINK_STYLE:
        _only(form, button, "url")
        form.at("url").link(button.get("url"), ("http", "https", "discord"), 512)
    else:
        _only(form, button, "custom_id")
        seen.custom_id(form, button)


def _only(form: Form, button: Json, wanted: str) -> None:
    """A button's style says which one of these it has."""
    if button.get(wanted) is None:
        form.at(wanted).missing()
    for other in {"custom_id", "url", "sku_id"} - {wanted}:
        if button.get(other) is not None:
            form.wrong("BUTTON_COMPONENT_FIELDS_EXCLUSIVE", f"A button of this style cannot have {other!r}")


def check_select(form: Form, select: Json, seen: Seen) -> None:
    seen.custom_id(form, select)
    form.at("placeholder").maybe_text(select.get("placeholder"), 0, 150)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    form.at("min_values").number(least, 0, 25)
    form.at("max_values").number(most, 1, 25)
    if least > most:
        form.at("min_values").wrong("SELECT_COMPONENT_MIN_VALUES", "min_values exceeds max_values")
    if select["type"] == STRING_SELECT:
        options = check_options(form.at("options"), select.get("options"), 1, 25)
        if most > len(options):
            form.at("max_values").wrong("SELECT_COMPONENT_MAX_VALUES", "max_values exceeds the options")
        if sum(bool(option.get("default")) for option in options) > most:
            form.at("options").wrong("SELECT_COMPONENT_DEFAULTS", "more defaults than max_values")


def check_options(form: Form, options: object, least: int, most: int) -> list[Json]:
    found = form.items(options, least, most)
    for place, option in enumerate(found):
        form.at(place, "label").text(option.get("label"), 1, 100)
        form.at(place, "value").text(option.get("value"), 1, 100)
        form.at(place, "description").maybe_text(option.get("description"), 0, 100)
    if len({option.get("value") for option in found}) < len(found):
        form.wrong("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
    return found


def _check_section(form: Form, section: Json, seen: Seen) -> None:
    for place, child in enumerate(form.at("components").items(section.get("components"), 1, 3)):
        check_one(form.at("components", place), child, {TEXT}, seen)
    check_one(form.at("accessory"), section.get("accessory"), {BUTTON, THUMBNAIL}, seen)


def check_text(form: Form, display: Json, seen: Seen) -> None:
    form.at("content").text(display.get("content"), 1, MOST_TEXT)
    seen.text += len(str(display.get("content") or ""))


def _check_thumbnail(form: Form, thumbnail: Json, seen: Seen) -> None:
    _check_media(form.at("media"), thumbnail.get("media"), seen)
    form.at("description").maybe_text(thumbnail.get("description"), 0, 1024)


def _check_gallery(form: Form, gallery: Json, seen: Seen) -> None:
    for place, item in enumerate(form.at("items").items(gallery.get("items"), 1, 10)):
        _check_media(form.at("items", place, "media"), item.get("media"), seen)
        form.at("items", place, "description").maybe_text(item.get("description"), 0, 1024)


def _check_file(form: Form, file: Json, seen: Seen) -> None:
    _check_media(form.at("file"), file.get("file"), seen, ("attachment",))


def _check_media(
    form: Form,
    media: object,
    seen: Seen,
    schemes: tuple[str, ...] = ("http", "https", "attachment"),
) -> None:
    url = media.get("url") if isinstance(media, dict) else None
    if isinstance(media, dict) and "attachment_id" in media:
        return  # Kept from an earlier version of this message.
    form.at("url").link(url, schemes)
    name = str(url).removeprefix("attachment://")
    if str(url).startswith("attachment://") and name not in seen.filenames:
        form.wrong(
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            f"The specified attachment {name!r} was not found",
        )


def _check_separator(form: Form, separator: Json, _seen: Seen) -> None:
    form.at("spacing").one_of(separator.get("spacing", 1), {1, 2})


def _check_container(form: Form, container: Json, seen: Seen) -> None:
    form.at("accent_color").maybe_number(container.get("accent_color"), 0, 0xFFFFFF)
    for place, child in enumerate(
        form.at("components").items(container.get("components"), 1, MOST_COMPONENTS)
    ):
        check_one(form.at("components", place), child, _IN_CONTAINER, seen)


_CHECKS: dict[int, Callable[[Form, Json, Seen], None]] = {
    ROW: _check_row,
    BUTTON: _check_button,
    **dict.fromkeys(SELECTS, check_select),
    SECTION: _check_section,
    TEXT: check_text,
    THUMBNAIL: _check_thumbnail,
    GALLERY: _check_gallery,
    FILE: _check_file,
    SEPARATOR: _check_separator,
    CONTAINER: _check_container,
}
