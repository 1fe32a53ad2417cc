"""Policies: parsed, checked and compiled once per version."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ._json import canonical_json
from ._patterns import BlockedPatterns, Node, compile_blocked, compile_paths, parse_pattern
from ._policy_schema import (
    ANY_AGENT,
    SECTION,
    Mode,
    PolicyError,
    Section,
    Translation,
    read_section,
    read_switch,
)
from ._unknown_settings import unknown_settings

if TYPE_CHECKING:
    from ._release import Release

__all__ = ["Policy", "PolicyError", "Rule", "Switch", "load_policy", "parse_policy"]


class Switch(NamedTuple):
    """The master switch. `observe` overrides `enabled`: it passes everything and records the effect."""

    enabled: bool = True
    observe: bool = False

    @property
    def setting(self) -> Literal["off", "observe", "enforce"]:
        if self.observe:
            return "observe"
        return "enforce" if self.enabled else "off"


ENFORCED = Switch()


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule, compiled. `allowed` is None without a list; `expires_at` is in milliseconds since 1970.

    With `is_observed`, it changes nothing that passes, and events record what it would change.
    """

    rule_id: str
    from_agent_id: str
    to_agent_id: str
    is_observed: bool
    mode: Mode
    allowed_patterns: tuple[str, ...]
    allowed: Node | None
    blocked: BlockedPatterns
    translation: Translation | None
    is_audited: bool
    expires_at: float


class _Rules:
    """Rules for the same agents, each of which expires later than those before it."""

    def __init__(self) -> None:
        self._rules: list[Rule] = []
        self._expiries: list[float] = []

    def add(self, rule: Rule) -> None:
        if not self._rules or rule.expires_at > self._expiries[-1]:
            self._rules.append(rule)
            self._expiries.append(rule.expires_at)

    def first_in_force(self, now: int) -> Rule | None:
        position = bisect_right(self._expiries, now)
        return self._rules[position] if position < len(self._rules) else None


class Policy:
    """A policy with its switch, ready for `scope`. Create it with `parse_policy`, `load_policy` or `missing`.

    Never changes, so threads can share it. `version` is the content hash that events name and `section` the
    policy as written; both are None without a policy.
    """

    def __init__(self, section: dict[str, Any] | None, switch: Switch) -> None:
        """Raises PolicyError if the section is invalid."""
        self.switch = switch
        self.section = section
        self.version = None if section is None else policy_version(section, switch)
        # True if there should be a policy, and none can be read.
        self.is_missing = section is None
        parsed = Section() if section is None else read_section(section)
        self.is_strict = parsed.enforcement_level == "strict"
        self.default_mode: Mode = "minimal" if section is None else parsed.default_handoff_mode
        self.translates = parsed.enable_conversation_translation
        self.audits_all = section is None or parsed.audit_all_handoffs
        self.minimal_input_fields = frozenset(parsed.minimal_input_fields)
        self.blocked = compile_blocked(parsed.blocked_context_fields)
        self.redacts_texts = parsed.blocked_in_text
        self.content_rules = parsed.content_rules
        self.rules = tuple(
            Rule(
                rule_id=rule.rule_id,
                from_agent_id=rule.from_agent_id,
                to_agent_id=rule.to_agent_id,
                is_observed=rule.is_observed,
                mode=rule.handoff_mode,
                allowed_patterns=tuple(rule.allowed_context_fields or ()),
                allowed=None
                if rule.allowed_context_fields is None
                else compile_allowed(rule.allowed_context_fields),
                blocked=compile_blocked(rule.blocked_context_fields),
                translation=rule.conversation_translation,
                is_audited=rule.audit_enabled,
                expires_at=rule.expires_at,
            )
            for rule in parsed.agent_handoff_rules
        )
        self._index = _index_of(rule for rule in self.rules if not rule.is_observed)
        # A candidate that decides some handoffs; None without one, and in the policy that decides.
        self.release: Release | None = None
        # Only records what it would have done: the policy as if all its rules were enforced, or a candidate that is
        # observed. None without either.
        self.trial: Policy | None = None
        if any(rule.is_observed for rule in self.rules):
            trial = copy.copy(self)
            trial._index = _index_of(self.rules)
            trial.audits_all = True
            self.trial = trial

    @classmethod
    def missing(cls, switch: Switch = ENFORCED) -> Policy:
        """Returns the policy used without a readable one: every handoff is `minimal` and `denied_error`."""
        return cls(None, switch)

    @classmethod
    def observing(cls) -> Policy:
        """Returns the policy used without a file: everything passes, and every handoff is recorded."""
        policy = cls({"default_handoff_mode": "full", "audit_all_handoffs": True}, Switch(False, True))
        # It is nobody's policy, so that no session announces it.
        policy.version = policy.section = None
        return policy

    def match_rule(self, from_agent: str, to_agent: str, now: int) -> Rule | None:
        """Returns the rule for a handoff: exact pair, from → any, any → to, any → any; the first of equals.

        Ignores expired rules and those that only observe; `now` is in milliseconds since 1970.
        """
        for pair in _pairs(from_agent, to_agent):
            rules = self._index.get(pair)
            rule = rules and rules.first_in_force(now)
            if rule:
                return rule
        return None


