import { fromStorableText, type HandoffFacts, toStorableText } from "@baton/core";
import { EnforcementJudge, type Judgement } from "@baton/core/lineage";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../client";
import { policyVersion, session } from "../schema/index";
import { readSeenPolicy } from "./policy";

/** What of a handoff is judged. */
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

/** Versions of policies that are kept ready to judge by. */
const MAX_JUDGES = 64;

/** By workspace and version. What a version says never changes, so that a judge that is kept is never out of date. */
const judges = new Map<string, EnforcementJudge>();

const UNKNOWN: Judgement = { enforcement: "unknown", drift: null };

/**
 * Judges context handoffs by the versions of the policy that they name.
 *
 * @returns by handoff, in their order: null for one that no policy governs, and for one whose version has not been seen yet, which is
 *   judged when it is ({@link judgeWaitingHandoffs}).
 */
export async function judgeHandoffs(
  db: Database,
  workspaceId: string,
  handoffs: readonly HandoffToJudge[],
): Promise<(Judgement | null)[]> {
  const versions = handoffs.flatMap(({ facts }) =>
    facts.kind === "context" ? (facts.policyVersion ?? []) : [],
  );
  const known = await findJudges(db, workspaceId, new Set(versions));
  return handoffs.map(({ facts, occurredAt }) => {
    if (facts.kind !== "context") return null;
    if (facts.policyVersion === null) return UNKNOWN;
    const judge = known.get(facts.policyVersion);
    if (judge === undefined) return null;
    return judge?.judge({ ...facts, occurredAt: occurredAt.getTime() }) ?? UNKNOWN;
  });
}

/** Counts the handoffs that did not follow the policy of their time with their sessions. */
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
  // In one order for all writers, so that two who count for the same sessions never wait for one another in a ring.
  for (const [sessionId, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await db
      .update(session)
      .set({ driftCount: sql`${session.driftCount} + ${count}` })
      .where(and(eq(session.workspaceId, workspaceId), eq(session.sessionId, toStorableText(sessionId))));
  }
}

/** By version; null for one that cannot be parsed any more, nothing for one that has not been seen. */
async function findJudges(
  db: Database,
  workspaceId: string,
  versions: ReadonlySet<string>,
): Promise<Map<string, EnforcementJudge | null>> {
  const found = new Map<string, EnforcementJudge | null>();
  const missing: string[] = [];
  for (const version of versions) {
    const judge = judges.get(keyOf(workspaceId, version));
    if (judge) found.set(version, judge);
    else missing.push(version);
  }
  if (missing.length === 0) return found;
  const rows = await db
    .select()
    .from(policyVersion)
    .where(
      and(
        eq(policyVersion.workspaceId, workspaceId),
        inArray(policyVersion.policyVersion, missing.map(toStorableText)),
      ),
    );
  for (const row of rows) {
    const version = fromStorableText(row.policyVersion);
    const judge = createJudge(row);
    found.set(version, judge);
    if (judge === null) continue;
    if (judges.size >= MAX_JUDGES) judges.clear();
    judges.set(keyOf(workspaceId, version), judge);
  }
  return found;
}

function createJudge(row: typeof policyVersion.$inferSelect): EnforcementJudge | null {
  const parsed = readSeenPolicy(row);
  if (!parsed.ok) return null;
  return new EnforcementJudge(parsed.policy, { enabled: row.isEnabled, observe: row.isObserving });
}

function keyOf(workspaceId: string, version: string): string {
  return JSON.stringify([workspaceId, version]);
}
