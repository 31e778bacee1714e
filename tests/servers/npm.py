"""What tests use of npm: a package by its name and version, checked before it is used."""

import hashlib
import platform
import shutil
import subprocess
import sys
from pathlib import Path

PATIENCE_SECONDS = 120


class CannotFetch(Exception):
    """Why it is not there; the message is for the person at the terminal."""


def only_on_linux_x86_64() -> None:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise CannotFetch("it is built for Linux on x86-64 only")


def pack(package: str, work: Path) -> Path:
    """The archive of the package, in `work`. Which registry is asked, npm knows."""
    npm = shutil.which("npm")
    if npm is None:
        raise CannotFetch("npm is not installed")
    command = [npm, "pack", package, "--ignore-scripts", "--loglevel=error", "--fetch-retry-mintimeout=1000"]
    try:
        subprocess.run(command, cwd=work, check=True, timeout=PATIENCE_SECONDS, capture_output=True)
    except subprocess.TimeoutExpired as error:
        raise CannotFetch(f"npm gave no answer in {PATIENCE_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        reason, *_ = error.stderr.decode(errors="replace").splitlines() or ["no reason given"]
        raise CannotFetch(f"npm could not fetch {package}: {reason}") from error
    return next(work.glob("*.tgz"))


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def checked(package: str, content: bytes, sha256: str) -> bytes:
    if digest(content) != sha256:
        raise CannotFetch(f"{package} does not hold the file that it should (its checksum differs)")
    return content
