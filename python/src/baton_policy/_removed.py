"""Names of removed fields: `fields_filtered` of an event."""

from __future__ import annotations

import re
from enum import Enum

from ._json import utf16_length

MAX_CHARACTERS = 8_000_000
MAX_STEPS = 1_000
_MAX_NAME_LENGTH = 64
# White space as in JavaScript, part of an email address or path, a leading number, or three digits.
_DATA = re.compile(
    "[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff@/:]|^\\d|\\d(?:.*?\\d){2}",
    re.DOTALL,
)
_ESCAPED = re.compile(r"[.*\[\\]")


class AnyKey(Enum):
    """Written as `*`: a key that is data and is not reported."""

    ANY = "*"


ANY_KEY = AnyKey.ANY

# One step of a path: a key, ANY_KEY, or None for "each element of that array".
Step = str | AnyKey | None


def escape_key(key: str) -> str:
    """Escapes a key for a path, so that the path can be parsed again."""
    return _ESCAPED.sub(r"\\\g<0>", key)


def name_of_key(key: str) -> str | AnyKey:
    """Names a removed key, without revealing one that looks like data instead of a field name."""
    return ANY_KEY if utf16_length(key) > _MAX_NAME_LENGTH or _DATA.search(key) else key


def name_of_other_key(key: object) -> str:
    """Names a key that is not text; never runs code of the key."""
    return str(key) if type(key) in (int, float, bool) or key is None else type(key).__name__


def path_of(step: Step) -> str:
    """Writes a step of a path."""
    if step is None:
        return "[]"
    return ".*" if isinstance(step, AnyKey) else f".{escape_key(step)}"


class _PathNode:
    __slots__ = ("below", "is_removed")

    def __init__(self) -> None:
        self.is_removed = False
        self.below: dict[Step, _PathNode] = {}

    def child(self, step: Step) -> _PathNode:
        node = self.below.get(step)
        if node is None:
            node = self.below[step] = _PathNode()
        return node


class RemovedPaths:
    """Collects the paths of removed nodes."""

    def __init__(self) -> None:
        self._roots: dict[str, _PathNode] = {}
        self.is_truncated = False

    def at(self, root: str) -> Trail:
        """Returns the start of paths; `root` is an escaped agent ID or name of a part."""
        return Trail(self, None, None, self._roots.setdefault(root, _PathNode()))

    def add(self, root: str, key: str | None = None) -> None:
        """Names a part, or a key at its top, as removed."""
        node = self._roots.setdefault(root, _PathNode())
        (node if key is None else node.child(name_of_key(key))).is_removed = True

    def list(self) -> list[str]:
        """Returns the paths, sorted by code point, without those below another."""
        paths: list[str] = []
        left = MAX_CHARACTERS
        # Level by level, so that the highest ones are named if there are too many.
        places = list(self._roots.items())
        for path, node in places:
            left -= utf16_length(path)
            if left < 0:
                self.is_truncated = True
                break
            if node.is_removed:
                paths.append(path)
            else:
                places.extend((path + path_of(step), below) for step, below in node.below.items())
        return sorted(paths)


class Trail:
    """The path to a value. It is added to the tree of paths only when something there is removed."""

    __slots__ = ("_above", "_node", "_paths", "_step", "depth")

    def __init__(self, paths: RemovedPaths, above: Trail | None, step: Step, node: _PathNode | None) -> None:
        self.depth: int = 0 if above is None else above.depth + 1
        self._paths = paths
        self._above = above
        self._step = step
        self._node = node

    def under(self, step: Step) -> Trail:
        return Trail(self._paths, self, step, None)

    def remove_this(self) -> None:
        """Names the value as removed."""
        if self._above is None:
            self._place().is_removed = True
        else:
            self._above.remove(self._step)

    def remove(self, step: Step) -> None:
        """Names the value below this step as removed, without revealing a key that looks like data."""
        self.remove_as(name_of_key(step) if isinstance(step, str) else step)

    def remove_as(self, name: Step) -> None:
        """Names the value below this step by another name."""
        if self.depth >= MAX_STEPS:
            self._paths.is_truncated = True
        else:
            self._place().child(name).is_removed = True

    def _place(self) -> _PathNode:
        unplaced: list[Trail] = []
        trail = self
        while trail._node is None and trail._above is not None:
            unplaced.append(trail)
            trail = trail._above
        node = trail._node or _PathNode()
        for each in reversed(unplaced):
            node = each._node = node.child(each._step)
        return node
