"""stdout and stderr however they were left to us: closed, full, or in an encoding without some letters."""

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from bot.exits import Refusal

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

STDIN, STDOUT, STDERR = range(3)


class OutputLost(Refusal):
    """What a command printed did not arrive where stdout leads."""

    def __init__(self, error: OSError) -> None:
        super().__init__(
            f"cannot write the output: {error.strerror or error}; make room where it goes, "
            "or send it somewhere else. What the command did stays done",
            code="output",
        )


class _Answer(io.FileIO):
    """stdout. A reader who left (EPIPE) is no failure; click ends quietly then."""

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            abandon_stdout()  # else Python 3.13 tries again when it ends, and says that it cannot
            raise
        except OSError as error:
            raise OutputLost(error) from error


class _Remarks(io.FileIO):
    """stderr. What it does not take is gone: there is nowhere left to say so, and work goes on without it."""

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def prepare() -> None:
    """Make stdout and stderr such that no closed stream, full disk or foreign letter looks like a bug."""
    _open_closed()
    sys.stdout = _text(_Answer(STDOUT, "w", closefd=False), sys.stdout)
    sys.stderr = _text(_Remarks(STDERR, "w", closefd=False), sys.stderr)


def abandon_stdout() -> None:
    """Let what is still unwritten go, so that the interpreter does not try again when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STDOUT)
    os.close(nowhere)


def _open_closed() -> None:
    """Give closed streams a place: else the next file that is opened, a database, would take their number."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= STDERR:
        os.set_inheritable(descriptor, True)  # noqa: FBT003 - takes no name
    os.close(descriptor)


def _text(raw: io.FileIO, before: TextIO | None) -> TextIO:
    """With the encoding and the buffering that Python chose; a stream that was closed has none."""
    at_once = before is None or before.line_buffering or getattr(before, "write_through", False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=before.encoding if before else "utf-8",
        errors="backslashreplace",
        line_buffering=bool(at_once),
    )
