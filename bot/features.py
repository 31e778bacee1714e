"""Every feature of Questlog, in the order in which people are told of them. A new one is one entry here.

The sections of the digest come in this order, too. Goals come before servers: of a person who is being
deleted, what could still be announced goes first.
"""

from bot.feature import Feature

FEATURES: tuple[Feature, ...] = (
    Feature(
        "habits",
        "bot.habits",
        {"habit": "Keep habits: log what you did, and see your streaks."},
        behind="tracker.habits.feature:HABITS",
    ),
    Feature(
        "tasks",
        "bot.tasks",
        {"task": "Keep tasks: what is to be done, when, and in which order."},
        behind="tracker.tasks.feature:TASKS",
    ),
    Feature(
        "projects",
        "bot.projects",
        {"project": "Keep projects: tasks with a common end, and how they go."},
        behind="tracker.tasks.rounds.project_health:PROJECTS",
    ),
    Feature(
        "metrics",
        "bot.metrics",
        {"metric": "Keep numbers of your own: weight, sleep, steps, money."},
        behind="tracker.metrics.feature:METRICS",
    ),
    Feature(
        "logbook",
        "bot.logbook",
        {"log": "Keep a logbook: a page a day, with your mood and energy."},
        behind="tracker.logbook.feature:LOGBOOK",
    ),
    Feature("today", "bot.today", {"today": "Show what there is to do today: habits, tasks and goals."}),
    Feature(
        "challenges",
        "bot.challenges",
        {"challenge": "Agree on something to do every week, and keep the score."},
        behind="tracker.challenge.feature:CHALLENGES",
    ),
    Feature(
        "characters",
        "bot.characters",
        {
            "look": "Look a character up in the hiscores, and keep nothing.",
            "character": "Say whose numbers you follow, and see who they are.",
        },
    ),
    Feature(
        "goals",
        "bot.goals",
        {
            "goal": "Set goals, and see where they stand.",
            "gains": "Show how much your goals moved: by day, week, month, in all.",
            "history": "Show the recorded values of a goal, the oldest first.",
        },
        behind="tracker.goals.feature:GOALS",
    ),
    Feature("goal-parts", "bot.goal_parts", behind="tracker.goal_parts.feature:GOAL_PARTS"),
    Feature(
        "group-goals",
        "bot.group_goals",
        {"group": "Set goals that several people work on, and see who adds what."},
        behind="tracker.group_goals.feature:GROUP_GOALS",
    ),
    Feature(
        "insights",
        "bot.insights",
        {"insights": "Show what your numbers say: trends, weekdays, records."},
        behind="tracker.insights.feature:INSIGHTS",
    ),
    Feature(
        "timeline",
        "bot.timeline",
        {
            "timeline": "Show all that you have, the newest first.",
            "find": "Find what you have by its words or its tags.",
        },
    ),
    Feature(
        "recap",
        "bot.recap",
        {"recap": "Look back at a month or a year: goals, streaks, best days."},
        behind="tracker.life.recap.news:RECAPS",
    ),
    Feature(
        "periods",
        "bot.periods",
        {"period": "Show all your numbers of a week, a month or a year."},
    ),
    Feature(
        "areas",
        "bot.areas",
        {"area": "Keep areas of your life, and see what you did in each."},
        behind="tracker.life.birthday:LIFE",
    ),
    Feature(
        "digest",
        "bot.digest",
        {"digest": "Show what your next digest would say if it came now."},
        behind="tracker.digest.feature:DIGESTS",
    ),
    Feature(
        "channels",
        "bot.channels",
        {"channel": "Choose where you are told things, beside this terminal."},
        behind="tracker.addresses.feature:CHANNELS",
    ),
    Feature(
        "messages",
        "bot.messages",
        {
            "messages": "List your messages, say why one came, or send it again.",
            "outbox": "List your messages, say why one came, or send it again.",
        },
    ),
    Feature(
        "accounts",
        "bot.accounts",
        {
            "account": "Show, change, export or delete what Questlog knows about you.",
            "invite": "Let somebody have this account on Discord or by SMS.",
        },
    ),
    Feature(
        "sessions",
        "bot.sessions",
        {
            "web": "Give a link that signs a browser in as you, once.",
            "session": "Show where you are signed in, and sign out.",
        },
    ),
    Feature(
        "shares",
        "bot.shares",
        {"share": "Let strangers see a goal or a habit by a link."},
    ),
    Feature(
        "tokens", "bot.tokens", {"token": "Let programs act for you over HTTP, such as phone shortcuts."}
    ),
    Feature(
        "rewards",
        "bot.rewards",
        {
            "points": "Show your points and level, and what gave them.",
            "achievements": "Show what you achieved, and what is to come.",
            "leaderboard": "See who is ahead by points, and join or leave the board.",
        },
        behind="tracker.rewards.feature:REWARDS",
    ),
    Feature(
        "shop",
        "bot.shop",
        {
            "reward": "Set rewards for yourself, and redeem them for coins.",
            "wallet": "Show your coins, and what gave and took them.",
        },
    ),
    Feature(
        "rooms",
        "bot.rooms",
        {"room": "Talk in small groups, by whichever way each of you likes."},
        behind="tracker.rooms.feature:ROOMS",
    ),
    Feature(
        "servers",
        "bot.servers",
        {"announce": "See which servers on Discord hear what you reach, and end it."},
        behind="tracker.servers.feature:SERVERS",
    ),
    Feature(
        "assist",
        "bot.assist",
        {"assist": "Ask for help with something, and help others."},
        behind="tracker.rooms.assist.feature:ASSIST",
    ),
    Feature(
        "offers",
        "bot.offers",
        {"offer": "See what your servers offer, and claim it."},
        behind="tracker.offers.feature:OFFERS",
    ),
    Feature("clan", "bot.clan"),
    Feature("stats", "bot.stats", {"stats": "Show what you have done in all, and what everybody is after."}),
    Feature("operator", "bot.operator"),
)
