import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFolder, put } from "../../test/scratch";
import { validatePaths } from "./validate-paths";

let folder: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  folder = await createFolder();
});
afterEach(() => folder.remove());

it("validatePaths rejects a feature list with too many values before parsing it, as ingest does", async () => {
  const features = { features: [], notes: Array(500_001).fill(0) };
  await put(join(folder.path, "feature_list.json"), JSON.stringify(features));
  expect(await validatePaths({ paths: [folder.path] })).toMatchObject([
    { eventCount: 0, quarantinedCount: 1, badLines: [{ lineNumber: 1, code: "too_many_values" }] },
  ]);
});
