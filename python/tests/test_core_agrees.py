"""The same policies and contexts, scoped by this package and the TypeScript core: equal byte for byte."""

import json
import random
import re
import subprocess
import unittest
from pathlib import Path

from baton_policy import Switch, parse_policy, scope, scope_messages
from baton_policy._json import canonical_json
from baton_policy._lookalikes import LATIN_LOOKALIKES
from baton_policy._release import with_candidate
from baton_policy._unicode import LETTERS, NUMBERS, WHITE_SPACE

ROOT = Path(__file__).parents[2]
CONFORMANCE = ROOT / "packages/core/conformance"
NOW = 1_767_373_200_000
ENFORCED = {"enabled": True, "observe": False}


def scope_here(policy, handoff):
    if "messages" in handoff:
        return scope_messages_here(policy, handoff)
    result = scope(
        policy,
        handoff["from"],
        handoff["to"],
        handoff["context"],
        session_id=handoff.get("session", "session-1"),
        workflow_id="workflow-1",
        to_model="model-1",
        now=NOW,
        event_id="id",
        outline_key="key",
        captures_content=True,
    )
    event = result.event and {key: value for key, value in result.event.items() if key != "duration_us"}
    content = result.content and {"sha256": result.content.sha256, "json": result.content.json}
    return {"scoped": result.context, "event": event, "content": content}


def scope_messages_here(policy, handoff):
    result = scope_messages(
        policy,
        handoff["from"],
        handoff["to"],
        handoff["messages"],
        authors=handoff["authors"],
        session_id="session-1",
        workflow_id="workflow-1",
        to_model="model-1",
        now=NOW,
        event_id="id",
        outline_key="key",
    )
    event = result.event and {key: value for key, value in result.event.items() if key != "duration_us"}
    return {"messages": result.messages, "event": event}


def read_lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def document_of(section):
    return {"multi_agent_handoffs": section}


