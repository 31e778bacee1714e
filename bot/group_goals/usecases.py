"""What a person can do with group goals: words in, documents out."""

from zoneinfo import ZoneInfo

from bot.challenges.usecases import here, managed_here
from bot.documents import Nothing, reading
from bot.group_goals import documents, requests
from bot.managed_server import managed_server
from bot.page import page_of
from bot.visit import Visit
from tracker.challenge.beginning import chosen_zone
from tracker.challenge.model import WhoMayJoin
from tracker.dates import parse_date
from tracker.days import local_day
from tracker.group_goals.errors import NotInGroup
from tracker.group_goals.model import GroupGoal
from tracker.group_goals.words import parse_aim, sharing_text, thousandths_text


async def add(visit: Visit, ask: requests.AddGroupGoal) -> documents.GroupGoalAdded:
    """Of the server where the person is, if they manage it, or else of the person."""
    services, guild, owner = visit.services, visit.guild, visit.person
    if guild is not None:
        owner = await services.servers.account(await managed_server(visit))
    with reading("aim"):
        aim = parse_aim(ask.aim)
    with reading("zone"):
        zone = owner.timezone if ask.zone is None else chosen_zone(ask.zone)
    today = local_day(visit.now, ZoneInfo(zone))
    with reading("from"):
        starts = today if ask.starts is None else parse_date(ask.starts, today)
    with reading("until"):
        ends = parse_date(ask.until, today)
    usual = WhoMayJoin.ANYBODY if guild is None else WhoMayJoin.SERVER
    made = await services.group_goals.add(
        owner, visit.person, ask.name, aim, starts=starts, ends=ends, who=ask.who or usual, zone=zone
    )
    announced = None if guild is None else bool(await services.channels.list(owner.id))
    return documents.GroupGoalAdded(goal=document(visit, made), announced=announced)


async def list_goals(visit: Visit, _: Nothing) -> documents.GroupGoalList:
    """Those that the person is in or has set, and those that were set where they are."""
    known, goals = await visit.services.group_goals.known(visit.person.id, await here(visit)), visit.services
    return documents.GroupGoalList(
        goals=tuple(
            documents.listed_document(one, goals.group_goals.today(one), joined=known.is_joined(one))
            for one in known.every
        )
    )


async def show(visit: Visit, ask: requests.ShowGroupGoal) -> documents.GroupGoalShown:
    """How far it is, and who added how much, to whoever is in it or where it is."""
    return await _shown(visit, await _named(visit, ask), ask)


async def show_page(visit: Visit, ask: requests.ShowGroupGoal) -> documents.GroupGoalShown:
    """Another page of what was shown, by the id, wherever the goal was set."""
    return await _shown(visit, await visit.services.group_goals.by_id(ask.goal or ""), ask)


async def _shown(visit: Visit, found: GroupGoal, ask: requests.ShowGroupGoal) -> documents.GroupGoalShown:
    goal, shares = await visit.services.group_goals.shown(found)
    every = documents.share_documents(goal, shares, visit.person.id)
    page = page_of(every, ask.page, ask.limit)
    return documents.GroupGoalShown(
        goal=document(visit, goal),
        shares=tuple(page.items),
        you=next((one for one in every if one.you), None),
        manages=goal.user in (visit.person.id, await managed_here(visit)),
        page=page.number,
        pages=page.count,
    )


async def join(visit: Visit, ask: requests.JoinGroupGoal) -> documents.GroupGoalJoined:
    """With one thing of theirs, of which others see what it adds from now on, and nothing else."""
    groups, place, person = visit.services.group_goals, await here(visit), visit.person
    goal = await _named(visit, ask)
    part = await groups.part(person.id, goal, character=ask.character, metric=ask.metric, habit=ask.habit)
    name = await groups.name_in(person, goal, ask.name, visit.discord_name)
    share = await groups.join(person, goal, part, name, here=place)
    joined = await groups.by_id(goal.id)
    return documents.GroupGoalJoined(
        goal=document(visit, joined),
        name=share.name,
        sharing=sharing_text(joined, part.name, groups.today(joined)),
    )


async def to_leave(visit: Visit, ask: requests.NameGroupGoal) -> documents.GroupGoalShown:
    """What is asked about before the person leaves. Raises NotInGroup."""
    found = await show(visit, requests.ShowGroupGoal(goal=ask.goal))
    if found.you is None:
        raise NotInGroup(f"You are not in {found.goal.name}.")
    return found


async def leave(visit: Visit, ask: requests.NameGroupGoal) -> documents.GroupGoalLeft:
    """What they added goes with them."""
    goal = await _named(visit, ask)
    share = await visit.services.group_goals.leave(visit.person, goal)
    return documents.GroupGoalLeft(
        goal=document(visit, await visit.services.group_goals.by_id(goal.id)),
        name=share.name,
        character=share.character,
        habit=share.habit,
        text=thousandths_text(goal, share.contribution),
    )


async def edit(visit: Visit, ask: requests.EditGroupGoal) -> documents.GroupGoalChanged:
    """Only what is said is changed, and the group is told."""
    goals, before = visit.services.group_goals, await _own(visit, ask)
    wanted: dict[str, object] = {
        name: value for name in ("name", "who") if (value := getattr(ask, name)) is not None
    }
    if ask.aim is not None:
        with reading("aim"):
            wanted["aim"] = parse_aim(ask.aim)
    if ask.until is not None:
        with reading("until"):
            wanted["ends"] = parse_date(ask.until, goals.today(before))
    after, said = await goals.edit(before, visit.person, **wanted)
    return documents.GroupGoalChanged(goal=document(visit, after), changes=tuple(said))


async def end(visit: Visit, ask: requests.NameGroupGoal) -> documents.GroupGoalChanged:
    """Now, with what there is."""
    after = await visit.services.group_goals.end(await _own(visit, ask), visit.person)
    return documents.GroupGoalChanged(goal=document(visit, after), changes=("It is over now.",))


async def to_remove(visit: Visit, ask: requests.NameGroupGoal) -> documents.GroupGoalRemoval:
    """What is asked about before it is removed."""
    return documents.GroupGoalRemoval(goal=document(visit, await _own(visit, ask)), done=False)


async def remove(visit: Visit, ask: requests.NameGroupGoal) -> documents.GroupGoalRemoval:
    """For good, for everybody in it."""
    found = await _own(visit, ask)
    await visit.services.group_goals.remove(found, visit.person)
    return documents.GroupGoalRemoval(goal=document(visit, found), done=True)


async def known(visit: Visit) -> list[documents.ListedGroupGoal]:
    """What the person can name where they are."""
    return list((await list_goals(visit, Nothing())).goals)


def document(visit: Visit, goal: GroupGoal) -> documents.GroupGoalDocument:
    return documents.group_goal_document(goal, visit.services.group_goals.today(goal))


async def _named(visit: Visit, ask: requests.NameGroupGoal) -> GroupGoal:
    with reading("goal"):
        return await visit.services.group_goals.find(visit.person.id, ask.goal, await here(visit))


async def _own(visit: Visit, ask: requests.NameGroupGoal) -> GroupGoal:
    """The one that is meant, if the person may change it."""
    place, managed = await here(visit), await managed_here(visit)
    with reading("goal"):
        return await visit.services.group_goals.find_own(visit.person.id, ask.goal, place, managed)
