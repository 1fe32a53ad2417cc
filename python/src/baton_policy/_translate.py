"""Translation of scoped outputs into a conversation that the receiver can continue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ._filter import NOTHING_BLOCKED, FilteredContext, TreeFilter
from ._fold import normalize_key
from ._json import ValueBudget, run_deep
from ._messages import drop_unpaired, recast_roles
from ._parts import REMOVED, Part
from ._patterns import Node, Positions, enter_path, leads_to_keys, parse_pattern, step_to_element, step_to_key
from ._policy_schema import Translation
from ._summarize import summarize_output

STRATEGIES = ("extract_fields", "filter", "summarize", "recast_role")
# Maximum steps of all searches of a handoff together; takes half a second.
_MAX_SEARCH_STEPS = 3_000_000
# Limits for reports of missing fields: per output, characters of each, and outputs.
_MAX_NAMED, _MAX_NAME, _MAX_NOTES = 20, 200, 100


class TranslationResult(NamedTuple):
    """The steps that changed something, notes without content, and the tokens of summaries (or None)."""

    strategies: list[str]
    notes: list[str]
    summarizer_tokens: int | None


class SoughtFields:
    """Searches all fields of a list at once; compares keys after NFC."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self.root = Node()
        self._written_at: dict[Node, list[str]] = {}
        self._steps_left = _MAX_SEARCH_STEPS
        for text in dict.fromkeys(patterns):
            end = enter_path(self.root, parse_pattern(text))
            end.is_end = True
            self._written_at.setdefault(end, []).append(text)

    def find(self, values: list[Any]) -> set[str]:
        """Returns the patterns of the list that lead to some value."""
        reached: set[Node] = set()
        run_deep(self._reach(values, [self.root], reached))
        return {text for node in reached for text in self._written_at.get(node, ())}

    def others(self, found: set[str]) -> list[str]:
        """Returns the patterns of the list that are not in `found`."""
        return [text for texts in self._written_at.values() for text in texts if text not in found]

    def _reach(self, values: list[Any], positions: Positions, reached: set[Node]) -> Any:
        """Records every position that a value reaches, here and below. Visits each path once."""
        reached.update(positions)
        self._steps_left -= len(positions)
        if self._steps_left < 0:
            return
        elements = step_to_element(positions)
        items = [item for value in values if type(value) is list for item in value] if elements else []
        if items:
            yield self._reach(items, elements, reached)
        if not leads_to_keys(positions):
            return
        fields_by_key: dict[str, list[Any]] = {}
        for value in values:
            if type(value) is dict:
                for key, field in value.items():
                    fields_by_key.setdefault(normalize_key(key), []).append(field)
        for key, fields in fields_by_key.items():
            self._steps_left -= len(positions)
            below = step_to_key(positions, key)
            if self._steps_left >= 0 and below:
                yield self._reach(fields, below, reached)


def translate(filtered: FilteredContext, translation: Translation | None) -> TranslationResult:
    """Extracts fields, filters them again, shortens texts over the limit and changes roles, by the rule.

    Keeps or drops tool calls and results together in every part, because providers reject one without the
    other. Adds its steps to the parts.
    """
    ran: set[str] = set()
    notes: list[str] = []
    sought = SoughtFields(translation.extract_fields) if translation and translation.extract_fields else None
    # Shared by all outputs, which have at most as many values as the original context.
    extracting, filtering = ValueBudget(), ValueBudget()
    summaries = 0
    for part in filtered.parts:
        if part.left is REMOVED:
            continue
        config = translation if part.kind == "output" else None
        if config and sought and _extract_fields(part, filtered, sought, notes, extracting):
            ran.add("extract_fields")
        if config and config.filter_enabled and _filter_blocked(part, filtered, filtering):
            ran.add("filter")
        if drop_unpaired(part, filtered.removed):
            whose = f"the output of {part.name}" if part.kind == "output" else part.name
            notes.append(f"Tool messages were dropped with their partners from {whose}")
            if part.left is REMOVED:
                continue
        if config and config.summarize:
            output = part.left
            part.add_step("summarized", summarize_output(output, config.max_summary_tokens))
            if part.left is not output:
                ran.add("summarize")
                summaries += 1
        if config and config.recast_role:
            output = part.left
            part.add_step(None, recast_roles(output, part.name, config.recast_role))
            if part.left is not output:
                ran.add("recast_role")
    used = 0 if summaries > 0 else None
    return TranslationResult([each for each in STRATEGIES if each in ran], notes, used)


def _extract_fields(
    part: Part, filtered: FilteredContext, sought: SoughtFields, notes: list[str], budget: ValueBudget
) -> bool:
    """Keeps the listed fields of an output that is an object; skips and records missing ones."""
    output = part.left
    if type(output) is not dict:
        return False
    kept = TreeFilter(filtered.removed.at(part.path), NOTHING_BLOCKED, budget).filter(output, [sought.root])
    missing = sought.others(sought.find([output]))
    if missing and len(notes) < _MAX_NOTES:
        names = ", ".join(
            f"{name[:_MAX_NAME]}…" if len(name) > _MAX_NAME else name for name in missing[:_MAX_NAMED]
        )
        more = f", and {len(missing) - _MAX_NAMED} more" if len(missing) > _MAX_NAMED else ""
        notes.append(f"Not found in the output of {part.name} by extract_fields: {names}{more}")
    part.add_step("extracted", kept)
    return True


def _filter_blocked(part: Part, filtered: FilteredContext, budget: ValueBudget) -> bool:
    """Verifies that scoping removed blocked fields. Counts as a step only if something is blocked."""
    blocked = filtered.terms.blocked_in_output_of(part.name)
    if blocked.is_empty:
        return False
    part.add_step("blocked", TreeFilter(filtered.removed.at(part.path), blocked, budget).filter(part.left))
    return True
