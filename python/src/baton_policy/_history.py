"""Scoping of message histories: each value of a message is a part, to which the policy applies."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ._content import ContentRules
from ._filter import NOTHING_BLOCKED, TreeFilter
from ._json import ValueBudget, compact_json, is_plain
from ._parts import REMOVED, Cause, Part, Terms
from ._patterns import Blocked, Positions
from ._policy_schema import ANY_AGENT
from ._recover import Stripper
from ._removed import RemovedPaths, name_of_key
from .policy import Policy, compile_allowed

# A message in a framework-independent format: `role` and `content`, which is JSON or text, with `tool_calls`
# of `id`, `name` and `args` for an assistant, and `tool_call_id` for a tool. `reasoning` and `extras`, the
# provider's own data, are optional. A message of an unknown form has only `role` and `unknown`.
ChatMessage = dict[str, Any]

Owner = Literal["agent", "receiver", "user", "system"]


class Said(NamedTuple):
    """A message of a history. `author` is None for users and the system.

    `is_named` is False if the author is only assumed: then any agent may have written the message.
    """

    author: str | None
    message: ChatMessage
    is_named: bool = True


@dataclass
class MessagePart(Part):
    """A value of a message, as a part of a context. `keys` lead from the part to the value."""

    place: int = 0
    slot: str = "content"
    owner: Owner = "user"
    is_named: bool = True
    keys: tuple[str, ...] = ()
    is_listed: bool = False
    is_whole: bool = False
    call_id: str | None = None
    call: int = -1

    @property
    def is_extra(self) -> bool:
        """Whether it is a provider's own data, which can repeat the rest of the message."""
        return self.slot.startswith("extra.")

    @property
    def value(self) -> Any:
        """What is left of the value; REMOVED if nothing is."""
        return self._value_in(self.left)

    @property
    def value_before(self) -> Any:
        """The value before scoping."""
        return self._value_in(self.before)

    @property
    def cause_of_removal(self) -> Cause | None:
        """The first step that left nothing of the value."""
        gone = (step.cause for step in self.steps if self._value_in(step.value) is REMOVED)
        return next(gone, None)

    def remove(self, cause: Cause, removed: RemovedPaths) -> None:
        """Removes the value and names it, unless nothing is left of it."""
        if self.value is REMOVED:
            return
        trail = removed.at(self.path)
        for step in [*([None] if self.is_listed else []), *self.keys]:
            trail = trail.under(step if step is None else name_of_key(step))
        trail.remove_this()
        self.add_step(cause, REMOVED)

    def _value_in(self, left: Any) -> Any:
        value = left
        if left is REMOVED:
            return REMOVED
        if self.is_listed:
            if type(left) is not list or not left:
                return REMOVED
            value = left[0]
            # Filters write None for an element that they remove.
            if value is None and self.before[0] is not None:
                return REMOVED
        for key in self.keys:
            if type(value) is not dict or key not in value:
                return REMOVED
            value = value[key]
        return value


@dataclass
class History:
    """A history as a policy sees it."""

    said: list[Said]
    parts: list[MessagePart] = field(default_factory=list)
    last_of_user: int = -1
    removed: RemovedPaths = field(default_factory=RemovedPaths)
    # IDs of the calls whose result passes but whose arguments do not.
    empty_calls: set[int] = field(default_factory=set)

    def by_message(self) -> list[list[MessagePart]]:
        """Returns the parts of each message."""
        parts: list[list[MessagePart]] = [[] for _ in self.said]
        for part in self.parts:
            parts[part.place].append(part)
        return parts


