"""Who may join a challenge, what of theirs counts, which one is meant, and what two at once cannot do."""

import asyncio
from datetime import timedelta

import pytest

from tests.tracker.challenge.club import Club, day
from tracker.challenge.beginning import check_counted, first_day, last_day
from tracker.challenge.errors import (
    AlreadyIn,
    AmbiguousChallenge,
    BadChallenge,
    ChallengeExists,
    ChallengeMissing,
    CharacterTaken,
    CountedCharacterMissing,
    IsOver,
    NoSuchChallenge,
    NotOpen,
    TooManyChallenges,
)
from tracker.challenge.model import MOST_THRESHOLD, Challenge, Counted, Participation, WhoMayJoin
from tracker.challenge.service import MOST_JOINED, Challenges
from tracker.challenge.things import CountedCharacters
from tracker.challenge.wording import aim_text
from tracker.dates import DateInPast
from tracker.goals.errors import NoSuchCharacter
from tracker.goals.games.game import WEB
from tracker.goals.lookup import characters_of
from tracker.goals.model import Character
from tracker.habits.errors import NoSuchHabit
from tracker.habits.model import Habit, HabitType
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.refusals import Reason, Refused, Suggestion
from tracker.rewards.board_names import DiscordName
from tracker.rewards.errors import NameTaken
from tracker.store.entity import to_item
from tracker.store.segments import Subject

MANY = 5


async def play(club: Club, user_id: str, *names: str, game: str = "osrs") -> list[Character]:
    found = [
        Character(
            id=name.casefold(),
            user=user_id,
            game=game,
            name=name,
            subject=Subject(game, name.casefold()),
            created_at=club.clock() + timedelta(seconds=number),
        )
        for number, name in enumerate(names)
    ]
    await club.table.write_many(puts=[to_item(one, one.key) for one in found])
    return found


# Who may


async def test_a_challenge_of_a_place_is_joined_there_or_by_whoever_set_it_up(club: Club) -> None:
    ada = await club.person("ada")
    for elsewhere in (None, "another-server"):
        with pytest.raises(NotOpen, match="is joined there") as refused:
            await club.challenges.join(ada, club.challenge, "Ada", here=elsewhere)
        assert (refused.value.code, refused.value.reason) == ("not_open", Reason.FORBIDDEN)
        assert club.challenge.name not in str(refused.value)
    assert await club.challenges.mine(ada.id) == []
    await club.challenges.join(ada, club.challenge, "Ada", here=club.challenge.owner)

    own = await club.challenges.create(ada, "My own", counted=Counted.HABITS)
    assert (await club.challenges.join(ada, own, "Ada")).challenge == own.id


async def test_one_for_anybody_is_joined_from_anywhere(club: Club) -> None:
    made = await club.begin(name="Open", who=WhoMayJoin.ANYBODY)
    ada = await club.person("ada")
    assert (await club.challenges.join(ada, made, "Ada")).challenge == made.id


# What counts


async def test_xp_is_that_of_a_character_who_plays(club: Club) -> None:
    made, ada = await club.begin(name="Xp", counted=Counted.XP), await club.person("ada")
    here = made.owner
    await play(club, ada.id, "Steps", game=WEB)
    with pytest.raises(CountedCharacterMissing, match="First say whom you play") as refused:
        await club.challenges.join(ada, made, "Ada", here=here)
    assert refused.value.suggestions == ()
    with pytest.raises(BadChallenge, match="Steps is a number on the web, and has no xp"):
        await club.challenges.join(ada, made, "Ada", here=here, character="steps")
    with pytest.raises(NoSuchCharacter):
        await club.challenges.join(ada, made, "Ada", here=here, character="Nobody")

    await play(club, ada.id, "Zezima", "Lynx")
    with pytest.raises(CountedCharacterMissing, match="Whose xp counts") as refused:
        await club.challenges.join(ada, made, "Ada", here=here)
    assert refused.value.suggestions == (Suggestion("Zezima", "zezima"), Suggestion("Lynx", "lynx"))
    who = await club.challenges.join(ada, made, "Ada", here=here, character="LYNX")
    assert (who.character, who.habit) == ("lynx", None)


async def test_who_plays_one_character_need_not_name_it(club: Club) -> None:
    made, ada = await club.begin(name="Xp", counted=Counted.XP), await club.person("ada")
    await play(club, ada.id, "Zezima")
    assert (await club.challenges.join(ada, made, "Ada", here=made.owner)).character == "zezima"


