import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { append, createFolder, select } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const Span = z.object({ started_at: z.string(), last_event_at: z.string() });

it("dates a session by its own times where its first lines have none", async () => {
  const said = (uuid: string, timestamp: string) => ({
    type: "user",
    uuid,
    sessionId: "old",
    timestamp,
    message: { role: "user", content: "hello" },
  });
  await append(
    join(folder.path, "old.jsonl"),
    { type: "permission-mode", permissionMode: "default", sessionId: "old" },
    said("u1", "2026-03-01T10:00:00Z"),
    { type: "last-prompt", prompt: "hello", sessionId: "old" },
    said("u2", "2026-03-01T10:05:00Z"),
  );
  await ingestPaths({ db: database.db, workspaceId: "w", paths: [folder.path] });
  expect(
    await select(
      database.db,
      Span,
      "select (started_at at time zone 'UTC')::text as started_at, (last_event_at at time zone 'UTC')::text as last_event_at from session",
    ),
  ).toEqual([{ started_at: "2026-03-01 10:00:00", last_event_at: "2026-03-01 10:05:00" }]);
});
