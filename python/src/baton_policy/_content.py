"""Content rules. A server applies them. Without its answer, texts that a rule could redact are withheld."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from ._json import compact_json
from ._policy_schema import ANY_AGENT, ContentRule
from ._removed import name_of_key, path_of
from .server import CheckedText, CheckedTexts, ServerError

WITHHELD = "[withheld: content rules failed]"
# A number with at least this many characters is searched like a text.
_MIN_NUMBER = 9
# Findings per event; the first ones stay.
_MAX_FINDINGS = 500
# Texts of one value to send to a server; recovery can have millions.
_MAX_CHECKED = 100_000


class TextChecker(Protocol):
    """Applies the content rules of a policy to texts, such as a `BatonServer`."""

    def check_texts(
        self, from_agent: str, to_agent: str, texts: list[str], policy_version: str | None = None
    ) -> CheckedTexts:
        """Returns a result for each text, by the version that decides. Raises ServerError if it cannot."""


class ContentRules:
    """Applies the content rules of a policy to one handoff, and collects what they find."""

    def __init__(
        self,
        rules: list[ContentRule],
        version: str | None,
        pair: tuple[str, str],
        checker: TextChecker | None,
    ) -> None:
        self._rules = rules
        self._version = version
        self._from_agent, self._to_agent = pair
        self._checker = checker
        self._findings: dict[tuple[str, str, str], dict[str, Any]] = {}
        self._failure: str | None = None
        self._withheld = 0
        self.refusal: str | None = None

    def like(self) -> ContentRules:
        """Returns the same rules, which found nothing yet."""
        return ContentRules(self._rules, self._version, (self._from_agent, self._to_agent), self._checker)

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Matches by rule and field: the first 500."""
        return list(self._findings.values())

    @property
    def notes(self) -> list[str]:
        """Sentences for the auditor, without content."""
        notes = [] if self.refusal is None else [self.refusal]
        if self._failure is not None:
            notes.append(f"Content rules failed ({self._failure}): {self._withheld} texts were withheld")
        return notes

    def apply(
        self, value: Any, path: str, author: str | None, *, again: bool = False, is_deep: bool = False
    ) -> Any:
        """Returns a value as the rules let it pass; the value itself if they change nothing.

        `author` is the agent of an output that the sender passes on. With `again`, rules that only flag are
        left out, because they were counted before. With `is_deep`, findings name no fields below `path`.
        """
        for agent, rules in self._rules_by_agent(author):
            changing = [rule for rule in rules if rule.action != "flag"]
            if changing or (rules and not again):
                value = self._apply(value, path, agent, changing if again else rules, is_deep)
        return value

    def apply_to_own(self, value: Any, path: str, *, is_deep: bool = False) -> Any:
        """Applies the rules of the receiver to its own messages, except rules that block: it has them already."""
        rules = [rule for rule in self._rules_from(self._to_agent) if rule.action != "block"]
        return self._apply(value, path, self._to_agent, rules, is_deep) if rules else value

    def apply_to_unnamed(self, value: Any, path: str, *, is_deep: bool = False) -> Any:
        """Applies the rules of every agent that has some, because any may have written the value."""
        others = {rule.from_agent_id for rule in self._rules} - {ANY_AGENT, self._from_agent}
        value = self.apply(value, path, None, is_deep=is_deep)
        for agent in sorted(others):
            own = [rule for rule in self._rules_from(agent) if rule.from_agent_id == agent]
            value = self._apply(value, path, agent, own, is_deep) if own else value
        return value

    def _rules_from(self, agent: str) -> list[ContentRule]:
        return [
            rule
            for rule in self._rules
            if rule.to_agent_id in (ANY_AGENT, self._to_agent) and rule.from_agent_id in (ANY_AGENT, agent)
        ]

    def _rules_by_agent(self, author: str | None) -> list[tuple[str, list[ContentRule]]]:
        by_agent = [(self._from_agent, self._rules_from(self._from_agent))]
        if author and author != self._from_agent:
            # Rules of any agent were applied for the sender.
            own = [rule for rule in self._rules_from(author) if rule.from_agent_id == author]
            by_agent.append((author, own))
        return by_agent

    def _apply(self, value: Any, path: str, agent: str, rules: list[ContentRule], is_deep: bool) -> Any:
        top = [value]
        leaves = list(_leaves(top, path, is_deep))
        if not leaves:
            return value
        results = self._check(agent, [text for *_, text in leaves], rules)
        is_changed = False
        for (container, key, place, text), (left, findings, failure) in zip(leaves, results, strict=True):
            for finding in findings:
                self._add(finding, place, rules)
            if failure is not None:
                self._failure = self._failure or failure
                self._withheld += left == WITHHELD
            if left != text:
                container[key] = WITHHELD if left is None else left
                is_changed = True
        return top[0] if is_changed else value

    def _check(self, agent: str, texts: list[str], rules: list[ContentRule]) -> list[CheckedText]:
        reason = "this package has no detectors; give it a server"
        if len(texts) > _MAX_CHECKED:
            reason = "there are too many texts"
        elif self._checker is not None:
            try:
                version, results = self._checker.check_texts(agent, self._to_agent, texts, self._version)
                if version == self._version and len(results) == len(texts):
                    return results
                reason = "the server has another policy"
            except ServerError as error:
                reason = str(error)
            except Exception:  # noqa: BLE001 - after any error, texts that a rule could match do not pass
                reason = "an unexpected error"
        if all(rule.action == "flag" for rule in rules):
            return [CheckedText(text, [], reason) for text in texts]
        return [CheckedText(WITHHELD, [], reason) for _ in texts]

    def _add(self, finding: dict[str, Any], path: str, rules: list[ContentRule]) -> None:
        rule = next((rule for rule in rules if rule.rule_id == finding.get("rule_id")), None)
        count = finding.get("count")
        if rule is None or type(count) is not int:
            return
        if rule.action == "block" and self.refusal is None:
            self.refusal = (
                f"The content rule {rule.rule_id} refuses this handoff: {rule.detector} in {path}. "
                "Remove it and try again"
            )
        key = (rule.rule_id, rule.action, path)
        if key in self._findings:
            self._findings[key]["count"] += count
        elif len(self._findings) < _MAX_FINDINGS:
            self._findings[key] = {
                "rule_id": rule.rule_id,
                "detector": rule.detector,
                "path": path,
                "count": count,
                "action": rule.action,
            }


def _leaves(top: list[Any], path: str, is_deep: bool) -> Iterator[tuple[Any, Any, str, str]]:
    """Yields the texts and long numbers below in order: container, key, path, text. Copies containers.

    With `is_deep`, all have the path at the top, because paths would take quadratic time.
    """
    waiting: list[tuple[Any, Any, str]] = [(top, 0, path)]
    while waiting:
        container, key, place = waiting.pop()
        value = container[key]
        if type(value) is dict:
            container[key] = value = value.copy()
            waiting += [
                (value, name, place if is_deep else place + path_of(name_of_key(name)))
                for name in reversed(value)
            ]
        elif type(value) is list:
            container[key] = value = value.copy()
            below = place if is_deep else f"{place}[]"
            waiting += [(value, index, below) for index in reversed(range(len(value)))]
        else:
            text = _text_of(value)
            if text is not None:
                yield container, key, place, text


def _text_of(value: Any) -> str | None:
    if type(value) is str and value != "":
        return value
    if type(value) not in (int, float):
        return None
    text = compact_json(value)
    return text if len(text) >= _MIN_NUMBER else None
