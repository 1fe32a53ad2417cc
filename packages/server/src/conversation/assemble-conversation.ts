import { groupBy } from "@baton/core/internal";
import { callTitle } from "./call-title";
import type { ConversationFilter, ConversationItem, ItemUsage, ShownText } from "./conversation-item";
import { pairResults } from "./pair-results";
import { placeKey } from "./place-key";
import { dropRepeated, listImages, type SpokenPart } from "./spoken-parts";

/** Characters of a text that are shown first. */
const SHOWN = 4_000;

/** Name of the agent of a session, if no line has one. */
const MAIN = "main";

interface FilePlace {
  sourceFileId: number;
  generation: number;
  sequence: number;
}

/** A stored line, with what it says (`readSpokenParts`). */
export interface StoredLine extends FilePlace {
  occurredAt: Date;
  /** The client's own ID of the agent whose line it is; null for the agent of the session. */
  agentId: string | null;
  parts: readonly SpokenPart[];
}

type HandoffItem = Extract<ConversationItem, { kind: "handoff" }>;
type CompactionItem = Extract<ConversationItem, { kind: "compaction" }>;

/** Handoffs, compactions and usage of the lines, by their positions. */
export interface ConversationFacts {
  handoffs: readonly (FilePlace &
    Omit<
      HandoffItem,
      "kind" | "key" | "at" | "agent" | "agentId" | "handoffKind" | "isViolation" | "started"
    > & {
      kind: HandoffItem["handoffKind"];
      enforcement: string | null;
      toAgentId: string | null;
    })[];
  compactions: readonly (FilePlace & Omit<CompactionItem, "kind" | "key" | "at" | "agent" | "agentId">)[];
  usage: readonly (FilePlace & ItemUsage)[];
}

/** An agent of the session or of one below it. */
export interface ConversationAgent {
  sessionId: string;
  agentId: string;
  name: string | null;
  /** Event ID of the delegation that started it. */
  startedBy: string | null;
  /** True if the session is the agent's own. */
  isMain: boolean;
}

export interface ConversationInput {
  sessionId: string;
  /** In order. */
  lines: readonly StoredLine[];
  facts: ConversationFacts;
  /** Those that the lines name. */
  agents: readonly ConversationAgent[];
  /** Returns the items of this agent: null for the one of the session, `*` for all. */
  agentId: string | null;
  filter: ConversationFilter;
}

/**
 * Returns the items of stored lines in order: what was said, calls with their results, and the handoffs and compactions
 * that the lines report. Cuts long texts.
 */
export function assembleConversation(input: ConversationInput): ConversationItem[] {
  const nameAgent = agentNamer(input);
  const handoffs = groupBy(input.facts.handoffs, fileKey);
  const compactions = groupBy(input.facts.compactions, fileKey);
  const usage = new Map(input.facts.usage.map((each) => [fileKey(each), each]));
  const items = dropRepeated(input.lines).flatMap((line) => {
    const place = { ...line, occurredAt: line.occurredAt.getTime() };
    const common = {
      at: place.occurredAt,
      ...nameAgent(line.parts[0]?.message ?? { agentId: line.agentId, agent: null }),
    };
    const spoken = line.parts.map(({ part, number, message }) => {
      const time = Date.parse(message.timestamp ?? "");
      const at = Number.isNaN(time) ? place.occurredAt : time;
      return toItem(part, { at, ...nameAgent(message), key: placeKey(place, number) });
    });
    return [
      ...(compactions.get(fileKey(line)) ?? []).map(
        ({ eventId, trigger, beforeTokens, afterTokens }): CompactionItem => ({
          ...common,
          kind: "compaction",
          key: `${placeKey(place)}-${eventId}`,
          eventId,
          trigger,
          beforeTokens,
          afterTokens,
        }),
      ),
      ...withUsage(spoken, usage.get(fileKey(line))),
      ...(handoffs.get(fileKey(line)) ?? []).map(
        (handoff): HandoffItem => ({
          ...common,
          kind: "handoff",
          key: `${placeKey(place)}-${handoff.eventId}`,
          eventId: handoff.eventId,
          handoffKind: handoff.kind,
          fromAgent: handoff.fromAgent,
          toAgent: handoff.toAgent,
          beforeTokens: handoff.beforeTokens,
          afterTokens: handoff.afterTokens,
          blockedCount: handoff.blockedCount,
          leakCount: handoff.leakCount,
          isViolation: handoff.enforcement === "differs",
          started: handoff.kind === "return" ? null : findStarted(input, handoff),
        }),
      ),
    ];
  });
  return pairResults(items).filter(
    (item) => (input.agentId === "*" || item.agentId === input.agentId) && passes(item, input.filter),
  );
}

