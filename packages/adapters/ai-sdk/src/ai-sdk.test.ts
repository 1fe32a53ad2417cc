import type { Baton } from "@baton/core/node";
import { type ProjectBaton, startProjectBaton } from "@baton/core/test/project-baton";
import {
  generateText,
  type LanguageModel,
  simulateReadableStream,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { batonMiddleware, withBaton } from "./index";

let project: ProjectBaton;
let baton: Baton;
beforeEach(async () => {
  const policy = {
    blocked_context_fields: ["ssn"],
    audit_all_handoffs: true,
    content_rules: [{ rule_id: "no_iban", detector: "iban", action: "block" }],
  };
  project = await startProjectBaton(policy);
  baton = project.baton;
});
afterEach(() => project.remove());

const readPairs = () => project.readPairs();

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part>
    ? Part
    : never;
type Content = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>["content"];
const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that gives the answers in turn, whole or as a stream. */
function modelOf(...answers: Content[]) {
  const left = [...answers];
  const next = () => left.shift() ?? [{ type: "text" as const, text: "done" }];
  const finishReason = { unified: "stop" as const, raw: undefined };
  return new MockLanguageModelV3({
    doGenerate: async () => ({ content: next(), finishReason, usage: USAGE, warnings: [] }),
    doStream: async () => {
      const parts = next().flatMap((part): StreamPart[] => {
        if (part.type === "tool-call") return [part];
        if (part.type !== "text") return [];
        const { text: delta } = part;
        return [
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta },
          { type: "text-end", id: "1" },
        ];
      });
      const chunks: StreamPart[] = [
        { type: "stream-start", warnings: [] },
        ...parts,
        { type: "finish", finishReason, usage: USAGE },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}

type Request = Parameters<typeof generateText>[0];

/** Runs the model whole or as a stream. */
async function generate(request: Request, isStreamed = false): Promise<void> {
  if (isStreamed) await streamText(request).consumeStream();
  else await generateText(request);
}
const call = (input: object): Content => [
  { type: "tool-call", toolCallId: "c1", toolName: "ask", input: JSON.stringify(input) },
];

/** A tool that gives its answers as a stream, of which the last one counts. */
const ask = (seen: unknown[], ...answers: unknown[]) =>
  tool({
    description: "Asks the expert",
    inputSchema: z.object({ prompt: z.string() }),
    execute: async function* (input, { messages }) {
      seen.push(input, messages);
      yield* answers;
    },
  });

async function runCaller(model: LanguageModel, tools: { ask: ReturnType<typeof ask> }, isStreamed = false) {
  const governed = withBaton(tools, baton, { caller: "caller", agents: { ask: "expert" } });
  const request = { model, tools: governed, prompt: '{"ssn":"111"}', stopWhen: stepCountIs(3) };
  await generate(request, isStreamed);
}

it.each([false, true])(
  "scopes the input, the messages that a tool reads, and the answer, streamed: %s",
  async (isStreamed) => {
    const seen: unknown[] = [];
    const model = modelOf(call({ prompt: "Covered?\nssn: 222" }));
    await runCaller(model, { ask: ask(seen, { ssn: "333" }, { covered: true, ssn: "333" }) }, isStreamed);
    expect(seen[0]).toEqual({ prompt: "Covered?\nssn: [redacted: blocked_in_text]" });
    expect(JSON.stringify(seen)).not.toMatch(/111|222/);
    const received = JSON.stringify([...model.doGenerateCalls, ...model.doStreamCalls][1]?.prompt);
    expect(received).toContain('"covered":true');
    expect(received).not.toContain("333");
    expect(await readPairs()).toEqual(["caller → expert", "caller → expert", "expert → caller"]);
  },
);

it("answers a refused input with the reason, and does not call the agent", async () => {
  const seen: unknown[] = [];
  const model = modelOf(call({ prompt: "Pay DE89370400440532013000" }));
  await runCaller(model, { ask: ask(seen, "paid") });
  expect(seen).toEqual([]);
  expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain("no_iban refuses this handoff");
});

it.each([false, true])(
  "scopes the messages that a model continues, once per run, streamed: %s",
  async (isStreamed) => {
    const receiver = modelOf(call({ prompt: "Look up C-9" }), [{ type: "text", text: "Pay." }]);
    const model = wrapLanguageModel({
      model: receiver,
      middleware: batonMiddleware(baton, { agent: "decision", from: "fraud" }),
    });
    const request = {
      model,
      tools: { ask: ask([], { found: true, ssn: "own" }) },
      stopWhen: stepCountIs(3),
      messages: [
        { role: "user" as const, content: "Decide" },
        { role: "assistant" as const, content: '{"score":7,"ssn":"111"}' },
      ],
    };
    await generate(request, isStreamed);
    const prompts = [...receiver.doGenerateCalls, ...receiver.doStreamCalls].map(({ prompt }) =>
      JSON.stringify(prompt),
    );
    expect(prompts).toHaveLength(2);
    for (const prompt of prompts) expect(prompt).toContain('{\\"score\\":7}');
    expect(prompts.join()).not.toContain("111");
    expect(prompts[1]).toContain('"ssn":"own"');
    expect(await readPairs()).toEqual(["fraud → decision"]);
  },
);
