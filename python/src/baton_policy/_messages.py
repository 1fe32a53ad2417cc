"""Messages in outputs: keeps or drops tool calls together with their results, and changes roles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ._parts import REMOVED, Part
from ._policy_schema import Role
from ._removed import RemovedPaths, Trail

# Keys in which LangChain stores a message: `kwargs` in its JSON, `data` in its `messages_to_dict`.
_BODIES = ("kwargs", "data")
_RESULT_TYPE = re.compile(r"_call_(?:output|result)\Z")

_Change = Callable[[dict[str, Any], Any, tuple[str | None, ...]], Any]


def map_messages(value: Any, change: _Change, before: Any = None) -> Any:
    """Maps the messages of a value: the elements of a list or of each list of an object, or a message itself.

    `change` receives the message, its original in `before`, and the steps to it, and returns REMOVED to drop
    it. Returns the value itself if nothing changed, otherwise a copy with REMOVED for dropped messages.
    """

    def change_list(field: Any, were: Any, place: tuple[str | None, ...]) -> Any:
        if type(field) is not list:
            return field
        changed = [
            change(each, _element(were, index), place) if type(each) is dict else each
            for index, each in enumerate(field)
        ]
        return _unless_same(field, changed)

    if type(value) is not dict:
        return change_list(value, before, (None,))
    message = change(value, before, ()) if "role" in value else value
    if type(message) is not dict:
        return message
    return _map_fields(message, lambda field, key: change_list(field, _field(before, key), (key, None)))


def recast_roles(output: Any, agent: str, role: Role) -> Any:
    """Changes the role of `assistant` and `tool` messages; their text then starts with `[agent] `.

    Returns the output itself without such messages.
    """

    def change(message: dict[str, Any], *_: Any) -> Any:
        if message.get("role") not in ("assistant", "tool"):
            return message
        return _map_fields(
            message,
            lambda field, key: role if key == "role" else _sign(field, agent) if key == "content" else field,
        )

    return map_messages(output, change)


def _sign(content: Any, agent: str) -> Any:
    """Puts the agent's name before a text, or before the first text in a list of parts."""
    if type(content) is str:
        return f"[{agent}] {content}"
    if type(content) is not list:
        return content
    for index, part in enumerate(content):
        if type(part) is dict and type(part.get("text")) is str:
            return [*content[:index], {**part, "text": f"[{agent}] {part['text']}"}, *content[index + 1 :]]
    return content


def drop_unpaired(part: Part, removed: RemovedPaths) -> bool:
    """Drops each tool call whose result scoping removed, and each result whose call it removed.

    Supports OpenAI chat, Responses and Agents SDK, Anthropic and LangChain. Returns True if something was
    dropped. Keeps pairs that were incomplete before.
    """
    after = part.left
    if after is part.before or after is REMOVED:
        return False
    had_calls, had_results = _find_tools(part.before)
    if not had_calls and not had_results:
        return False
    calls, results = _find_tools(after)
    unpaired = {each for each in had_calls & had_results if (each in calls) != (each in results)}
    dropper = _ToolDropper(unpaired)
    root = removed.at(part.path)

    def change(message: dict[str, Any], was: Any, place: tuple[str | None, ...]) -> Any:
        trail = root
        for step in place:
            trail = trail.under(step)
        return _named(dropper.drop_from_message(message, was, trail), trail)

    part.add_step("dropped", map_messages(after, change, part.before))
    return part.left is not after


class _ToolDropper:
    def __init__(self, unpaired: set[str]) -> None:
        self._unpaired = unpaired

    def drop_from_message(self, message: dict[str, Any], was: Any, trail: Trail) -> Any:
        """Returns the rest of a message; REMOVED if it had calls or results and is now empty."""

        def change(field: Any, key: str) -> Any:
            below = trail.under(key)
            inner_was = _field(was, key)
            if key not in _BODIES or type(field) is not dict:
                return self._drop_from_field(field, key, inner_was, below)
            return self._drop(
                field,
                inner_was,
                lambda inner, inner_key: self._drop_from_field(
                    inner, inner_key, _field(inner_was, inner_key), below.under(inner_key)
                ),
            )

        return self._drop(message, was, change)

    def _drop(self, message: dict[str, Any], was: Any, change: Callable[[Any, str], Any]) -> Any:
        if self._goes(_tool_id(message), _tool_id(was)):
            return REMOVED
        left = _map_fields(message, change)
        held_tools = type(was) is dict and any(_tools_in(was))
        return REMOVED if held_tools and not _says_something(left) else left

    def _drop_from_field(self, field: Any, key: str, was: Any, trail: Trail) -> Any:
        if key == "content":
            return self._drop_from_list(field, was, trail, _tool_id)
        if key == "tool_calls":
            return self._drop_calls(field, was, trail)
        if key != "additional_kwargs" or type(field) is not dict:
            return field
        # LangChain stores the provider's original here, with the same calls again.
        return _map_fields(
            field,
            lambda calls, inner_key: (
                self._drop_calls(calls, _field(was, inner_key), trail.under("tool_calls"))
                if inner_key == "tool_calls"
                else calls
            ),
        )

    def _drop_calls(self, field: Any, was: Any, trail: Trail) -> Any:
        calls = self._drop_from_list(field, was, trail, lambda call: _text(call, "id"))
        is_empty = type(calls) is list and all(call is REMOVED for call in calls)
        return _named(REMOVED, trail) if is_empty else calls

    def _drop_from_list(self, field: Any, were: Any, trail: Trail, id_of: Callable[[Any], str]) -> Any:
        if type(field) is not list:
            return field
        changed = [
            _named(REMOVED, trail.under(None))
            if self._goes(id_of(item), id_of(_element(were, index)))
            else item
            for index, item in enumerate(field)
        ]
        return _unless_same(field, changed)

    def _goes(self, tool_id: str, id_before: str) -> bool:
        """A message that lost its ID can no longer be matched."""
        return tool_id in self._unpaired or (tool_id == "" and id_before != "")


