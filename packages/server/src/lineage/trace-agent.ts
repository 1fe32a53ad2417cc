import type { Cause } from "@baton/core";
import { sourceOf } from "./field-query";
import { OutlinePaths } from "./outline-paths";
import { fateOf, type OutlinedHandoff } from "./outlined-handoff";

/** A field that an agent wrote or received. Sizes are in tokens. */
export interface KnownField {
  /** As outlines have it. */
  readonly path: string;
  readonly has: "wrote" | "yes" | "in_summary";
  /** Largest size received, or, for its own fields, sent. */
  readonly tokens: number;
  /** The senders, in the order of the handoffs; empty for the agent's own fields. */
  readonly senders: readonly string[];
  /** The first handoff that held it, from 1, and how many did. */
  readonly number: number;
  readonly eventId: string;
  readonly count: number;
}

/** A field that was offered to an agent and never reached it. */
export interface WithheldField {
  readonly path: string;
  readonly cause: Cause | null;
  readonly tokens: number;
  readonly number: number;
  readonly eventId: string;
  readonly count: number;
}

/** Fields one agent knew from handoffs. Its initial input is not recorded. */
export interface AgentKnowledge {
  readonly wrote: readonly KnownField[];
  readonly received: readonly KnownField[];
  readonly withheld: readonly WithheldField[];
  /** Number of handoffs to the agent, and of those with missing or incomplete outlines. */
  readonly handoffCount: number;
  readonly unknownCount: number;
  /** The same of handoffs from the agent. */
  readonly sentCount: number;
  readonly unknownSentCount: number;
}

/**
 * Lists what an agent knew in a session, and from which senders: the fields of its own output, those it
 * received, and those offered to it but removed.
 *
 * @param handoffs in the order of the session.
 */
export function traceAgent(handoffs: readonly OutlinedHandoff[], agent: string): AgentKnowledge {
  const wrote = new Map<string, Met>();
  const received = new Map<string, Met>();
  const withheld = new Map<string, Met>();
  let handoffCount = 0;
  let unknownCount = 0;
  let sentCount = 0;
  let unknownSentCount = 0;
  const paths = new OutlinePaths();
  const isOwn = (path: string, { agents }: OutlinedHandoff) => {
    const source = sourceOf(paths.read(path), agents);
    return source.kind === "output" && source.name === agent;
  };
  for (const [index, handoff] of handoffs.entries()) {
    const isReceiver = handoff.toAgent === agent;
    const isUnknown = handoff.outline === null || handoff.outlineTruncated;
    if (isReceiver) {
      handoffCount += 1;
      if (isUnknown) unknownCount += 1;
    }
    if (handoff.fromAgent === agent) {
      sentCount += 1;
      if (isUnknown) unknownSentCount += 1;
    }
    for (const entry of handoff.outline ?? []) {
      const { after, has, cause } = fateOf(entry, handoff.scopingState);
      const at = { handoff, number: index + 1, has, cause };
      if (isOwn(entry.path, handoff)) meet(wrote, entry.path, { ...at, tokens: entry.tokens });
      if (!isReceiver) continue;
      if (has === "no") meet(withheld, entry.path, { ...at, tokens: entry.tokens });
      else meet(received, entry.path, { ...at, tokens: has === "yes" ? after : entry.tokens });
    }
  }
  return {
    wrote: [...wrote].map(([path, met]) => ({ ...toKnown(path, met), has: "wrote", senders: [] })),
    received: [...received].filter(([path]) => !wrote.has(path)).map(([path, met]) => toKnown(path, met)),
    withheld: [...withheld]
      .filter(([path]) => !received.has(path) && !wrote.has(path))
      .map(([path, met]) => {
        const { tokens, number, eventId, count } = toKnown(path, met);
        return { path, cause: met.cause, tokens, number, eventId, count };
      }),
    handoffCount,
    unknownCount,
    sentCount,
    unknownSentCount,
  };
}

/** The first handoff that held a path, and the overall outcome. */
interface Met {
  readonly handoff: OutlinedHandoff;
  readonly number: number;
  has: "yes" | "in_summary" | "no";
  cause: Cause | null;
  tokens: number;
  count: number;
  readonly senders: Set<string>;
}

function meet(fields: Map<string, Met>, path: string, found: Omit<Met, "count" | "senders">): void {
  const met = fields.get(path) ?? { ...found, count: 0, senders: new Set<string>() };
  fields.set(path, met);
  met.count += 1;
  met.tokens = Math.max(met.tokens, found.tokens);
  if (found.has === "yes") met.has = "yes";
  met.cause = found.cause;
  met.senders.add(found.handoff.fromAgent);
}

function toKnown(path: string, met: Met): KnownField {
  return {
    path,
    has: met.has === "in_summary" ? "in_summary" : "yes",
    tokens: met.tokens,
    senders: [...met.senders],
    number: met.number,
    eventId: met.handoff.eventId,
    count: met.count,
  };
}