class CoreAgrees(unittest.TestCase):
    maxDiff = 4_000

    @classmethod
    def setUpClass(cls):
        """Starts one core for all tests, because starting takes longer than they do; needs Node and `npm install`."""
        program = [ROOT / "node_modules/.bin/tsx", ROOT / "scripts/python/scope-by-core.ts"]
        cls.core = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        cls.addClassCleanup(cls.core.communicate)

    def ask_core(self, batch):
        self.core.stdin.write(f"{json.dumps(batch)}\n")
        self.core.stdin.flush()
        return json.loads(self.core.stdout.readline())

    def compare(self, batches):
        """Returns the number of compared handoffs."""
        for batch in batches:
            answer = self.ask_core(batch)
            policy = parse_policy(batch["policy"], Switch(**batch["switch"]))
            self.assertEqual(policy.version, answer["version"])
            if "candidate" in batch:
                candidate = parse_policy(batch["candidate"]["policy"], Switch(**batch["switch"]))
                policy = with_candidate(policy, candidate, batch["candidate"]["stage"])
            for handoff, expected in zip(batch["handoffs"], answer["results"], strict=True):
                given = scope_here(policy, handoff)
                # As text, because 1 equals True in Python; as canonical JSON, because 1.0 is 1 in JavaScript.
                if canonical_json(given) != canonical_json(expected):
                    self.assertEqual(given, expected)
                    self.fail(f"different types: {given} {expected}")
        return sum(len(batch["handoffs"]) for batch in batches)

    def test_on_the_vectors(self):
        # Both are compared with all vectors elsewhere, but these have no events.
        batches = [
            {
                "policy": json.loads((folder / "policy.json").read_text("utf-8")),
                "switch": {"enabled": True, "observe": index % 2 == 1},
                "handoffs": read_lines(folder / "cases.jsonl")[::4],
            }
            for index, folder in enumerate(sorted((CONFORMANCE / "scoping").iterdir()))
        ]
        self.assertEqual(self.compare(batches), 440)

    def test_on_the_cases_of_translation(self):
        batches = []
        for case in read_lines(CONFORMANCE / "translation/cases.jsonl"):
            section = dict(case.get("policy", {}))
            rule = {"from_agent_id": "a", "to_agent_id": "b", **case["rule"]}
            section["agent_handoff_rules"] = [rule, *section.pop("more_rules", [])]
            context = {"prior_outputs": case["outputs"], "observations": [], "original_input": None}
            handoffs = [{"from": "a", "to": "b", "context": context}]
            batches.append({"policy": document_of(section), "switch": ENFORCED, "handoffs": handoffs})
        self.assertEqual(self.compare(batches), 57)

    def test_on_versions_that_are_released_in_steps(self):
        context = {"prior_outputs": {"a": {"x": 1, "y": 2}}, "observations": [], "original_input": None}
        handoffs = [{"from": "a", "to": "b", "context": context, "session": f"s–{n}"} for n in range(100)]
        rule = {"rule_id": "next", "from_agent_id": "a", "to_agent_id": "b", "blocked_context_fields": ["y"]}
        candidate = document_of({"agent_handoff_rules": [rule]})
        stages = [
            {"stage": "observe"},
            {"stage": "share", "percent": 30},
            {"stage": "workflows", "workflows": ["workflow-1"]},
            {"stage": "workflows", "workflows": ["workflow-2"]},
        ]
        live = document_of({"blocked_context_fields": ["x"], "default_handoff_mode": "full"})
        batches = [
            {
                "policy": live,
                "switch": ENFORCED,
                "candidate": {"policy": candidate, "stage": stage},
                "handoffs": handoffs,
            }
            for stage in stages
        ]
        self.assertEqual(self.compare(batches), 400)

    def test_on_blocked_names_within_texts(self):
        chance = random.Random(7)
        names = ["ssn", "SSN", "internal notes", "internal_notes", "ѕѕn", "s\u200bsn", "x.ssn", "ok", "**ssn**"]
        pieces = [
            "{name}: {value}\n",
            "- {name}: {value}\n  more\n",
            "{name}:\n- one\n- {value}\n",
            "{name}:\n{value}\nmore\n\n",
            "{name} = {value}; ",
            "a={value} {name}={value} b=1\n",
            '{name}="{value} and" c\n',
            "| a | {name} | b |\n|---|---|---|\n| 1 | {value} | 2 |\n\n",
            "| {name} | {value} |\n| b | 2 |\n",
            "a,{name}\n1,{value}\n",
            "<{name} kind='x'>{value}</{name}> ",
            "## {name}\n{value}\n# Next\n",
            "{name}\n===\n{value}\n",
            '{{"{name}": "{value}", "list": [1, {{"{name}": [2]}}]}} ',
            "{{'{name}': '{value}', 'ok': None}}\n",
            '{{"text": "{{\\"{name}\\": \\"{value}\\"}}"}}\n',
            '{{"n": 12345678901234567890, "{name}": 1.50, ',
            '"{{\\"{name}\\": 1}}"',
            "[redacted: blocked_in_text] {name}\n",
            "prose with {value} – “quoted” 😀\n",
            "\n",
        ]
        texts = [
            "".join(
                chance.choice(pieces).format(name=chance.choice(names), value=f"v{chance.randrange(100)}")
                for _ in range(chance.randrange(1, 6))
            )
            for _ in range(200)
        ]
        section = {
            "blocked_context_fields": ["ssn"],
            "agent_handoff_rules": [
                {
                    "from_agent_id": "a",
                    "to_agent_id": "b",
                    "handoff_mode": "full",
                    "blocked_context_fields": ["internal_notes", "claim.id", "list[]"],
                }
            ],
        }
        handoffs = [
            {
                "from": "a",
                "to": "b",
                "context": {"prior_outputs": {"a": {"x": text}}, "observations": [text], "original_input": text},
            }
            for text in texts
        ]
        batches = [
            {"policy": document_of(section | more), "switch": ENFORCED, "handoffs": handoffs}
            for more in ({}, {"blocked_in_text": False})
        ]
        self.assertEqual(self.compare(batches), 400)

    def test_on_numbers_texts_and_keys_that_the_languages_write_differently(self):
        numbers = [
            0,
            -0.0,
            1.0,
            -1.5,
            1e-7,
            1.5e-7,
            0.000001,
            123456.789,
            1e20,
            1e21,
            1.2e22,
            5e-324,
            1.7976931348623157e308,
        ]
        numbers += [2**53, -(2**53), 2**53 + 2, 10**20, 10**21, 0.1 + 0.2, 100.0, 1e2, 12345678901234567890]
        texts = [
            '\u2028\x7f\x00\x1f"\\/',
            "\ud800",
            "a\udc00b",
            "😀",
            "ſ's 's",
            "\x1c \x85 \ufeff",
            "e\u0301",
        ]
        keys = {
            "10": 1,
            "9": 2,
            "b": 3,
            "01": 4,
            "-1": 5,
            "4294967295": 6,
            "4294967294": 7,
            "": 8,
            "\ud800": 9,
        }
        context = {
            "prior_outputs": {"2": {"n": numbers}, "a": {"t": texts, **keys}, "1": keys},
            "observations": [keys, *texts],
            "original_input": {"078-05-1120": {"ssn": 1}, "a b": {"ssn": 2}, "ssn2": {"ѕѕn": "12345678"}},
        }
        section = {
            "blocked_context_fields": ["ssn", "*.t"],
            "default_handoff_mode": "full",
            "_comment": 1,
            "limits": numbers,
        }
        batch = {"policy": document_of(section), "switch": ENFORCED}
        self.assertEqual(
            self.compare([{**batch, "handoffs": [{"from": "a", "to": "b", "context": context}]}]), 1
        )

    def test_on_characters_of_every_kind(self):
        """Letters, numbers and white space split texts, so a character of another kind changes a count."""
        ends = [
            int(end, 16) for each in f"{LETTERS} {NUMBERS} {WHITE_SPACE}".split() for end in each.split("-")
        ]
        points = {point + offset for point in ends for offset in (-1, 0, 1)}
        points.update(random.Random(2_026).sample(range(0x110000), 3_000))
        characters = [chr(point) for point in sorted(points) if not 0xD800 <= point <= 0xDFFF]
        texts = [f"a{each}a1{each}1 {each}" for each in characters]
        fields = {f"k{start}": "".join(texts[start : start + 64]) for start in range(0, len(texts), 64)}
        context = {"prior_outputs": {"a": fields}, "observations": [], "original_input": None}
        batch = {
            "policy": document_of({}),
            "switch": ENFORCED,
            "handoffs": [{"from": "a", "to": "b", "context": context}],
        }
        self.assertEqual(self.compare([batch]), 1)

    def test_on_contexts_that_are_too_deep_too_large_or_have_reserved_names(self):
        deep = {"ssn": 1, "kept": 2}
        for _ in range(300):
            deep = {"x": deep, "ssn": [1]}
        large = [[index] for index in range(60_000)]
        handoffs = [
            {
                "from": "a",
                "to": "b",
                "context": {"prior_outputs": {"a": value}, "observations": [], "original_input": None},
            }
            for value in (deep, large)
        ]
        handoffs.append({"from": "a", "to": "b", "context": {**handoffs[0]["context"], "metadata": 1}})
        section = {"blocked_context_fields": ["ssn"], "default_handoff_mode": "full"}
        batch = {"policy": document_of(section), "switch": ENFORCED, "handoffs": handoffs}
        self.assertEqual(self.compare([batch]), 3)

    def test_on_random_policies_and_contexts(self):
        chance = random.Random(2_026)
        batches = [random_batch(chance) for _ in range(40)]
        self.assertEqual(self.compare(batches), 40 * 12)

    def test_on_random_policies_and_histories(self):
        chance = random.Random(2_026)
        batches = [random_history_batch(chance) for _ in range(25)]
        self.assertEqual(self.compare(batches), 25 * 12)

    def test_has_the_lookalikes_of_the_core(self):
        source = (ROOT / "packages/core/src/scoping/latin-lookalikes.ts").read_text("utf-8")
        written = re.findall(r'^  "?([^":\s]+)"?: "((?:\\u\{[0-9a-f]+\})+)",$', source, re.MULTILINE)
        of_core = {
            prototype: "".join(chr(int(point, 16)) for point in re.findall(r"\{([0-9a-f]+)\}", characters))
            for prototype, characters in written
        }
        self.assertEqual(of_core, LATIN_LOOKALIKES)


