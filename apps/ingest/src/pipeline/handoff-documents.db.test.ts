import { execFile } from "node:child_process";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Finding } from "@baton/core";
import {
  EMPTY_HANDOFF_DOCUMENT,
  type HandoffDocument,
  markPartialProgress,
  renderHandoffDocument,
} from "@baton/core/handoff-document";
import {
  getHandoffChain,
  getHandoffDocument,
  getHandoffDocumentFacets,
  listHandoffDocuments,
  listHandoffDocumentVersions,
  listHandoffProgress,
} from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { count, createFolder, put, select } from "../../test/scratch";
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

const SECRET = ["ghp", "x7Kq9LmN2pRs4TuVwYzA1bCdE3fGhJ5kL8n2"].join("_");
const TASK = "specs/042_pager";

const document = (fields: Partial<HandoffDocument> = {}, frontMatter = {}) =>
  renderHandoffDocument({
    ...EMPTY_HANDOFF_DOCUMENT,
    frontMatter: { task: "42", created_at: "2026-03-01T10:00:00Z", ...frontMatter },
    title: "Phase 3 Handoff",
    nextAction: "Fix the off-by-one error in `nextPage`.",
    currentState: "- File: src/pager.ts\n- Location: line 88",
    decisions: [{ decision: "Pages count from 1", rationale: "the old links do" }],
    failedApproaches: [{ approach: "Rounding up", reason: "it gives an empty page" }],
    criticalContext: ["`total` may be null"],
    references: ["Plan: docs/plan.md"],
    ...fields,
  });

const progress = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    phase: 3,
    phase_name: "Paging",
    last_updated: "2026-03-01T10:00:00Z",
    handoff_count: 1,
    objectives: [
      { id: 1, description: "Count pages", status: "done" },
      { id: 2, description: "Link pages", status: "in_progress" },
    ],
    approaches_tried: [{ approach: "Rounding up", result: "An empty page" }],
    ...fields,
  });

const write = (path: string, content: string | Uint8Array) => put(join(folder.path, path), content);
const ingest = (storesContent = true) =>
  ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent });
/** The current documents with everything stored about them. */
const list = async (filter: Parameters<typeof listHandoffDocuments>[1]["filter"] = {}) => {
  const { documents } = await listHandoffDocuments(database.db, { workspaceId, filter, limit: 50 });
  const stored = documents.map(({ documentId }) =>
    getHandoffDocument(database.db, { workspaceId, documentId }),
  );
  return (await Promise.all(stored)).flatMap((document) => document ?? []);
};
/** The current progress files. */
const countProgressFiles = () =>
  count(database.db, `progress_file where workspace_id = '${workspaceId}' and superseded_at is null`);
const codesOf = ({ findings = [] }: { findings?: readonly Finding[] | undefined }) =>
  findings.map(({ code }) => code);

