"""The schema of a policy's section, with its defaults."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, cast

from ._patterns import parse_blocked_pattern, parse_pattern
from ._timestamp import parse_iso

SECTION = "multi_agent_handoffs"
ANY_AGENT = "*"
SCHEMA_VERSION = 1
DEFAULT_MINIMAL_INPUT_FIELDS = [
    "claim_id",
    "policy_id",
    "workflow_id",
    "session_id",
    "task_id",
    "feature",
    "spec_path",
]
# Parts that pass in every mode except for their blocked fields: those of a history that the receiver needs.
KEPT_PARTS = ("last_user_message", "receiver_messages")
_RESERVED_AGENT_IDS = ("observations", "original_input", "memories", "artifacts", *KEPT_PARTS)
_MAX_AGENT_ID = 256
_MAX_PATTERN = 1000
_DETECTORS = (
    "secret",
    "email",
    "phone",
    "payment_card",
    "iban",
    "us_ssn",
    "ip_address",
    "url_credentials",
    "file_path",
    "pattern",
)

Mode = Literal["full", "scoped", "minimal"]
Role = Literal["user", "system"]
T = TypeVar("T")


class PolicyError(ValueError):
    """The reason for rejecting a policy or switch. `path` is a JSON Pointer (RFC 6901) into the document."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason


@dataclass(frozen=True)
class Translation:
    """Translation of a sender's output after scoping; the summary limit is in tokens."""

    enabled: bool
    extract_fields: list[str]
    filter_enabled: bool
    summarize: bool
    max_summary_tokens: int
    recast_role: Role | None


@dataclass(frozen=True)
class RuleSection:
    """A rule as written, with defaults; `expires_at` is in milliseconds since 1970."""

    rule_id: str
    from_agent_id: str
    to_agent_id: str
    is_observed: bool
    handoff_mode: Mode
    allowed_context_fields: list[str] | None
    blocked_context_fields: list[str]
    conversation_translation: Translation | None
    audit_enabled: bool
    expires_at: float


@dataclass(frozen=True)
class ContentRule:
    """A rule about what texts contain; `*` is any agent."""

    rule_id: str
    from_agent_id: str
    to_agent_id: str
    detector: str
    pattern: str | None
    action: str


@dataclass(frozen=True)
class Section:
    """The section as written, with defaults."""

    enforcement_level: str = "strict"
    default_handoff_mode: Mode = "scoped"
    enable_conversation_translation: bool = True
    audit_all_handoffs: bool = True
    minimal_input_fields: list[str] = field(default_factory=lambda: list(DEFAULT_MINIMAL_INPUT_FIELDS))
    blocked_context_fields: list[str] = field(default_factory=list)
    blocked_in_text: bool = True
    content_rules: list[ContentRule] = field(default_factory=list)
    agent_handoff_rules: list[RuleSection] = field(default_factory=list)


class _Reader:
    """Parses the fields of an object; null counts as absent."""

    def __init__(self, value: Any, path: str) -> None:
        if not isinstance(value, dict):
            raise PolicyError(path, "an object is needed")
        self._fields = {key: each for key, each in value.items() if each is not None}
        self.path = path

    def get(self, name: str) -> Any:
        return self._fields.get(name)

    def read(self, name: str, default: T, check: Callable[[Any, str], T]) -> T:
        if name not in self._fields:
            return default
        return check(self._fields[name], f"{self.path}/{name}")


def read_section(value: Any) -> Section:
    """Parses a section. Raises PolicyError with the first problem."""
    reader = _Reader(value, f"/{SECTION}")
    reader.read("description", "", _text)
    version = reader.get("schema_version")
    is_known = version is None or (
        isinstance(version, (int, float)) and version == SCHEMA_VERSION and version is not True
    )
    level = reader.get("enforcement_level")
    rules: list[Any] = reader.read("agent_handoff_rules", [], _list)
    return Section(
        enforcement_level="advisory" if level == "advisory" else "strict",
        default_handoff_mode=_mode(reader.get("default_handoff_mode")) if is_known else "minimal",
        enable_conversation_translation=reader.read("enable_conversation_translation", True, _flag),
        audit_all_handoffs=reader.read("audit_all_handoffs", True, _flag),
        minimal_input_fields=reader.read("minimal_input_fields", list(DEFAULT_MINIMAL_INPUT_FIELDS), _texts),
        blocked_context_fields=reader.read("blocked_context_fields", [], _blocked_patterns),
        blocked_in_text=reader.read("blocked_in_text", True, _flag),
        content_rules=reader.read("content_rules", [], _content_rules),
        agent_handoff_rules=[
            _read_rule(rule, index, f"{reader.path}/agent_handoff_rules/{index}", is_known)
            for index, rule in enumerate(rules)
        ],
    )


def read_switch(config: Any) -> tuple[bool, bool]:
    """Parses `enabled` and `observe` of a system configuration; off if absent. Raises PolicyError."""
    section = _Reader(config, "").get(SECTION)
    if section is None:
        return False, False
    reader = _Reader(section, f"/{SECTION}")
    return reader.read("enabled", False, _flag), reader.read("observe", False, _flag)


