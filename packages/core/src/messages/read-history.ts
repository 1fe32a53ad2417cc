import { isObject } from "../is-object";
import type { ContextPart } from "../scoping/context-part";
import { escapeKey } from "../scoping/field-pattern";
import { setOwn } from "../scoping/plain-data";
import { parseStrictJson } from "../scoping/strict-json";
import type { MessageFormat, ReadMessage, Slot } from "./message-slot";
import { type DataKind, dataKindOf } from "./plain-message";

/** Author of a slot. The result of a tool belongs to the agent that called the tool. */
export type Owner =
  | { readonly kind: "agent"; readonly agent: string; readonly isNamed: boolean }
  | { readonly kind: "receiver" | "user" | "system" };

/** A slot as a part of a context, to which a policy applies. */
export interface HistoryPart extends ContextPart {
  readonly message: HistoryMessage;
  readonly slot: Slot;
  readonly owner: Owner;
  /**
   * The agents whose content rules hold: the author, and the sender, which passes the part on. The receiver's own parts
   * have no sender. Null if any agent may be the author.
   */
  readonly authors: readonly string[] | null;
  /** The keys that lead from the part to the slot's value. */
  readonly keys: readonly string[];
  /** True if the message contains the value as JSON text. */
  readonly isJsonText: boolean;
  /** True if paths start at each element of the part, which has one. */
  readonly isListed: boolean;
}

export interface HistoryMessage {
  readonly index: number;
  readonly source: unknown;
  readonly read: ReadMessage | null;
  readonly data: DataKind;
  readonly owner: Owner;
  readonly parts: HistoryPart[];
}

/** A tool call with its result; either may be missing. */
export interface ToolPair {
  readonly calls: HistoryPart[];
  readonly results: HistoryPart[];
}

/** A history as a policy sees it. */
export interface History {
  readonly format: MessageFormat;
  readonly messages: readonly HistoryMessage[];
  readonly pairs: readonly ToolPair[];
  /** The last message with words of the user. */
  readonly lastOfUser: HistoryMessage | null;
}

/** The agents of a history. */
export interface HistoryAuthors {
  readonly from: string;
  readonly to: string;
  /** For each message its agent; null if it is the user's or if only the message itself could name it. */
  readonly authors?: readonly (string | null)[] | undefined;
}

/**
 * Reads a history: splits each message into slots, finds the agent of each, and matches tool calls with their
 * results. An agent's message that names no agent counts as the sender's.
 */
export function readHistory(
  format: MessageFormat,
  sources: readonly unknown[],
  agents: HistoryAuthors,
): History {
  const pairs: ToolPair[] = [];
  const open = new Map<string, ToolPair>();
  const read = sources.map((source, index) => readMessage(format, source, index, agents));
  const lastOfUser = read.findLast(isOfUser) ?? null;
  const sender = ownerOf(null, null, agents);
  for (const message of read) {
    for (const slot of message.read?.slots ?? [UNREADABLE]) {
      const pair = slot.callId === null || slot.pair === null ? undefined : open.get(slot.callId);
      const call = slot.pair === "result" ? pair?.calls[0] : undefined;
      const part = createPart(message, slot, { lastOfUser, sender, call, agents });
      message.parts.push(part);
      if (slot.callId === null || slot.pair === null) continue;
      if (slot.pair === "result") pair?.results.push(part);
      else if (pair?.calls.at(-1)?.message === message && pair.results.length === 0) pair.calls.push(part);
      else {
        const created = { calls: [part], results: [] };
        open.set(slot.callId, created);
        pairs.push(created);
      }
    }
  }
  return { format, messages: read, pairs, lastOfUser };
}

function readMessage(
  format: MessageFormat,
  source: unknown,
  index: number,
  agents: HistoryAuthors,
): HistoryMessage {
  const data = dataKindOf(source);
  const read = data !== "other" && isObject(source) ? format.read(source) : null;
  const named = agents.authors?.[index] ?? read?.agent ?? null;
  return { index, source, read, data, owner: ownerOf(read, named, agents), parts: [] };
}

function ownerOf(read: ReadMessage | null, named: string | null, { from, to }: HistoryAuthors): Owner {
  if (named === null && read !== null && read.role !== "agent") return { kind: read.role };
  const agent = named ?? from;
  return agent === to ? { kind: "receiver" } : { kind: "agent", agent, isNamed: named !== null };
}

