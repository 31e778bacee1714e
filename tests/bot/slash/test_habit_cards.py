"""Every card about habits, whatever it shows: within Discord's limits, and no name becomes layout."""

import io
from datetime import date, time, timedelta
from itertools import count
from typing import Any

import discord
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.page import page_of
from bot.pictures import LONGEST_ALT
from bot.slash.attached import FILE_NAME, HABIT_FILE
from bot.slash.cards import Card, row
from bot.slash.day_cards import habits_for_today, today_card, today_pages
from bot.slash.habit_cards import HABITS_PER_PAGE, habit_card, habits_card, holiday_card
from bot.slash.habit_form import AmountForm
from bot.slash.habit_looks import look_of_day
from bot.slash.habit_pages import card_buttons
from bot.slash.habit_telling import Telling, first_acts, told_card
from bot.slash.habit_words import name_of, strength
from bot.slash.leaderboard_cards import RANKS_PER_PAGE, Board, ranks_card
from bot.slash.looks import BLUE, GREEN, GREY
from bot.slash.paging import Place
from bot.slash.reward_cards import LEDGER_PER_PAGE, points_card
from bot.slash.texts import safe
from bot.slash.today_ticks import tick_rows
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.markdown import layout
from tests.bot.slash.shown_scenes import NOW, OWNER, TODAY, names, person, shown
from tests.fakes.discord.check_components import check_layout
from tests.fakes.discord.check_modals import check_modal
from tests.fakes.discord.component_types import walk
from tests.fakes.discord.forms import Form, Json
from tests.tracker.habits.logs import schedules
from tracker.habits.model import Away, Feed, Habit, HabitStatus, HabitType, LedgerEntry, Plan, Wallet
from tracker.habits.schedule import Daily, PerWeek
from tracker.habits.states import DayState, Entry, Logged
from tracker.habits.watched import Watched
from tracker.rewards.leaderboard import Rank
from tracker.store.segments import Subject

DAY = timedelta(days=1)
PLACE = Place("today", OWNER, 123_456)
MOST_CARDS = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
_IDS = count()


def habit(**other: Any) -> Habit:  # noqa: ANN401 - any field
    fields = {
        "id": f"01J{next(_IDS):023}", "user": "anna", "name": "Read", "schedule": Daily(),
        "began": TODAY - 9 * DAY, "created_at": NOW - 9 * DAY,
    }  # fmt: skip
    return Habit.model_validate({**fields, **other})


def watched(one: Habit, entries: dict[date, Entry] | None = None) -> Watched:
    return Watched(person(), one, NOW, None, entries or {})


def daily(days: int, *, until: date = TODAY - DAY) -> dict[date, Entry]:
    return {until - number * DAY: Entry(Logged.DONE) for number in range(days)}