def _read_rule(value: Any, index: int, path: str, is_known: bool) -> RuleSection:
    reader = _Reader(value, path)
    agents = [reader.read(name, None, _rule_agent) for name in ("from_agent_id", "to_agent_id")]
    if agents[0] is None or agents[1] is None:
        raise PolicyError(path, "from_agent_id and to_agent_id are needed")
    rule_id = reader.read("rule_id", f"{agents[0]}->{agents[1]}#{index}", _text)
    if rule_id == "":
        raise PolicyError(f"{path}/rule_id", "a rule ID is not empty")
    reader.read("description", "", _text)
    return RuleSection(
        rule_id=rule_id,
        from_agent_id=agents[0],
        to_agent_id=agents[1],
        is_observed=reader.read("state", "enforce", _state) == "observe",
        handoff_mode=_mode(reader.get("handoff_mode")) if is_known else "minimal",
        allowed_context_fields=reader.read("allowed_context_fields", None, _optional_patterns),
        blocked_context_fields=reader.read("blocked_context_fields", [], _blocked_patterns),
        conversation_translation=reader.read("conversation_translation", None, _read_translation),
        audit_enabled=reader.read("audit_enabled", True, _flag),
        expires_at=reader.read("expires_at", math.inf, _time),
    )


def _read_translation(value: Any, path: str) -> Translation:
    reader = _Reader(value, path)
    role = reader.get("recast_role")
    if role not in (None, "user", "system"):
        raise PolicyError(f"{path}/recast_role", '"user" or "system" is needed')
    return Translation(
        enabled=reader.read("enabled", False, _flag),
        extract_fields=reader.read("extract_fields", [], _allowed_patterns),
        filter_enabled=reader.read("filter_enabled", False, _flag),
        summarize=reader.read("summarize", False, _flag),
        max_summary_tokens=reader.read("max_summary_tokens", 500, _positive),
        recast_role=role,
    )


def _content_rules(value: Any, path: str) -> list[ContentRule]:
    return [_read_content_rule(rule, f"{path}/{index}") for index, rule in enumerate(_list(value, path))]


def _read_content_rule(value: Any, path: str) -> ContentRule:
    reader = _Reader(value, path)
    rule_id = reader.read("rule_id", "", _text)
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,100}", rule_id):
        raise PolicyError(f"{path}/rule_id", "1 to 100 letters, digits, `_`, `-` or `.` are needed")
    detector = reader.read("detector", "", _text)
    if detector not in _DETECTORS:
        raise PolicyError(f"{path}/detector", f"one of {', '.join(_DETECTORS)} is needed")
    action = reader.read("action", "", _text)
    if action not in ("flag", "redact", "block"):
        raise PolicyError(f"{path}/action", '"flag", "redact" or "block" is needed')
    pattern = reader.read("pattern", None, _rule_pattern)
    if (pattern is not None) != (detector in ("pattern", "file_path")):
        raise PolicyError(f"{path}/pattern", "`pattern` and `file_path` need a pattern, and only they")
    reader.read("description", "", _text)
    return ContentRule(
        rule_id=rule_id,
        from_agent_id=reader.read("from_agent_id", ANY_AGENT, _any_rule_agent),
        to_agent_id=reader.read("to_agent_id", ANY_AGENT, _any_rule_agent),
        detector=detector,
        pattern=pattern,
        action=action,
    )


def _rule_pattern(value: Any, path: str) -> str | None:
    pattern = _text(value, path)
    if not 1 <= len(pattern) <= _MAX_PATTERN:
        raise PolicyError(path, f"a pattern has 1 to {_MAX_PATTERN} characters")
    return pattern


def _mode(value: Any) -> Mode:
    """Parses a mode: an absent one is `scoped`, an unknown one `minimal`."""
    if value is None:
        return "scoped"
    return cast(Mode, value) if value in ("full", "scoped", "minimal") else "minimal"


def _state(value: Any, path: str) -> str:
    if value not in ("enforce", "observe"):
        raise PolicyError(path, '"enforce" or "observe" is needed')
    return cast(str, value)


def _text(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise PolicyError(path, "text is needed")
    return value


def _flag(value: Any, path: str) -> bool:
    if not isinstance(value, bool):
        raise PolicyError(path, "true or false is needed")
    return value


def _positive(value: Any, path: str) -> int:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or value <= 0 or value > 2**53 or value != int(value):
        raise PolicyError(path, "a positive whole number is needed")
    return int(value)


def _time(value: Any, path: str) -> float:
    try:
        return parse_iso(_text(value, path))
    except ValueError as error:
        raise error if isinstance(error, PolicyError) else PolicyError(path, str(error)) from None


def _list(value: Any, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise PolicyError(path, "a list is needed")
    return value


def _texts(value: Any, path: str) -> list[str]:
    return [_text(each, f"{path}/{index}") for index, each in enumerate(_list(value, path))]


def _allowed_patterns(value: Any, path: str) -> list[str]:
    return _patterns(value, path, parse_pattern)


def _optional_patterns(value: Any, path: str) -> list[str] | None:
    return _patterns(value, path, parse_pattern)


def _blocked_patterns(value: Any, path: str) -> list[str]:
    return _patterns(value, path, parse_blocked_pattern)


def _patterns(value: Any, path: str, parse: Callable[[str], object]) -> list[str]:
    patterns = _texts(value, path)
    for index, pattern in enumerate(patterns):
        try:
            parse(pattern)
        except ValueError as error:
            raise PolicyError(f"{path}/{index}", f"`{pattern[:200]}` is no field pattern: {error}") from None
    return patterns


def _rule_agent(value: Any, path: str) -> str | None:
    return _any_rule_agent(value, path)


def _any_rule_agent(value: Any, path: str) -> str:
    agent = _text(value, path)
    if not 1 <= len(agent) <= _MAX_AGENT_ID:
        raise PolicyError(path, "an agent ID has 1 to 256 characters; `*` means any agent")
    if agent in _RESERVED_AGENT_IDS:
        raise PolicyError(path, f"`{agent}` is the name of a part of the context and cannot be an agent ID")
    return agent
