"""The standings of a week, and all weeks of a person, as people read them."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from bot.challenges import documents
from bot.challenges.picture import chart_of, draw_standings
from bot.challenges.view import GOOD, JOIN, OPEN, flame, name_of
from bot.names import NAME, shown_name
from bot.view import At, Bar, Chart, On, Paging, Row, Strong, Text, View, joined
from bot.visit import Visit
from tracker.challenge.wording import week_facts, week_words, weeks_text
from tracker.front_ends import FrontEnd
from tracker.tones import Tone
from tracker.weeks import parse_week
from tracker.words import count_of, people, people_count

STANDINGS, WEEKS = "standings", "challenge-weeks"
MISSED = "\N{CROSS MARK}"


def standings(here: Visit, found: documents.StandingsDocument, notes: Sequence[Text] = ()) -> View:
    """The person stands below the others where they are on another page; the first page has the picture."""
    one, week, by_sms = found.challenge, found.week, here.front_end is FrontEnd.SMS
    number = parse_week(week.week)
    ranked: list[tuple[documents.ChallengeRank, bool]] = [(rank, rank.you) for rank in found.top]
    if found.you is not None and not any(own for _, own in ranked):
        ranked.append((found.you, True))
    most = max((rank.count for rank, _ in ranked), default=0)
    facts = week_facts(one.counts, week.participants, week.successes, week.total) if found.top else ()
    longest = [f"{shown_name(one.name, NAME)} {weeks_text(one.weeks)}" for one in found.longest_streaks]
    streaks = f"Longest streaks now: {', '.join(longest)}" if longest else None
    counted = _counted_at(found, "moment") if ranked else None
    below = [counted] if by_sms else [*_everybody(found), streaks]
    return View(
        title=name_of(one),
        subtitle=f"week {number.week}" if by_sms else week_words(number),
        tone=Tone.TRIUMPH,
        lead=None if ranked else f"Nobody in {name_of(one)} was counted in that week yet.",
        compact=True,
        rows=[_rank_row(here, one, rank, most, own=own) for rank, own in ranked],
        hints=[*notes, *filter(None, below)],
        footer=joined(one.aim, *facts, _counted_at(found, "ago")),
        paging=Paging(STANDINGS, found.page, found.pages, f"{one.id}/{week.week}"),
        chart=Chart("standings", partial(draw_standings, chart=chart_of(one, week, [*ranked])))
        if found.top and not found.page
        else None,
    )


def _everybody(found: documents.StandingsDocument) -> list[Text]:
    """The average of the week, and what all weeks of all people come to."""
    one, week, every = found.challenge, found.week, found.everybody
    said: list[Text] = []
    if week.participants:
        good = "" if week.rate is None else f"; {round(week.rate)} % had a good week"
        said.append(f"On average {people(round(week.average, 1))} per person{good}")
    if every.people:
        good = "" if every.rate is None else f", {round(every.rate)} % of settled weeks good"
        total, weeks = one.counts.amount(every.total), count_of(every.weeks, "week")
        who = people_count(every.people)
        said.append(f"In total {total} in {weeks} by {who}{good}")
    return said


def _counted_at(found: documents.StandingsDocument, style: Literal["moment", "ago"]) -> Text | None:
    return None if found.counted_at is None else ("Counted ", At(found.counted_at, style))


def _rank_row(
    here: Visit, one: documents.ChallengeDocument, rank: documents.ChallengeRank, most: int, *, own: bool
) -> Row:
    """With a bar where there are columns, and of the streak only where there is room."""
    name, by_sms = shown_name(rank.name, NAME), here.front_end is FrontEnd.SMS
    title: Text = "You" if own and by_sms else (Strong(name), " (you)") if own else name
    bar = [(Bar(100 * rank.count / max(most, 1)),)] if here.front_end is FrontEnd.TERMINAL else []
    streak = flame(weeks_text(rank.streak) if rank.streak and not by_sms else None)
    tone = Tone.GOOD if rank.success else Tone.PLAIN
    cells = (*bar, one.counts.amount(rank.count), streak)
    return Row(name, title, cells, tone=tone, rank=rank.rank)


def weeks(here: Visit, found: documents.WeekList) -> View:
    one, paging = found.challenge, Paging(WEEKS, found.page, found.pages, found.challenge.id)
    if not found.weeks:
        return View(
            title=f"No weeks of {name_of(one)} yet",
            lead=("The first one comes with the next count, if you are in it: ", JOIN(one.name.lower())),
        )
    private = "Of private work GitHub tells only how much there was about then; it does not count."
    return View(
        title=name_of(one),
        subtitle=joined(weeks_text(found.total), str(paging)),
        compact=True,
        rows=[_week_row(week) for week in found.weeks],
        hints=[private] if any(week.private for week in found.weeks) else [],
        paging=paging,
    )


def _week_row(one: documents.WeekDocument) -> Row:
    good, missed = (GOOD, Tone.GOOD), (MISSED, Tone.BAD)
    symbol, tone = good if one.success else missed if one.settled else (OPEN, Tone.PLAIN)
    late = f"{people(one.late)} more came too late to count" if one.late else None
    private = f"{people(one.private)} private" if one.private else None
    title = (Strong(f"Week {parse_week(one.week).week}"), " from ", On(one.first))
    still = None if one.settled else "still open"
    notes = joined(late, private, still) or None
    return Row(one.week, title, (one.text, notes), symbol=symbol, tone=tone)


def rebuilt(here: Visit, done: documents.RebuiltList) -> View:
    lines: list[Text] = [
        f"{name_of(one.challenge)}: {people(one.people)} {'person' if one.people == 1 else 'people'} and "
        f"{weeks_text(one.weeks)} counted anew; "
        f"{f'{people(one.repaired)} repaired' if one.repaired else 'all was right'}."
        for one in done.rebuilt
    ]
    return View(hints=lines or ["There are no challenges under way."])
