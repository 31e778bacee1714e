"""Habits as views, and every card of them: within Discord's limits, and no name becomes layout."""

import io
from datetime import time

import discord
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.charts.drawing import LONGEST_ALT
from bot.habits import view
from bot.habits.documents import (
    DayLogged,
    DaysLogged,
    HabitChanged,
    HabitDetails,
    HabitList,
    HabitRef,
    HabitSnoozed,
    TimeOff,
    habit_document,
)
from bot.habits.slash_buttons import how_much_form
from bot.habits.usecases import PER_PAGE
from bot.slash.press import form as form_of
from bot.slash.render import card
from bot.view import View
from scheduler.channels.colours import GREY
from tests.bot.habits.habit_scenes import DAY, daily, details, habit, habits, tame, watched
from tests.bot.slash.accepted import accepted, layouts
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import NOW, OWNER, TODAY, names
from tests.bot.visits import visit
from tests.fakes.discord.check_modals import check_modal
from tests.fakes.discord.forms import Form
from tracker.goals.feeds import Feed
from tracker.habits.model import Away, HabitPlan, HabitStatus, HabitType
from tracker.habits.schedule import PerWeek
from tracker.habits.states import DayEntry, DayState, Logged
from tracker.habits.watched import Watched
from tracker.store.segments import Subject

FILE = "habit.png"
FARTHEST = 2**64 - 1
MOST_CARDS = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)


def picture() -> discord.File:
    return discord.File(io.BytesIO(b"png"), FILE, description="w" * LONGEST_ALT)


def listed(some: list[Watched], *, archived: bool = False, page: int = 0, pages: int = 1) -> HabitList:
    shown = tuple(map(habit_document, some))
    return HabitList(day=TODAY, archived=archived, habits=shown, total=len(some), page=page, pages=pages)


def of(shown: View, owner: int = OWNER, file: discord.File | None = None) -> list[str]:
    return layouts(card(visit(), shown, owner, file), {FILE})


# What stands on them.


def test_a_card_says_everything_about_a_habit() -> None:
    one = habit(
        schedule=PerWeek(times=3),
        amount=20,
        unit="pages",
        area="mind",
        category="books",
        reminders=(time(7, 30), time(12), time(20)),
        plan=HabitPlan(trigger="After dinner", reward="tea"),
        fed_by=Feed(character="z", subject=Subject("osrs", "main:z"), quantities=("a.xp",), title="xp of Z"),
        away=(Away(first=TODAY + DAY, last=TODAY + 3 * DAY),),
    )
    told = {TODAY - 2 * DAY: DayEntry(Logged.DONE, 20), TODAY: DayEntry(Logged.DONE, 5)}
    shown = details(watched(one, told), goals=("Read all",))

    assert card_lines(card(visit(), view.habit(visit(), shown, notice="Changed."), OWNER)) == [
        "┌ #c27c0e",
        "│ -# Changed.",
        "│ ### Read",
        "│ -# 20 pages, 3 times a week",
        "│ 🟨 5 of 20 pages · 1 of 3 this week",
        "│ ────",
        "│ **Streak** none now",
        f"│ **Strength** ▱▱▱▱▱▱▱▱▱▱▱▱▱▱ {round(shown.habit.strength)} %",
        "│ **Kept** 0 of 1 week, 0 %",
        "│ **Done** on 1 day",
        "│ **Freezes** 0 of 3, used when you miss a day",
        "│ **Skips** 3 of 4 left this month",
        "│ **Reminders** 07:30, 12:00 and 20:00",
        "│ **Plan** After dinner → tea",
        "│ **Counted from** xp of Z",
        "│ **For** Read all",
        "│ **Away** {21 January 2027} to {23 January 2027}",
        "│ -# a habit to build · mind / books · since {11 January 2027}",
        "│ (Done) (Undo) (Pause)",
    ]


