import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "@baton/core";
import { cpuMilliseconds } from "@baton/core/test/cpu-time";
import { countTokens } from "@baton/core/tokens";
import { getManifest, getManifestFile, listManifestFiles, listManifests } from "@baton/db";
import { fileContent } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { deleteExpiredActivity } from "@baton/db/write";
import { changeRollout } from "@baton/services/artifact/change-rollout";
import { requestErasure } from "@baton/services/erasure/request-erasure";
import { runErasures } from "@baton/services/erasure/run-erasures";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFolder, put } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let workspaceId: string;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await createFolder();
  serial += 1;
  workspaceId = `w${serial}`;
});
afterEach(() => folder.remove());

const PLAN_FOLDER = "artifacts/backend-architect/2026-03-01-plan/";
const RESEARCH_FOLDER = "artifacts/top-down-analyzer/2026-02-28-research/";
const SECRET = ["ghp", "x7Kq9LmN2pRs4TuVwYzA1bCdE3fGhJ5kL8n2"].join("_");

const plan = (fields: Record<string, unknown> = {}) => ({
  from_agent: "backend-architect",
  to_agents: ["security-auditor"],
  artifact_type: "plan",
  timestamp: "2026-03-01T10:00:00Z",
  scope: "Plan for sign-in",
  summary: { strategy: "Add it behind a flag." },
  key_decisions: [{ decision: "PKCE", rationale: "It needs no secret" }],
  required_reading: [{ file: "plan.md", description: "All steps" }],
  artifacts_directory: PLAN_FOLDER,
  detail_files: ["plan.md"],
  ...fields,
});

const research = () => ({
  from_agent: "top-down-analyzer",
  artifact_type: "research",
  timestamp: "2026-02-28T10:00:00Z",
  scope: "Sign-in as it is",
  artifacts_directory: RESEARCH_FOLDER,
  summary: { system_overview: "It works.", key_insights: ["It is old"], constraints: ["Tokens stay"] },
});

const write = (path: string, content: unknown) =>
  put(join(folder.path, path), typeof content === "string" ? content : JSON.stringify(content));
const ingest = (storesContent = true) =>
  ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent });

/** The current manifest of a folder with everything stored about it. */
async function stored(below = PLAN_FOLDER) {
  const { manifests } = await listManifests(database.db, { workspaceId, limit: 100 });
  const found = manifests.find(({ path }) => path === join(folder.path, below, "manifest.json"));
  const whole = found && (await getManifest(database.db, { workspaceId, manifestId: found.manifestId }));
  if (!whole) throw new Error(`nothing is stored of ${below}`);
  return whole;
}

const codesOf = ({ findings }: { findings: readonly Finding[] }) => findings.map(({ code }) => code);

