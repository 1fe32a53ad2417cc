"""Content rules: without detectors, no text passes that a rule could redact or refuse."""

import unittest

from baton_policy import parse_policy, scope

WITHHELD = "[withheld: content rules failed]"
CONTEXT = {
    "prior_outputs": {"a": {"note": "x", "n": [1, 123456789, "y"]}, "z": "w"},
    "observations": ["seen"],
    "original_input": {"task_id": "t"},
}


def scope_by(*rules, context=CONTEXT, **settings):
    section = {"default_handoff_mode": "full", "content_rules": list(rules), **settings}
    policy = parse_policy({"multi_agent_handoffs": section})
    return scope(policy, "a", "b", context, session_id="s", captures_content=True)


def rule(action, **fields):
    return {"rule_id": "mail", "detector": "email", "action": action, **fields}


class ContentRules(unittest.TestCase):
    def test_withholds_texts_and_long_numbers(self):
        result = scope_by(rule("redact"))
        self.assertEqual(
            result.context["prior_outputs"],
            {"a": {"note": WITHHELD, "n": [1, WITHHELD, WITHHELD]}, "z": WITHHELD},
        )
        self.assertEqual(result.context["observations"], [WITHHELD])
        self.assertEqual(result.context["original_input"], {"task_id": WITHHELD})
        self.assertIn("no detectors", result.event["audit_note"])
        self.assertNotIn("seen", result.content.json)

    def test_passes_texts_that_rules_only_flag_or_that_others_write(self):
        passed = scope_by(rule("flag"), rule("block", to_agent_id="c"), rule("redact", from_agent_id="z"))
        self.assertEqual(passed.context["prior_outputs"], {**CONTEXT["prior_outputs"], "z": WITHHELD})
        self.assertEqual(passed.context["observations"], ["seen"])

    def test_withholds_texts_when_scoping_fails(self):
        deep = "x"
        for _ in range(2_000):
            deep = {"deep": deep}
        context = {"prior_outputs": {"a": deep}, "observations": ["seen"], "original_input": None}
        result = scope_by(rule("block"), context=context)
        self.assertEqual(result.event["scoping_state"], "fallback_minus_blocked")
        self.assertEqual(result.context["observations"], [WITHHELD])


if __name__ == "__main__":
    unittest.main()
