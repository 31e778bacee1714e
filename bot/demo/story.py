"""What happens in the demo: who plays, what they want, when the hiscores fail and when Questlog restarts.

All of it is stretched to the number of days, so that a short demo tells the same story as a long one.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.demo.players import Player
from scheduler.sources.runescape.osrs_rows import SKILLS
from tracker.frozen import frozen
from tracker.goals.model import Frequency

START = datetime(2027, 1, 3, 23, tzinfo=UTC)
"""Midnight before a Monday, by the clocks of the zone."""
ZONE = ZoneInfo("Europe/Berlin")

EVENING = START - timedelta(hours=4)
"""When the goals are set."""

_STEP = timedelta(hours=2)
"""How long Questlog does nothing: a service at its usual pace would look a hundred times a day."""
_OUTAGE = timedelta(hours=30)


@frozen
class Wish:
    """A goal as somebody types it."""

    character: str
    text: str
    by: float | None = None
    """Until when, as a share of the demo."""
    frequency: Frequency = Frequency.DAILY


WISHES = (
    Wish("Oakhelm", "99 wc", by=0.85),
    Wish("Oakhelm", "80 agility then 85", frequency=Frequency.MILESTONES),
    Wish("Fen Viper", "500 zulrah kc", by=0.6),
    Wish("Tin Bucket", "base 70", frequency=Frequency.WEEKLY),
)


@frozen
class Story:
    days: int

    @property
    def end(self) -> datetime:
        return START + timedelta(days=self.days)

    def at(self, share: float) -> datetime:
        """That much of the demo is over; a full hour."""
        return START + timedelta(hours=round(self.days * 24 * share))

    @property
    def outage(self) -> tuple[datetime, datetime]:
        """From some evening on."""
        begins = self.at(0.35)
        return begins, begins + _OUTAGE

    def is_down(self, now: datetime) -> bool:
        """Whether the hiscores are."""
        begins, ends = self.outage
        return begins <= now < ends

    @property
    def restart(self) -> datetime:
        """From then on, Questlog stops at the first moment at which a message is written and not yet sent."""
        return self.at(0.5)

    @property
    def last_restart(self) -> datetime:
        """If there is no such moment until then, it stops without."""
        return self.at(0.6)

    @property
    def players(self) -> tuple[Player, ...]:
        return _woodcutter(self.days), _hunter(self.days), _newcomer(self.days)


def next_step(now: datetime) -> datetime:
    """At the even hours of the zone, also when its clocks are put forward: digests come at eight."""
    later = now + _STEP
    return later if later.astimezone(ZONE).hour % 2 == 0 else later - _STEP / 2


def _woodcutter(days: int) -> Player:
    """Gets to 99 in time, and to one goal of two in Agility."""
    xp = {"Woodcutting": 10_150_000, "Agility": 1_700_000, "Hitpoints": 3_000_000, "Attack": 2_400_000}
    return Player(
        "Oakhelm", xp, {}, {"Woodcutting": 2_884_431 / (0.68 * days), "Agility": 286_068 / (0.3 * days)}
    )


def _hunter(days: int) -> Player:
    """Has taken on too much for the date, and gets there later."""
    return Player(
        "Fen Viper",
        {"Hitpoints": 9_000_000, "Ranged": 11_000_000, "Magic": 10_500_000},
        {"Zulrah": 120, "Vorkath": 60},
        {"Zulrah": 380 / (0.78 * days), "Ranged": 90_000},
    )


def _newcomer(days: int) -> Player:
    """Trains everything a little; what remains is more than the days."""
    xp = {row: 380_000 + 9_000 * place for place, row in enumerate(SKILLS[1:])}
    remaining = sum(737_627 - value for value in xp.values())
    return Player("Tin Bucket", xp, {}, dict.fromkeys(xp, remaining / len(xp) / (1.4 * days)))
