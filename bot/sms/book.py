"""All that can be texted here: the commands of every feature, and those of the conversation itself."""

from collections.abc import Iterable, Mapping, Sequence

from bot.feature import Feature
from bot.sms.part import Command, Phrase, SmsPart
from tracker.frozen import frozen


@frozen
class Book:
    parts: tuple[SmsPart, ...]
    commands: Mapping[str, Command]
    """Of features, by the name of the phrase."""
    phrases: Mapping[str, Phrase]
    """All of them by name, in the order in which people are told of them."""
    names: Mapping[str, str]
    """From every word for a command to its name."""

    @classmethod
    def of(cls, features: Sequence[Feature], own: Iterable[Phrase]) -> "Book":
        """`own` are the words of the conversation itself."""
        modules = (feature.part("sms") for feature in features)
        parts = tuple(module.SMS for module in modules if module is not None)
        commands = {one.phrase.name: one for part in parts for one in part.commands}
        phrases = {one.name: one for one in (*(command.phrase for command in commands.values()), *own)}
        names = {word: one.name for one in phrases.values() for word in (one.name, *one.also)}
        return cls(parts, commands, phrases, names)
