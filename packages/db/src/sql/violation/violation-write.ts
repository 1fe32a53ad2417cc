import type { HandoffFacts } from "@baton/core/session";
import { isCheckable, type PolicyCheck, ViolationChecker } from "@baton/server/lineage";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { policyVersion, session } from "../../schema/index";
import { readReportedPolicy } from "../policy/policy";

/** The columns of a handoff that a check needs. */
export interface HandoffToCheck {
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
 * Characters of a policy, and of all that are cached: a compiled one needs forty times as much memory.
 * Longer ones are not checked. They cannot be published either.
 */
const MAX_POLICY_LENGTH = 2_000_000;
/**
 * Maximum total length of policies compiled for one batch, which takes some seconds. Handoffs of other
 * policies wait for the next run.
 */
const MAX_COMPILED_LENGTH = 8_000_000;

interface KeptChecker {
  /** Null for an invalid policy. */
  check: ViolationChecker | null;
  length: number;
}

/** Checkers by workspace and version. A version never changes, so cached checkers never become outdated. */
const checkers = new Map<string, KeptChecker>();

const UNKNOWN: PolicyCheck = { enforcement: "unknown", violation: null };

/**
 * Checks context handoffs against the policy versions that they name.
 *
 * @returns one result per handoff, in their order; null if no policy applies, or if the version is not
 * reported yet or was skipped this time, which is checked later ({@link checkWaitingHandoffs}).
 */
export async function checkHandoffs(
  db: Database,
  workspaceId: string,
  handoffs: readonly HandoffToCheck[],
): Promise<(PolicyCheck | null)[]> {
  const verdicts = handoffs.map(({ facts }) =>
    facts.kind === "context" && facts.policyVersion === null ? UNKNOWN : null,
  );
  let compiledLength = 0;
  // Loads one version after another, so that each can be freed when its handoffs are checked. A log may
  // announce many large ones.
  for (const [version, named] of groupByVersion(handoffs)) {
    const key = JSON.stringify([workspaceId, version]);
    let kept = checkers.get(key);
    if (!kept && compiledLength < MAX_COMPILED_LENGTH) {
      kept = await loadChecker(db, workspaceId, version, key);
      compiledLength += kept?.length ?? 0;
    }
    if (!kept) continue;
    for (const { place, handoff } of named) {
      const { facts, occurredAt } = handoff;
      verdicts[place] = kept.check?.check({ ...facts, occurredAt: occurredAt.getTime() }) ?? UNKNOWN;
    }
  }
  return verdicts;
}

function groupByVersion(handoffs: readonly HandoffToCheck[]) {
  const groups = new Map<string, { place: number; handoff: HandoffToCheck }[]>();
  for (const [place, handoff] of handoffs.entries()) {
    const { kind, policyVersion: version } = handoff.facts;
    if (kind !== "context" || version === null) continue;
    const group = groups.get(version);
    if (group) group.push({ place, handoff });
    else groups.set(version, [{ place, handoff }]);
  }
  return groups;
}

/** Adds handoffs with policy violations to the counts of their sessions. */
export async function addViolationsToSessions(
  db: Database,
  workspaceId: string,
  checked: readonly { sessionId: string | null; verdict: PolicyCheck | null }[],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { sessionId, verdict } of checked) {
    if (sessionId === null || verdict?.enforcement !== "differs") continue;
    counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  }
  // Use the same order for all writers, so that updates of the same sessions cannot deadlock.
  for (const [sessionId, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await db
      .update(session)
      .set({ violationCount: sql`${session.violationCount} + ${count}` })
      .where(and(eq(session.workspaceId, workspaceId), eq(session.sessionId, toStorableText(sessionId))));
  }
}

/** Loads a checker; null for a version that has not been reported. */
async function loadChecker(
  db: Database,
  workspaceId: string,
  version: string,
  key: string,
): Promise<KeptChecker | undefined> {
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
  const keptLength = [...checkers.values()].reduce((sum, kept) => sum + kept.length, 0);
  // Free memory before the next checker is created.
  if (keptLength + length > MAX_POLICY_LENGTH) checkers.clear();
  const kept = { check: createChecker(row), length };
  checkers.set(key, kept);
  return kept;
}

function createChecker(row: typeof policyVersion.$inferSelect): ViolationChecker | null {
  if (row.policyText.length > MAX_POLICY_LENGTH) return null;
  const parsed = readReportedPolicy(row);
  if (!parsed.ok || !isCheckable(parsed.policy)) return null;
  return new ViolationChecker(parsed.policy, { enabled: row.isEnabled, observe: row.isObserving });
}
