import { createTestDatabase, searchDatabase } from "@baton/db/test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Canaries } from "../../test/canaries";
import { writeCanaryInputs } from "../../test/canary-inputs";
import { createFolder } from "../../test/scratch";
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

it("imports in every format store and report no secret and no blocked value", async () => {
  const canaries = new Canaries();
  await writeCanaryInputs(folder.path, canaries);
  expect(canaries.given.length).toBeGreaterThanOrEqual(200);
  const { files } = await ingestPaths({
    db: database.db,
    workspaceId: "w",
    paths: [folder.path],
    storesContent: true,
  });
  const formats = new Set(files.flatMap(({ format }) => format ?? []));
  expect([...formats].sort()).toEqual([
    "agents-sdk",
    "claude-code",
    "codex",
    "codex-exec",
    "copilot",
    "gemini",
    "handoff-doc",
    "langfuse",
    "langsmith",
    "manifest",
    "opencode",
    "otlp",
    "otlp-logs",
    "qwen",
    "return-metadata",
    "session",
    "task-file",
    "who-and-when",
  ]);
  expect(await searchDatabase(database.db, canaries.given)).toEqual([]);
  expect(canaries.given.filter((canary) => JSON.stringify(files).includes(canary))).toEqual([]);
  expect((await searchDatabase(database.db, ["[masked:"])).length).toBeGreaterThan(5);

  const [leak = ""] = canaries.given;
  await database.db.execute(sql`update session set title = ${`see ${leak} here`} where session_id = 's'`);
  expect(await searchDatabase(database.db, canaries.given)).toEqual([`public.session: ${leak}`]);
});
