"""LangGraph: a node that reads only the state that the policy passes to its agent.

Works with states that have `messages` (`MessagesState`, supervisor, swarm); each agent's messages need its
name, which `create_agent(name=…)` sets and this adapter sets otherwise.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from .._conversation import ChatMessage, Said, hand_over_messages, read_text, write_text
from ..session import Session

_ROLES = {"human": "user", "system": "system", "ai": "assistant", "tool": "tool"}


def govern_node(
    session: Session,
    agent: str,
    node: Callable[[Any], Any],
    create_message: Callable[[str, dict[str, Any]], Any] | None = None,
) -> Callable[[Any], Any]:
    """Wraps a node, a function or coroutine function of the state, for `graph.add_node(agent, …)`.

    `create_message` creates a message from its type (`human`, `ai`, …) and fields, by default those of
    LangChain. The sender is the author of the last message of another agent; without one, there is
    no handoff. If the switch is off or observes, the node reads the state unchanged. Raises TypeError for a
    state without `messages`, because nothing in it could be governed.
    """

    create = create_message or langchain_message

    def scoped_state(state: Any) -> Any:
        messages = state.get("messages") if isinstance(state, Mapping) else None
        if messages is None:
            raise TypeError("govern_node needs a state with `messages`")
        history = _read_history(messages)
        sender = next((said.author for said in reversed(history) if said.author not in (None, agent)), None)
        if sender is None:
            return state
        heard = hand_over_messages(session, sender, agent, history, "langchain")
        if heard is None:
            return state
        left = [
            messages[each.place] if each.is_original else create(*_fields_of(each.message, each.author))
            for each in heard
        ]
        return {**state, "messages": left}

    def named(update: Any) -> Any:
        """Adds the agent's name to its messages, so that the next node knows their author."""
        added = update.get("messages") if isinstance(update, Mapping) else None
        added_messages: list[Any] = added if isinstance(added, list) else [added]
        for message in added_messages:
            if getattr(message, "type", None) == "ai" and not message.name:
                message.name = agent
        return update

    if inspect.iscoroutinefunction(node):

        async def run_async(state: Any) -> Any:
            return named(await node(scoped_state(state)))

        return run_async
    return lambda state: named(node(scoped_state(state)))


def langchain_message(kind: str, fields: dict[str, Any]) -> Any:
    """Creates a LangChain message; needs `langchain-core`."""
    from langchain_core import messages  # type: ignore[import-not-found, unused-ignore]

    classes = {
        "human": messages.HumanMessage,
        "system": messages.SystemMessage,
        "ai": messages.AIMessage,
        "tool": messages.ToolMessage,
    }
    return classes[kind](**fields)


def _read_history(messages: list[Any]) -> list[Said]:
    """Returns the author: of a tool result the calling agent, of a message without a name `unknown_agent`."""
    callers: dict[str, str] = {}
    history = []
    for message in messages:
        chat = _read_message(message)
        if chat["role"] in ("user", "system"):
            author = None
        elif chat["role"] == "tool":
            author = callers.get(chat["tool_call_id"], "unknown_agent")
        else:
            author = message.name or "unknown_agent"
            callers.update((call["id"], author) for call in chat.get("tool_calls", ()))
        history.append(Said(author, chat))
    return history


def _read_message(message: Any) -> ChatMessage:
    content = message.content
    if isinstance(content, list) and all(
        isinstance(part, dict) and part.get("type") == "text" for part in content
    ):
        content = "".join(part["text"] for part in content)
    chat: ChatMessage = {"role": _ROLES.get(message.type, "tool"), "content": read_text(content)}
    if chat["role"] == "tool":
        return {**chat, "tool_call_id": str(getattr(message, "tool_call_id", ""))}
    calls = getattr(message, "tool_calls", None) or []
    if calls:
        chat["tool_calls"] = [
            {"id": str(call["id"]), "name": call["name"], "args": call["args"]} for call in calls
        ]
    return chat


def _fields_of(message: ChatMessage, author: str | None) -> tuple[str, dict[str, Any]]:
    kind = {"user": "human", "system": "system", "assistant": "ai", "tool": "tool"}[message["role"]]
    fields: dict[str, Any] = {"content": write_text(message["content"])}
    if kind == "tool":
        fields["tool_call_id"] = message["tool_call_id"]
    elif kind == "ai":
        fields["name"] = author
        calls = message.get("tool_calls", ())
        fields["tool_calls"] = [
            {
                "id": call["id"],
                "name": call["name"],
                "args": _arguments(call.get("args")),
                "type": "tool_call",
            }
            for call in calls
        ]
    return kind, fields


def _arguments(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
