"""The rows of the real hiscores, in their order, as the stand-in serves them."""


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


OSRS_SKILLS = _names(
    "Overall, Attack, Defence, Strength, Hitpoints, Ranged, Prayer, Magic, Cooking, Woodcutting, "
    "Fletching, Fishing, Firemaking, Crafting, Smithing, Mining, Herblore, Agility, Thieving, Slayer, "
    "Farming, Runecraft, Hunter, Construction, Sailing"
)
OSRS_ACTIVITIES = _names(
    "Grid Points, League Points, Deadman Points, Bounty Hunter - Hunter, Bounty Hunter - Rogue, Bounty "
    "Hunter (Legacy) - Hunter, Bounty Hunter (Legacy) - Rogue, Clue Scrolls (all), Clue Scrolls "
    "(beginner), Clue Scrolls (easy), Clue Scrolls (medium), Clue Scrolls (hard), Clue Scrolls (elite), "
    "Clue Scrolls (master), LMS - Rank, PvP Arena - Rank, Soul Wars Zeal, Rifts closed, Colosseum Glory, "
    "Collections Logged, Abyssal Sire, Alchemical Hydra, Amoxliatl, Araxxor, Artio, Barrows Chests, "
    "Brutus, Bryophyta, Callisto, Calvar'ion, Cerberus, Chambers of Xeric, Chambers of Xeric: Challenge "
    "Mode, Chaos Elemental, Chaos Fanatic, Commander Zilyana, Corporeal Beast, Crazy Archaeologist, "
    "Dagannoth Prime, Dagannoth Rex, Dagannoth Supreme, Deranged Archaeologist, Doom of Mokhaiotl, Duke "
    "Sucellus, General Graardor, Giant Mole, Grotesque Guardians, Hespori, Kalphite Queen, King Black "
    "Dragon, Kraken, Kree'Arra, K'ril Tsutsaroth, Lunar Chests, Mad Angel, Maggot King, Mimic, Nex, "
    "Nightmare, Phosani's Nightmare, Obor, Phantom Muspah, Sarachnis, Scorpia, Scurrius, Shellbane "
    "Gryphon, Skotizo, Sol Heredit, Spindel, Tempoross, The Gauntlet, The Corrupted Gauntlet, The "
    "Hueycoatl, The Leviathan, The Royal Titans, The Whisperer, Theatre of Blood, Theatre of Blood: Hard "
    "Mode, Thermonuclear Smoke Devil, Tombs of Amascut, Tombs of Amascut: Expert Mode, TzKal-Zuk, "
    "TzTok-Jad, Vardorvis, Venenatis, Vet'ion, Vorkath, Wintertodt, Yama, Zalcano, Zulrah"
)
RS3_SKILLS = _names(
    "Overall, Attack, Defence, Strength, Constitution, Ranged, Prayer, Magic, Cooking, Woodcutting, "
    "Fletching, Fishing, Firemaking, Crafting, Smithing, Mining, Herblore, Agility, Thieving, Slayer, "
    "Farming, Runecrafting, Hunter, Construction, Summoning, Dungeoneering, Divination, Invention, "
    "Archaeology, Necromancy"
)
RS3_ACTIVITIES = _names(
    "Bounty Hunter, Bounty Hunter Rogue, Dominion Tower, The Crucible, Castle Wars Games, B.A. Attackers, "
    "B.A. Defenders, B.A. Collectors, B.A. Healers, Duel Tournament, Mobilising Armies, Conquest, Fist of "
    "Guthix, GG: Athletics, GG: Resource Race, WE2: Armadyl Lifetime Contribution, WE2: Bandos Lifetime "
    "Contribution, WE2: Armadyl PvP Kills, WE2: Bandos PvP Kills, Heist Guard Level, Heist Robber Level, "
    "CFP: 5 Game Average, AF15: Cow Tipping, AF15: Rat kills after miniquest, RuneScore, Clue Scrolls "
    "(easy), Clue Scrolls (medium), Clue Scrolls (hard), Clue Scrolls (elite), Clue Scrolls (master), "
    "Catalyst League: League Points"
)
