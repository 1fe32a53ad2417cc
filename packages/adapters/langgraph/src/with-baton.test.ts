import type { Baton } from "@baton/core/node";
import { type ProjectBaton, startProjectBaton } from "@baton/core/test/project-baton";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { Annotation, Command, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withBaton } from "./with-baton";

const rule = (from: string, to: string, fields: object) => ({
  ...{ rule_id: `${from}_to_${to}`, from_agent_id: from, to_agent_id: to, handoff_mode: "scoped" },
  ...fields,
});
const POLICY = {
  blocked_context_fields: ["ssn"],
  audit_all_handoffs: true,
  agent_handoff_rules: [
    rule("left", "end", { allowed_context_fields: ["score", "text"] }),
    rule("right", "end", { blocked_context_fields: ["phone"] }),
    rule("start", "middle", { blocked_context_fields: ["mood"] }),
  ],
};

let project: ProjectBaton;
let baton: Baton;
beforeEach(async () => {
  project = await startProjectBaton(POLICY);
  baton = project.baton;
});
afterEach(() => project.remove());

const readPairs = () => project.readPairs();

type MessageState = typeof MessagesAnnotation.State;

/** A node that notes the messages that it sees, and says something. */
function speaker(seen: Map<string, string>, name: string, text: string) {
  return ({ messages }: MessageState) => {
    seen.set(name, JSON.stringify(messages.map(({ content }) => content)));
    return { messages: [new AIMessage(text)] };
  };
}

it("scopes each message by its author where branches join, and keeps the state whole", async () => {
  const seen = new Map<string, string>();
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("start", speaker(seen, "start", '{"mood":"calm","ssn":"000"}'))
    .addNode("left", speaker(seen, "left", '{"score":7,"phone":"555","ssn":"111"}'))
    .addNode("right", speaker(seen, "right", '{"score":8,"phone":"556","ssn":"222"}'))
    .addNode("end", speaker(seen, "end", "Done"))
    .addEdge(START, "start")
    .addEdge("start", "left")
    .addEdge("start", "right")
    .addEdge(["left", "right"], "end");
  const { messages } = await withBaton(graph, baton)
    .compile()
    .invoke({ messages: ["Decide"] });
  expect(seen.get("left")).toContain("calm");
  expect(seen.get("end")).toMatch(/Decide.*\\"score\\":7}.*\\"score\\":8}/);
  expect([...seen.values()].join()).not.toMatch(/000|111|222|555|556/);
  expect(messages.map(({ content }: BaseMessage) => content)).toContain('{"mood":"calm","ssn":"000"}');
  expect((await readPairs()).sort()).toEqual(["left → end", "right → end", "start → left", "start → right"]);
});

it("scopes the channels of a state as fields of the agent that wrote them", async () => {
  const State = Annotation.Root({
    claim: Annotation<Record<string, unknown>>(),
    finding: Annotation<Record<string, unknown>>(),
    score: Annotation<number>(),
  });
  let received: unknown;
  const graph = new StateGraph(State)
    .addNode("left", () => ({ finding: { ssn: "111" }, score: 7 }))
    .addNode("end", (state) => {
      received = state;
      return state;
    })
    .addEdge(START, "left")
    .addEdge("left", "end");
  const claim = { id: "C-9", ssn: "111" };
  const result = await withBaton(graph, baton).compile().invoke({ claim });
  expect(received).toEqual({ claim: { id: "C-9" }, score: 7 });
  expect(result).toEqual({ claim, finding: { ssn: "111" }, score: 7 });
  expect(await readPairs()).toEqual(["left → end"]);
});

it("gives the original messages back to a graph whose node hands off with all of them", async () => {
  const seen = new Map<string, string>();
  const inner = new StateGraph(MessagesAnnotation)
    .addNode(
      "inner",
      ({ messages }: MessageState) => {
        seen.set("middle", JSON.stringify(messages));
        return new Command({ graph: Command.PARENT, goto: "start", update: { messages } });
      },
      { ends: [] },
    )
    .addEdge(START, "inner")
    .compile();
  let turn = 0;
  const graph = new StateGraph(MessagesAnnotation)
    .addNode(
      "start",
      (state: MessageState) => {
        turn += 1;
        seen.set(`start ${turn}`, JSON.stringify(state.messages));
        const update = turn === 1 ? { messages: [new AIMessage('{"mood":"calm","score":7}')] } : {};
        return new Command({ goto: turn === 1 ? "middle" : "__end__", update });
      },
      { ends: ["middle", "__end__"] },
    )
    .addNode("middle", inner, { ends: ["start"] })
    .addEdge(START, "start");
  await withBaton(graph, baton)
    .compile()
    .invoke({ messages: ["Decide"] });
  expect(seen.get("middle")).toContain("score");
  expect(seen.get("middle")).not.toContain("calm");
  expect(seen.get("start 2")).toContain("calm");
  expect(await readPairs()).toEqual(["start → middle", "middle → start"]);
});
