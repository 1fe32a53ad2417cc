import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { recordStatements } from "@baton/db/test/record-statements";
import { afterAll, beforeAll, expect, it } from "vitest";
import { append, contextHandoff, createFolder, put } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

const WRITE = /\b(?:insert into|update|delete from|copy)\s+"(?<table>\w+)"/i;
/** Tables in which each run notes that it looked at the folder. */
const BOOKKEEPING = new Set(["workspace", "source", "source_file"]);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let log: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
  log = await put(join(folder.path, "sessions", "s1.jsonl"), "");
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

/** Imports the folder, and returns the statements that this took. */
const ingest = () =>
  recordStatements(() => ingestPaths({ db: database.db, workspaceId: "w1", paths: [folder.path] }));
const appendHandoffs = (count: number) =>
  append(
    log,
    ...Array.from({ length: count }, () => contextHandoff({ context: { claim: 17, notes: "short" } })),
  );

it("sends as many statements for 1,000 lines of a batch as for 100", async () => {
  await appendHandoffs(100);
  await ingest();
  await appendHandoffs(100);
  const few = await ingest();
  await appendHandoffs(1_000);
  const many = await ingest();
  expect(few.filter((statement) => WRITE.test(statement)).length).toBeGreaterThan(5);
  expect(many.length).toBe(few.length);
});

it("writes no row of an event in a second pass", async () => {
  await appendHandoffs(100);
  const first = await ingest();
  const second = await ingest();
  expect(listWrittenTables(first)).toContain("handoff");
  expect(listWrittenTables(second)).toEqual([]);
});

function listWrittenTables(statements: readonly string[]): string[] {
  const tables = statements.map((statement) => statement.match(WRITE)?.groups?.table ?? "");
  return [...new Set(tables)].filter((table) => table !== "" && !BOOKKEEPING.has(table)).sort();
}
