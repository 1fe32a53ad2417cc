import { spawnSync } from "node:child_process";
import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_BUDGET_LIMITS } from "@baton/core/tokens";
import {
  connect,
  getIngestStatus,
  getManifest,
  getManifestTotals,
  getSavings,
  getTaskMetrics,
  getTaskTotals,
  listBlockedFields,
  listCompactions,
  listCompliance,
  listHandoffDocuments,
  listLineShapes,
  listManifestDays,
  listManifestErrors,
  listManifests,
  listPairTraffic,
  listQuarantinedLines,
  listReceivedByDay,
  listSavingsByDay,
  listSessions,
} from "@baton/db";
import { startPostgres } from "@baton/db/server";
import { copyDatabase, createTestDatabase, fingerprint } from "@baton/db/test";
import { testNodes } from "@baton/db/test/test-nodes";
import { recordAudit } from "@baton/db/write";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../test/run-command";

/** Stops a hanging test; not a performance bound. */
const PATIENCE_MILLISECONDS = 240_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
/** Data folder of a single-machine Baton, and its copies. */
let machine: string;
let anchor: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "baton-backup-"));
  machine = await mkdtemp(join(tmpdir(), "baton-machine-"));
  // PostgreSQL does not run as root and must be able to enter this folder.
  await chmod(machine, 0o755);
  anchor = join(folder, "anchors.json");
  await mkdir(join(folder, "sessions"));
  for (const file of ["one", "two"])
    await writeFile(
      join(folder, "sessions", `${file}.jsonl`),
      `{"event_type":"note","text":"é\\\\u0000"}\n{ broken\n\n${'{"event_type":"note"}\n'.repeat(50)}`,
    );
  await fill(database.url);
});

async function fill(url: string): Promise<void> {
  vi.stubEnv("DATABASE_URL", url);
  await runCommand("ingest", folder);
  expect((await runCommand("verify")).stdout).toContain("2 files of “default”, 106 lines: ");
}

afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(machine, { recursive: true });
  await database.drop();
});

/**
 * Returns true if PostgreSQL's tools are on the path in the server's version; other versions refuse to work.
 */
function findTools(): boolean {
  const versions = ["pg_dump", "pg_restore"].map((program) =>
    spawnSync(program, ["--version"]).stdout?.toString(),
  );
  return versions.every((version) => /\) 18\./.test(version ?? ""));
}

function run(program: string, ...words: string[]): void {
  const { status, stderr } = spawnSync(program, words, { encoding: "utf8" });
  expect({ program, status, stderr }).toEqual({ program, status: 0, stderr: "" });
}

/** Creates an empty database on the tests' server. */
async function createEmptyDatabase() {
  const other = await createTestDatabase();
  await other.db.execute(sql`drop schema public cascade`);
  await other.db.execute(sql`drop schema drizzle cascade`);
  await other.db.execute(sql`create schema public`);
  return other;
}

