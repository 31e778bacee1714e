"""Log lines: for people in a terminal, JSON elsewhere; with the ids of their work, without secrets."""

import json
import logging
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TextIO, cast
from urllib.parse import quote, quote_plus

from tracker.logs import set_up

if TYPE_CHECKING:
    from structlog.stdlib import ProcessorFormatter
    from structlog.typing import EventDict, Processor

    from tracker.settings import LogSettings, Settings

HIDDEN = "***"

QUIETER = {
    "apscheduler": logging.ERROR,  # it announces every tick; scheduler/ticker.py says what matters
    "aiobotocore": logging.WARNING,  # at debug these write signed headers and credentials
    "boto3": logging.INFO,
    "botocore": logging.INFO,
    "discord.client": logging.WARNING,
    "discord.gateway": logging.WARNING,  # at debug it and the next two write whole conversations
    "discord.http": logging.WARNING,
    "discord.webhook": logging.WARNING,
    "discord.state": logging.ERROR,  # it warns that we do not listen to servers, which we do not want to
    "matplotlib": logging.ERROR,  # it warns where its cache cannot be written; it works without one
    "PIL": logging.INFO,
    "urllib3": logging.INFO,
}


class Redaction:
    """Replaces secrets in a text, however the text came to hold them."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        spellings = {spelling for secret in secrets if secret for spelling in _spellings(secret)}
        self._spellings = sorted(spellings, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for spelling in self._spellings:
            text = text.replace(spelling, HIDDEN)
        return text


class Formatter(logging.Formatter):
    """The last step of every line, ours or a library's: nothing is written that has not passed here."""

    def __init__(self, settings: "LogSettings", out: TextIO, redaction: Redaction) -> None:
        super().__init__()
        self._settings, self._out, self.redaction = settings, out, redaction

    def format(self, record: logging.LogRecord) -> str:
        return self.redaction(self._lines.format(record))

    @cached_property
    def _lines(self) -> "ProcessorFormatter":
        """Made with the first line."""
        from structlog.stdlib import ProcessorFormatter  # noqa: PLC0415 - see tracker/logs.py

        return ProcessorFormatter(
            processors=(ProcessorFormatter.remove_processors_meta, *_renderer(self._settings, self._out)),
            foreign_pre_chain=_shared(),
        )


class Stderr(logging.StreamHandler[TextIO]):
    """Looks for stderr at each line: it can be replaced after logging was configured."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


def configure(settings: "Settings", *, quiet: bool = False, stream: TextIO | None = None) -> None:
    """Send every line of the process to `stream` (stderr). `quiet` is for commands: no info lines."""
    handler = logging.StreamHandler(stream) if stream else Stderr()
    handler.setFormatter(Formatter(settings.log, stream or sys.stderr, Redaction(secrets_of(settings))))
    level = "warning" if quiet and settings.log.level == "info" else settings.log.level
    _install(handler, level.upper())
    set_up(_configure_library)


def _configure_library() -> None:
    import structlog  # noqa: PLC0415 - see tracker/logs.py

    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )


def _shared() -> "tuple[Processor, ...]":
    import structlog  # noqa: PLC0415

    return (
        structlog.contextvars.merge_contextvars,  # the ids of a unit of work, on lines of libraries too
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    )


def _install(handler: logging.Handler, level: str) -> None:
    """Take the place of the handler of an earlier call; handlers of others stay."""
    root = logging.getLogger()
    for old in list(root.handlers):
        if isinstance(old.formatter, Formatter):
            root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    for name, least in QUIETER.items():
        logging.getLogger(name).setLevel(max(least, root.level))
    logging.captureWarnings(capture=True)


def redacted(text: str) -> str:
    """`text` without the secrets of the settings that logging was configured with."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler.formatter, Formatter):
            text = handler.formatter.redaction(text)
    return text


def secrets_of(value: object) -> Iterator[str]:
    """Every secret in the settings, however deep."""
    from pydantic import BaseModel, SecretBytes, SecretStr  # noqa: PLC0415 - logging alone does not need it

    match value:
        case SecretStr():
            yield value.get_secret_value()
        case SecretBytes():
            yield value.get_secret_value().decode(errors="replace")
        case BaseModel():
            for name in type(value).model_fields:
                yield from secrets_of(getattr(value, name))
        case dict():
            yield from _secrets_in(cast("dict[object, object]", value).values())
        case list() | tuple() | set() | frozenset():
            yield from _secrets_in(cast("Iterable[object]", value))
        case _:
            pass


def _secrets_in(values: Iterable[object]) -> Iterator[str]:
    for value in values:
        yield from secrets_of(value)


def _renderer(settings: "LogSettings", out: TextIO) -> "tuple[Processor, ...]":
    import structlog  # noqa: PLC0415

    if settings.format == "human" or (settings.format == "auto" and out.isatty()):
        # Plain tracebacks: the pretty ones print local variables, and with them anything at all.
        plain = structlog.dev.plain_traceback
        console = structlog.dev.ConsoleRenderer(
            colors=out.isatty(), exception_formatter=plain, pad_event_to=0, sort_keys=False
        )
        return _for_people, console
    return structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)


def _for_people(_: object, __: str, line: "EventDict") -> "EventDict":
    """Whole seconds, and no module: what happened says enough."""
    line["timestamp"] = f"{line['timestamp'][:19]}Z"
    line.pop("logger", None)
    return line


def _spellings(secret: str) -> set[str]:
    """A secret as it is, as repr and JSON write it, and as it stands in an address or a form."""
    among_quotes = f"\"{secret}'"  # where there are both kinds of quotes, repr escapes one of them
    shown = {repr(secret)[1:-1], repr(among_quotes)[2:-3]}
    shown |= {repr(_bytes(secret))[2:-1], repr(_bytes(among_quotes))[3:-3]}
    encoded = {quote(_bytes(secret), safe=""), quote(_bytes(secret)), quote_plus(_bytes(secret))}
    written = {secret} | shown | encoded
    in_json = {json.dumps(text, ensure_ascii=only)[1:-1] for text in written for only in (True, False)}
    return written | in_json


def _bytes(text: str) -> bytes:
    return text.encode(errors="replace")
