import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

const Shape = z.object({
  format: z.string(),
  tool_version: z.string(),
  shape: z.string(),
  line_count: z.coerce.number(),
  line_number: z.coerce.number(),
});

const listShapes = () =>
  select(
    database.db,
    Shape,
    "select format, tool_version, shape, line_count, line_number from line_shape order by format, tool_version, shape",
  );

describe("unrecognized formats of a transcript", () => {
  const line = (id: number, fields: object = {}) => ({
    type: "user",
    uuid: `u${id}`,
    sessionId: "s",
    version: "2.1.39",
    timestamp: "2026-03-01T10:00:00Z",
    ...fields,
  });

  it("are counted by tool version, once per line, with the position of the first", async () => {
    const path = join(folder.path, "a.jsonl");
    await append(path, line(1), line(2, { mood: 1 }), line(3, { mood: 2, version: "2.2.0" }), "{broken");
    await append(path, { type: "dream" }, line(4, { mood: 3, timestamp: "1999-01-01T00:00:00Z" }));
    const ingest = () => ingestPaths({ db: database.db, workspaceId: "w", paths: [folder.path] });
    await ingest();
    const counted = [
      ["2.1.39", "key: user.mood", 1, 2],
      ["2.2.0", "key: user.mood", 1, 3],
      // A line without a version has the version of the previous line. The two invalid lines count when they
      // are imported.
      ["2.2.0", "type: dream", 1, 5],
    ];
    const shown = async () =>
      (await listShapes()).map((row) => [row.tool_version, row.shape, row.line_count, row.line_number]);
    expect(await shown()).toEqual(counted);
    await ingest();
    expect(await shown()).toEqual(counted);
    await append(path, line(5, { mood: 4 }));
    await ingest();
    expect((await shown())[0]).toEqual(["2.1.39", "key: user.mood", 2, 2]);
  });

  it("do not fill the table with any number of keys", async () => {
    const many = join(folder.path, "many");
    await mkdir(many);
    const keys = (from: number) =>
      Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`key${from * 16 + index}`, 1]));
    for (let id = 0; id < 40; id++) {
      await append(join(many, "b.jsonl"), line(100 + id, { version: "9.9.9", ...keys(id) }));
    }
    await ingestPaths({ db: database.db, workspaceId: "many", paths: [many] });
    const rows = (await listShapes()).filter((row) => row.tool_version === "9.9.9");
    expect(rows).toHaveLength(501);
    expect(rows.find(({ shape }) => shape === "key: …")?.line_count).toBe(140);
  });
});
