"""The adapters, with objects in the documented forms of the frameworks; see the README for versions."""

import asyncio
import dataclasses
import json
import tempfile
import unittest
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from baton_policy import Session, Switch, parse_policy
from baton_policy.adapters.crewai import govern_crew
from baton_policy.adapters.google_adk import baton_before_model
from baton_policy.adapters.langgraph import govern_node
from baton_policy.adapters.openai_agents import baton_input_filter

SECTION = {
    "blocked_context_fields": ["ssn"],
    "default_handoff_mode": "full",
    "agent_handoff_rules": [
        {"from_agent_id": "fraud", "to_agent_id": "review", "allowed_context_fields": ["score"]},
        {"from_agent_id": "fraud", "to_agent_id": "letter", "blocked_context_fields": ["notes"]},
        {"from_agent_id": "*", "to_agent_id": "archive", "handoff_mode": "minimal"},
    ],
}
ANSWER = {"score": 81, "ssn": "078-05-1120", "notes": "private", "region": "north"}
SECRETS = ("078-05-1120", "private", "north")


class AdapterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "run.jsonl"
        self.observed = self.open_session(Switch(observe=True), "observed.jsonl")
        self.session = self.open_session(Switch(), "run.jsonl")

    def open_session(self, switch, name):
        policy = parse_policy({"multi_agent_handoffs": SECTION}, switch)
        return Session(self.path.with_name(name), policy, log=self.fail)

    def handoffs(self):
        events = [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]
        pairs = [(event.get("from_agent_id"), event.get("to_agent_id")) for event in events]
        return [pair for pair in pairs if pair[0]]


def agent_named(name):
    return SimpleNamespace(name=name)


class RunItem(SimpleNamespace):
    def to_input_item(self):
        return self.raw_item


@dataclass(frozen=True)
class HandoffInputData:
    input_history: Any
    pre_handoff_items: tuple
    new_items: tuple
    run_context: Any = None

    def clone(self, **changes):
        return dataclasses.replace(self, **changes)


def said(author, text):
    raw = {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": text}],
    }
    return RunItem(type="message_output_item", agent=agent_named(author), raw_item=raw)


def transfer(source, target):
    raw = {"type": "function_call_output", "call_id": "t", "output": "{}"}
    item = {
        "source_agent": agent_named(source),
        "target_agent": agent_named(target),
        "agent": agent_named(source),
    }
    return RunItem(type="handoff_output_item", raw_item=raw, **item)


class OpenAIAgents(AdapterTest):
    def test_passes_allowed_fields(self):
        data = HandoffInputData(
            "Check claim 1", (), (said("fraud", json.dumps(ANSWER)), transfer("fraud", "review"))
        )
        left = baton_input_filter(self.session)(data)
        self.assertEqual(
            left.input_history,
            ({"role": "user", "content": "Check claim 1"}, {"role": "assistant", "content": '{"score":81}'}),
        )
        self.assertEqual((left.pre_handoff_items, left.new_items), ((), ()))
        self.assertEqual(self.handoffs(), [("fraud", "review")])

    def test_a_third_agent_does_not_pass_blocked_fields(self):
        scope = baton_input_filter(self.session)
        first = scope(
            HandoffInputData(
                "Check",
                (),
                (said("fraud", json.dumps({"notes": "private", "score": 1})), transfer("fraud", "triage")),
            )
        )
        self.assertIn("private", json.dumps(first.input_history))
        second = scope(
            HandoffInputData(
                first.input_history, (), (said("triage", "See above"), transfer("triage", "letter"))
            )
        )
        self.assertNotIn("private", json.dumps(second.input_history))
        self.assertIn("See above", json.dumps(second.input_history))

    def test_applies_the_rule_to_responses_of_earlier_turns(self):
        history = (
            {"role": "user", "content": "1"},
            {"role": "assistant", "content": json.dumps(ANSWER)},
            {"role": "user", "content": "2"},
        )
        data = HandoffInputData(history, (), (said("fraud", '{"score":2}'), transfer("fraud", "review")))
        text = json.dumps(baton_input_filter(self.session)(data).input_history)
        for secret in SECRETS:
            self.assertNotIn(secret, text)

    def test_keeps_tool_calls_with_their_results_and_drops_reasoning(self):
        call = {
            "type": "function_call",
            "call_id": "c1",
            "name": "look_up",
            "arguments": '{"ssn":"078-05-1120","id":1}',
        }
        result = {"type": "function_call_output", "call_id": "c1", "output": '{"name":"Ann"}'}
        agent = agent_named("intake")
        items = (
            RunItem(type="reasoning_item", agent=agent, raw_item={"type": "reasoning", "id": "r"}),
            RunItem(type="tool_call_item", agent=agent, raw_item=call),
            RunItem(type="tool_call_output_item", agent=agent, raw_item=result),
            transfer("intake", "fraud"),
        )
        left = baton_input_filter(self.session)(HandoffInputData("Check", (), items)).input_history
        self.assertEqual(left[1:], ({**call, "arguments": '{"id":1}'}, result))

    def test_passes_the_input_itself_in_observe_mode(self):
        data = HandoffInputData("Check", (), (said("fraud", json.dumps(ANSWER)), transfer("fraud", "review")))
        self.assertIs(baton_input_filter(self.observed)(data), data)

    def test_passes_nothing_without_a_handoff(self):
        left = baton_input_filter(self.session)(HandoffInputData("Check", (), (said("fraud", "x"),)))
        self.assertEqual(left.input_history, ())


