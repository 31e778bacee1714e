"""What a person can do to get help, and to help: words in, documents out."""

from bot.assist import requests
from bot.assist.documents import (
    ThreadChanged,
    ThreadList,
    ThreadShown,
    Volunteered,
    message_document,
    thread_document,
)
from bot.documents import Nothing, reading
from bot.visit import Visit
from tracker.goals.book import GoalBook, goal_book
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal
from tracker.goals.words.wording import goal_title
from tracker.rewards.board_names import names_of
from tracker.rewards.wallet import wallet_of
from tracker.rooms.assist.circles import SERVER, find_circle
from tracker.rooms.assist.errors import AmbiguousThread, NoSuchCircle
from tracker.rooms.assist.model import AssistThread
from tracker.rooms.assist.service import AssistQuestion
from tracker.rooms.model import LONGEST_NAME
from tracker.servers.model import Server
from tracker.tasks.model import Task
from tracker.words import count_of, people_count


async def ask(visit: Visit, ask: requests.AskHelp) -> ThreadChanged:
    """Helpers see the title and the text, and nothing else of a task."""
    circle = find_circle(await visit.services.assist.circles(visit.person.id, await _here(visit)), ask.where)
    task, goal = await _about(visit, ask)
    first, *_ = ask.text.strip().splitlines() or [""]
    known = task.title if task else _title_of(goal) if goal else first
    name = circle.own_name or await _name(visit, ask.name)
    question = AssistQuestion(
        circle, name, (ask.title or known)[:LONGEST_NAME], ask.text, task=task and task.id, goal=goal
    )
    done = await visit.services.assist.ask(visit.person.id, question)
    told = people_count(done.told)
    who = f"{told} can help" if done.told else "Nobody is there to help yet; whoever comes sees it"
    where = f"Asked {circle.name}." if circle.is_buddy else f"Asked in {circle.name}. {who}."
    message = f"{where} Answers come to you."
    return ThreadChanged(
        thread=thread_document(done.thread, visit.person.id), told=done.told, points=0, message=message
    )


def _title_of(goal: Goal | CompositeGoal) -> str:
    return goal.title if isinstance(goal, CompositeGoal) else goal_title(goal, game_of(goal.subject.source))


async def _about(visit: Visit, ask: requests.AskHelp) -> tuple[Task | None, Goal | CompositeGoal | None]:
    if ask.task is not None and ask.goal is not None:
        raise AmbiguousThread("Ask about a task or about a goal, not about both.", field="goal")
    with reading("task"):
        task = None if ask.task is None else await visit.services.tasks.find(visit.person.id, ask.task)
    with reading("goal"):
        goal = None if ask.goal is None else (await _goals(visit)).find_any(ask.goal)
    return task, goal


async def _goals(visit: Visit) -> GoalBook:
    return await visit.services.table.read_in_steps(goal_book(visit.person.id))


async def answer(visit: Visit, ask: requests.AnswerQuestion) -> ThreadChanged:
    thread = await _found(visit, ask.thread)
    done = await visit.services.assist.answer(visit.person.id, thread.id, ask.text)
    to = "those who help you" if thread.asker == visit.person.id else thread.name
    return ThreadChanged(
        thread=thread_document(thread, visit.person.id), told=done.told, points=0, message=f"Sent to {to}."
    )


async def list_threads(visit: Visit, _: Nothing) -> ThreadList:
    found = await visit.services.assist.list(visit.person.id, await _here(visit))
    return ThreadList(threads=tuple(thread_document(one, visit.person.id) for one in found))


async def show(visit: Visit, ask: requests.NameThread) -> ThreadShown:
    thread = await _found(visit, ask.thread)
    scene = await visit.services.assist.scene(visit.person.id, thread.id)
    return ThreadShown(
        thread=thread_document(scene.thread, visit.person.id),
        messages=tuple(message_document(one, visit.person.id) for one in scene.messages),
    )


async def solved(visit: Visit, ask: requests.Solve) -> ThreadChanged:
    thread = await _found(visit, ask.thread)
    done = await visit.services.assist.solved(visit.person.id, thread.id, ask.helper)
    thanks = f" {done.helper} is thanked." if done.helper else ""
    points = f" They get {count_of(done.points, 'point')}." if done.points else ""
    after = await visit.services.assist.scene(visit.person.id, thread.id)
    return ThreadChanged(
        thread=thread_document(after.thread, visit.person.id),
        told=0,
        points=done.points,
        message=f"Solved.{thanks}{points}",
    )


async def leave(visit: Visit, ask: requests.NameThread) -> ThreadChanged:
    thread = await _found(visit, ask.thread)
    await visit.services.assist.leave(visit.person.id, thread.id)
    return _said_of(visit, thread, f"You hear no more of {thread.title}. What you said stays there.")


async def block(visit: Visit, ask: requests.NameSpeaker) -> ThreadChanged:
    thread = await _found(visit, ask.thread)
    with reading("message"):
        name = await visit.services.assist_safety.block(visit.person.id, thread.id, ask.message)
    return _said_of(visit, thread, f"{name} is blocked: neither of you sees what the other says.")


async def report(visit: Visit, ask: requests.ReportInThread) -> ThreadChanged:
    thread = await _found(visit, ask.thread)
    with reading("message"):
        await visit.services.assist_safety.report(visit.person.id, thread.id, ask.message, ask.why)
    return _said_of(visit, thread, "Reported to those who decide about it, without your name.")


def _said_of(visit: Visit, thread: AssistThread, message: str) -> ThreadChanged:
    document = thread_document(thread, visit.person.id)
    return ThreadChanged(thread=document, told=0, points=0, message=message)


async def volunteer(visit: Visit, ask: requests.Volunteer) -> Volunteered:
    circles = await visit.services.assist.circles(visit.person.id, await _here(visit))
    servers = [one for one in circles if one.id.startswith(SERVER)]
    if not servers:
        raise NoSuchCircle(
            "You are on no server that Questlog knows. Be announced there first.", field="where"
        )
    found = find_circle(servers, ask.where)
    name = "" if ask.stop else await _name(visit, ask.name)
    server = found.id.removeprefix(SERVER)
    await visit.services.assist.volunteer(visit.person.id, server, name, stop=ask.stop)
    said = (
        f"You are no longer asked on {found.name}."
        if ask.stop
        else f"Members of {found.name} can ask you for help. They see you as {name}."
    )
    return Volunteered(server=found.name, helps=not ask.stop, message=said)


async def _name(visit: Visit, said: str | None) -> str:
    wallet = await wallet_of(visit.services.table, visit.person.id)
    with reading("name"):
        return names_of(visit.person, wallet, said=said, discord=visit.discord_name)[0]


async def _here(visit: Visit) -> Server | None:
    return None if visit.guild is None else await visit.services.servers.find(visit.guild.id)


async def _found(visit: Visit, text: str) -> AssistThread:
    with reading("thread"):
        return await visit.services.assist.find(visit.person.id, text, await _here(visit))
