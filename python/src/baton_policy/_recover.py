"""Recovery after scoping failed: passes everything except blocked fields, at any depth."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from ._content import ContentRules
from ._fold import fold_forms
from ._json import ScopingError, ValueBudget, is_plain, ordered_items
from ._parts import REMOVED, RESERVED_PART_NAMES, Part, Terms, join_parts, own_items, read_parts
from ._patterns import Blocked, Positions, is_at_end, step_to_element
from ._removed import RemovedPaths, Trail, name_of_other_key
from ._text import redact_blocked_text
from .policy import Policy

# Maximum values even here; stops at a value that doubles at every level.
_MAX_STRIPPED_VALUES = 2_500_000


class RecoveredContext(NamedTuple):
    """The context that passes, the removed paths, and the reason as a sentence without content."""

    state: Literal["fallback_minus_blocked", "denied_error"]
    context: dict[str, Any]
    fields_filtered: list[str]
    note: str


def recover_context(
    policy: Policy,
    from_agent: str,
    to_agent: str,
    context: Any,
    now: int,
    error: Exception,
    rules: ContentRules,
) -> RecoveredContext:
    """Decides what passes after scoping failed. Never raises.

    Blocked fields never pass: it returns the whole context without them and without what content rules
    redact. If that fails too, if a content rule refuses, or without a policy, strict enforcement passes
    nothing, and advisory the IDs that `minimal` passes, unless a rule refuses.
    """
    told = str(error) if isinstance(error, ScopingError) else "an unexpected error"
    reason = f"Scoping failed ({told})"

    def note_of(passed: str) -> str:
        return "; ".join([f"{reason}: {passed}", *rules.notes])

    try:
        if not policy.is_missing:
            stripped, removed = strip_context(Terms(policy, from_agent, to_agent, now), context, rules)
            if rules.refusal is None:
                names = ", not all of which are named" if removed.is_truncated else ""
                note = note_of(f"all except blocked fields passed{names}")
                return RecoveredContext("fallback_minus_blocked", stripped, removed.list(), note)
    except Exception:  # noqa: BLE001 - after any error, less passes
        pass
    try:
        if not policy.is_strict and rules.refusal is None:
            identifiers, removed = _pass_identifiers(policy, context, rules.like())
            note = note_of("only identifiers passed")
            return RecoveredContext("denied_error", identifiers, removed.list(), note)
    except Exception:  # noqa: BLE001 - after any error, nothing passes
        pass
    nothing: dict[str, Any] = {"prior_outputs": {}, "observations": [], "original_input": None}
    return RecoveredContext("denied_error", nothing, _names_of_parts(context), note_of("nothing passed"))


def strip_context(terms: Terms, context: Any, rules: ContentRules) -> tuple[dict[str, Any], RemovedPaths]:
    """Returns the whole context without blocked fields, without what content rules redact or refuse, and
    without anything that is not plain data.

    Raises ScopingError if it is endless.
    """
    removed = RemovedPaths()
    stripper = Stripper()

    def strip(part: Part) -> Any:
        is_reserved = part.kind == "part" and part.name in RESERVED_PART_NAMES
        left = (
            REMOVED
            if is_reserved
            else stripper.strip(part.before, removed.at(part.path), *terms.blocked_in(part))
        )
        if left is REMOVED:
            removed.add(part.path)
            return REMOVED
        return rules.apply(left, part.path, part.author, is_deep=True)

    return join_parts(read_parts(context, removed), strip), removed


class _Task(NamedTuple):
    """A container, its copy, which is still empty, and its position.

    `mark` is the ancestor whose depth is the last power of two: a cycle reaches it again before the next
    power (Brent's cycle detection, 1980).
    """

    source: Any
    copy: Any
    blocked: Positions
    trail: Trail
    mark: Any


class Stripper:
    """Strips blocked fields in a loop over a list of tasks, so it works at any depth."""

    def __init__(self) -> None:
        self._tasks: list[_Task] = []
        self._budget = ValueBudget(_MAX_STRIPPED_VALUES)

    def strip(self, value: Any, trail: Trail, blocked: Blocked, start: Positions) -> Any:
        if not is_plain(value):
            return REMOVED
        if type(value) is str:
            return redact_blocked_text(value, blocked, start, trail)
        if type(value) not in (dict, list):
            return value
        copy = self._open(value, start, trail, value)
        while self._tasks:
            task = self._tasks.pop()
            (self._fill_list if type(task.source) is list else self._fill_object)(task, blocked)
        return copy

    def _fill_object(self, task: _Task, blocked: Blocked) -> None:
        self._budget.spend(len(task.source))
        for key, value in ordered_items(task.source):
            self._budget.spend(len(task.blocked) >> 1)
            below = blocked.enter(task.blocked, key)
            if blocked.blocks_name(key) or is_at_end(below):
                task.trail.remove_as(blocked.name_of(task.blocked, key))
            elif not is_plain(value) or value is task.mark:
                task.trail.remove(key)
            else:
                task.copy[key] = self._copy_value(value, blocked, below, task, key)
        for other in task.source:
            if type(other) is not str:
                task.trail.remove(name_of_other_key(other))

    def _fill_list(self, task: _Task, blocked: Blocked) -> None:
        self._budget.spend((len(task.blocked) >> 1) + len(task.source))
        below = step_to_element(task.blocked)
        if is_at_end(below):
            if task.source:
                task.trail.remove(None)
            return
        for value in task.source:
            is_kept = is_plain(value) and value is not task.mark
            if not is_kept:
                task.trail.remove(None)
            task.copy.append(self._copy_value(value, blocked, below, task, None) if is_kept else None)

    def _copy_value(
        self, value: Any, blocked: Blocked, positions: Positions, above: _Task, step: str | None
    ) -> Any:
        if type(value) is str:
            return redact_blocked_text(value, blocked, positions, above.trail.under(step))
        if type(value) not in (dict, list):
            return value
        trail = above.trail.under(step)
        is_power_of_two = trail.depth & (trail.depth - 1) == 0
        return self._open(value, positions, trail, value if is_power_of_two else above.mark)

    def _open(self, source: Any, blocked: Positions, trail: Trail, mark: Any) -> Any:
        copy: Any = [] if type(source) is list else {}
        self._tasks.append(_Task(source, copy, blocked, trail, mark))
        return copy


def _pass_identifiers(
    policy: Policy, context: Any, rules: ContentRules
) -> tuple[dict[str, Any], RemovedPaths]:
    """Returns the IDs of the input: only scalars that no list of the policy could block, for any rule."""
    removed = RemovedPaths()
    lists = [policy.blocked, *(rule.blocked for rule in policy.rules)]
    blocks_any = any(each.paths.any_key is not None for each in lists)
    names = {name for each in lists for name in (*each.names, *each.paths.keys)}

    def is_blocked(key: str, value: Any) -> bool:
        if blocks_any or any(form in names for form in fold_forms(key)):
            return True
        if rules.apply(value, "original_input", None) is not value:
            return True
        return policy.redacts_texts and type(value) is str and any(each.may_be_in(value) for each in lists)

    def pick(part: Part) -> Any:
        if part.name != "original_input" or type(part.before) is not dict:
            if part.kind == "output" or isinstance(part.before, (dict, list)) or not is_plain(part.before):
                removed.add(part.path)
            return REMOVED
        identifiers = {}
        for key, value in own_items(part.before, lambda key: removed.add(part.path, key)):
            is_scalar = type(value) not in (dict, list) and is_plain(value)
            if key in policy.minimal_input_fields and is_scalar and not is_blocked(key, value):
                identifiers[key] = value
            else:
                removed.add(part.path, key)
        return identifiers

    return join_parts(read_parts(context, removed), pick), removed


def _names_of_parts(context: Any) -> list[str]:
    removed = RemovedPaths()
    try:
        for part in read_parts(context, removed):
            removed.add(part.path)
    except Exception:  # noqa: BLE001 - names are only for the report
        return []
    return removed.list()