def random_text(chance):
    value = random_value(chance)
    return chance.choice(
        [json.dumps(value), json.dumps({"x": value, "ssn": "s"}), "ssn: 7", TEXT, f"```json\n{json.dumps(value)}\n```"]
    )


def random_history(chance):
    """Returns messages of OpenAI's Chat Completions, with the agent of each."""
    messages, authors = [{"role": "user", "content": random_text(chance)}], [None]
    for turn in range(chance.randrange(6)):
        role = chance.choice(["system", "user", "assistant", "assistant", "call"])
        author = chance.choice(AGENTS) if role in ("assistant", "call") and chance.random() < 0.8 else None
        message = {"role": role, "content": random_text(chance)}
        if role == "call":
            names = chance.sample(["look_up", "search"], chance.randrange(1, 3))
            calls = [
                {
                    "id": f"{turn}.{name}",
                    "type": "function",
                    "function": {"name": name, "arguments": json.dumps({"x": 1, "ssn": random_text(chance)})},
                }
                for name in names
            ]
            message = {"role": "assistant", "content": chance.choice([None, "text"]), "tool_calls": calls}
            if chance.random() < 0.2:
                message["reasoning_content"] = chance.choice(["Hm", "ssn: 7"])
        if chance.random() < 0.2:
            message["provider"] = {"raw": random_text(chance)}
        messages.append(message)
        authors.append(author)
        for call in message.get("tool_calls", ()):
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": random_text(chance)})
            authors.append(author)
    return {"messages": messages, "authors": authors}


