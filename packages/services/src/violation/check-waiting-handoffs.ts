import { ContextHandoffEvent } from "@baton/core";
import type { Database } from "@baton/db";
import {
  addViolationsToSessions,
  findWaitingVersion,
  listWaitingHandoffs,
  markWithoutVersion,
  restartLeaks,
  tryLockViolationCheck,
  updateViolations,
  type WaitingHandoff,
} from "@baton/db/write";
import type { PolicyCheck } from "@baton/server/lineage";
import { fromStorableText } from "@baton/server/storable-text";
import { checkHandoffs, countViolations } from "./check-handoffs";

const UNKNOWN: PolicyCheck = { enforcement: "unknown", violation: null };

/**
 * Checks some of the handoffs that were stored before their policy version was reported. Each batch is
 * committed together with the marks of its sessions, so a caller can stop at any time and continue later. It
 * is finished when this returns 0.
 *
 * @param limit maximum number.
 * @returns the number of checked handoffs; 0 if none is left or another process is checking.
 */
export async function checkWaitingHandoffs(db: Database, { limit }: { limit: number }): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await tryLockViolationCheck(tx))) return 0;
    const withoutVersion = await markWithoutVersion(tx, limit);
    if (withoutVersion > 0) return withoutVersion;
    const version = await findWaitingVersion(tx);
    if (!version) return 0;
    const { workspaceId } = version;
    const waiting = await listWaitingHandoffs(tx, version, limit);
    const verdicts = await checkHandoffs(tx, workspaceId, waiting.map(toHandoffToCheck));
    const checked = waiting.map(({ handoff }, index) => ({
      ...handoff,
      verdict: verdicts[index] ?? UNKNOWN,
    }));
    await updateViolations(tx, checked);
    // Leaks depend on the policy, too.
    const outlined = waiting.flatMap(({ handoff: { sessionId }, outline }) => (outline && sessionId) ?? []);
    await restartLeaks(tx, workspaceId, [...new Set(outlined)]);
    await addViolationsToSessions(tx, workspaceId, countViolations(checked));
    return checked.length;
  });
}

function toHandoffToCheck({ handoff, outline, text }: WaitingHandoff) {
  const { fromAgent, toAgent, ruleId } = handoff;
  return {
    occurredAt: handoff.occurredAt,
    facts: {
      ...handoff,
      fromAgent: fromStorableText(fromAgent),
      toAgent: fromStorableText(toAgent),
      ruleId: ruleId === null ? null : fromStorableText(ruleId),
      outline: outline?.entries.map((entry) => ({ ...entry, path: fromStorableText(entry.path) })) ?? null,
      outlineTruncated: outline?.isTruncated ?? false,
      agents: outline?.agents?.map(fromStorableText) ?? readAgents(text),
    },
  };
}

/** Reads the agents of a context from its line; null if the line is not stored. Old outlines have none. */
function readAgents(text: string | null): string[] | null {
  if (text === null) return null;
  try {
    const read = ContextHandoffEvent.safeParse(JSON.parse(fromStorableText(text)));
    return read.data?.context_before_scoping.agents_included ?? null;
  } catch {
    return null;
  }
}
