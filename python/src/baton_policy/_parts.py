"""A context in parts, and the result of each scoping step for them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from ._json import ordered_items, run_deep
from ._patterns import Blocked, Node, Positions
from ._policy_schema import Mode
from ._removed import RemovedPaths, escape_key, name_of_other_key
from .policy import Policy, Rule

Cause = Literal["mode", "not_allowed", "blocked", "dropped", "redacted", "extracted", "summarized"]
CAUSES: tuple[Cause, ...] = (
    "mode",
    "not_allowed",
    "blocked",
    "dropped",
    "redacted",
    "extracted",
    "summarized",
)

# Names of a scoped context's own keys, which further parts cannot have.
RESERVED_PART_NAMES = ("metadata", "handoff_mode", "fields_filtered", "translation_applied")


class Removed:
    """The type of REMOVED, a value of which nothing is left."""


REMOVED: Final = Removed()


class Step(NamedTuple):
    """The result of a step for a part; the cause is None if it removes nothing."""

    cause: Cause | None
    value: Any


@dataclass
class Part:
    """One agent's output, or one other part of a context."""

    kind: Literal["output", "part"]
    name: str
    before: Any
    steps: list[Step] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The escaped name, which starts paths."""
        return escape_key(self.name)

    @property
    def author(self) -> str | None:
        """The agent whose output it is; None for other parts."""
        return self.name if self.kind == "output" else None

    @property
    def left(self) -> Any:
        """The rest after all steps so far."""
        return self.steps[-1].value if self.steps else self.before

    @property
    def handed_over(self) -> Any:
        """The part that passes: like `left`, without dropped messages."""
        is_dropped = any(step.cause == "dropped" for step in self.steps)
        return without_removed(self.left) if is_dropped else self.left

    def add_step(self, cause: Cause | None, value: Any) -> None:
        if not is_same(value, self.left):
            self.steps.append(Step(cause, value))


class Terms:
    """The terms of a policy for one pair of agents. Without a policy: `minimal`, and nothing is blocked."""

    def __init__(self, policy: Policy, from_agent: str, to_agent: str, now: int) -> None:
        rule = policy.match_rule(from_agent, to_agent, now)
        self._policy = policy
        self._to_agent = to_agent
        self._now = now
        self.rule: Rule | None = rule
        self.mode: Mode = rule.mode if rule else policy.default_mode
        self.allowed: Node | None = rule.allowed if rule and self.mode == "scoped" else None
        self._lists = (policy.blocked, rule.blocked) if rule else (policy.blocked,)
        self.blocked = Blocked(*self._lists, in_text=policy.redacts_texts)

    def blocked_in_output_of(self, agent: str) -> Blocked:
        """Returns the blocks for an agent's output: also those of its own rule for the receiver."""
        inherited = self._policy.match_rule(agent, self._to_agent, self._now)
        if inherited is None:
            return self.blocked
        return Blocked(*self._lists, inherited.blocked, in_text=self._policy.redacts_texts)

    def blocked_in(self, part: Part) -> tuple[Blocked, Positions]:
        """Returns the blocks for a part, and where their paths start in it."""
        if part.kind == "output":
            blocked = self.blocked_in_output_of(part.name)
            return blocked, blocked.top
        is_list = part.name != "original_input" and type(part.before) is list
        return self.blocked, self.blocked.top_of_elements if is_list else self.blocked.top


def is_same(left: Any, right: Any) -> bool:
    """Returns True if two values are one container, or equal scalars of one type."""
    if left is right:
        return True
    kind = type(left)
    return kind is type(right) and kind in (str, int, float) and bool(left == right)


def read_parts(context: Any, removed: RemovedPaths) -> list[Part]:
    """Splits a context: outputs, `observations`, `original_input`, then further parts.

    A missing standard part counts as empty; anything that is not plain data is removed and named.
    """
    outputs: Any = None
    observations: Any = None
    original_input: Any = None
    further: list[Part] = []
    if type(context) is not dict:
        removed.add("context")
    for name, value in own_items(context, lambda name: removed.add(escape_key(name))):
        if name == "prior_outputs":
            outputs = value
        elif name == "observations":
            observations = value
        elif name == "original_input":
            original_input = value
        else:
            further.append(Part("part", name, value))
    return [
        *_read_outputs(outputs, removed),
        Part("part", "observations", _read_observations(observations, removed)),
        Part("part", "original_input", original_input),
        *further,
    ]


def _read_outputs(outputs: Any, removed: RemovedPaths) -> list[Part]:
    if outputs is None:
        return []
    if type(outputs) is not dict:
        removed.add("prior_outputs")
        return []
    items = own_items(outputs, lambda agent: removed.add(escape_key(agent)))
    return [Part("output", agent, output) for agent, output in items]


def _read_observations(observations: Any, removed: RemovedPaths) -> Any:
    if isinstance(observations, list):
        return observations
    if observations is not None:
        removed.add("observations")
    return []


def own_items(value: Any, on_other: Callable[[str], None]) -> Iterator[tuple[str, Any]]:
    """Yields the items of an object whose keys are text, in JavaScript's order; reports other keys."""
    if type(value) is not dict:
        return
    for key in value:
        if type(key) is not str:
            on_other(name_of_other_key(key))
    yield from ordered_items(value)


def join_parts(parts: list[Part], value_of: Callable[[Part], Any]) -> dict[str, Any]:
    """Joins the parts in the order in which a context is counted."""
    context: dict[str, Any] = {"prior_outputs": {}, "observations": [], "original_input": None}
    for part in parts:
        value = value_of(part)
        if value is not REMOVED:
            (context["prior_outputs"] if part.kind == "output" else context)[part.name] = value
    return context


def without_removed(value: Any) -> Any:
    """Returns a copy without the elements that are REMOVED."""
    return run_deep(_copy_without_removed(value))


def _copy_without_removed(value: Any) -> Generator[Any, Any, Any]:
    if type(value) is list:
        elements = []
        for element in value:
            if element is not REMOVED:
                elements.append((yield _copy_without_removed(element)))
        return elements
    if type(value) is dict:
        fields = {}
        for key, each in value.items():
            fields[key] = yield _copy_without_removed(each)
        return fields
    return value


def is_empty(value: Any) -> bool:
    """Returns True for an empty part: None, `{}` or `[]`."""
    return value is None or (type(value) in (dict, list) and not value)
