import type { Database } from "../src/client";
import { savingsByPair, savingsByRule, savingsByWorkspace } from "../src/schema/index";
import { addToRollUps, quarterOf } from "../src/sql/savings/roll-up";
import { NO_SUMS } from "../src/sql/savings/savings-write";
import { bringRows } from "../src/sql/statement/insert-rows";

type Row = typeof savingsByPair.$inferInsert;

/** Sums of the handoffs of a moment; what is not said is of agents `a` and `b`, of no rule, and scoped. */
export type TotalsAt = { at: Date } & Partial<Omit<Row, "workspaceId" | "span" | "start">>;

/** Adds sums of savings as they would be added with the handoffs that they are of. */
export async function addTotals(db: Database, workspaceId: string, sums: readonly TotalsAt[]): Promise<void> {
  const rows = sums.map(({ at, ...given }): Row => {
    const key = { fromAgent: "a", toAgent: "b", ruleId: "", mode: "scoped" as const, toModel: "" };
    return { ...quarterOf(workspaceId, at), ...key, ...NO_SUMS, ...given };
  });
  const tables = [savingsByPair, savingsByRule, savingsByWorkspace];
  await addToRollUps(db, await bringRows(db, savingsByPair, rows), tables);
}
