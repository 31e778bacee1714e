"""The store of a command. One that only reads makes none, and says where it looked."""

import os
import shutil
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.exits import Exit, Refusal
from tracker.clock import Clock
from tracker.settings import Settings, StoreSettings
from tracker.store.errors import StoreUnavailable
from tracker.store.opening import open_table
from tracker.store.table import Table

FILE = Path("questlog.db")


def at_home(settings: Settings, environ: Mapping[str, str]) -> Settings:
    """Where nobody says where the file is, it is in this folder if it is here, and else in its home."""
    if "path" in settings.store.model_fields_set or FILE.exists():
        return settings
    store = settings.store.model_copy(update={"path": home(environ) / FILE})
    return settings.model_copy(update={"store": store})


def home(environ: Mapping[str, str]) -> Path:
    """As the XDG Base Directory Specification says: a path that is not absolute does not count."""
    given = Path(environ.get("XDG_DATA_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".local" / "share") / "questlog"


def is_there(store: StoreSettings) -> bool:
    return store.engine != "sqlite" or os.path.lexists(store.path)


def make_home(store: StoreSettings) -> None:
    """The folder that is ours to make, and that nobody else looks into. Raises StoreUnavailable."""
    if store.engine == "sqlite" and _is_home(store.path.parent):
        try:
            store.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnavailable(
                f"cannot make the folder {store.path.parent} ({error.strerror}); set store.path"
            ) from error


@asynccontextmanager
async def command_table(store: StoreSettings, clock: Clock) -> AsyncGenerator[Table]:
    """Where there is no store yet the command gets one that is kept if it writes something."""
    if is_there(store) or not (store.path.parent.is_dir() or _is_home(store.path.parent)):
        async with open_table(store, clock=clock) as table:
            yield table
        return
    with TemporaryDirectory(prefix="questlog-") as folder:
        draft, kept = store.model_copy(update={"path": Path(folder) / FILE}), False
        async with open_table(draft, clock=clock) as table:
            try:
                yield table
            finally:
                kept = not await _is_bare(table)
        if kept:
            make_home(store)
            _keep(draft.path, store.path)


def _is_home(folder: Path) -> bool:
    return folder == home(os.environ)


async def _is_bare(table: Table) -> bool:
    """Whether it holds nobody but the person at this terminal, of whom nothing is known, and besides at most
    what Questlog noted for itself."""
    from tracker.accounts.model import User  # noqa: PLC0415 - most commands have a store
    from tracker.store.entity import from_item  # noqa: PLC0415

    async for item in table.scan():
        if item["type"] == "user":
            user = from_item(User, item)
            if user != User(id=user.id, created_at=user.created_at, local=user.local):
                return False
        elif item["type"] not in {"lock", "kept"}:
            return False
    return True


def _keep(draft: Path, place: Path) -> None:
    """It appears there whole, or not at all."""
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        shutil.copyfile(draft, beside)
        beside.chmod(draft.stat().st_mode)
        os.link(beside, place)
    except FileExistsError:
        raise Refusal(
            f"Another Questlog made {place} at the same moment, and nothing was changed there; "
            "please run the command again",
            exit_code=Exit.PROBLEM,
        ) from None
    except OSError as error:
        raise StoreUnavailable(f"cannot write {place} ({error.strerror}); set store.path") from error
    finally:
        beside.unlink(missing_ok=True)
