import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Baton, createBaton } from "@baton/core/node";
import {
  Agent,
  type AgentOutputItem,
  type Model,
  type ModelRequest,
  protocol,
  Runner,
  type StreamEvent,
  Usage,
} from "@openai/agents";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createHandoffFilter } from "./handoff-filter";
import { withBaton } from "./with-baton";

const POLICY = {
  blocked_context_fields: ["ssn"],
  audit_all_handoffs: true,
  content_rules: [{ rule_id: "no_iban", to_agent_id: "helper", detector: "iban", action: "block" }],
  agent_handoff_rules: [
    {
      rule_id: "a_to_b",
      from_agent_id: "a",
      to_agent_id: "b",
      handoff_mode: "scoped",
      allowed_context_fields: ["score"],
    },
  ],
};

let folder: string;
let baton: Baton;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-openai-agents-"));
  await writeFile(join(folder, "governance_policies.json"), JSON.stringify({ multi_agent_handoffs: POLICY }));
  baton = await createBaton({ folder, sessionId: "s", log: () => {} });
});
afterEach(async () => {
  await baton.stop();
  await rm(folder, { recursive: true });
});

const say = (text: string): AgentOutputItem => ({
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text }],
});
const call = (name: string, args: object = {}): AgentOutputItem => ({
  ...{ type: "function_call", callId: `${name}-1`, name, status: "completed" },
  arguments: JSON.stringify(args),
});

/** A model with an answer for each call of an agent. */
class StubModel implements Model {
  readonly received: string[] = [];
  readonly #answers: AgentOutputItem[][];

  constructor(...answers: AgentOutputItem[][]) {
    this.#answers = answers;
  }

  async getResponse({ input }: ModelRequest) {
    this.received.push(JSON.stringify(input));
    return { usage: new Usage(), output: this.#answers.shift() ?? [say("done")] };
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const { output } = await this.getResponse(request);
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    yield protocol.StreamEventResponseCompleted.parse({
      type: "response_done",
      response: { id: "r", usage, output },
    });
  }
}

async function run(agent: Agent, stream = false): Promise<void> {
  const runner = new Runner({ tracingDisabled: true });
  if (!stream) await runner.run(withBaton(agent, baton), "Decide it");
  else await (await runner.run(withBaton(agent, baton), "Decide it", { stream })).completed;
}

async function readEvents() {
  await baton.stop();
  const lines = (await readFile(join(folder, "sessions", "s.jsonl"), "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line)).filter(({ event_type }) => event_type === "context_handoff");
}

it.each([false, true])(
  "scopes handoffs in a circle, and returns an agent its own messages, streamed: %s",
  async (stream) => {
    const a = new StubModel([say('{"score":7,"ssn":"111","mood":"calm"}'), call("transfer_to_b")]);
    const b = new StubModel([say('{"verdict":"pay","ssn":"222"}'), call("transfer_to_a")]);
    const first = new Agent({ name: "a", model: a });
    const second = new Agent({ name: "b", model: b, handoffs: [first] });
    first.handoffs = [second];
    await run(first, stream);
    expect(b.received[0]).toContain('\\"score\\":7');
    expect(b.received[0]).not.toMatch(/111|calm|transfer_to_b/);
    expect(a.received[1]).toMatch(/calm.*verdict/);
    expect(a.received[1]).not.toContain("222");
    expect(await readEvents()).toMatchObject([
      { from_agent_id: "a", to_agent_id: "b", governance_rule_id: "a_to_b" },
      { from_agent_id: "b", to_agent_id: "a", fields_filtered: expect.arrayContaining(["b.ssn"]) },
    ]);
  },
);

it.each([false, true])(
  "scopes the prompt and the answer of an agent that is a tool, streamed: %s",
  async (stream) => {
    const expert = new StubModel([say('{"covered":true,"ssn":"333"}')]);
    const helper = new Agent({ name: "helper", model: expert });
    const caller = new StubModel([call("helper", { input: "Is it covered?\nssn: 111" })]);
    const tools = [helper.asTool({ toolName: "helper", toolDescription: "Asks the helper" })];
    await run(new Agent({ name: "a", model: caller, tools }), stream);
    expect(expert.received[0]).toContain("Is it covered?\\nssn: [redacted: blocked_in_text]");
    expect(caller.received[1]).toContain('{\\"covered\\":true}');
    expect(await readEvents()).toMatchObject([
      { from_agent_id: "a", to_agent_id: "helper" },
      { from_agent_id: "helper", to_agent_id: "a", fields_filtered: ["helper.ssn"] },
    ]);
  },
);

it("answers a refused prompt with the reason, and does not run the agent", async () => {
  const expert = new StubModel();
  const caller = new StubModel([call("helper", { input: "Pay DE89370400440532013000" })]);
  const tools = [
    new Agent({ name: "helper", model: expert }).asTool({ toolName: "helper", toolDescription: "" }),
  ];
  await run(new Agent({ name: "a", model: caller, tools }));
  expect(expert.received).toEqual([]);
  expect(caller.received[1]).toContain("The content rule no_iban refuses this handoff");
});

it("passes only a note if the input of a handoff cannot be read", () => {
  const broken = { inputHistory: [], preHandoffItems: [], newItems: [null] };
  // @ts-expect-error a version of the SDK could pass something else
  const { inputHistory, newItems } = createHandoffFilter(baton)(broken);
  expect(inputHistory).toEqual([
    { role: "user", content: "[withheld by Baton: the handoff could not be read]" },
  ]);
  expect(newItems).toEqual([]);
});
