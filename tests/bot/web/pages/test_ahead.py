"""What charts draw beside a number: a forecast, what a date asks for, a trend, a target and limits."""

from itertools import pairwise
from typing import Any

from tests.bot.web.pages.browsing import Browser

A_DAY = 86_400


async def drawn(browser: Browser, thing: str) -> Any:  # noqa: ANN401 - any JSON
    async with browser.client.get(f"{browser.url}{thing}?_series=1") as answer:
        return await answer.json()


async def logged(browser: Browser, days: int) -> str:
    """A weight that falls by a fifth of a kilogram a day, more or less."""
    metric = (await browser.press("/numbers/new", "Begin", name="weight", unit="kg", direction="lower")).path
    for day in range(days):
        await browser.press(f"{metric}/log", "Log", value=f"{90 - day * 0.2 + day % 3 * 0.1:.1f}")
        if day == 0:
            set_by = {"goal": "80 kg by 1 march", "character": "weight"}
            goal = (await browser.press("/goals/new", "Set it", **set_by)).path
        browser.site.clock.advance(A_DAY)
    return goal


async def test_the_forecast_of_a_goal_is_a_band_that_ends_at_the_target(ada: Browser) -> None:
    ahead = (await drawn(ada, await logged(ada, 30)))["ahead"]
    lines = {one["name"]: one["values"] for one in ahead["lines"]}
    assert ahead["band"] == ["at the earliest", "at the latest"]
    assert lines.keys() == {"at the earliest", "at the latest", "expected", "needed"}
    assert ahead["times"] == sorted(ahead["times"])
    assert {len(values) for values in lines.values()} == {len(ahead["times"])}
    assert len({values[0] for values in lines.values()}) == 1, "all begin where it is now"
    assert lines["at the latest"][-1] == 80 or lines["needed"][-1] == 80
    assert all(
        soon <= late for soon, late in zip(lines["at the earliest"], lines["at the latest"], strict=True)
    )


async def test_nothing_is_forecast_of_one_value_but_what_the_date_asks_for(ada: Browser) -> None:
    ahead = (await drawn(ada, await logged(ada, 1)))["ahead"]
    assert ([one["name"] for one in ahead["lines"]], ahead["band"]) == (["needed"], None)


async def test_a_metric_has_its_trend_its_limits_and_the_band_of_its_picture(ada: Browser) -> None:
    said = {"name": "weight", "unit": "kg", "target": "75", "high": "91.5"}
    metric = (await ada.press("/numbers/new", "Begin", **said)).path
    for day in range(60):
        await ada.press(f"{metric}/log", "Log", value=f"{90 - day * 0.1 + day % 5 * 0.3:.1f}")
        ada.site.clock.advance(A_DAY)
    found = await drawn(ada, metric)
    assert (found["target"], found["limits"]) == (75.0, [{"name": "alert above", "value": 91.5}])
    trend = found["level"]
    assert (len(trend), trend[0], found["keepsPicture"]) == (len(found["times"]), 90.0, False)
    assert max(abs(one - other) for one, other in pairwise(trend)) < 0.2, "without the noise"
    [low], [high] = (one["values"] for one in found["ahead"]["lines"])
    assert low < found["values"][-1] < high
    assert found["ahead"]["band"] == [one["name"] for one in found["ahead"]["lines"]]
    assert found["ahead"]["times"][0] > found["times"][-1]


async def test_what_adds_up_keeps_the_heat_map_of_its_year_below_its_line(ada: Browser) -> None:
    metric = (await ada.press("/numbers/new", "Begin", name="run (km)")).path
    for _ in range(3):
        await ada.press(f"{metric}/log", "Log", value="5")
        ada.site.clock.advance(A_DAY)
    found = await drawn(ada, metric)
    assert (found["keepsPicture"], found["level"], found["ahead"]) == (True, None, None)
