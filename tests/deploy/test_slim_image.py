"""What is taken out of the image: enough is left for everything that Questlog does."""

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.deploy.templates import ROOT

IMAGE = ROOT / "deploy/image"
ALONE = "import runpy, sys; sys.path.insert(0, {site!r}); runpy.run_path({check!r}, run_name='__main__')"


def shipped() -> Iterator[Distribution]:
    """The libraries that the image gets."""
    lines = (ROOT / "requirements/run.txt").read_text().splitlines()
    pins = [Requirement(line.removesuffix("\\")) for line in lines if line[:1] not in ("", " ", "#")]
    for pin in pins:
        if pin.marker is None or pin.marker.evaluate():
            yield distribution(pin.name)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The libraries and Questlog itself, without the tools of developers: links, which can be taken out."""
    for library in shipped():
        for file in library.files or ():
            source, target = Path(str(file.locate())), tmp_path / file
            if ".." not in file.parts and source.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.symlink_to(source)
    for package in ("bot", "scheduler", "tracker"):
        (tmp_path / package).symlink_to(ROOT / package)
    return tmp_path


def slim(site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(IMAGE / "slim.py"), str(site)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def check(site: Path) -> subprocess.CompletedProcess[str]:
    """With nothing but the standard library and what is in this folder."""
    program = ALONE.format(site=str(site), check=str(IMAGE / "check.py"))
    command = [sys.executable, "-I", "-S", "-B", "-c", program]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_what_is_left_is_enough(site: Path) -> None:
    slimmed = slim(site)
    assert slimmed.returncode == 0, slimmed.stderr
    assert not (site / "pygments").exists()
    assert not (site / "botocore/data/ec2").exists()

    checked = check(site)
    assert checked.returncode == 0, checked.stderr
    assert "all that Questlog needs is here" in checked.stdout


def test_a_list_that_is_no_longer_true_stops_the_build(tmp_path: Path) -> None:
    tests = tmp_path / "a_library/tests"
    tests.mkdir(parents=True)

    slimmed = slim(tmp_path)

    assert slimmed.returncode != 0
    assert "matplotlib/mpl-data/sample_data: nothing to take out" in slimmed.stderr
    assert tests.exists()


def test_every_service_of_amazon_that_is_used_is_tried() -> None:
    sources = [
        path.read_text() for folder in ("tracker", "scheduler") for path in (ROOT / folder).rglob("*.py")
    ]
    used = {name for text in sources for name in re.findall(r"\.client\(\s*\"([a-z0-9-]+)\"", text)}

    assert used == {"dynamodb", "ses"}  # a third one would need a line in slim.py, and one in check.py
