"""What rules that only observe would change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .policy import Policy, Rule

Event = dict[str, Any]
_FAILURES = ("fallback_minus_blocked", "denied_error")


def must_record_observed(policy: Policy, from_agent: str, to_agent: str, now: int) -> bool:
    """Returns True if an observed candidate, or an observed rule that applies to two agents, wants an event."""
    rules = _find_observed(policy, [from_agent], to_agent, now)
    return _is_candidate_observed(policy) or any(rule.is_audited for rule in rules)


def with_observed_rules(
    policy: Policy, event: Event | None, now: int, scope: Callable[[Policy], Event | None]
) -> Event | None:
    """Adds to an event what rules that only observe, or an observed candidate, would have changed. Never raises.

    They change nothing that passes: `scope` scopes the same handoff again, as if they were enforced, and only
    the difference is recorded.
    """
    if event is None or policy.trial is None or policy.trial.switch.setting == "off":
        return event
    try:
        agents = [event["from_agent_id"], *event["context_before_scoping"]["agents_included"]]
        rules = _find_observed(policy, agents, event["to_agent_id"], now)
        would = scope(policy.trial) if rules or _is_candidate_observed(policy) else None
        observed = would and _compare(rules, event, would)
        if observed and _is_candidate_observed(policy):
            observed = {"policy_version": policy.trial.version, **observed}
    except Exception:  # noqa: BLE001 - the record is only for the report
        return event
    return {**event, "observed_rules": observed} if observed else event


def _is_candidate_observed(policy: Policy) -> bool:
    # The trial of a policy's own rules has the same section.
    return policy.trial is not None and policy.trial.section is not policy.section


def _find_observed(policy: Policy, agents: Iterable[str], to_agent: str, now: int) -> list[Rule]:
    if policy.trial is None:
        return []
    rules = [policy.trial.match_rule(agent, to_agent, now) for agent in agents]
    is_candidate = _is_candidate_observed(policy)
    return list(dict.fromkeys(rule for rule in rules if rule and (is_candidate or rule.is_observed)))


def _compare(rules: list[Rule], event: Event, would: Event) -> dict[str, Any] | None:
    if event["scoping_state"] in _FAILURES or would["scoping_state"] in _FAILURES:
        return None
    would_keep = {entry["path"]: _kept(entry) for entry in would["outline"]}
    changes = [
        (entry["path"], would_keep.get(entry["path"], _kept(entry)) - _kept(entry)) for entry in event["outline"]
    ]
    return {
        "rule_ids": [rule.rule_id for rule in rules],
        "governance_rule_id": would["governance_rule_id"],
        "handoff_mode": would["handoff_mode"],
        "total_tokens": would["context_after_scoping"]["total_tokens"],
        "would_remove": [path for path, change in changes if change < 0],
        "would_pass": [path for path, change in changes if change > 0],
    }


def _kept(entry: dict[str, Any]) -> int:
    kept: int = entry.get("after", entry["tokens"])
    return kept
