"""Who may see what in a room, told as a story: it knows nothing of the code, which is compared with it."""

from dataclasses import dataclass, field

NAMES = ("Ada", "Bob", "Cem", "Dan")


@dataclass(eq=False)
class Line:
    author: str | None
    text: str
    is_news: bool = False
    id: str = ""
    reporters: set[str] = field(default_factory=set[str])
    cheered_by: set[str] = field(default_factory=set[str])


@dataclass
class Model:
    """The first of the members owns the room."""

    members: list[str] = field(default_factory=lambda: [*NAMES])
    gone: set[str] = field(default_factory=set[str])
    blocks: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    lines: list[Line] = field(default_factory=list[Line])
    shares: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Who shares which of their things with the room."""
    wishes: dict[str, str] = field(default_factory=dict[str, str])
    """Who wants whom as their buddy."""
    quitters: set[str] = field(default_factory=set[str])
    """Who has left their challenge."""
    built: set[str] = field(default_factory=set[str])
    """Whose projects are done."""

    def sees(self, who: str) -> list[str]:
        seen = [one for one in self.lines if self.may_see(who, one)]
        return ["[deleted]" if one.author is None else one.text for one in seen]

    def reads_of_others(self, who: str) -> list[str]:
        """What a digest says."""
        return [one.text for one in self.lines if one.author != who and self.may_be_told(who, one)]

    def may_see(self, who: str, line: Line) -> bool:
        if who not in self.members:
            return False
        if line.author in (None, who):
            return True
        if self.are_apart(who, str(line.author)):
            return False
        return len(line.reporters) < 2 or self.members[0] == who

    def may_be_told(self, who: str, line: Line) -> bool:
        """Also of what waits since it was said."""
        return line.author is not None and self.may_see(who, line)

    def may_hear_cheer(self, who: str, by: str) -> bool:
        return {who, by} <= {*self.members} and not self.are_apart(who, by)

    def are_buddies(self, one: str, other: str) -> bool:
        wanted = self.wishes.get(one) == other and self.wishes.get(other) == one
        return wanted and {one, other} <= {*self.members} and not self.are_apart(one, other)

    def are_apart(self, one: str, other: str) -> bool:
        return bool({(one, other), (other, one)} & self.blocks)

    def last_of(self, who: str, author: str) -> Line | None:
        theirs = [one for one in self.lines if one.author == author and self.may_see(who, one)]
        return theirs[-1] if theirs else None

    def leaves(self, who: str) -> None:
        self.members.remove(who)
        self.shares = {one for one in self.shares if one[0] != who}
        self.wishes = {one: whom for one, whom in self.wishes.items() if who not in (one, whom)}

    def goes(self, who: str) -> None:
        """With their account."""
        if who in self.members:
            self.leaves(who)
        self.gone.add(who)
        self.blocks = {one for one in self.blocks if who not in one}
        for line in self.lines:
            line.author = None if line.author == who else line.author
