"""The rows of the Old School hiscores as of August 2026, and other ways in which the game spells some.

Rows are found by name: their order says nothing. A row that is not listed here is kept under its own name.
"""

SKILLS = (
    "Overall", "Attack", "Defence", "Strength", "Hitpoints", "Ranged", "Prayer", "Magic", "Cooking",
    "Woodcutting", "Fletching", "Fishing", "Firemaking", "Crafting", "Smithing", "Mining", "Herblore",
    "Agility", "Thieving", "Slayer", "Farming", "Runecraft", "Hunter", "Construction", "Sailing",
)  # fmt: skip

ACTIVITIES = (
    "Grid Points", "League Points", "Deadman Points", "Bounty Hunter - Hunter", "Bounty Hunter - Rogue",
    "Bounty Hunter (Legacy) - Hunter", "Bounty Hunter (Legacy) - Rogue", "Clue Scrolls (all)",
    "Clue Scrolls (beginner)", "Clue Scrolls (easy)", "Clue Scrolls (medium)", "Clue Scrolls (hard)",
    "Clue Scrolls (elite)", "Clue Scrolls (master)", "LMS - Rank", "PvP Arena - Rank", "Soul Wars Zeal",
    "Rifts closed", "Colosseum Glory", "Collections Logged", "Abyssal Sire", "Alchemical Hydra",
    "Amoxliatl", "Araxxor", "Artio", "Barrows Chests", "Brutus", "Bryophyta", "Callisto", "Calvar'ion",
    "Cerberus", "Chambers of Xeric", "Chambers of Xeric: Challenge Mode", "Chaos Elemental",
    "Chaos Fanatic", "Commander Zilyana", "Corporeal Beast", "Crazy Archaeologist", "Dagannoth Prime",
    "Dagannoth Rex", "Dagannoth Supreme", "Deranged Archaeologist", "Doom of Mokhaiotl", "Duke Sucellus",
    "General Graardor", "Giant Mole", "Grotesque Guardians", "Hespori", "Kalphite Queen",
    "King Black Dragon", "Kraken", "Kree'Arra", "K'ril Tsutsaroth", "Lunar Chests", "Mad Angel",
    "Maggot King", "Mimic", "Nex", "Nightmare", "Phosani's Nightmare", "Obor", "Phantom Muspah",
    "Sarachnis", "Scorpia", "Scurrius", "Shellbane Gryphon", "Skotizo", "Sol Heredit", "Spindel",
    "Tempoross", "The Gauntlet", "The Corrupted Gauntlet", "The Hueycoatl", "The Leviathan",
    "The Royal Titans", "The Whisperer", "Theatre of Blood", "Theatre of Blood: Hard Mode",
    "Thermonuclear Smoke Devil", "Tombs of Amascut", "Tombs of Amascut: Expert Mode", "TzKal-Zuk",
    "TzTok-Jad", "Vardorvis", "Venenatis", "Vet'ion", "Vorkath", "Wintertodt", "Yama", "Zalcano", "Zulrah",
)  # fmt: skip

SPELLINGS = {
    "Runecrafting": "Runecraft",
    "Total": "Overall",
    "Last Man Standing": "LMS - Rank",
    "LMS": "LMS - Rank",
    "PvP Arena": "PvP Arena - Rank",
    "Guardians of the Rift": "Rifts closed",
    "Soul Wars": "Soul Wars Zeal",
    "Fortis Colosseum Glory": "Colosseum Glory",
    "Collection Log": "Collections Logged",
    "Barrows": "Barrows Chests",
    "Moons of Peril": "Lunar Chests",
    "The Nightmare": "Nightmare",
    "The Nightmare of Ashihama": "Nightmare",
    "The Mimic": "Mimic",
    "Gauntlet": "The Gauntlet",
    "Corrupted Gauntlet": "The Corrupted Gauntlet",
    "Hueycoatl": "The Hueycoatl",
    "Leviathan": "The Leviathan",
    "Royal Titans": "The Royal Titans",
    "Whisperer": "The Whisperer",
    "Bounty Hunter - Hunter (Legacy)": "Bounty Hunter (Legacy) - Hunter",
    "Bounty Hunter - Rogue (Legacy)": "Bounty Hunter (Legacy) - Rogue",
}
"""Capitals, spaces and punctuation need no entry: names are compared by their letters and digits alone."""
