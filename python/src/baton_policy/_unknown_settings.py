"""Finds settings of a valid policy that have no effect, such as misspelled ones."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from ._policy_schema import SECTION, ContentRule, RuleSection, Section, Translation

_SECTION = {each.name for each in fields(Section)} | {"description", "schema_version", "policy_tests"}
_RULE = {each.name for each in fields(RuleSection)} - {"is_observed"} | {"state", "description"}
_TRANSLATION = {each.name for each in fields(Translation)}
_CONTENT_RULE = {each.name for each in fields(ContentRule)} | {"description"}


def unknown_settings(section: dict[str, Any]) -> list[str]:
    """Returns the paths of names that this version does not know, without notes, which start with `_`."""
    at = f"/{SECTION}"
    found = _unknown(section, _SECTION, at)
    for index, rule in enumerate(section.get("agent_handoff_rules") or []):
        path = f"{at}/agent_handoff_rules/{index}"
        found += _unknown(rule, _RULE, path)
        translation = rule.get("conversation_translation") or {}
        found += _unknown(translation, _TRANSLATION, f"{path}/conversation_translation")
    for index, rule in enumerate(section.get("content_rules") or []):
        found += _unknown(rule, _CONTENT_RULE, f"{at}/content_rules/{index}")
    return found


def _unknown(value: dict[str, Any], known: set[str], path: str) -> list[str]:
    return [
        f"{path}/{name}"
        for name, setting in value.items()
        if setting is not None and name not in known and not name.startswith("_")
    ]