def test_a_list_says_what_each_asks_for_and_how_it_stands() -> None:
    some = [
        watched(habit(), daily(5)),
        watched(habit(name="Gym", schedule=PerWeek(times=3), status=HabitStatus.PAUSED)),
        watched(habit(name="Smoking", habit_type=HabitType.QUIT), {TODAY: DayEntry(Logged.DONE)}),
    ]
    found = listed(some)
    strengths = [f"strength {round(one.strength)} %" for one in found.habits]

    assert card_lines(card(visit(), view.habits(visit(), found), OWNER)) == [
        "┌ #3b8fd0",
        "│ ## Your habits",
        "│ -# 3 habits",
        "│ ────",
        "│ **Read** · every day",
        "│ ⬜ to do · 🔥 5 days in a row",
        f"│ -# {strengths[0]}",
        "│ **Gym** · 3 times a week",
        "│ ⏸️ paused",
        f"│ -# {strengths[1]}",
        "│ **Smoking** · not at all, every day",
        "│ 🔻 it happened",
        f"│ -# longest 9 days · {strengths[2]}",
    ]


def test_what_nobody_expects_anything_of_can_only_be_resumed() -> None:
    shown = view.habit(visit(), details(watched(habit(status=HabitStatus.ARCHIVED))))

    assert [one.label for one in shown.actions] == ["Resume"]
    assert card(visit(), shown, OWNER).to_components()[0]["accent_color"] == GREY


# Within the limits, and harmless.


@MOST_CARDS
@given(one=habits(), notice=names.filter(bool), goals=st.lists(names, max_size=5), pictured=st.booleans())
def test_the_card_of_any_habit_is_one_that_discord_takes(
    one: Watched, notice: str, goals: list[str], *, pictured: bool
) -> None:
    shown = view.habit(visit(), details(one, goals=tuple(goals)), notice=notice)

    accepted(card(visit(), shown, FARTHEST, picture() if pictured else None), {FILE})


@MOST_CARDS
@given(one=habits())
def test_no_word_changes_the_layout_of_a_habits_card(one: Watched) -> None:
    found, plain = (of(view.habit(visit(), details(it))) for it in (one, tame(one)))

    assert found == plain


@MOST_CARDS
@given(some=st.lists(habits(), max_size=PER_PAGE), archived=st.booleans())
def test_any_list_of_habits_is_one_that_discord_takes(some: list[Watched], *, archived: bool) -> None:
    found, plain = (
        of(view.habits(visit(), listed(it, archived=archived, page=122_456, pages=123_456)), FARTHEST)
        for it in (some, [tame(one) for one in some])
    )

    assert found == plain


@MOST_CARDS
@given(one=habits(), amount=st.none() | st.integers(0, 10**9), state=st.sampled_from(DayState))
def test_any_form_and_answer_is_one_that_discord_takes(
    one: Watched, amount: int | None, state: DayState
) -> None:
    def said(it: Watched) -> DayLogged:
        return DayLogged(
            habit=HabitRef.of(it.habit), day=TODAY, is_today=True, state=state, amount=amount, streak=3,
            message=f"{it.habit.name} is done today.",
        )  # fmt: skip

    counted = watched(one.habit.model_copy(update={"amount": one.habit.amount or 5}))
    form = Form()
    check_modal(form, form_of("ql:habit", *how_much_form(said(counted))).to_dict())
    form.accept()
    assert of(view.logged(visit(), said(one)), FARTHEST) == of(
        view.logged(visit(), said(tame(one))), FARTHEST
    )


@MOST_CARDS
@given(one=habits(), words=names)
def test_so_is_whatever_else_is_said_of_a_habit(one: Watched, words: str) -> None:
    def cards(it: Watched, text: str) -> list[list[str]]:
        whole, ref = habit_document(it), HabitRef.of(it.habit)
        known = HabitDetails(habit=whole, skips_left=1, goal_titles=())
        changed = HabitChanged(**dict(known), message=text, understood=text)
        away = TimeOff(first=TODAY, last=TODAY + DAY, back=False, habits=(whole,) * 100)
        return [
            of(shown, FARTHEST)
            for shown in (
                view.changed(visit(), changed),
                view.switched(visit(), changed),
                view.removal(visit(), ref),
                view.snoozed(visit(), HabitSnoozed(habit=ref, day=TODAY, until=NOW)),
                view.several_logged(visit(), DaysLogged(changed=(ref,), message=text)),
                view.time_off(visit(), away),
            )
        ]

    found = cards(one, f"{words} is changed.")

    assert found == cards(tame(one), "It is changed.")
    assert all("@everyone" not in text for texts in found for text in texts)
