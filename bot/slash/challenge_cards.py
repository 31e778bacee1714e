"""Cards of challenges: what one asks for, how a person stands, who is ahead, all weeks, and joining."""

from collections.abc import Iterator, Sequence
from datetime import date

import discord

from bot.charts.standings_values import Placed, StandingsChart, week_words
from bot.names import NAME
from bot.page import Page
from bot.slash.cards import Card, Part, Row, empty_card, heading, picture_of, separated, text
from bot.slash.challenge_words import (
    PRIVATE,
    asked,
    facts,
    name_of,
    notes,
    row_line,
    short_line,
    this_week,
    week_line,
)
from bot.slash.looks import GREEN, GREY, VIOLET
from bot.slash.texts import code, counted, dotted, on_day, safe, small
from tracker.challenge.model import Challenge, Counted, Participation, WeekRecord
from tracker.challenge.service import Status
from tracker.challenge.wording import aim_text, is_over

ROWS_PER_PAGE = 10
WEEKS_PER_PAGE = 10
MOST_OTHERS = 10


def challenge_card(
    challenge: Challenge,
    today: date,
    *,
    lead: str | None = None,
    below: str | None = None,
    rows: Sequence[Row] = (),
) -> Card:
    """`lead` and `below` are in our own words: what has just happened, and what comes next."""
    parts = [heading(name_of(challenge), lead, large=True), text(*asked(challenge, today))]
    if below:
        parts.append(text(small(below)))
    return Card(*separated(parts), colour=GREY if is_over(challenge, today) else VIOLET, rows=rows)


def status_card(status: Status, people: int, today: date) -> Card:
    challenge = status.challenge
    head = heading(name_of(challenge), aim_text(challenge), large=True)
    week = [] if is_over(challenge, today) else [text("**This week**", this_week(status))]
    foot = list(notes(status))
    parts: list[Part] = [head, *week, text(*facts(status, people)), *([text(*foot)] if foot else [])]
    good = status.week is not None and status.week.success
    return Card(*separated(parts), colour=GREEN if good else VIOLET)


def overview_card(mine: Sequence[tuple[Status, date]], others: Sequence[Challenge]) -> Card:
    """The days are today in each of them."""
    parts: list[Part] = []
    if mine:
        lines = [short_line(status, today) for status, today in mine]
        parts.append(text("### Your challenges", *lines))
    if others:
        lines = [dotted([f"**{name_of(one)}**", aim_text(one)]) for one in others[:MOST_OTHERS]]
        more = len(others) - MOST_OTHERS
        last = f"and {more:,} more" if more > 0 else None
        how = small("`/challenge join` takes you in, and `/challenge status` says more of one.")
        parts.append(text("### Others here", *lines, last, how))
    return Card(*separated(parts), colour=VIOLET)


def no_challenges_card() -> Card:
    return empty_card(
        "No challenges yet",
        "A group agrees on so much a week, and I keep the score: who made it, and how often in a row.",
        small("On a server, somebody who manages it begins one: `/challenge create name:Weekly commits`"),
    )


def standings_card(
    chart: StandingsChart,
    page: Page[Placed],
    *,
    picture: discord.File | None = None,
    rows: Sequence[Row] = (),
) -> Card:
    """The chart has a row more where the person is further down than the page."""
    head = heading(name_of(chart.challenge), week_words(chart.week), large=True)
    lines = [row_line(chart, row) for row in page.items] or ["Nobody was counted in that week yet."]
    parts: list[Part] = [head, text(*lines), text(*_below(chart, page))]
    if picture is not None:
        parts.insert(2, picture_of(picture))
    card = Card(*separated(parts), colour=VIOLET, rows=rows)
    card.file = picture
    return card


def _below(chart: StandingsChart, page: Page[Placed]) -> Iterator[str]:
    yield from (row_line(chart, row) for row in chart.rows[len(page.items) :])
    yield small(dotted([aim_text(chart.challenge), *(chart.facts if page.items else ())]))


def history_card(challenge: Challenge, page: Page[WeekRecord], rows: Sequence[Row]) -> Card:
    if not page.total:
        return empty_card(
            f"No weeks of {name_of(challenge)} yet",
            "The first one comes with the next count, if you are in it: `/challenge join`.",
        )
    head = heading(name_of(challenge), dotted([counted(page.total, "week"), str(page)]), large=True)
    return Card(*separated([head, text(*(week_line(challenge, one) for one in page.items))]), rows=rows)


def account_card(challenge: Challenge, name: str, rows: Sequence[Row]) -> Card:
    """Before anybody said which account on GitHub is theirs."""
    return Card(
        heading(f"Join {name_of(challenge)}: which account on GitHub is yours?"),
        text(
            "Its commits are counted. First you show that it is yours, by a code that I give you.",
            f"Others there will see you as **{safe(name, NAME)}**, with your commits of each week.",
            small(PRIVATE),
        ),
        colour=VIOLET,
        rows=rows,
    )


def proof_card(challenge: Challenge, name: str, login: str, proof: str, rows: Sequence[Row]) -> Card:
    return Card(
        heading(f"Join {name_of(challenge)}: show that the account is yours"),
        text(
            f"1\\. Write {code(proof)} into the bio of {code(f'github.com/{login}')}, or make a public gist "
            "with it as its description.",
            "2\\. Press the button. The code can go again after that.",
            f"Others there will see you as **{safe(name, NAME)}**, with your commits of each week.",
            small("GitHub takes a minute now and then until it shows what you wrote."),
        ),
        colour=VIOLET,
        rows=rows,
    )


def joined_card(challenge: Challenge, who: Participation, what: str, today: date) -> Card:
    """`what` says in safe words whose numbers count."""
    day = on_day(challenge.starts, challenge.zone)
    begins = f"It begins on {day}." if challenge.starts > today else "This week counts already."
    return Card(
        heading(f"You are in {name_of(challenge)}"),
        text(
            f"{what}: {aim_text(challenge)}. {begins}",
            f"Others there see you as **{safe(who.name, NAME)}**, with your count of each week and your "
            "streak, and nothing else.",
            small(PRIVATE) if challenge.counted is Counted.COMMITS else None,
            small("`/challenge status` says how you stand, and `/challenge leave` ends it."),
        ),
        colour=GREEN,
    )


def left_card(challenge: Challenge) -> Card:
    return Card(
        text(f"You are not in {name_of(challenge)} any more. Weeks that are settled stay as they were."),
        colour=GREY,
    )
