import { truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { registerSource } from "@baton/db/write";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { count, createFolder, put, select } from "../../test/scratch";
import { SourceSweep } from "../follow/source-sweep";
import { createContext } from "./create-context";
import { ingestBatch } from "./ingest-batch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let workspaceId: string;
let workspaces = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await createFolder();
  workspaces += 1;
  workspaceId = `w${workspaces}`;
});
afterEach(() => folder.remove());

const ingest = () => ingestPaths({ db: database.db, workspaceId, paths: [folder.path] });

/** Documents of each kind with their stored value. `AAA` and `BBB` have the same size. */
const DOCUMENTS = [
  {
    kind: "manifest",
    path: "artifacts/architect/2026-03-01-plan/manifest.json",
    text: JSON.stringify({ from_agent: "architect", scope: "Plan AAA", artifact_type: "research" }),
    stored: "select scope as value from manifest where superseded_at is null and",
  },
  {
    kind: "handoff document",
    path: "specs/1/handoffs/phase-3-handoff.md",
    text: "# Handoff AAA\n\n## Summary\n\nAll is well.\n",
    stored: "select title as value from handoff_document where superseded_at is null and",
  },
  {
    kind: "progress file",
    path: "specs/1/progress/progress.json",
    text: JSON.stringify({ phase: "AAA", objectives: [{ id: 1, description: "x", status: "done" }] }),
    stored: "select phase as value from progress_file where superseded_at is null and",
  },
  {
    kind: "task file",
    path: "done/2025-11-23T1738-architect-decide.yaml",
    text: "id: t1\nagent: architect\ntitle: 'AAA'\nresult:\n  next_agent: editor\n",
    stored: "select title as value from session where",
  },
] as const;

describe("a document edited without a change of its size", () => {
  for (const { kind, path, text, stored } of DOCUMENTS) {
    const edited = text.replace("AAA", "BBB");
    const value = async () =>
      (
        await select(
          database.db,
          z.object({ value: z.string().nullable() }),
          `${stored} workspace_id = '${workspaceId}'`,
        )
      ).map((row) => row.value);

    it(`is read again by an import: ${kind}`, async () => {
      const file = await put(join(folder.path, path), text);
      await ingest();
      expect((await value()).join()).toContain("AAA");
      await writeFile(file, edited);
      await ingest();
      expect(
        await count(database.db, `source_file where generation = 1 and workspace_id = '${workspaceId}'`),
      ).toBe(1);
      if (kind !== "task file") expect((await value()).join()).toContain("BBB");
    });

    it(`is read again by a follower, even with an unchanged modification time: ${kind}`, async () => {
      const file = await put(join(folder.path, path), text);
      const at = new Date("2026-03-01T10:00:00Z");
      await utimes(file, at, at);
      await ingest();
      const sourceId = await registerSource(database.db, { workspaceId, root: folder.path });
      const sweep = new SourceSweep(database.db, workspaceId);
      const look = async () => {
        for (const each of await sweep.findChanges([{ workspaceId, sourceId, root: folder.path }])) {
          const outcome = await ingestBatch(createContext({ db: database.db, storesContent: true }), each);
          if (outcome.status === "changed") sweep.trackAgain(each);
        }
      };
      await look();
      await writeFile(file, edited);
      await utimes(file, at, at);
      await look();
      await look();
      expect(
        await count(database.db, `source_file where generation = 1 and workspace_id = '${workspaceId}'`),
      ).toBe(1);
    });
  }
});

describe("a document that is far too long", () => {
  it("is quarantined once, recognized by its beginning and end", async () => {
    const path = await put(join(folder.path, "artifacts/a/2026-03-01-x/manifest.json"), "{");
    await truncate(path, 200_000_000);
    expect((await ingest()).files).toMatchObject([{ quarantinedCount: 1 }]);
    expect((await ingest()).files).toMatchObject([{ quarantinedCount: 0 }]);
    const known = `source_file where workspace_id = '${workspaceId}' and fingerprint_length <= 1024 and generation = 0`;
    expect(await count(database.db, known)).toBe(1);
    await truncate(path, 200_000_001);
    expect((await ingest()).files).toMatchObject([{ quarantinedCount: 1 }]);
  });
});