describe("a backup", () => {
  const hasTools = findTools();

  // Backups of several nodes are not supported.
  it.skipIf(testNodes().length > 0)(
    `contains all rows of the database, dumped and restored by ${hasTools ? "pg_dump and pg_restore" : "copying each row instead of pg_dump"}`,
    async () => {
      for (const subject of ["version 1", "version 2"])
        await database.db.transaction((tx) =>
          recordAudit(tx, {
            workspaceId: "default",
            actor: { id: "u1", name: "Ada" },
            action: "policy.publish",
            subject,
          }),
        );
      vi.stubEnv("DATABASE_URL", database.url);
      expect(await runCommand("audit", "verify", "--anchor", anchor)).toMatchObject({ exitCode: 0 });
      const restored = await (hasTools ? createEmptyDatabase() : createTestDatabase());
      try {
        if (hasTools) {
          const dump = join(folder, "baton.dump");
          run("pg_dump", "--format=custom", `--file=${dump}`, database.url);
          run("pg_restore", "--clean", "--if-exists", "--exit-on-error", `--dbname=${restored.url}`, dump);
        } else {
          await copyDatabase(database.url, restored.url);
        }
        expect(await fingerprint(restored.url)).toEqual(await fingerprint(database.url));
        vi.stubEnv("DATABASE_URL", restored.url);
        expect(await runCommand("verify")).toMatchObject({ exitCode: 0 });
        expect(await runCommand("audit", "verify", "--anchor", anchor)).toMatchObject({ exitCode: 0 });
        // New rows continue after the restore and get unused IDs.
        await writeFile(join(folder, "sessions", "three.jsonl"), '{"event_type":"note"}\n');
        await runCommand("ingest", folder);
        expect((await runCommand("verify")).stdout).toContain("3 files of “default”, 107 lines: ");
        expect(await runCommand("verify")).toMatchObject({ exitCode: 0 });

        await restored.db.execute(sql`delete from event where line_number = 4`);
        expect((await runCommand("verify")).exitCode).toBe(1);
        expect(await fingerprint(restored.url)).not.toEqual(await fingerprint(database.url));
      } finally {
        await restored.drop();
        await rm(join(folder, "sessions", "three.jsonl"), { force: true });
      }
    },
    PATIENCE_MILLISECONDS,
  );

  it(
    "restores a single-machine Baton with equal metrics from a copy of its stopped folder, with or without links",
    async () => {
      const kept = join(machine, "kept");
      const sample = join(kept, "sample");
      const server = await startPostgres({ dataDirectory: join(kept, "pg"), fast: true });
      await fill(server.url);
      expect(await runCommand("demo", "--small", "--out", sample)).toMatchObject({ exitCode: 0 });
      // The sample's marker files exist once it is loaded, so import them too.
      await runCommand("ingest", sample, "--workspace", "sample");
      const before = await fingerprint(server.url);
      const figures = await readMetrics(server.url);
      expect(figures.manifests.manifests.map(({ detailTokens }) => detailTokens)).toContainEqual(
        expect.any(Number),
      );
      await server.stop();
      // `-aH` as documented; `-RLp` with folders instead of links to the newest runs.
      const copies = ["-aH", "-RLp"].map((flags) => ({ flags, copy: join(machine, `copy${flags}`) }));
      for (const { flags, copy } of copies) {
        await mkdir(copy);
        run("cp", flags, ...(await readdir(kept)).map((name) => join(kept, name)), copy);
      }
      for (const { flags, copy } of copies) {
        await rm(kept, { recursive: true });
        await rename(copy, kept);
        const latest = join(sample, "artifacts", "top-down-analyzer", "latest");
        const isWithoutLinks = flags === "-RLp";
        expect((await lstat(latest)).isDirectory()).toBe(isWithoutLinks);
        const restored = await startPostgres({ dataDirectory: join(kept, "pg"), fast: true });
        try {
          expect(await fingerprint(restored.url)).toEqual(before);
          vi.stubEnv("DATABASE_URL", restored.url);
          expect(await runCommand("verify")).toMatchObject({ exitCode: 0 });
          // Ingest does the same on restart: it reads all files and validates manifests again.
          await runCommand("ingest", sample, "--workspace", "sample");
          const { status, ...metrics } = await readMetrics(restored.url);
          const { status: statusBefore, ...metricsBefore } = figures;
          expect(metrics).toEqual(metricsBefore);
          // Folders instead of links have files of their own, which Baton lists and does not read.
          const copied = status.fileCount - statusBefore.fileCount;
          expect(copied > 0).toBe(isWithoutLinks);
          expect(status).toEqual({
            ...statusBefore,
            fileCount: statusBefore.fileCount + copied,
            notReadCount: statusBefore.notReadCount + copied,
          });
          expect(await runCommand("verify", "--workspace", "sample")).toMatchObject({ exitCode: 0 });
        } finally {
          await restored.stop();
        }
      }
    },
    PATIENCE_MILLISECONDS,
  );
});

/** Reads the sample's numbers with the queries of the pages. */
async function readMetrics(url: string) {
  const { db, close } = connect(url, { max: 2 });
  const workspaceId = "sample";
  const end = new Date();
  const range = { start: new Date(end.getTime() - 90 * 86_400_000), end, timeZone: "UTC" };
  const scope = { workspaceId, range, filter: {}, limits: DEFAULT_BUDGET_LIMITS };
  try {
    const manifests = await listManifests(db, { workspaceId, limit: 100 });
    const details = await Promise.all(
      manifests.manifests.map(({ manifestId }) => getManifest(db, { workspaceId, manifestId })),
    );
    const { documents } = await listHandoffDocuments(db, { workspaceId, limit: 100 });
    return {
      manifests,
      // Validation runs again, at another time.
      details: details.map((detail) => ({ ...detail, checkedAt: null })),
      manifestTotals: await getManifestTotals(db, scope),
      manifestDays: await listManifestDays(db, scope),
      manifestErrors: await listManifestErrors(db, scope),
      savings: await getSavings(db, scope),
      days: await listSavingsByDay(db, scope),
      pairs: await listPairTraffic(db, scope),
      blocked: await listBlockedFields(db, scope),
      received: await listReceivedByDay(db, scope),
      compliance: await listCompliance(db, { workspaceId }),
      sessions: await listSessions(db, { workspaceId, sort: "recent", filter: {}, limit: 100 }),
      compactions: await listCompactions(db, { workspaceId, range }),
      tasks: await getTaskMetrics(db, { workspaceId }),
      taskTotals: await getTaskTotals(db, scope),
      documents: documents.map((document) => ({ ...document, checkedAt: null })),
      status: await getIngestStatus(db, { workspaceId }),
      quarantine: await listQuarantinedLines(db, { workspaceId, limit: 100 }),
      shapes: await listLineShapes(db, { workspaceId, limit: 100 }),
    };
  } finally {
    await close();
  }
}
