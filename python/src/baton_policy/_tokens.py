"""Token counts of `cl100k_base`, exactly as OpenAI's tiktoken counts without special tokens."""

from __future__ import annotations

import heapq
import re
import zlib
from functools import cache, lru_cache
from importlib import resources

from ._json import well_formed
from ._unicode import LETTERS, NUMBERS, WHITE_SPACE, character_class

RANKS_FILE = "cl100k_base.ranks"
# A cached piece takes about 200 bytes; longer ones rarely repeat.
_LONGEST_CACHED = 64


def count_tokens(text: str) -> int:
    """Returns the number of tokens of a text; a lone surrogate counts as U+FFFD.

    The first call loads the rank table, which takes about 50 ms. Raises FileNotFoundError if the package was
    not built and the table is missing.
    """
    text = well_formed(text)
    # A search through the ranges of all planes takes ten times as long.
    highest = 0x7F if text.isascii() else 0xFFFF if max(text) <= "\uffff" else 0x10FFFF
    return sum(
        _count_known(piece) if len(piece) <= _LONGEST_CACHED else _count_piece(piece)
        for piece in _pattern(highest).findall(text)
    )


@cache
def _pattern(highest: int) -> re.Pattern[str]:
    letter, number, space = (character_class(each, highest) for each in (LETTERS, NUMBERS, WHITE_SPACE))
    return re.compile(
        "'(?:[sSſdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])"
        f"|[^\r\n{letter}{number}]?[{letter}]+"
        f"|[{number}]{{1,3}}"
        f"| ?[^{space}{letter}{number}]+[\r\n]*"
        f"|[{space}]*[\r\n]+"
        f"|[{space}]+(?![^{space}])"
        f"|[{space}]+"
    )


@cache
def _ranks() -> dict[bytes, int]:
    packed = zlib.decompress(resources.files(__package__).joinpath(RANKS_FILE).read_bytes())
    count = int.from_bytes(packed[:4], "big")
    ranks: dict[bytes, int] = {}
    start = 4 + count
    for rank in range(count):
        end = start + packed[4 + rank]
        ranks[packed[start:end]] = rank
        start = end
    return ranks


def pack_ranks(tokens: list[bytes]) -> bytes:
    """Returns a rank table in the package's format: the count, all lengths, all tokens in order."""
    lengths = bytes(map(len, tokens))
    return zlib.compress(len(tokens).to_bytes(4, "big") + lengths + b"".join(tokens), 9)


@lru_cache(maxsize=50_000)
def _count_known(piece: str) -> int:
    return _count_piece(piece)


def _count_piece(piece: str) -> int:
    """Merges neighboring pairs, lowest rank first, the leftmost of equals first; n log n in the bytes."""
    ranks = _ranks()
    data = piece.encode("utf-8")
    if data in ranks:
        return 1
    size = len(data)
    following = list(range(1, size + 1))
    previous = list(range(-1, size - 1))
    is_start = bytearray(b"\x01") * size
    heap: list[tuple[int, int, int]] = []

    def offer(left: int) -> None:
        middle = following[left]
        if middle < size:
            end = following[middle]
            rank = ranks.get(data[left:end])
            if rank is not None:
                heapq.heappush(heap, (rank, left, end))

    for left in range(size):
        offer(left)
    count = size
    while heap:
        _, left, end = heapq.heappop(heap)
        middle = following[left] if is_start[left] else size
        if middle >= size or following[middle] != end:
            continue
        is_start[middle] = 0
        following[left] = end
        if end < size:
            previous[end] = left
        count -= 1
        offer(left)
        if previous[left] >= 0:
            offer(previous[left])
    return count
