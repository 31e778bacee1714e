"""The rows of the RuneScape 3 hiscores, in their order: the page has no names, so the order is all there is.

A skill's number in RuneMetrics is its place here less one (0 is Attack).
"""

SKILLS = (
    "overall", "attack", "defence", "strength", "constitution", "ranged", "prayer", "magic", "cooking",
    "woodcutting", "fletching", "fishing", "firemaking", "crafting", "smithing", "mining", "herblore",
    "agility", "thieving", "slayer", "farming", "runecrafting", "hunter", "construction", "summoning",
    "dungeoneering", "divination", "invention", "archaeology", "necromancy",
)  # fmt: skip

ACTIVITIES = (
    "bounty hunter", "bounty hunter rogue", "dominion tower", "the crucible", "castle wars games",
    "b.a. attackers", "b.a. defenders", "b.a. collectors", "b.a. healers", "duel tournament",
    "mobilising armies", "conquest", "fist of guthix",
    None, None,  # GG: Athletics and GG: Resource Race; nobody agrees which is which, so neither is read
    "we2: armadyl lifetime contribution", "we2: bandos lifetime contribution", "we2: armadyl pvp kills",
    "we2: bandos pvp kills", "heist guard level", "heist robber level", "cfp: 5 game average",
    "af15: cow tipping", "af15: rat kills after miniquest", "runescore", "clue scrolls (easy)",
    "clue scrolls (medium)", "clue scrolls (hard)", "clue scrolls (elite)", "clue scrolls (master)",
    "catalyst league: league points",
)  # fmt: skip