@dataclass
class Message:
    type: str
    content: Any
    name: str | None = None
    tool_calls: list = field(default_factory=list)
    tool_call_id: str | None = None


def create_message(kind, fields):
    return Message(kind, **fields)


class LangGraph(AdapterTest):
    def read_by(self, agent, messages, session=None):
        read = []

        def node(state):
            read.extend(state["messages"])
            return {"messages": [Message("ai", "done")]}

        state = {"messages": messages, "step": 1}
        update = govern_node(session or self.session, agent, node, create_message)(state)
        self.assertEqual(update["messages"][0].name, agent)
        return read

    def test_a_node_reads_allowed_fields(self):
        asked = Message("human", "Check claim 1")
        read = self.read_by("review", [asked, Message("ai", json.dumps(ANSWER), "fraud")])
        self.assertIs(read[0], asked)
        self.assertEqual(read[1:], [Message("ai", '{"score":81}', "fraud")])

    def test_keeps_its_own_messages_and_complete_tool_calls(self):
        call = {"id": "c1", "name": "look_up", "args": {"ssn": "078-05-1120", "id": 1}}
        own = [Message("ai", "", "letter", [call]), Message("tool", "078-05-1120", tool_call_id="c1")]
        other_call = {**call, "id": "c2"}
        others = [
            Message("ai", "", "intake", [other_call]),
            Message("tool", '{"name":"Ann"}', tool_call_id="c2"),
        ]
        read = self.read_by(
            "letter", [Message("human", "Write"), *own, *others, Message("ai", "ok", "intake")]
        )
        # Blocked fields go from them, too.
        self.assertEqual([call["args"] for call in read[1].tool_calls], [{"id": 1}])
        self.assertIs(read[2], own[1])
        self.assertEqual([call["args"] for call in read[3].tool_calls], [{"id": 1}])
        self.assertEqual((read[4].tool_call_id, read[4].content), ("c2", '{"name":"Ann"}'))

    def test_minimal_passes_no_output_of_others(self):
        messages = [Message("human", '{"claim_id":1,"ssn":2}'), Message("ai", json.dumps(ANSWER), "fraud")]
        self.assertEqual(
            [message.content for message in self.read_by("archive", messages)], ['{"claim_id":1}']
        )

    def test_governs_a_response_without_a_name(self):
        read = self.read_by("review", [Message("ai", json.dumps(ANSWER))])
        self.assertNotIn("078-05-1120", read[0].content)

    def test_runs_coroutines(self):
        async def node(state):
            return {"messages": Message("ai", state["messages"][0].content)}

        governed = govern_node(self.session, "review", node, create_message)
        update = asyncio.run(governed({"messages": [Message("ai", json.dumps(ANSWER), "fraud")]}))
        self.assertEqual((update["messages"].content, update["messages"].name), ('{"score":81}', "review"))

    def test_reads_the_state_itself_in_observe_mode(self):
        messages = [Message("ai", json.dumps(ANSWER), "fraud")]
        self.assertEqual(self.read_by("review", messages, self.observed), messages)

    def test_rejects_a_state_that_it_cannot_govern(self):
        with self.assertRaises(TypeError):
            govern_node(self.session, "review", lambda state: state, create_message)({"fraud": ANSWER})


@dataclass
class Part:
    text: str | None = None
    function_call: Any = None
    function_response: Any = None
    thought: bool | None = None


@dataclass
class Content:
    role: str
    parts: list


@dataclass
class Event:
    author: str
    content: Content
    branch: str | None = None
    partial: bool | None = None


def event(author, *parts, branch=None):
    return Event(author, Content("user" if author == "user" else "model", list(parts)), branch)


def context_said(author, text):
    """Returns another agent's message as ADK converts it."""
    return Content("user", [Part("For context:"), Part(f"[{author}] said: {text}")])


