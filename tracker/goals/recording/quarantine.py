"""What to do with a value that fell: such numbers only grow, so it is most likely a mistake of the source.

It is kept apart while the last good value stays. Only when it has been repeated, it was a rollback by the
game, and is accepted. Ranks and ratings may fall freely; which they are, the game's data says.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from tracker.frozen import frozen
from tracker.goals.games.game import Game
from tracker.readings import Number, Quantity

STRIKES = 3
"""So many readings in a row must show a fall before it is believed."""


class QuarantineVerdict(StrEnum):
    ACCEPT = "accept"
    QUARANTINE = "quarantine"
    ROLLBACK = "rollback"
    """The fall has been repeated: accept it, and say so."""


@frozen
class Judgement:
    verdict: QuarantineVerdict
    strikes: int = 0
    """To be remembered for the next reading."""


@frozen
class Fall:
    before: Number
    after: Number


@frozen
class Judged:
    """A reading after judgement."""

    values: Mapping[Quantity, Number]
    """What is known now: what was accepted, and the last good value of everything else."""
    strikes: Mapping[Quantity, int] = field(default_factory=dict[Quantity, int])
    """For what is in quarantine."""
    rollbacks: Mapping[Quantity, Fall] = field(default_factory=dict[Quantity, Fall])


def judge(
    before: Number | None, after: Number, strikes: int = 0, *, may_fall: bool = False, limit: int = STRIKES
) -> Judgement:
    """One value. `strikes` is how many readings in a row have shown a fall until now."""
    if before is None or after >= before or may_fall:
        return Judgement(QuarantineVerdict.ACCEPT)
    return (
        Judgement(QuarantineVerdict.ROLLBACK)
        if strikes + 1 >= limit
        else Judgement(QuarantineVerdict.QUARANTINE, strikes + 1)
    )


def judge_reading(
    game: Game,
    before: Mapping[Quantity, Number],
    after: Mapping[Quantity, Number],
    strikes: Mapping[Quantity, int],
    *,
    limit: int = STRIKES,
) -> Judged:
    """Each value of a reading. What is missing from it stays as it was, strikes and all."""
    values = dict(before)
    held = {quantity: count for quantity, count in strikes.items() if quantity not in after}
    rollbacks: dict[Quantity, Fall] = {}
    for quantity, value in after.items():
        known = before.get(quantity)
        may_fall = game.may_fall(quantity)
        judged = judge(known, value, strikes.get(quantity, 0), may_fall=may_fall, limit=limit)
        if judged.verdict is QuarantineVerdict.QUARANTINE:
            held[quantity] = judged.strikes
            continue
        values[quantity] = value
        if judged.verdict is QuarantineVerdict.ROLLBACK and known is not None:
            rollbacks[quantity] = Fall(known, value)
    return Judged(values, held, rollbacks)
