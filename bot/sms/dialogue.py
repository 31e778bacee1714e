"""One turn of a conversation: what was said, what is done upon it, and what is remembered of it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from bot.feature import Feature
from bot.sms import conversation
from bot.sms.book import Book
from bot.sms.conversation import Conversation
from bot.sms.grammar import MENU_MARK, Said, parse
from bot.sms.part import (
    ALONE,
    Answer,
    Beginning,
    Certainty,
    LastSaid,
    Meaning,
    Phrase,
    Reply,
    Unclear,
    choice,
    nothing_said,
)
from bot.sms.text import cut, plain
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.frozen import frozen
from tracker.limits import Limit, Limits
from tracker.refusals import Refused
from tracker.sms.sent import SentBook, SentSms
from tracker.words import quoted

UNCLEAR = Limit("sms-unclear", 10, timedelta(hours=1))
"""So often it is said that nothing was understood: a machine that answers machines would never end."""
MOST_ITEMS = 12
"""So many numbers are answered at once."""

ADD = Phrase(
    "add",
    ("new", "set"),
    "add 99 wc by 1 march",
    "set a goal or begin a habit, in your own words",
    "add 99 wc",
)
ARCHIVE = Phrase(
    "archive", ("drop",), "archive wc", "put a goal or a habit away with its history; of a task, cancel it"
)
UNDO = Phrase(
    "undo", ("oops", "revert"), "undo", "undo what you changed or logged last; undo gym undoes that", "undo"
)
MORE = Phrase("more", ("next", "rest"), "more", "the rest of the last answer", "more")
MENU = Phrase(
    MENU_MARK, ("commands", "menu", "hi", "hello", "hey"), "?", "what you can text; ? goal explains one"
)
YES = Phrase(
    "y", ("yes", "yep", "yeah", "ok", "sure"), "y", "yes to the last question; y gym: you did that yesterday"
)
NO = Phrase("n", ("no", "nope", "nah"), "n", "no to the last question")

NO_LIST = "There is no list to choose from. Text today, habits or goals first."
NO_MORE = "That was all."
NO_QUESTION = "I did not ask anything. Text ? for what I know."
NOTHING_TO_UNDO = "There is nothing that can be undone."
NO_CODE = "There is no code to confirm for this number. Ask for a new one where you got it."


class DialogueAnswer(NamedTuple):
    text: str | None
    """None where nothing is to be said."""
    conversation: Conversation
    """As it is now."""


@frozen
class _Turn:
    here: Visit
    before: Conversation
    book: Book


class Dialogue:
    """With everybody: what differs from person to person comes with the visit and the conversation."""

    def __init__(self, features: Sequence[Feature]) -> None:
        self.book = Book.of(features, _PHRASES)

    def parse(self, text: str) -> Said:
        return parse(text, self.book.names)

    async def answered(self, here: Visit, before: Conversation, said: Said) -> DialogueAnswer:
        """What the person is answered. Raises StoreError."""
        if said.is_reaction:
            return DialogueAnswer(None, before)
        answer = await _tried(_Turn(here, before, self.book), said)
        services = here.services
        if not answer.understood and await Limits(services.table, services.clock).take(
            UNCLEAR, here.person.id
        ):
            return DialogueAnswer(None, before)
        # By the clock after it was done: what is told at this very moment is not taken for something later.
        return _spoken(before, answer, services.settings.sms.max_segments, services.clock())


def _spoken(before: Conversation, answer: Answer, segments: int, now: datetime) -> DialogueAnswer:
    shown, rest = cut(plain(answer.text), segments)
    known = before.listed.model_copy(update={"asks": False}) if before.listed else None
    after = Conversation(
        listed=answer.listed or known,
        rest=rest,
        question=answer.question,
        undo=before.undo if answer.undo is None else answer.undo,
        undo_at=before.undo_at if answer.undo is None else now,
        continued=answer.continued or before.continued,
        ttl=before.ttl,
    )
    return DialogueAnswer(shown, after)


async def _tried(turn: _Turn, said: Said) -> Answer:
    try:
        return await _done(turn, said)
    except Refused as refused:
        turn.here.services.count_refusal(FrontEnd.SMS, refused.code)
        return Answer(str(refused))


async def _done(turn: _Turn, said: Said) -> Answer:
    if said.numbers or said.code is not None:
        return await _number(turn, said)
    if said.command is None:
        return await _guess(turn, said)
    if (own := _REPLIES.get(said.command)) is not None:
        return await own(turn, said.rest)
    command = turn.book.commands[said.command]
    if command.takes_numbers and (numbers := parse(said.rest, turn.book.names).numbers):
        return await _choose(turn, numbers, command.phrase.name)
    try:
        return await command.handle(turn.here, said.verbatim if command.verbatim else said.rest)
    except Refused:
        if command.may_begin and (line := await _begun(turn, f"{said.command} {said.rest}")) is not None:
            return _ask(line)
        shared = await _meanings(turn, said.rest, command.shares) if command.shares and said.rest else []
        if not shared:
            raise
        return await _meant(turn, shared, command.shares)


async def _number(turn: _Turn, said: Said) -> Answer:
    """The answer to a question of ours, or items of the last list; where it may be both, it is asked."""
    listed = turn.before.listed
    reply = None if listed is not None and listed.asks else await _reply(turn, said.words)
    if reply is None:
        return Answer(NO_CODE) if said.code is not None else await _choose(turn, said.numbers)
    is_place = said.words.isdigit() and listed is not None and 1 <= int(said.words) <= len(listed.ids)
    if listed is None or not is_place or said.code is not None:
        return await _line(turn, reply.line)
    [number] = said.numbers
    return choice([reply.label, f"{number} of the last list"], [reply.line, listed.line(number)])


async def _reply(turn: _Turn, text: str) -> Reply | None:
    for part in turn.book.parts:
        if part.replies is not None and (reply := await part.replies(turn.here, text)) is not None:
            return reply
    return None


async def _line(turn: _Turn, line: str) -> Answer:
    return await _done(turn, parse(line, turn.book.names))


async def _choose(turn: _Turn, numbers: Sequence[int], command: str | None = None) -> Answer:
    """What numbers stand for, in the order given; or another command for the same things."""
    listed = turn.before.listed
    if listed is None or not listed.ids:
        return Answer(NO_LIST)
    wanted = list(dict.fromkeys(numbers))
    for number in wanted:
        if not 1 <= number <= len(listed.ids):
            return Answer(f"There is no {number}: the list goes from 1 to {len(listed.ids)}.")
    answer = await _each(turn, [listed.line(one, command) for one in wanted[:MOST_ITEMS]])
    if len(wanted) <= MOST_ITEMS:
        return answer
    return replace(
        answer, text=f"{answer.text}\nThose were the first {MOST_ITEMS}; text the other numbers again."
    )


async def _each(turn: _Turn, lines: Sequence[str]) -> Answer:
    """One after the other; in one go, where all of them are for a command that can. Undone all together."""
    said = [parse(line, turn.book.names) for line in lines]
    [name, *others] = {one.command for one in said}
    command = turn.book.commands.get(name or "")
    if len(said) > 1 and not others and command is not None and command.several is not None:
        return await command.several(turn.here, [one.rest for one in said])
    found = [await _tried(turn, one) for one in said]
    if len(found) == 1:
        return found[0]
    undo = None
    if any(one.undo is not None for one in found):
        undo = "\n".join(one.undo for one in reversed(found) if one.undo)
    return Answer("\n".join(one.text for one in found), undo=undo)


# Words that are no command


async def _guess(turn: _Turn, said: Said) -> Answer:
    """They may name something of the person's; what is nearly a command is asked about."""
    if not said.words:
        return await _menu(turn, "")
    if found := await _meanings(turn, said.words, ALONE):
        return await _meant(turn, found, ALONE)
    if (reply := await _reply(turn, said.words)) is not None:
        return await _line(turn, reply.line)
    meant = await _nearest(turn, said)
    if meant is None:
        words = f"I do not understand {quoted(said.words)}. Text ? for what I know."
        return Answer(words, understood=False)
    return replace(_ask(meant), understood=False)


