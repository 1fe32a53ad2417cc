import { randomUUID } from "node:crypto";
import { withheldNote } from "@baton/core/messages";
import type { Baton } from "@baton/core/node";
import {
  type BaseMessage,
  HumanMessage,
  isBaseMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessageToChatMessage,
} from "@langchain/core/messages";
import { markOf, withoutMark } from "./author-mark";
import type { RunMemory } from "./run-memory";

/** A state as a node receives it. */
export interface Given {
  readonly state: unknown;
  /** ID of each message in it → the message before scoping. */
  readonly messages: ReadonlyMap<string, BaseMessage>;
  /** Channels with histories. */
  readonly histories: ReadonlySet<string>;
  /** Channel → the value that the node received in place of another. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Returns a state without content. */
export function withoutState(): Given {
  const messages = [new HumanMessage(withheldNote("the state could not be read"))];
  return { state: { messages }, messages: new Map(), histories: new Set(), values: new Map() };
}

/** The sender if neither the memory of the run nor a message names one, such as after a restart. */
const UNKNOWN = "unknown";

interface StateHandoff {
  readonly state: unknown;
  /** Empty if this is not a handoff, or if nothing is known of earlier steps. */
  readonly senders: readonly string[];
  /** True if other nodes ran before this one. */
  readonly isLater: boolean;
  /** True if the edge of a node made the state (`Send`). */
  readonly isSent: boolean;
  readonly receiver: string;
  readonly memory: RunMemory;
  /** Names of nodes. A channel that names one only steers the graph. */
  readonly nodes: ReadonlySet<unknown>;
}

/** Returns the part of a state that the policy passes from the senders to the receiver, and records the handoffs. */
export function scopeState(baton: Baton, handoff: StateHandoff): Given {
  const { state } = handoff;
  if (typeof state !== "object" || state === null || Array.isArray(state)) {
    return { ...withoutState(), state: scopeOtherState(baton, handoff) };
  }
  const channels = Object.entries(state);
  const histories = channels.filter((entry): entry is [string, BaseMessage[]] => isHistory(entry[1]));
  const messages = new Map(
    histories.flatMap(([, history]) => history.map((message) => [idOf(message), message])),
  );
  const given = { messages, histories: new Set(histories.map(([channel]) => channel)) };
  const values = channels.filter(
    ([, value]) => !isHistory(value) && value !== undefined && !handoff.nodes.has(value),
  );
  const senders = sendersOf(handoff, histories, values);
  if (senders.length === 0) return { ...given, state, values: new Map() };
  const scoped: Record<string, unknown> = { ...state };
  for (const [channel, history] of histories) {
    scoped[channel] = scopeHistory(baton, history, { ...handoff, senders });
  }
  scopeValues(baton, Object.fromEntries(values), { ...handoff, senders }, scoped);
  const changed = values.filter(([channel, value]) => !Object.is(scoped[channel], value));
  return { ...given, state: scoped, values: new Map(changed.map(([channel]) => [channel, scoped[channel]])) };
}

/** Gives a message an ID, as the graph does, so that it is known when a node returns it. */
function idOf(message: BaseMessage): string {
  message.id ??= randomUUID();
  return message.id;
}

function isHistory(value: unknown): value is BaseMessage[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => isBaseMessage(each));
}

/** In a run that continues another one, the last agent that spoke is the sender. */
function sendersOf(
  { senders, receiver, memory, isLater }: StateHandoff,
  histories: readonly [string, readonly BaseMessage[]][],
  values: readonly [string, unknown][],
): string[] {
  const spoken = histories.flatMap(([, messages]) => {
    const last = messages.findLast(isOfAgent);
    return last ? (authorOf(memory, last) ?? UNKNOWN) : [];
  });
  const first = senders.length > 0 ? senders : spoken.slice(-1);
  if (first.length === 0) return isLater ? [UNKNOWN] : [];
  // Each agent that wrote to a channel of several is a sender of it.
  const shared = values
    .map(([channel, value]) => memory.writersOf(channel, value))
    .filter((writers) => writers.length > 1);
  return [...new Set([...first, ...shared.flat()])].filter((agent) => agent !== receiver);
}

function isOfAgent(message: BaseMessage): boolean {
  return message.getType() === "ai";
}

function authorOf(memory: RunMemory, message: BaseMessage): string | null {
  return memory.authorOf(message.id) ?? markOf(message) ?? message.name ?? null;
}

type Senders = Pick<StateHandoff, "senders" | "receiver" | "memory" | "isSent">;

