"""Content rules. This package has no detectors, so it withholds texts that a rule could redact or refuse."""

from __future__ import annotations

from typing import Any

from ._json import compact_json
from ._policy_schema import ANY_AGENT, ContentRule

WITHHELD = "[withheld: content rules failed]"
# A number with at least this many characters is searched like a text.
_MIN_NUMBER = 9


def is_withheld(rules: list[ContentRule], authors: list[str], to_agent: str) -> bool:
    """Returns whether a rule that redacts or refuses applies to texts of the authors for the receiver."""
    return any(
        rule.action != "flag"
        and rule.from_agent_id in (ANY_AGENT, *authors)
        and rule.to_agent_id in (ANY_AGENT, to_agent)
        for rule in rules
    )


def withhold_texts(value: Any) -> Any:
    """Returns a copy in which each text, and each long number, is replaced; at any depth."""
    if type(value) not in (dict, list):
        return _withhold(value)
    top: Any = value.copy()
    waiting = [top]
    while waiting:
        container = waiting.pop()
        for key, inner in container.items() if type(container) is dict else enumerate(container):
            container[key] = inner.copy() if type(inner) in (dict, list) else _withhold(inner)
            if type(inner) in (dict, list):
                waiting.append(container[key])
    return top


def _withhold(value: Any) -> Any:
    is_text = type(value) is str and value != ""
    is_long = type(value) in (int, float) and len(compact_json(value)) >= _MIN_NUMBER
    return WITHHELD if is_text or is_long else value