function authorsOf(owner: Owner, { from, to }: HistoryAuthors): string[] | null {
  if (owner.kind === "receiver") return [to];
  if (owner.kind !== "agent") return [from];
  return owner.isNamed ? [from, owner.agent] : null;
}

/** Returns true for a message with words of the user, who also sends the results of tools in some formats. */
function isOfUser({ owner, read }: HistoryMessage): boolean {
  return (
    owner.kind === "user" && read?.slots.some(({ kind, pair }) => kind !== "extra" && pair === null) === true
  );
}

/** A message of an unknown kind, or one that is not plain data. */
const UNREADABLE: Slot = {
  kind: "unknown",
  name: "message",
  callId: null,
  pair: null,
  value: undefined,
  at: [],
  holder: [],
  unit: [],
  isWhole: true,
};

function createPart(
  message: HistoryMessage,
  slot: Slot,
  {
    lastOfUser,
    sender,
    call,
    agents,
  }: {
    lastOfUser: HistoryMessage | null;
    sender: Owner;
    call: HistoryPart | undefined;
    agents: HistoryAuthors;
  },
): HistoryPart {
  const { owner: author } = message;
  const isOfAgent = author.kind === "agent" || author.kind === "receiver";
  // The user sends the results of tools in some formats, which do not name the tool either.
  const owner = slot.pair === "result" ? (call?.owner ?? (isOfAgent ? author : sender)) : author;
  const name = slot.name ?? call?.slot.name ?? null;
  const { value, isJsonText } = readValue(message, slot);
  const keys = keysOf(slot, name, owner, value);
  const place = placeOf(owner, message, keys.length === 0 && isObject(value), lastOfUser);
  const view = keys.reduceRight((below, key) => wrap(key, below), value);
  return {
    kind: owner.kind === "agent" ? "output" : "part",
    name: place.name,
    path: escapeKey(place.name),
    before: place.isListed ? [view] : view,
    steps: [],
    message,
    slot,
    owner,
    authors: authorsOf(owner, agents),
    keys,
    isJsonText,
    isListed: place.isListed,
  };
}

function wrap(key: string, value: unknown): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  setOwn(object, key, value);
  return object;
}

/** Returns the value of a slot, parsed if it is the text of a JSON object or list. */
function readValue({ source, data }: HistoryMessage, slot: Slot): { value: unknown; isJsonText: boolean } {
  const value = slot === UNREADABLE ? (data === "plain" ? source : null) : slot.value;
  // Pictures and files pass as a whole or not at all; their bytes have no fields.
  if (slot.isWhole && data === "binary" && dataKindOf(value) !== "plain")
    return { value: null, isJsonText: false };
  if (typeof value === "string" && JSON_SLOTS.includes(slot.kind) && /^\s*[{[]/.test(value)) {
    const json = parseStrictJson(value);
    if (json.ok) return { value: json.value, isJsonText: true };
  }
  return { value: value === undefined ? null : value, isJsonText: false };
}

const JSON_SLOTS: readonly string[] = ["text", "tool_call", "tool_result"];

/**
 * Returns the field of a slot: structured outputs are the agent's output itself, prose is its field `text`, and
 * tools are fields of `tool_calls`, `tool_results` and `hosted_tools`.
 */
function keysOf({ kind }: Slot, name: string | null, owner: Owner, value: unknown): readonly string[] {
  const isAgents = owner.kind === "agent" || owner.kind === "receiver";
  switch (kind) {
    case "text":
      return isAgents && typeof value === "string" ? ["text"] : [];
    case "reasoning":
    case "media":
      return [kind];
    case "data":
    case "extra":
    case "unknown":
      return [kind, name ?? "part"];
    default:
      return [`${kind}s`, name ?? "unknown_tool"];
  }
}

/** Returns the part of a context in which a slot's words belong. */
function placeOf(
  owner: Owner,
  message: HistoryMessage,
  isRecord: boolean,
  lastOfUser: HistoryMessage | null,
): { name: string; isListed: boolean } {
  if (owner.kind === "agent") return { name: owner.agent, isListed: false };
  if (owner.kind === "receiver") return { name: "receiver_messages", isListed: true };
  if (owner.kind === "user" && isRecord) return { name: "original_input", isListed: false };
  if (message === lastOfUser) return { name: "last_user_message", isListed: false };
  return { name: "observations", isListed: true };
}
