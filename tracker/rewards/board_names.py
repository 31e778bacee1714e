"""What a person is called where others see them: on leaderboards, in challenges, and when they get ahead.

One order for all of them, from what was chosen for others to see down to what is only known:

1. the name that they say when they join,
2. the name under which they stand on boards already,
3. their nickname on Questlog,
4. the name that they have where they are speaking: on Discord, that of the server or of the account,
5. in a challenge of commits, the name of their account on GitHub.
"""

from collections.abc import Iterable

from tracker.accounts.model import User
from tracker.rewards.errors import BadName, BoardNameMissing
from tracker.rewards.model import Wallet

LONGEST_NAME = 32
SOMEBODY = "Somebody"


def board_name(
    user: User, wallet: Wallet | None, *, said: str | None = None, known_as: Iterable[str | None] = ()
) -> str:
    """`said` is what they say now, if anything; `known_as` are names from elsewhere, the best one first: as
    much of them is shown as there is room for and can be seen.

    Raises BadName, BoardNameMissing.
    """
    if said is not None:
        return checked_name(said)
    elsewhere = (visible_name(one or "") for one in known_as)
    names = (wallet.shown_as if wallet else None, user.nickname, *elsewhere)
    if found := next((one for one in names if one and one.strip()), None):
        return checked_name(found)
    raise BoardNameMissing("What should others call you? Say a name that they will see.", field="name")


def name_or_somebody(user: User, wallet: Wallet | None) -> str:
    """For a message to others about somebody who need not have a name."""
    try:
        return board_name(user, wallet)
    except (BadName, BoardNameMissing):
        return SOMEBODY


def visible_name(text: str) -> str:
    """As much of a name from elsewhere as can be seen and has room."""
    return " ".join("".join(filter(str.isprintable, text)).split())[:LONGEST_NAME].strip()


def checked_name(text: str) -> str:
    """What a person may be called where others see them. Raises BadName."""
    name = " ".join(text.split())
    if not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise BadName(
            f"A name on a leaderboard has 1 to {LONGEST_NAME} letters, digits and signs to see.", field="name"
        )
    return name
