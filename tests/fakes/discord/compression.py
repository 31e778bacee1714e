"""How the gateway packs its messages: as text, or as one compressed stream for a connection."""

import zlib
from typing import Protocol

import zstandard


class Packer(Protocol):
    def pack(self, text: str) -> str | bytes: ...


class Plain:
    def pack(self, text: str) -> str:
        return text


class Zlib:
    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def pack(self, text: str) -> bytes:
        return self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class Zstd:
    def __init__(self) -> None:
        self._stream = zstandard.ZstdCompressor().compressobj()

    def pack(self, text: str) -> bytes:
        return self._stream.compress(text.encode()) + self._stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)


PACKERS: dict[str | None, type[Packer]] = {None: Plain, "zlib-stream": Zlib, "zstd-stream": Zstd}
