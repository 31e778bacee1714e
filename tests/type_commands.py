"""For every type of item: the commands that make, show and remove it, or why there are none.

A row for each type of docs/table.md; `tests/bot/cli/test_type_commands.py` says which one is missing, and
`tests/bot/cli/test_type_lives.py` does what many of them say.
"""

from typing import NamedTuple


class By(NamedTuple):
    """Commands of `questlog`, without what is said to them."""

    make: str
    show: str
    remove: str


class Kept(NamedTuple):
    """Nobody makes it on purpose: why it is there, where it can be seen, and what takes it away."""

    why: str
    show: str = "account export"
    remove: str = "account delete"


TYPE_COMMANDS: dict[str, By | Kept] = {
    "user": By("account set", "account show", "account delete"),
    "lock": Kept("an identity of a person, in `account show`", "account show"),
    "loginLink": By("web", "account export", "session end-all"),
    "loginLinkHolder": By("web", "account export", "session end-all"),
    "session": By("web", "session list", "session end"),
    "sessionHolder": By("web", "session list", "session end"),
    "shareLink": By("share goal", "share list", "share end"),
    "shareLinkHolder": By("share goal", "share list", "share end"),
    "token": By("token new", "token list", "token revoke"),
    "tokenHolder": By("token new", "token list", "token revoke"),
    "channel": By("channel add", "channel list", "channel remove"),
    "pendingAddress": By("channel add", "channel list", "channel remove"),
    "sentSms": Kept("a message as it went by SMS; expires", "messages list"),
    "conversation": Kept("what was listed last by SMS; expires"),
    "happening": Kept("what happened while somebody watched; expires"),
    "keyedRequest": Kept("a request to the HTTP API that may be sent twice, and its answer; expires"),
    "newestHappening": Kept("which of them came last; expires"),
    "outbox": Kept("a message; expires", "messages list"),
    "due": Kept("when something is due", "digest"),
    "character": By("character add", "character list", "character remove"),
    "goal": By("goal add", "goal show", "goal remove"),
    "progress": Kept("a value of a goal", "history", "goal remove"),
    "latestProgress": Kept("the newest value of a goal", "goal show", "goal remove"),
    "earliestProgress": Kept("the first value of a goal", "goal show", "goal remove"),
    "compositeGoal": By("goal add", "goal show", "goal remove"),
    "milestone": Kept("a step on the way to a goal", "timeline", "goal remove"),
    "goalTask": By("goal link", "goal show", "goal unlink"),
    "goalMetric": By("goal link", "goal show", "goal unlink"),
    "goalHabit": By("goal link", "goal show", "goal unlink"),
    "goalActivity": Kept("what happened to a goal", "goal show", "goal remove"),
    "subject": Kept("a public thing that is watched; it is nobody's", "look", "character remove"),
    "latestReading": Kept("what a source said last of a public thing", "look", "character remove"),
    "reading": Kept("what a source said of a public thing on a day; expires", "gains", "character remove"),
    "lease": Kept("which worker polls what", "doctor", "doctor"),
    "trackedAttribute": Kept("how many goals watch an attribute", "stats", "goal remove"),
    "habit": By("habit add", "habit show", "habit remove"),
    "habitLog": By("habit done", "habit show", "habit undo"),
    "streak": By("habit done", "habit show", "habit remove"),
    "achievement": Kept("what was achieved", "achievements"),
    "wallet": Kept("points and coins", "wallet"),
    "walletEntry": By("habit done", "wallet", "habit undo"),
    "boardPlace": By("leaderboard join", "leaderboard show", "leaderboard leave"),
    "reward": By("reward add", "reward list", "reward remove"),
    "challenge": By("challenge create", "challenge show", "challenge remove"),
    "challenger": By("challenge join", "challenge status", "challenge leave"),
    "week": Kept("a week of somebody in a challenge", "challenge history", "challenge remove"),
    "userStats": Kept("statistics of somebody in a challenge", "challenge status", "challenge leave"),
    "weekStats": Kept("statistics of a week", "challenge standings", "challenge remove"),
    "globalStats": Kept("statistics of everybody in a challenge", "challenge show", "challenge remove"),
    "groupGoal": By("group add", "group show", "group remove"),
    "groupOwnership": By("group add", "group list", "group remove"),
    "groupShare": By("group join", "group show", "group leave"),
    "task": By("task add", "task show", "task remove"),
    "taskBook": By("task add", "task list", "task undo"),
    "taskDependency": By("task depend", "task show", "task depend"),
    "taskBlocks": By("task depend", "task show", "task depend"),
    "project": By("project add", "project show", "project remove"),
    "projectTask": By("task add", "project show", "task remove"),
    "metric": By("metric add", "metric show", "metric remove"),
    "metricBook": By("metric log", "metric show", "metric undo"),
    "metricLog": By("metric log", "metric show", "metric undo"),
    "metricDay": By("metric log", "metric show", "metric undo"),
    "metricMilestone": Kept("something that a metric has reached", "metric show", "metric remove"),
    "insight": Kept("what numbers say; expires", "insights", "insights"),
    "insightBook": By("insights", "insights", "account delete"),
    "logbook": By("log add", "log show", "log remove"),
    "logbookState": By("log prompt", "log prompt", "log prompt"),
    "areaBook": By("area add", "area list", "area remove"),
    "server": Kept("a server on Discord, set up there", "announce list", "announce off"),
    "listedServer": Kept("a server on Discord that they set up, or keep in their list of pages"),
    "membership": Kept("agreed to on Discord", "announce list", "announce off"),
    "assistThread": By("assist ask", "assist show", "assist solved"),
    "assistMessage": By("assist answer", "assist show", "account delete"),
    "assistSeat": By("assist answer", "assist list", "assist leave"),
    "helper": By("assist volunteer", "assist list", "assist volunteer"),
    "thanks": Kept("that points were given for help; expires"),
    "offer": Kept("made on Discord by those who manage a server; expires", "offer show"),
    "offerClaim": By("offer claim", "offer show", "offer leave"),
    "authorship": Kept("leads to what somebody wrote into a shared place"),
    "taken": By("leaderboard join", "leaderboard show", "leaderboard leave"),
    "roomMessage": By("room say", "room history", "room unsay"),
    "room": By("room create", "room show", "room leave"),
    "roomMember": By("room join", "room list", "room leave"),
    "roomCode": By("room invite", "room create", "room invite"),
    "roomShare": By("room share", "room show", "room unshare"),
    "roomCheer": By("room cheer", "room history", "room leave"),
    "roomPlace": Kept(
        "leads from a channel on Discord to the room that it shows", "room show", "room unbridge"
    ),
    "relay": Kept("what a channel on Discord is still to show; goes once that is done", "room history"),
    "relayed": Kept("what Discord calls a message that it shows; goes with the message", "room history"),
    "mention": Kept(
        "leads from a message on Discord to what it said in a room; goes with that, or expires",
        "room history",
        "room unsay",
    ),
    "block": By("room block", "room blocked", "room unblock"),
    "assistReport": Kept("what somebody reported; told to those who decide", "messages list"),
    "roomReport": Kept("what somebody reported; told to those who decide", "messages list"),
    "seen": Kept("the number of an event that was handled; expires", "doctor", "doctor"),
    "limit": Kept("a count; expires, and names nobody", "doctor", "doctor"),
    "stopped": Kept("an address that asked to be left alone; nobody's", "channel list", "channel on"),
    "probe": By("doctor", "doctor", "doctor"),
    "kept": Kept("what Questlog notes for itself", "doctor", "doctor"),
}
