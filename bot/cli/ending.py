"""The end of a command that failed: one clear line, the answer for programs, and the exit code."""

import json
import logging
import sys
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

import click

from bot.exits import Exit, Failure, explain

_WANTS_JSON = "questlog.json"
_Command = TypeVar("_Command", bound=Callable[..., Any])


def json_option(command: _Command) -> _Command:
    """Give a command `--json` (its argument `as_json`). Its refusals then stand on stdout as JSON too."""

    def remember(ctx: click.Context, _: click.Parameter, value: bool) -> bool:  # noqa: FBT001 - click's callback
        ctx.meta[_WANTS_JSON] = value
        return value

    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        is_eager=True,
        callback=remember,
        help="Answer in JSON, for programs.",
    )(command)


def report(ctx: click.Context, error: Exception, *, debug: bool) -> Exit:
    """Tell what happened; answer the exit code."""
    from bot import logs  # noqa: PLC0415 - commands import this module for `json_option`; only a failure logs

    failure = explain(error) or _bug(error)
    if failure.exit_code is Exit.BUG and (debug or logging.getLogger().isEnabledFor(logging.DEBUG)):
        print(logs.redacted("".join(traceback.format_exception(error))), end="", file=sys.stderr)
    for line in logs.redacted(failure.message).splitlines():
        print(f"questlog: {line}", file=sys.stderr)
    if ctx.meta.get(_WANTS_JSON):
        answer_failure(failure)
    return failure.exit_code


def report_usage(error: click.UsageError, *, as_json: bool) -> Exit:
    """Tell what is wrong with a command line in one line, where click takes four; answer the exit code."""
    from bot import logs  # noqa: PLC0415

    failure = Failure(Exit.USAGE, "usage", error.format_message())
    said = " ".join(failure.message.split()).rstrip(".")
    if error.ctx is not None:
        sign = " See" if said.endswith("?") else "; see"
        said += f"{sign} {error.ctx.command_path} --help"
    print(logs.redacted(f"questlog: {said}"), file=sys.stderr)
    if as_json:
        answer_failure(failure)
    return failure.exit_code


def answer_failure(failure: Failure) -> None:
    """The answer of `--json`."""
    from bot import logs  # noqa: PLC0415

    answer: dict[str, object] = {"code": failure.code, "message": logs.redacted(failure.message)}
    if failure.refused is not None and failure.refused.field:
        answer["field"] = failure.refused.field
    if failure.refused is not None and failure.refused.suggestions:
        answer["suggestions"] = [one._asdict() for one in failure.refused.suggestions]
    print(json.dumps({"error": answer}))


def _bug(error: Exception) -> Failure:
    found = traceback.format_exception_only(error)[-1].strip()
    return Failure(
        Exit.BUG,
        "bug",
        f"sorry, this is a bug in Questlog: {found}\n"
        "Please report it with what you typed and what `questlog --version` says; "
        "`questlog --debug …` shows where it happened.",
    )