async def test_a_challenge_is_about_one_skill_or_boss_that_the_character_s_game_has(club: Club) -> None:
    made = await club.begin(name="Race", counted=Counted.KILLS, attribute="zulrah", threshold=50)
    ada = await club.person("ada")
    await play(club, ada.id, "Zezima", game="rs3")
    with pytest.raises(BadChallenge, match="Zezima plays RuneScape 3, and Zulrah is not in it") as refused:
        await club.challenges.join(ada, made, "Ada", here=made.owner)
    assert refused.value.field == "character"

    await play(club, ada.id, "Lynx")
    counts = await club.challenges.what_counts(ada.id, made, character="lynx")
    assert counts.text() == "What Lynx gains in Zulrah counts"
    assert aim_text(made) == "at least 50 Zulrah kills a week"


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ((None, None), (Counted.COMMITS, None)),
        ((None, "wc"), (Counted.XP, "woodcutting")),
        ((Counted.XP, "Woodcutting xp"), (Counted.XP, "woodcutting")),
        ((None, "zulrah kills"), (Counted.KILLS, "zulrah")),
        ((Counted.XP, "total"), (Counted.XP, None)),
        ((None, "invention"), (Counted.XP, "invention")),
        ((Counted.HABITS, None), (Counted.HABITS, None)),
    ],
)
def test_what_counts_follows_from_the_skill_or_boss(
    said: tuple[Counted | None, str | None], means: tuple[Counted, str | None]
) -> None:
    assert check_counted(*said) == means


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ((Counted.KILLS, None), "Kills of which boss"),
        ((Counted.COMMITS, "zulrah"), "'zulrah' has kills, and the challenge would count commits"),
        ((None, "hard clues"), "counts clues. A challenge is about the xp of a skill, or about the kills"),
        ((None, "wodcuting"), "did you mean woodcutting"),
    ],
)
def test_what_makes_no_sense_of_a_skill_or_boss_is_refused(
    said: tuple[Counted | None, str | None], words: str
) -> None:
    with pytest.raises(Refused, match=words):
        check_counted(*said)


async def test_only_what_is_done_counts_and_not_what_is_left(club: Club) -> None:
    made, ada = await club.begin(name="Habits", counted=Counted.HABITS), await club.person("ada")
    ids = iter(("gym", "smoking"))
    habits = Habits(club.table, club.clock, lambda: next(ids))
    gym = await habits.add(ada, "Gym")
    await habits.add(ada, "Smoking", habit_type=HabitType.QUIT)
    with pytest.raises(BadChallenge, match="Smoking is something to do less of") as refused:
        await club.challenges.join(ada, made, "Ada", here=made.owner, habit="smoking")
    assert refused.value.field == "habit"
    with pytest.raises(NoSuchHabit):
        await club.challenges.join(ada, made, "Ada", here=made.owner, habit="chess")
    counts = await club.challenges.what_counts(ada.id, made, habit="gy")
    assert isinstance(counts.habit, Habit)
    assert (await club.challenges.what_counts(ada.id, made, habit=" All ")).habit is None

    who = await club.challenges.join(ada, made, "Ada", here=made.owner, habit="gym")
    assert (who.habit, who.character) == (gym.id, None)


async def test_what_is_said_of_another_kind_of_challenge_is_refused(club: Club) -> None:
    ada = await club.person("ada")
    for option in ("character", "habit"):
        with pytest.raises(
            BadChallenge, match=f"counts commits, so leave out the option {option}"
        ) as refused:
            await club.challenges.join(ada, club.challenge, "Ada", here=club.challenge.owner, **{option: "x"})
        assert refused.value.field == option


# What is asked for, and since when


async def test_there_is_one_most_that_a_week_can_ask_for(club: Club) -> None:
    assert (await club.begin(name="Most", threshold=MOST_THRESHOLD)).threshold == MOST_THRESHOLD
    with pytest.raises(BadChallenge, match="1 to 1,000,000,000,000") as refused:
        await club.begin(name="More", threshold=MOST_THRESHOLD + 1)
    assert refused.value.field == "threshold"


