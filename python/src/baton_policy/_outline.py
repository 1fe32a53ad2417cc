"""Sizes and outcomes of every field of a context, without content."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Generator
from typing import Any, NamedTuple

from ._json import (
    MAX_DEPTH,
    ValueBudget,
    is_plain,
    ordered_items,
    run_deep,
    scalar_json,
    text_json,
    too_deep,
    utf16_length,
    well_formed,
)
from ._parts import CAUSES, Cause, Part, Step, Terms, is_same
from ._patterns import Blocked, Positions, is_at_end, step_to_element
from ._removed import MAX_CHARACTERS, path_of
from ._tokens import count_tokens

MAX_PATHS = 2_000
_MAX_KEPT_CHARACTERS = 1_000_000
# Shorter strings have no digest, because too many unrelated ones are equal.
_MIN_DIGESTED_LENGTH = 8
_ABSENT = object()


class Outline(NamedTuple):
    """Entries sorted by path; `is_truncated` if some are missing."""

    entries: list[dict[str, Any]]
    is_truncated: bool


class _Leaf(NamedTuple):
    """A leaf's compact JSON before and after (empty if absent), and the first step that changed it."""

    before: str
    after: str
    cause: Cause | None
    text: str | None


class _Place(NamedTuple):
    """`key` is None without a key; `blocked` is None inside a blocked field, which is one entry."""

    path: str
    key: str | None
    depth: int
    blocked: Positions | None


def outline_context(parts: list[Part], terms: Terms, digest_key: str | None = None) -> Outline:
    """Lists the leaves of a context before scoping with their sizes in tokens and their outcomes.

    With a key, texts of at least 8 characters get a keyed digest: HMAC-SHA-256, 8 bytes in hex. Raises
    ScopingError if the context is too deep or too large.
    """
    reader = _LeafReader()
    for part in parts:
        blocked, start = terms.blocked_in(part)
        run_deep(reader.read(part.before, part.steps, _Place(part.path, None, 0, start), blocked))
    paths = sorted(reader.leaves)
    kept: list[str] = []
    characters = 0
    for path in paths:
        characters += utf16_length(path)
        if len(kept) == MAX_PATHS or characters > _MAX_KEPT_CHARACTERS:
            break
        kept.append(path)
    entries = [_measure(path, reader.leaves[path], digest_key) for path in kept]
    return Outline(entries, reader.is_truncated or len(kept) < len(paths))


class _LeafReader:
    def __init__(self) -> None:
        self.leaves: dict[str, list[_Leaf]] = {}
        self.is_truncated = False
        self._characters_left = MAX_CHARACTERS
        self._budget = ValueBudget()

    def read(
        self, value: Any, steps: list[Step], place: _Place, blocked: Blocked
    ) -> Generator[Any, Any, None]:
        """`steps` is the result of each step for this value."""
        if place.depth > MAX_DEPTH:
            raise too_deep()
        if not is_plain(value):
            return
        # If every step kept the value itself, everything below is unchanged.
        if all(step.value is value for step in steps):
            steps = []
        kind = type(value)
        items: list[tuple[Any, Any]] = []
        if kind is dict:
            items = list(ordered_items(value))
        elif kind is list:
            items = list(enumerate(value))
        if not items:
            self._add_leaf(value if kind is not dict else {}, steps, place)
            return
        self._budget.spend(len(items))
        self._add_replacement(steps, place)
        for key, field in items:
            below = _below_element(place) if kind is list else _below_key(place, key, blocked)
            yield self.read(field, _step_into(steps, key, kind), below, blocked)

    def _add_leaf(self, value: Any, steps: list[Step], place: _Place) -> None:
        before = _leaf_json(place.key, value)
        changed = next((step for step in steps if not _is_same_leaf(step.value, value)), None)
        last = steps[-1].value if steps else None
        if changed is None:
            after = before
        else:
            is_rewritten = type(last) is str and type(value) in (str, int, float)
            after = _leaf_json(place.key, last) if is_rewritten else ""
        text = value if type(value) is str else None
        self._add(place.path, _Leaf(before, after, changed.cause if changed else None, text))

    def _add_replacement(self, steps: list[Step], place: _Place) -> None:
        """A summary can replace an object or a list; it is a new leaf."""
        if steps and type(steps[-1].value) is str:
            self._add(place.path, _Leaf("", _leaf_json(place.key, steps[-1].value), None, None))

    def _add(self, path: str, leaf: _Leaf) -> None:
        if path in self.leaves:
            self.leaves[path].append(leaf)
            return
        self._characters_left -= utf16_length(path)
        if self._characters_left < 0:
            self.is_truncated = True
        else:
            self.leaves[path] = [leaf]


def _below_key(place: _Place, key: str, blocked: Blocked) -> _Place:
    if place.blocked is None:
        return _Place(place.path, key, place.depth + 1, None)
    below = blocked.enter(place.blocked, key)
    is_blocked = blocked.blocks_name(key) or is_at_end(below)
    name = blocked.name_of(place.blocked, key) if is_blocked else key
    return _Place(place.path + path_of(name), key, place.depth + 1, None if is_blocked else below)


def _below_element(place: _Place) -> _Place:
    if place.blocked is None:
        return _Place(place.path, None, place.depth + 1, None)
    below = step_to_element(place.blocked)
    return _Place(f"{place.path}[]", None, place.depth + 1, None if is_at_end(below) else below)


def _step_into(steps: list[Step], key: Any, kind: type[Any]) -> list[Step]:
    def enter(value: Any) -> Any:
        if type(value) is not kind:
            return _ABSENT
        if kind is list:
            return value[key] if key < len(value) else _ABSENT
        return value.get(key, _ABSENT)

    return [Step(step.cause, enter(step.value)) for step in steps]


def _is_same_leaf(left: Any, leaf: Any) -> bool:
    """Returns True if a step kept a leaf: the same scalar, or an equally empty container."""
    if type(leaf) in (dict, list):
        return type(left) is type(leaf) and not left
    return is_same(left, leaf)


def _leaf_json(key: str | None, value: Any) -> str:
    json = "{}" if type(value) is dict else "[]" if type(value) is list else scalar_json(value)
    return json if key is None else f"{text_json(key)}:{json}"


def _measure(path: str, leaves: list[_Leaf], digest_key: str | None) -> dict[str, Any]:
    tokens = after = 0
    causes = set()
    for leaf in leaves:
        size = count_tokens(leaf.before)
        tokens += size
        after += size if leaf.after == leaf.before else count_tokens(leaf.after)
        causes.add(leaf.cause)
    entry: dict[str, Any] = {"path": path, "tokens": tokens}
    if after != tokens:
        entry["after"] = after
        cause = next((each for each in CAUSES if each in causes), None)
        if cause is not None:
            entry["cause"] = cause
    text = next((leaf.text for leaf in leaves if leaf.text and len(leaf.text) >= _MIN_DIGESTED_LENGTH), None)
    if digest_key is not None and text is not None:
        digest = hmac.new(
            digest_key.encode("utf-8"), well_formed(text).encode("utf-8"), hashlib.sha256
        ).digest()
        entry["digest"] = digest[:8].hex()
    return entry
