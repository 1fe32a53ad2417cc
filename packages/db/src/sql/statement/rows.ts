import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "../../client";
import { KeptStatements } from "./kept-statements";

/** A total or count, which PostgreSQL returns as text if it has 64 bits. */
export const Sum = z.coerce.number();

/** Milliseconds since 1970, from `extract(epoch from …) * 1000`. */
export const Milliseconds = z.coerce.number().transform((milliseconds) => new Date(milliseconds));

/**
 * Runs hand-written SQL and parses each row: what the statement
 * gives and what the type says cannot drift apart.
 */
export async function selectRows<Row extends z.ZodType>(
  db: Database,
  row: Row,
  statement: SQL,
): Promise<z.output<Row>[]> {
  return z.array(row).parse([...(await db.execute(statement))]);
}

const dialect = new PgDialect();
const keptStatements = new KeptStatements();

/**
 * Like `selectRows`, for frequent queries: each connection keeps the statement prepared, which saves parsing
 * and the round trip for the parameter types. Only some statements are kept; the others are parsed each time.
 */
export async function selectPrepared<Row extends z.ZodType>(
  db: Database,
  row: Row,
  statement: SQL,
): Promise<z.output<Row>[]> {
  const text = dialect.sqlToQuery(statement);
  const name = keptStatements.keeps(text.sql, performance.now()) ? "prepared" : undefined;
  const query = db._.session.prepareQuery(text, undefined, name, false);
  return z.array(row).parse(await query.execute());
}
