"""The channels that this process can send on, by name."""

from collections.abc import Iterator, Mapping

from scheduler.channels.channel import Channel


class Channels(Mapping[str, Channel]):
    def __init__(self, *channels: Channel) -> None:
        self._by_name = {channel.name: channel for channel in channels}
        if len(self._by_name) < len(channels):
            raise ValueError("two channels have the same name")

    def __getitem__(self, name: str) -> Channel:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)
