import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { fromStorableText } from "@baton/server/storable-text";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { HOSTILE_LINES } from "../../test/hostile-lines";
import { append, count, createFolder, put, select } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
});
afterAll(async () => {
  await folder.remove();
  await database.drop();
});

describe("hostile lines", () => {
  it("have the expected outcome, and do not affect other lines", async () => {
    const path = await put(join(folder.path, "sessions", "hostile.jsonl"), "");
    for (const [index, [line]] of HOSTILE_LINES.entries()) {
      await appendFile(path, line);
      await appendFile(path, "\n");
      await append(path, { event_type: "good", event_id: `good-${index}` });
    }
    const { files } = await ingestPaths({ db: database.db, workspaceId: "hostile", paths: [path] });

    const row = z.object({ line: z.coerce.number(), outcome: z.string() });
    const rows = await select(
      database.db,
      row,
      `select line_number as line, 'event' as outcome from event
        union all select line_number, code from quarantined_line order by line`,
    );
    const outcomes = new Map(rows.map(({ line, outcome }) => [line, outcome]));
    for (const [index, [line, outcome]] of HOSTILE_LINES.entries()) {
      expect(outcomes.get(2 * index + 1) ?? "blank", String(line).slice(0, 100)).toBe(outcome);
    }
    expect(rows.length).toBe(outcomes.size);
    expect(files).toMatchObject([{ lineCount: 2 * HOSTILE_LINES.length, duplicateCount: 0 }]);
    expect(await count(database.db, "event where event_type = 'good'")).toBe(HOSTILE_LINES.length);
  });

  it("are quarantined with up to 64 KiB of text, and with the length and hash of the whole line", async () => {
    const row = z.object({
      code: z.string(),
      text_bytes: z.number(),
      byte_length: z.coerce.number(),
      sha256: z.string(),
    });
    const rows = await select(
      database.db,
      row,
      "select code, octet_length(text) as text_bytes, byte_length, sha256 from quarantined_line order by byte_length desc",
    );
    expect(rows[0]).toMatchObject({ code: "too_long", text_bytes: 65_536 });
    expect(rows[0]?.byte_length).toBeGreaterThan(8 * 1024 * 1024);
    for (const { text_bytes, sha256 } of rows) {
      expect(text_bytes).toBeLessThanOrEqual(65_536);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it("keep their IDs in a reversible form", async () => {
    const row = z.object({ from_agent: z.string(), to_agent: z.string() });
    const rows = await select(
      database.db,
      row,
      "select from_agent, to_agent from handoff order by sequence limit 1",
    );
    expect(
      rows.map(({ from_agent, to_agent }) => [fromStorableText(from_agent), fromStorableText(to_agent)]),
    ).toEqual([["\0", "\uD800"]]);
  });
});

describe("a line that PostgreSQL rejects", () => {
  it("is quarantined alone, at any position in its batch", async () => {
    const path = await put(join(folder.path, "overflow.jsonl"), "");
    const usage = (index: number, tokens: number) => ({
      type: "assistant",
      uuid: `u${index}`,
      sessionId: "overflow",
      message: { id: `m${index}`, usage: { input_tokens: tokens } },
    });
    // Baton rejects or repairs everything that PostgreSQL would reject, so this makes PostgreSQL reject
    // something.
    await database.db.execute(
      "alter table message_usage add constraint few_tokens check (workspace_id <> 'overflow' or input_tokens < 4000)",
    );
    const bad = new Set([0, 7, 8, 30]);
    for (let index = 0; index < 31; index++) await append(path, usage(index, bad.has(index) ? 4_321 : index));
    const { files } = await ingestPaths({ db: database.db, workspaceId: "overflow", paths: [path] });
    expect(files).toMatchObject([{ lineCount: 31, eventCount: 27, quarantinedCount: 4 }]);
    const row = z.object({ line: z.coerce.number(), code: z.string(), reason: z.string() });
    const rows = await select(
      database.db,
      row,
      "select line_number as line, code, reason from quarantined_line where workspace_id = 'overflow' order by 1",
    );
    expect(rows.map(({ line }) => line - 1)).toEqual([...bad]);
    for (const { code, reason } of rows) {
      expect(code).toBe("refused_by_database");
      expect(reason).not.toMatch(/4\W?321/);
    }
    expect(await count(database.db, "message_usage where workspace_id = 'overflow'")).toBe(27);
    expect(await count(database.db, "session where workspace_id = 'overflow' and event_count = 27")).toBe(1);
  });
});
