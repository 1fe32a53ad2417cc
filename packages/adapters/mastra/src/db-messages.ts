import { withheldNote } from "@baton/core/messages";
import type { Baton } from "@baton/core/node";

/** A message in Mastra's own format: the keys with content. Further ones, such as `createdAt`, stay. */
export interface DbMessage {
  readonly id: string;
  readonly role: string;
  readonly content: { readonly format: number; readonly parts: readonly object[] };
}

interface Pair {
  readonly fromAgentId: string;
  readonly agentId: string;
}

interface Scoped<Message> {
  readonly messages: Message[];
  /** The reason if a content rule refuses the handoff. */
  readonly refusal: string | null;
}

/**
 * Returns the messages that the policy passes from one agent to the next, in Mastra's format or that of the AI SDK.
 * Assistant messages are the sender's: Mastra passes the history of one agent.
 */
export function scopeHistory<Message extends object>(
  baton: Baton,
  history: readonly Message[],
  { fromAgentId, agentId }: Pair,
): Scoped<Message> {
  if (history.length === 0) return { messages: [], refusal: null };
  const authors = history.map((message) =>
    "role" in message && message.role === "assistant" ? fromAgentId : null,
  );
  const request = { fromAgentId, agentId, authors };
  if (history.every((message) => isDbMessage(message))) return scopeDbMessages(baton, history, request);
  const { messages, refusal } = baton.compiler.scopeMessages({ ...request, messages: history });
  return { messages: [...messages], refusal };
}

function isDbMessage<Message extends object>(message: Message): message is Message & DbMessage {
  const content: unknown = "content" in message ? message.content : null;
  return (
    typeof content === "object" && content !== null && "parts" in content && Array.isArray(content.parts)
  );
}

/** Copies of the parts, which Mastra keeps for older formats, do not pass. */
function scopeDbMessages<Message extends DbMessage>(
  baton: Baton,
  history: readonly Message[],
  request: Pair & { readonly authors: readonly (string | null)[] },
): Scoped<Message> {
  const sources = history.map(({ id, role, content }) => ({ id, role, parts: content.parts.map(toUiPart) }));
  const { messages, positions, refusal } = baton.compiler.scopeMessages({
    ...request,
    format: "ai-sdk-ui",
    messages: sources,
  });
  const left = messages.flatMap((message, index) => {
    const source = history[positions[index] ?? 0];
    if (source === undefined) return [];
    const parts = message.parts.map((part) => toDbPart(part, source.content.parts));
    return { ...source, content: { format: source.content.format, parts } };
  });
  return { messages: left, refusal };
}

/** Returns a message of the user with the reason why nothing passes. */
export function noteMessage<Message extends DbMessage>(like: Message, refusal: string | null): Message {
  const parts = [{ type: "text", text: withheldNote(refusal) }];
  return { ...like, role: "user", content: { format: 2, parts } };
}

interface Invocation {
  readonly toolCallId: unknown;
  readonly toolName: unknown;
  readonly args: unknown;
  readonly result?: unknown;
}

function invocationOf(part: object): Invocation | null {
  if (!("type" in part) || part.type !== "tool-invocation" || !("toolInvocation" in part)) return null;
  const { toolInvocation: value } = part;
  const isInvocation =
    typeof value === "object" &&
    value !== null &&
    "toolCallId" in value &&
    "toolName" in value &&
    "args" in value;
  return isInvocation ? value : null;
}

/**
 * Mastra has tool calls in the form of version 4 of the AI SDK. The times that it adds to parts do not pass: they are not
 * what an agent wrote, so they must not count as removed.
 */
function toUiPart(part: object): object {
  const invocation = invocationOf(part);
  if (invocation === null) {
    return Object.fromEntries(Object.entries(part).filter(([key]) => key !== "createdAt"));
  }
  const { toolCallId, toolName, args, result } = invocation;
  const state = result === undefined ? "input-available" : "output-available";
  return {
    type: "dynamic-tool",
    toolCallId,
    toolName,
    state,
    input: args,
    ...(result === undefined ? {} : { output: result }),
  };
}

function toDbPart(part: object, originals: readonly object[]): object {
  if (!("toolCallId" in part)) return part;
  const original = originals.find((each) => invocationOf(each)?.toolCallId === part.toolCallId);
  const invocation = original && invocationOf(original);
  if (!original || !invocation) return part;
  const args = "input" in part ? part.input : {};
  const result = "output" in part ? { result: part.output } : {};
  const { result: _, ...rest } = invocation;
  return { type: "tool-invocation", toolInvocation: { ...rest, args, ...result } };
}