const run = promisify(execFile);
const git = async (...words: string[]) =>
  (
    await run("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], { cwd: folder.path })
  ).stdout.trim();

/**
 * Creates a repository with the files that the document references.
 * @returns its first commit.
 */
async function buildRepository(): Promise<string> {
  await write("src/pager.ts", "export const first = 1;\n");
  await write("docs/plan.md", "# Plan\n");
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-qm", "first");
  return git("rev-parse", "HEAD");
}

describe("an imported handoff document", () => {
  it("is stored with its score, findings and git status, and validated again when that changes", async () => {
    const commit = await buildRepository();
    await write(`${TASK}/handoffs/phase-3-handoff.md`, document({}, { commit, branch: "main" }));
    await ingest();
    const [fresh] = await list();
    expect(fresh).toMatchObject({
      projectRoot: folder.path,
      taskFolder: join(folder.path, TASK),
      title: "Phase 3 Handoff",
      task: "42",
      phase: "3",
      commit,
      branch: "main",
      score: 100,
      staleness: "FRESH",
      findings: [],
      stalenessReasons: [],
      writtenAt: new Date("2026-03-01T10:00:00Z"),
    });
    for (let commits = 0; commits < 3; commits++) await git("commit", "--allow-empty", "-qm", "more");
    await git("rm", "-q", "docs/plan.md");
    await ingest();
    const [stale] = await list();
    expect(stale).toMatchObject({
      documentId: fresh?.documentId,
      score: 80,
      staleness: "VERY_STALE",
      stalenessReasons: ["1 of 2 files missing: docs/plan.md", "3 commits since"],
    });
    expect(codesOf(stale ?? {})).toEqual(["referenced_file_missing"]);
  });

  it("has no staleness without a repository, and keeps its last one if git is unavailable", async () => {
    await write(`${TASK}/handoffs/phase-3-handoff.md`, document());
    await ingest();
    expect(await list({ staleness: "unknown" })).toMatchObject([
      { staleness: null, stalenessReasons: ["the folder is not in a git repository"], score: 80 },
    ]);
    const commit = await buildRepository();
    await write(`${TASK}/handoffs/phase-3-handoff.md`, document({}, { commit }));
    await ingest();
    await rename(join(folder.path, ".git"), join(folder.path, "git"));
    await ingest();
    expect(await list()).toMatchObject([{ staleness: "FRESH", stalenessReasons: [] }]);
  });

  it("is superseded by its file's new content, and follows its file to the archive", async () => {
    const path = `${TASK}/handoffs/phase-3-handoff.md`;
    await write(path, document());
    await ingest();
    await write(path, document({ nextAction: "Write a test of `nextPage`." }));
    await ingest();
    const [standing, ...others] = await list();
    expect(others).toEqual([]);
    const { sourceFileId = 0 } =
      (await getHandoffDocument(database.db, { workspaceId, documentId: standing?.documentId ?? "" })) ?? {};
    const versions = await listHandoffDocumentVersions(database.db, { workspaceId, sourceFileId });
    expect(versions.map(({ supersededAt }) => supersededAt === null)).toEqual([true, false]);
    await mkdir(join(folder.path, TASK, "handoffs/archive"));
    await rename(join(folder.path, path), join(folder.path, TASK, "handoffs/archive/phase-3-handoff.md"));
    await ingest();
    expect((await list()).map(({ path: at }) => at)).toEqual([
      join(folder.path, TASK, "handoffs/archive/phase-3-handoff.md"),
    ]);
  });

  it("can be filtered, is listed in pages, and is part of its chain", async () => {
    const at = (day: number, predecessor?: string) => ({
      created_at: `2026-03-0${day}T10:00:00Z`,
      ...(predecessor ? { predecessor } : {}),
    });
    await write("src/pager.ts", "");
    await write("docs/plan.md", "");
    await write(
      `${TASK}/handoffs/phase-1-handoff.md`,
      document({ title: "One" }, at(1, "phase-0-handoff.md")),
    );
    await write(
      `${TASK}/handoffs/phase-2-handoff.md`,
      document({ title: "Two", decisions: null }, at(2, "phase-1-handoff.md")),
    );
    await write(
      `${TASK}/handoffs/phase-3-handoff.md`,
      document(
        { title: "Three", nextAction: null, currentState: null },
        at(3, `${TASK}/handoffs/phase-2-handoff.md`),
      ),
    );
    await write("specs/7/handoffs/phase-1-handoff.md", document({ title: "Other" }, at(4)));
    await ingest();
    const titles = async (filter: Parameters<typeof list>[0]) =>
      (await list(filter)).map(({ title }) => title);
    expect(await titles({})).toEqual(["Other", "Three", "Two", "One"]);
    expect(await titles({ isGood: false })).toEqual(["Three"]);
    expect(await titles({ finding: "errors" })).toEqual(["Three"]);
    expect(await titles({ finding: "missing_section" })).toEqual(["Three", "Two"]);
    expect(await titles({ search: "pager", isGood: true })).toEqual(["Two", "One"]);
    expect(await titles({ phase: "2" })).toEqual(["Two"]);
    expect(await getHandoffDocumentFacets(database.db, { workspaceId })).toEqual({
      projectRoots: { names: [folder.path], count: 1 },
      phases: { names: ["1", "2", "3"], count: 3 },
      codes: { names: ["low_quality", "missing_section"], count: 2 },
    });
    const first = await listHandoffDocuments(database.db, { workspaceId, limit: 3 });
    const rest = await listHandoffDocuments(database.db, {
      workspaceId,
      limit: 3,
      cursor: first.nextCursor ?? undefined,
    });
    expect([...first.documents, ...rest.documents].map(({ title }) => title)).toEqual([
      "Other",
      "Three",
      "Two",
      "One",
    ]);
    expect(rest.nextCursor).toBeNull();
    const path = join(folder.path, TASK, "handoffs/phase-2-handoff.md");
    const chain = await getHandoffChain(database.db, { workspaceId, projectRoot: folder.path, path });
    expect(chain.documents.map(({ title }) => title)).toEqual(["Three", "Two", "One"]);
    expect(chain.findings.map(({ code }) => code)).toEqual(["dead_predecessor"]);
  });
});

describe("progress files", () => {
  it("are stored with their progress, and found by the handoff document of their phase", async () => {
    const partial = {
      handoffPath: `${TASK}/handoffs/phase-3-handoff.md`,
      markedAt: "2026-03-01T10:00:00Z",
      details: "2 of 5",
    };
    await write(`${TASK}/progress/phase-3-progress.json`, progress());
    await write(`${TASK}/progress/phase-4-progress.json`, progress({ phase: 4, objectives: {} }));
    await write(`${TASK}/phases/phase-3-results.md`, markPartialProgress("# Results\n", partial));
    await write(
      `${TASK}/feature_list.json`,
      JSON.stringify([
        { name: "Paging", passes: true },
        { name: "Links", passes: false },
      ]),
    );
    await ingest();
    expect(await countProgressFiles()).toBe(4);
    const found = await listHandoffProgress(database.db, {
      workspaceId,
      taskFolder: join(folder.path, TASK),
      phase: "3",
    });
    expect(found).toMatchObject([
      { kind: "features", doneCount: 1, totalCount: 2 },
      {
        kind: "objectives",
        doneCount: 1,
        totalCount: 2,
        handoffCount: 1,
        details: {
          approaches: [{ approach: "Rounding up" }],
          objectives: [{ id: "1", isDone: true }, { id: "2" }],
        },
      },
      { kind: "phase_result", phase: "3", details: { mark: partial } },
    ]);
    await write(`${TASK}/progress/phase-3-progress.json`, progress({ handoff_count: 2 }));
    await ingest();
    expect(await countProgressFiles()).toBe(4);
    expect(await list()).toEqual([]);
  });
});

describe("stored handoff documents and progress files", () => {
  it("contain no secret in any field", async () => {
    await write(
      `${TASK}/handoffs/phase-3-handoff.md`,
      document(
        { title: SECRET, references: [`src/${SECRET}.ts`], criticalContext: [SECRET] },
        { branch: SECRET, predecessor: `${SECRET}.md` },
      ),
    );
    await write(`${TASK}/progress/phase-3-progress.json`, progress({ phase: SECRET, phase_name: SECRET }));
    await write(
      `${TASK}/progress/phase-4-progress.json`,
      progress({ [SECRET]: 1, objectives: [{ id: SECRET, description: 1 }] }),
    );
    await ingest();
    const [stored] = await list();
    expect(stored?.score).toBe(0);
    expect(codesOf(stored ?? {})).toContain("secret_found");
    for (const table of ["handoff_document", "progress_file", "quarantined_line"]) {
      const rows = await select(
        database.db,
        z.object({ json: z.string() }),
        `select to_jsonb(t)::text as json from ${table} t where workspace_id = '${workspaceId}'`,
      );
      expect(rows, table).toHaveLength(1);
      expect(rows[0]?.json, table).not.toContain(SECRET);
    }
  });

  it("contain only sizes and codes if content storage is off", async () => {
    await write(
      `${TASK}/handoffs/phase-3-handoff.md`,
      document({ title: "About Ada", references: ["src/Ada.ts"], criticalContext: null }),
    );
    await write(`${TASK}/progress/phase-3-progress.json`, progress({ phase_name: "Ada" }));
    await write(
      `${TASK}/progress/phase-4-progress.json`,
      progress({ objectives: [{ id: "Ada", status: 1 }] }),
    );
    await ingest(false);
    for (const table of ["handoff_document", "progress_file", "quarantined_line"]) {
      const rows = await select(
        database.db,
        z.object({ json: z.string() }),
        `select to_jsonb(t)::text as json from ${table} t where workspace_id = '${workspaceId}'`,
      );
      expect(rows[0]?.json, table).not.toContain("Ada");
    }
    expect(await list()).toMatchObject([{ title: null, errorCount: 2 }]);
  });

  it("are quarantined if they are invalid, without affecting others", async () => {
    const bad: Record<string, string | Uint8Array> = {
      "progress/a.json": "{",
      "progress/b.json": "[]",
      "progress/c.json": '{"phase":1,"phase":2,"objectives":[]}',
      "progress/d.json": "[".repeat(300),
      "handoffs/e.md": Uint8Array.of(0x23, 0xff, 0xfe),
      "feature_list.json": '[{"passes":true}]',
    };
    for (const [path, content] of Object.entries(bad)) await write(`${TASK}/${path}`, content);
    const odd = [
      "\u0000",
      "---\n{\n---\n",
      "# ".repeat(60_000),
      "---\ncreated_at: 0001-01-01\ncommit: --exec=x\n---\n",
      `---\nphase: ${"9".repeat(9_000)}\n---\n`,
    ];
    for (const [index, content] of odd.entries()) await write(`${TASK}/handoffs/odd-${index}.md`, content);
    await write(
      `${TASK}/progress/good.json`,
      progress({ handoff_count: Number.MAX_SAFE_INTEGER, phase_name: "\u0000\uD800" }),
    );
    const { files } = await ingest();
    const refused = files
      .filter(({ quarantinedCount }) => quarantinedCount === 1)
      .map(({ path }) => path.slice(folder.path.length + TASK.length + 2));
    expect(refused.sort()).toEqual(Object.keys(bad).sort());
    expect(await list()).toHaveLength(odd.length);
    expect(await countProgressFiles()).toBe(1);
    await write(`${TASK}/progress/a.json`, progress());
    await ingest();
    expect(await countProgressFiles()).toBe(2);
  });
});