/** Scopes a history for each sender in turn: its own messages once, and those of all others each time. */
function scopeHistory(
  baton: Baton,
  history: readonly BaseMessage[],
  { senders, receiver, memory }: Senders,
): BaseMessage[] {
  const stored = mapChatMessagesToStoredMessages([...history]).map(withoutMark);
  const owners = ownersOf(history, memory);
  let left = stored.map((message, index) => ({ message, index }));
  let refused: string | null = null;
  for (const fromAgentId of senders) {
    const isOthers = (index: number) =>
      owners[index] !== fromAgentId && senders.includes(owners[index] ?? "");
    const entries = left.filter(({ index }) => !isOthers(index));
    const { messages, positions, refusal } = baton.compiler.scopeMessages({
      ...{ fromAgentId, agentId: receiver, format: "langchain" },
      messages: entries.map(({ message }) => message),
      authors: entries.map(({ index }) => owners[index] ?? null),
    });
    refused ??= refusal;
    const passed = messages.map((message, place) => ({
      message,
      index: entries[positions[place] ?? 0]?.index ?? 0,
    }));
    left = [...left.filter(({ index }) => isOthers(index)), ...passed].sort((a, b) => a.index - b.index);
  }
  if (left.length === 0 || refused !== null) return [new HumanMessage(withheldNote(refused))];
  return left.flatMap(({ message, index }) => {
    const original = history[index];
    if (original === undefined || message === stored[index]) return original ?? [];
    const scoped = mapStoredMessageToChatMessage(message);
    scoped.id = original.id;
    return scoped;
  });
}

/** Returns the agent of each message: the result of a tool belongs to the agent that called it. */
function ownersOf(history: readonly BaseMessage[], memory: RunMemory): (string | null)[] {
  const callers = new Map<string, string>();
  return history.map((message) => {
    if ("tool_call_id" in message) return callers.get(String(message.tool_call_id)) ?? null;
    const owner = isOfAgent(message) ? authorOf(memory, message) : null;
    const calls = "tool_calls" in message && Array.isArray(message.tool_calls) ? message.tool_calls : [];
    for (const { id } of calls) if (owner !== null) callers.set(String(id), owner);
    return owner;
  });
}

/** Scopes the other channels: fields of the output of the agent that wrote them, or of the request. */
function scopeValues(
  baton: Baton,
  values: Record<string, unknown>,
  { senders, receiver, memory, isSent }: Senders,
  scoped: Record<string, unknown>,
): void {
  const channels = Object.keys(values);
  if (channels.length === 0) return;
  if (senders.includes(UNKNOWN)) {
    scopeUnknownValues(baton, values, { receiver, scoped });
    return;
  }
  for (const fromAgentId of senders) {
    const request: Record<string, unknown> = {};
    const outputs: Record<string, Record<string, unknown>> = {};
    const owners = new Map<string, string | null>();
    for (const channel of channels) {
      if (scoped[channel] === undefined) continue;
      const writers = memory.writersOf(channel, values[channel]);
      const isOthers = !writers.includes(fromAgentId) && writers.some((agent) => senders.includes(agent));
      if (isOthers || writers.includes(receiver)) continue;
      const owner = writers.includes(fromAgentId)
        ? fromAgentId
        : (writers[0] ?? (isSent ? fromAgentId : null));
      owners.set(channel, owner);
      if (owner === null) request[channel] = scoped[channel];
      else outputs[owner] = { ...outputs[owner], [channel]: scoped[channel] };
    }
    const { context } = baton.compiler.handOver({
      ...{ fromAgentId, agentId: receiver },
      priorOutputs: outputs,
      originalInput: Object.keys(request).length === 0 ? null : request,
    });
    for (const [channel, owner] of owners) {
      const value = fieldOf(owner === null ? context.original_input : context.prior_outputs[owner], channel);
      if (value === scoped[channel]) continue;
      if (value === undefined) delete scoped[channel];
      else scoped[channel] = value;
    }
  }
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

/** Any agent may have written the values, so every rule for the receiver applies, as to a message without an author. */
function scopeUnknownValues(
  baton: Baton,
  values: Record<string, unknown>,
  { receiver, scoped }: { receiver: string; scoped: Record<string, unknown> },
): void {
  const answer = baton.compiler.scopeMessages({
    ...{ fromAgentId: UNKNOWN, agentId: receiver, format: "openai-chat" },
    messages: [{ role: "assistant", content: JSON.stringify(values) }],
  });
  const left: unknown = JSON.parse(answer.messages[0]?.content || "{}");
  for (const [channel, value] of Object.entries(values)) {
    const passed = fieldOf(left, channel);
    if (passed === undefined) delete scoped[channel];
    else if (JSON.stringify(passed) !== JSON.stringify(value)) scoped[channel] = passed;
  }
}

/** `Send` can pass any value in place of a state: an output of the node whose edge sends it. */
function scopeOtherState(baton: Baton, { state, senders, receiver, isLater }: StateHandoff): unknown {
  const known = senders.length === 0 && isLater ? [UNKNOWN] : senders;
  const left = known.reduce(
    (value, fromAgentId) => baton.compiler.scopeAnswer({ fromAgentId, agentId: receiver }, value),
    state,
  );
  // An answer is a copy, and JSON has no instances.
  return JSON.stringify(left) === JSON.stringify(state) ? state : left;
}
