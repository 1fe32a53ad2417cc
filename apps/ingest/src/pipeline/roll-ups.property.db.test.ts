import { join } from "node:path";
import { sizeOfRun } from "@baton/core/test/soak";
import { createTestDatabase, testNodes } from "@baton/db/test";
import { sql, TransactionRollbackError } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listWrongTotals } from "../../test/expectations";
import { append, contextHandoff, count, createFolder, put } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Fields, some of them blocked, and some twice in a handoff, as Baton never writes outlines. */
const outline = fc.array(
  fc.record(
    {
      path: fc.constantFrom("intake.ssn", "intake.name\0", "é".repeat(600)),
      tokens: fc.integer({ min: 1, max: 90 }),
      after: fc.constantFrom(0, 0, 30),
      cause: fc.constantFrom("blocked", "blocked", "dropped"),
    },
    { requiredKeys: ["path", "tokens"] },
  ),
  { maxLength: 4 },
);

/** Few values of each kind, so that events share hours, rules, pairs and identities. */
const line = fc
  .record({
    event_id: fc.constantFrom("e1", "e2", "e3", "e4", "e5", undefined),
    session_id: fc.constantFrom("s1", "s2", undefined),
    from_agent_id: fc.constantFrom("intake", "triage"),
    to_agent_id: fc.constantFrom("coverage", "fraud"),
    governance_rule_id: fc.constantFrom("r1", "r2", undefined),
    to_model: fc.constantFrom("m1", undefined),
    scoping_state: fc.constantFrom("scoped", "observed", undefined),
    tokens_saved: fc.nat({ max: 600 }),
    outline: fc.option(outline, { nil: undefined }),
    timestamp: fc.constantFrom(
      "2026-03-01T10:00:00Z",
      "2026-03-01T10:59:59.999Z",
      "2026-04-01T00:00:00Z",
      undefined,
    ),
  })
  .map((fields) => contextHandoff(fields));
const compaction = (fields: object) => ({
  event_type: "compaction",
  session_id: "s1",
  trigger: "phase",
  before_tokens: 900,
  after_tokens: 90,
  timestamp: "2026-03-01T10:00:00Z",
  ...fields,
});
const other = fc.constantFrom<string | object>(
  { event_type: "tool_error", event_id: "e1" },
  { event_type: "note" },
  compaction({ event_id: "e2", agent_id: "triage" }),
  compaction({ event_id: "c1", trigger: "auto" }),
  compaction({ after_tokens: null }),
  "{",
  "",
);

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      file: fc.nat({ max: 2 }),
      lines: fc.array(fc.oneof({ weight: 5, arbitrary: line }, other), { minLength: 1, maxLength: 90 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant("replay" as const) },
);

/** A total of each rollup, by the start of its name. */
const SUM_OF: Record<string, string> = {
  savings: "saved_tokens",
  compactions: "compaction_count",
  blocked: "tokens",
};

describe("every rollup", () => {
  it(
    "equals a recount, after any repetition and repeated read",
    async () => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
          runs += 1;
          const workspaceId = `w${runs}`;
          const folder = await createFolder();
          await put(join(folder.path, "sessions", "s0.jsonl"), "");
          try {
            for (const each of steps) {
              if (each === "replay") await readAllAgain(workspaceId);
              else await append(join(folder.path, "sessions", `s${each.file}.jsonl`), ...each.lines);
              await ingestPaths({ db: database.db, workspaceId, paths: [folder.path] });
            }
            expect(await listWrongTotals(database.db)).toEqual([]);
          } finally {
            await folder.remove();
          }
        }),
        { numRuns: sizeOfRun({ suite: 12, soak: 500 }) },
      );
      expect(await count(database.db, "event where duplicate_of is not null")).toBeGreaterThan(0);
    },
    sizeOfRun({ suite: 120_000, soak: 3_600_000 }),
  );

  // Chooses a row by its place in a file of one server.
  it.skipIf(testNodes().length > 0)("would fail this test if it differed by one", async () => {
    const rollUps = [
      "savings_by_pair",
      "savings_by_rule",
      "savings_by_workspace",
      "compactions_by_agent",
      "blocked_by_field",
    ];
    for (const table of [...rollUps, "session", "source_file"]) {
      const column = SUM_OF[table.split("_")[0] ?? ""] ?? "event_count";
      const first = `(select min(ctid) from ${table} where ${column} > 0)`;
      const undone = database.db.transaction(async (tx) => {
        await tx.execute(sql.raw(`update ${table} set ${column} = ${column} + 1 where ctid = ${first}`));
        expect(await listWrongTotals(tx), table).toHaveLength(1);
        tx.rollback();
      });
      await expect(undone).rejects.toThrow(TransactionRollbackError);
    }
  });
});

/** As after a cursor that was set back: each line is read a second time, at the position that it has. */
async function readAllAgain(workspaceId: string): Promise<void> {
  await database.db.execute(
    sql`update source_file set read_offset = 0, line_count = 0, cursor_fingerprint = null, last_occurred_at = null
      where workspace_id = ${workspaceId}`,
  );
}