describe("an imported manifest", () => {
  it("is stored with its findings, its files and their sizes", async () => {
    await write(`${PLAN_FOLDER}plan.md`, "# Plan\n\nOne step.\n");
    await write(`${PLAN_FOLDER}manifest.json`, plan());
    await ingest();
    const tokens = countTokens("# Plan\n\nOne step.\n");
    expect(await stored()).toMatchObject({
      fromAgent: "backend-architect",
      toAgents: ["security-auditor"],
      scope: "Plan for sign-in",
      requiredReadingTokens: tokens,
      detailTokens: tokens,
      errorCount: 0,
      phase: "observe",
      files: { requiredReading: [{ name: "plan.md", files: [{ state: "counted", tokens }] }] },
      hasPassed: true,
      review: "not_reviewed",
      findings: [],
    });
  });

  it("is validated again when a file that it names appears, changes or disappears", async () => {
    await write(`${PLAN_FOLDER}manifest.json`, plan());
    await ingest();
    expect(codesOf(await stored())).toEqual(["detail_file_missing", "required_file_missing"]);
    await write(`${PLAN_FOLDER}plan.md`, "# Plan\n");
    await ingest();
    expect(await stored()).toMatchObject({ errorCount: 0, requiredReadingTokens: 3 });
    await write(`${PLAN_FOLDER}plan.md`, "word ".repeat(2_500));
    await ingest();
    expect(codesOf(await stored())).toContain("required_reading_too_large");
    await rm(join(folder.path, PLAN_FOLDER, "plan.md"));
    await ingest();
    expect(codesOf(await stored())).toEqual(["detail_file_missing", "required_file_missing"]);
  });

  it("is superseded by its file's new content, and current again when that content returns", async () => {
    await write(`${PLAN_FOLDER}manifest.json`, plan());
    await ingest();
    const { manifestId } = await stored();
    await write(`${PLAN_FOLDER}manifest.json`, plan({ scope: "Another plan for sign-in" }));
    await ingest();
    expect(await stored()).toMatchObject({ scope: "Another plan for sign-in", supersededAt: null });
    expect(await getManifest(database.db, { workspaceId, manifestId })).toMatchObject({
      supersededAt: expect.any(Date),
    });
    await write(`${PLAN_FOLDER}manifest.json`, plan());
    await ingest();
    expect((await stored()).manifestId).toBe(manifestId);
    expect((await listManifests(database.db, { workspaceId, limit: 9 })).manifests).toHaveLength(1);
  });

  it("is quarantined if it has too many values", async () => {
    await write(`${PLAN_FOLDER}manifest.json`, plan({ dependencies_satisfied: Array(20_001).fill({}) }));
    expect((await ingest()).files).toMatchObject([{ eventCount: 0, quarantinedCount: 1 }]);
    expect(await stored().catch(String)).toContain("nothing is stored");
  });

  it("keeps its findings if its file's new content is not a manifest", async () => {
    await write(`${PLAN_FOLDER}manifest.json`, plan());
    await ingest();
    const { findings } = await stored();
    await write(`${PLAN_FOLDER}manifest.json`, '{"half":');
    await ingest();
    await ingest();
    expect((await stored()).findings).toEqual(findings);
  });

  it("has its dependencies resolved to earlier manifests of the project, in any reading order", async () => {
    const dependencies_satisfied = ["top-down-analyzer: tokens stay", "systems-architect: none such"];
    await write(`${PLAN_FOLDER}plan.md`, "# Plan\n");
    await write(`${PLAN_FOLDER}manifest.json`, plan({ dependencies_satisfied }));
    await ingest();
    expect(codesOf(await stored())).toEqual(["unresolved_dependency", "unresolved_dependency"]);
    await write(`${RESEARCH_FOLDER}manifest.json`, research());
    await ingest();
    expect((await stored()).findings).toMatchObject([
      { code: "unresolved_dependency", path: "/dependencies_satisfied/1" },
    ]);
  });

  it("is validated again for a new manifest only if it depends on it", async () => {
    const of = (index: number, dependencies_satisfied: string[]) => {
      const below = `artifacts/agent-${index}/`;
      const one = { from_agent: `agent-${index}`, artifacts_directory: below, dependencies_satisfied };
      return write(`${below}manifest.json`, plan({ ...one, required_reading: [], detail_files: [] }));
    };
    for (let index = 0; index < 50; index++) await of(index, ["first: x", "nobody: x"]);
    await ingest();
    await write(
      `${PLAN_FOLDER}manifest.json`,
      plan({ from_agent: "first", timestamp: "2026-02-01T10:00:00Z" }),
    );
    const start = cpuMilliseconds();
    for (let index = 50; index < 80; index++) await of(index, []);
    await ingest();
    expect(cpuMilliseconds() - start).toBeLessThan(10_000);
    for (const index of [0, 49]) {
      const { findings, errorCount, warningCount } = await stored(`artifacts/agent-${index}/`);
      const waits = findings.filter(({ code }) => code === "unresolved_dependency");
      expect(waits).toMatchObject([{ path: "/dependencies_satisfied/1" }]);
      expect(errorCount + warningCount).toBe(findings.length);
    }
  });

  it("has its dependencies resolved if content storage is off", async () => {
    await write(`${PLAN_FOLDER}manifest.json`, plan({ dependencies_satisfied: ["top-down-analyzer: x"] }));
    await ingest(false);
    expect(codesOf(await stored())).toContain("unresolved_dependency");
    await write(`${RESEARCH_FOLDER}manifest.json`, research());
    await ingest(false);
    expect(codesOf(await stored())).not.toContain("unresolved_dependency");
  });

  it("has its agent's rollout phase, at once and when it is read", async () => {
    await write(`${PLAN_FOLDER}manifest.json`, plan());
    await ingest();
    await changeRollout(database.db, {
      workspaceId,
      edit: { kind: "phase", agent: "backend-architect", phase: "enforce" },
      reason: "It is time",
      changedBy: { id: "u1", name: "An owner" },
      basedOn: null,
    });
    expect(await stored()).toMatchObject({ phase: "enforce", hasPassed: false });
    await ingest();
    expect(await stored()).toMatchObject({ phase: "enforce", hasPassed: false });
  });
});