class GoogleAdk(AdapterTest):
    def request(self, agent, events, contents, session=None, branch=None):
        invocation = SimpleNamespace(
            session=SimpleNamespace(events=events), branch=branch, invocation_id="i1"
        )
        request = SimpleNamespace(contents=contents)
        context = SimpleNamespace(_invocation_context=invocation, agent_name=agent)
        self.callback = getattr(self, "callback", None) or baton_before_model(session or self.session)
        self.assertIsNone(self.callback(callback_context=context, llm_request=request))
        return request.contents

    def test_a_model_sees_allowed_fields(self):
        asked = Content("user", [Part("Check claim 1")])
        answer = json.dumps(ANSWER)
        events = [
            event("user", Part("Check claim 1")),
            event("fraud", Part("thinking", thought=True), Part(answer)),
        ]
        left = self.request("review", events, [asked, context_said("fraud", answer)])
        self.assertEqual(left, [asked, Content("user", [Part('[fraud] said: {"score":81}')])])

    def test_keeps_its_own_tool_calls_and_records_one_handoff_per_turn(self):
        call = SimpleNamespace(id="c1", name="look_up", args={"id": 1})
        result = SimpleNamespace(id="c1", name="look_up", response={"ssn": "mine"})
        own = [Part(function_call=call)], [Part(function_response=result)]
        events = [event("user", Part("Go")), event("fraud", Part(json.dumps(ANSWER)))]
        contents = [Content("user", [Part("Go")]), context_said("fraud", "x")]
        self.request("review", events, list(contents))
        events += [event("review", *own[0]), event("review", *own[1])]
        own_contents = [Content("model", own[0]), Content("user", own[1])]
        left = self.request("review", events, [*contents, *own_contents])
        self.assertEqual(left[-2:], own_contents)
        self.assertEqual(self.handoffs(), [("fraud", "review")])

    def test_content_in_an_unknown_form_does_not_pass(self):
        events = [event("user", Part("Go")), event("fraud", Part(json.dumps(ANSWER)))]
        left = self.request("review", events, [Content("user", [Part(f"fraud wrote {ANSWER}")])])
        self.assertNotIn("078-05-1120", str(left))

    def test_does_not_see_the_branch_of_a_parallel_agent(self):
        events = [
            event("fraud", Part('{"score":1}'), branch="root.a"),
            event("intake", Part("seen"), branch="root"),
        ]
        left = self.request("review", events, [context_said("intake", "seen")], branch="root.b")
        self.assertEqual(left, [Content("user", [Part("[intake] said: seen")])])

    def test_keeps_the_request_in_observe_mode(self):
        contents = [context_said("fraud", json.dumps(ANSWER))]
        left = self.request("review", [event("fraud", Part(json.dumps(ANSWER)))], contents, self.observed)
        self.assertIs(left, contents)


class CrewAgent:
    def __init__(self, role):
        self.role = role
        self.received = []

    def execute_task(self, task, context=None, tools=None):
        self.received.append(context)
        return json.dumps(ANSWER)

    async def aexecute_task(self, task, context=None, tools=None):
        return self.execute_task(task, context, tools)


@dataclass
class Task:
    description: str
    agent: CrewAgent
    context: Any = None
    output: Any = None


class Crew:
    """Runs its tasks like a sequential crew."""

    def __init__(self, tasks):
        self.tasks = tasks
        self.agents = [task.agent for task in tasks]

    def kickoff(self):
        for place, task in enumerate(self.tasks):
            sources = task.context if isinstance(task.context, list) else self.tasks[:place]
            context = "\n\n----------\n\n".join(each.output.raw for each in sources if each.output)
            raw = task.agent.execute_task(task=task, context=context, tools=[])
            task.output = SimpleNamespace(agent=task.agent.role, raw=raw, json_dict=None)


class CrewAI(AdapterTest):
    def test_a_task_gets_allowed_fields(self):
        fraud, review = CrewAgent("fraud"), CrewAgent("review")
        govern_crew(self.session, Crew([Task("Check", fraud), Task("Review", review)])).kickoff()
        self.assertEqual((fraud.received, review.received), ([""], ['{"score":81}']))
        self.assertEqual(self.handoffs(), [("fraud", "review")])

    def test_blocks_apply_to_each_task_that_the_context_names(self):
        fraud, triage, letter = CrewAgent("fraud"), CrewAgent("triage"), CrewAgent("letter")
        first, second = Task("Check", fraud), Task("Sort", triage)
        govern_crew(self.session, Crew([first, second, Task("Write", letter, [first, second])])).kickoff()
        parts = [json.loads(part) for part in letter.received[0].split("\n\n----------\n\n")]
        self.assertEqual(
            parts, [{"score": 81, "region": "north"}, {"score": 81, "notes": "private", "region": "north"}]
        )

    def test_context_from_elsewhere_is_governed(self):
        review = CrewAgent("review")
        govern_crew(self.session, Crew([Task("Review", review)]))
        asyncio.run(review.aexecute_task(Task("Other", review), json.dumps(ANSWER)))
        self.assertNotIn("078-05-1120", review.received[0])

    def test_keeps_the_context_in_observe_mode(self):
        fraud, review = CrewAgent("fraud"), CrewAgent("review")
        govern_crew(self.observed, Crew([Task("Check", fraud), Task("Review", review)])).kickoff()
        self.assertEqual(json.loads(review.received[0]), ANSWER)


if __name__ == "__main__":
    unittest.main()
