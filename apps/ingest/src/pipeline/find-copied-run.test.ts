import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFolder, put } from "../../test/scratch";
import { findCopiedRun } from "./find-copied-run";
import { listFiles } from "./list-files";

let folder: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  folder = await createFolder();
});
afterEach(() => folder.remove());

async function findCopies(): Promise<string[]> {
  const files = await listFiles(folder.path);
  const found = await Promise.all(files.map(async (file) => [file.path, await findCopiedRun(file, files)]));
  return found.flatMap(([path, run]) => (run ? [`${path} is ${run}`.replaceAll(`${folder.path}/`, "")] : []));
}

it("findCopiedRun finds the run that the folder latest is a copy of, and no other manifest", async () => {
  const agent = join(folder.path, "artifacts", "architect");
  await put(join(agent, "2026-01-01-plan", "manifest.json"), '{"scope":"a"}');
  await put(join(agent, "2026-01-02-plan", "manifest.json"), '{"scope":"b"}');
  await cp(join(agent, "2026-01-02-plan"), join(agent, "2026-01-03-plan"), { recursive: true });
  expect(await findCopies()).toEqual([]);
  await cp(join(agent, "2026-01-01-plan"), join(agent, "latest"), { recursive: true });
  expect(await findCopies()).toEqual([
    "artifacts/architect/latest/manifest.json is artifacts/architect/2026-01-01-plan/manifest.json",
  ]);
  await put(join(agent, "latest", "manifest.json"), '{"scope":"c"}');
  expect(await findCopies()).toEqual([]);
});
