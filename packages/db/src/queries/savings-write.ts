import { CAUSES, fromStorableText, type HandoffFacts } from "@baton/core";
import { and, between, eq, sql } from "drizzle-orm";
import type { Database } from "../client";
import { CAUSE_COLUMNS, type handoff, savingsByPairHour, savingsByRuleHour } from "../schema/index";
import { addExcluded, insertRows } from "./insert-rows";

const HOUR_MILLISECONDS = 3_600_000;

const NO_SUMS = {
  handoffCount: 0,
  beforeTokens: 0,
  afterTokens: 0,
  savedTokens: 0,
  savedByMode: 0,
  savedByNotAllowed: 0,
  savedByBlocked: 0,
  savedByDropped: 0,
  savedByExtracted: 0,
  savedBySummarized: 0,
  addedTokens: 0,
  summarizerTokens: 0,
  blockedCount: 0,
  observedCount: 0,
  observedSavedTokens: 0,
};
type Sums = typeof NO_SUMS;
const SUM_KEYS = Object.keys(NO_SUMS);

/** What of a handoff enters the sums. */
interface SummedHandoff {
  occurredAt: Date;
  facts: Pick<
    HandoffFacts,
    | "kind"
    | "mode"
    | "ruleId"
    | "fromAgent"
    | "toAgent"
    | "toModel"
    | "scopingState"
    | "beforeTokens"
    | "afterTokens"
    | "savedTokens"
    | "summarizerTokens"
    | "savedByCause"
  >;
}

/**
 * Adds context handoffs to the sums of their hours (UTC), by rule and by pair. What observe mode would have saved is
 * kept apart; delegations and spans are no savings and stay out.
 *
 * @param handoffs that count: none that is a duplicate, none that was there before.
 * @param sign −1 takes them out again.
 */
export async function addToSavings(
  db: Database,
  workspaceId: string,
  handoffs: readonly SummedHandoff[],
  sign: 1 | -1 = 1,
): Promise<void> {
  const byRule = new Map<string, typeof savingsByRuleHour.$inferInsert & Sums>();
  const byPair = new Map<string, typeof savingsByPairHour.$inferInsert & Sums>();
  for (const { facts, occurredAt } of handoffs) {
    if (facts.kind !== "context" || !facts.mode) continue;
    const hour = new Date(Math.floor(occurredAt.getTime() / HOUR_MILLISECONDS) * HOUR_MILLISECONDS);
    const shared = { workspaceId, hour, toModel: facts.toModel ?? "" };
    const { ruleId, mode, fromAgent, toAgent } = facts;
    add(byRule, [hour.toISOString(), ruleId ?? "", mode, shared.toModel], facts, sign, {
      ...shared,
      ruleId: ruleId ?? "",
      mode,
    });
    add(byPair, [hour.toISOString(), fromAgent, toAgent, shared.toModel], facts, sign, {
      ...shared,
      fromAgent,
      toAgent,
    });
  }
  if (byRule.size === 0) return;
  await insertRows(
    db,
    savingsByRuleHour,
    sortedRows(byRule),
    sql`on conflict (workspace_id, hour, rule_id, mode, to_model) do update set ${addExcluded(savingsByRuleHour, SUM_KEYS)}`,
  );
  await insertRows(
    db,
    savingsByPairHour,
    sortedRows(byPair),
    sql`on conflict (workspace_id, hour, from_agent, to_agent, to_model) do update set ${addExcluded(savingsByPairHour, SUM_KEYS)}`,
  );
}

/**
 * Takes handoffs that were deleted out of the sums of their hours; sums that nothing is left of go.
 *
 * @param handoffs as they were stored: each was added once.
 */
export async function removeFromSavings(
  db: Database,
  workspaceId: string,
  handoffs: readonly (typeof handoff.$inferSelect)[],
): Promise<void> {
  if (handoffs.length === 0) return;
  await addToSavings(db, workspaceId, handoffs.map(toSummed), -1);
  const times = handoffs.map(({ occurredAt }) => occurredAt.getTime());
  const [first, last] = [Math.min(...times) - HOUR_MILLISECONDS, Math.max(...times)];
  for (const table of [savingsByRuleHour, savingsByPairHour]) {
    await db
      .delete(table)
      .where(
        and(
          eq(table.workspaceId, workspaceId),
          between(table.hour, new Date(first), new Date(last)),
          eq(table.handoffCount, 0),
          eq(table.observedCount, 0),
        ),
      );
  }
}

/** What of a stored handoff entered the sums when it came. */
export function toSummed({ occurredAt, ...row }: typeof handoff.$inferSelect): SummedHandoff {
  return {
    occurredAt,
    facts: {
      ...row,
      ruleId: row.ruleId && fromStorableText(row.ruleId),
      fromAgent: fromStorableText(row.fromAgent),
      toAgent: fromStorableText(row.toAgent),
      toModel: row.toModel && fromStorableText(row.toModel),
      savedByCause: {
        mode: row.savedByMode ?? 0,
        not_allowed: row.savedByNotAllowed ?? 0,
        blocked: row.savedByBlocked ?? 0,
        dropped: row.savedByDropped ?? 0,
        extracted: row.savedByExtracted ?? 0,
        summarized: row.savedBySummarized ?? 0,
        added: row.addedTokens ?? 0,
      },
    },
  };
}

function add<Key extends object>(
  rows: Map<string, Key & Sums>,
  keyParts: readonly string[],
  facts: SummedHandoff["facts"],
  sign: 1 | -1,
  columns: Key,
): void {
  const key = JSON.stringify(keyParts);
  const row = rows.get(key) ?? { ...columns, ...NO_SUMS };
  rows.set(key, row);
  addHandoff(row, facts, sign);
}

function addHandoff(sums: Sums, facts: SummedHandoff["facts"], sign: 1 | -1): void {
  if (facts.scopingState === "observed") {
    sums.observedCount += sign;
    sums.observedSavedTokens += sign * (facts.savedTokens ?? 0);
    return;
  }
  sums.handoffCount += sign;
  sums.beforeTokens += sign * (facts.beforeTokens ?? 0);
  sums.afterTokens += sign * (facts.afterTokens ?? 0);
  sums.savedTokens += sign * (facts.savedTokens ?? 0);
  sums.summarizerTokens += sign * (facts.summarizerTokens ?? 0);
  const causes = facts.savedByCause;
  if (!causes) return;
  for (const cause of CAUSES) sums[CAUSE_COLUMNS[cause]] += sign * causes[cause];
  sums.addedTokens += sign * causes.added;
  if (causes.blocked > 0) sums.blockedCount += sign;
}

/** In one order for all writers, so that two who add to the same sums never wait for one another in a ring. */
function sortedRows<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
