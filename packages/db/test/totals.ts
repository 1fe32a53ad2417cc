import type { Database } from "../src/client";
import { savingsByPair, savingsByRule, savingsByWorkspace } from "../src/schema/index";
import { addToRollUps, quarterOf } from "../src/sql/savings/roll-up";
import { NO_SUMS } from "../src/sql/savings/savings-write";
import { bringRows } from "../src/sql/statement/insert-rows";

type Row = typeof savingsByPair.$inferInsert;

/** Totals of handoffs at a time. Defaults: agents `a` and `b`, no rule, mode scoped. */
export type TotalsAt = { at: Date } & Partial<Omit<Row, "workspaceId" | "span" | "start">>;

/** Adds totals of savings as if they were added with their handoffs. */
export async function addTotals(db: Database, workspaceId: string, sums: readonly TotalsAt[]): Promise<void> {
  const rows = sums.map(({ at, ...given }): Row => {
    const key = { fromAgent: "a", toAgent: "b", ruleId: "", mode: "scoped" as const, toModel: "" };
    return { ...quarterOf(workspaceId, at), ...key, ...NO_SUMS, ...given };
  });
  const tables = [savingsByPair, savingsByRule, savingsByWorkspace];
  await addToRollUps(db, await bringRows(db, savingsByPair, rows), tables);
}