type Speaker = Pick<ConversationItem, "agentId" | "agent">;

/** Returns a function that names the agent of a message, and replaces the ID of the session's own agent by null. */
function agentNamer({ agents, sessionId }: ConversationInput) {
  const own = agents.find((each) => each.isMain && each.sessionId === sessionId);
  const names = new Map(agents.map(({ agentId, name }) => [agentId, name]));
  return (message: { agentId: string | null; agent: string | null }): Speaker => {
    const agentId = message.agentId === own?.agentId ? null : message.agentId;
    const name = message.agent ?? names.get(agentId ?? own?.agentId ?? "");
    return { agentId, agent: name ?? (agentId === null ? MAIN : "unknown") };
  };
}

function toItem(
  part: SpokenPart["part"],
  placed: Pick<ConversationItem, "at" | "agentId" | "agent" | "key">,
): ConversationItem {
  const images = listImages(part);
  const cut = (text: string): ShownText => ({
    text: text.slice(0, SHOWN),
    hidden: Math.max(0, text.length - SHOWN),
    key: placed.key,
    ...(images.length > 0 ? { images } : {}),
  });
  switch (part.kind) {
    case "message":
      return { ...placed, kind: "message", speaker: part.speaker, text: cut(part.text) };
    case "call": {
      const { callId, tool, input } = part;
      return {
        ...placed,
        kind: "call",
        callId,
        tool,
        title: callTitle(input),
        input: cut(input),
        result: null,
      };
    }
    case "result":
      return {
        ...placed,
        kind: "result",
        callId: part.callId,
        output: cut(part.output),
        isError: part.isError,
      };
    default:
      return { ...placed, kind: part.kind, text: cut(part.text) };
  }
}

function withUsage(items: ConversationItem[], usage: ItemUsage | undefined): ConversationItem[] {
  const last = items.at(-1);
  const isOfCall = last?.kind === "message" || last?.kind === "call" || last?.kind === "reasoning";
  if (!usage || !isOfCall) return items;
  const { model, inputTokens, outputTokens } = usage;
  return [...items.slice(0, -1), { ...last, usage: { model, inputTokens, outputTokens } }];
}

function findStarted(
  { agents, sessionId }: ConversationInput,
  { eventId, toAgentId }: { eventId: string; toAgentId: string | null },
): HandoffItem["started"] {
  const agentId = agents.find(({ startedBy }) => startedBy === eventId)?.agentId ?? toAgentId;
  const known = agents.filter((each) => each.agentId === agentId);
  const own = known.find((each) => each.isMain && each.sessionId !== sessionId);
  if (own) return { sessionId: own.sessionId };
  const here = known.find((each) => !each.isMain && each.sessionId === sessionId);
  return here ? { agentId: here.agentId } : null;
}

function passes(item: ConversationItem, filter: ConversationFilter): boolean {
  switch (item.kind) {
    case "message":
    case "compaction":
      return filter !== "errors";
    case "handoff":
      return filter !== "errors" || item.isViolation || item.leakCount > 0;
    case "call":
      return filter === "all" || (filter === "errors" && item.result?.isError === true);
    case "result":
      return filter === "all" || (filter === "errors" && item.isError);
    case "error":
      return true;
    default:
      return filter === "all";
  }
}

function fileKey({ sourceFileId, generation, sequence }: FilePlace): string {
  return `${sourceFileId}.${generation}.${sequence}`;
}
