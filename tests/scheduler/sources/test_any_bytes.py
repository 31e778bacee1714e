"""Whatever a server sends, it becomes a reading or one of the failures: never another exception."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scheduler.sources.registry import Sources, open_sources
from scheduler.sources.source import SourceFailure
from scheduler.sources.web.http_json import HttpJson
from scheduler.sources.web.json_target import HttpJsonTarget
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.hiscores_rows import OSRS_ACTIVITIES, OSRS_SKILLS
from tests.fakes.web_faults import page
from tests.scheduler.sources.timing import HandTime
from tracker.readings import Reading
from tracker.settings import HttpJsonSettings, RuneScapeSettings, SourcesSettings
from tracker.store.segments import Subject
from tracker.store.values import canonical

_VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just([])
_NAMES = st.sampled_from([*OSRS_SKILLS[:4], *OSRS_ACTIVITIES[-4:], "New"]) | st.text(max_size=10) | _VALUES
_ROWS = st.fixed_dictionaries(
    {}, optional={"name": _NAMES} | dict.fromkeys(("id", "rank", "level", "xp", "score"), _VALUES)
)
_TABLES = st.lists(_ROWS | _VALUES, max_size=5) | _VALUES
_PAGES = st.fixed_dictionaries({}, optional={"skills": _TABLES, "activities": _TABLES})
_SKILL = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("id", "level", "xp"), _VALUES | st.integers(0, 40))
)
_PROFILES = st.fixed_dictionaries(
    {},
    optional={
        "skillvalues": st.lists(_SKILL | _VALUES, max_size=4),
        "name": _VALUES,
        "totalxp": _VALUES,
        "error": _VALUES,
    },
)
_MONTH = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("xpGain", "timestamp"), _VALUES | st.integers(0, 10**15))
)
_MONTHS = st.fixed_dictionaries(
    {"skillId": st.just(0)},
    optional={"totalXp": _VALUES, "monthData": st.lists(_MONTH | _VALUES, max_size=4) | _VALUES},
)
_DOCUMENTS = (
    _PAGES | _PROFILES | st.fixed_dictionaries({"monthlyXpGain": st.lists(_MONTHS, max_size=2)})
).map(lambda document: json.dumps(document).encode(errors="surrogatepass"))
_LINES = st.lists(st.lists(st.integers(-1, 10**9), min_size=1, max_size=4), min_size=25, max_size=70).map(
    lambda rows: "\n".join(",".join(map(str, row)) for row in rows).encode()
)
_SHAPED_LINES = st.tuples(st.integers(28, 32), st.integers(0, 33), st.integers(-1, 10**9)).map(
    lambda of: b"\n".join([b"1,2,%d" % of[2]] * of[0] + [b"1,%d" % of[2]] * of[1])
)
BODIES = st.binary() | _DOCUMENTS | _LINES | _SHAPED_LINES


class Lab:
    """One stand-in and one set of sources for all examples, in a loop of their own."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._time = HandTime()
        self._game_context = FakeHiscores.running()
        self.game = self._runner.run(self._game_context.__aenter__())
        self._sources_context = open_sources(
            self._settings(), timing=self._time.timing, definitions=self._target
        )
        self.sources: Sources = self._runner.run(self._sources_context.__aenter__())

    def _settings(self) -> SourcesSettings:
        urls = dict.fromkeys(("osrs_url", "rs3_url", "runemetrics_url"), self.game.url)
        return SourcesSettings(
            runescape=RuneScapeSettings.model_validate(urls), http_json=HttpJsonSettings(allow_private=True)
        )

    async def _target(self, key: str) -> HttpJsonTarget:
        del key
        return HttpJsonTarget.of(f"{self.game.url}/runemetrics/profile/profile?user=bob", "skills[0].xp")

    def read(self, subject: Subject, body: bytes, status: int) -> Reading:
        self._time.seconds += 10_000  # any pause that an earlier example caused is over
        self.game.recover()
        self.game.stay_wrong(page(body, status))
        return self._runner.run(self.sources.fetch(subject))

    def history(self, body: bytes) -> None:
        self._time.seconds += 10_000
        self.game.recover()
        self.game.stay_wrong(page(body))
        self._runner.run(self.sources.rs3.history(Subject("rs3", "main:bob"), ["attack"]))

    def close(self) -> None:
        self._runner.run(self._sources_context.__aexit__(None, None, None))
        self._runner.run(self._game_context.__aexit__(None, None, None))
        self._runner.close()


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    opened = Lab()
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "subject",
    [
        Subject("osrs", "main:bob"),
        Subject("rs3", "main:bob"),
        HttpJson.subject(HttpJsonTarget.of("http://a", "")),
    ],
    ids=lambda subject: subject.source,
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(body=BODIES, status=st.sampled_from([200, 200, 200, 200, 404, 403, 500]))
@example(body=b"[" * 50_000, status=200)
@example(body=b'{"skills": [{"name": "Overall", "xp": 1e400}]}', status=200)
def test_any_body_is_a_reading_or_a_failure_and_a_reading_can_be_stored(
    lab: Lab, subject: Subject, body: bytes, status: int
) -> None:
    with suppress(SourceFailure):
        reading = lab.read(subject, body, status)
        assert reading.subject == subject
        canonical({str(quantity): value for quantity, value in reading.values.items()})


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(body=BODIES)
def test_any_history_is_points_or_a_failure(lab: Lab, body: bytes) -> None:
    with suppress(SourceFailure):
        lab.history(body)
