"""A server's digest: what its members did, ranked by what can be compared, and never longer than a screen."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.tracker.servers.halls import Hall, subject
from tracker.days import Span
from tracker.servers.deeds import Deeds, MemberGain, by_xp, deeds_on
from tracker.servers.digest import MOST_RANKED, MOST_REACHED, digest_text
from tracker.servers.model import News


def deeds(name: str, *gains: MemberGain, reached: tuple[str, ...] = ()) -> Deeds:
    return Deeds(name.lower(), subject(name), name, reached, gains)


def xp(amount: int, name: str = "Woodcutting", *, is_sum: bool = False) -> MemberGain:
    return MemberGain(name, "xp", amount, is_sum)


# In words


def test_it_names_what_was_reached_and_ranks_what_was_gained() -> None:
    text = digest_text(
        [
            deeds("Anna", xp(500_000), xp(20_000, "Fishing"), reached=("99 Woodcutting",)),
            deeds("Bert", xp(1_000_000), MemberGain("Zulrah", "kc", 12, is_sum=False)),
        ]
    )

    assert text == (
        "Reached\nAnna: 99 Woodcutting\n\n"
        "Most xp\n1. Bert: +1,000,000 xp (Woodcutting)\n2. Anna: +520,000 xp (Woodcutting, Fishing)\n\n"
        "And\nBert: +12 Zulrah kc"
    )


def test_where_nothing_happened_it_says_so() -> None:
    assert digest_text([]) == "Nothing has moved."


def test_a_large_clan_fits_on_a_screen() -> None:
    many = [deeds(f"P{n}", xp(1000 + n), reached=("99 Attack",)) for n in range(100)]

    lines = digest_text(many).splitlines()

    assert len(lines) == 2 * 2 + MOST_REACHED + MOST_RANKED + 1
    assert "and 80 more" in lines
    assert "1. P99: +1,099 xp (Woodcutting)" in lines


def test_a_goal_on_all_xp_says_how_much_it_was_in_all() -> None:
    one = deeds("Anna", xp(700_000, "Overall", is_sum=True), xp(500_000))

    assert one.xp == 700_000
    assert "Anna: +700,000 xp (Woodcutting)" in digest_text([one])


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 10)), max_size=12))
def test_the_ranking_is_by_xp_and_leaves_out_who_has_none(found: list[tuple[str, int]]) -> None:
    ranked = by_xp([deeds(name, *([xp(amount)] if amount else [])) for name, amount in found])

    assert [one.xp for one in ranked] == sorted((amount for _, amount in found if amount), reverse=True)


# From the table


async def today(hall: Hall, server: str) -> list[Deeds]:
    now = hall.clock() + timedelta(seconds=1)
    return await deeds_on(hall.table, server, Span(now - timedelta(days=1), now))


async def test_it_counts_what_each_character_gained_and_reached_in_the_span(hall: Hall) -> None:
    server = await hall.server()
    await hall.player("Anna", server, "99 wc", "200m wc")
    await hall.player("Bert", server, "99 wc", "500 zulrah kc")
    hall.clock.advance(3600)
    await hall.cuts("Anna", 13_100_000)
    await hall.cuts("Bert", 1_000_000, zulrah_score=10)
    await hall.cuts("Bert", 1_000_000, zulrah_score=25)

    found = {one.character: one for one in await today(hall, server.account)}

    assert found["Anna"].reached == ("99 Woodcutting",)
    assert [(one.name, one.amount) for one in found["Anna"].gains] == [("Woodcutting", 12_100_000)]
    assert [(one.name, one.unit, one.amount) for one in found["Bert"].gains] == [("Zulrah", "kc", 15)]


async def test_what_was_before_the_span_does_not_count(hall: Hall) -> None:
    server = await hall.server()
    await hall.player("Anna", server, "98 wc", "200m wc")
    hall.clock.advance(3600)
    await hall.cuts("Anna", 12_500_000)
    hall.clock.advance(48 * 3600)

    assert await today(hall, server.account) == []
    await hall.cuts("Anna", 12_600_000)
    [one] = await today(hall, server.account)
    assert one.reached == ()
    assert one.xp == 100_000


async def test_goals_that_are_paused_or_switched_off_are_not_told(hall: Hall) -> None:
    server = await hall.server()
    anna = await hall.player("Anna", server, "99 wc")
    [goal] = await hall.goals.list(anna.id)
    await hall.goals.pause(anna, goal)
    hall.clock.advance(3600)
    await hall.cuts("Anna", 5_000_000)

    assert await today(hall, server.account) == []


async def test_a_character_that_two_members_follow_is_told_once(hall: Hall) -> None:
    server = await hall.server()
    await hall.player("Anna", server, "99 wc")
    bert = await hall.person("Bert")
    await hall.servers.join(bert, server, News.GAINS)
    await hall.goal(bert, await hall.character(bert, "Anna", subject=subject("Anna")), "99 wc")
    hall.clock.advance(3600)
    await hall.cuts("Anna", 2_000_000)

    [one] = await today(hall, server.account)

    assert one.member == "Anna"


async def test_only_members_are_in_it(hall: Hall) -> None:
    server = await hall.server()
    await hall.player("Anna", server, "99 wc")
    hall.clock.advance(3600)
    await hall.cuts("Anna", 2_000_000)
    await hall.servers.leave("Anna", server.account)

    assert await today(hall, server.account) == []
