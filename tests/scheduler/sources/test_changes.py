"""Most polls find nothing new: a source says so without reading the same page twice."""

import pytest

from scheduler.sources.registry import Sources
from scheduler.sources.source import NotFound
from scheduler.sources.web.http_json import VALUE
from scheduler.sources.web.json_target import HttpJsonTarget
from tests.fakes.hiscores import FakeCharacter, FakeHiscores
from tests.fakes.json_site import JsonSite
from tests.scheduler.sources.conftest import NewHttpJson
from tests.scheduler.sources.reading import numbers
from tracker.store.segments import Subject


@pytest.fixture(params=["osrs", "rs3"])
def bob(request: pytest.FixtureRequest, game: FakeHiscores) -> tuple[Subject, FakeCharacter]:
    character = game.osrs("Bob") if request.param == "osrs" else game.rs3("Bob")
    return Subject(request.param, "main:bob"), character.train("Fishing", 5000)


async def test_what_is_the_same_as_before_is_no_news(
    sources: Sources, bob: tuple[Subject, FakeCharacter]
) -> None:
    subject, _ = bob
    first = await sources.fetch(subject)
    assert await sources.fetch_if_changed(subject, first.content_hash) is None


async def test_any_other_number_is_a_reading(sources: Sources, bob: tuple[Subject, FakeCharacter]) -> None:
    subject, character = bob
    first = await sources.fetch(subject)
    character.train("Fishing", 5001)
    second = await sources.fetch_if_changed(subject, first.content_hash)
    assert second
    assert numbers(second, "fishing")["xp"] == 5001
    assert second.content_hash != first.content_hash


async def test_without_a_digest_everything_is_news(
    sources: Sources, bob: tuple[Subject, FakeCharacter]
) -> None:
    subject, _ = bob
    reading = await sources.fetch_if_changed(subject, None)
    assert reading
    assert reading.values == (await sources.fetch(subject)).values


async def test_what_runemetrics_adds_counts(game: FakeHiscores, sources: Sources) -> None:
    game.rs3("Bob").train("Fishing", 5000)
    subject = Subject("rs3", "main:bob")
    first = await sources.fetch(subject)
    game.profile("Bob", {"Mining": (5, 4000)})
    second = await sources.fetch_if_changed(subject, first.content_hash)
    assert second
    assert numbers(second, "mining")["xp"] == 400


async def test_failures_are_failures_as_ever(game: FakeHiscores, sources: Sources) -> None:
    game.osrs("Bob").train("Fishing", 5000)
    first = await sources.fetch(Subject("osrs", "main:bob"))
    game.forget("Bob")
    with pytest.raises(NotFound):
        await sources.fetch_if_changed(Subject("osrs", "main:bob"), first.content_hash)


@pytest.mark.parametrize(("before", "after"), [(-1, -2), (0, None), (1, 1 + (2**61 - 1)), (0.5, 0.25)])
async def test_any_other_number_on_the_web_is_a_reading(
    site: JsonSite, new_http_json: NewHttpJson, before: object, after: object
) -> None:
    target = HttpJsonTarget.of(site.serve("/n.json", {"count": before}), "count")
    source = await new_http_json({target.key: target})
    subject = source.subject(target)
    first = await source.fetch(subject)
    assert await source.fetch_if_changed(subject, first.content_hash) is None
    site.serve("/n.json", {"count": after})
    second = await source.fetch_if_changed(subject, first.content_hash)
    assert second
    assert second.values.get(VALUE) == after
