"""What members of a server do there as elsewhere: challenges, group goals, the leaderboard, help."""

from dataclasses import replace

from bot.features import FEATURES
from bot.web.site.tables import Tables
from tests.bot.web.pages.group_tours import BY_GYM, GROUP_GOALS
from tests.bot.web.pages.social_tours import CHALLENGES, shows_the_code
from tests.bot.web.pages.tours import Learn, Look, Press, Tour
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
COMMITS = {"name": "Commits", "counts": "commits", "threshold": "5"}
IN_STEADY, BY_COMMITS = {"challenge": "{steady}", "name": "Ada"}, {"name": "Ada", "github": "ada"}
JUNE = {"name": "Clan June", "aim": "20 days each", "until": "in 4 weeks"}
OF_SERVER = Tour(
    "challenge of a server",
    (
        Press("/habits/new", "Begin", "good luck", {"habit": "gym"}),
        Press("/servers/{guild}/challenges/new", "Begin", "a new challenge", STEADY, note="steady"),
        Look("/servers/{guild}/challenges", "steady"),
        Look("/servers/{guild}/shares/of/challenge/{steady}", "share steady"),
        Press("/servers/{guild}/shares/of/challenge/{steady}", "Make the link", "shown this once"),
        Look("/servers/{guild}/shared", "steady"),
        Press("/servers/{guild}/challenges/join", "Join", "you are in steady", IN_STEADY),
        Press("/servers/{guild}/challenges/new", "Begin", "a new challenge", COMMITS, note="commits"),
        Press("/servers/{guild}/challenges/{commits}/join", "Join", "github.com/ada", BY_COMMITS),
        Learn(shows_the_code),
        Press("", "Check it now", "you are in commits"),
        Press("/servers/{guild}/groups/new", "Set it", "a new group goal", JUNE, note="june"),
        Press("/servers/{guild}/groups/join", "Join", "you are in clan june", {"goal": "{june}", **BY_GYM}),
    ),
)

ANSWERS_THERE = Tour(
    "answers on a server",
    (
        Press(f"{ASSIST}/{{squats}}", "Send", "as deep as you like", {"text": "As deep as you like"}),
        Press(f"{ASSIST}/{{squats}}", "Hear no more of it", "you hear no more"),
        Press(f"{ASSIST}/{{shoes}}/report?message={{his}}", "Report", "without your name", {"why": "rude"}),
        Press(f"{ASSIST}/{{shoes}}/block?message={{his}}", "Block", "bob is blocked"),
    ),
)

SOCIAL_THERE = (
    there(CHALLENGES, "challenges on a server"),
    there(GROUP_GOALS, "group goals on a server"),
    OF_SERVER,
    LEADERBOARD,
    HELP_THERE,
    ANSWERS_THERE,
)
