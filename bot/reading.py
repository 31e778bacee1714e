"""Use cases that begin with a read: a front end that does not know yet who asks finds that out on the way.

    @reading_first(steps)
    async def glance(visit: Visit, ask: ListGoals, found: BookPage) -> GoalPage: ...

Called as any other, it reads by itself. A front end may read `steps` together with the account instead: of a
short answer, a visit to the table is a large part.
"""

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from bot.documents import Ask
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.store.steps import ReadSteps

_Ask = TypeVar("_Ask", bound=Ask)
_Found = TypeVar("_Found")
_Answer = TypeVar("_Answer")


@frozen
class ReadingFirst(Generic[_Ask, _Found, _Answer]):
    steps: Callable[[str, _Ask], ReadSteps[_Found]]
    """Gets the id of the person."""
    use: Callable[[Visit, _Ask, _Found], Awaitable[_Answer]]

    async def __call__(self, visit: Visit, ask: _Ask) -> _Answer:
        found = await visit.services.table.read_in_steps(self.steps(visit.person.id, ask))
        return await self.use(visit, ask, found)


def reading_first(
    steps: Callable[[str, _Ask], ReadSteps[_Found]],
) -> Callable[[Callable[[Visit, _Ask, _Found], Awaitable[_Answer]]], ReadingFirst[_Ask, _Found, _Answer]]:
    return lambda use: ReadingFirst(steps, use)
