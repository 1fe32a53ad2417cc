import { CAUSES, type HandoffFacts } from "@baton/core";
import { sql } from "drizzle-orm";
import type { Database } from "../client";
import { CAUSE_COLUMNS, savingsByPairHour, savingsByRuleHour } from "../schema/index";
import type { ResolvedHandoff } from "./handoff-write";
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

/**
 * Adds context handoffs to the sums of their hours (UTC), by rule and by pair. What observe mode would have saved is
 * kept apart; delegations and spans are no savings and stay out.
 *
 * @param handoffs that count: none that is a duplicate, none that was there before.
 */
export async function addToSavings(
  db: Database,
  workspaceId: string,
  handoffs: readonly ResolvedHandoff[],
): Promise<void> {
  const byRule = new Map<string, typeof savingsByRuleHour.$inferInsert & Sums>();
  const byPair = new Map<string, typeof savingsByPairHour.$inferInsert & Sums>();
  for (const { facts, occurredAt } of handoffs) {
    if (facts.kind !== "context" || !facts.mode) continue;
    const hour = new Date(Math.floor(occurredAt.getTime() / HOUR_MILLISECONDS) * HOUR_MILLISECONDS);
    const shared = { workspaceId, hour, toModel: facts.toModel ?? "" };
    const { ruleId, mode, fromAgent, toAgent } = facts;
    add(byRule, [hour.toISOString(), ruleId ?? "", mode, shared.toModel], facts, {
      ...shared,
      ruleId: ruleId ?? "",
      mode,
    });
    add(byPair, [hour.toISOString(), fromAgent, toAgent, shared.toModel], facts, {
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

function add<Key extends object>(
  rows: Map<string, Key & Sums>,
  keyParts: readonly string[],
  facts: HandoffFacts,
  columns: Key,
): void {
  const key = JSON.stringify(keyParts);
  const row = rows.get(key) ?? { ...columns, ...NO_SUMS };
  rows.set(key, row);
  addHandoff(row, facts);
}

function addHandoff(sums: Sums, facts: HandoffFacts): void {
  if (facts.scopingState === "observed") {
    sums.observedCount += 1;
    sums.observedSavedTokens += facts.savedTokens ?? 0;
    return;
  }
  sums.handoffCount += 1;
  sums.beforeTokens += facts.beforeTokens ?? 0;
  sums.afterTokens += facts.afterTokens ?? 0;
  sums.savedTokens += facts.savedTokens ?? 0;
  sums.summarizerTokens += facts.summarizerTokens ?? 0;
  const causes = facts.savedByCause;
  if (!causes) return;
  for (const cause of CAUSES) sums[CAUSE_COLUMNS[cause]] += causes[cause];
  sums.addedTokens += causes.added;
  if (causes.blocked > 0) sums.blockedCount += 1;
}

/** In one order for all writers, so that two who add to the same sums never wait for one another in a ring. */
function sortedRows<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
