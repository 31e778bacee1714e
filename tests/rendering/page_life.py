"""Half a year of somebody who uses most of Questlog, for pictures of pages. The same in every run."""

import random
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.areas import requests as areas
from bot.areas import usecases as area_cases
from bot.challenges import requests as challenges
from bot.challenges import usecases as challenge_cases
from bot.goals import requests as goals
from bot.goals import usecases as goal_cases
from bot.group_goals import requests as groups
from bot.group_goals import usecases as group_cases
from bot.habits import requests as habits
from bot.habits import usecases as habit_cases
from bot.logbook import requests as logbook
from bot.logbook import usecases as logbook_cases
from bot.metrics import requests as metrics
from bot.metrics import usecases as metric_cases
from bot.projects import requests as projects
from bot.projects import usecases as project_cases
from bot.rooms import requests as rooms
from bot.rooms import talking
from bot.rooms import usecases as room_cases
from bot.shop import requests as shop
from bot.shop import usecases as shop_cases
from bot.tasks import requests as tasks
from bot.tasks import usecases as task_cases
from bot.visit import Visit
from tests.bot.web.api_site import ApiSite
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.challenge.model import Counted, WhoMayJoin
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport

ZONE = "Europe/Berlin"
DAYS = 170
BEGINS = datetime(2026, 5, 25, 8, 5, tzinfo=ZoneInfo(ZONE)).astimezone(UTC)
"""A Monday; it ends on a Wednesday."""
A_DAY = 86_400.0
ROOM = "Early birds"

HABITS: tuple[tuple[str, dict[str, str], float], ...] = (
    ("read 20 pages daily", {"area": "Mind", "remind": "21:00"}, 0.9),
    ("gym 3x a week", {"area": "Body", "remind": "18:00"}, 0.45),
    ("no smoking", {"area": "Body"}, 1.0),
    ("meditate 10 minutes daily", {"area": "Mind"}, 0.85),
    ("drink 8 glasses of water daily", {"area": "Body"}, 0.7),
    ("practise the piano mon wed fri sat", {"area": "Mind"}, 0.8),
    ("walk 8000 steps daily", {"area": "Body"}, 0.8),
    ("call my parents every week", {"area": "People"}, 0.17),
    ("write in my journal daily", {"area": "Mind"}, 0.6),
    ("no phone in bed", {"area": "Mind"}, 1.0),
    ("stretch daily", {"area": "Body"}, 0.75),
    ("tidy the desk mon fri", {"area": "Home"}, 0.9),
)
"""With what is done of each on a day."""
METRICS = (
    metrics.AddMetric(name="weight", unit="kg", target="78", direction="lower", high="86", area="Body"),
    metrics.AddMetric(name="sleep", unit="hours", target="8", direction="target", low="6", area="Body"),
    metrics.AddMetric(name="savings", unit="euros", direction="higher", area="Home"),
    metrics.AddMetric(name="run", unit="km", direction="higher", per_day="sum", area="Body"),
)
TASKS = (
    "call the bank tomorrow 5pm p1 30m #phone",
    "book the train to Hamburg today p2 15m",
    "water the plants every 3 days",
    "hand in the tax return by 30 november p1 3h",
    "choose the colour of the kitchen in 4 days 45m",
    "order new running shoes",
)
LINES = (
    ("Bob", "Six kilometres before breakfast. The frost is back."),
    ("Cleo", "Same here, four though. My knee says hello."),
    ("Ada", "Gym tonight. Somebody hold me to it, please."),
    ("Bob", "@Ada consider yourself held."),
)


async def live(site: ApiSite) -> None:
    """Until today, by the clock that is in hand."""
    person = await _settled_in(site)
    await _begins(site, person)
    chance = random.Random(11)  # noqa: S311 - repeatable
    for day in range(DAYS):
        await _a_day(site, person, day, chance)
        site.clock.advance(A_DAY)
    await _today(site, person)
    await _with_others(site, person)


def at(site: ApiSite, person: User) -> Visit:
    return Visit(site.services, person, FrontEnd.WEB, site.clock())


async def _settled_in(site: ApiSite) -> User:
    accounts = site.services.accounts
    await accounts.set_nickname(site.ada.id, "Ada")
    return await accounts.change_settings(site.ada.id, {"timezone": ZONE, "display_name": "Ada"})


