"""Fetch Chromium and axe-core with npm: `python -m tests.servers.fetch_chromium DIRECTORY`.

An installed Chromium is used where there is one; axe-core, which finds what keeps people out of a page, is
fetched in any case. Where that cannot be done it says so in one line and succeeds: the tests that need it say
why they cannot run.
"""

import shutil
import sys
import tarfile
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import brotli

from tests.rendering.chromium import NoChromium, find_installed
from tests.servers.npm import CannotFetch, checked, only_on_linux_x86_64, pack

CHROMIUM = "@sparticuz/chromium@147.0.0"
"""Chromium's `headless_shell`, with what a small Linux lacks: nss, nspr, expat."""
CHROMIUM_SHA256 = "18fe5404ce845594cd7d592fc07f37a19514079ba4d9c27192ad8b908743f16b"
AXE = "axe-core@4.14.0"
AXE_SHA256 = "2277b0a3ef47af9b52497faa3e71598e86e0a0e5e6eb295207a5657ede4709af"

Unpack: TypeAlias = Callable[[tarfile.TarFile, Path], None]


def fetch(directory: Path) -> None:
    """`axe/axe.min.js` into it, and unless one is installed `chromium/chromium` with its libraries."""
    directory.mkdir(parents=True, exist_ok=True)
    _fetch_one(directory / "axe", AXE, AXE_SHA256, _unpack_axe)
    try:
        find_installed()
    except NoChromium:
        only_on_linux_x86_64()
        _fetch_one(directory / "chromium", CHROMIUM, CHROMIUM_SHA256, _unpack_chromium)


def _fetch_one(target: Path, package: str, sha256: str, unpack: Unpack) -> None:
    """Put in place in one step, so that an interrupted run leaves no half of it."""
    note = target / "PACKAGE"
    if note.is_file() and note.read_text() == f"{package} {sha256}\n":
        return
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        work, ready = Path(name), Path(name) / "ready"
        ready.mkdir()
        archive = checked(package, pack(package, work).read_bytes(), sha256)
        with tarfile.open(fileobj=BytesIO(archive)) as tar:
            unpack(tar, ready)
        (ready / "PACKAGE").write_text(f"{package} {sha256}\n")
        shutil.rmtree(target, ignore_errors=True)
        ready.replace(target)


def _unpack_axe(package: tarfile.TarFile, ready: Path) -> None:
    (ready / "axe.min.js").write_bytes(_member(package, "axe.min.js"))


def _unpack_chromium(package: tarfile.TarFile, ready: Path) -> None:
    program = ready / "chromium"
    program.write_bytes(brotli.decompress(_member(package, "bin/chromium.br")))
    program.chmod(0o755)
    libraries = brotli.decompress(_member(package, "bin/al2023.tar.br"))
    with tarfile.open(fileobj=BytesIO(libraries)) as tar:
        tar.extractall(ready, filter="data")


def _member(package: tarfile.TarFile, name: str) -> bytes:
    member = package.extractfile(f"package/{name}")
    assert member is not None, name
    return member.read()


if __name__ == "__main__":
    try:
        fetch(Path(sys.argv[1]))
    except CannotFetch as error:
        sys.stderr.write(f"No Chromium: {error}. The tests of pages in a browser will not run.\n")
