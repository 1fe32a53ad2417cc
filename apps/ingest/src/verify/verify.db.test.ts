import { appendFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { append, createFolder } from "../../test/scratch";
import { ingestPaths } from "../pipeline/ingest-paths";
import type { Difference } from "./difference";
import type { FileVerdict } from "./verify-file";
import { verifyWorkspace } from "./verify-workspace";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let path = "";
let workspaceId = "";
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const note = (id: string, fields: object = {}) => ({
  event_type: "note",
  event_id: `${workspaceId}-${id}`,
  timestamp: "2026-03-01T10:00:00Z",
  ...fields,
});
const ingest = () => ingestPaths({ db: database.db, workspaceId, paths: [folder.path] });

/**
 * A session file with a blank line, an invalid line, CRLF and a byte order mark; a transcript with several
 * events per line; a document.
 */
beforeEach(async () => {
  made += 1;
  workspaceId = `w${made}`;
  folder = await createFolder();
  path = join(folder.path, "sessions", "s1.jsonl");
  await mkdir(join(folder.path, "sessions"));
  await append(
    path,
    `\uFEFF${JSON.stringify(note("a"))}`,
    "",
    "{ broken",
    `${JSON.stringify(note("b"))}\r`,
    note("b"),
  );
  await append(
    path,
    ...Array.from({ length: 160 }, (_, index) => note(`many${index}`, { text: "x".repeat(2_000) })),
  );
  const call = { type: "tool_use", id: "t1", name: "Task", input: { prompt: "look" } };
  const line = { type: "assistant", uuid: `${workspaceId}-u`, sessionId: "c", message: { content: [call] } };
  await append(join(folder.path, "c.jsonl"), line);
  await mkdir(join(folder.path, "specs", "1_x", "handoffs"), { recursive: true });
  await writeFile(
    join(folder.path, "specs", "1_x", ".return-meta.json"),
    JSON.stringify({ status: "implemented" }),
  );
  await writeFile(
    join(folder.path, "specs", "1_x", "handoffs", "h.md"),
    "# Handoff\n\n## Current State\n\nDone.\n",
  );
  await writeFile(join(folder.path, "notes.txt"), "hello");
  await ingest();
  return () => folder.remove();
});

const verify = async () => {
  const differences: Difference[] = [];
  const files: FileVerdict[] = [];
  const report = await verifyWorkspace({
    db: database.db,
    workspaceId,
    onDifference: (difference) => differences.push(difference),
    onFile: (file) => files.push(file),
  });
  return { report, files, differences: differences.map(({ code, lineNumber }) => [code, lineNumber]) };
};
const execute = (statement: string) => database.db.execute(sql.raw(statement));
const inFile = () =>
  `workspace_id = '${workspaceId}' and source_file_id in (select source_file_id from source_file where path = '${path}')`;

describe("verify", () => {
  it("finds no differences in unchanged data", async () => {
    const { report, differences } = await verify();
    expect(differences).toEqual([]);
    expect(report).toMatchObject({
      fileCount: 4,
      uncheckedCount: 0,
      notReadCount: 1,
      differenceCount: 0,
      lineCount: 168,
      blankCount: 1,
      eventLineCount: 166,
      quarantinedCount: 1,
    });
    await appendFile(path, '{"half');
    expect((await verify()).report).toMatchObject({ differenceCount: 0, waitingBytes: 6 });
  });

  it("finds deleted rows of events and of the quarantine", async () => {
    await execute(`delete from event where ${inFile()} and line_number = 100`);
    await execute(`delete from quarantined_line where ${inFile()}`);
    expect((await verify()).differences).toEqual([
      ["missing_line", 3],
      ["missing_line", 100],
      ["wrong_count", null],
    ]);
  });

  it("finds a changed hash and a changed length", async () => {
    await execute(`update event set sha256 = repeat('0', 64) where ${inFile()} and line_number = 5`);
    await execute(`update event set byte_length = 1 where ${inFile()} and line_number = 165`);
    expect((await verify()).differences).toEqual([
      ["changed_line", 5],
      ["changed_line", 165],
    ]);
  });

  it("finds duplicated rows, at another time and in the quarantine", async () => {
    const columns = "sequence, ordinal, event_type, line_number, byte_length, sha256, has_content";
    await execute(`insert into event (workspace_id, source_file_id, generation, occurred_at, ${columns})
      select workspace_id, source_file_id, generation, occurred_at + interval '1 day', ${columns} from event where ${inFile()} and line_number = 4`);
    await execute(`insert into quarantined_line (workspace_id, source_file_id, generation, sequence, line_number, code, reason, byte_length, sha256)
      select workspace_id, source_file_id, generation, sequence, line_number, 'x', 'x', byte_length, sha256 from event where ${inFile()} and line_number = 9`);
    expect((await verify()).differences).toEqual([
      ["doubled_line", 4],
      ["doubled_line", 9],
      ["wrong_count", null],
    ]);
  });

  it("finds a row without a line, and a line with missing events", async () => {
    await execute(`update event set sequence = sequence + 1 where ${inFile()} and line_number = 7`);
    await execute(`update event set sequence = 999999999 where ${inFile()} and line_number = 8`);
    await execute(
      `delete from event where workspace_id = '${workspaceId}' and event_type = 'claude_code.assistant'`,
    );
    expect((await verify()).differences).toEqual([
      ["missing_record", 1],
      ["wrong_count", null],
      ["missing_line", 7],
      ["missing_line", 8],
      ["unknown_line", null],
      ["unknown_line", null],
    ]);
  });

  it("finds a missing document", async () => {
    await execute(`delete from handoff_document where workspace_id = '${workspaceId}'`);
    await execute(
      `delete from event where workspace_id = '${workspaceId}' and event_type = 'return_metadata'`,
    );
    expect((await verify()).differences).toEqual([
      ["missing_document", null],
      ["wrong_count", null],
      ["missing_document", null],
    ]);
  });

  it("lists files that cannot be checked, without counting them as differences", async () => {
    await rm(join(folder.path, "c.jsonl"));
    await writeFile(path, `${JSON.stringify(note("new"))}\n`);
    const { report, files, differences } = await verify();
    expect(differences).toEqual([]);
    expect(report.uncheckedCount).toBe(2);
    expect(files.flatMap(({ unchecked }) => unchecked ?? [])).toEqual([
      "the file was deleted",
      "the file was replaced or rewritten",
    ]);
    await ingest();
    expect((await verify()).report).toMatchObject({
      differenceCount: 0,
      uncheckedCount: 1,
      formerLineCount: 164,
    });
    await rename(path, `${path}.1`);
    await ingest();
    expect((await verify()).report).toMatchObject({ differenceCount: 0, uncheckedCount: 1 });
  });

  it("ignores lines that were erased or expired, and no others", async () => {
    await execute(`insert into dropped_lines (workspace_id, source_file_id, generation, first_sequence, last_sequence, line_count, cause)
      select workspace_id, source_file_id, generation, min(sequence), max(sequence), 2, 'expired' from event
      where ${inFile()} and line_number in (10, 11) group by 1, 2, 3`);
    await execute(`delete from event where ${inFile()} and line_number in (10, 11, 12)`);
    const { report, differences } = await verify();
    expect(differences).toEqual([["missing_line", 12]]);
    expect(report.droppedCount).toBe(2);
  });
});
