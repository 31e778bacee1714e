"""What members of a server do there as elsewhere: challenges, group goals, the leaderboard, help."""

from dataclasses import replace

from bot.features import FEATURES
from bot.web.site.tables import Tables
from tests.bot.web.pages.group_tours import GROUP_GOALS
from tests.bot.web.pages.social_tours import CHALLENGES
from tests.bot.web.pages.tours import Look, Press, Tour
from tracker.servers.model import Guild

_TABLES, _ANY = Tables(FEATURES), Guild(1, is_managed=True)


def there(tour: Tour, name: str) -> Tour:
    """The same tour, but for those of its stops that are on the pages of a server, too."""
    stops = [_there(one) if isinstance(one, Look | Press) else one for one in tour.stops]
    return replace(tour, feature=name, stops=stops)


def _there(stop: Look | Press) -> Look | Press:
    path = _TABLES.there(stop.path, _ANY).replace("/servers/1/", "/servers/{guild}/")
    return stop._replace(path=path) if isinstance(stop, Look) else replace(stop, path=path)


BOARD = "/servers/{guild}/leaderboard"
LEADERBOARD = Tour(
    "leaderboard of a server",
    (
        Look(BOARD, "leaderboard"),
        Press(f"{BOARD}/join", "Join", "on the leaderboard of run club", {"name": "Ada"}),
        Look(f"{BOARD}?span=month", "run club"),
        Press(f"{BOARD}/leave", "Leave", "no longer on the leaderboard of run club"),
    ),
)

ASSIST = "/servers/{guild}/assist"
HELP_THERE = Tour(
    "help on a server",
    (
        Press("/servers/{guild}/announce", "Agree", "announced on run club", {"what": "reached"}),
        Look(ASSIST, "help"),
        Press(f"{ASSIST}/volunteer", "Save", "can ask you for help", {"name": "Ada"}),
        Press(
            f"{ASSIST}/new",
            "Ask",
            "asked in run club",
            {"text": "Which mat?", "name": "Ada"},
            note="mat",
        ),
        Look(f"{ASSIST}/{{mat}}", "which mat?"),
        Press(f"{ASSIST}/{{mat}}/solved", "Close it", "solved"),
    ),
)

STEADY = {"name": "Steady", "counts": "habits", "threshold": "3"}
OF_SERVER = Tour(
    "challenge of a server",
    (
        Press("/servers/{guild}/challenges/new", "Begin", "a new challenge", STEADY, note="steady"),
        Look("/servers/{guild}/challenges", "steady"),
        Look("/servers/{guild}/shares/of/challenge/{steady}", "share steady"),
        Press("/servers/{guild}/shares/of/challenge/{steady}", "Make the link", "shown this once"),
        Look("/servers/{guild}/shared", "steady"),
    ),
)

SOCIAL_THERE = (
    there(CHALLENGES, "challenges on a server"),
    there(GROUP_GOALS, "group goals on a server"),
    OF_SERVER,
    LEADERBOARD,
    HELP_THERE,
)