async def test_a_challenge_begins_this_week_or_later(club: Club) -> None:
    club.go_to(10)  # a Thursday
    assert (await club.begin(name="Monday", starts=day(7))).starts == day(7)
    with pytest.raises(DateInPast, match="this week or later"):
        await club.begin(name="Sunday", starts=day(6))
    assert first_day(None, day(10)) == day(10)
    assert first_day("2100-01-11", day(10)) == day(7)
    assert first_day("tomorrow", day(10)) == day(11)
    for long_ago in ("2100-01-10", "1999-01-01"):
        with pytest.raises(DateInPast, match="this week or later"):
            first_day(long_ago, day(10))
    assert (last_day(None, day(10)), last_day("2100-03-01", day(10))) == (None, day(56))
    with pytest.raises(DateInPast):
        last_day("2100-01-13", day(10))


# Which one is meant


async def test_somebody_can_name_what_they_are_in_what_they_set_up_and_what_is_where_they_are(
    club: Club,
) -> None:
    ada, here = await club.person("ada"), club.challenge.owner
    away = await club.challenges.create(await club.person("bob"), "Away", who=WhoMayJoin.ANYBODY)
    own = await club.challenges.create(ada, "Own")
    await club.challenges.join(ada, away, "Ada")

    known = await club.challenges.known(ada.id, here)
    assert [one.name for one in known.every] == ["Away", "Own", "Weekly commits"]
    assert [one.name for one in known.others] == ["Weekly commits"]
    assert (await club.challenges.known(None, here)).every == [club.challenge]
    for text, found in (("away", away), ("own", own), ("weekly", club.challenge)):
        assert await club.challenges.find(ada.id, text, here) == found
    with pytest.raises(NoSuchChallenge, match="There is Away, Own") as refused:
        await club.challenges.find(ada.id, "weekly")
    assert [one.value for one in refused.value.suggestions] == [away.id, own.id]
    await club.challenges.create(ada, "Own too")
    with pytest.raises(AmbiguousChallenge) as unclear:
        await club.challenges.find(ada.id, "ow")
    assert [one.label for one in unclear.value.suggestions] == ["Own", "Own too"]


async def test_by_its_id_one_from_elsewhere_is_found_where_anybody_may_join_it(club: Club) -> None:
    ada, bob = await club.person("ada"), await club.person("bob")
    challenges = Challenges(club.table, club.clock, ulids(club.clock))
    closed = await challenges.create(bob, "Closed")
    opened = await challenges.create(bob, "Opened", who=WhoMayJoin.ANYBODY)

    assert await club.challenges.find(ada.id, opened.id.lower()) == opened
    with pytest.raises(NotOpen) as refused:
        await club.challenges.find(ada.id, closed.id)
    assert "Closed" not in str(refused.value)
    with pytest.raises(NoSuchChallenge):
        await club.challenges.find(ada.id, 26 * "C")


async def test_where_there_is_only_one_it_need_not_be_named(club: Club) -> None:
    ada, here = await club.person("ada"), club.challenge.owner
    with pytest.raises(NoSuchChallenge, match="You are in no challenge yet"):
        await club.challenges.find_shown(ada.id, None)
    with pytest.raises(NoSuchChallenge, match="You are in no challenge"):
        await club.challenges.find_joined(ada.id, None)
    assert await club.challenges.find_shown(ada.id, None, here) == club.challenge
    assert await club.challenges.find_to_join(ada.id, None, here) == club.challenge
    await club.challenges.join(ada, club.challenge, "Ada", here=here)
    assert await club.challenges.find_joined(ada.id, None) == club.challenge
    with pytest.raises(NoSuchChallenge, match="no other challenge here"):
        await club.challenges.find_to_join(ada.id, None, here)
    with pytest.raises(AlreadyIn):
        await club.challenges.find_to_join(ada.id, "weekly", here)

    for name in ("Second", "Third"):
        await club.begin(name=name, ends=day(5))
    with pytest.raises(ChallengeMissing, match="Choose one of: Second, Third") as refused:
        await club.challenges.find_to_join(ada.id, None, here)
    assert [one.label for one in refused.value.suggestions] == ["Second", "Third"]
    assert (await club.challenges.find_shown(ada.id, None, here)).name == "Weekly commits"
    club.go_to(6)
    with pytest.raises(IsOver):
        await club.challenges.find_to_join(ada.id, "third", here)


# Two at once