def accepted(card: Card) -> list[Json]:
    """The components, which Discord takes; text is counted as its client does, where an emoji is two."""
    components = card.to_components()
    form = Form()
    check_layout(form, components, {FILE_NAME, HABIT_FILE})
    form.accept()
    texts = [one["content"] for one in walk(components) if one["type"] == 10]
    assert sum(len(text.encode("utf-16-le")) // 2 for text in texts) <= 4000
    assert all(text.strip() for text in texts)
    return components


def layouts(card: Card) -> list[str]:
    return [layout(one["content"]) for one in walk(accepted(card)) if one["type"] == 10]


def picture() -> discord.File:
    return discord.File(io.BytesIO(b"png"), HABIT_FILE, description="w" * LONGEST_ALT)


# What stands on them.


def test_a_card_says_everything_about_a_habit() -> None:
    one = habit(
        schedule=PerWeek(times=3),
        amount=20,
        unit="pages",
        area="mind",
        category="books",
        reminders=(time(7, 30), time(12), time(20)),
        plan=Plan(trigger="After dinner", reward="tea"),
        fed_by=Feed(character="z", subject=Subject("osrs", "main:z"), quantities=("a.xp",), title="xp of Z"),
        away=(Away(first=TODAY + DAY, last=TODAY + 3 * DAY),),
    )
    told = {TODAY - 2 * DAY: Entry(Logged.DONE, 20), TODAY: Entry(Logged.DONE, 5)}
    seen = watched(one, told)
    lines = card_lines(habit_card(seen, 1, goals=["Read all"], lead="Changed."))

    assert lines == [
        "┌ #c27c0e",
        "│ -# Changed.",
        "│ ### Read",
        "│ -# 20 pages, 3 times a week",
        "│ 🟨 5 of 20 pages · 1 of 3 this week",
        "│ ────",
        "│ **Streak** none now",
        f"│ **Strength** ▱▱▱▱▱▱▱▱▱▱▱▱▱▱ {strength(seen.standing())}",
        "│ **Kept** 0 of 1 week, 0 %",
        "│ **Done** on 1 day",
        "│ **Freezes** 0 of 3, used when a day is missed",
        "│ **Skips** 3 of 4 left this month",
        "│ **Reminders** 07:30, 12:00 and 20:00",
        "│ **Plan** After dinner → tea",
        "│ **Counted from** xp of Z",
        "│ **For** Read all",
        "│ **Away** {21 January 2027} to {23 January 2027}",
        "│ -# a habit to build · mind / books · since {11 January 2027}",
    ]


def test_a_list_says_what_each_asks_for_and_how_it_stands() -> None:
    some = [
        watched(habit(), daily(5)),
        watched(habit(name="Gym", schedule=PerWeek(times=3), status=HabitStatus.PAUSED)),
        watched(habit(name="Smoking", habit_type=HabitType.QUIT), {TODAY: Entry(Logged.DONE)}),
    ]

    assert card_lines(habits_card(page_of(some, 0, HABITS_PER_PAGE), PLACE)) == [
        "┌ #3b8fd0",
        "│ ## Your habits",
        "│ -# 3 habits",
        "│ ────",
        "│ **Read** · every day",
        "│ ⬜ to do · 🔥 5 days in a row",
        f"│ -# strength {strength(some[0].standing())} · the longest so far",
        "│ **Gym** · 3 times a week",
        "│ ⏸️ paused",
        "│ -# strength 0 %",
        "│ **Smoking** · not at all, every day",
        "│ 🔻 it happened",
        f"│ -# strength {strength(some[2].standing())} · longest 9 days",
    ]


def test_what_is_due_comes_first_and_what_is_not_for_today_is_left_out() -> None:
    found = habits_for_today(
        [
            watched(habit(name="done"), {TODAY: Entry(Logged.DONE)}),
            watched(habit(name="due")),
            watched(habit(name="low", habit_type=HabitType.QUIT)),
            watched(habit(name="paused", status=HabitStatus.PAUSED)),
            watched(habit(name="away", away=(Away(first=TODAY, last=TODAY),))),
            watched(habit(name="kept", schedule=PerWeek(times=1)), {TODAY - DAY: Entry(Logged.DONE)}),
        ]
    )

    assert [one.habit.name for one in found] == ["due", "done", "low"]


def test_a_day_is_green_when_everything_that_was_to_be_done_is() -> None:
    due, done = watched(habit()), watched(habit(), {TODAY: Entry(Logged.DONE)})
    skipped = watched(habit(), {TODAY: Entry(Logged.SKIPPED)})
    colours = [
        today_card(today_pages(some, [], 0), PLACE).to_components()[0]["accent_color"]
        for some in ([due, done], [done, skipped], [skipped])
    ]

    assert colours == [BLUE, GREEN, BLUE]


def test_a_goal_takes_as_much_room_as_two_habits() -> None:
    habits, goals = [watched(habit()) for _ in range(16)], [shown() for _ in range(7)]

    sizes = [len(today_pages(habits, goals, number).items) for number in range(3)]

    assert sizes == [18, 5, 5]
    assert today_pages(habits, goals, 9).number == 1


def test_what_nobody_expects_anything_of_can_only_be_resumed() -> None:
    [button] = card_buttons(watched(habit(status=HabitStatus.ARCHIVED)), OWNER)

    assert button.item.label == "Resume"
    assert habit_card(watched(habit(status=HabitStatus.ARCHIVED))).to_components()[0]["accent_color"] == GREY


# Within the limits, and harmless.


@st.composite
def habits(draw: st.DrawFn) -> Watched:
    amount = draw(st.none() | st.integers(1, 10**9))
    one = habit(
        name=draw(names.filter(bool)),
        habit_type=draw(st.sampled_from(HabitType)),
        schedule=draw(schedules()),
        amount=amount,
        unit=draw(st.none() | names),
        area=draw(st.none() | names),
        category=draw(st.none() | names),
        plan=Plan(**{part: draw(st.none() | names) for part in ("trigger", "action", "reward", "friction")}),
        reminders=tuple(time(hour) for hour in range(draw(st.integers(0, 6)))),
        status=draw(st.sampled_from(HabitStatus)),
        away=tuple(
            Away(first=TODAY + number * DAY, last=TODAY + number * DAY)
            for number in range(draw(st.integers(0, 5)))
        ),
    )
    states = st.builds(Entry, st.sampled_from(Logged), st.none() | st.integers(0, 10**9))
    return watched(one, draw(st.dictionaries(st.integers(0, 12).map(lambda ago: TODAY - ago * DAY), states)))


def tame(one: Watched) -> Watched:
    """The same habit, where everybody chose ordinary words."""
    said = one.habit
    plan = {part: text and "words" for part, text in said.plan.model_dump().items()}
    words = {"name": "Read", "unit": said.unit and "pages", "area": said.area and "mind"}
    plain = said.model_copy(
        update={**words, "category": said.category and "books", "plan": Plan.model_validate(plan)}
    )
    return watched(plain, dict(one.entries))


@MOST_CARDS
@given(one=habits(), lead=names.filter(bool), goals=st.lists(names, max_size=5), pictured=st.booleans())
def test_the_card_of_any_habit_is_one_that_discord_takes(
    one: Watched, lead: str, goals: list[str], *, pictured: bool
) -> None:
    accepted(
        habit_card(
            one,
            3,
            goals=[safe(goal) for goal in goals],
            lead=safe(lead),
            picture=picture() if pictured else None,
            rows=[row(*card_buttons(one, OWNER))],
        )
    )


@MOST_CARDS
@given(one=habits())
def test_no_word_changes_the_layout_of_a_habits_card(one: Watched) -> None:
    assert layouts(habit_card(one)) == layouts(habit_card(tame(one)))


@MOST_CARDS
@given(some=st.lists(habits(), max_size=12), archived=st.booleans())
def test_any_list_of_habits_is_one_that_discord_takes(some: list[Watched], *, archived: bool) -> None:
    page = page_of(some, 0, HABITS_PER_PAGE)

    found, plain = (
        layouts(habits_card(page.showing([change(one) for one in page.items]), PLACE, archived=archived))
        for change in (lambda one: one, tame)
    )
    assert found == plain


@MOST_CARDS
@given(some=st.lists(habits(), max_size=24), lead=st.none() | names.filter(bool), goals=st.integers(0, 11))
def test_any_day_is_one_that_discord_takes(some: list[Watched], lead: str | None, goals: int) -> None:
    page = today_pages(habits_for_today(some), [shown() for _ in range(goals)], 0)
    here = [one for one in page.items if isinstance(one, Watched)]
    rows = tick_rows(here, 2**64 - 1, 123_456, undo=lead is not None)

    accepted(today_card(page, PLACE, lead=safe(lead) if lead else None, ticks=rows))


@MOST_CARDS
@given(one=habits(), done=st.none() | st.integers(0, 10**9))
def test_any_form_is_one_that_discord_takes(one: Watched, done: int | None) -> None:
    async def then(*_: object) -> None: ...

    form = Form()
    check_modal(form, AmountForm(one.habit, done, then).to_dict())
    form.accept()


@MOST_CARDS
@given(name=names, points=st.integers(0, 10**12))
def test_any_leaderboard_ledger_and_answer_is_one_that_discord_takes(name: str, points: int) -> None:
    ranks = [Rank(number, f"user{number}", points, name) for number in range(1, RANKS_PER_PAGE + 2)]
    page = page_of(ranks, 0, RANKS_PER_PAGE)
    board = ranks_card(Board(safe(name), "all time"), page, ranks[-1], ranks[-1].user, [])
    line = LedgerEntry(
        award="a", habit="h", day=TODAY, at=NOW, points=points, coins=points, given_on=TODAY, reverses=True
    )
    entries = [line] * LEDGER_PER_PAGE
    purse = Wallet(points=points, coins=points)
    ledger = points_card(purse, page_of(entries, 0, LEDGER_PER_PAGE), {"h": name}, [])
    one = habit(name=name or "x")
    told = told_card(
        Telling(one, TODAY, safe(name), look_of_day(DayState.DONE), first_acts(one, later=True)), OWNER
    )

    for card in (board, ledger, told, holiday_card([name_of(one)] * 100, safe(name))):
        assert all("@everyone" not in text for text in layouts(card))
