"""The vectors of an independent implementation of the same rules, in `packages/core/conformance`."""

import json
import re
import unittest
from pathlib import Path

from baton_policy import CheckedText, CheckedTexts, parse_policy, scope, scope_messages
from baton_policy._tokens import count_tokens

VECTORS = Path(__file__).parents[2] / "packages/core/conformance"


def read_lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


class Vectors(unittest.TestCase):
    def test_scopes_every_case_as_expected(self):
        count = 0
        for folder in sorted((VECTORS / "scoping").iterdir()):
            policy = parse_policy(json.loads((folder / "policy.json").read_text("utf-8")))
            cases = read_lines(folder / "cases.jsonl")
            for index, (case, expected) in enumerate(
                zip(cases, read_lines(folder / "expected.jsonl"), strict=True)
            ):
                with self.subTest(policy=folder.name, case=index):
                    result = scope(policy, case["from"], case["to"], case["context"], now=0)
                    parts = {name: result.context.get(name) for name in expected["scoped"]}
                    # As text, because 1 equals True and 1.0 in Python.
                    self.assertEqual(as_text(parts), as_text(expected["scoped"]))
                    self.assertEqual(result.rule_id, expected["rule_id"])
                count += 1
        self.assertEqual(count, 1_760)

    def test_counts_the_tokens_of_every_text(self):
        lines = [line for line in read_lines(VECTORS / "tokens.jsonl") if line["encoding"] == "cl100k_base"]
        for line in lines:
            with self.subTest(text=line["text"][:40]):
                self.assertEqual(count_tokens(line["text"]), line["count"])
        self.assertEqual(len(lines), 142)

    def test_translates_every_case_as_expected(self):
        cases = read_lines(VECTORS / "translation/cases.jsonl")
        for case in cases:
            with self.subTest(case["name"]):
                result = scope(translation_policy(case), "a", "b", {"prior_outputs": case["outputs"]}, now=0)
                expected = case["expected"]
                self.assertEqual(as_text(result.context["prior_outputs"]), as_text(expected["outputs"]))
                self.assertEqual(result.context["fields_filtered"], expected["fields_filtered"])
                self.assertEqual(result.event["translation_strategies"], expected["strategies"])
                self.assertIn(expected.get("note", ""), result.event["audit_note"] or "")
        self.assertEqual(len(cases), 57)


    def test_applies_content_rules_to_every_context_as_expected(self):
        cases = read_lines(VECTORS / "content/contexts.jsonl")
        for case in cases:
            with self.subTest(case["name"]):
                policy = content_policy(case)
                result = scope(policy, "a", "b", case["context"], now=0, text_checker=Checker(policy))
                parts = {name: result.context.get(name) for name in case["expected"]}
                self.assertEqual(as_text(parts), as_text(case["expected"]))
                findings = (result.event or {}).get("content_findings", [])
                self.assertEqual(as_text(findings), as_text(case["findings"]))
                self.assertEqual(result.refusal is not None, case["refused"])
        self.assertEqual(len(cases), 9)

    def test_passes_every_text_as_a_server_checks_it_and_withholds_it_without_one(self):
        cases = read_lines(VECTORS / "content/texts.jsonl")
        for case in cases:
            with self.subTest(case["name"]):
                policy = content_policy(case)
                context = {"prior_outputs": {"a": case["text"]}}
                alone = scope(policy, "a", "b", context, now=0)
                is_changing = any(rule["action"] != "flag" for rule in case["rules"])
                withheld = "[withheld: content rules failed]" if is_changing else case["text"]
                self.assertEqual(alone.context["prior_outputs"], {"a": withheld})
                result = scope(policy, "a", "b", context, now=0, text_checker=Answers(policy, case))
                expected = {} if case["expected"] is None else {"a": case["expected"]}
                self.assertEqual(result.context["prior_outputs"], expected)
                self.assertEqual(result.refusal is not None, case["expected"] is None)
                found = (result.event or {}).get("content_findings", [])
                self.assertEqual({each["rule_id"]: each["count"] for each in found}, case["counts"])
        self.assertEqual(len(cases), 13)

    def test_withholds_every_text_without_detectors_as_expected(self):
        cases = read_lines(VECTORS / "content/withheld.jsonl")
        for case in cases:
            with self.subTest(case["name"]):
                result = scope(content_policy(case), "a", "b", case["context"], now=0)
                parts = {name: result.context.get(name) for name in case["expected"]}
                self.assertEqual(as_text(parts), as_text(case["expected"]))
        self.assertEqual(len(cases), 3)


    def test_scopes_every_history_as_expected(self):
        cases = read_lines(VECTORS / "messages/cases.jsonl")
        natively = 0
        for case in cases:
            with self.subTest(case["name"]):
                policy = parse_policy({"multi_agent_handoffs": case["policy"]})
                left = scope_messages(policy, "a", "b", case["messages"], authors=case["authors"], now=0)
                if policy.content_rules:
                    # This package has no detectors, so it withholds what it cannot check.
                    others = [each for each in left.messages if each.get("name") != "b"]
                    self.assertNotIn("@", as_text(others))
                    self.assertIn("no detectors", left.event["audit_note"])
                    continue
                self.assertEqual(left.messages, case["expected"])
                natively += 1
        self.assertEqual((natively, len(cases)), (10, 13))
        guide = (VECTORS.parents[2] / "docs/adapters.md").read_text("utf-8")
        self.assertIn(f"| `baton-policy` (Python) | 1,760 | {natively} |", guide)


class Answers:
    """Answers as the core does, by a vector."""

    def __init__(self, policy, case):
        self.policy = policy
        self.case = case

    def check_texts(self, from_agent, to_agent, texts, policy_version=None):
        findings = [{"rule_id": rule_id, "count": count} for rule_id, count in self.case["counts"].items()]
        checked = CheckedText(self.case["expected"], findings, None)
        return CheckedTexts(self.policy.version, [checked for _ in texts])


class Checker:
    """Applies the rules with patterns as a server does, with Python's own expressions."""

    def __init__(self, policy):
        self.policy = policy

    def check_texts(self, from_agent, to_agent, texts, policy_version=None):
        return CheckedTexts(self.policy.version, [self.check(from_agent, to_agent, text) for text in texts])

    def check(self, from_agent, to_agent, text):
        findings, is_blocked = [], False
        for rule in self.policy.content_rules:
            if rule.from_agent_id not in ("*", from_agent) or rule.to_agent_id not in ("*", to_agent):
                continue
            found, count = re.subn(rule.pattern, f"[redacted: {rule.rule_id}]", text)
            if count > 0:
                findings.append({"rule_id": rule.rule_id, "count": count})
            text = text if rule.action == "flag" else found
            is_blocked = is_blocked or (count > 0 and rule.action == "block")
        return CheckedText(None if is_blocked else text, findings, None)


def content_policy(case):
    section = {"default_handoff_mode": "full", **case.get("policy", {}), "content_rules": case["rules"]}
    return parse_policy({"multi_agent_handoffs": section})


def translation_policy(case):
    section = dict(case.get("policy", {}))
    rule = {"rule_id": "a_to_b", "from_agent_id": "a", "to_agent_id": "b", **case["rule"]}
    rules = [rule, *section.pop("more_rules", [])]
    return parse_policy({"multi_agent_handoffs": {**section, "agent_handoff_rules": rules}})


def as_text(value):
    return json.dumps(value, sort_keys=True)


if __name__ == "__main__":
    unittest.main()
