import type { Baton } from "@baton/core/node";
import { type ProjectBaton, startProjectBaton } from "@baton/core/test/project-baton";
import { AIMessage } from "@langchain/core/messages";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withBaton } from "./with-baton";

const rule = { rule_id: "a_to_b", from_agent_id: "a", to_agent_id: "b", blocked_context_fields: ["mood"] };
const POLICY = { blocked_context_fields: ["ssn"], audit_all_handoffs: true, agent_handoff_rules: [rule] };
const FINDING = { score: 7, mood: "calm", ssn: "111" };

let project: ProjectBaton;
let baton: Baton;
const received: unknown[] = [];
beforeEach(async () => {
  project = await startProjectBaton(POLICY);
  baton = project.baton;
  received.length = 0;
});
afterEach(() => project.remove());

const readPairs = () => project.readPairs();

const contentsOf = ({ messages }: typeof MessagesAnnotation.State) => messages.map(({ content }) => content);
const say = (value: object) => ({ messages: [new AIMessage(JSON.stringify(value))] });

const State = Annotation.Root({
  finding: Annotation<object>(),
  done: Annotation<boolean>({ reducer: (_, last) => last, default: () => false }),
});

it("scopes what an edge sends to a node, of any type", async () => {
  const sent: unknown[] = [{ finding: FINDING }, { item: FINDING }, [FINDING], "score: 7\nssn: 111"];
  const graph = new StateGraph(State)
    .addNode("a", () => ({ finding: FINDING }))
    .addNode("b", (state: unknown) => {
      received.push(state);
      return { done: true };
    })
    .addEdge(START, "a")
    .addConditionalEdges("a", () => sent.map((value) => new Send("b", value)), ["b"]);
  await withBaton(graph, baton).compile().invoke({});
  const left = { score: 7 };
  const text = "score: 7\nssn: [redacted: blocked_in_text]";
  expect(received).toEqual([{ finding: left }, { item: left }, [left], text]);
  expect(await readPairs()).toEqual(sent.map(() => "a → b"));
});

const CONFIG = { configurable: { thread_id: "t" } };

it("scopes messages by their author after a restart", async () => {
  const build = () =>
    new StateGraph(MessagesAnnotation)
      .addNode("a", () => say(FINDING))
      .addNode("b", (state) => {
        interrupt("Continue?");
        received.push(contentsOf(state));
        return {};
      })
      .addEdge(START, "a")
      .addEdge("a", "b");
  const checkpointer = new MemorySaver();
  await withBaton(build(), baton)
    .compile({ checkpointer })
    .invoke({ messages: ["Go"] }, CONFIG);
  const restarted = withBaton(build(), baton).compile({ checkpointer });
  const result = await restarted.invoke(new Command({ resume: true }), CONFIG);
  expect(received).toEqual([["Go", '{"score":7}']]);
  expect(contentsOf(result)).toEqual(["Go", JSON.stringify(FINDING)]);
  expect(await readPairs()).toEqual(["a → b", "a → b"]);
});

it("removes from values without an author what any agent may not pass, after a restart", async () => {
  const build = () =>
    new StateGraph(State)
      .addNode("a", () => ({ finding: FINDING }))
      .addNode("b", ({ finding }) => {
        interrupt("Continue?");
        received.push(finding);
        return { done: true };
      })
      .addEdge(START, "a")
      .addEdge("a", "b");
  const checkpointer = new MemorySaver();
  await withBaton(build(), baton).compile({ checkpointer }).invoke({}, CONFIG);
  const restarted = withBaton(build(), baton).compile({ checkpointer });
  const { finding } = await restarted.invoke(new Command({ resume: true }), CONFIG);
  expect(received).toEqual([{ score: 7 }]);
  expect(finding).toEqual(FINDING);
  expect(await readPairs()).toEqual(["a → b", "unknown → b"]);
});

it("removes from messages without an author what any agent may not pass", async () => {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("b", (state) => {
      received.push(contentsOf(state));
      return {};
    })
    .addEdge(START, "b");
  const earlier = [new AIMessage(JSON.stringify(FINDING))];
  await withBaton(graph, baton).compile().invoke({ messages: earlier });
  expect(received).toEqual([['{"score":7}']]);
  expect(await readPairs()).toEqual(["unknown → b"]);
});

it("scopes handoffs of a run that is streamed", async () => {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("a", () => say(FINDING))
    .addNode("b", (state) => {
      received.push(contentsOf(state));
      return say({ verdict: "pay" });
    })
    .addEdge(START, "a")
    .addEdge("a", "b");
  const stream = await withBaton(graph, baton)
    .compile()
    .stream({ messages: ["Go"] }, { streamMode: "updates" });
  const nodes: string[] = [];
  for await (const update of stream) nodes.push(...Object.keys(update));
  expect(nodes).toEqual(["a", "b"]);
  expect(received).toEqual([["Go", '{"score":7}']]);
});
