"""`questlog group`: what its first answer says to do next can be done."""

from pathlib import Path

from tests.bot.cli.shell import shell_in


async def test_whoever_sets_one_is_told_how_to_join_it_and_can(tmp_path: Path) -> None:
    async with shell_in(tmp_path) as shell:
        await shell.answer("habit", "add", "gym daily")
        told = " ".join(await shell.lines("group", "add", "Move", "20 days each", "--until", "in 4 weeks"))
        assert "nobody is in it" in told
        assert "when you join: questlog group join move --habit NAME --as YOU" in told

        joined = await shell.answer("group", "join", "move", "--habit", "gym", "--as", "Ada")

        assert (joined["name"], joined["goal"]["people"]) == ("Ada", 1)