async def test_two_of_the_same_name_are_not_set_up_at_once(club: Club) -> None:
    results = await asyncio.gather(*(club.begin(name="Same") for _ in range(MANY)), return_exceptions=True)
    assert [type(one) for one in results].count(Challenge) == 1
    assert {type(one) for one in results} == {Challenge, ChallengeExists}
    names = [one.name for one in await club.challenges.list(club.challenge.owner)]
    assert names.count("Same") == 1


async def test_nobody_is_in_more_than_the_most_by_joining_several_at_once(club: Club) -> None:
    ada = await club.person("ada")
    made = [await club.begin(name=f"Number {number}") for number in range(MOST_JOINED + 2)]
    for one in made[: MOST_JOINED - 1]:
        await club.challenges.join(ada, one, "Ada", here=one.owner)

    results = await asyncio.gather(
        *(club.challenges.join(ada, one, "Ada", here=one.owner) for one in made[MOST_JOINED - 1 :]),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in results) == [
        Participation.__name__,
        TooManyChallenges.__name__,
        TooManyChallenges.__name__,
    ]
    assert len(await club.challenges.mine(ada.id)) == MOST_JOINED


# What only one person can have


async def test_nobody_is_called_as_somebody_else_in_it(club: Club) -> None:
    ada, bob = await club.person("ada"), await club.person("bob")
    here = club.challenge.owner
    await club.challenges.join(ada, club.challenge, "Alice", here=here)
    with pytest.raises(NameTaken, match="Somebody else is called ALICE there") as refused:
        await club.challenges.join(bob, club.challenge, "ALICE", here=here)
    assert refused.value.field == "name"
    for name in (
        "\N{CYRILLIC CAPITAL LETTER A}lice",
        "A l\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}ce!",
    ):
        with pytest.raises(NameTaken):
            await club.challenges.join(bob, club.challenge, name, here=here)
    on_discord = DiscordName("Alice", "bob")
    assert await club.challenges.name_in(bob, club.challenge, None, on_discord) == "Alice (bob)"
    await club.leave("ada")
    assert (await club.challenges.join(bob, club.challenge, "ALICE", here=here)).name == "ALICE"
    await club.delete("bob")
    assert (await club.challenges.join(ada, club.challenge, "Alice", here=here)).name == "Alice"


async def test_a_character_counts_for_one_person(club: Club) -> None:
    made = await club.begin(name="Xp", counted=Counted.XP)
    ada, bob = await club.person("ada"), await club.person("bob")
    await play(club, ada.id, "Zezima")
    await play(club, bob.id, "Zezima")
    await club.challenges.join(ada, made, "Ada", here=made.owner)
    with pytest.raises(CharacterTaken, match="Zezima counts for somebody else there already") as refused:
        await club.challenges.join(bob, made, "Bob", here=made.owner)
    assert refused.value.field == "character"
    other = await club.begin(name="Another", counted=Counted.XP)
    await club.challenges.join(bob, other, "Bob", here=made.owner)
    await club.challenges.leave(ada, made)
    await club.challenges.join(bob, made, "Bob", here=made.owner)


async def test_a_character_that_is_renamed_still_counts_for_one_person(club: Club) -> None:
    made = await club.begin(name="Xp", counted=Counted.XP)
    ada, bob = await club.person("ada"), await club.person("bob")
    await play(club, ada.id, "Zezima")
    await club.challenges.join(ada, made, "Ada", here=made.owner)
    [old] = await characters_of(club.table, ada.id)
    new = old.model_copy(update={"subject": Subject("osrs", "lynx")})
    await club.table.transact(await CountedCharacters(club.table).renamed(old, new))
    await play(club, bob.id, "Lynx")
    with pytest.raises(CharacterTaken):
        await club.challenges.join(bob, made, "Bob", here=made.owner)
    await club.table.transact(await CountedCharacters(club.table).removed(new))
    await club.challenges.join(bob, made, "Bob", here=made.owner)


async def test_of_two_who_want_one_name_at_once_one_has_it(club: Club) -> None:
    people = [await club.person(f"p{number}") for number in range(5)]
    joining = [
        club.challenges.join(one, club.challenge, "Alice", here=club.challenge.owner) for one in people
    ]
    found = await asyncio.gather(*joining, return_exceptions=True)
    assert sorted(type(one).__name__ for one in found) == ["NameTaken"] * 4 + ["Participation"]
