import "server-only";
import type { HandoffKind } from "@baton/core/session";
import {
  type Database,
  type getSession,
  listSessionHandoffs,
  listSessionLeaks,
  listSessionOutlines,
  listSessionUsage,
} from "@baton/db";
import { mergeSides } from "@/features/sessions/compare/merge-sides";
import { keepFirst, LIST_LIMIT } from "./keep-first";

/** Rows of each part of a comparison. */
const MOST_ROWS = 1_000;

type Session = NonNullable<Awaited<ReturnType<typeof getSession>>>;

/** Compares the agents, handoffs, fields, usage and leaks of two sessions. */
export async function compareSessions(db: Database, [first, second]: readonly [Session, Session]) {
  // One after the other: each may read thousands of handoffs.
  const a = await readSides(db, first);
  const b = await readSides(db, second);
  const merge = <Value>(of: (side: typeof a) => ReadonlyMap<string, Value>) =>
    keepFirst(mergeSides(of(a), of(b)), MOST_ROWS);
  return {
    sessions: { a: first, b: second },
    agents: merge(({ agents }) => agents),
    pairs: merge(({ pairs }) => pairs),
    fields: merge(({ fields }) => fields),
    usage: merge(({ usage }) => usage),
    leaks: merge(({ leaks }) => leaks),
    /** False for a session that is too large to read its fields. */
    hasFields: { a: a.hasFields, b: b.hasFields },
  };
}

interface AgentSide {
  received: number;
  given: number;
}
interface PairSide {
  fromAgent: string;
  toAgent: string;
  kind: HandoffKind;
  count: number;
  /** Null if one of the sizes was not recorded. */
  passedTokens: number | null;
}

async function readSides(db: Database, session: Session) {
  const { workspaceId, sessionId } = session;
  const [handoffs, usage, outlines, leaks] = await Promise.all([
    listSessionHandoffs(db, session),
    listSessionUsage(db, { ...session, limit: LIST_LIMIT }),
    listSessionOutlines(db, session),
    listSessionLeaks(db, { workspaceId, sessionId, limit: MOST_ROWS }),
  ]);
  const agents = new Map<string, AgentSide>();
  const pairs = new Map<string, PairSide>();
  for (const { fromAgent, toAgent, kind, afterTokens, beforeTokens, scopingState } of handoffs) {
    agentOf(agents, fromAgent).given += 1;
    agentOf(agents, toAgent).received += 1;
    const key = JSON.stringify([fromAgent, toAgent, kind]);
    const pair = pairs.get(key) ?? { fromAgent, toAgent, kind, count: 0, passedTokens: 0 };
    const passed = scopingState === "observed" ? beforeTokens : afterTokens;
    pair.passedTokens = pair.passedTokens === null || passed === null ? null : pair.passedTokens + passed;
    pair.count += 1;
    pairs.set(key, pair);
  }
  const fields = new Map<string, { offeredTokens: number; passedTokens: number }>();
  for (const { outline, scopingState } of outlines ?? []) {
    for (const { path, tokens, after = tokens } of outline ?? []) {
      const field = fields.get(path) ?? { offeredTokens: 0, passedTokens: 0 };
      field.offeredTokens += tokens;
      field.passedTokens += scopingState === "observed" ? tokens : after;
      fields.set(path, field);
    }
  }
  return {
    agents,
    pairs,
    fields,
    usage: new Map(
      usage.map(({ agent, calls, inputTokens, cacheCreationTokens, cacheReadTokens, outputTokens }) => [
        agent,
        { calls, inputTokens: inputTokens + cacheCreationTokens + cacheReadTokens, outputTokens },
      ]),
    ),
    leaks: countBy(leaks.map(({ field }) => field)),
    hasFields: outlines !== null,
  };
}

function agentOf(agents: Map<string, AgentSide>, agent: string): AgentSide {
  const known = agents.get(agent) ?? { received: 0, given: 0 };
  agents.set(agent, known);
  return known;
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
