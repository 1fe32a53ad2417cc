import { type HandoffFacts, isGoverned } from "@baton/core/session";
import type { Database } from "@baton/db";
import type { PolicyCheck } from "@baton/server/lineage";
import { forEachPolicy } from "./for-each-policy";

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

const UNKNOWN: PolicyCheck = { enforcement: "unknown", violation: null };

/**
 * Checks context handoffs against the policy versions that they name.
 *
 * @returns one result per handoff, in their order; null if no policy applies, or if the version is not
 * reported yet or was skipped this time, which is checked later (`checkWaitingHandoffs`).
 */
export async function checkHandoffs(
  db: Database,
  workspaceId: string,
  handoffs: readonly HandoffToCheck[],
): Promise<(PolicyCheck | null)[]> {
  const verdicts = handoffs.map(({ facts }) =>
    isGoverned(facts.kind) && facts.policyVersion === null ? UNKNOWN : null,
  );
  await forEachPolicy(db, { workspaceId, items: groupByVersion(handoffs) }, ({ check }, named) => {
    for (const { place, handoff } of named) {
      const { facts, occurredAt } = handoff;
      verdicts[place] = check?.check({ ...facts, occurredAt: occurredAt.getTime() }) ?? UNKNOWN;
    }
  });
  return verdicts;
}

/** Counts the handoffs that violated their policy, by session. */
export function countViolations(
  checked: readonly { sessionId: string | null; verdict: PolicyCheck | null }[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { sessionId, verdict } of checked) {
    if (sessionId === null || verdict?.enforcement !== "differs") continue;
    counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  }
  return counts;
}

function groupByVersion(handoffs: readonly HandoffToCheck[]) {
  const groups = new Map<string, { place: number; handoff: HandoffToCheck }[]>();
  for (const [place, handoff] of handoffs.entries()) {
    const { kind, policyVersion: version } = handoff.facts;
    if (!isGoverned(kind) || version === null) continue;
    const group = groups.get(version);
    if (group) group.push({ place, handoff });
    else groups.set(version, [{ place, handoff }]);
  }
  return groups;
}
