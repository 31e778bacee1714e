"""A file that only its owner reads, that is whole or not there, and that takes the place of no other."""

import errno
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from bot.exits import Refusal


def write_private(path: Path, text: str, *, replace: bool = False) -> None:
    """Write beside the place and move there, so that neither a crash nor a full disk leaves half a file."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".questlog.")  # mode 0600
    written = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            written.replace(path)
        else:
            _move_to_free_place(written, path)
    finally:
        written.unlink(missing_ok=True)


def free_place(path: Path, *, spared: Iterable[Path], replace: bool) -> Path:
    """Where a file of this name goes: a link is followed, and stays a link. Refusal where it must not go."""
    place = Path(os.path.realpath(path))
    if any(_same(place, one) for one in spared):
        raise Refusal(
            f"cannot write {path}: Questlog keeps its database there; choose another file",
            code="cannot_write",
        )
    if not place.exists():
        return place
    if not place.is_file():
        kind = "a directory" if place.is_dir() else "not a regular file"
        raise Refusal(
            f"cannot write {path}: it is {kind}; name a file, or `-` for the terminal or a pipe",
            code="cannot_write",
        )
    if not replace:
        raise occupied(path)
    return place


def occupied(path: Path) -> Refusal:
    return Refusal(
        f"cannot write {path}: there is such a file already; choose another name, or replace it with --force",
        code="file_exists",
    )


def _same(place: Path, other: Path) -> bool:
    """By name, since neither need be there yet; and by what the name leads to, since a file may have two."""
    if os.path.realpath(other) == str(place):
        return True
    return place.exists() and other.exists() and place.samefile(other)


def _move_to_free_place(written: Path, path: Path) -> None:
    try:
        os.link(written, path)  # unlike a move, this fails where somebody made a file meanwhile
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        written.replace(path)
