"""OpenAI Agents SDK: an input filter that lets a policy decide what passes at each handoff.

The policy knows agents by their names. `reasoning`, hosted tools and the handoff call itself do not pass.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from .._conversation import ChatMessage, Heard, Said, hand_over_messages, read_text, write_text
from .._json import compact_json
from ..session import Session

# Maximum items with a remembered author, which histories lack.
_MAX_REMEMBERED = 20_000


def baton_input_filter(session: Session) -> Callable[[Any], Any]:
    """Returns a filter for `RunConfig(handoff_input_filter=…)` or `handoff(…, input_filter=…)`.

    If the switch is off or observes, the input passes unchanged. An item of the history with an unknown
    author counts as the sender's, so that its rule applies to it.
    """
    authors = _Authors()

    def filter_input(data: Any) -> Any:
        run_items = [*data.pre_handoff_items, *data.new_items]
        handoff = next((item for item in reversed(run_items) if item.type == "handoff_output_item"), None)
        if handoff is None:
            # Without sender and receiver no rule can be found, so nothing passes.
            return data.clone(input_history=(), pre_handoff_items=(), new_items=())
        sender, receiver = handoff.source_agent.name, handoff.target_agent.name
        authored = [(_plain(item.to_input_item()), item.agent.name) for item in run_items if _is_said(item)]
        for item, author in authored:
            authors.remember(item, author)
        history = data.input_history
        asked = [{"role": "user", "content": history}] if isinstance(history, str) else map(_plain, history)
        items = [*((item, authors.of(item, sender)) for item in asked), *authored]
        said = [(item, message, author) for item, author in items if (message := read_item(item))]
        heard = hand_over_messages(
            session,
            sender,
            receiver,
            [Said(None if message["role"] in _ASKING else author, message) for _, message, author in said],
            "openai-agents",
        )
        if heard is None:
            return data
        left = []
        for each in heard:
            written = [said[each.place][0]] if each.is_original else list(write_items(each))
            left.extend(written)
            for item in written:
                authors.remember(item, each.author)
        return data.clone(input_history=tuple(left), pre_handoff_items=(), new_items=())

    return filter_input


_ASKING = ("user", "system", "developer")


class _Authors:
    """Remembers the author of each item, by its JSON."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, str | None] = OrderedDict()
        self._lock = threading.Lock()

    def remember(self, item: Any, author: str | None) -> None:
        with self._lock:
            self._known[compact_json(item)] = author
            if len(self._known) > _MAX_REMEMBERED:
                self._known.popitem(last=False)

    def of(self, item: Any, otherwise: str) -> str:
        with self._lock:
            return self._known.get(compact_json(item)) or otherwise


def _is_said(item: Any) -> bool:
    return item.type in ("message_output_item", "tool_call_item", "tool_call_output_item")


def _plain(item: Any) -> Any:
    """Converts an item to a dict; the SDK uses dicts and pydantic models."""
    return item.model_dump(mode="json", exclude_unset=True) if hasattr(item, "model_dump") else item


def read_item(item: dict[str, Any]) -> ChatMessage | None:
    """Returns an input item as a chat message; None if Baton cannot check it, so that it does not pass."""
    kind = item.get("type", "message")
    if kind == "function_call":
        call = {"id": item["call_id"], "name": item["name"], "args": read_text(item["arguments"])}
        return {"role": "assistant", "content": "", "tool_calls": [call]}
    if kind == "function_call_output":
        return {"role": "tool", "tool_call_id": item["call_id"], "content": _read_content(item["output"])}
    if kind != "message" or "role" not in item:
        return None
    role = "system" if item["role"] == "developer" else item["role"]
    return {"role": role, "content": _read_content(item["content"])}


def write_items(heard: Heard) -> Iterable[dict[str, Any]]:
    """Yields a chat message as input items."""
    message = heard.message
    if message["role"] == "tool":
        yield {
            "type": "function_call_output",
            "call_id": message["tool_call_id"],
            "output": write_text(message["content"]),
        }
        return
    calls = message.get("tool_calls", ())
    if message["content"] != "" or not calls:
        yield {"role": message["role"], "content": write_text(message["content"])}
    for call in calls:
        arguments = write_text(call.get("args"))
        yield {"type": "function_call", "call_id": call["id"], "name": call["name"], "arguments": arguments}


def _read_content(content: Any) -> Any:
    """Returns the text of the parts; the parts themselves if one of them is not a text."""
    if isinstance(content, list) and all(isinstance(part.get("text"), str) for part in content):
        return read_text("".join(part["text"] for part in content))
    return read_text(content)