async def _begins(site: ApiSite, person: User) -> None:
    here = at(site, person)
    for name, icon in (("Body", "🏃"), ("Mind", "🧠"), ("Home", "🏠"), ("People", "💬")):
        await area_cases.add(here, areas.AddArea(area=name, icon=icon))
    for words, options, _ in HABITS:
        site.clock.advance(1)
        await habit_cases.add(at(site, person), habits.AddHabit(habit=words, **options))
    for one in METRICS:
        await metric_cases.add(at(site, person), one)
    for name, value in (("weight", "86.4"), ("savings", "1200")):
        await metric_cases.log(at(site, person), metrics.LogMetric(metric=name, value=value))
    for words, whose in (("78 kg by 1 february", "weight"), ("5000 euros by 31 december", "savings")):
        await goal_cases.add(at(site, person), goals.AddGoal(goal=words, character=whose))
    await goal_cases.add(at(site, person), goals.AddGoal(title="Run a half marathon", by="10 april"))
    await shop_cases.add(here, shop.AddReward(title="An evening at the cinema", cost="120", icon="🎬"))
    await shop_cases.add(here, shop.AddReward(title="A massage", cost="400", icon="💆"))


async def _a_day(site: ApiSite, person: User, day: int, chance: random.Random) -> None:
    every, services = await site.services.habits.list(person.id), site.services
    for habit, (words, _, faith) in zip(every, HABITS, strict=True):
        if words.startswith("no "):
            continue
        last = faith if day < DAYS - 12 else 0.97 if faith >= 0.8 else faith
        if chance.random() < last:
            amount = None if habit.target is None else habit.target.amount
            report = DayReport(services.habits.today(person), FrontEnd.WEB, amount)
            await services.habits.complete(person.id, habit.id, report)
    weight = 86.4 - 6.1 * day / DAYS + chance.gauss(0, 0.35)
    values = {"weight": f"{weight:.1f}", "sleep": f"{min(9.4, max(4.8, chance.gauss(7.3, 0.7))):.1f}"}
    if day % 7 == 0:
        values["savings"] = f"{1200 + 17 * day + chance.randint(-60, 60)}"
    if day % 3 == 0:
        values["run"] = f"{chance.uniform(4, 9):.1f}"
    for name, value in values.items():
        await metric_cases.log(at(site, person), metrics.LogMetric(metric=name, value=value))
    if day > DAYS - 20 and day % 2:
        mood = chance.choice(("good", "great", "okay"))
        page = logbook.AddEntry(text="Slept well, and got up before the alarm.", mood=mood)
        await logbook_cases.add(at(site, person), page)


async def _today(site: ApiSite, person: User) -> None:
    await project_cases.add(at(site, person), projects.AddProject(name="New kitchen", end="in 6 weeks"))
    for number, words in enumerate(TASKS):
        site.clock.advance(60)
        project = "New kitchen" if "kitchen" in words else None
        await task_cases.add(at(site, person), tasks.AddTask(what=words, project=project))
        if number == 0:
            await metric_cases.log(at(site, person), metrics.LogMetric(metric="weight", value="80.4"))
    by_name = {one.name: one for one in await site.services.habits.list(person.id)}
    for name in list(by_name)[3:6]:
        report = DayReport(site.services.habits.today(person), FrontEnd.WEB, None)
        await site.services.habits.complete(person.id, by_name[name].id, report)


async def _with_others(site: ApiSite, person: User) -> None:
    made = await room_cases.create(
        at(site, person), rooms.CreateRoom(name=ROOM, purpose="Up before seven, and out", my_name="Ada")
    )
    people = {"Ada": person}
    for name in ("Bob", "Cleo"):
        people[name] = await site.services.accounts.register(parse_identity(f"local:{name.lower()}"))
        join = rooms.JoinRoom(code=made.room.code or "", my_name=name)
        await room_cases.join(at(site, people[name]), join)
    for name, text in LINES:
        site.clock.advance(240)
        await talking.say(at(site, people[name]), rooms.SayInRoom(room=ROOM, text=text))
    aim = groups.AddGroupGoal(name="A hundred days", aim="100 days", until="in 8 weeks")
    goal = (await group_cases.add(at(site, person), aim)).goal.id
    begun = challenges.CreateChallenge(
        name="Out of the door", counts=Counted.HABITS, threshold=4, who=WhoMayJoin.ANYBODY
    )
    out = (await challenge_cases.create(at(site, person), begun)).challenge.id
    for name, one in people.items():
        if name != "Ada":
            await habit_cases.add(at(site, one), habits.AddHabit(habit="run daily"))
        habit = "gym" if name == "Ada" else "run"
        mine = {"habit": habit, "name": name}
        await group_cases.join(at(site, one), groups.JoinGroupGoal(goal=goal, **mine))
        join_it = challenges.JoinChallenge(challenge=out, **mine)
        await challenge_cases.join(at(site, one), join_it)
        report = DayReport(site.services.habits.today(one), FrontEnd.WEB)
        [its] = [each for each in await site.services.habits.list(one.id) if each.name.casefold() == habit]
        await site.services.habits.complete(one.id, its.id, report)
