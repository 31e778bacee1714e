"""What each address of the web server answers, asked over HTTP."""

import pytest
from prometheus_client import Counter

from scheduler.pulse import Pulse
from tests.bot.web.conftest import Seconds, Site


async def test_healthz_answers_while_the_loop_is_alive_whatever_else_is_wrong(
    site: Site, seconds: Seconds
) -> None:
    seconds.now += 3600
    site.readiness.stop()

    answer = await site.get("/healthz")

    assert (answer.status, await answer.text()) == (200, "ok\n")


async def test_readyz_answers_200_and_each_part(site: Site) -> None:
    answer = await site.get("/readyz")

    assert answer.status == 200
    assert await answer.json() == {
        "ready": True,
        "parts": {"service": "ok", "store": "ok", "ticks": "ok", "discord": "off"},
    }


async def test_readyz_answers_503_with_the_part_that_is_wrong_and_200_once_it_is_well(
    site: Site, seconds: Seconds, pulse: Pulse
) -> None:
    seconds.now += 15.1
    broken = await site.get("/readyz")
    pulse.mark()
    well = await site.get("/readyz")

    assert broken.status == 503
    assert await broken.json() == {
        "ready": False,
        "parts": {"service": "ok", "store": "ok", "ticks": "none for more than 15 s", "discord": "off"},
    }
    assert well.status == 200


async def test_metrics_shows_the_registry_of_this_service(site: Site) -> None:
    Counter("questlog_test_things", "Things.", registry=site.registry).inc(3)

    answer = await site.get("/metrics")

    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    assert "questlog_test_things_total 3.0" in await answer.text()


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/metrics", "/no-such-page"])
async def test_no_browser_may_guess_a_type(site: Site, path: str) -> None:
    answer = await site.get(path)

    assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def test_an_unknown_address_is_404_and_another_method_405(site: Site) -> None:
    assert (await site.get("/no-such-page")).status == 404
    assert (await site.client.post(site.url + "/healthz")).status == 405
    assert (await site.client.head(site.url + "/healthz")).status == 200


async def test_a_probe_leaves_no_line_in_any_log(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="aiohttp")

    await site.get("/healthz")

    assert caplog.records == []
