import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listMemories } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { eraseMemory } from "@baton/services/memory/erase-memory";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { append, createFolder, select } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
const workspaceId = "w1";
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
});
afterAll(async () => {
  await folder.remove();
  await database.drop();
});

const ingest = () => ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent: true });
const list = async () => (await listMemories(database.db, { workspaceId, limit: 50 })).memories;
const textsOf = async () =>
  (await list())
    .map(({ content }) => content.text ?? content.note)
    .sort((a, b) => (String(a) < String(b) ? -1 : 1));

it("reads memories of files, follows their changes, and forgets an erased one for good", async () => {
  const notes = join(folder.path, "CLAUDE.md");
  await writeFile(notes, "# Style\n\n- Use tabs\n- Ann lives in Bonn\n");
  const lines = join(folder.path, "memories.jsonl");
  await append(lines, { id: "m-1", note: "Ann prefers mail", agent_id: "intake", tags: ["customer"] });
  await ingest();
  expect(await textsOf()).toEqual(["Ann lives in Bonn", "Ann prefers mail", "Use tabs"]);
  const written = (await list()).find(({ memoryId }) => memoryId === "m-1");
  expect(written).toMatchObject({ source: lines, author: "intake", tags: ["customer"], readCount: 0 });

  const erased = (await list()).find(({ content }) => content.text === "Ann lives in Bonn");
  const key = { workspaceId, memoryKey: erased?.memoryKey ?? "", actor: { id: "u1", name: "An owner" } };
  expect(await eraseMemory(database.db, key)).toBe(true);
  await writeFile(notes, "# Style\n\n- Ann lives in Bonn\n- Use four spaces\n");
  await append(lines, { id: "m-1", note: "Ann prefers calls" });
  await ingest();
  expect(await textsOf()).toEqual(["Ann prefers calls", "Use four spaces"]);
  const texts = await select(
    database.db,
    z.object({ text: z.string() }),
    "select text from event where text is not null",
  );
  expect(JSON.stringify(texts)).not.toContain("Bonn");
});
