"""Scoping of message histories."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, NamedTuple

from ._content import ContentRules, TextChecker
from ._history import (
    ChatMessage,
    History,
    MessagePart,
    Said,
    apply_content_rules,
    extracted_fields,
    filter_history,
    is_gone,
    keep_together,
    read_history,
    read_text,
    strip_history,
    write_history,
    write_text,
)
from ._json import ScopingError, compact_json
from ._observed import must_record_observed, with_observed_rules
from ._outline import Outline, outline_context
from ._parts import Terms
from ._tokens import count_tokens
from ._translate import TranslationResult
from .policy import Policy
from .scoping import Handoff, State, create_event, create_handoff
from .server import ScopedMessages

# Keys of a message of OpenAI's Chat Completions that this package reads.
_KNOWN = ("role", "content", "name", "tool_calls", "tool_call_id", "refusal", "reasoning", "reasoning_content")


class ScopedHistory(NamedTuple):
    """What is left of each message: None if nothing is. `left` is None if the history passes unchanged."""

    left: list[ChatMessage | None] | None
    rule_id: str | None
    event: dict[str, Any] | None
    refusal: str | None


def scope_messages(
    policy: Policy,
    from_agent: str,
    to_agent: str,
    messages: list[dict[str, Any]],
    *,
    authors: list[str | None] | None = None,
    session_id: str | None = None,
    workflow_id: str | None = None,
    to_model: str | None = None,
    now: int | None = None,
    event_id: str | None = None,
    outline_key: str | None = None,
    text_checker: TextChecker | None = None,
) -> ScopedMessages:
    """Decides which messages of a history pass. Never raises for a history.

    `messages` have the format of OpenAI's Chat Completions; for other formats, ask a `BatonServer`.
    `authors` has the agent of each, None for users and the system. By default, the `name` of a message
    counts; an assistant's message without a name counts as the sender's, and loses what any agent may not pass.
    A message that passes whole is the same object. The receiver's own messages stay in every mode, without
    blocked fields. `text_checker` applies content rules.
    """
    handoff = create_handoff(
        policy,
        from_agent,
        to_agent,
        session_id=session_id,
        workflow_id=workflow_id,
        to_model=to_model,
        now=now,
        event_id=event_id,
        outline_key=outline_key,
        text_checker=text_checker,
    )
    said = [
        _read_chat(message, authors[place] if authors else None, from_agent)
        for place, message in enumerate(messages)
    ]
    scoped = scope_history(handoff, said, "openai-chat", messages)
    left = messages if scoped.left is None else [each for each in scoped.left if each is not None]
    return ScopedMessages(left, scoped.rule_id, scoped.event, scoped.refusal)


def scope_history(
    handoff: Handoff, said: list[Said], format_name: str, chat: list[Any] | None = None
) -> ScopedHistory:
    """Decides which messages of a history pass, and records the savings. Never raises for a history.

    `chat` has the messages of OpenAI's Chat Completions that were read: then what is left is written as such.
    """
    decided = _decide_history(handoff, said, format_name, chat)
    event = with_observed_rules(
        handoff.policy,
        decided.event,
        handoff.now,
        lambda trial: _decide_history(replace(handoff, policy=trial), said, format_name, chat).event,
    )
    return decided._replace(event=event)


def _decide_history(
    handoff: Handoff, said: list[Said], format_name: str, chat: list[Any] | None
) -> ScopedHistory:
    setting = handoff.policy.switch.setting
    if setting == "off":
        return ScopedHistory(None, None, None, None)
    policy, now = handoff.policy, handoff.now
    terms = Terms(policy, handoff.from_agent, handoff.to_agent, now)
    state: State = "denied_error" if policy.is_missing else "scoped"
    notes = ["No valid policy is available: every handoff is minimal"] if policy.is_missing else []
    rules = handoff.content_rules()
    history = History([])
    left: list[ChatMessage | None] = [None] * len(said)
    try:
        history = read_history(said, handoff.from_agent, handoff.to_agent)
        filter_history(policy, history, terms, (handoff.from_agent, handoff.to_agent), now)
        apply_content_rules(history, rules)
        keep_together(history)
        if rules.refusal is None:
            left = write_history(history)
        else:
            history = History([])
            state = "denied_error" if policy.is_missing else "denied_rule"
    except Exception as error:  # noqa: BLE001 - blocked fields stay blocked after any error
        told = str(error) if isinstance(error, ScopingError) else "an unexpected error"
        rules = handoff.content_rules()
        history, left = _recover(handoff, said, terms, rules)
        passed = "all except blocked fields passed" if history.said else "nothing passed"
        state = "fallback_minus_blocked" if history.said else "denied_error"
        notes.append(f"Scoping failed ({told}): {passed}")
    if not history.said:
        history.removed.add("messages")
    if chat is not None:
        left = [
            message if each is own.message else each and _write_chat(message, each)
            for message, own, each in zip(chat, said, left, strict=True)
        ]
    notes += rules.notes
    is_observed = setting == "observe"
    is_audited = is_observed or state != "scoped" or bool(rules.notes) or policy.audits_all
    is_audited = is_audited or must_record_observed(policy, handoff.from_agent, handoff.to_agent, now)
    event = None
    if is_audited or (terms.rule is not None and terms.rule.is_audited):
        shown: State = "observed" if is_observed else state
        messages = [each.message for each in said] if chat is None else chat
        event = _describe(handoff, messages, history, left, (shown, format_name), (terms, rules), notes)
    rule_id = terms.rule.rule_id if terms.rule else None
    return ScopedHistory(None if is_observed else left, rule_id, event, None if is_observed else rules.refusal)


def _recover(
    handoff: Handoff, said: list[Said], terms: Terms, rules: ContentRules
) -> tuple[History, list[ChatMessage | None]]:
    """Returns the history without its blocked fields; an empty one if nothing passes."""
    if not handoff.policy.is_missing:
        try:
            history = read_history(said, handoff.from_agent, handoff.to_agent)
            strip_history(handoff.policy, history, terms, handoff.to_agent, handoff.now)
            apply_content_rules(history, rules, is_deep=True)
            keep_together(history)
            if rules.refusal is None:
                return history, write_history(history)
        except Exception:  # noqa: BLE001 - after any error, nothing passes
            pass
    return History([]), [None] * len(said)


def _describe(
    handoff: Handoff,
    before: list[ChatMessage],
    history: History,
    left: list[ChatMessage | None],
    kind: tuple[State, str],
    decided: tuple[Terms, ContentRules],
    notes: list[str],
) -> dict[str, Any]:
    state, format_name = kind
    terms, rules = decided
    passed = [each for each in left if each is not None]
    sizes = (0, 0)
    is_counted = False
    outline = Outline([], True)
    try:
        sizes = count_tokens(compact_json(before)), count_tokens(compact_json(passed))
        is_counted = True
        outline = outline_context(list(history.parts), terms, handoff.outline_key)
    except Exception:  # noqa: BLE001 - sizes and outline are only for the report
        pass
    fields = history.removed.list()
    counts = {
        "format": format_name,
        "before": len(left),
        "after": len(passed),
        "removed": _count_removed(history),
    }
    if fields:
        notes.append(f"Fields filtered: {len(fields)}")
    if history.removed.is_truncated:
        notes.append("There were too many to name all of them")
    if counts["removed"]:
        notes.append(f"Messages removed: {len(left) - len(passed)}")
    if not is_counted:
        notes.append("The messages could not be counted")
    kept = [part for part in history.parts if not is_gone(history, part)]
    strategies = [] if extracted_fields(handoff.policy, terms) is None else ["extract_fields"]
    return create_event(
        handoff,
        state,
        (terms.mode, terms.rule),
        before=_summarize(history.parts, sizes[0]),
        after=_summarize(kept if passed else [], sizes[1]),
        fields=fields,
        translation=TranslationResult(strategies, [], None),
        outline=outline,
        notes=notes,
        content=None,
        duration=(time.perf_counter_ns() - handoff.started_at) // 1_000,
        content_findings=rules.findings,
        message_counts=counts,
    )


def _summarize(parts: list[MessagePart], tokens: int) -> dict[str, Any]:
    agents = list(dict.fromkeys(part.name for part in parts if part.kind == "output"))
    return {
        "prior_outputs_count": len(agents),
        "observations_count": sum(part.name == "observations" for part in parts),
        "total_tokens": tokens,
        "agents_included": agents,
    }


def _count_removed(history: History) -> list[dict[str, Any]]:
    counts: dict[tuple[str, str], int] = {}
    for part in history.parts:
        cause = part.cause_of_removal
        if cause is not None and not part.is_extra:
            key = (_kind_of(part), cause)
            counts[key] = counts.get(key, 0) + 1
    return [{"kind": kind, "cause": cause, "count": count} for (kind, cause), count in counts.items()]


def _kind_of(part: MessagePart) -> str:
    if part.owner == "system":
        return "system"
    if part.slot in ("reasoning", "unknown"):
        return part.slot
    if part.call_id is not None:
        return "tool_call" if part.slot == "call" else "tool_result"
    return "structured_output" if type(part.value_before) in (dict, list) else "text"


def _read_chat(message: Any, author: str | None, from_agent: str) -> Said:
    """Reads a message as JSON and text."""
    role = message.get("role") if type(message) is dict else None
    named = author or (message.get("name") if role == "assistant" else None)
    calls = message.get("tool_calls") or [] if type(message) is dict else []
    is_read = role in ("system", "developer", "user", "assistant") or (
        role == "tool" and type(message.get("tool_call_id")) is str
    )
    if not is_read or type(calls) is not list or not all(map(_is_function, calls)):
        return Said(named or from_agent, {"role": "assistant", "unknown": message}, bool(named))
    chat: ChatMessage = {
        "role": "system" if role == "developer" else role,
        "content": _read_content(message.get("content")),
        "extras": {
            key: value
            for key, value in message.items()
            if key not in _KNOWN and value not in (None, "", [], {})
        },
    }
    for key in ("reasoning", "reasoning_content"):
        if message.get(key):
            chat["reasoning"] = message[key]
    if message.get("refusal"):
        chat["extras"]["refusal"] = message["refusal"]
    if calls:
        chat["tool_calls"] = [
            {
                "id": call["id"],
                "name": call["function"]["name"],
                "args": read_text(call["function"]["arguments"]),
                "call": call,
            }
            for call in calls
        ]
    if role == "tool":
        chat["tool_call_id"] = message["tool_call_id"]
    is_agents = role in ("assistant", "tool")
    return Said(named or (from_agent if is_agents else None), chat, bool(named) or not is_agents)


def _is_function(call: Any) -> bool:
    function = call.get("function") if type(call) is dict else None
    return (
        type(function) is dict
        and set(call) <= {"id", "type", "function", "index"}
        and set(function) == {"name", "arguments"}
        and all(type(each) is str for each in (call.get("id"), *function.values()))
    )


def _read_content(content: Any) -> Any:
    """Returns the text of the parts; the parts themselves if one of them is not a text."""
    if type(content) is list and all(
        type(part) is dict and set(part) == {"type", "text"} and type(part["text"]) is str for part in content
    ):
        content = "".join(part["text"] for part in content)
    return content if type(content) is list else read_text(content)


def _write_chat(message: dict[str, Any], left: ChatMessage) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for key, value in message.items():
        if key == "content":
            before = _read_content(value)
            if compact_json(before) == compact_json(left["content"]):
                written[key] = value
            elif left["content"] == "":
                written[key] = None
            else:
                # The parts of a content, such as pictures, are a list themselves.
                written[key] = left["content"] if before is value else write_text(left["content"])
        elif key == "tool_calls":
            if left.get("tool_calls"):
                written[key] = [_write_call(call) for call in left["tool_calls"]]
        elif key in ("reasoning", "reasoning_content"):
            if "reasoning" in left:
                written[key] = value
        elif key in _KNOWN and key != "refusal":
            written[key] = value
        elif key in left.get("extras", {}):
            written[key] = left["extras"][key]
    return written


def _write_call(call: dict[str, Any]) -> dict[str, Any]:
    own = call["call"]
    if read_text(own["function"]["arguments"]) == call["args"]:
        return own
    return {**own, "function": {**own["function"], "arguments": write_text(call["args"])}}

