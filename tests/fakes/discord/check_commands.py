"""The rules for application commands, as a whole list is put in the place of another."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from tests.fakes.discord.check_modals import check_choice_value
from tests.fakes.discord.forms import Form, Json
from tests.fakes.discord.refusals import TOO_MANY_COMMANDS, Refused

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER, CHANNEL = 1, 2, 3, 4, 10, 7
MOST_TEXT = 8000
_MOST = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15}
_LOCALE = re.compile(
    "id|da|de|en-GB|en-US|es-ES|es-419|fr|hr|it|lt|hu|nl|no|pl|pt-BR|ro|fi|sv-SE|vi|tr|cs|el|bg|ru|uk|hi|th|zh-CN|ja"
    "|zh-TW|ko"
)


def check_commands(commands: object) -> None:
    form = Form()
    found = form.items(commands, 0, sum(_MOST.values()))
    for place, command in enumerate(found):
        _check_command(form.at(place), command)
    form.accept()
    kinds = Counter(command.get("type", CHAT_INPUT) for command in found)
    if any(count > _MOST[kind] for kind, count in kinds.items()):
        raise Refused(TOO_MANY_COMMANDS)
    names = Counter((command.get("type", CHAT_INPUT), command["name"]) for command in found)
    if any(count > 1 for count in names.values()):
        form.wrong("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    form.accept()


def _check_command(form: Form, command: Json) -> None:
    kind = command.get("type", CHAT_INPUT)
    form.at("type").one_of(kind, set(_MOST))
    _check_contexts(form, command)
    if kind == CHAT_INPUT:
        _check_words(form, command)
        _check_options(form.at("options"), command.get("options"), {SUBCOMMAND, GROUP})
        if size(command) > MOST_TEXT:
            form.wrong("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MOST_TEXT})")
        return
    form.at("name").text(command.get("name"), 1, 32)
    if command.get("description"):
        form.at("description").wrong(
            "APPLICATION_COMMAND_CONTEXT_DESCRIPTION", "Context menu commands cannot have description"
        )


def _check_contexts(form: Form, command: Json) -> None:
    for key, choices in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        for place, value in enumerate(form.at(key).items(command.get(key), 0, len(choices))):
            form.at(key, place).one_of(value, choices)
    if command.get("integration_types") == []:
        form.at("integration_types").wrong("BASE_TYPE_MIN_LENGTH", "Must be 1 or more in length.")
    permissions = command.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdigit():
        form.at("default_member_permissions").wrong("BITFIELD_TYPE_CONVERT", "Could not interpret as bits.")


def _check_words(form: Form, thing: Json) -> None:
    """Name and description, in every language."""
    _check_name(form.at("name"), thing.get("name"))
    form.at("description").text(thing.get("description"), 1, 100)
    for locale, name in (thing.get("name_localizations") or {}).items():
        _check_locale(form.at("name_localizations"), locale)
        _check_name(form.at("name_localizations", locale), name)
    for locale, text in (thing.get("description_localizations") or {}).items():
        _check_locale(form.at("description_localizations"), locale)
        form.at("description_localizations", locale).text(text, 1, 100)


def _check_locale(form: Form, locale: str) -> None:
    if not _LOCALE.fullmatch(locale):
        form.wrong("DICT_TYPE_KEY", f"{locale!r} is not a locale.")


def _check_name(form: Form, name: object) -> None:
    form.text(name, 1, 32)
    if not isinstance(name, str):
        return
    if not all(_is_allowed(character) for character in name):
        form.wrong("STRING_TYPE_REGEX", "String value did not match validation regex.")
    elif name != name.lower():
        form.wrong("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _is_allowed(character: str) -> bool:
    r"""Of `[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]`."""
    return (
        character in "-_'"
        or unicodedata.category(character)[0] in "LN"
        or "\u0900" <= character <= "\u097f"
        or "\u0e00" <= character <= "\u0e7f"
    )


def _check_options(form: Form, options: object, folders: set[int]) -> None:
    """`folders` are the kinds that may hold others here: groups and subcommands, fewer further inside."""
    found = form.items(options, 0, 25)
    if len({option.get("name") for option in found}) < len(found):
        form.wrong("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
    inside = [option.get("type") in {SUBCOMMAND, GROUP} for option in found]
    if any(inside) and not all(inside):
        form.wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and option cannot be mixed")
    required = [bool(option.get("required")) for option in found]
    if required != sorted(required, reverse=True):
        form.wrong(
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
            "Required options must be placed before non-required options",
        )
    for place, option in enumerate(found):
        _check_option(form.at(place), option, folders)


def _check_option(form: Form, option: Json, folders: set[int]) -> None:
    _check_words(form, option)
    kind = option.get("type")
    if not form.at("type").one_of(kind, {*folders, *range(STRING, 12)}):
        return
    if kind == GROUP:
        for place, child in enumerate(form.at("options").items(option.get("options"), 1, 25)):
            form.at("options", place, "type").one_of(child.get("type"), {SUBCOMMAND})
        _check_options(form.at("options"), option.get("options"), {SUBCOMMAND})
    elif kind == SUBCOMMAND:
        _check_options(form.at("options"), option.get("options"), set())
    else:
        _check_value(form, option)


def _check_value(form: Form, option: Json) -> None:
    kind, choices = option["type"], option.get("choices")
    if (choices or option.get("autocomplete")) and kind not in {STRING, INTEGER, NUMBER}:
        form.wrong("APPLICATION_COMMAND_OPTIONS_CHOICES_TYPE", "Only text and numbers have choices")
    if choices and option.get("autocomplete"):
        form.at("autocomplete").wrong(
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "autocomplete and choices exclude each other"
        )
    for place, choice in enumerate(form.at("choices").items(choices, 0, 25)):
        form.at("choices", place, "name").text(choice.get("name"), 1, 100)
        check_choice_value(form.at("choices", place, "value"), choice.get("value"), kind)
    form.at("min_length").maybe_number(option.get("min_length"), 0, 6000)
    form.at("max_length").maybe_number(option.get("max_length"), 1, 6000)
    if kind not in {INTEGER, NUMBER} and {"min_value", "max_value"} & option.keys():
        form.wrong("APPLICATION_COMMAND_OPTIONS_RANGE_TYPE", "Only numbers have a range")


def size(command: Json) -> int:
    """The characters of a command, its options and its choices, in the longest language of each."""
    return sum(_words(command))


def _words(thing: Json) -> Iterator[int]:
    for key in ("name", "description"):
        languages = (thing.get(f"{key}_localizations") or {}).values()
        yield max(len(str(text)) for text in (thing.get(key) or "", *languages))
    if isinstance(thing.get("value"), str):
        yield len(thing["value"])
    for part in (*(thing.get("options") or []), *(thing.get("choices") or [])):
        yield from _words(part)
