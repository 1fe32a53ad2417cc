import { compilePolicy, parsePolicy } from "@baton/core";
import { type MessageFormatName, scopeMessages } from "@baton/core/messages";
import { historyPolicy, historyTurns, renderHistory } from "@baton/core/test/history";
import { sizeOfRun } from "@baton/core/test/soak";
import { mapStoredMessagesToChatMessages, type StoredMessage } from "@langchain/core/messages";
import { Agent, OpenAIResponsesModel, protocol, Runner } from "@openai/agents";
import {
  convertToModelMessages,
  generateText,
  type ModelMessage,
  modelMessageSchema,
  validateUIMessages,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import fc from "fast-check";
import { OpenAI } from "openai";
import { describe, expect, it } from "vitest";
import { z } from "zod";

type Accept = (messages: readonly unknown[]) => Promise<void>;

const Request = z.object({ input: z.array(z.looseObject({ type: z.string().optional() })) });
const RESPONSE = {
  ...{ id: "resp_1", object: "response", status: "completed", model: "stub" },
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  output: [
    {
      ...{ type: "message", id: "msg_1", role: "assistant", status: "completed" },
      content: [{ type: "output_text", text: "Done", annotations: [] }],
    },
  ],
};

/** Runs an agent of the SDK on the items, which converts them to a request of the Responses API. */
const acceptByOpenAiAgents: Accept = async (messages) => {
  let asked: readonly { type?: string; call_id?: unknown; id?: unknown }[] = [];
  const answer = async (_: unknown, init?: RequestInit) => {
    asked = Request.parse(JSON.parse(String(init?.body))).input;
    return Response.json(RESPONSE);
  };
  const client = new OpenAI({ apiKey: "none", fetch: answer });
  const agent = new Agent({ name: "b", model: new OpenAIResponsesModel(client, "stub") });
  const items = messages.map((item) => protocol.ModelItem.parse(item));
  await new Runner({ tracingDisabled: true }).run(agent, items);
  const idsOf = (type: string) => asked.filter((item) => item.type === type).map((item) => item.call_id);
  expect(new Set(idsOf("function_call_output"))).toEqual(new Set(idsOf("function_call")));
  expect(asked.filter(({ type }) => type === "reasoning").every(({ id }) => typeof id === "string")).toBe(
    true,
  );
};

const Stored = z.custom<StoredMessage>(
  (value) => z.object({ type: z.string(), data: z.looseObject({}) }).safeParse(value).success,
);

/** Creates LangChain's own messages. */
const acceptByLangChain: Accept = async (messages) => {
  const created = mapStoredMessagesToChatMessages(z.array(Stored).parse(messages));
  const written = created.map((message) => message.toDict());
  expect(written.map(({ type }) => type)).toEqual(
    z
      .array(Stored)
      .parse(messages)
      .map(({ type }) => type),
  );
};

/** Converts messages to a model's prompt, which requires that each call has its result. */
async function generate(messages: ModelMessage[]): Promise<void> {
  const model = new MockLanguageModelV3({
    doGenerate: {
      content: [{ type: "text", text: "Done" }],
      finishReason: { unified: "stop", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    },
  });
  await generateText({ model, messages, allowSystemInMessages: true });
}

const acceptByAiSdk: Accept = (messages) =>
  generate(messages.map((message) => modelMessageSchema.parse(message)));

const acceptByAiSdkUi: Accept = async (messages) => {
  await generate(await convertToModelMessages(await validateUIMessages({ messages: [...messages] })));
};

const Block = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  tool_use_id: z.string().optional(),
});
const AnthropicMessage = z.strictObject({
  role: z.enum(["user", "assistant"]),
  content: z.union([z.string().min(1), z.array(Block).min(1)]),
});

/** Checks the documented rules of the Messages API: its SDK has no validator. */
const acceptByAnthropic: Accept = async (messages) => {
  const read = messages.map((message) => AnthropicMessage.parse(message));
  const blocksOf = (at: number) => z.array(Block).catch([]).parse(read[at]?.content);
  for (const at of read.keys()) {
    const calls = blocksOf(at).flatMap(({ type, id }) => (type === "tool_use" ? [id] : []));
    const results = blocksOf(at + 1).flatMap(({ tool_use_id }) => tool_use_id ?? []);
    expect(results).toEqual(calls);
  }
};

const ACCEPTS: [MessageFormatName, Accept][] = [
  ["openai-agents", acceptByOpenAiAgents],
  ["langchain", acceptByLangChain],
  ["ai-sdk", acceptByAiSdk],
  ["ai-sdk-ui", acceptByAiSdkUi],
  ["anthropic", acceptByAnthropic],
];

function policyOf(section: object) {
  const parsed = parsePolicy({ multi_agent_handoffs: section });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return compilePolicy(parsed);
}

const NUMBERS = { now: Date.UTC(2026, 0, 1), newId: () => "e", sessionId: "s", isParsedJson: true };

/** Scopes histories and passes the results to a framework; fails if it rejects one. */
function check(format: MessageFormatName, accept: Accept, breakIt = (left: readonly unknown[]) => left) {
  return fc.check(
    fc.asyncProperty(historyPolicy, historyTurns, async (section, turns) => {
      const history = renderHistory(format, turns);
      const { messages } = scopeMessages(policyOf(section), {
        from: "a",
        to: "b",
        format,
        ...history,
        ...NUMBERS,
      });
      await accept(breakIt(messages));
    }),
    { numRuns: sizeOfRun({ suite: 25, soak: 2_000 }), endOnFailure: true },
  );
}

describe.each(ACCEPTS)("a scoped history of %s", (format, accept) => {
  it("is accepted by the framework", { timeout: 3_600_000 }, async () => {
    expect(fc.defaultReportMessage(await check(format, accept))).toBeUndefined();
  });

  it("is rejected if a part loses what the format requires (negative control)", {
    timeout: 120_000,
  }, async () => {
    const withoutContent = (left: readonly unknown[]) =>
      left.map((message) => {
        const { content, parts, data, output, ...rest } = z.looseObject({}).parse(message);
        return rest;
      });
    expect((await check(format, accept, withoutContent)).failed).toBe(true);
  });
});
