"""Session files: complete lines that Baton's ingest accepts, even after errors."""

import errno
import hashlib
import json
import multiprocessing
import os
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

from baton_policy import Policy, Session, SessionWriter, Switch, load_policy, parse_policy

ROOT = Path(__file__).parents[2]
POLICY = {
    "multi_agent_handoffs": {
        "_comment": "not in the version",
        "blocked_context_fields": ["ssn"],
        "agent_handoff_rules": [
            {
                "rule_id": "fraud_to_review",
                "from_agent_id": "fraud",
                "to_agent_id": "review",
                "allowed_context_fields": ["score", "indicators[].name"],
                "conversation_translation": {"enabled": True, "summarize": True, "max_summary_tokens": 10},
            }
        ],
    }
}
OUTPUT = {"score": 0.5, "ssn": "078-05-1120", "indicators": [{"name": "late " * 40, "source": "\ud83d"}, 1]}
CONTEXT = {
    "prior_outputs": {"fraud": OUTPUT, "intake": ["\u2028"]},
    "observations": [1],
    "original_input": None,
}


def ingest(path):
    """Returns the report of Baton's ingest about a file, without storing it; needs Node and `npm install`."""
    program = [
        ROOT / "node_modules/.bin/tsx",
        ROOT / "apps/cli/src/main.ts",
        "ingest",
        "--dry-run",
        "--json",
        path,
    ]
    answer = subprocess.run(program, capture_output=True, encoding="utf-8", check=False)
    if not answer.stdout:
        raise AssertionError(answer.stderr)
    return json.loads(answer.stdout)["files"][0]


def read_events(path):
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def append_many(path, count):
    writer = SessionWriter(path)
    for index in range(count):
        writer.append({"event_type": "note", "text": "x" * 5_000, "index": index})


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "sessions/claim-1.jsonl"
        self.messages = []

    def open_session(self, policy, **options):
        return Session(self.path, policy, log=self.messages.append, **options)