def read_history(said: list[Said], from_agent: str, to_agent: str) -> History:
    """Splits messages into parts, finds the agent of each, and the call of each tool result."""
    history = History(said)
    users = [place for place, each in enumerate(said) if each.author is None and _is_of_user(each.message)]
    history.last_of_user = users[-1] if users else -1
    calls: dict[str, MessagePart] = {}
    for place, each in enumerate(said):
        owner = _owner_of(each, to_agent)
        author = each.author or from_agent
        message = each.message

        def add(slot: str, value: Any, keys: tuple[str, ...], **fields: Any) -> MessagePart:
            part = _create_part(history, place, (slot, value, keys), (owner, author, each.is_named), fields)
            history.parts.append(part)
            return part

        is_agents = owner in ("agent", "receiver")
        if message["role"] == "tool":
            call = calls.get(message["tool_call_id"])
            if call is not None:
                owner, author = call.owner, call.name if call.owner == "agent" else author
            name = call.keys[1] if call is not None else "unknown_tool"
            keys = ("tool_results", name)
            part = add("content", message.get("content"), keys, call_id=message["tool_call_id"])
            part.is_named = call.is_named if call is not None else each.is_named
        else:
            if "unknown" in message:
                add("unknown", message["unknown"], ("unknown", "message"), is_whole=True)
            if message.get("reasoning"):
                add("reasoning", message["reasoning"], ("reasoning",), is_whole=True)
            content = message.get("content")
            if content is not None and content != "":
                add("content", content, ("text",) if is_agents and type(content) is str else ())
            for index, call in enumerate(message.get("tool_calls", ())):
                keys = ("tool_calls", call["name"])
                part = add("call", call.get("args"), keys, call_id=call["id"], call=index)
                calls.setdefault(call["id"], part)
        for key, value in message.get("extras", {}).items():
            add(f"extra.{key}", value, ("extra", key))
    return history


def _is_of_user(message: ChatMessage) -> bool:
    return message["role"] == "user" and message.get("content") not in (None, "")


def _owner_of(said: Said, to_agent: str) -> Owner:
    if said.author is None:
        return "user" if said.message["role"] == "user" else "system"
    return "receiver" if said.author == to_agent else "agent"


def _create_part(
    history: History,
    place: int,
    slot: tuple[str, Any, tuple[str, ...]],
    author: tuple[Owner, str, bool],
    fields: dict[str, Any],
) -> MessagePart:
    name, value, keys = slot
    owner, agent, is_named = author
    is_listed = False
    if owner == "agent":
        part_name = agent
    elif owner == "receiver":
        part_name, is_listed = "receiver_messages", True
    elif owner == "user" and not keys and type(value) is dict:
        part_name = "original_input"
    elif place == history.last_of_user:
        part_name = "last_user_message"
    else:
        part_name, is_listed = "observations", True
    view = value
    for key in reversed(keys):
        view = {key: view}
    return MessagePart(
        kind="output" if owner == "agent" else "part",
        name=part_name,
        before=[view] if is_listed else view,
        place=place,
        slot=name,
        owner=owner,
        is_named=is_named,
        keys=keys,
        is_listed=is_listed,
        **fields,
    )


def filter_history(policy: Policy, history: History, terms: Terms, pair: tuple[str, str], now: int) -> None:
    """Applies mode, allowed and blocked fields to each part. Raises ScopingError."""
    scoper = _HistoryFilter(policy, history, terms, pair, now)
    for part in history.parts:
        (scoper.filter_output if part.owner == "agent" else scoper.filter_part)(part)
        if part.left is REMOVED or part.value is REMOVED:
            continue
        if part.is_whole and part.left is not part.before:
            part.remove(part.steps[-1].cause or "dropped", history.removed)
        # Nothing is known about such a part; the receiver's own are its own.
        if part.slot == "unknown" and terms.mode != "full" and part.owner != "receiver":
            part.remove("dropped", history.removed)


def blocked_for_unnamed(policy: Policy, to_agent: str, now: int) -> Blocked:
    """Returns everything that any agent may not pass to the receiver."""
    rules = [rule for rule in policy.rules if rule.to_agent_id in (to_agent, ANY_AGENT)]
    lists = [rule.blocked for rule in rules if rule.expires_at > now]
    return Blocked(policy.blocked, *lists, in_text=policy.redacts_texts)