def _index_of(rules: Iterable[Rule]) -> dict[tuple[str, str], _Rules]:
    index: dict[tuple[str, str], _Rules] = {}
    for rule in rules:
        index.setdefault((rule.from_agent_id, rule.to_agent_id), _Rules()).add(rule)
    return index


def _pairs(from_agent: str, to_agent: str) -> Iterator[tuple[str, str]]:
    yield from_agent, to_agent
    yield from_agent, ANY_AGENT
    yield ANY_AGENT, to_agent
    yield ANY_AGENT, ANY_AGENT


def compile_allowed(patterns: list[str]) -> Node:
    """Compiles an allowed list: keys are compared after NFC. Raises ValueError if a pattern is malformed."""
    return compile_paths(map(parse_pattern, patterns))


def policy_version(section: dict[str, Any], switch: Switch) -> str:
    """Returns the version of a policy: hex SHA-256 of its canonical JSON without comments, with the switch.

    Raises PolicyError if the section is nested too deep.
    """
    try:
        canonical = canonical_json(
            {
                SECTION: _without_empty_rules(_without_comments(section)),
                "switch": {"enabled": switch.enabled, "observe": switch.observe},
            }
        )
    except RecursionError:
        raise PolicyError(f"/{SECTION}", "the section is nested too deep") from None
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def _without_comments(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_comments(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {key: _without_comments(field) for key, field in value.items() if not key.startswith("_")}


def _without_empty_rules(section: dict[str, Any]) -> dict[str, Any]:
    """No content rules are the same policy, whether the list is empty or absent."""
    return {key: field for key, field in section.items() if key != "content_rules" or field != []}


def parse_policy(document: Any, switch: Switch = ENFORCED) -> Policy:
    """Parses a policy document: `multi_agent_handoffs` at its top or under `policies`, not in both.

    `null` counts as absent. An unknown mode becomes `minimal`; an unknown `schema_version` makes every mode
    `minimal`. Raises PolicyError if the document is invalid.
    """
    if not isinstance(document, dict):
        raise PolicyError("", "a policy document is a JSON object")
    policies = document.get("policies")
    at_top = document.get(SECTION)
    below = policies.get(SECTION) if isinstance(policies, dict) else None
    if at_top is not None and below is not None:
        raise PolicyError(
            "/policies", f"{SECTION} is both at the top and under `policies`; remove one of the two"
        )
    section = below if at_top is None else at_top
    if section is None:
        raise PolicyError("", f"the document has no section {SECTION}")
    if not isinstance(section, dict):
        raise PolicyError(f"/{SECTION}", "an object is needed")
    return Policy(section, switch)


def load_policy(
    policy_file: str | os.PathLike[str],
    switch_file: str | os.PathLike[str] | None = None,
    *,
    log: Callable[[str], None] | None = None,
) -> Policy:
    """Reads `governance_policies.json`, and the switch from `system_config.json`; enforced without that file.

    Without a policy file, returns `Policy.observing()` and tells `log`, by default standard error. `log` also gets
    settings of unknown names, which have no effect. Raises
    PolicyError if a document is invalid, OSError if a file exists but cannot be read.
    """
    tell = log or (lambda text: print(text, file=sys.stderr))
    switch = ENFORCED
    if switch_file is not None:
        try:
            switch = Switch(*read_switch(_read_json(switch_file)))
        except FileNotFoundError:
            pass
    try:
        document = _read_json(policy_file)
    except FileNotFoundError:
        tell(f"No policy: handoffs are recorded and pass unchanged. Write {os.fspath(policy_file)}")
        return Policy.observing()
    policy = parse_policy(document, switch)
    if unknown := unknown_settings(policy.section or {}):
        tell(f"Check {os.fspath(policy_file)}: {', '.join(unknown)} is unknown and has no effect")
    return policy


def _read_json(path: str | os.PathLike[str]) -> Any:
    with open(path, encoding="utf-8-sig") as file:
        try:
            return json.load(file, object_pairs_hook=_without_repeated_keys)
        except (ValueError, RecursionError) as error:
            raise (
                error if isinstance(error, PolicyError) else PolicyError("", f"{path} is not JSON")
            ) from None


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise PolicyError("", "an object has a key twice, so it is unclear which value holds")
    return result
