"""Scoping of a context without counting it: mode, allowed fields, blocked fields, plain data."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from ._fold import normalize_key
from ._json import MAX_DEPTH, ScopingError, ValueBudget, is_plain, ordered_items, run_deep, too_deep
from ._parts import (
    REMOVED,
    RESERVED_PART_NAMES,
    Cause,
    Part,
    Terms,
    is_empty,
    own_items,
    read_parts,
)
from ._patterns import (
    NOWHERE,
    Blocked,
    Positions,
    is_at_end,
    leads_to_keys,
    step_to_element,
    step_to_key,
)
from ._policy_schema import KEPT_PARTS
from ._removed import RemovedPaths, Trail, name_of_other_key
from ._text import redact_blocked_text
from .policy import Policy

NOTHING_BLOCKED = Blocked()
_Task = Generator[Any, Any, Any]


@dataclass
class FilteredContext:
    """A context after scoping, part by part."""

    terms: Terms
    parts: list[Part]
    removed: RemovedPaths
    # True if strict enforcement dropped the sender's output, which is not an object as an allowed list needs.
    is_output_dropped: bool = False


def filter_context(
    policy: Policy, from_agent: str, context: Any, terms: Terms, explains: bool
) -> FilteredContext:
    """Scopes a context. With `explains` it also returns what the allowed list alone left of each part.

    Raises ScopingError if the context is too deep, too large or has a part with a reserved name.
    """
    removed = RemovedPaths()
    filtered = FilteredContext(terms, read_parts(context, removed), removed)
    if any(part.kind == "part" and part.name in RESERVED_PART_NAMES for part in filtered.parts):
        raise ScopingError("a part has the name of one of the scoped context's own keys")
    scoper = _PartFilter(terms, removed, policy.minimal_input_fields, explains)
    for part in filtered.parts:
        if part.kind == "part":
            scoper.filter_part(part)
        elif terms.mode == "minimal" or (terms.mode == "scoped" and part.name != from_agent):
            scoper.remove(part, "mode")
        else:
            scoper.filter_output(part)
            if terms.allowed is not None and not isinstance(part.before, dict) and policy.is_strict:
                scoper.remove(part, "dropped")
                filtered.is_output_dropped = True
    return filtered


class _PartFilter:
    def __init__(
        self, terms: Terms, removed: RemovedPaths, minimal_input_fields: frozenset[str], explains: bool
    ) -> None:
        self._terms = terms
        self._removed = removed
        self._minimal_input_fields = minimal_input_fields
        self._explains = explains
        self._budget = ValueBudget()

    def remove(self, part: Part, cause: Cause) -> None:
        self._removed.add(part.path)
        part.add_step(cause, REMOVED)

    def filter_output(self, part: Part) -> None:
        allowed_list = self._terms.allowed if isinstance(part.before, dict) else None
        allowed = None if allowed_list is None else [allowed_list]
        if allowed is not None and self._explains:
            tree = TreeFilter(RemovedPaths().at(part.path), NOTHING_BLOCKED, self._budget)
            part.add_step("not_allowed", tree.filter(part.before, allowed))
        blocked = self._terms.blocked_in_output_of(part.name)
        left = TreeFilter(self._removed.at(part.path), blocked, self._budget).filter(part.before, allowed)
        if left is REMOVED:
            self.remove(part, "blocked")
        else:
            part.add_step("blocked", left)

    def filter_part(self, part: Part) -> None:
        if self._terms.mode == "minimal" and part.name not in KEPT_PARTS:
            self._minimize(part)
        left = part.left
        tree = TreeFilter(self._removed.at(part.path), self._terms.blocked, self._budget)
        is_list = isinstance(left, list) and part.name != "original_input"
        kept = tree.filter_elements(left) if is_list else REMOVED if left is REMOVED else tree.filter(left)
        if kept is REMOVED:
            self._remove_whole(part, "blocked")
        else:
            part.add_step("blocked", kept)

    def _minimize(self, part: Part) -> None:
        if part.name != "original_input" or type(part.before) is not dict:
            self._remove_whole(part, "mode")
            return
        identifiers = {}
        for key, value in own_items(part.before, lambda key: self._removed.add(part.path, key)):
            if key in self._minimal_input_fields:
                identifiers[key] = value
            else:
                self._removed.add(part.path, key)
        part.add_step("mode", identifiers)

    def _remove_whole(self, part: Part, cause: Cause) -> None:
        """Empties standard parts and lists, removes other parts, and names those that had content."""
        if not is_empty(part.before):
            self._removed.add(part.path)
        if part.name == "original_input":
            part.add_step(cause, None)
        elif not isinstance(part.before, list):
            part.add_step(cause, REMOVED)
        elif part.before:
            part.add_step(cause, [])


class TreeFilter:
    """Removes everything from trees that is not allowed, blocked, or not plain data.

    Compares both lists with the original, which it never changes; the result shares unchanged subtrees.
    """

    def __init__(self, root: Trail, blocked: Blocked, budget: ValueBudget) -> None:
        self._root = root
        self._blocked = blocked
        self._budget = budget

    def filter(self, value: Any, allowed: Positions | None = None) -> Any:
        """Filters a value at the start of paths; without `allowed`, no list restricts it.

        Returns the value itself if nothing was removed, REMOVED if all of it was. Raises ScopingError.
        """
        return run_deep(self._keep(value, self._enter(allowed, self._blocked.top, self._root)))

    def filter_elements(self, part: list[Any]) -> Any:
        """Filters a part that is a list, like `filter`: paths start at each of its elements."""
        return run_deep(self._keep(part, self._enter(None, self._blocked.top_of_elements, self._root)))

    def _keep(self, value: Any, verdict: _Verdict) -> _Task:
        if not is_plain(value):
            return REMOVED
        if type(value) is str:
            redacted = redact_blocked_text(value, self._blocked, verdict.blocked, verdict.trail)
            # An equal text is unchanged.
            return value if redacted == value else redacted
        if type(value) not in (dict, list):
            return value
        if verdict.trail.depth >= MAX_DEPTH:
            raise too_deep()
        return (yield (self._keep_array if type(value) is list else self._keep_object)(value, verdict))

    def _keep_object(self, value: dict[str, Any], verdict: _Verdict) -> _Task:
        kept: dict[str, Any] = {}
        is_changed = False
        for key, field in ordered_items(value):
            self._budget.spend(1)
            left = yield from self._keep_under(field, self._judge_key(verdict, key))
            if left is not REMOVED:
                kept[key] = left
            if left is not field:
                is_changed = True
        for key in value:
            if type(key) is not str:
                verdict.trail.remove(name_of_other_key(key))
                is_changed = True
        return kept if is_changed else value

    def _keep_array(self, value: list[Any], verdict: _Verdict) -> _Task:
        below = self._judge_elements(verdict)
        if below is None and value:
            verdict.trail.remove(None)
            return []
        self._budget.spend(len(value))
        kept = []
        is_changed = False
        for element in value:
            left = element if element is None else (yield from self._keep_under(element, below))
            if left is not element:
                is_changed = True
            kept.append(None if left is REMOVED else left)
        return kept if is_changed else value

    def _keep_under(self, value: Any, verdict: _Verdict | None) -> _Task:
        """Keeps the value at a path below the top, or names it as removed."""
        if verdict is None:
            return REMOVED
        kept: Any = REMOVED
        if verdict.fits(value):
            is_deep = type(value) in (dict, list, str)
            kept = (yield self._keep(value, verdict)) if is_deep else value if is_plain(value) else REMOVED
        if kept is REMOVED:
            verdict.trail.remove_this()
        return kept

    def _judge_key(self, above: _Verdict, key: str) -> _Verdict | None:
        if key not in above.keys:
            above.keys[key] = self._judge(above, key)
        return above.keys[key]

    def _judge(self, above: _Verdict, key: str) -> _Verdict | None:
        """Checks a key; names it and returns None if it is removed."""
        self._budget.spend(len(above.blocked) >> 3)
        blocked = self._blocked.enter(above.blocked, key)
        if self._blocked.blocks_name(key) or is_at_end(blocked):
            above.trail.remove_as(self._blocked.name_of(above.blocked, key))
            return None
        if above.allowed is None:
            return self._enter(None, blocked, above.trail.under(key))
        self._budget.spend(len(above.allowed) >> 3)
        allowed = step_to_key(above.allowed, normalize_key(key))
        if not allowed:
            above.trail.remove(key)
            return None
        return self._enter(allowed, blocked, above.trail.under(key))

    def _judge_elements(self, above: _Verdict) -> _Verdict | None:
        if not above.has_judged_elements:
            self._budget.spend((len(above.blocked) >> 3) + (len(above.allowed or NOWHERE) >> 3))
            blocked = step_to_element(above.blocked)
            allowed = None if above.allowed is None else step_to_element(above.allowed)
            if not is_at_end(blocked):
                above.elements = self._enter(allowed, blocked, above.trail.under(None))
            above.has_judged_elements = True
        return above.elements

    def _enter(self, allowed: Positions | None, blocked: Positions, trail: Trail) -> _Verdict:
        is_whole = allowed is None or is_at_end(allowed)
        return _Verdict(None if is_whole else allowed, blocked, trail)


class _Verdict:
    """The decision at a path, which depends on the value. Made once per path; None is "always removed"."""

    def __init__(self, allowed: Positions | None, blocked: Positions, trail: Trail) -> None:
        self.allowed = allowed
        self.blocked = blocked
        self.trail = trail
        self.keys: dict[str, _Verdict | None] = {}
        self.elements: _Verdict | None = None
        self.has_judged_elements = False

    def fits(self, value: Any) -> bool:
        """Returns True if an allowed path can enter the value: lists only with `[]`, scalars never."""
        if self.allowed is None:
            return True
        if type(value) is list:
            return bool(step_to_element(self.allowed))
        return type(value) is dict and leads_to_keys(self.allowed)
