"""Scoping of handoffs, and the events that record them."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from ._content import ContentRules, TextChecker
from ._filter import FilteredContext, filter_context
from ._ids import new_id
from ._json import compact_json, ordered_items
from ._observed import must_record_observed, with_observed_rules
from ._outline import Outline, outline_context
from ._parts import REMOVED, Terms, is_empty, join_parts, read_parts
from ._policy_schema import Mode
from ._recover import recover_context, strip_context
from ._release import policy_for
from ._removed import RemovedPaths
from ._timestamp import now_milliseconds, to_iso
from ._tokens import count_tokens
from ._translate import SoughtFields, TranslationResult, translate
from .policy import Policy, Rule

State = Literal["scoped", "observed", "denied_rule", "fallback_minus_blocked", "denied_error"]
Context = dict[str, Any]


class CapturedContent(NamedTuple):
    """Content of a handoff, to store next to its session: `{ "before", "after" }` without blocked fields."""

    sha256: str
    json: str


class Scoped(NamedTuple):
    """Result of a handoff.

    `context` is the receiver's; if the switch is off or observes, it is the input itself. `event` is the line
    for the session file, None if the switch is off or no audit is requested. `refusal` is the reason why a
    content rule refuses the handoff, for the sender; None if none does.
    """

    context: Context
    rule_id: str | None
    event: dict[str, Any] | None
    content: CapturedContent | None
    refusal: str | None = None


@dataclass(frozen=True)
class Handoff:
    """A handoff to be scoped; `context` is a context, or a history."""

    policy: Policy
    from_agent: str
    to_agent: str
    context: Any
    now: int
    event_id: str
    optional_fields: dict[str, Any]
    outline_key: str | None
    captures_content: bool
    text_checker: TextChecker | None
    started_at: int

    def content_rules(self) -> ContentRules:
        """Returns the content rules of the handoff, which found nothing yet."""
        pair = self.from_agent, self.to_agent
        return ContentRules(self.policy.content_rules, self.policy.version, pair, self.text_checker)


def create_handoff(
    policy: Policy,
    from_agent: str,
    to_agent: str,
    *,
    context: Any = None,
    session_id: str | None = None,
    workflow_id: str | None = None,
    to_model: str | None = None,
    now: int | None = None,
    event_id: str | None = None,
    outline_key: str | None = None,
    captures_content: bool = False,
    text_checker: TextChecker | None = None,
) -> Handoff:
    """Creates a handoff that begins now, and chooses the version that decides it; see `scope`."""
    return Handoff(
        policy=policy_for(policy, session_id, workflow_id),
        from_agent=from_agent,
        to_agent=to_agent,
        context=context,
        now=now_milliseconds() if now is None else now,
        event_id=event_id or new_id(),
        optional_fields={"session_id": session_id, "workflow_id": workflow_id, "to_model": to_model},
        outline_key=outline_key,
        captures_content=captures_content,
        text_checker=text_checker,
        started_at=time.perf_counter_ns(),
    )


def scope(
    policy: Policy,
    from_agent: str,
    to_agent: str,
    context: Context,
    *,
    session_id: str | None = None,
    workflow_id: str | None = None,
    to_model: str | None = None,
    now: int | None = None,
    event_id: str | None = None,
    outline_key: str | None = None,
    captures_content: bool = False,
    text_checker: TextChecker | None = None,
) -> Scoped:
    """Decides what passes from one agent to the next, and records the savings.

    `context` is `{ "prior_outputs": { agent: output }, "observations": [ … ], "original_input": … }` with
    any further parts, all of it plain data as from `json.loads`. It is never changed, but the result shares
    unchanged parts with it: do not write to either. `now` is in milliseconds since 1970. With `outline_key`
    long texts of the outline get a keyed digest. `text_checker`, such as a `BatonServer`, applies content
    rules; without its answer, texts that a rule could redact or refuse are withheld.

    Never raises for a context: if scoping fails, blocked fields stay blocked, and `scoping_state` and
    `audit_note` of the event describe the rest. Raises TypeError if an agent is not text.
    """
    if not isinstance(from_agent, str) or not isinstance(to_agent, str):
        raise TypeError("agents are named by text")
    policy = policy_for(policy, session_id, workflow_id)
    if policy.switch.setting == "off":
        return Scoped(context, None, None, None)
    handoff = create_handoff(
        policy,
        from_agent,
        to_agent,
        context=context,
        session_id=session_id,
        workflow_id=workflow_id,
        to_model=to_model,
        now=now,
        event_id=event_id,
        outline_key=outline_key,
        captures_content=captures_content,
        text_checker=text_checker,
    )
    is_observed = policy.switch.setting == "observe"
    decided = _decide(handoff, is_observed)
    event = with_observed_rules(
        policy,
        decided.event,
        handoff.now,
        lambda trial: _decide(replace(handoff, policy=trial, captures_content=False), is_observed).event,
    )
    enforced = decided._replace(event=event)
    return enforced._replace(context=context, refusal=None) if is_observed else enforced


def _decide(handoff: Handoff, is_observed: bool) -> Scoped:
    try:
        return _enforce(handoff, is_observed)
    except Exception as error:  # noqa: BLE001 - blocked fields stay blocked after any error
        return _recover(handoff, is_observed, error)


def _enforce(handoff: Handoff, is_observed: bool) -> Scoped:
    policy = handoff.policy
    terms = Terms(policy, handoff.from_agent, handoff.to_agent, handoff.now)
    rule = terms.rule
    state: State = "observed" if is_observed else "denied_error" if policy.is_missing else "scoped"
    is_audited = (
        state != "scoped"
        or policy.audits_all
        or (rule is not None and rule.is_audited)
        or must_record_observed(policy, handoff.from_agent, handoff.to_agent, handoff.now)
    )
    filtered = filter_context(policy, handoff.from_agent, handoff.context, terms, explains=is_audited)
    content_rules = handoff.content_rules()
    _apply_content_rules(filtered, content_rules)
    configured = rule.translation if rule and policy.translates else None
    is_translated = configured is not None and configured.enabled and content_rules.refusal is None
    translation = translate(filtered, configured if is_translated else None)
    # A summary is another text.
    if translation.summarizer_tokens is not None:
        _apply_content_rules(filtered, content_rules, again=True)
    if content_rules.refusal is not None:
        _remove_all(filtered)
        state = "observed" if is_observed else "denied_error" if policy.is_missing else "denied_rule"
    is_audited = is_audited or len(content_rules.notes) > 0
    fields = filtered.removed.list()
    after = join_parts(filtered.parts, lambda part: part.handed_over)
    event, content = (
        _describe(handoff, state, filtered, translation, after, fields, content_rules)
        if is_audited
        else (None, None)
    )
    scoped = _with_report(handoff, after, terms.mode, fields, len(translation.strategies) > 0)
    return Scoped(scoped, rule.rule_id if rule else None, event, content, content_rules.refusal)


def _apply_content_rules(filtered: FilteredContext, rules: ContentRules, *, again: bool = False) -> None:
    for part in filtered.parts:
        if part.left is not REMOVED:
            part.add_step("redacted", rules.apply(part.left, part.path, part.author, again=again))


def _remove_all(filtered: FilteredContext) -> None:
    """Removes everything, because a content rule refuses the handoff."""
    for part in filtered.parts:
        if part.left is not REMOVED and not is_empty(part.before):
            filtered.removed.add(part.path)
            part.add_step("redacted", REMOVED)


def _describe(
    handoff: Handoff,
    state: State,
    filtered: FilteredContext,
    translation: TranslationResult,
    after: Context,
    fields: list[str],
    content_rules: ContentRules,
) -> tuple[dict[str, Any], CapturedContent | None]:
    outline = outline_context(filtered.parts, filtered.terms, handoff.outline_key)
    before = join_parts(filtered.parts, lambda part: part.before)
    after_json = compact_json(after)
    content = _capture(handoff, filtered.terms, after_json) if handoff.captures_content else None
    notes = []
    if handoff.policy.is_missing:
        notes.append("No valid policy is available: every handoff is minimal")
    if fields:
        notes.append(f"Fields filtered: {len(fields)}")
    if filtered.removed.is_truncated:
        notes.append("There were too many to name all of them")
    if filtered.is_output_dropped:
        notes.append(f"Dropped, because allowed fields apply only to objects: {handoff.from_agent}")
    notes += content_rules.notes
    event = create_event(
        handoff,
        state,
        (filtered.terms.mode, filtered.terms.rule),
        before=_summarize(before, count_tokens(compact_json(before))),
        after={**_summarize(after, count_tokens(after_json)), **_fields_included(filtered)},
        fields=fields,
        translation=translation,
        outline=outline,
        notes=[*notes, *translation.notes],
        content=content,
        content_findings=content_rules.findings,
        duration=(time.perf_counter_ns() - handoff.started_at) // 1_000,
    )
    return event, content


def _recover(handoff: Handoff, is_observed: bool, error: Exception) -> Scoped:
    rules = handoff.content_rules()
    recovered = recover_context(
        handoff.policy, handoff.from_agent, handoff.to_agent, handoff.context, handoff.now, error, rules
    )
    rule = handoff.policy.match_rule(handoff.from_agent, handoff.to_agent, handoff.now)
    mode = rule.mode if rule else handoff.policy.default_mode
    notes = [recovered.note]
    before: Context = recovered.context
    before_tokens = after_tokens = 0
    try:
        before = join_parts(read_parts(handoff.context, RemovedPaths()), lambda part: part.before)
        sizes = count_tokens(compact_json(before)), count_tokens(compact_json(recovered.context))
        before_tokens, after_tokens = sizes
    except Exception:  # noqa: BLE001 - the size is only for the report
        notes.append("The context could not be counted")
    event = create_event(
        handoff,
        "observed" if is_observed else recovered.state,
        (mode, rule),
        before=_summarize(before, before_tokens),
        after=_summarize(recovered.context, after_tokens),
        fields=recovered.fields_filtered,
        translation=TranslationResult([], [], None),
        outline=Outline([], True),
        notes=notes,
        content=None,
        content_findings=rules.findings,
        duration=None,
    )
    scoped = _with_report(handoff, dict(recovered.context), mode, recovered.fields_filtered, False)
    return Scoped(scoped, rule.rule_id if rule else None, event, None, rules.refusal)


def _with_report(
    handoff: Handoff, context: Context, mode: Mode, fields: list[str], is_translated: bool
) -> Context:
    metadata = {"from": handoff.from_agent, "to": handoff.to_agent, "policy_version": handoff.policy.version}
    report = {"metadata": metadata, "handoff_mode": mode, "fields_filtered": fields}
    return {**context, **report, "translation_applied": is_translated}


def create_event(
    handoff: Handoff,
    state: State,
    terms: tuple[Mode, Rule | None],
    *,
    before: dict[str, Any],
    after: dict[str, Any],
    fields: list[str],
    translation: TranslationResult,
    outline: Outline,
    notes: list[str],
    content: CapturedContent | None,
    duration: int | None,
    content_findings: list[dict[str, Any]] | None = None,
    message_counts: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Creates the event that records a handoff."""
    mode, rule = terms
    saved = before["total_tokens"] - after["total_tokens"]
    event = {
        "event_type": "context_handoff",
        "event_id": handoff.event_id,
        "schema_version": 1,
        "session_id": handoff.optional_fields["session_id"],
        "workflow_id": handoff.optional_fields["workflow_id"],
        "timestamp": to_iso(handoff.now),
        "from_agent_id": handoff.from_agent,
        "to_agent_id": handoff.to_agent,
        "handoff_mode": mode,
        "governance_rule_id": rule.rule_id if rule else None,
        "policy_version": handoff.policy.version,
        "scoping_state": state,
        "context_before_scoping": before,
        "context_after_scoping": after,
        "tokens_saved": saved,
        "tokens_saved_percentage": percentage(saved, before["total_tokens"]),
        "conversation_translation_applied": len(translation.strategies) > 0,
        "translation_strategies": translation.strategies,
        "audit_note": "; ".join(notes) or None,
        "fields_filtered": fields,
        "message_counts": message_counts,
        "outline": outline.entries,
        "outline_truncated": outline.is_truncated,
        "context_sha256": content.sha256 if content else None,
        "to_model": handoff.optional_fields["to_model"],
        "summarizer_tokens": translation.summarizer_tokens,
        "duration_us": duration,
        "content_findings": content_findings or None,
    }
    required = ("governance_rule_id", "policy_version", "audit_note")
    return {key: value for key, value in event.items() if value is not None or key in required}