def _ask(line: str, shown: str | None = None) -> Answer:
    """`shown` is the line in words, where it has an id."""
    return Answer(f"Did you mean {(shown or line).upper()}? Reply Y", question=line)


async def _meanings(turn: _Turn, text: str, word: str) -> list[Meaning]:
    """What a text may name of all that something can be done with by this word.

    What one feature refuses may be what another one means: `weight 82.4 kg` is no amount of a habit.
    """
    found: list[Meaning] = []
    refused: Refused | None = None
    for part in turn.book.parts:
        if part.meanings is None:
            continue
        try:
            found += [one for one in await part.meanings(turn.here, text) if word in one.lines]
        except Refused as error:
            refused = refused or error
    if refused is not None and not found:
        raise refused
    return [one for one in found if not one.weak] or found


async def _meant(turn: _Turn, found: Sequence[Meaning], word: str) -> Answer:
    if len(found) > 1:
        return choice(_labels(found), [one.lines[word] for one in found])
    [one] = found
    if not one.sure and word == ALONE:
        return replace(_ask(one.lines[word], one.named(one.lines[word])), understood=False)
    return await _line(turn, one.lines[word])


def _labels(found: Sequence[Meaning]) -> list[str]:
    """Names alone, where all of them are of one kind."""
    alike = len({one.label.partition(" ")[0] for one in found}) == 1
    return [one.name if alike and one.name else one.label for one in found]


async def _nearest(turn: _Turn, said: Said) -> str | None:
    """The line that was probably meant: a command, a name that is written almost so, or something new."""
    if said.nearest:
        return said.nearest
    for part in turn.book.parts:
        if part.nearest is not None and (line := await part.nearest(turn.here, said.words)) is not None:
            return line
    return await _begun(turn, said.words)


async def _begun(turn: _Turn, text: str) -> str | None:
    """The line that begins whatever a text surely is."""
    best = max(await _beginnings(turn, text), default=None, key=lambda one: one.certainty)
    return best.line if best is not None and best.certainty is Certainty.YES else None


