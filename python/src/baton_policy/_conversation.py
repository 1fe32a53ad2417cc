"""Message histories: mapped to a context, scoped, and mapped back without losing their order."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ._json import compact_json, is_plain
from .session import Session

# A message in a framework-independent format: `role` and `content`, with `tool_calls` of `id`, `name`
# and `args` for an assistant, and `tool_call_id` for a tool.
ChatMessage = dict[str, Any]


class Said(NamedTuple):
    """A message of a history; `author` is None for users and the system."""

    author: str | None
    message: ChatMessage


class Heard(NamedTuple):
    """A message for the receiver, with its place in the history; `is_original` if it passes unchanged.

    Several can have one place, where their author first spoke.
    """

    place: int
    author: str | None
    message: ChatMessage
    is_original: bool


def hand_over_messages(
    session: Session, from_agent: str, to_agent: str, history: list[Said]
) -> list[Heard] | None:
    """Scopes a history for the receiver; None if it passes unchanged, because the switch is off or observes.

    Keeps the receiver's own messages. The last message of a user is the original input, all others are
    observations. Each other agent's messages are its output: the content of a single message without tools,
    otherwise the list of its messages.
    """
    said: dict[str, list[ChatMessage]] = {}
    asked: list[int] = []
    for place, (author, message) in enumerate(history):
        if author is None:
            asked.append(place)
        elif author != to_agent:
            said.setdefault(author, []).append(message)
    contents = [_observed(history[place].message) for place in asked]
    context = {
        "prior_outputs": {author: read_output(messages) for author, messages in said.items()},
        "observations": contents[:-1],
        "original_input": contents[-1] if contents else None,
    }
    scoped = session.hand_over(from_agent, to_agent, context).context
    if "handoff_mode" not in scoped:
        return None
    left = [*scoped["observations"], scoped["original_input"]]
    # In `minimal` there are no observations, and the input is last.
    passed = dict(zip(reversed(asked), reversed(left)))
    heard: list[Heard] = []
    pending = dict(scoped["prior_outputs"])
    for place, (author, message) in enumerate(history):
        if author is not None and author == to_agent:
            heard.append(Heard(place, author, message, True))
        elif author is not None and author in pending:
            # An agent's messages stay together, and with them its tool calls and results.
            heard.extend(Heard(place, author, each, False) for each in write_output(pending.pop(author)))
        elif author is None and passed.get(place) is not None:
            before, after = _observed(message), passed[place]
            is_same = compact_json(before) == compact_json(after)
            heard.append(Heard(place, None, message if is_same else _asked(after), is_same))
    return heard


def read_output(messages: list[ChatMessage]) -> Any:
    """Returns an agent's messages as its output, so that fields of a structured response are its fields."""
    is_alone = len(messages) == 1 and messages[0]["role"] == "assistant" and "tool_calls" not in messages[0]
    return messages[0]["content"] if is_alone else messages


def write_output(output: Any) -> list[ChatMessage]:
    """Returns the messages in which a model reads an output."""
    if type(output) is not list or not any(type(each) is dict and "role" in each for each in output):
        return [{"role": "assistant", "content": output}]
    return [_restored(each) for each in output if each is not None]


def read_text(text: Any) -> Any:
    """Returns the object or list that a text contains as JSON, otherwise the text itself."""
    if isinstance(text, str):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return str(text)
        return value if isinstance(value, (dict, list)) else str(text)
    return text if is_plain(text) else None


def write_text(value: Any) -> str:
    """Returns a value as the text of a message."""
    return value if isinstance(value, str) else compact_json(value)


def _observed(message: ChatMessage) -> Any:
    """Returns the content of a user's message; another one, such as the system's, keeps its role."""
    return message["content"] if message["role"] == "user" else message


def _asked(value: Any) -> ChatMessage:
    is_message = type(value) is dict and value.get("role") in ("system", "user")
    return _restored(value) if is_message else {"role": "user", "content": value}


def _restored(value: Any) -> ChatMessage:
    """Returns a message whose fields were scoped; one without its required fields becomes text."""
    if type(value) is dict:
        role = value.get("role")
        if role == "tool" and type(value.get("tool_call_id")) is str and "content" in value:
            return value
        if role == "assistant" and "content" in value and all(map(_is_call, value.get("tool_calls", ()))):
            return value
        if role in ("user", "system"):
            return {"role": role, "content": value.get("content")}
    return {"role": "assistant", "content": value}


def _is_call(call: Any) -> bool:
    return type(call) is dict and type(call.get("id")) is str and type(call.get("name")) is str
