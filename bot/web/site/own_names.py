"""What a person's own things are called: offered where a form asks for the name of one.

Of each kind a few that are live. Whoever means another one types its name, or its id.
"""

from bot.visit import Visit
from bot.web.site.part import FieldValues

MOST_NAMES = 50


async def areas(here: Visit, _: FieldValues) -> list[str]:
    return [one.name for one in await here.services.areas.listed(here.person.id)]


async def projects(here: Visit, _: FieldValues) -> list[str]:
    """Those under way first."""
    return [one.name for one in await here.services.projects.list(here.person.id)][:MOST_NAMES]


async def habits(here: Visit, _: FieldValues) -> list[str]:
    return [one.name for one in await here.services.habits.list(here.person.id)][:MOST_NAMES]


async def metrics(here: Visit, _: FieldValues) -> list[str]:
    return [one.name for one in await here.services.metrics.list(here.person.id)][:MOST_NAMES]


async def characters(here: Visit, _: FieldValues) -> list[str]:
    return [one.name for one in await here.services.characters.list(here.person.id)][:MOST_NAMES]


async def open_tasks(here: Visit, _: FieldValues) -> list[str]:
    """Those that are due first."""
    from tracker.tasks.listing import open_page  # noqa: PLC0415 - few forms ask for a task

    page = await here.services.table.read_in_steps(open_page(here.person.id, MOST_NAMES))
    return [one.title for one in page.tasks]


async def goals_of_parts(here: Visit, _: FieldValues) -> list[str]:
    """Those under way: what else can count towards them."""
    from tracker.goals.book import goal_book  # noqa: PLC0415

    book = await here.services.table.read_in_steps(goal_book(here.person.id))
    return [one.title for one in book.made_of_parts if one.status.is_open][:MOST_NAMES]


async def zones(here: Visit, _: FieldValues) -> tuple[str, ...]:
    del here
    from tracker.zones import zone_names  # noqa: PLC0415

    return zone_names()
