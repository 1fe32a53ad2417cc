import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPartialProgress } from "../../handoff-document/phase-result";
import { reviseProgress } from "../../handoff-document/update-progress";
import { archiveCompletedHandoffs } from "./archive-handoffs";
import { offloadText, readOffloaded } from "./offload-file";
import { markPhaseResult } from "./phase-result-file";
import { readProgressFile, updateProgressFile } from "./progress-file";
import { readSessionArtifacts } from "./session-artifacts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-succession-"));
});

afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, content: unknown): Promise<string> {
  const absolute = join(folder, path);
  await mkdir(join(absolute, ".."), { recursive: true });
  await writeFile(absolute, typeof content === "string" ? content : JSON.stringify(content));
  return absolute;
}

const progress = (phase: number | string, ...statuses: string[]) => ({
  phase,
  objectives: statuses.map((status, index) => ({ id: index + 1, description: `Do ${index}`, status })),
});

describe("updateProgressFile", () => {
  it("writes the new state atomically, and leaves no other file", async () => {
    const path = await write("phase-1-progress.json", progress(1, "not_started"));
    const revise = (present: Parameters<typeof reviseProgress>[0]) =>
      reviseProgress(present, { objective: "1", status: "done" }, "2026-03-01T10:00:00Z");
    const updated = await updateProgressFile(path, revise);
    expect(updated.ok).toBe(true);
    expect(await readProgressFile(path)).toEqual(updated);
    expect(await readdir(folder)).toEqual(["phase-1-progress.json"]);
  });

  it("leaves the file unchanged if the change is rejected", async () => {
    const path = await write("phase-1-progress.json", progress(1, "done"));
    const before = await readFile(path, "utf8");
    const updated = await updateProgressFile(path, (present) => ({ ...present, objectives: [] }));
    expect(updated).toMatchObject({ ok: false, findings: [{ code: "objective_removed" }] });
    expect(await readFile(path, "utf8")).toBe(before);
  });

  it("never exposes a partial file to readers", async () => {
    const path = await write("phase-1-progress.json", progress(1, ...Array(200).fill("not_started")));
    let isDone = false;
    const reading = (async () => {
      let reads = 0;
      for (; !isDone; reads += 1) expect((await readProgressFile(path)).ok).toBe(true);
      return reads;
    })();
    for (let index = 0; index < 20; index += 1) {
      await updateProgressFile(path, (present) =>
        reviseProgress(present, { objective: "1", note: "x".repeat(index) }, ""),
      );
    }
    isDone = true;
    expect(await reading).toBeGreaterThan(0);
  });
});

it("markPhaseResult creates a missing file, and marks it once", async () => {
  const path = join(folder, "phases", "phase-3-results.md");
  const mark = { handoffPath: "handoffs/p3.md", markedAt: "2026-03-01T10:00:00Z", details: "85 %" };
  await markPhaseResult(path, mark);
  await markPhaseResult(path, { ...mark, details: "later" });
  expect(readPartialProgress(await readFile(path, "utf8"))).toEqual({ ...mark, details: "later" });
});

describe("archiveCompletedHandoffs", () => {
  it("moves only documents of completed phases", async () => {
    await write("progress/phase-1-progress.json", progress(1, "done", "completed"));
    await write("progress/phase-2-progress.json", progress(2, "done", "in_progress"));
    await write("progress/phase-6a-progress.json", progress("6a", "done"));
    await write("progress/phase-7-progress.json", "{");
    await write("progress/phase-8-progress.json", progress(8));
    for (const phase of ["1", "2", "6a", "7", "8", "10"])
      await write(`handoffs/phase-${phase}-handoff-x.md`, phase);
    await write("handoffs/notes.md", "");
    expect(await archiveCompletedHandoffs(folder)).toEqual(["phase-1-handoff-x.md", "phase-6a-handoff-x.md"]);
    expect(await readdir(join(folder, "handoffs/archive"))).toEqual([
      "phase-1-handoff-x.md",
      "phase-6a-handoff-x.md",
    ]);
    expect(await archiveCompletedHandoffs(folder)).toEqual([]);
  });

  it("replaces no archived document, and accepts missing folders", async () => {
    expect(await archiveCompletedHandoffs(folder)).toEqual([]);
    await write("progress/phase-1-progress.json", progress(1, "done"));
    await write("handoffs/phase-1-handoff.md", "new");
    const archived = await write("handoffs/archive/phase-1-handoff.md", "old");
    expect(await archiveCompletedHandoffs(folder)).toEqual([]);
    expect(await readFile(archived, "utf8")).toBe("old");
  });
});

describe("offloadText", () => {
  it("lets readers detect if the file has changed", async () => {
    const text = `${"line\n".repeat(20)}Größe \u{1F642}`;
    const offloaded = await offloadText(join(folder, "scratch"), text);
    expect(offloaded).toMatchObject({ lines: 21, preview: "line\n".repeat(9).concat("line") });
    expect(await readOffloaded(offloaded)).toEqual({ state: "same", text });
    await writeFile(offloaded.path, "other");
    expect(await readOffloaded(offloaded)).toEqual({ state: "changed", text: "other" });
    await rm(offloaded.path);
    expect(await readOffloaded(offloaded)).toEqual({ state: "missing" });
  });

  it("stores equal texts once", async () => {
    const [first, second] = [await offloadText(folder, "text"), await offloadText(folder, "text")];
    expect(second).toEqual(first);
    expect(await readdir(folder)).toHaveLength(1);
  });
});

describe("readSessionArtifacts", () => {
  it("reads the three artifacts, and lists missing ones", async () => {
    expect(await readSessionArtifacts(folder)).toEqual({
      progressLog: null,
      features: null,
      featureListFindings: [],
      environmentScript: null,
      missing: ["claude-progress.txt", "feature_list.json", "init.sh"],
    });
    await write("claude-progress.txt", "Did a.");
    await write("feature_list.json", [{ description: "Login", passes: false }]);
    const script = await write("init.sh", "npm ci\n");
    await chmod(script, 0o755);
    expect(await readSessionArtifacts(folder)).toEqual({
      progressLog: "Did a.",
      features: [{ description: "Login", isPassing: false }],
      featureListFindings: [],
      environmentScript: { text: "npm ci\n", isExecutable: true },
      missing: [],
    });
  });

  it("explains why a list is unreadable, and follows no link that leads outside", async () => {
    await write("feature_list.json", "[");
    await symlink("/etc/hostname", join(folder, "init.sh"));
    expect(await readSessionArtifacts(folder)).toMatchObject({
      features: null,
      featureListFindings: [{ code: "not_json" }],
      environmentScript: null,
      missing: ["claude-progress.txt", "init.sh"],
    });
  });
});
