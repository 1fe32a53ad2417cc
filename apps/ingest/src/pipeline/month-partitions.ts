import { ensurePartitions } from "@baton/db";
import type { EventLine } from "@baton/db/write";
import type { IngestContext } from "./ingest-context";

/** Returns the months, `YYYY-MM`, whose partitions are not known to exist, each with a time in it. */
export function findNewMonths(
  { knownMonths }: Pick<IngestContext, "knownMonths">,
  lines: readonly EventLine[],
): Map<string, Date> {
  const months = new Map<string, Date>();
  for (const { records } of lines) {
    for (const { occurredAt } of records) {
      const month = occurredAt.toISOString().slice(0, 7);
      if (!knownMonths.has(month)) months.set(month, occurredAt);
    }
  }
  return months;
}

/** Creates the partitions for `findNewMonths`, outside the transaction that found them missing. */
export async function addPartitions(
  { db, knownMonths }: Pick<IngestContext, "db" | "knownMonths">,
  months: ReadonlyMap<string, Date>,
): Promise<void> {
  await ensurePartitions(db, months.values());
  for (const month of months.keys()) knownMonths.add(month);
}

/** Forgets the known partitions, because retention may have dropped some, as a conflict can show. */
export function clearPartitions({ knownMonths }: Pick<IngestContext, "knownMonths">): void {
  knownMonths.clear();
}