class Sessions(InFolder):
    def test_only_observes_without_a_policy_file(self):
        folder = self.path.parent
        policy_file = folder / "governance_policies.json"
        policy = load_policy(policy_file, folder / "system_config.json", log=self.messages.append)
        scoped = self.open_session(policy).hand_over("fraud", "review", CONTEXT)
        self.assertIs(scoped.context, CONTEXT)
        (event,) = read_events(self.path)
        self.assertEqual((event["scoping_state"], event["policy_version"]), ("observed", None))
        self.assertEqual(event["context_after_scoping"], event["context_before_scoping"])
        self.assertEqual(
            self.messages, [f"No policy: handoffs are recorded and pass unchanged. Write {policy_file}"]
        )
        policy_file.write_text(json.dumps(POLICY), "utf-8")
        enforced = load_policy(policy_file, folder / "system_config.json")
        self.assertEqual(enforced.switch.setting, "enforce")

    def test_logs_settings_of_unknown_names(self):
        self.path.parent.mkdir()
        policy_file = self.path.parent / "governance_policies.json"
        rule = {"from_agent_id": "a", "to_agent_id": "b", "mode": "full", "_note": "n", "expires_at": None}
        translated = {**rule, "conversation_translation": {"enable": True}}
        content = {"rule_id": "r", "detector": "secret", "action": "flag", "form": "x"}
        section = {
            "blocked_feilds": ["ssn"],
            "agent_handoff_rules": [rule, translated],
            "content_rules": [content],
        }
        policy_file.write_text(json.dumps({"multi_agent_handoffs": section}), "utf-8")
        load_policy(policy_file, log=self.messages.append)
        (message,) = self.messages
        self.assertEqual(
            [path.split("/", 2)[2] for path in message.split(": ")[1].split(" is ")[0].split(", ")],
            [
                "blocked_feilds",
                "agent_handoff_rules/0/mode",
                "agent_handoff_rules/1/mode",
                "agent_handoff_rules/1/conversation_translation/enable",
                "content_rules/0/form",
            ],
        )
        self.messages.clear()
        policy_file.write_text(json.dumps(POLICY), "utf-8")
        load_policy(policy_file, log=self.messages.append)
        self.assertEqual(self.messages, [])

    def test_writes_lines_that_ingest_accepts(self):
        for switch in (Switch(), Switch(observe=True)):
            session = self.open_session(
                parse_policy(POLICY, switch), workflow_id="w", outline_key="k", captures_content=True
            )
            session.hand_over("fraud", "review", CONTEXT, to_model="gpt-5")
            session.hand_over("intake", "fraud", CONTEXT)
        session.write({"event_type": "artifact_read", "path": "a.md", "tokens": 3, "reason": "required"})
        session.write(
            {
                "event_type": "workflow_complete",
                "workflow_id": "w",
                "success": True,
                "duration_seconds": 1,
                "agents_executed": ["fraud"],
            }
        )
        self.open_session(Policy.missing()).hand_over("fraud", "review", CONTEXT)
        deep = []
        for _ in range(1_500):
            deep = [deep]
        self.open_session(parse_policy(POLICY)).hand_over("a", "b", {"prior_outputs": {"a": deep, "ssn": 1}})

        report = ingest(self.path)
        self.assertEqual(report["bad_lines"], [])
        self.assertEqual((report["format"], report["lines"], report["events"]), ("session", 11, 11))
        events = read_events(self.path)
        self.assertEqual({event["session_id"] for event in events}, {"claim-1"})
        states = [event["scoping_state"] for event in events if event["event_type"] == "context_handoff"]
        self.assertEqual(
            states,
            ["scoped", "scoped", "observed", "observed", "denied_error", "fallback_minus_blocked"],
        )
        self.assertEqual(len(self.messages), 2)

    def test_stores_content_without_blocked_fields_under_its_hash(self):
        session = self.open_session(parse_policy(POLICY), captures_content=True)
        scoped = session.hand_over("fraud", "review", CONTEXT)
        content = (self.path.parent / "contexts" / f"{scoped.event['context_sha256']}.json").read_bytes()
        self.assertEqual(hashlib.sha256(content).hexdigest(), scoped.event["context_sha256"])
        self.assertNotIn(b"078-05-1120", content)
        self.assertEqual(json.loads(content)["after"]["prior_outputs"], scoped.context["prior_outputs"])

    def test_announces_each_policy_once_before_its_first_handoff(self):
        source = mock.Mock(policy=parse_policy(POLICY))
        session = self.open_session(source)
        for switch in (Switch(), Switch(), Switch(observe=True), Switch()):
            source.policy = parse_policy(POLICY, switch)
            session.hand_over("fraud", "review", CONTEXT)
        handoff, seen = "context_handoff", "policy_seen"
        kinds = [event["event_type"] for event in read_events(self.path)]
        self.assertEqual(kinds, [seen, handoff, handoff, seen, handoff, handoff])

    def test_passes_the_context_itself_and_writes_nothing_if_the_switch_is_off(self):
        session = self.open_session(parse_policy(POLICY, Switch(enabled=False)))
        self.assertIs(session.hand_over("fraud", "review", CONTEXT).context, CONTEXT)
        self.assertFalse(self.path.exists())

    def test_a_full_disk_stops_neither_the_workflow_nor_blocking(self):
        session = self.open_session(parse_policy(POLICY))
        with mock.patch("os.write", side_effect=OSError(errno.ENOSPC, "No space left on device")):
            scoped = session.hand_over("fraud", "review", CONTEXT)
        self.assertEqual(list(scoped.context["prior_outputs"]), ["fraud"])
        self.assertNotIn("078-05-1120", json.dumps(scoped.context))
        self.assertEqual(self.messages, ["baton handoff fraud → review: the event could not be written"])
        session.hand_over("fraud", "review", CONTEXT)
        kinds = [event["event_type"] for event in read_events(self.path)]
        self.assertEqual(kinds, ["policy_seen", "context_handoff"])


class Writers(InFolder):
    def test_starts_a_new_line_after_a_partial_one(self):
        self.path.parent.mkdir()
        self.path.write_text('{"event_type":"no')
        SessionWriter(self.path, fsync=True).append({"event_type": "note"})
        self.assertEqual(self.path.read_text(), '{"event_type":"no\n{"event_type":"note"}\n')

    def test_threads_and_processes_never_mix_lines(self):
        writer = SessionWriter(self.path)

        def append():
            for index in range(50):
                writer.append({"event_type": "note", "text": "y" * 5_000, "index": index})

        threads = [threading.Thread(target=append) for _ in range(4)]
        spawn = multiprocessing.get_context("spawn")
        processes = [spawn.Process(target=append_many, args=(self.path, 50)) for _ in range(2)]
        for each in (*processes, *threads):
            each.start()
        for each in (*processes, *threads):
            each.join()
        self.assertEqual(len(read_events(self.path)), 300)

    def test_reports_a_partial_write(self):
        writer = SessionWriter(self.path)
        write = os.write
        with (
            mock.patch("os.write", side_effect=lambda file, data: write(file, data[:5])),
            self.assertRaisesRegex(OSError, "only 5 of"),
        ):
            writer.append({"event_type": "note"})


if __name__ == "__main__":
    unittest.main()
