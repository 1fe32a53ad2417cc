"""Content rules: without detectors, no text passes that a rule could redact or refuse."""

import unittest

from baton_policy import CheckedText, CheckedTexts, parse_policy, scope

WITHHELD = "[withheld: content rules failed]"
CONTEXT = {
    "prior_outputs": {"a": {"note": "x", "n": [1, 123456789, "y"]}, "z": "w"},
    "observations": ["seen"],
    "original_input": {"task_id": "t"},
}


def scope_by(*rules, context=CONTEXT, checks=False, **settings):
    section = {"default_handoff_mode": "full", "content_rules": list(rules), **settings}
    policy = parse_policy({"multi_agent_handoffs": section})
    checker = Checker(policy.version) if checks else None
    return scope(policy, "a", "b", context, session_id="s", captures_content=True, text_checker=checker)


class Checker:
    """Finds the word `seen`, as a server would for the rule `mail`."""

    def __init__(self, version):
        self.version = version

    def check_texts(self, from_agent, to_agent, texts, policy_version=None):
        return CheckedTexts(self.version, [self.check(text) for text in texts])

    def check(self, text):
        findings = [{"rule_id": "mail", "count": 1}] if "seen" in text else []
        return CheckedText(text.replace("seen", "[redacted: mail]"), findings, None)


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
        result = scope_by(rule("block"), context=deep_context())
        self.assertEqual(result.event["scoping_state"], "fallback_minus_blocked")
        self.assertEqual(result.context["observations"], [WITHHELD, WITHHELD])
        self.assertIn("no detectors", result.event["audit_note"])

    def test_applies_rules_when_scoping_fails(self):
        result = scope_by(rule("redact"), context=deep_context(), checks=True)
        self.assertEqual(result.event["scoping_state"], "fallback_minus_blocked")
        self.assertEqual(result.context["observations"], ["[redacted: mail]", "x"])
        self.assertEqual([each["path"] for each in result.event["content_findings"]], ["a", "observations"])
        refused = scope_by(rule("block"), context=deep_context(), checks=True)
        self.assertEqual(refused.event["scoping_state"], "denied_error")
        self.assertEqual(refused.context["observations"], [])
        self.assertIn("mail refuses", refused.refusal)


def deep_context():
    deep = "seen"
    for _ in range(2_000):
        deep = {"deep": deep}
    return {"prior_outputs": {"a": deep}, "observations": ["seen", "x"], "original_input": None}


if __name__ == "__main__":
    unittest.main()
