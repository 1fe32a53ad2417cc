import { batonMiddleware, withBaton } from "@baton/ai-sdk";
import { generateText, type ModelMessage, stepCountIs, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { type Entry, readChat } from "./chat-history";
import { type Runtime, unlessWithheld, withoutNotes } from "./runtime";

/** Outputs pass as answers of agents that are tools, texts as their prompts, histories by the middleware. */
export const aiSdk: Runtime = {
  async passOutput(baton, { from, to, output }) {
    const ask = tool({ inputSchema: z.object({}), execute: async () => JSON.stringify(output) });
    const tools = withBaton({ ask }, baton, { caller: to, agents: { ask: from } });
    const model = modelOf("{}");
    await generateText({ model, tools, prompt: "Go", stopWhen: stepCountIs(2) });
    const result = model.doGenerateCalls[1]?.prompt.flatMap(readMessage).at(-1);
    return unlessWithheld(result?.kind === "result" ? result.text : undefined);
  },

  // Messages name no agent, so that they cannot be those of several.
  takesHistory: ({ authors }) => authors.every((author) => author === null || author === "a"),

  async passHistory(baton, { messages, authors }) {
    const model = modelOf();
    const middleware = batonMiddleware(baton, { agent: "b", from: "a" });
    await generateText({
      model: wrapLanguageModel({ model, middleware }),
      messages: readChat(messages, authors).map(writeMessage),
    });
    return withoutNotes(model.doGenerateCalls[0]?.prompt.flatMap(readMessage) ?? []);
  },

  async passText(baton, text) {
    let received: string | undefined;
    const ask = tool({
      inputSchema: z.object({ prompt: z.string() }),
      execute: async ({ prompt }) => {
        received = prompt;
        return "done";
      },
    });
    const tools = withBaton({ ask }, baton, { caller: "a", agents: { ask: "b" } });
    await generateText({ model: modelOf(JSON.stringify({ prompt: text })), tools, prompt: "Go" });
    return unlessWithheld(received);
  },
};

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Plays a model that first calls the tool `ask` if it gets an input for it, in JSON. */
function modelOf(input?: string) {
  let isAsked = input === undefined;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const call = { type: "tool-call" as const, toolCallId: "1", toolName: "ask", input: input ?? "" };
      const content = isAsked ? [{ type: "text" as const, text: "done" }] : [call];
      isAsked = true;
      return { content, finishReason: { unified: "stop", raw: undefined }, usage: USAGE, warnings: [] };
    },
  });
}

function writeMessage(entry: Entry): ModelMessage {
  switch (entry.kind) {
    case "user":
      return { role: "user", content: entry.text };
    case "text":
      return { role: "assistant", content: entry.text };
    case "call": {
      const { id: toolCallId, tool: toolName, input } = entry;
      return {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId, toolName, input: JSON.parse(input) }],
      };
    }
    case "result": {
      const output = { type: "text" as const, value: entry.text };
      return {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: entry.id, toolName: "look_up", output }],
      };
    }
  }
}

type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];

function readMessage({ role, content }: Prompt[number]): Entry[] {
  if (typeof content === "string") return [];
  return content.flatMap((part): Entry[] => {
    if (part.type === "text") return [{ kind: role === "user" ? "user" : "text", text: part.text }];
    if (part.type === "tool-call") {
      const { toolCallId: id, toolName, input } = part;
      return [{ kind: "call", id, tool: toolName, input: JSON.stringify(input) }];
    }
    if (part.type !== "tool-result" || part.output.type !== "text") return [];
    return [{ kind: "result", id: part.toolCallId, text: part.output.value }];
  });
}
