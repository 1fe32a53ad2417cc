import { existsSync } from "node:fs";
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContextHandoffEvent } from "@baton/core";
import { TaskHandoffEvent, TaskResponseEvent } from "@baton/core/session";
import { collectTaskAttempts, measureTasks } from "@baton/core/task";
import {
  getIngestStatus,
  getLivePolicy,
  getSavings,
  getTaskMetrics,
  getWorkspace,
  listCompactions,
  listHandoffDocuments,
  listLineShapes,
  listManifests,
  listPolicyVersions,
  listQuarantinedLines,
  listSessions,
} from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";
import { loadSample } from "../demo/load";
import { claimSampleFolder } from "../demo/sample-owner";

/** Stops a hanging test; not a performance bound. */
const PATIENCE_MILLISECONDS = 240_000;
const DAY_MILLISECONDS = 86_400_000;

const workspaceId = "sample";
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let parent: string;
let folder: string;
let loaded: { events: number; quarantined: number; masked_secrets: number };

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  parent = await mkdtemp(join(tmpdir(), "baton-demo-"));
  folder = join(parent, "sample");
  const { exitCode, stdout, stderr } = await runCommand("demo", "--small", "--out", folder, "--json");
  expect(exitCode, stderr).toBe(0);
  loaded = JSON.parse(stdout);
}, PATIENCE_MILLISECONDS);

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(parent, { recursive: true });
  await database.drop();
});

/** Reads the lines of the session files. */
async function readSessionLines(): Promise<string[]> {
  const names = (await readdir(join(folder, "sessions"))).filter((name) => name.endsWith(".jsonl"));
  const contents = await Promise.all(names.map((name) => readFile(join(folder, "sessions", name), "utf8")));
  return contents.flatMap((content) => content.split("\n"));
}

/** Returns the paths of the sample's files with their modification times. */
async function readSample(root: string): Promise<string[]> {
  const paths = await readdir(root, { recursive: true });
  const stats = await Promise.all(paths.map((path) => lstat(join(root, path))));
  return paths.map((path, index) => `${path} ${stats[index]?.ctimeMs}`).sort();
}

async function readHandoffs(): Promise<ContextHandoffEvent[]> {
  return (await readSessionLines())
    .filter((line) => line.startsWith('{"event_type":"context_handoff"'))
    .map((line) => ContextHandoffEvent.parse(JSON.parse(line)));
}

