import type { HandoffFacts } from "@baton/core/session";
import { EnforcementJudge, isJudgeable, type Judgement } from "@baton/server/lineage";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { policyVersion, session } from "../../schema/index";
import { readSeenPolicy } from "../policy/policy";

/** The part of a handoff that is checked. */
export interface HandoffToJudge {
  occurredAt: Date;
  facts: Pick<
    HandoffFacts,
    | "kind"
    | "fromAgent"
    | "toAgent"
    | "mode"
    | "ruleId"
    | "policyVersion"
    | "scopingState"
    | "outline"
    | "outlineTruncated"
    | "agents"
  >;
}

/**
 * Limits of the cached policy versions: their number, and the total length of their texts. A compiled policy
 * needs forty times as much memory.
 */
const MAX_JUDGES = 64;
const MAX_KEPT_LENGTH = 2_000_000;
/** Longer policies are not checked. They cannot be published either. */
const MAX_POLICY_LENGTH = 2_000_000;
/** Texts that are compiled for one batch: some seconds. What names others waits for the next look. */
const MAX_COMPILED_LENGTH = 8_000_000;

interface KeptJudge {
  /** Null for an invalid policy. */
  judge: EnforcementJudge | null;
  length: number;
}

/** By workspace and version. A version never changes, so cached checkers never become outdated. */
const judges = new Map<string, KeptJudge>();

const UNKNOWN: Judgement = { enforcement: "unknown", drift: null };

/**
 * Checks context handoffs against the policy versions that they name.
 *
 * @returns one result per handoff, in their order; null if no policy applies, or if the version is not
 * reported yet or was skipped this time, which is checked later ({@link judgeWaitingHandoffs}).
 */
export async function judgeHandoffs(
  db: Database,
  workspaceId: string,
  handoffs: readonly HandoffToJudge[],
): Promise<(Judgement | null)[]> {
  const judgements = handoffs.map(({ facts }) =>
    facts.kind === "context" && facts.policyVersion === null ? UNKNOWN : null,
  );
  let compiledLength = 0;
  // Loads one version after another, so that each can be freed when its handoffs are checked. A log may
  // announce many large ones.
  for (const [version, named] of groupByVersion(handoffs)) {
    const key = JSON.stringify([workspaceId, version]);
    let kept = judges.get(key);
    if (!kept && compiledLength < MAX_COMPILED_LENGTH) {
      kept = await loadJudge(db, workspaceId, version, key);
      compiledLength += kept?.length ?? 0;
    }
    if (!kept) continue;
    for (const { place, handoff } of named) {
      const { facts, occurredAt } = handoff;
      judgements[place] = kept.judge?.judge({ ...facts, occurredAt: occurredAt.getTime() }) ?? UNKNOWN;
    }
  }
  return judgements;
}

function groupByVersion(handoffs: readonly HandoffToJudge[]) {
  const groups = new Map<string, { place: number; handoff: HandoffToJudge }[]>();
  for (const [place, handoff] of handoffs.entries()) {
    const { kind, policyVersion: version } = handoff.facts;
    if (kind !== "context" || version === null) continue;
    const group = groups.get(version);
    if (group) group.push({ place, handoff });
    else groups.set(version, [{ place, handoff }]);
  }
  return groups;
}

/** Adds handoffs that violated the policy of their time to the counts of their sessions. */
export async function addDriftToSessions(
  db: Database,
  workspaceId: string,
  judged: readonly { sessionId: string | null; judgement: Judgement | null }[],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { sessionId, judgement } of judged) {
    if (sessionId === null || judgement?.enforcement !== "differs") continue;
    counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  }
  // In one order for all writers, so that two who count for the same
  // sessions never wait for one another in a ring.
  for (const [sessionId, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await db
      .update(session)
      .set({ driftCount: sql`${session.driftCount} + ${count}` })
      .where(and(eq(session.workspaceId, workspaceId), eq(session.sessionId, toStorableText(sessionId))));
  }
}

/** Nothing for a version that has not been seen. */
async function loadJudge(
  db: Database,
  workspaceId: string,
  version: string,
  key: string,
): Promise<KeptJudge | undefined> {
  const [row] = await db
    .select()
    .from(policyVersion)
    .where(
      and(
        eq(policyVersion.workspaceId, workspaceId),
        eq(policyVersion.policyVersion, toStorableText(version)),
      ),
    );
  if (!row) return undefined;
  const { length } = row.policyText;
  const keptLength = [...judges.values()].reduce((sum, kept) => sum + kept.length, 0);
  // Before the next one is made, so that there is room for it.
  if (judges.size >= MAX_JUDGES || keptLength + length > MAX_KEPT_LENGTH) judges.clear();
  const kept = { judge: createJudge(row), length };
  judges.set(key, kept);
  return kept;
}

function createJudge(row: typeof policyVersion.$inferSelect): EnforcementJudge | null {
  if (row.policyText.length > MAX_POLICY_LENGTH) return null;
  const parsed = readSeenPolicy(row);
  if (!parsed.ok || !isJudgeable(parsed.policy)) return null;
  return new EnforcementJudge(parsed.policy, { enabled: row.isEnabled, observe: row.isObserving });
}