def random_history_batch(chance):
    names = ["text", "x", "tool_calls", "tool_results.look_up", "tool_results.search.x", "reasoning", "extra"]
    batch = random_batch(chance)
    section = batch["policy"]["multi_agent_handoffs"]
    for rule in section["agent_handoff_rules"]:
        if "allowed_context_fields" in rule:
            rule["allowed_context_fields"] += chance.sample(names, chance.randrange(5))
        if chance.random() < 0.3:
            rule["blocked_context_fields"] = [chance.choice(names), "ssn"]
    batch["handoffs"] = [
        {"from": chance.choice(AGENTS), "to": chance.choice(AGENTS), **random_history(chance)} for _ in range(12)
    ]
    return batch


WORDS = ["ssn", "notes", "items", "a.b", "Name", "ＳＳＮ", "ѕѕn", "claim_id", "x", "1", "content", "role"]
AGENTS = ["a", "b", "c"]
TEXT = "The claim was filed. It was late! Who knows? The claim is large and the claim is old. "


def random_value(chance, depth=0):
    kind = chance.randrange(10)
    if depth < 4 and kind < 4:
        return {chance.choice(WORDS): random_value(chance, depth + 1) for _ in range(chance.randrange(5))}
    if depth < 4 and kind < 6:
        return [random_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind == 6:
        return random_messages(chance)
    return chance.choice([None, True, False, 0, 1, -2.5, "", "text", TEXT * chance.randrange(12)])


def random_messages(chance):
    call = f"call-{chance.randrange(3)}"
    return chance.sample(
        [
            {
                "role": "assistant",
                "content": TEXT,
                "tool_calls": [{"id": call, "ssn": chance.random() < 0.5}],
            },
            {"role": "tool", "tool_call_id": call, "content": {"ssn": 1, "x": 2}},
            {"type": "function_call", "call_id": call, "notes": "n"},
            {"type": "function_call_output", "call_id": call, "output": {"x": 1}},
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": call}, {"type": "text", "text": "t"}],
            },
            {"role": "assistant", "content": [{"type": "tool_use", "id": call, "notes": 1}]},
        ],
        chance.randrange(1, 6),
    )


def random_patterns(chance):
    def one():
        steps = [
            chance.choice(["ssn", "notes", "items", "a\\.b", "*", "x", "id"]) + "[]" * chance.randrange(3)
            for _ in range(chance.randrange(1, 4))
        ]
        return ".".join(steps)

    return [one() for _ in range(chance.randrange(4))]


def random_rule(chance):
    rule = {"from_agent_id": chance.choice([*AGENTS, "*"]), "to_agent_id": chance.choice([*AGENTS, "*"])}
    if chance.random() < 0.25:
        rule["state"] = chance.choice(["observe", "observe", "enforce"])
    if chance.random() < 0.8:
        rule["handoff_mode"] = chance.choice(["full", "scoped", "minimal", "other"])
    if chance.random() < 0.5:
        rule["allowed_context_fields"] = random_patterns(chance)
    if chance.random() < 0.6:
        rule["blocked_context_fields"] = random_patterns(chance)
    if chance.random() < 0.2:
        rule["expires_at"] = chance.choice(["2026-01-01T00:00:00Z", "2027-01-01 00:00+02:00"])
    if chance.random() < 0.6:
        rule["conversation_translation"] = {
            "enabled": chance.random() < 0.8,
            "filter_enabled": chance.random() < 0.5,
            "summarize": chance.random() < 0.5,
            "max_summary_tokens": chance.choice([5, 20, 60]),
            "recast_role": chance.choice([None, "user", "system"]),
            **({"extract_fields": random_patterns(chance)} if chance.random() < 0.4 else {}),
        }
    return rule


def random_batch(chance):
    section = {
        "enforcement_level": chance.choice(["strict", "advisory"]),
        "default_handoff_mode": chance.choice(["full", "scoped", "minimal"]),
        "audit_all_handoffs": chance.random() < 0.9,
        "blocked_context_fields": random_patterns(chance)[:2],
        "agent_handoff_rules": [random_rule(chance) for _ in range(chance.randrange(5))],
    }
    handoffs = [
        {
            "from": chance.choice(AGENTS),
            "to": chance.choice(AGENTS),
            "context": {
                "prior_outputs": {agent: random_value(chance) for agent in AGENTS},
                "observations": [random_value(chance) for _ in range(chance.randrange(3))],
                "original_input": random_value(chance),
                "memories": random_value(chance),
            },
        }
        for _ in range(12)
    ]
    return {
        "policy": document_of(section),
        "switch": {"enabled": True, "observe": chance.random() < 0.2},
        "handoffs": handoffs,
    }


if __name__ == "__main__":
    unittest.main()
