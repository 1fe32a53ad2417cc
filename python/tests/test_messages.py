"""Histories of messages: what the shared vectors do not show, and that nothing raises."""

import json
import unittest

from baton_policy import Policy, Switch, parse_policy, scope_messages

WITHHELD = "[withheld: content rules failed]"


def policy_of(switch=Switch(), **section):
    return parse_policy({"multi_agent_handoffs": section}, switch)


def scope(policy, *messages, **options):
    return scope_messages(policy, "a", "b", list(messages), now=0, **options)


def said(name, content, **fields):
    return {"role": "assistant", "name": name, "content": content, **fields}


class Messages(unittest.TestCase):
    def test_records_what_was_removed(self):
        messages = [{"role": "user", "content": "Go"}, said("c", "No"), said("a", '{"x":1,"ssn":2}')]
        result = scope(policy_of(blocked_context_fields=["ssn"], audit_all_handoffs=True), *messages)
        self.assertEqual(result.messages, [messages[0], said("a", '{"x":1}')])
        self.assertIs(result.messages[0], messages[0])
        event = result.event
        self.assertEqual(event["fields_filtered"], ["a.ssn", "c"])
        self.assertEqual(
            event["message_counts"],
            {
                "format": "openai-chat",
                "before": 3,
                "after": 2,
                "removed": [{"kind": "text", "cause": "mode", "count": 1}],
            },
        )
        self.assertGreater(event["tokens_saved"], 0)
        self.assertIn(("a.ssn", "blocked"), [(each["path"], each.get("cause")) for each in event["outline"]])

    def test_passes_all_if_the_switch_observes(self):
        messages = [said("c", "No")]
        result = scope(policy_of(Switch(observe=True)), *messages)
        self.assertIs(result.messages[0], messages[0])
        self.assertEqual(result.event["scoping_state"], "observed")
        self.assertEqual(result.event["message_counts"]["after"], 0)
        self.assertIsNone(scope(policy_of(Switch(enabled=False)), *messages).event)

    def test_drops_reasoning_and_other_data_that_could_repeat_what_was_removed(self):
        message = said("a", '{"x":1,"ssn":2}', reasoning_content="ssn: 2", provider={"raw": "ssn: 2"})
        policy = policy_of(default_handoff_mode="full", blocked_context_fields=["ssn"])
        (left,) = scope(policy, message).messages
        self.assertEqual(left, said("a", '{"x":1}'))

    def test_passes_messages_of_an_unknown_form_only_in_full_and_without_blocked_fields(self):
        unknown = {"type": "compaction", "data": "x"}
        full = policy_of(default_handoff_mode="full", blocked_context_fields=["ssn"])
        self.assertEqual(scope(full, unknown).messages, [unknown])
        self.assertEqual(scope(policy_of(), unknown).messages, [])
        self.assertEqual(scope(full, {**unknown, "ssn": 1}).messages, [])

    def test_blocked_fields_stay_blocked_when_scoping_fails(self):
        deep = "x"
        for _ in range(2_000):
            deep = {"deep": deep}
        message = said("a", '{"ssn":1,"y":2}', provider=deep)
        policy = policy_of(default_handoff_mode="full", blocked_context_fields=["ssn"])
        result = scope(policy, {"role": "user", "content": "Go"}, message)
        self.assertEqual(result.event["scoping_state"], "fallback_minus_blocked")
        self.assertEqual(result.messages[1]["content"], '{"y":2}')

    def test_never_raises_and_passes_only_the_request_without_a_policy(self):
        odd = [None, 1, "x", [], {}, {"role": "tool"}, said("a", [{"type": "image_url"}]), {"role": "user"}]
        result = scope(Policy.missing(), *odd, {"role": "user", "content": "Go"})
        self.assertEqual(result.event["scoping_state"], "denied_error")
        self.assertNotIn("image_url", json.dumps(result.messages))
        self.assertIn({"role": "user", "content": "Go"}, result.messages)


if __name__ == "__main__":
    unittest.main()