def _summarize(context: Context, total_tokens: int) -> dict[str, Any]:
    agents = [agent for agent, _ in ordered_items(context["prior_outputs"])]
    return {
        "prior_outputs_count": len(agents),
        "observations_count": len(context["observations"]),
        "total_tokens": total_tokens,
        "agents_included": agents,
    }


def _fields_included(filtered: FilteredContext) -> dict[str, list[str]]:
    """Returns the patterns of the allowed list that kept something; nothing without a list."""
    rule = filtered.terms.rule
    if filtered.terms.allowed is None or rule is None:
        return {}
    outputs = [part.handed_over for part in filtered.parts if part.kind == "output"]
    found = SoughtFields(rule.allowed_patterns).find(outputs)
    return {"fields_included": [pattern for pattern in rule.allowed_patterns if pattern in found]}


def _capture(handoff: Handoff, terms: Terms, after_json: str) -> CapturedContent:
    stripped, _ = strip_context(terms, handoff.context, handoff.content_rules())
    json = f'{{"before":{compact_json(stripped)},"after":{after_json}}}'
    return CapturedContent(hashlib.sha256(json.encode("utf-8")).hexdigest(), json)


def percentage(part: int, whole: int) -> float:
    """Returns `part` ÷ `whole` in percent with one decimal, half away from zero; 0 if the whole is 0."""
    if whole == 0:
        return 0
    tenths = (abs(part) * 2_000 + whole) // (2 * whole)
    signed = -tenths if part < 0 else tenths
    return signed // 10 if signed % 10 == 0 else signed / 10