describe("baton demo", () => {
  it("loads the sample into a workspace marked as sample", async () => {
    expect(await getWorkspace(database.db, { workspaceId })).toMatchObject({
      name: "Sample",
      isSample: true,
    });
    const status = await getIngestStatus(database.db, { workspaceId });
    expect(status).toMatchObject({ eventCount: loaded.events, lagBytes: 0, duplicateCount: 0 });
    // A transcript line contains one key twice: in the message and next to it.
    expect(loaded).toMatchObject({ quarantined: 1, masked_secrets: 2 });
  });

  it("shows exactly the savings in the files", async () => {
    const handoffs = await readHandoffs();
    const sumOf = (state: string) =>
      handoffs
        .filter((event) => event.scoping_state === state)
        .reduce((sum, event) => sum + event.tokens_saved, 0);
    const now = Date.now();
    const savings = await getSavings(database.db, {
      workspaceId,
      filter: {},
      range: {
        start: new Date(now - 80 * DAY_MILLISECONDS),
        end: new Date(now + DAY_MILLISECONDS),
        timeZone: "UTC",
      },
    });
    expect(savings).toMatchObject({
      handoffCount: handoffs.filter((event) => event.scoping_state === "scoped").length,
      savedTokens: sumOf("scoped"),
      observedSavedTokens: sumOf("observed"),
    });
  });

  it("stores and publishes the policies, the manifests, and the sessions with their titles", async () => {
    expect(await listPolicyVersions(database.db, { workspaceId })).toHaveLength(4);
    expect(await getLivePolicy(database.db, { workspaceId })).toMatchObject({ number: 3 });
    expect((await listManifests(database.db, { workspaceId, limit: 50 })).manifests).toHaveLength(15);
    const { sessions } = await listSessions(database.db, {
      workspaceId,
      sort: "recent",
      filter: {},
      limit: 100,
    });
    expect(sessions.length).toBeGreaterThanOrEqual(55);
    expect(sessions.filter(({ title }) => title === null)).toEqual([]);
  });

  it("contains only imported rows and numbers computed by core", async () => {
    const { db } = database;
    const { rows: tables } = await db.execute<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'source_file_id' and table_name !~ '_[0-9]{4}_[0-9]{2}$'`,
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { name } of tables) {
      const { rows: strays } = await db.execute(
        `select 1 from ${name} stored where workspace_id = '${workspaceId}' and not exists (
          select 1 from source_file where source_file.workspace_id = stored.workspace_id
            and source_file.source_file_id = stored.source_file_id)`,
      );
      expect(strays, name).toHaveLength(0);
    }
    const events = (await readSessionLines())
      .filter((line) => line.startsWith('{"event_type":"task_'))
      .map((line) => {
        const event: unknown = JSON.parse(line);
        return TaskHandoffEvent.safeParse(event).data ?? TaskResponseEvent.parse(event);
      });
    const metrics = measureTasks(collectTaskAttempts(events));
    expect(await getTaskMetrics(db, { workspaceId })).toEqual(metrics);
    expect(metrics.handoffs).toBeGreaterThan(5);
    const { documents } = await listHandoffDocuments(db, { workspaceId, limit: 10 });
    expect(
      documents.map(({ score, staleness }) => ({ score: score < 70 ? "low" : score, staleness })),
    ).toEqual(
      expect.arrayContaining([
        { score: "low", staleness: "VERY_STALE" },
        { score: 100, staleness: "FRESH" },
        { score: 95, staleness: "SLIGHTLY_STALE" },
        { score: 95, staleness: "STALE" },
      ]),
    );
    const { rows: progressFiles } = await db.execute(
      `select 1 from progress_file where workspace_id = '${workspaceId}' and superseded_at is null`,
    );
    expect(progressFiles).toHaveLength(5);
    const range = { start: new Date(0), end: new Date(), timeZone: "UTC" };
    const phases = (await listCompactions(db, { workspaceId, range })).filter(
      ({ trigger }) => trigger === "phase",
    );
    expect(phases.length).toBeGreaterThan(0);
    expect(phases.filter(({ loss }) => loss === null)).toEqual([]);
  });

  it("quarantines the truncated line with the reason", async () => {
    const { lines } = await listQuarantinedLines(database.db, { workspaceId, limit: 10 });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.reason).toMatch(/JSON/);
  });

  it("contains only session formats that Baton recognizes", async () => {
    const shapes = await listLineShapes(database.db, { workspaceId, limit: 10 });
    expect(shapes.filter(({ format }) => format === "session")).toEqual([]);
  });

  it("keeps an existing sample with --if-empty", async () => {
    const before = await getWorkspace(database.db, { workspaceId });
    const { exitCode, stdout } = await runCommand("demo", "--if-empty", "--out", folder);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "The sample is already loaded.\n" });
    expect(await getWorkspace(database.db, { workspaceId })).toEqual(before);
  });

  it("leaves the folder unchanged when another database has its sample", async () => {
    const other = await createTestDatabase();
    const before = await readSample(folder);
    // One file instead of the whole sample, which takes long and proves no more.
    const otherFolder = await claimSampleFolder(other.db, folder);
    expect(otherFolder.startsWith(`${folder}-`)).toBe(true);
    const files = [{ path: "sessions/one.jsonl", content: '{"event_type":"note"}\n' }];
    const { signal } = new AbortController();
    await loadSample(other.db, otherFolder, files, { releases: [], signal, onBytes: () => {} });
    vi.stubEnv("DATABASE_URL", other.url);
    try {
      expect(existsSync(join(otherFolder, "sessions"))).toBe(true);
      expect(await readSample(folder)).toEqual(before);
      expect((await runCommand("demo", "--if-empty", "--out", folder)).stdout).toBe(
        "The sample is already loaded.\n",
      );
      expect((await runCommand("demo", "--remove", "--out", folder)).stdout).toBe("Sample removed.\n");
      expect(existsSync(otherFolder)).toBe(false);
      expect(await readSample(folder)).toEqual(before);
    } finally {
      vi.stubEnv("DATABASE_URL", database.url);
      await other.drop();
    }
    expect((await runCommand("demo", "--if-empty", "--out", folder)).stdout).toBe(
      "The sample is already loaded.\n",
    );
  });

  it("changes neither the workspace nor a folder that contains other files", async () => {
    await writeFile(join(parent, "my-notes.txt"), "mine");
    const { exitCode, stderr } = await runCommand("demo", "--out", parent);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("holds files that are no sample: name an empty folder with --out.");
    expect(existsSync(join(parent, "my-notes.txt"))).toBe(true);
    expect(await getWorkspace(database.db, { workspaceId })).not.toBeNull();
  });

  it("removes the sample, and does not load it again automatically", async () => {
    expect((await runCommand("demo", "--remove", "--out", folder)).stdout).toBe("Sample removed.\n");
    expect(await getWorkspace(database.db, { workspaceId })).toBeNull();
    expect(existsSync(folder)).toBe(false);
    const { exitCode, stdout } = await runCommand("demo", "--if-empty", "--out", folder);
    expect(exitCode).toBe(0);
    expect(stdout).toBe("The sample was removed before and is not loaded again.\n");
    expect(await getWorkspace(database.db, { workspaceId })).toBeNull();
  });

  it("rejects contradicting flags", async () => {
    expect((await runCommand("demo", "--remove", "--if-empty")).exitCode).toBe(2);
    expect((await runCommand("demo", "--seed", "many")).exitCode).toBe(2);
  });
});
