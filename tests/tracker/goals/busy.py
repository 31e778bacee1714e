"""A number that moves all the time, and a table that counts what is read of it."""

from datetime import timedelta

from hypothesis import strategies as st

from tests.fakes.clock import START
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.goals.scenes import HOUR
from tracker.goals.pace.gains import Point
from tracker.store.query import Query, QueryPage

BUSY = st.lists(
    st.tuples(
        st.integers(60, 12 * 3_600),
        st.sampled_from([0, 60, 3_600, 90_000]),
        st.integers(-2_000, 9_000),
        st.just(0) | st.integers(0, 50_000),
    ),
    min_size=5,
    max_size=120,
)
"""How long after the last change and the last look each change was, how much, and how much appeared."""


def series(steps: list[tuple[int, int, int, int]]) -> list[Point]:
    points = [Point(START + 5 * HOUR, 1_000_000)]
    for seconds, unseen, change, appeared in steps:
        before = points[-1]
        at = before.at + timedelta(seconds=seconds)
        points.append(
            Point(
                at,
                before.value + change + appeared,
                None if unseen == 0 else max(before.at, at - timedelta(seconds=unseen)),
                before.appeared + appeared,
            )
        )
    return points


class CountedQueries(FaultyTable):
    queries = items = 0

    async def _query(self, query: Query) -> QueryPage:
        page = await super()._query(query)
        self.queries += 1
        self.items += len(page.items)
        return page
