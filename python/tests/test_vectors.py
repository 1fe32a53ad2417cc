"""The vectors of an independent implementation of the same rules, in `packages/core/conformance`."""

import json
import unittest
from pathlib import Path

from baton_policy import parse_policy, scope
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


def translation_policy(case):
    section = dict(case.get("policy", {}))
    rule = {"rule_id": "a_to_b", "from_agent_id": "a", "to_agent_id": "b", **case["rule"]}
    rules = [rule, *section.pop("more_rules", [])]
    return parse_policy({"multi_agent_handoffs": {**section, "agent_handoff_rules": rules}})


def as_text(value):
    return json.dumps(value, sort_keys=True)


if __name__ == "__main__":
    unittest.main()