def _find_tools(value: Any) -> tuple[set[str], set[str]]:
    """Returns the IDs of the calls and of the results in a value."""
    calls: set[str] = set()
    results: set[str] = set()
    for message in _messages_of(value):
        found_calls, found_results = _tools_in(message)
        calls |= found_calls
        results |= found_results
    return calls, results


def _messages_of(value: Any) -> Iterator[dict[str, Any]]:
    """Yields the objects that `map_messages` visits, if the first of a list has a `role` or `type`."""
    if type(value) is not dict:
        yield from _messages_in(value)
        return
    if _is_message(value):
        yield value
    for field in value.values():
        yield from _messages_in(field)


def _messages_in(field: Any) -> Iterator[dict[str, Any]]:
    objects = [each for each in field if type(each) is dict] if type(field) is list else []
    if objects and _is_message(objects[0]):
        yield from objects


def _is_message(value: dict[str, Any]) -> bool:
    return "role" in value or "type" in value


def _tools_in(message: dict[str, Any]) -> tuple[set[str], set[str]]:
    calls: set[str] = set()
    results: set[str] = set()
    for body in (message, *(message.get(key) for key in _BODIES)):
        calls.update(_text(call, "id") for call in _list(body, "tool_calls"))
        for item in (body, *_list(body, "content")):
            calls.add(_call_id(item))
            results.add(_result_id(item))
    return calls - {""}, results - {""}


def _tool_id(item: Any) -> str:
    """Returns the ID of the call that a message or a part of one is or answers; empty without one."""
    return _call_id(item) or _result_id(item)


def _call_id(item: Any) -> str:
    kind = _text(item, "type")
    if kind.endswith("tool_use"):
        return _text(item, "id")
    return _text(item, "call_id") or _text(item, "callId") if kind.endswith("_call") else ""


def _result_id(item: Any) -> str:
    kind = _text(item, "type")
    if kind.endswith("tool_result"):
        return _text(item, "tool_use_id")
    if _RESULT_TYPE.search(kind):
        return _text(item, "call_id") or _text(item, "callId")
    return _text(item, "tool_call_id")


def _says_something(message: dict[str, Any]) -> bool:
    content = message.get("content")
    if _tool_id(message) != "" or (type(content) is str and content != ""):
        return True
    if any(key in message for key in ("tool_calls", *_BODIES)):
        return True
    return any(part is not REMOVED for part in _list(message, "content"))


def _named(left: Any, trail: Trail) -> Any:
    if left is REMOVED:
        trail.remove_this()
    return left


def _map_fields(message: dict[str, Any], change: Callable[[Any, str], Any]) -> dict[str, Any]:
    """Returns the object itself if nothing changed; omits fields that become REMOVED."""
    changed = {key: change(field, key) for key, field in message.items()}
    if all(changed[key] is field for key, field in message.items()):
        return message
    return {key: field for key, field in changed.items() if field is not REMOVED}


def _unless_same(before: list[Any], changed: list[Any]) -> list[Any]:
    return before if all(left is right for left, right in zip(before, changed)) else changed


def _field(value: Any, key: str) -> Any:
    return value.get(key) if type(value) is dict else None


def _element(value: Any, index: int) -> Any:
    return value[index] if type(value) is list and index < len(value) else None


def _text(value: Any, key: str) -> str:
    text = _field(value, key)
    return text if type(text) is str else ""


def _list(value: Any, key: str) -> list[Any]:
    items = _field(value, key)
    return items if type(items) is list else []
