import type { Baton } from "@baton/core/node";
import { withBaton } from "@baton/mastra";
import { z } from "zod";
import { type Entry, readChat } from "./chat-history";
import { type Runtime, unlessWithheld, withoutNotes } from "./runtime";

/** Outputs pass as answers of subagents, texts as their prompts, histories as the messages of their caller. */
export const mastra: Runtime = {
  async passOutput(baton, { from, to, output }) {
    const context = { primitiveId: from, parentAgentId: to, result: { text: JSON.stringify(output) } };
    const { resultText } = await hooksOf(baton).onDelegationComplete(context);
    return unlessWithheld(resultText);
  },

  // The history of one agent passes.
  takesHistory: ({ authors }) => authors.every((author) => author === null || author === "a"),

  async passHistory(baton, { messages, authors }) {
    const given = toDbMessages(readChat(messages, authors));
    const passed = await hooksOf(baton).messageFilter({ ...PAIR, messages: given });
    return withoutNotes(z.array(DbMessage).parse(passed).flatMap(readMessage));
  },

  async passText(baton, text) {
    const { proceed, modifiedPrompt } = await hooksOf(baton).onDelegationStart({ ...PAIR, prompt: text });
    return proceed === false ? null : unlessWithheld(modifiedPrompt);
  },
};

const PAIR = { parentAgentId: "a", primitiveId: "b" };

interface Hooks {
  onDelegationStart(context: object): Promise<{ proceed?: boolean; modifiedPrompt?: string }>;
  onDelegationComplete(context: object): Promise<{ resultText?: string }>;
  messageFilter(context: object): Promise<unknown>;
}

/** Returns the hooks that Mastra calls; `npm run test:clients -- mastra` runs them in Mastra itself. */
function hooksOf(baton: Baton): Hooks {
  const isHooks = (options: object): options is { delegation: Hooks } => "delegation" in options;
  const options: object = withBaton({}, baton);
  if (!isHooks(options)) throw new Error("The options have no hooks");
  return options.delegation;
}

const Invocation = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  args: z.unknown(),
  result: z.string().optional(),
});
const Part = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("tool-invocation"), toolInvocation: Invocation }),
]);
const DbMessage = z.object({ role: z.string(), content: z.object({ parts: z.array(Part) }) });

/** Mastra has a call and its result in one part. */
function toDbMessages(entries: readonly Entry[]) {
  return entries.flatMap((entry, index) => {
    if (entry.kind === "result") return [];
    const role = entry.kind === "user" ? "user" : "assistant";
    return [{ id: String(index), role, content: { format: 2, parts: [toPart(entry, entries)] } }];
  });
}

function toPart(entry: Exclude<Entry, { kind: "result" }>, entries: readonly Entry[]) {
  if (entry.kind !== "call") return { type: "text", text: entry.text };
  const { id: toolCallId, tool: toolName, input } = entry;
  const result = entries.find((other) => other.kind === "result" && other.id === toolCallId);
  const called = { state: "result", step: 1, toolCallId, toolName, args: JSON.parse(input) };
  return {
    type: "tool-invocation",
    toolInvocation: { ...called, result: result?.kind === "result" ? result.text : undefined },
  };
}

function readMessage({ role, content }: z.infer<typeof DbMessage>): Entry[] {
  return content.parts.flatMap((part): Entry[] => {
    if (part.type === "text") return [{ kind: role === "user" ? "user" : "text", text: part.text }];
    const { toolCallId: id, toolName, args, result } = part.toolInvocation;
    const call = { kind: "call" as const, id, tool: toolName, input: JSON.stringify(args) };
    return result === undefined ? [call] : [call, { kind: "result", id, text: result }];
  });
}
