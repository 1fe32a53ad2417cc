import type { HandoffFacts } from "@baton/core/session";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../client";
import { handoff } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { toSummed } from "../savings/savings-write";
import { isAmong } from "../statement/is-among";
import { addToUngoverned } from "./ungoverned-write";

const JOINED_KINDS = ["delegation", "message"] as const;

/** The columns that one of the two records knows better. */
type Joined = Pick<
  HandoffFacts,
  | "fromAgent"
  | "fromAgentId"
  | "toAgent"
  | "toAgentId"
  | "ruleId"
  | "policyVersion"
  | "scopingState"
  | "beforeTokens"
  | "measureBefore"
  | "afterTokens"
  | "measureAfter"
  | "auditNote"
>;

/**
 * Completes handoffs that a hook and a transcript both record, in any order: they have the same identity, so
 * the second record adds to the row of the first one, and both count once.
 *
 * @param records new ones whose identity was claimed before. `upsertAgents` has locked their sessions.
 * @returns the IDs of the affected sessions, as stored.
 */
export async function joinHandoffs(
  db: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<string[]> {
  const second = new Map(
    records.flatMap(({ eventId, record }) =>
      record.handoff && JOINED_KINDS.some((kind) => kind === record.handoff?.kind)
        ? [[toStorableText(eventId), toStored(record.handoff)] as const]
        : [],
    ),
  );
  if (second.size === 0) return [];
  const rows = await db
    .select()
    .from(handoff)
    .where(
      and(
        eq(handoff.workspaceId, workspaceId),
        inArray(handoff.kind, JOINED_KINDS),
        isAmong(handoff.eventId, [...second.keys()]),
      ),
    );
  const changed = rows.flatMap((row) => {
    const facts = second.get(row.eventId);
    if (!facts || isDecided(facts) === isDecided(row)) return [];
    return [{ row, joined: isDecided(facts) ? join(facts, row) : join(row, facts) }];
  });
  if (changed.length === 0) return [];
  await addToUngoverned(
    db,
    workspaceId,
    changed.map(({ row }) => toSummed(row)),
    -1,
  );
  for (const { row, joined } of changed) {
    await db
      .update(handoff)
      .set(joined)
      .where(
        and(
          eq(handoff.workspaceId, workspaceId),
          eq(handoff.occurredAt, row.occurredAt),
          eq(handoff.eventId, row.eventId),
        ),
      );
  }
  await addToUngoverned(
    db,
    workspaceId,
    changed.map(({ row, joined }) => toSummed({ ...row, ...joined })),
  );
  return changed.flatMap(({ row }) => row.sessionId ?? []);
}

/** True for the record of a hook: a transcript does not know what was decided. */
function isDecided({ scopingState }: Pick<Joined, "scopingState">): boolean {
  return scopingState !== null;
}

function toStored(facts: Joined): Joined {
  const stored = (text: string | null) => text && toStorableText(text);
  return {
    ...facts,
    fromAgent: toStorableText(facts.fromAgent),
    fromAgentId: stored(facts.fromAgentId),
    toAgent: toStorableText(facts.toAgent),
    toAgentId: stored(facts.toAgentId),
    ruleId: stored(facts.ruleId),
    policyVersion: stored(facts.policyVersion),
    auditNote: stored(facts.auditNote),
  };
}

/** The hook knows what passed, the transcript who ran and how large the sender's context was. */
function join(hook: Joined, transcript: Joined): Joined {
  const isCounted = hook.afterTokens !== null;
  const hasContext = transcript.beforeTokens !== null;
  return {
    fromAgent: known(transcript.fromAgent, hook.fromAgent),
    fromAgentId: transcript.fromAgentId ?? hook.fromAgentId,
    toAgent: known(transcript.toAgent, hook.toAgent),
    toAgentId: transcript.toAgentId ?? hook.toAgentId,
    ruleId: hook.ruleId,
    policyVersion: hook.policyVersion,
    scopingState: hook.scopingState,
    beforeTokens: hasContext ? transcript.beforeTokens : hook.beforeTokens,
    measureBefore: hasContext ? transcript.measureBefore : hook.measureBefore,
    afterTokens: isCounted ? hook.afterTokens : transcript.afterTokens,
    measureAfter: isCounted ? hook.measureAfter : transcript.measureAfter,
    auditNote: hook.auditNote,
  };
}

function known(name: string, other: string): string {
  return name === "unknown" ? other : name;
}
