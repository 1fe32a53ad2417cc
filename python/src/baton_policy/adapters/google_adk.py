"""Google ADK: a callback that lets a policy decide what an agent's model sees of other agents.

Reads messages of others from the session's events, not from the request, where ADK turns them into text.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from .._conversation import ChatMessage, Heard, Said, hand_over_messages, read_text, write_text
from ..session import Session

# Maximum handoffs to remember, because an agent calls its model several times in one turn.
_MAX_REMEMBERED = 1_000


def baton_before_model(session: Session) -> Callable[..., None]:
    """Returns a callback for `LlmAgent(before_model_callback=…)`; use one for all agents of a run.

    Keeps the agent's own messages and tool results, and the users' messages. Replaces messages
    of other agents by one content with everything that passes; other contents of a user's role, such as
    static instructions, do not pass. If the switch is off or observes, the request stays unchanged.
    """
    remembered: OrderedDict[tuple[Any, ...], list[Heard] | None] = OrderedDict()
    lock = threading.Lock()

    def before_model(callback_context: Any, llm_request: Any) -> None:
        invocation = callback_context._invocation_context
        agent = callback_context.agent_name
        events = [event for event in invocation.session.events if _is_seen(event, invocation.branch)]
        history = [said for event in events for said in _read_event(event)]
        others = [said.author for said in history if said.author not in (None, agent)]
        if not others:
            return
        key = (invocation.invocation_id, agent, len(others))
        with lock:
            if key not in remembered:
                remembered[key] = hand_over_messages(
                    session, str(others[-1]), agent, history, "google-adk"
                )
                if len(remembered) > _MAX_REMEMBERED:
                    remembered.popitem(last=False)
            heard = remembered[key]
        if heard is not None:
            llm_request.contents = _scope_contents(llm_request.contents, history, heard, agent)

    return before_model


def _scope_contents(contents: list[Any], history: list[Said], heard: list[Heard], agent: str) -> list[Any]:
    asked = {write_text(said.message["content"]): None for said in history if said.author is None}
    passed: dict[str, str | None] = dict(asked)
    for each in heard:
        if each.author is None:
            passed[write_text(history[each.place].message["content"])] = write_text(each.message["content"])
    told = [_line_of(each) for each in heard if each.author not in (None, agent)]
    left: list[Any] = []
    for content in contents:
        parts = content.parts or []
        if content.role == "model" or (parts and all(part.function_response for part in parts)):
            left.append(content)
            continue
        text = write_text(read_text("".join(part.text or "" for part in parts)))
        if text not in passed:
            # Messages of another agent: everything that passes goes to the position of the first one.
            if told:
                left.append(type(content)(role="user", parts=[_text_part(parts, line) for line in told]))
                told = []
        elif passed[text] == text:
            left.append(content)
        elif passed[text] is not None:
            left.append(type(content)(role="user", parts=[_text_part(parts, passed[text])]))
    return left


def _text_part(parts: list[Any], text: str | None) -> Any:
    return type(parts[0])(text=text)


def _line_of(heard: Heard) -> str:
    message = heard.message
    content = write_text(message["content"])
    if message["role"] == "tool":
        return f"[{heard.author}] tool returned result: {content}"
    calls = [
        f"[{heard.author}] called tool `{call['name']}` with parameters: {write_text(call.get('args'))}"
        for call in message.get("tool_calls", ())
    ]
    said = [f"[{heard.author}] said: {content}"] if content or not calls else []
    return "\n".join([*said, *calls])


def _is_seen(event: Any, branch: str | None) -> bool:
    """Returns True for events of the agent's own branch and those above it, as in ADK."""
    is_of_branch = not branch or not event.branch or f"{branch}.".startswith(f"{event.branch}.")
    return bool(
        is_of_branch and event.content and event.content.parts and not getattr(event, "partial", False)
    )


def _read_event(event: Any) -> list[Said]:
    author = None if event.author == "user" else event.author
    parts = [part for part in event.content.parts if not getattr(part, "thought", False)]
    text = "".join(part.text for part in parts if part.text)
    calls = [part.function_call for part in parts if part.function_call]
    results = [part.function_response for part in parts if part.function_response]
    said = []
    if text or calls:
        message: ChatMessage = {"role": "assistant" if author else "user", "content": read_text(text)}
        if calls:
            message["tool_calls"] = [
                {"id": str(call.id), "name": call.name, "args": dict(call.args or {})} for call in calls
            ]
        said.append(Said(author, message))
    for result in results:
        message = {"role": "tool", "tool_call_id": str(result.id), "content": result.response}
        said.append(Said(author, message))
    return said
