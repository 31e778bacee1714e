"""From what people write (`99 wc by 1 march then 200m`) to a GoalRequest, or to a refusal that helps.

The parts of a goal may come in any order. What is written together (`99wc`) is taken apart first. Then each
step takes out what it understands and leaves the rest: the date, the names, the pace, the numbers, the words.
What is left at the end was not understood.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from tracker.dates import DateInPast, find_date, parse_date
from tracker.frozen import frozen
from tracker.goals.errors import (
    AlreadyReached,
    GoalRefused,
    NameMissing,
    NoSuchMeasure,
    NotUnderstood,
    NumberMissing,
    TwoTargets,
)
from tracker.goals.games.game import ALL_SKILLS, OVERALL, Game, name_key
from tracker.goals.words.aims import aim_of, check_cap, highest
from tracker.goals.words.request import LEVELS, GoalRequest, GoalType, Pace, PaceUnit
from tracker.goals.words.vocabulary import BREAK, either, find_names, unknown_name
from tracker.numbers import NUMBER, apart, grouped, number_in
from tracker.readings import Number

LONGEST_TEXT = 300
MOST_STEPS = 10

_UNITS = {"d": PaceUnit.DAY, "w": PaceUnit.WEEK, "m": PaceUnit.MONTH, "y": PaceUnit.YEAR}
_TIME = "(?:day|d|week|wk|w|month|mo|year|yr|y)"
_PACE = re.compile(
    rf"(?:\bat )?(?P<number>{re.sub(r'[?]P<[a-z]+>', '?:', NUMBER.pattern)})"
    r"(?:\ \|)*(?:\ ?(?P<word>[a-z]+))?(?:"
    rf"\ ?(?:/|\bper\b|\ba\b|\ban\b|\beach\b|\bevery\b)\ ?(?P<unit>{_TIME})"
    r"|\ (?P<adverb>daily|weekly|monthly|yearly))(?![^\W_])",
    re.VERBOSE | re.ASCII,
)
_PER = re.compile(rf"(?<=[^\W\d_])/(?={_TIME}(?![^\W_]))", re.ASCII)
"""Of `5 commits/day`: a name before it is a word of its own."""
_MORE_THAN_A_LEVEL = 1_000
_MORE_THAN_A_TOTAL_LEVEL = 10_000

_LEVEL, _VIRTUAL, _XP, _SCORE, _RANK, _ALL, _MAX, _GAIN = (
    "level", "virtual", "xp", "score", "rank", "all", "max", "gain",
)  # fmt: skip
_MEANINGS = {
    _LEVEL: "level levels lvl lvls lv lvs",
    _VIRTUAL: "virtual virt vlvl vlvls vlevel vlevels vlv",
    _XP: "xp exp experience",
    _SCORE: "kc kcs kill kills count killcount score scores point points pts clear clears completion"
    " completions run runs chest chests clue clues",
    _RANK: "rank ranked ranking top",
    _ALL: "all base bases every each",
    _MAX: "max maxed maximum maxing",
    _GAIN: "gain more another",
}
_WORDS = {word: meaning for meaning, words in _MEANINGS.items() for word in words.split()}
_NOISE_WORDS = (
    "a an the of in at to for with on my me i want get reach hit goal skill skills stat stats boss bosses"
    " cape and please be is it"
)
_NOISE = frozenset(_NOISE_WORDS.split(" "))
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_PUNCTUATION = re.compile(r"[\s|,.;:!?\"'()\u2018-\u201d]|(?<!\S)[-\u2013\u2014](?!\S)")
"""What stands between words and means nothing by itself."""
_MINUS = ("-", "\N{MINUS SIGN}", "\N{EN DASH}")


@frozen
class _Said:
    """What the words of one goal hold, before they are put together."""

    names: list[str]
    meanings: frozenset[str]
    number: Number | None
    gain: bool
    due: date | None
    pace: Pace | None


def parse_goal(text: str, game: Game, today: date) -> GoalRequest:
    """The goal that a text asks for. `today` is the day of the person, which dates are relative to."""
    if len(text) > LONGEST_TEXT:
        raise NotUnderstood(
            f"That is too long for a goal: it may have {LONGEST_TEXT} letters. {game.examples}"
        )
    parts = re.split(r"\bthen\b|->|\N{RIGHTWARDS ARROW}", " ".join(text.casefold().split()))
    if len(parts) > MOST_STEPS:
        raise NotUnderstood(f"A goal may be followed by others, up to {MOST_STEPS} in all.")
    steps: list[GoalRequest] = []
    for part in parts:
        step = _step(part, game, today, steps[-1] if steps else None)
        for before in steps:
            check_order(before, step, game)
        steps.append(step)
    return chained(steps)


def chained(steps: list[GoalRequest]) -> GoalRequest:
    """One request of several, which come one after the other."""
    chain = steps[-1]
    for step in reversed(steps[:-1]):
        chain = replace(step, then=chain)
    return chain


def check_order(before: GoalRequest, after: GoalRequest, game: Game) -> None:
    """Each step comes later than those before, and asks for more. Raises DateInPast, AlreadyReached."""
    if before.due and after.due and after.due < before.due:
        raise DateInPast(f"{after.due} comes before {before.due}, and what comes `then` must come later.")
    falling = before.type is GoalType.RANK
    alike = before.attribute == after.attribute and falling == (after.type is GoalType.RANK)
    if not alike or before.target is None or after.target is None:
        return
    first, second = (aim_of(game, it.attribute, it.type, it.target or 0).target for it in (before, after))
    if second >= first if falling else second <= first:
        raise AlreadyReached(f"What comes `then` is reached with what comes before it: {before}.")


def _step(text: str, game: Game, today: date, before: GoalRequest | None) -> GoalRequest:
    said = _said(text, game, today)
    attribute = _attribute(said, game, before)
    goal_type = _type(said, game, attribute)
    number = said.number
    if _MAX in said.meanings:
        most = game.max_level if attribute == ALL_SKILLS else highest(game, attribute, goal_type)
        if number not in (None, most):
            raise TwoTargets(f"{grouped(number)} or the most there is? A goal has one target. Say which.")
        number = most
    if number is None and said.pace is None:
        raise NumberMissing(f"How much of {game.display(attribute)}? {game.examples}")
    _check_number(number, goal_type, game)
    if number is not None and not said.gain:
        check_cap(game, attribute, goal_type, number)
    target, gain = (None, number) if said.gain else (number, None)
    return GoalRequest(attribute, goal_type, target, gain, said.due, said.pace)


def _said(text: str, game: Game, today: date) -> _Said:
    """Each piece is taken out. What is left, a word or a sign, was not understood: nothing is passed over."""
    text = text.replace(game.symbol, " ") if game.symbol else text
    rest, due = _take_date(apart(text, lambda word: _means_something(word, game)), today)
    names, words = find_names(game, _PER.sub(" / ", rest).split())
    _check_one_name(names, game)
    rest, pace, counted_in = _take_pace(" ".join(words), game)
    rest, number, plus = _take_number(rest, game)
    if number is None:
        rest = f"{rest} {counted_in}"
    words = _WORD.findall(rest)
    meanings = frozenset(_WORDS[word] for word in words if word in _WORDS)
    unknown = [word for word in words if word not in _WORDS and word not in _NOISE]
    if unknown:
        raise _unknown(unknown, names, game)
    if signs := _PUNCTUATION.sub("", _WORD.sub("", rest)):
        raise _unknown([signs], [signs], game)
    return _Said(names, meanings, number, plus or _GAIN in meanings, due, pace)


def _means_something(word: str, game: Game) -> bool:
    return word in _WORDS or name_key(word) in game.names or name_key(word) in game.ambiguous


def _unknown(words: list[str], names: list[str], game: Game) -> GoalRefused:
    said = " ".join(words)
    if not names:
        return unknown_name(game, said)
    return NotUnderstood(f"I do not understand {said[:40]!r}. {game.examples}")


def _take_date(text: str, today: date) -> tuple[str, date | None]:
    found = find_date(text, today)
    rest, due = found or (text, None)
    if due is not None and find_date(rest, today):
        raise TwoTargets("A goal has one date. Say which.")
    if left := re.search(r"\b(?:by|before|until|till?|due) +([^|]+)", rest):
        parse_date(left[1], today)  # it is none, and says so
        raise TwoTargets("A goal has one date. Say which.")
    return rest, due


def _take_pace(text: str, game: Game) -> tuple[str, Pace | None, str]:
    """The pace and the word that it is counted in, which says what a goal without a target is about."""
    if (found := _PACE.search(text)) is None:
        return text, None, ""
    _refuse_minus(text[: found.start("number")], "A pace must be above 0, such as 50k/day.")
    amount = _number(found["number"])
    word = found["word"] or ""
    if _WORDS.get(word or "xp") not in (_XP, _SCORE):
        if not game.skills:
            raise unknown_name(game, word)
        raise NotUnderstood("A pace is counted in xp or kc, such as 50k/day or 20 kc a week.")
    unit = _UNITS[(found["unit"] or found["adverb"])[0]]
    rest = f"{text[: found.start()].removesuffix('+')} {BREAK} {text[found.end() :]}"
    if _PACE.search(rest):
        raise TwoTargets("A goal has one pace. Say which.")
    if not amount:
        raise NotUnderstood("A pace must be above 0, such as 50k/day.")
    return rest, Pace(amount, unit), word


def _take_number(text: str, game: Game) -> tuple[str, Number | None, bool]:
    """The only number of a text, and whether a plus says that it is a gain."""
    # `base 70s`, `#1000`
    text = re.sub(r"(?<![\w.,])(\d{1,3})'?s\b", r"\1", text).replace("#", " rank ")
    found = [*NUMBER.finditer(text)]
    if len(found) > 1:
        one, other = found[0][0].strip(), found[1][0].strip()
        if one == other:
            raise TwoTargets(f"{one} is there twice, and a goal has one target. Say it once.")
        raise TwoTargets(f"{one} or {other}? A goal has one target.")
    if not found:
        return text, None, False
    start, end = found[0].span()
    _refuse_minus(text[:start], f"A target must be above 0. {game.examples}")
    before = text[:start].rstrip()
    plus = before.endswith("+")
    return f"{before.removesuffix('+')} {BREAK} {text[end:]}", _number(found[0][0]), plus


def _refuse_minus(before: str, why: str) -> None:
    if before.endswith(_MINUS):
        raise NotUnderstood(why)


def _number(text: str) -> Number:
    found = NUMBER.fullmatch(text.strip())
    if found is None or (number := number_in(found)) is None:
        raise NotUnderstood(f"{text.strip()[:40]} is not a number that I can read. Write 13m or 13,034,431.")
    return number


def _check_one_name(names: list[str], game: Game) -> None:
    several = list(dict.fromkeys(names))
    if len(several) > 1:
        shown = " or ".join(map(game.display, several[:2]))
        raise TwoTargets(f"{shown}? A goal is about one of them; set the other as a goal of its own.")


def _attribute(said: _Said, game: Game, before: GoalRequest | None) -> str:
    names = said.names
    if names and _ALL in said.meanings:
        raise TwoTargets(f"All skills or {game.display(names[0])}? A goal is about one of them.")
    if names:
        return names[0]
    if game.skills and said.meanings & {_ALL, _MAX}:
        return ALL_SKILLS
    if before is not None:
        return before.attribute
    if len(game.metrics) == 1 and not game.skills and not game.activities:
        return game.metrics[0]
    raise NameMissing(f"Which skill or boss is the goal about? {game.examples}")


def _type(said: _Said, game: Game, attribute: str) -> GoalType:
    asked = {_TYPES[meaning] for meaning in said.meanings if meaning in _TYPES}
    if GoalType.VIRTUAL_LEVEL in asked:
        asked.discard(GoalType.LEVEL)
    if len(asked) > 1:
        raise TwoTargets(f"{' or '.join(sorted(asked))}? A goal is about one of them.")
    allowed = types_of(game, attribute)
    goal_type = asked.pop() if asked else _usual_type(said, attribute, allowed)
    if goal_type not in allowed:
        name, kinds = game.display(attribute), [_SAID_AS[it] for it in allowed]
        raise NoSuchMeasure(f"{name} has no {_SAID_AS[goal_type]}; a goal may be about its {either(kinds)}.")
    if goal_type is GoalType.RANK and (said.gain or said.pace):
        raise NotUnderstood("A rank has no pace: name the rank to reach, such as `rank 1000 slayer`.")
    if said.pace and goal_type in LEVELS:
        if said.number is None:
            return GoalType.XP
        if attribute == OVERALL:
            raise NotUnderstood("A total level has no pace. Set a goal in total xp, such as `1b total xp`.")
    return goal_type


def types_of(game: Game, attribute: str) -> tuple[GoalType, ...]:
    """What a goal on an attribute may be about, the usual first."""
    if attribute == OVERALL:
        return GoalType.LEVEL, GoalType.XP, GoalType.RANK
    if attribute == ALL_SKILLS:
        return GoalType.LEVEL, GoalType.XP, GoalType.VIRTUAL_LEVEL
    if attribute in game.skills:
        return GoalType.LEVEL, GoalType.XP, GoalType.VIRTUAL_LEVEL, GoalType.RANK
    if attribute in game.activities:
        return GoalType.SCORE, GoalType.RANK
    return (GoalType.VALUE,)


def _usual_type(said: _Said, attribute: str, allowed: Iterable[GoalType]) -> GoalType:
    """A number too large for a level is xp; a pace without a target is one in xp."""
    usual = next(iter(allowed))
    if usual is not GoalType.LEVEL:
        return usual
    limit = _MORE_THAN_A_TOTAL_LEVEL if attribute == OVERALL else _MORE_THAN_A_LEVEL
    if said.number is None:
        return GoalType.XP if said.pace else GoalType.LEVEL
    return GoalType.XP if said.number >= limit else GoalType.LEVEL


def _check_number(number: Number | None, goal_type: GoalType, game: Game) -> None:
    if number is None:
        return
    if number <= 0:
        raise NotUnderstood(f"A target must be above 0. {game.examples}")
    if goal_type is not GoalType.VALUE and not isinstance(number, int):
        raise NotUnderstood(f"A {goal_type} is a whole number; {number} is not.")


_TYPES = {
    _LEVEL: GoalType.LEVEL,
    _VIRTUAL: GoalType.VIRTUAL_LEVEL,
    _XP: GoalType.XP,
    _SCORE: GoalType.SCORE,
    _RANK: GoalType.RANK,
}
_SAID_AS = {
    GoalType.XP: "xp",
    GoalType.LEVEL: "level",
    GoalType.VIRTUAL_LEVEL: "virtual level",
    GoalType.SCORE: "score",
    GoalType.RANK: "rank",
    GoalType.VALUE: "value",
}
