import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Baton, createBaton } from "@baton/core/node";
import { generateText, type LanguageModel, stepCountIs, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { batonMiddleware, withBaton } from "./index";

let folder: string;
let baton: Baton;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-ai-sdk-"));
  const policy = {
    blocked_context_fields: ["ssn"],
    audit_all_handoffs: true,
    content_rules: [{ rule_id: "no_iban", detector: "iban", action: "block" }],
  };
  await writeFile(join(folder, "governance_policies.json"), JSON.stringify({ multi_agent_handoffs: policy }));
  baton = await createBaton({ folder, sessionId: "s", log: () => {} });
});
afterEach(async () => {
  await baton.stop();
  await rm(folder, { recursive: true });
});

async function readPairs() {
  await baton.stop();
  const lines = (await readFile(join(folder, "sessions", "s.jsonl"), "utf8")).trim().split("\n");
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ event_type }) => event_type === "context_handoff")
    .map((event) => `${event.from_agent_id} → ${event.to_agent_id}`);
}

type Content = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>["content"];
const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that gives the answers in turn. */
function modelOf(...answers: Content[]) {
  let turn = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const content = answers[turn] ?? [{ type: "text", text: "done" }];
      turn += 1;
      return { content, finishReason: { unified: "stop", raw: undefined }, usage: USAGE, warnings: [] };
    },
  });
}
const call = (input: object): Content => [
  { type: "tool-call", toolCallId: "c1", toolName: "ask", input: JSON.stringify(input) },
];

const ask = (seen: unknown[], answer: unknown) =>
  tool({
    description: "Asks the expert",
    inputSchema: z.object({ prompt: z.string() }),
    execute: async (input, { messages }) => {
      seen.push(input, messages);
      return answer;
    },
  });

async function runCaller(model: LanguageModel, tools: { ask: ReturnType<typeof ask> }) {
  const governed = withBaton(tools, baton, { caller: "caller", agents: { ask: "expert" } });
  return generateText({ model, tools: governed, prompt: '{"ssn":"111"}', stopWhen: stepCountIs(3) });
}

it("scopes the input, the messages that a tool reads, and the answer", async () => {
  const seen: unknown[] = [];
  const model = modelOf(call({ prompt: "Covered?\nssn: 222" }));
  await runCaller(model, { ask: ask(seen, { covered: true, ssn: "333" }) });
  expect(seen[0]).toEqual({ prompt: "Covered?\nssn: [redacted: blocked_in_text]" });
  expect(JSON.stringify(seen)).not.toMatch(/111|222/);
  const received = JSON.stringify(model.doGenerateCalls[1]?.prompt);
  expect(received).toContain('"covered":true');
  expect(received).not.toContain("333");
  expect(await readPairs()).toEqual(["caller → expert", "caller → expert", "expert → caller"]);
});

it("answers a refused input with the reason, and does not call the agent", async () => {
  const seen: unknown[] = [];
  const model = modelOf(call({ prompt: "Pay DE89370400440532013000" }));
  await runCaller(model, { ask: ask(seen, "paid") });
  expect(seen).toEqual([]);
  expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain("no_iban refuses this handoff");
});

it("scopes the messages that a model continues, once per run, and passes its own steps", async () => {
  const receiver = modelOf(call({ prompt: "Look up C-9" }), [{ type: "text", text: "Pay." }]);
  const model = wrapLanguageModel({
    model: receiver,
    middleware: batonMiddleware(baton, { agent: "decision", from: "fraud" }),
  });
  await generateText({
    model,
    tools: { ask: ask([], { found: true, ssn: "own" }) },
    stopWhen: stepCountIs(3),
    messages: [
      { role: "user", content: "Decide" },
      { role: "assistant", content: '{"score":7,"ssn":"111"}' },
    ],
  });
  const prompts = receiver.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt));
  expect(prompts).toHaveLength(2);
  for (const prompt of prompts) expect(prompt).toContain('{\\"score\\":7}');
  expect(prompts.join()).not.toContain("111");
  expect(prompts[1]).toContain('"ssn":"own"');
  expect(await readPairs()).toEqual(["fraud → decision"]);
});
