import { fromStorableText } from "@baton/server/storable-text";
import { eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { handoff, handoffOutline, session } from "../../schema/index";
import { explainDataError } from "../database/data-error";
import { ensurePartitions } from "../database/partition";
import { addExcluded, insertNewRows, insertRows } from "./insert-rows";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensurePartitions(database.db, [AT]);
});
afterAll(() => database.drop());

const AT = new Date("2026-03-10T12:00:00.123Z");
/** Enough rows for COPY, if possible. */
const MANY = 60;
const NOTHING = sql`on conflict do nothing`;

/**
 * Characters with a meaning in the COPY format, in JSON or in an array, and values that PostgreSQL rejects.
 */
const part = fc.oneof(
  fc.constantFrom(
    "\\",
    "\\N",
    "\\.",
    "\t",
    "\n",
    "\r\n",
    '"',
    "'",
    "{",
    "}",
    ",",
    "null",
    "\0",
    "\uD800",
    "\uDFFF",
    "\uFDD0",
    "é漢😀",
    "",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(""));
const count = fc.option(fc.maxSafeNat(), { nil: null });

const facts = fc.record({
  sessionId: fc.option(text, { nil: null }),
  fromAgent: text,
  ruleId: fc.option(text, { nil: null }),
  beforeTokens: count,
  durationMicroseconds: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null }),
  translationStrategies: fc.array(text, { maxLength: 3 }),
  entries: fc.array(fc.record({ path: text, tokens: fc.nat() }), { maxLength: 3 }),
  isTruncated: fc.boolean(),
});

describe("insertRows", () => {
  it("stores the same rows by COPY, directly or through a staging table, as by JSON, for any content", async () => {
    let workspaces = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(facts, { minLength: MANY, maxLength: MANY }), async (many) => {
        workspaces += 1;
        type Insert = (db: typeof database.db, table: PgTable, rows: readonly object[]) => Promise<unknown>;
        const insert = async (db: typeof database.db, workspaceId: string, insertInto: Insert) => {
          const position = (sequence: number) => ({
            workspaceId,
            occurredAt: AT,
            sourceFileId: 1,
            generation: 0,
            sequence,
            ordinal: 0,
            eventId: "e",
          });
          const handoffs = many.map(({ entries, isTruncated, ...row }, index) => ({
            ...position(index),
            ...row,
            kind: "context" as const,
            toAgent: "b",
            toModel: undefined,
          }));
          await insertInto(db, handoff, handoffs);
          const outlines = many.map(({ entries, isTruncated }, index) => ({
            ...position(index),
            entries,
            isTruncated,
          }));
          await insertInto(db, handoffOutline, outlines);
        };
        const stored = async (workspaceId: string) => [
          ...(
            await database.db.execute(
              sql`select *, null as workspace_id from handoff where workspace_id = ${workspaceId} order by sequence`,
            )
          ).rows,
          ...(
            await database.db.execute(
              sql`select *, null as workspace_id from handoff_outline where workspace_id = ${workspaceId} order by sequence`,
            )
          ).rows,
        ];
        const insertAny: Insert = (db, table, rows) => insertRows(db, table, rows, NOTHING);
        await database.db.transaction((tx) => insert(tx, `copy-${workspaces}`, insertAny));
        await database.db.transaction((tx) => insert(tx, `straight-${workspaces}`, insertNewRows));
        await insert(database.db, `json-${workspaces}`, insertAny);
        expect((await stored(`copy-${workspaces}`)).length).toBe(2 * MANY);
        expect(await stored(`copy-${workspaces}`)).toEqual(await stored(`json-${workspaces}`));
        expect(await stored(`straight-${workspaces}`)).toEqual(await stored(`json-${workspaces}`));
        const rows = await database.db
          .select()
          .from(handoff)
          .where(eq(handoff.workspaceId, `copy-${workspaces}`));
        expect(rows.map(({ fromAgent }) => fromStorableText(fromAgent)).sort()).toEqual(
          many.map(({ fromAgent }) => fromAgent).sort(),
        );
      }),
      { numRuns: 15 },
    );
  });
});

const sessions = (workspaceId: string) =>
  Array.from({ length: MANY }, (_, index) => ({
    workspaceId,
    sessionId: `s${index}`,
    format: "session",
    startedAt: AT,
    lastEventAt: AT,
    eventCount: 1,
  }));
const ADD = sql`on conflict (workspace_id, session_id) do update set ${addExcluded(session, ["eventCount"])}`;

describe("many rows in one transaction", () => {
  it("add each batch once, while earlier batches are still staged", async () => {
    await database.db.transaction(async (tx) => {
      for (let batch = 0; batch < 3; batch++) await insertRows(tx, session, sessions("thrice"), ADD);
      const {
        rows: [copied],
      } = await tx.execute<{ n: string }>(sql`select count(*) as n from pg_temp.staged_session`);
      expect(copied?.n).toBe(String(MANY));
    });
    await database.db.transaction((tx) => insertRows(tx, session, sessions("thrice"), ADD));
    const rows = await database.db.select().from(session).where(eq(session.workspaceId, "thrice"));
    expect(rows.map(({ eventCount }) => eventCount)).toEqual(Array.from({ length: MANY }, () => 4));
  });

  it("are all rejected if one of them exists and they must be new", async () => {
    await database.db.transaction((tx) => insertNewRows(tx, session, sessions("new").slice(-1)));
    const reason = await database.db
      .transaction((tx) => insertNewRows(tx, session, sessions("new")))
      .catch(explainDataError);
    expect(reason).toMatch(/23505/);
    expect(await database.db.$count(session, eq(session.workspaceId, "new"))).toBe(1);
  });

  it("disappear if their savepoint is rolled back, and the rest of the transaction stays", async () => {
    await database.db.transaction(async (tx) => {
      await tx
        .transaction(async (savepoint) => {
          await insertRows(savepoint, session, sessions("undone"), ADD);
          throw new Error("undone");
        })
        .catch(() => {});
      await insertRows(tx, session, sessions("kept"), ADD);
    });
    expect(await database.db.select().from(session).where(eq(session.workspaceId, "undone"))).toEqual([]);
    expect(await database.db.$count(session, eq(session.workspaceId, "kept"))).toBe(MANY);
  });

  it("fail with PostgreSQL's reason for the rejected row, and the connection stays usable", async () => {
    const refused = sessions("refused").map((row, index) => ({ ...row, eventCount: index === 40 ? 1.5 : 1 }));
    for (let round = 0; round < 5; round++) {
      const reasons: (string | null)[] = [];
      await database.db.transaction(async (tx) => {
        await tx
          .transaction((savepoint) => insertRows(savepoint, session, refused, ADD))
          .catch((error: unknown) => reasons.push(explainDataError(error)));
        await insertRows(tx, session, sessions(`after-${round}`), ADD);
      });
      expect(reasons).toEqual([expect.stringMatching(/^PostgreSQL refused it: .*22P02/)]);
      expect(await database.db.$count(session, eq(session.workspaceId, `after-${round}`))).toBe(MANY);
    }
  });
});
