"""Field patterns: segments separated by `.`, each a key or `*`, each followed by any number of `[]`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ._fold import fold_forms, fold_key, normalize_key
from ._hint import create_name_hint
from ._json import utf16_length
from ._removed import ANY_KEY, AnyKey, name_of_key

_MAX_STEPS = 1_000
_MAX_LENGTH = 10_000


class Segment(NamedTuple):
    """One step of a path: into a key (None for any one key), then through a number of arrays."""

    key: str | None
    arrays: int


class Node:
    """A position of paths: a node of the tree compiled from the patterns of a list."""

    __slots__ = ("any_key", "element", "is_end", "is_under_key", "keys")

    def __init__(self, is_under_key: bool = False) -> None:
        self.keys: dict[str, Node] = {}
        self.any_key: Node | None = None
        self.element: Node | None = None
        self.is_end = False
        self.is_under_key = is_under_key


Positions = Sequence[Node]
NOWHERE: Positions = ()


def parse_pattern(text: str) -> list[Segment]:
    """Parses a field pattern, with keys in NFC. Raises ValueError with the reason if it is malformed."""
    if utf16_length(text) > _MAX_LENGTH:
        raise ValueError(f"it has more than {_MAX_LENGTH} characters")
    segments: list[Segment] = []
    position = steps = 0
    while True:
        key, has_wildcard, end = _parse_key(text, position)
        if end == position:
            raise ValueError("a segment is empty")
        if has_wildcard and key != "*":
            raise ValueError('"*" stands beside other characters')
        position = end
        arrays = 0
        while text[position : position + 1] == "[":
            if text[position + 1 : position + 2] != "]":
                raise ValueError('"[" is not followed by "]"')
            arrays += 1
            position += 2
        steps += 1 + arrays
        if steps > _MAX_STEPS:
            raise ValueError(f"a path has more than {_MAX_STEPS} steps")
        segments.append(Segment(None if has_wildcard else normalize_key(key), arrays))
        if position == len(text):
            return segments
        if text[position] != ".":
            raise ValueError('only ".", "[]" or the end may follow "[]"')
        position += 1


def _parse_key(text: str, position: int) -> tuple[str, bool, int]:
    key = ""
    has_wildcard = False
    while position < len(text) and text[position] not in ".[":
        character = text[position]
        if character == "*":
            has_wildcard = True
        elif character == "\\":
            position += 1
            character = text[position : position + 1]
            if character == "":
                raise ValueError("a backslash stands at the end")
            if character not in ".*[\\":
                raise ValueError(f'a backslash stands before "{character}"')
        key += character
        position += 1
    return key, has_wildcard, position


def parse_blocked_pattern(text: str) -> list[Segment]:
    """Parses a pattern of a blocked list; a key of only invisible characters is malformed too."""
    segments = parse_pattern(text)
    if any(key is not None and fold_key(key) == "" for key, _ in segments):
        raise ValueError("a key consists of invisible characters alone")
    return segments


def compile_paths(paths: Iterable[Sequence[Segment]]) -> Node:
    """Compiles paths into one tree."""
    root = Node()
    for path in paths:
        enter_path(root, path).is_end = True
    return root


def enter_path(root: Node, path: Sequence[Segment]) -> Node:
    """Returns the node at the end of a path; creates missing nodes."""
    node = root
    for key, arrays in path:
        if key is None:
            node.any_key = node.any_key or Node(is_under_key=True)
            node = node.any_key
        else:
            node = node.keys.setdefault(key, Node(is_under_key=True))
        for _ in range(arrays):
            node.element = node.element or Node()
            node = node.element
    return node


def step_to_key(positions: Positions, key: str) -> Positions:
    """Returns the positions after entering a key of an object."""
    return [child for node in positions for child in (node.keys.get(key), node.any_key) if child is not None]


def step_to_element(positions: Positions) -> Positions:
    """Returns the positions after entering an element of an array."""
    return [node.element for node in positions if node.element is not None]


def is_at_end(positions: Positions) -> bool:
    """Returns True if a pattern ends here."""
    return any(node.is_end for node in positions)


def leads_to_keys(positions: Positions) -> bool:
    """Returns True if a pattern continues into a key of an object."""
    return any(node.any_key is not None or node.keys for node in positions)


class BlockedPatterns(NamedTuple):
    """A compiled blocked list: plain names, which count at any depth, and paths from the top."""

    names: frozenset[str]
    paths: Node
    # False only if no label in the text can be one of the names, or the last key of one of the paths.
    may_be_in: Callable[[str], bool]


def compile_blocked(patterns: Iterable[str]) -> BlockedPatterns:
    """Compiles a blocked list. Raises ValueError if a pattern is malformed."""
    names: set[str] = set()
    paths: list[list[Segment]] = []
    last_keys: list[str] = []
    for text in patterns:
        segments = parse_blocked_pattern(text)
        last_keys.append(next((key for key, _ in reversed(segments) if key is not None), ""))
        first = segments[0]
        if len(segments) == 1 and first.key is not None and first.arrays == 0:
            names.update(fold_forms(first.key))
        else:
            paths.extend(_forms_of_path(segments))
    return BlockedPatterns(frozenset(names), compile_paths(paths), create_name_hint(last_keys))


def _forms_of_path(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Returns the path with the first forms of all keys, then with the second ones …"""
    forms = [(None,) if key is None else fold_forms(key) for key, _ in segments]
    return [
        [Segment(each[min(index, len(each) - 1)], segment.arrays) for each, segment in zip(forms, segments)]
        for index in range(max(map(len, forms)))
    ]


class Blocked:
    """Everything that is blocked for one part of one handoff: what any of several lists blocks."""

    def __init__(self, *lists: BlockedPatterns, in_text: bool = True) -> None:
        different = list({id(each): each for each in lists}.values())
        self._hints = [each.may_be_in for each in different] if in_text else []
        self._names = [each.names for each in different if each.names]
        self.top: Positions = [each.paths for each in different if leads_to_keys([each.paths])]
        self.top_of_elements: list[Node] = []
        for paths in self.top:
            above = Node()
            above.element = paths
            self.top_of_elements.append(above)

    @property
    def is_empty(self) -> bool:
        return not self._names and not self.top

    def may_be_in(self, text: str) -> bool:
        """Returns False only if a text has no blocked field, or is not to be redacted."""
        return any(may_be_in(text) for may_be_in in self._hints)

    def blocks_name(self, key: str) -> bool:
        """Returns True if a key is removed anywhere."""
        return any(form in names for names in self._names for form in fold_forms(key))

    def enter(self, positions: Positions, key: str) -> Positions:
        """Returns the positions of the paths after entering a key of an object."""
        if not positions:
            return NOWHERE
        nodes = (node for form in fold_forms(key) for node in step_to_key(positions, form))
        return list({id(node): node for node in nodes}.values())

    def name_of(self, positions: Positions, key: str) -> str | AnyKey:
        """Returns the name of a blocked key for reports: the key if a pattern names it, ANY_KEY if data."""
        if self.blocks_name(key):
            return key
        for node in positions:
            if any(form in node.keys and node.keys[form].is_end for form in fold_forms(key)):
                return key
        if any(node.is_under_key and node.any_key and node.any_key.is_end for node in positions):
            return ANY_KEY
        return name_of_key(key)
