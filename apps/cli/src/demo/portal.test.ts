import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseFeatureList, parseHandoffDocument, parseProgress } from "@baton/core/handoff-document";
import { findReferencedFiles, readStaleness } from "@baton/core/node";
import { TaskHandoffEvent, TaskResponseEvent } from "@baton/core/session";
import { collectTaskAttempts, measureTasks } from "@baton/core/task";
import { createRandom, generatePortal, SampleData, type SampleFile } from "@baton/sample";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";
import { SAMPLE_DATA_FOLDER } from "../project";
import { writeSample } from "./write";

const run = promisify(execFile);

let folder: string;
let files: SampleFile[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-sample-"));
  const data = new SampleData(SAMPLE_DATA_FOLDER);
  files = generatePortal({ random: createRandom(1), today: Date.UTC(2026, 10, 22), data });
  await writeSample(folder, files);
});
afterAll(() => rm(folder, { recursive: true }));

const contentOf = (end: string) => files.find(({ path }) => path.endsWith(end))?.content ?? "";
const project = () => join(folder, "claims-portal");

describe("the sample's task handoffs", () => {
  it("include one that is rejected, some over the token target and some sent again", () => {
    const sessions = files.filter(({ path }) => path.startsWith("sessions/"));
    expect(sessions).toHaveLength(3);
    const attempts = sessions.flatMap(({ content }) => {
      const lines = content
        .trimEnd()
        .split("\n")
        .map((line): unknown => JSON.parse(line));
      const events = lines.flatMap(
        (line) => TaskHandoffEvent.safeParse(line).data ?? TaskResponseEvent.safeParse(line).data ?? [],
      );
      return collectTaskAttempts(events);
    });
    const metrics = measureTasks(attempts);
    expect(metrics).toMatchObject({
      handoffs: 9,
      rejected: { part: 1, whole: 9 },
      reworked: { part: 2, whole: 6 },
      overTarget: { part: 1, whole: 9 },
    });
    expect(metrics.compressionRatio).toBeGreaterThan(1);
    expect(metrics.usedToEstimated).toBeGreaterThan(0.5);
  });
});

describe("the sample's repository", () => {
  it("passes git fsck, and has no uncommitted changes", async () => {
    const git = async (...words: string[]) => (await run("git", words, { cwd: project() })).stdout.trim();
    expect(await git("fsck", "--strict")).toBe("");
    expect(await git("rev-list", "--count", "HEAD")).toBe("14");
    expect(await git("diff", "HEAD", "--name-only")).toBe("");
    expect(await git("status", "--porcelain")).toBe("?? specs/");
  });

  it("gives its handoff documents the expected staleness", async () => {
    const levels = [1, 2, 3].map(async (phase) => {
      const { document } = parseHandoffDocument(
        contentOf(`007_claims_search/handoffs/phase-${phase}-handoff.md`),
      );
      return readStaleness(project(), document, await findReferencedFiles(project(), document));
    });
    expect((await Promise.all(levels)).map(({ level }) => level)).toEqual([
      "STALE",
      "SLIGHTLY_STALE",
      "FRESH",
    ]);
  });
});

describe("the sample's handoff documents", () => {
  it("form a chain of three valid documents, besides an incomplete one for another task", async () => {
    const validate = async (path: string) => {
      const words = ["handoff", "validate", join(project(), path), "--root", project(), "--json"];
      return JSON.parse((await runCommand(...words)).stdout);
    };
    for (const phase of [1, 2, 3]) {
      const verdict = await validate(`specs/007_claims_search/handoffs/phase-${phase}-handoff.md`);
      expect(verdict, `phase ${phase}`).toMatchObject({ ok: true, score: phase === 3 ? 100 : 95 });
    }
    expect((await validate("specs/008_claims_export/handoffs/phase-1-handoff.md")).score).toBeLessThan(70);
    const chain = await runCommand(
      "handoff",
      "chain",
      join(project(), "specs/007_claims_search"),
      "--root",
      project(),
      "--json",
    );
    expect(JSON.parse(chain.stdout)).toMatchObject({ ok: true, chains: [{ length: 3 }] });
  });

  it("have progress files and a feature list that are valid", () => {
    for (const phase of [1, 2, 3]) {
      const read = parseProgress(contentOf(`phase-${phase}-progress.json`));
      expect(read).toMatchObject({ ok: true, progress: { phase, handoff_count: phase } });
    }
    expect(parseFeatureList(contentOf("feature_list.json"))).toMatchObject({ ok: true });
  });
});
