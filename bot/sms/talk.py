"""One turn of a conversation: what was said, what is done upon it, and what is remembered of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from bot.services import Services
from bot.sms import conversation, words
from bot.sms.adding import new_habit
from bot.sms.answers import cut, plain
from bot.sms.command import Answer, Command, Turn, Unclear
from bot.sms.conversation import Conversation
from bot.sms.either import by_name
from bot.sms.features import FEATURES
from bot.sms.goal_commands import new_goal
from bot.sms.grammar import Said, parse
from bot.sms.habit_commands import asked_of_yesterday, nearest_habit, which
from bot.sms.kept import KeptAnswers
from bot.sms.senders import Sender
from bot.sms.telling import Heard
from bot.sms.undoing import before_that, last_change, undo_named
from tracker.accounts.model import User
from tracker.goals.errors import NoSuchGoal
from tracker.habits.errors import NoSuchHabit
from tracker.habits.words.answers import several_text
from tracker.limits import Limit, Limits
from tracker.refusals import Refused
from tracker.sms.sent import SentBook, SentSms
from tracker.words import quoted

KEPT = KeptAnswers()
"""Of the whole process. Whose an answer is, is a part of its key."""

UNCLEAR = Limit("sms-unclear", 10, timedelta(hours=1))
"""So often it is said that nothing was understood: a machine that answers machines would never end."""

MOST_ITEMS = 12
"""So many numbers are answered at once."""


class Spoken(NamedTuple):
    text: str | None
    """None where nothing is to be said."""
    conversation: Conversation
    """As it is now."""


async def answered(services: Services, user: User, sender: Sender, said: Said) -> Spoken:
    """What the person is answered. Raises StoreError."""
    if said.is_reaction:
        return Spoken(None, sender.conversation)
    now = services.clock()
    answer = KEPT.answer(user, said, now, sender.glance)
    if answer is None:
        answer = await _tried(Turn(services, user, sender.conversation), said)
        answer = replace(answer, text=plain(answer.text))
        if not answer.understood and await Limits(services.table, services.clock).take(UNCLEAR, user.id):
            return Spoken(None, sender.conversation)
        if _stands_alone(said):
            KEPT.keep(user, said, now, answer)
    # By the clock after it was done: what is told at this very moment is not taken for something later.
    return spoken(sender.conversation, answer, services.settings.sms.max_segments, services.clock())


def _stands_alone(said: Said) -> bool:
    """Whether it means the same whatever was said before."""
    return not said.numbers and said.command not in _REPLIES


def spoken(before: Conversation, answer: Answer, segments: int, now: datetime) -> Spoken:
    shown, rest = cut(answer.text, segments)
    after = Conversation(
        listed=answer.listed or before.listed,
        rest=rest,
        question=answer.question,
        undo=before.undo if answer.undo is None else answer.undo,
        undo_at=before.undo_at if answer.undo is None else now,
        continued=answer.continued or before.continued,
        ttl=before.ttl,
    )
    return Spoken(shown, after)


async def _tried(turn: Turn, said: Said) -> Answer:
    try:
        return await done(turn, said)
    except (Unclear, Refused) as refused:
        return Answer(str(refused))


async def done(turn: Turn, said: Said) -> Answer:
    if said.numbers:
        return await _choose(turn, said.numbers)
    if said.code is not None:
        return Answer(words.NOTHING_TO_CONFIRM)
    if said.command is None:
        return await _guess(turn, said)
    command = TABLE[said.command]
    if command.takes_numbers and (numbers := parse(said.rest).numbers):
        return await _choose(turn, numbers, said.command)
    return await command.handle(turn, said.rest)


async def _choose(turn: Turn, numbers: Sequence[int], command: str | None = None) -> Answer:
    """What numbers stand for, in the order given; or another command for the same things."""
    listed = turn.conversation.listed
    if listed is None or not listed.ids:
        return Answer(words.NO_LIST)
    wanted = list(dict.fromkeys(numbers))
    for number in wanted:
        if not 1 <= number <= len(listed.ids):
            return Answer(words.NOT_IN_LIST.format(number=number, last=len(listed.ids)))
    answer = await _each(turn, [listed.line(number, command) for number in wanted[:MOST_ITEMS]])
    if len(wanted) <= MOST_ITEMS:
        return answer
    return replace(answer, text=f"{answer.text}\n{words.ONLY_SO_MANY.format(count=MOST_ITEMS)}")


async def _each(turn: Turn, lines: Sequence[str]) -> Answer:
    """One after the other. All of it is undone together, the last first."""
    found = [await _tried(turn, parse(line)) for line in lines]
    if len(found) == 1:
        return found[0]
    told = [one.told for one in found if one.told is not None]
    texts = [several_text(told)] if told else []
    texts += [one.text for one in found if one.told is None]
    undo = None
    if any(one.undo is not None for one in found):
        undo = "\n".join(one.undo for one in reversed(found) if one.undo)
    return Answer("\n".join(texts), undo=undo)


async def _guess(turn: Turn, said: Said) -> Answer:
    """Words that are no command may name a goal or a habit; what is nearly a command is asked about."""
    if not said.words:
        return await _menu(turn, "")
    try:
        return await by_name(turn, said.words)
    except NoSuchGoal:
        meant = await _nearest(turn, said)
        if meant is not None:
            question = words.DID_YOU_MEAN.format(line=meant.upper())
            return Answer(question, question=meant, understood=False)
        return Answer(words.NOT_UNDERSTOOD.format(said=quoted(said.words)), understood=False)


async def _nearest(turn: Turn, said: Said) -> str | None:
    """The line that was probably meant: a command, a habit, or something new."""
    return (
        said.nearest
        or await nearest_habit(turn, said.words)
        or await new_goal(turn, said.words)
        or new_habit(turn, said.words)
    )


async def _yes(turn: Turn, rest: str) -> Answer:
    """To a question; or of a habit, that it was done yesterday."""
    question = turn.conversation.question
    if rest:
        try:
            return await done(turn, parse(f"{words.YESTERDAY.name} {rest}"))
        except NoSuchHabit:
            return await _guess(turn, Said(rest))
    if question is None:
        return await _yes_to_nothing(turn)
    return await done(turn, parse(question))


async def _yes_to_nothing(turn: Turn) -> Answer:
    """A message in the morning may have asked whether something was done yesterday."""
    habits = await asked_of_yesterday(turn)
    if len(habits) > 1:
        return which(Heard(habits, after="", is_sure=True), words.YESTERDAY)
    if not habits:
        return Answer(words.NO_QUESTION)
    line = f"{words.YESTERDAY.name} {habits[0].name}"
    return Answer(words.DID_YOU_MEAN.format(line=line.upper()), question=line)


async def _no(turn: Turn, rest: str) -> Answer:
    del turn, rest
    return Answer(words.ALL_RIGHT)


async def _more(turn: Turn, rest: str) -> Answer:
    del rest
    before = turn.conversation
    sent = await SentBook(turn.services.table, turn.services.clock).last(turn.user.id)
    if sent is not None and sent.rest and _is_news(before, sent):
        return Answer(sent.rest, continued=sent.message)
    if before.rest:
        return Answer(before.rest)
    if before.listed is None or before.listed.lister is None or before.listed.is_whole:
        return Answer(words.NO_MORE)
    others = TABLE[before.listed.lister].others
    return Answer(words.NO_MORE) if others is None else await others(turn, before.listed)


def _is_news(before: Conversation, sent: SentSms) -> bool:
    """Whether the message came after what was said last, and its rest was not given yet."""
    said_at = datetime.fromtimestamp(before.ttl, UTC) - conversation.KEPT if before.ttl else None
    return sent.message != before.continued and (said_at is None or sent.created_at > said_at)


async def _undo(turn: Turn, rest: str) -> Answer:
    if rest:
        return await undo_named(turn, rest)
    lines = await last_change(turn)
    if not lines:
        return Answer(words.NOTHING_TO_UNDO)
    answer = await _each(turn, lines.splitlines())
    return replace(answer, undo=await before_that(turn))


async def _menu(turn: Turn, rest: str) -> Answer:
    """All commands, or one of them."""
    del turn
    named = parse(rest).command if rest else None
    if named is not None:
        phrase = TABLE[named].phrase
        return Answer(words.USAGE.format(usage=phrase.usage, about=phrase.about))
    commands = ", ".join(phrase.menu for phrase in words.PHRASES if phrase.menu)
    return Answer(words.MENU_LINE.format(commands=commands))


REPLIES = (
    Command(words.MORE, _more),
    Command(words.UNDO, _undo, takes_numbers=True),
    Command(words.MENU, _menu),
    Command(words.YES, _yes),
    Command(words.NO, _no),
)

_REPLIES = {command.phrase.name for command in REPLIES}
TABLE: Mapping[str, Command] = {command.phrase.name: command for command in (*FEATURES, *REPLIES)}