class _HistoryFilter:
    def __init__(
        self, policy: Policy, history: History, terms: Terms, pair: tuple[str, str], now: int
    ) -> None:
        self._policy = policy
        self._history = history
        self._removed = history.removed
        self._terms = terms
        self._from_agent = pair[0]
        self._blocked_for_unnamed = blocked_for_unnamed(policy, pair[1], now)
        self._extracted = extracted_fields(policy, terms)
        self._budget = ValueBudget()
        self._second = ValueBudget()

    def filter_output(self, part: MessagePart) -> None:
        terms = self._terms
        if terms.mode == "minimal" or (terms.mode == "scoped" and part.name != self._from_agent):
            self._removed.add(part.path)
            part.add_step("mode", REMOVED)
            return
        listed = terms.allowed if type(part.before) is dict else None
        allowed = None if listed is None else [listed]
        if allowed is not None:
            tree = TreeFilter(RemovedPaths().at(part.path), NOTHING_BLOCKED, self._second)
            part.add_step("not_allowed", tree.filter(part.before, allowed))
        blocked = terms.blocked_in_output_of(part.name)
        part.add_step("blocked", self._tree(part, blocked).filter(part.before, allowed))
        if terms.allowed is not None and listed is None and self._policy.is_strict:
            part.remove("dropped", self._removed)
        if self._extracted is not None and type(part.before) is dict:
            self._filter_again(part, "extracted", NOTHING_BLOCKED, self._extracted)
        if not part.is_named:
            self._filter_again(part, "dropped", self._blocked_for_unnamed, None)
        if type(part.left) is dict and not part.keys and _is_emptied(part.before, part.left):
            part.remove(part.steps[-1].cause or "dropped", self._removed)

    def filter_part(self, part: MessagePart) -> None:
        if self._terms.mode == "minimal" and part.owner != "receiver":
            self._minimize(part)
        left = part.left
        if left is REMOVED:
            return
        tree = self._tree(part, self._terms.blocked)
        is_list = type(left) is list and part.is_listed
        part.add_step("blocked", tree.filter_elements(left) if is_list else tree.filter(left))

    def _filter_again(
        self, part: MessagePart, cause: Cause, blocked: Blocked, allowed: Positions | None
    ) -> None:
        if part.left is not REMOVED:
            part.add_step(cause, self._tree(part, blocked).filter(part.left, allowed))

    def _minimize(self, part: MessagePart) -> None:
        if part.name == "last_user_message":
            return
        if part.name != "original_input" or type(part.before) is not dict:
            self._removed.add(part.path)
            part.add_step("mode", REMOVED)
            return
        kept = self._policy.minimal_input_fields
        identifiers = {key: value for key, value in part.before.items() if key in kept}
        for key in part.before:
            if key not in kept:
                self._removed.add(part.path, key)
        if len(identifiers) < len(part.before):
            part.add_step("mode", identifiers)
        if part.place != self._history.last_of_user and _is_emptied(part.before, identifiers):
            part.remove("mode", self._removed)

    def _tree(self, part: MessagePart, blocked: Blocked) -> TreeFilter:
        return TreeFilter(self._removed.at(part.path), blocked, self._budget)


def extracted_fields(policy: Policy, terms: Terms) -> Positions | None:
    """Returns the fields that the rule's translation extracts; None if it extracts none."""
    translation = terms.rule.translation if terms.rule and policy.translates else None
    if translation is None or not translation.enabled or not translation.extract_fields:
        return None
    return [compile_allowed(translation.extract_fields)]


def _is_emptied(before: Any, left: Any) -> bool:
    return type(before) is dict and type(left) is dict and len(before) > 0 and not left


def strip_history(policy: Policy, history: History, terms: Terms, to_agent: str, now: int) -> None:
    """Removes only blocked fields, at any depth; used if scoping itself failed. Raises ScopingError."""
    unnamed = blocked_for_unnamed(policy, to_agent, now)
    for part in history.parts:
        is_unnamed = part.owner == "agent" and not part.is_named
        blocked = unnamed if is_unnamed else terms.blocked_in(part)[0]
        start = blocked.top_of_elements if part.is_listed else blocked.top
        left = Stripper().strip(part.before, history.removed.at(part.path), blocked, start)
        # A stripper copies what it keeps.
        if left is REMOVED or compact_json(left) != compact_json(part.before):
            part.add_step("blocked", left)
            if part.is_whole:
                part.remove("blocked", history.removed)