# Words of the conversation itself


async def _add(turn: _Turn, rest: str) -> Answer:
    """Whatever the text surely is; of what it may be, the person is asked."""
    if not rest:
        raise nothing_said(ADD)
    found = sorted(await _beginnings(turn, rest), key=lambda one: -one.certainty)
    if found and found[0].certainty is Certainty.YES:
        return await _line(turn, found[0].line)
    perhaps = [one for one in found if one.certainty is Certainty.PERHAPS]
    refused = next((one.refused for one in found if one.refused is not None), None)
    if perhaps and refused is not None:
        return Answer(f"{refused} If you meant {perhaps[0].line.upper()}, reply Y.", question=perhaps[0].line)
    if perhaps:
        return _ask(perhaps[0].line)
    raise refused or nothing_said(ADD)


async def _beginnings(turn: _Turn, text: str) -> list[Beginning]:
    return [await part.begins(turn.here, text) for part in turn.book.parts if part.begins is not None]


async def _archive(turn: _Turn, rest: str) -> Answer:
    if not rest:
        raise nothing_said(ARCHIVE)
    return await _shared(turn, rest, "archive")


async def _shared(turn: _Turn, rest: str, word: str) -> Answer:
    found = await _meanings(turn, rest, word)
    if not found:
        raise Unclear(f"You have nothing called {quoted(rest)}. Text habits or goals to see what you have.")
    return await _meant(turn, found, word)


async def _yes(turn: _Turn, rest: str) -> Answer:
    """To a question; or of a habit, that it was done yesterday."""
    if numbers := parse(rest, turn.book.names).numbers:
        return await _choose(turn, numbers, "yesterday")
    if rest:
        found = await _meanings(turn, rest, "yesterday")
        return await (_meant(turn, found, "yesterday") if found else _guess(turn, Said(rest)))
    if turn.before.question is not None:
        return await _line(turn, turn.before.question)
    for part in turn.book.parts:
        if part.answers_yes is not None and (answer := await part.answers_yes(turn.here)) is not None:
            return answer
    return Answer(NO_QUESTION)


async def _no(turn: _Turn, rest: str) -> Answer:
    """To a question; or a habit that is called so: `no smoking`."""
    found = await _meanings(turn, f"{NO.also[0]} {rest}", ALONE) if rest else []
    return await _meant(turn, found, ALONE) if found else Answer("All right.")


async def _more(turn: _Turn, rest: str) -> Answer:
    del rest
    before, services = turn.before, turn.here.services
    sent = await SentBook(services.table, services.clock).last(turn.here.person.id)
    if sent is not None and sent.rest and _is_news(before, sent):
        return Answer(sent.rest, continued=sent.message)
    if before.rest:
        return Answer(before.rest)
    listed = before.listed
    lister = None if listed is None or listed.is_whole else turn.book.commands.get(listed.lister or "")
    if listed is None or lister is None or lister.more is None:
        return Answer(NO_MORE)
    return await lister.more(turn.here, listed)


def _is_news(before: Conversation, sent: SentSms) -> bool:
    """Whether the message came after what was said last, and its rest was not given yet."""
    said_at = datetime.fromtimestamp(before.ttl, UTC) - conversation.KEPT if before.ttl else None
    return sent.message != before.continued and (said_at is None or sent.tried_at > said_at)


async def _undo(turn: _Turn, rest: str) -> Answer:
    """The last change here, or what was said elsewhere since then; after that, what was said before."""
    if numbers := parse(rest, turn.book.names).numbers:
        return await _choose(turn, numbers, UNDO.name)
    if rest:
        return await _shared(turn, rest, "undo")
    last, at = await _last_said(turn), turn.before.undo_at
    lines = last.undo if last is not None and (at is None or last.at > at) else turn.before.undo
    if not lines:
        return Answer(NOTHING_TO_UNDO)
    answer = await _each(turn, lines.splitlines())
    before = await _last_said(turn)
    return replace(answer, undo=before.undo if before else "")


async def _last_said(turn: _Turn) -> LastSaid | None:
    found = [await part.last_said(turn.here) for part in turn.book.parts if part.last_said is not None]
    return max((one for one in found if one is not None), default=None, key=lambda one: one.at)


async def _menu(turn: _Turn, rest: str) -> Answer:
    """All commands, or one of them."""
    named = parse(rest, turn.book.names).command if rest else None
    if named is not None:
        return Answer(str(nothing_said(turn.book.phrases[named])))
    commands = ", ".join(phrase.menu for phrase in turn.book.phrases.values() if phrase.menu)
    return Answer(f"Text {commands}. ? and a word tells more.")


_PHRASES = (ADD, ARCHIVE, UNDO, MORE, MENU, YES, NO)
_REPLIES: Mapping[str, Callable[[_Turn, str], Awaitable[Answer]]] = dict(
    zip((one.name for one in _PHRASES), (_add, _archive, _undo, _more, _menu, _yes, _no), strict=True)
)
