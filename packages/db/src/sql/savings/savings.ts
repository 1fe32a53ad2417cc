import { mapCauseFields } from "@baton/server/savings";
import { getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { SPANS, savingsByRule, savingsByWorkspace } from "../../schema/index";
import { Sum, selectRows } from "../statement/rows";
import { columnsOf } from "./roll-up";
import { nameBucket, type SavingsSeriesScope, savingsByBucket } from "./savings-bucket";
import { type SavingsScope, savingsRows } from "./savings-rows";

/** Columns of all totals of savings. */
export const { sums: SAVINGS_SUMS } = columnsOf(savingsByWorkspace);
/** Selects the sum of each of them, named as in `SavingsTotalsRow`. */
export const SAVINGS_SUM_COLUMNS = sql.raw(
  Object.entries(getTableColumns(savingsByWorkspace))
    .filter(([, { name }]) => SAVINGS_SUMS.includes(name))
    .map(([key, { name }]) => `coalesce(sum(${name}), 0) as "${key}"`)
    .join(),
);

/**
 * Totals of enforced context handoffs, in tokens; `observed…` counts what observe mode would have saved,
 * separately.
 */
export const SavingsTotalsRow = z.object({
  handoffCount: Sum,
  beforeTokens: Sum,
  afterTokens: Sum,
  savedTokens: Sum,
  ...mapCauseFields(() => Sum),
  addedTokens: Sum,
  summarizerTokens: Sum,
  blockedCount: Sum,
  observedCount: Sum,
  observedSavedTokens: Sum,
});
export type SavingsTotalsRow = z.infer<typeof SavingsTotalsRow>;

const DayOfSavings = SavingsTotalsRow.extend({ day: z.string() });
type DayOfSavings = z.infer<typeof DayOfSavings>;

/** Returns the totals for a range and a filter. */
export async function getSavings(db: Database, scope: SavingsScope): Promise<SavingsTotalsRow> {
  const rows = await selectRows(
    db,
    SavingsTotalsRow,
    sql`select ${SAVINGS_SUM_COLUMNS} from ${savingsRows(scope, null, { keys: [], sums: SAVINGS_SUMS }, "range")} sums`,
  );
  const [sums] = rows;
  if (!sums) throw new Error("an aggregate without groups gives one row");
  return sums;
}

/** Returns the totals of each day (or hour) with handoffs, oldest first. */
export async function listSavingsByDay(db: Database, scope: SavingsSeriesScope): Promise<DayOfSavings[]> {
  return selectRows(
    db,
    DayOfSavings,
    sql`select ${nameBucket(scope)} as day, ${SAVINGS_SUM_COLUMNS}
      from ${savingsByBucket(scope, null, { keys: [], sums: SAVINGS_SUMS })} group by bucket order by bucket`,
  );
}

const MODEL_COLUMNS = { keys: ["to_model"], sums: ["saved_tokens", "summarizer_tokens"] };
const ModelDay = z.object({ day: z.string(), model: z.string(), tokens: Sum });

/**
 * Net saved tokens (minus summarizer tokens) per day or hour in UTC, like prices, and per receiver's model;
 * '' if not recorded.
 */
export async function listSavingsByModel(db: Database, scope: SavingsSeriesScope) {
  const inUtc = { ...scope, range: { ...scope.range, timeZone: "UTC" } };
  return selectRows(
    db,
    ModelDay,
    sql`select ${nameBucket(inUtc)} as day, to_model as model, sum(saved_tokens) - sum(summarizer_tokens) as tokens
      from ${savingsByBucket(inUtc, "model", MODEL_COLUMNS)}
      group by bucket, to_model order by bucket, to_model`,
  );
}

/** Returns every model that a handoff named for its receiver, or that was called. */
export async function listModels(db: Database, { workspaceId }: { workspaceId: string }): Promise<string[]> {
  const rows = await selectRows(
    db,
    z.object({ model: z.string() }),
    sql`select distinct to_model as model from ${savingsByRule}
      where workspace_id = ${workspaceId} and span = ${SPANS.day} and to_model <> ''
      union select model from message_usage where workspace_id = ${workspaceId} and model is not null order by 1`,
  );
  return rows.map(({ model }) => model);
}
