"""Every line of the process, ours or a library's, has one form, the ids of its work, and no secret."""

import asyncio
import io
import json
import logging
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import structlog
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import SecretStr

from bot import logs
from tests.bot.later_settings import LaterSettings, RuneScapeSettings, SourceSettings
from tracker.settings import LogSettings, Settings

SECRET = 'hunter2 "quoted" it\'s\\100% ünï/code'  # noqa: S105 - it opens nothing


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    library = structlog.get_config()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in logs.QUIETER:
        logging.getLogger(name).setLevel(logging.NOTSET)
    logging.captureWarnings(capture=False)
    structlog.configure(**library)


def configured(out: io.StringIO, secret: str = "", **log: Any) -> Callable[[], str]:  # noqa: ANN401
    """Log to `out` with these settings; what was written since."""
    runescape = RuneScapeSettings.model_construct(token=SecretStr(secret))
    settings = LaterSettings(sources=SourceSettings(runescape=runescape), log=LogSettings(**log))
    logs.configure(settings, stream=out)
    return out.getvalue


def lines(written: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.splitlines()]


def test_a_line_of_ours_is_json_with_a_utc_time_level_logger_and_fields() -> None:
    written = configured(io.StringIO())
    structlog.stdlib.get_logger("tracker.goals").info("goal reached", goal="g1", value=7)
    (line,) = lines(written())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", line.pop("timestamp"))
    assert line == {
        "event": "goal reached",
        "goal": "g1",
        "value": 7,
        "level": "info",
        "logger": "tracker.goals",
    }


def test_a_line_of_a_library_has_the_same_form() -> None:
    written = configured(io.StringIO())
    logging.getLogger("aiohttp.access").warning("%s took %d s", "GET /", 3)
    (line,) = lines(written())
    del line["timestamp"]
    assert line == {"event": "GET / took 3 s", "level": "warning", "logger": "aiohttp.access"}


def test_a_warning_of_python_is_a_line_too() -> None:
    written = configured(io.StringIO())
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old news", stacklevel=1)
    (line,) = lines(written())
    assert line["logger"] == "py.warnings"
    assert "old news" in line["event"]


@pytest.mark.parametrize(
    ("form", "out", "is_json"),
    [
        ("auto", Terminal(), False),
        ("auto", io.StringIO(), True),
        ("human", io.StringIO(), False),
        ("json", Terminal(), True),
    ],
)
def test_lines_are_for_people_in_a_terminal_and_json_elsewhere_unless_told(
    form: str, out: io.StringIO, *, is_json: bool
) -> None:
    written = configured(out, format=form)
    structlog.stdlib.get_logger().info("ready")
    assert "ready" in written()
    assert written().startswith("{") is is_json


def test_colours_are_for_terminals_only() -> None:
    plain, terminal = configured(io.StringIO(), format="human"), Terminal()
    structlog.stdlib.get_logger().info("ready")
    configured(terminal, format="human")
    structlog.stdlib.get_logger().info("ready")
    assert "\x1b[" not in plain()
    assert "\x1b[" in terminal.getvalue()


def test_lines_go_to_stderr_and_nothing_goes_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(Settings())
    structlog.stdlib.get_logger().info("ready")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert lines(captured.err)[0]["event"] == "ready"


def test_configured_twice_a_line_is_written_once() -> None:
    first, second = io.StringIO(), io.StringIO()
    configured(first)
    configured(second)
    structlog.stdlib.get_logger().info("ready")
    assert first.getvalue() == ""
    assert len(lines(second.getvalue())) == 1


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_nothing_below_the_level_is_written(level: str) -> None:
    written = configured(io.StringIO(), level=level)
    names = ["debug", "info", "warning", "error"]
    for name in names:
        getattr(structlog.stdlib.get_logger(), name)(name)
        getattr(logging.getLogger("discord"), name)(name)
    expected = [name for name in names[names.index(level) :] for _ in range(2)]
    assert [line["event"] for line in lines(written())] == expected


def test_a_quiet_command_writes_warnings_but_obeys_another_level() -> None:
    out = io.StringIO()
    for level in ("info", "debug"):
        logs.configure(Settings(log=LogSettings(level=level)), quiet=True, stream=out)
        structlog.stdlib.get_logger().info(f"info at {level}")
        structlog.stdlib.get_logger().warning(f"warning at {level}")
    assert [line["event"] for line in lines(out.getvalue())] == [
        "warning at info",
        "info at debug",
        "warning at debug",
    ]


