"""What can be asked of habits."""

from decimal import Decimal

from pydantic import Field, StrictInt

from bot.documents import Ask
from bot.series import ShowSeries


class HabitOptions(Ask, frozen=True):
    """What can be said of a habit besides its words, as people write it. `none` takes an option away."""

    often: str | None = Field(default=None, description="How often: 3x a week, mon wed fri, every 2 days")
    remind: str | None = Field(default=None, description="When to remind you if it is not done: 7:30, 20:00")
    type: str | None = Field(default=None, description="build, maintain, reduce or quit")
    area: str | None = Field(default=None, description="A part of your life: health, work")
    category: str | None = Field(default=None, description="A part of that area")
    tags: str | None = Field(default=None, description="Words to find it by: phone, errands")
    trigger: str | None = Field(default=None, description="What it follows: after breakfast")
    action: str | None = Field(default=None, description="How it begins: put the shoes on")
    reward: str | None = Field(default=None, description="What you get for it")
    friction_up: str | None = Field(default=None, description="What makes it harder: the phone is beside me")
    friction_down: str | None = Field(default=None, description="What makes it easier: shoes by the door")
    description: str | None = Field(default=None, description="What it is about, in a line or two")
    freezes: str | bool | None = Field(default=None, description="Let freezes save your streak: on or off")
    skips: str | StrictInt | None = Field(default=None, description="How many days a month you can skip")
    fed: str | None = Field(
        default=None, description="A number whose gains count as doing it: Zezima woodcutting, or a goal"
    )
    goals: str | None = Field(default=None, description="Goals it serves, separated by commas: wc, zulrah")

    def options(self) -> dict[str, str]:
        """Those that are said."""
        said = {name: getattr(self, name) for name in HabitOptions.model_fields}
        switches = {True: "on", False: "off"}
        return {
            name: switches[value] if isinstance(value, bool) else f"{value}"
            for name, value in said.items()
            if value is not None
        }


class AddHabit(HabitOptions, frozen=True):
    habit: str
    """`gym 3x a week`, `read 20 pages daily`, `no smoking`."""


class NameHabit(Ask, frozen=True):
    habit: str
    """Its id, its name, or a part of that."""


class EditHabit(NameHabit, HabitOptions, frozen=True):
    new: str | None = None
    """What it is to be, in words as for a new one."""


class ListHabits(Ask, frozen=True):
    archived: bool = False
    """Those that were archived, and no others."""
    everything: bool = Field(
        default=False, validation_alias="all", description="Include archived habits, at the end"
    )
    page: int | None = None
    """From 0; without it, all of them."""


class SkipDay(NameHabit, frozen=True):
    note: str | None = Field(default=None, description="A few words about it")
    day: str | None = Field(
        default=None, description="For this day, not for today: yesterday, monday, 2027-03-01"
    )


class CompleteDay(SkipDay, frozen=True):
    amount: str | StrictInt | Decimal | None = Field(
        default=None, description="How much: 5, 2.5. Amounts of a day add up"
    )


class UndoDay(Ask, frozen=True):
    habit: str | None = None
    """Without it, the last thing that the person logged."""
    day: str | None = Field(default=None, description="For this day, not for today: yesterday, monday")


class ChangeDays(Ask, frozen=True):
    """Several at once: all that is wanted of each, or what was said of each undone."""

    days: tuple[tuple[str, str], ...]
    """The id of a habit, and a day of it."""
    undo: bool = False


class TakeTimeOff(Ask, frozen=True):
    first: str = Field(default="today", validation_alias="from")
    last: str = Field(validation_alias="to")
    habit: str | None = None
    """Without it, all of them."""
    back: bool = False
    """These days are no time off after all."""


class SnoozeHabit(NameHabit, frozen=True):
    until: str | None = Field(default=None, description="2h, 18:00; in an hour unless you say")


class ShowHabitSeries(ShowSeries, frozen=True):
    habit: str