def apply_content_rules(history: History, rules: ContentRules, *, is_deep: bool = False) -> None:
    """Applies content rules to what is left. The receiver's own messages refuse nothing, as it has them."""
    for part in history.parts:
        if part.left is REMOVED:
            continue
        if part.owner == "receiver":
            left = rules.apply_to_own(part.left, part.path, is_deep=is_deep)
        elif part.owner == "agent" and not part.is_named:
            left = rules.apply_to_unnamed(part.left, part.path, is_deep=is_deep)
        else:
            left = rules.apply(part.left, part.path, part.author, is_deep=is_deep)
        is_changed = left is not part.left
        part.add_step("redacted", left)
        if part.is_whole and is_changed:
            part.remove("redacted", history.removed)


def keep_together(history: History) -> None:
    """Keeps or drops together what providers reject apart.

    These are a tool call and its results, reasoning and what follows from it, and a provider's own data of a
    message that changed, which can repeat what was removed.
    """
    pairs: dict[str, tuple[list[MessagePart], list[MessagePart]]] = {}
    for part in history.parts:
        if part.call_id is not None:
            calls, results = pairs.setdefault(part.call_id, ([], []))
            (calls if part.slot == "call" else results).append(part)
    for calls, results in pairs.values():
        if calls:
            _keep_pair(history, calls, results)
    for parts in history.by_message():
        content = [part for part in parts if not part.is_extra]
        after = [part for part in content if part.slot != "reasoning"]
        if after and is_gone(history, after[0]):
            for part in content:
                if part.slot == "reasoning":
                    part.remove("dropped", history.removed)
        if any(part.steps or is_gone(history, part) for part in content):
            for part in parts:
                if part.is_extra:
                    part.remove("dropped", history.removed)


def _keep_pair(history: History, calls: list[MessagePart], results: list[MessagePart]) -> None:
    gone = [call for call in calls if call.value is REMOVED]
    if not results:
        return
    is_answered = any(result.value is not REMOVED for result in results)
    if is_answered and all(call.cause_of_removal in ("not_allowed", "extracted") for call in gone):
        history.empty_calls.update(map(id, gone))
    elif is_answered or len(gone) < len(calls):
        for part in (*calls, *results):
            part.remove("dropped", history.removed)


def is_gone(history: History, part: MessagePart) -> bool:
    """Returns whether nothing of a part passes."""
    return part.value is REMOVED and id(part) not in history.empty_calls


def write_history(history: History) -> list[ChatMessage | None]:
    """Returns what is left of each message: the same object if all of it is, None if nothing is."""
    parts = history.by_message()
    return [_write_message(history, own, said.message) for own, said in zip(parts, history.said, strict=True)]


def _write_message(history: History, parts: list[MessagePart], message: ChatMessage) -> ChatMessage | None:
    content = [part for part in parts if not part.is_extra]
    if parts and all(is_gone(history, part) for part in content or parts):
        return None
    if not any(part.steps for part in parts):
        return message
    left = dict(message)
    calls: list[Any] = []
    for part in parts:
        value = {} if id(part) in history.empty_calls else part.value
        if part.slot == "call":
            if value is not REMOVED:
                calls.append({**message["tool_calls"][part.call], "args": value})
        elif part.is_extra:
            key = part.keys[1]
            others = {name: each for name, each in left["extras"].items() if name != key}
            left["extras"] = others if value is REMOVED else {**others, key: value}
        elif value is not REMOVED:
            left[part.slot] = value
        else:
            left.pop(part.slot, None)
    if "tool_calls" in message:
        left["tool_calls"] = calls
    if not left.get("tool_calls", True):
        del left["tool_calls"]
    if "content" not in left:
        left["content"] = ""
    return left


def read_text(text: Any) -> Any:
    """Returns the object or list that a text contains as JSON, otherwise the text itself.

    JSON with a key twice stays text, because a reader may see the other value.
    """
    if isinstance(text, str):
        try:
            value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
        except (ValueError, RecursionError):
            return str(text)
        return value if isinstance(value, (dict, list)) else str(text)
    return text if is_plain(text) else None


def write_text(value: Any) -> str:
    """Returns a value as the text of a message."""
    return value if isinstance(value, str) else compact_json(value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(fields := dict(pairs)) < len(pairs):
        raise ValueError("a key is there twice")
    return fields


def _refuse(constant: str) -> Any:
    raise ValueError(constant)
