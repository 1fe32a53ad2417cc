import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { fromStorableText } from "@baton/core";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { append, contextHandoff, count, createFolder, put, select } from "../../test/scratch";
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

const event = (fields: string) => `{"event_type":"note",${fields}}`;
const handoff = (fields: Record<string, unknown>) => JSON.stringify(contextHandoff(fields));
const delegation = (usage: string) =>
  `{"event_type":"context_handoff","from_agent_id":"a","to_agent_id":"b","handoff_mode":"full",${usage}}`;

/** Lines that others choke on, and what each is to become: `event`, `blank`, or the code of its quarantine. */
const LINES: readonly (readonly [line: string | Uint8Array, outcome: string])[] = [
  [event('"event_id":"nul\\u0000 id","session_id":"nul\\u0000 session"'), "event"],
  [event('"event_id":"lone \\ud800","session_id":"\\udfff"'), "event"],
  [
    handoff({ from_agent_id: "\0", to_agent_id: "\uD800", outline: [{ path: "a\0.\uDC00", tokens: 1 }] }),
    "event",
  ],
  [handoff({ audit_note: "\0", translation_strategies: ["\0"], governance_rule_id: "\uFDD0" }), "event"],
  [JSON.stringify({ event_type: "\0" }), "event"],
  [
    JSON.stringify({
      event_type: "compaction",
      before_tokens: 2,
      after_tokens: 1,
      trigger: "auto",
      summary: "\0\uD800",
      preserved: ["\0"],
    }),
    "event",
  ],
  [event('"n":1e400'), "event"],
  [event('"n":9007199254740993'), "event"],
  [event(`"n":-0.0e-400,"deep":${"[".repeat(198)}${"]".repeat(198)}`), "event"],
  [event(`"deep":${"[".repeat(200)}${"]".repeat(200)}`), "too_deep"],
  [event(`"wide":[${"[],".repeat(600_000)}0]`), "too_many_values"],
  [event(`"keys":{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":${index}`).join()}}`), "event"],
  [event('"__proto__":{"event_type":"x"},"constructor":null'), "event"],
  [event('"event_type":"last one counts"'), "event"],
  [event(`"event_id":"${"x".repeat(20_000)}"`), "event"],
  [event(`"event_id":"${"😀".repeat(5_000)}","session_id":"${"é".repeat(5_000)}"`), "event"],
  [
    handoff({
      from_agent_id: "漢".repeat(256),
      to_agent_id: "字".repeat(256),
      to_model: "m".repeat(9_000),
      governance_rule_id: "r".repeat(9_000),
    }),
    "event",
  ],
  [handoff({ from_agent_id: "x".repeat(257) }), "schema_error"],
  [handoff({ from_agent_id: "*" }), "schema_error"],
  [handoff({ tokens_saved: "3,800" }), "schema_error"],
  [handoff({ tokens_saved: 1.5 }), "schema_error"],
  [handoff({ context_before_scoping: null }), "schema_error"],
  [handoff({ summarizer_tokens: Number.MAX_SAFE_INTEGER }), "event"],
  [handoff({ duration_us: 1e308 }), "event"],
  [
    handoff({ outline: Array.from({ length: 2_000 }, (_, index) => ({ path: `p${index}`, tokens: 1 })) }),
    "event",
  ],
  [
    handoff({ outline: Array.from({ length: 2_001 }, (_, index) => ({ path: `p${index}`, tokens: 1 })) }),
    "schema_error",
  ],
  [delegation('"tokens_saved":1'), "schema_error"],
  [event('"timestamp":"1999-12-31T23:59:59Z"'), "bad_timestamp"],
  [event('"timestamp":"2999-01-01T00:00:00Z"'), "bad_timestamp"],
  [event('"timestamp":"2026-02-30T00:00:00Z"'), "bad_timestamp"],
  [event('"timestamp":"yesterday"'), "bad_timestamp"],
  [event('"timestamp":""'), "event"],
  [event('"timestamp":12'), "event"],
  [event('"timestamp":"2026-03-01 10:00:00.123456789"'), "event"],
  [event('"timestamp":"2026-03-01T10:00:00+1400"'), "event"],
  ['{"event_type":7}', "not_an_event"],
  ['{"event_type":null}', "not_an_event"],
  ["{}", "not_an_event"],
  ["[]", "not_an_event"],
  ['"text"', "not_an_event"],
  ["null", "not_an_event"],
  ["\uFEFF{}", "not_an_event"],
  ["{", "not_json"],
  ["\0", "not_json"],
  [event('"a":"\0"'), "not_json"],
  ["{'event_type':'x'}", "not_json"],
  ['{"event_type":"x",}', "not_json"],
  ['{"event_type":"x"} {}', "not_json"],
  ["NaN", "not_json"],
  ["\f", "not_json"],
  ["\u2060", "not_json"],
  [" \uFEFF", "not_json"],
  [event('"a":"a\rb"'), "not_json"],
  [event('"a":"a\u2028b\u2029\u0085"'), "event"],
  [`${event('"a":1')}\r`, "event"],
  ["", "blank"],
  [" \t\r", "blank"],
  ["\uFEFF", "blank"],
  [Uint8Array.of(0xff, 0xfe), "not_utf8"],
  [Buffer.concat([Buffer.from('{"event_type":"'), Uint8Array.of(0xc3, 0x28), Buffer.from('"}')]), "not_utf8"],
  [
    Buffer.concat([Buffer.from('{"event_type":"'), Uint8Array.of(0xed, 0xa0, 0x80), Buffer.from('"}')]),
    "not_utf8",
  ],
  [event(`"long":"${"x".repeat(8 * 1024 * 1024)}"`), "too_long"],
  [`{"broken": "${"é".repeat(60_000)}`, "not_json"],
];

describe("lines that others choke on", () => {
  it("become what they are to become, each of them, and take no other line with them", async () => {
    const path = await put(join(folder.path, "sessions", "hostile.jsonl"), "");
    for (const [index, [line]] of LINES.entries()) {
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
    for (const [index, [line, outcome]] of LINES.entries()) {
      expect(outcomes.get(2 * index + 1) ?? "blank", String(line).slice(0, 100)).toBe(outcome);
    }
    expect(rows.length).toBe(outcomes.size);
    expect(files).toMatchObject([{ lineCount: 2 * LINES.length, duplicateCount: 0 }]);
    expect(await count(database.db, "event where event_type = 'good'")).toBe(LINES.length);
  });

  it("are kept in quarantine up to 64 KiB of text, with the length and hash of all of it", async () => {
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

  it("keep their ids, in a form that gives them back", async () => {
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

describe("a line that PostgreSQL refuses", () => {
  it("goes into quarantine by itself, wherever it stands in its batch", async () => {
    const path = await put(join(folder.path, "overflow.jsonl"), "");
    const usage = (index: number, tokens: number) => ({
      type: "assistant",
      uuid: `u${index}`,
      sessionId: "overflow",
      message: { id: `m${index}`, usage: { input_tokens: tokens } },
    });
    // Whole numbers are asked for where tokens are counted; a column of whole numbers takes neither of these.
    const bad = new Set([0, 7, 8, 30]);
    for (let index = 0; index < 31; index++) {
      await append(path, usage(index, bad.has(index) ? (index % 2 === 0 ? 1.5 : 1e300) : index));
    }
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
      expect(reason).not.toMatch(/1\.5|1e\+300/);
    }
    expect(await count(database.db, "message_usage where workspace_id = 'overflow'")).toBe(27);
    expect(await count(database.db, "session where workspace_id = 'overflow' and event_count = 27")).toBe(1);
  });
});
