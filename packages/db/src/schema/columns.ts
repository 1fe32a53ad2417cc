import { mapCauseFields } from "@baton/server/savings";
import { type AnyPgColumn, bigint, integer, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** First in every key, so that the tables can be distributed over nodes by workspace. */
export const workspaceId = () => text("workspace_id").notNull();

/** A time to the millisecond, like JavaScript's, so that a value read equals the value written. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/**
 * A size in tokens; null means "not recorded". 64 bits, since a writer may claim any whole number up to 2^53.
 */
export const tokens = (name: string) => bigint(name, { mode: "number" });

/** A sum, which can exceed 32 bits but not 2^53. */
export const total = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);

/**
 * Position of a record: a file, its generation (a rewritten file is a new one), the line's byte offset, and
 * the index in the line.
 */
export const position = () => ({
  sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
  generation: integer("generation").notNull(),
  sequence: bigint("sequence", { mode: "number" }).notNull(),
  ordinal: integer("ordinal").notNull(),
});

type PositionColumn = "workspaceId" | "occurredAt" | keyof ReturnType<typeof position>;

/** Primary key of a table partitioned by month: a record's position and the partition's time. */
export function positionPrimaryKey<Name extends string>(
  name: `${Name}_pkey`,
  table: Record<PositionColumn, AnyPgColumn<{ tableName: Name }>>,
) {
  const { workspaceId, occurredAt, sourceFileId, generation, sequence, ordinal } = table;
  return primaryKey({
    name,
    columns: [workspaceId, occurredAt, sourceFileId, generation, sequence, ordinal],
  });
}

/** Saved tokens by cause; with `added` (≤ 0) they equal the tokens saved. */
export const causeTotals = () => ({
  ...mapCauseFields((cause) => total(`saved_by_${cause}`)),
  addedTokens: total("added_tokens"),
});
