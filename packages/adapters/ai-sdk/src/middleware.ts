import { withheldNote } from "@baton/core/messages";
import type { Baton } from "@baton/core/node";
import type { LanguageModelMiddleware } from "ai";

type TransformParams = NonNullable<LanguageModelMiddleware["transformParams"]>;
type Prompt = Parameters<TransformParams>[0]["params"]["prompt"];
type Message = Prompt[number];

/** Handoffs that are remembered, so that each is recorded once, and not with each step of the receiver. */
const MAX_HANDOFFS = 100;

interface Pair {
  /** The agent that uses the model. */
  readonly agent: string;
  /** The agent whose messages it continues. */
  readonly from: string;
}

/**
 * Creates a middleware for the model of an agent that continues the messages of another one. The model receives the
 * messages that the policy passes, and those of its own steps.
 *
 * @param baton result of `createBaton`, or of its `newSession()`.
 */
export function batonMiddleware(baton: Baton, pair: Pair): LanguageModelMiddleware {
  const handoffs = new Map<string, Prompt>();
  const ownCalls = new Set<string>();
  return {
    specificationVersion: "v3",
    transformParams: async ({ params }) => {
      const given = params.prompt.filter((message) => !isOwn(message, ownCalls));
      const key = JSON.stringify(given);
      const passed = handoffs.get(key) ?? scopePrompt(baton, given, pair);
      handoffs.set(key, passed);
      const [oldest] = handoffs.keys();
      if (handoffs.size > MAX_HANDOFFS && oldest !== undefined) handoffs.delete(oldest);
      // The steps of a run follow the messages that it started with.
      return {
        ...params,
        prompt: [...passed, ...params.prompt.filter((message) => isOwn(message, ownCalls))],
      };
    },
    wrapGenerate: async ({ doGenerate }) => {
      const result = await doGenerate();
      for (const part of result.content) if (part.type === "tool-call") ownCalls.add(part.toolCallId);
      return result;
    },
    wrapStream: async ({ doStream }) => {
      const { stream, ...result } = await doStream();
      const noted = stream.pipeThrough(
        new TransformStream({
          transform(part, controller) {
            if (part.type === "tool-call") ownCalls.add(part.toolCallId);
            controller.enqueue(part);
          },
        }),
      );
      return { ...result, stream: noted };
    },
  };
}

/** Every step of an agent except its last one calls tools. */
function isOwn({ content }: Message, ownCalls: ReadonlySet<string>): boolean {
  if (typeof content === "string") return false;
  return content.some((part) => "toolCallId" in part && ownCalls.has(part.toolCallId));
}

function scopePrompt(baton: Baton, messages: Prompt, { agent, from }: Pair): Prompt {
  const scoped = baton.compiler.scopeMessages({
    ...{ fromAgentId: from, agentId: agent, format: "ai-sdk" },
    messages,
  });
  if (scoped.messages.some(({ role }) => role !== "system")) return [...scoped.messages];
  const note: Message = { role: "user", content: [{ type: "text", text: withheldNote(scoped.refusal) }] };
  return [...scoped.messages, note];
}
