import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkflowCompleteEvent } from "@baton/core/session";
import { createRandom, generateOAuth, SampleData, type SampleFile } from "@baton/sample";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";
import { SAMPLE_DATA_FOLDER } from "../project";
import { createSampleFolder, writeSample } from "./write";

let folder: string;
let files: SampleFile[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-sample-"));
  const data = new SampleData(SAMPLE_DATA_FOLDER);
  files = await generateOAuth({ random: createRandom(1), today: Date.UTC(2026, 10, 22), data });
  await writeSample(folder, files);
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (...words: string[]) => JSON.parse((await runCommand(...words, "--json")).stdout);

describe("the sample's artifacts on disk", () => {
  it("are written byte for byte", async () => {
    for (const { path, content } of files) {
      expect(await readFile(join(folder, path), "utf8"), path).toBe(content);
    }
  });

  it("have a link to the newest run of each agent", async () => {
    const agents = await readdir(join(folder, "artifacts"));
    const links = agents.map(async (agent) => [
      agent,
      await readlink(join(folder, "artifacts", agent, "latest")),
    ]);
    expect(await Promise.all(links)).toEqual([
      ["backend-architect", "2026-11-13-oauth2-impl"],
      ["top-down-analyzer", "2026-11-13-auth-analysis"],
    ]);
  });

  it("have manifests and session handoffs that add up to 2,400 tokens", async () => {
    const all = await run("workflow-context", folder);
    expect(all.handoffs.map(({ total_tokens }: { total_tokens: number }) => total_tokens)).toEqual([
      450, 1_370, 580,
    ]);
    expect(all).toMatchObject({
      workflow_id: null,
      total_tokens: 2_400,
      mean_tokens: 800,
      highest_tokens: 1_370,
    });

    const reported = await run(
      "workflow-context",
      join(folder, "artifacts"),
      "--workflow",
      "wf-20261113-oauth2-001",
    );
    expect(reported.handoffs).toMatchObject([
      { from_agent: "top-down-analyzer", to_agent: "backend-architect", total_tokens: 450 },
      { from_agent: "backend-architect", to_agent: "security-auditor", total_tokens: 1_370 },
      { from_agent: "backend-architect", to_agent: "qa-specialist", total_tokens: 580 },
    ]);
    expect({ ...reported, handoffs: [] }).toEqual({
      ...all,
      handoffs: [],
      workflow_id: "wf-20261113-oauth2-001",
    });
  });

  it("have the compression ratio that the session states", async () => {
    const session = files.find(({ path }) => path.startsWith("sessions/"))?.content ?? "";
    const line = session.split("\n").find((one) => one.includes('"workflow_complete"'));
    const { context_efficiency } = WorkflowCompleteEvent.parse(JSON.parse(line ?? ""));
    const { compression_ratio } = await run("workflow-context", folder);
    expect(context_efficiency?.compression_ratio).toBe(Math.round(10 * compression_ratio) / 10);
  });

  it("have manifests without errors", async () => {
    for (const { path } of files.filter((file) => file.path.endsWith("/manifest.json"))) {
      expect(await run("manifest-stats", join(folder, path)), path).toMatchObject({ errors: 0, level: "ok" });
    }
  });
});

describe("the sample folder", () => {
  it("is created, and rejected if it cannot be created or contains anything but a sample", async () => {
    const made = join(folder, "new", "sample");
    await createSampleFolder(made);
    expect(await readdir(made)).toEqual([]);
    await expect(createSampleFolder("/proc/none/sample")).rejects.toThrow(
      "/proc/none/sample cannot be written",
    );
    await expect(createSampleFolder(join(folder, "artifacts"))).rejects.toThrow("no sample");
  });
});