describe("a stored manifest", () => {
  it("contains no secret in any field", async () => {
    const item = { path: "/summary/strategy", text: `token ${SECRET}`, origin: "file_tree" };
    await write(`${PLAN_FOLDER}manifest.sources.json`, { items: [item] });
    await write(`${PLAN_FOLDER}plan.md`, `# Plan\n\nexport TOKEN=${SECRET}\n`);
    await write(
      `${PLAN_FOLDER}manifest.json`,
      plan({ [SECRET]: 1, detail_files: ["plan.md", `${SECRET}.md`], scope: `With ${SECRET}` }),
    );
    await ingest();
    const manifest = await stored();
    expect(codesOf(manifest)).toEqual(expect.arrayContaining(["secret_found", "unknown_key"]));
    expect(manifest.sourcesText).toContain("[masked:");
    expect(JSON.stringify(manifest)).not.toContain(SECRET);
  });

  it("contains only sizes and codes if content storage is off", async () => {
    await write(`${PLAN_FOLDER}manifest.sources.json`, { items: [] });
    await write(`${PLAN_FOLDER}manifest.json`, plan({ someone: "Ada", scope: "About Ada" }));
    await ingest(false);
    const manifest = await stored();
    expect(manifest).toMatchObject({ text: null, sourcesText: null, scope: "plan", errorCount: 2 });
    expect(manifest.findings.map(({ message }) => message).join("")).toBe("");
    expect(JSON.stringify(manifest)).not.toContain("Ada");
  });

  it("contains nothing from files outside its folder", async () => {
    await write("outside.md", "A text that is none of its business");
    await mkdir(join(folder.path, PLAN_FOLDER), { recursive: true });
    await symlink(join(folder.path, "outside.md"), join(folder.path, PLAN_FOLDER, "link.md"));
    const names = ["link.md", "../../../outside.md", "/etc/passwd", "..\\..\\outside.md"];
    await write(`${PLAN_FOLDER}manifest.json`, plan({ required_reading: [], detail_files: names }));
    await ingest();
    const manifest = await stored();
    expect(codesOf(manifest).filter((code) => code === "path_escapes_directory")).toHaveLength(4);
    expect(manifest.detailTokens).toBeNull();
    await write(
      `${PLAN_FOLDER}manifest.json`,
      plan({ artifacts_directory: "/etc", detail_files: ["passwd"] }),
    );
    await ingest();
    expect(await stored()).toMatchObject({ files: { detailFiles: [] }, requiredReadingTokens: null });
    expect(codesOf(await stored())).toContain("path_escapes_directory");
  });
});

describe("the stored files of a manifest", () => {
  const list = async () => listManifestFiles(database.db, await stored());
  const read = async (path: string) => getManifestFile(database.db, { ...(await stored()), path });
  const contents = () =>
    database.db.select().from(fileContent).where(eq(fileContent.workspaceId, workspaceId));

  it("are masked texts with true line numbers, each content once, and follow the files", async () => {
    const text = `# Plan\n\nexport TOKEN=${SECRET}\nOne step.\n`;
    await write(`${PLAN_FOLDER}plan.md`, text);
    await write(`${PLAN_FOLDER}copy.md`, text);
    await write(`${PLAN_FOLDER}large.md`, "word ".repeat(60_000));
    await write(`${PLAN_FOLDER}manifest.json`, plan({ detail_files: ["*.md"] }));
    await ingest();
    expect((await list()).map(({ path }) => path)).toEqual(["copy.md", "plan.md"]);
    expect(await contents()).toHaveLength(1);
    const masked = (await read("plan.md"))?.text.split("\n") ?? [];
    expect(masked[2]).toMatch(/^export TOKEN=\[masked:/);
    expect(masked[3]).toBe("One step.");

    await write(`${PLAN_FOLDER}plan.md`, "Another.\n");
    await rm(join(folder.path, PLAN_FOLDER, "copy.md"));
    await ingest();
    expect(await read("plan.md")).toMatchObject({ text: "Another.\n" });
    expect(await contents()).toHaveLength(1);

    await ingest(false);
    expect([await list(), await contents()]).toEqual([[], []]);
  });

  it("are deleted with their manifest, by retention and by the erasure of an agent or a session in them", async () => {
    const session = "6a1f0c52-session";
    await write(`${PLAN_FOLDER}plan.md`, "first");
    await write(`${PLAN_FOLDER}manifest.json`, plan());
    await ingest();
    await write(`${PLAN_FOLDER}plan.md`, `Found in ${session}`);
    await write(`${PLAN_FOLDER}manifest.json`, plan({ scope: "Later" }));
    await ingest();
    expect(await contents()).toHaveLength(2);
    const before = new Date(Date.now() + 60_000);
    await deleteExpiredActivity(database.db, { workspaceId, before });
    expect((await contents()).map(({ text }) => text)).toEqual([`Found in ${session}`]);

    const actor = { id: "u1", name: "An admin" };
    await requestErasure(database.db, { workspaceId, kind: "session", id: session, actor });
    await runErasures(database.db);
    expect(await contents()).toEqual([]);
    await ingest();
    expect(await contents()).toEqual([]);

    await write(`${RESEARCH_FOLDER}notes.md`, '{"agent": "poet"}');
    await write(`${RESEARCH_FOLDER}manifest.json`, { ...research(), detail_files: ["notes.md"] });
    await ingest();
    expect(await contents()).toHaveLength(1);
    await requestErasure(database.db, { workspaceId, kind: "agent", id: "poet", actor });
    await runErasures(database.db);
    expect(await contents()).toEqual([]);
  });
});
