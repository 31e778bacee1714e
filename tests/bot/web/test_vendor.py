"""What pages use of others: those very files, named with their origin, and part of the distribution."""

import hashlib
import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[3]
VENDOR = ROOT / "bot" / "web" / "static" / "vendor"
PUBLISHED = (*VENDOR.glob("*.js"), *VENDOR.glob("*.css"))


def test_the_files_are_those_that_were_published() -> None:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    named = {name: digest for digest, name in (line.split() for line in lines)}

    assert named == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in PUBLISHED}


def test_each_is_named_with_its_origin() -> None:
    table = (VENDOR / "README.md").read_text()

    assert [path.name for path in PUBLISHED if f"`{path.name}`" not in table] == []


def test_they_and_their_licences_are_part_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["bot.web"]
    files = [path.relative_to(ROOT / "bot" / "web").as_posix() for path in VENDOR.iterdir()]

    assert all(any(fnmatch(file, pattern) for pattern in patterns) for file in files)
    assert "bot/web/static/vendor/LICENSE-*.txt" in project["project"]["license-files"]
