import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";

/** A total or count, which PostgreSQL returns as text if it has 64 bits. */
export const Sum = z.coerce.number();

/** Milliseconds since 1970, from `extract(epoch from …) * 1000`. */
export const Milliseconds = z.coerce.number().transform((milliseconds) => new Date(milliseconds));

/** Runs SQL and parses each row, so that result and type cannot differ. */
export async function selectRows<Row extends z.ZodType>(
  db: Database,
  row: Row,
  statement: SQL,
): Promise<z.output<Row>[]> {
  return z.array(row).parse((await db.execute(statement)).rows);
}
