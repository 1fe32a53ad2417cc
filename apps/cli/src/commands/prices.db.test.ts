import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getPriceBook } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  folder = await mkdtemp(join(tmpdir(), "baton-prices-"));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
  await database.drop();
});

it("baton prices update imports a price file of LiteLLM, and rejects other files", async () => {
  const file = join(folder, "prices.json");
  const model = { litellm_provider: "openai", mode: "chat", input_cost_per_token: 2e-6, max_input_tokens: 9 };
  await writeFile(file, JSON.stringify({ "house-1": model }));
  const done = await runCommand("prices", "update", file, "--from", "2026-10-01", "--json");
  expect(done.exitCode, done.stderr).toBe(0);
  expect(JSON.parse(done.stdout)).toEqual({ ok: true, workspace: "default", read: 1, new: 1 });
  const book = await getPriceBook(database.db, { workspaceId: "default" });
  expect(book.find("house-1", "2026-10-02")).toMatchObject({ inputPrice: 2, contextWindow: 9 });

  await writeFile(file, "{}");
  expect(await runCommand("prices", "update", file)).toMatchObject({ exitCode: 1 });
});