def test_libraries_that_tell_too_much_are_quieter() -> None:
    written = configured(io.StringIO(), level="debug")
    logging.getLogger("apscheduler.executors.default").info("Running job")
    logging.getLogger("botocore.auth").debug("signed with …")
    logging.getLogger("apscheduler.scheduler").warning("skipped")
    logging.getLogger("apscheduler.scheduler").error("broken")
    assert [line["event"] for line in lines(written())] == ["broken"]


async def test_every_line_of_a_unit_of_work_carries_its_ids_and_no_other_line_does() -> None:
    written = configured(io.StringIO())
    log, library = structlog.stdlib.get_logger("ours"), logging.getLogger("library")

    async def started_inside() -> None:
        log.info("task")

    with structlog.contextvars.bound_contextvars(job="sweep", run="r1"):
        log.info("ours")
        library.info("library")
        await asyncio.create_task(started_inside())
        await asyncio.to_thread(library.info, "thread")
        with structlog.contextvars.bound_contextvars(subject="s1"):
            log.info("nested")
        log.info("back")
    log.info("after")
    assert [
        (line["event"], line.get("job"), line.get("run"), line.get("subject")) for line in lines(written())
    ] == [
        ("ours", "sweep", "r1", None),
        ("library", "sweep", "r1", None),
        ("task", "sweep", "r1", None),
        ("thread", "sweep", "r1", None),
        ("nested", "sweep", "r1", "s1"),
        ("back", "sweep", "r1", None),
        ("after", None, None, None),
    ]


async def test_units_of_work_side_by_side_keep_their_own_ids() -> None:
    written = configured(io.StringIO())
    together = asyncio.Barrier(2)

    async def work(name: str) -> None:
        with structlog.contextvars.bound_contextvars(run=name):
            await together.wait()
            structlog.stdlib.get_logger().info(name)

    await asyncio.gather(work("a"), work("b"))
    assert sorted((line["event"], line["run"]) for line in lines(written())) == [("a", "a"), ("b", "b")]


def fail(message: str) -> None:
    raise RuntimeError(message)


class Holder:
    def __repr__(self) -> str:
        return f"Holder({SECRET!r})"


def ways_to_tell() -> None:
    """All that a careless line could do."""
    log, library = structlog.stdlib.get_logger(), logging.getLogger("library")
    event = f"event {SECRET}"
    log.info(event, field=SECRET, nested={"deep": [SECRET]}, shown=Holder(), raw=SECRET.encode())
    log.info("address", url=f"https://x/?token={quote(SECRET)}&{urlencode({'token': SECRET})}")
    library.warning("in an argument: %s %r", SECRET, {"token": SECRET})
    try:
        fail(SECRET)
    except RuntimeError:
        log.exception("failed")
        library.exception("failed")


@pytest.mark.parametrize("form", ["human", "json"])
def test_no_secret_of_the_settings_is_in_any_line_or_traceback(form: str) -> None:
    written = configured(io.StringIO(), secret=SECRET, format=form)
    ways_to_tell()
    assert "RuntimeError" in written()
    assert "hunter2" not in written()
    assert written().count("***") >= 10
    assert form == "human" or len(lines(written())) == 5


def test_without_a_secret_the_same_lines_tell_it() -> None:
    written = configured(io.StringIO())
    ways_to_tell()
    assert "hunter2" in written()


def test_a_terminal_shows_no_local_variables_in_a_traceback() -> None:
    written = configured(Terminal())
    local = "only in a variable"
    try:
        fail(str(len(local)))
    except RuntimeError:
        structlog.stdlib.get_logger().exception("failed")
    assert "RuntimeError: 18" in written()
    assert local not in written().replace(f'local = "{local}"', "")


def test_text_outside_of_logs_can_be_cleared_of_secrets_too() -> None:
    assert logs.redacted(SECRET) == SECRET
    configured(io.StringIO(), secret=SECRET)
    assert logs.redacted(f"a {SECRET} b") == "a *** b"


@given(secret=st.text(st.characters(exclude_characters="*"), min_size=4))
@example(SECRET)
@example("'\"'\"")
@example("\ud800 half")
def test_any_secret_is_hidden_in_all_its_spellings(secret: str) -> None:
    hide = logs.Redaction([secret])
    for spelt in (
        secret,
        repr(secret),
        repr(f"\"'{secret}"),
        json.dumps(secret),
        json.dumps(repr(secret)),
        quote(secret, errors="replace"),
    ):
        assert "***" in hide(spelt)
        assert secret not in hide(spelt)


def test_settings_without_secrets_change_nothing() -> None:
    assert logs.Redaction(logs.secrets_of(Settings()))("any text") == "any text"
    assert logs.Redaction([""])("any text") == "any text"
