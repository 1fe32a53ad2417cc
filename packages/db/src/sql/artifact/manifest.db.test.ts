import type { Finding } from "@baton/core";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import {
  buildArtifactRead,
  buildManifest,
  buildManifestHandoff,
  buildWorkspace,
} from "../../../test/factories";
import { listCompliance } from "./compliance";
import { getManifestFacets, listManifests, listManifestVersions, listProjectManifests } from "./manifest";
import { insertManifestReview } from "./manifest-review";
import { listManifestHandoffs, listManifestReads } from "./manifest-usage";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  workspaceId = await buildWorkspace(database.db);
});

const make = (fields: Partial<Parameters<typeof buildManifest>[1]> = {}) =>
  buildManifest(database.db, { workspaceId, ...fields });
const tooLarge: Finding = {
  code: "manifest_too_large",
  path: "",
  message: "",
  hint: "",
  severity: "error",
};
const nearLimit: Finding = { ...tooLarge, code: "manifest_near_limit", severity: "warning" };

describe("listManifests", () => {
  it("filters by agent, type, phase, finding, text and review, newest first, in pages", async () => {
    const failing = await make({
      fromAgent: "a",
      scope: "Sign-in 100%",
      findings: [tooLarge],
      phase: "warn",
    });
    const warned = await make({ fromAgent: "b", artifactType: "plan", findings: [nearLimit] });
    await make({ fromAgent: "b", supersededAt: new Date() });
    const list = async (filter: Parameters<typeof listManifests>[1]["filter"] = {}) => {
      const { manifests } = await listManifests(database.db, { workspaceId, filter, limit: 10 });
      return manifests.map(({ manifestId }) => manifestId);
    };
    expect(await list()).toEqual([warned, failing]);
    expect(await list({ agent: "a" })).toEqual([failing]);
    expect(await list({ type: "plan" })).toEqual([warned]);
    expect(await list({ phase: "warn" })).toEqual([failing]);
    expect(await list({ finding: "errors" })).toEqual([failing]);
    expect(await list({ finding: "manifest_near_limit" })).toEqual([warned]);
    expect(await list({ search: "100%" })).toEqual([failing]);
    expect(await list({ search: "1_0" })).toEqual([]);
    const review = {
      workspaceId,
      manifestId: warned,
      verdict: "approved",
      comment: "",
      reviewer: "Ann",
    } as const;
    await insertManifestReview(database.db, review);
    expect(await list({ review: "approved" })).toEqual([warned]);
    expect(await list({ review: "not_reviewed" })).toEqual([failing]);
    const first = await listManifests(database.db, { workspaceId, limit: 1 });
    const cursor = first.nextCursor ?? undefined;
    const second = await listManifests(database.db, { workspaceId, cursor, limit: 1 });
    expect([first, second].map(({ manifests }) => manifests[0]?.manifestId)).toEqual([warned, failing]);
    expect(second.nextCursor).toBeNull();
    expect(await getManifestFacets(database.db, { workspaceId })).toEqual({
      agents: { names: ["a", "b"], count: 2 },
      codes: { names: ["manifest_near_limit", "manifest_too_large"], count: 2 },
    });
  });
});

it("an address finds a version from the oldest on, in the project of the newest", async () => {
  const scope = "OAuth flow";
  const at = (day: number) => ({ fromAgent: "research", writtenAt: new Date(Date.UTC(2026, 0, day)) });
  const path = "/p/artifacts/research/1/manifest.json";
  await make({ ...at(1), scope, projectRoot: "/other" });
  const first = await make({ ...at(2), scope, projectRoot: "/p", path, supersededAt: new Date() });
  const second = await make({ ...at(3), scope: "oauth: flow", projectRoot: "/p", path });
  await make({ ...at(4), scope: "Other", projectRoot: "/p" });
  const find = async (version: string) => {
    const search = `artifact://research/oauth-flow${version}`;
    const { manifests } = await listManifests(database.db, { workspaceId, filter: { search }, limit: 10 });
    return manifests.map(({ manifestId }) => manifestId);
  };
  expect(await find("@1")).toEqual([first]);
  expect(await find("@2")).toEqual([second]);
  expect(await find("")).toEqual([second]);
  expect(await find("@3")).toEqual([]);
});

describe("listManifestVersions", () => {
  it("returns an agent's runs of one scope, regardless of wording, and earlier contents of the path", async () => {
    const path = "/p/artifacts/a/1/manifest.json";
    const earlier = await make({ fromAgent: "a", scope: "Plan for sign-in", path, supersededAt: new Date() });
    const now = await make({ fromAgent: "a", scope: "Plan for sign-in, again", path });
    const alike = await make({ fromAgent: "a", scope: "plan for SIGN-IN: again" });
    await make({ fromAgent: "a", scope: "Other" });
    await make({ fromAgent: "b", scope: "Plan for sign-in, again" });
    const found = await listManifestVersions(database.db, {
      workspaceId,
      projectRoot: "/p",
      fromAgent: "a",
      scope: "Plan for sign-in, again",
      path,
    });
    expect(found.map(({ manifestId }) => manifestId)).toEqual([alike, now, earlier]);
  });
});

describe("a manifest's handoffs", () => {
  it("are found by its path relative to the project root, or by its folder", async () => {
    const at = { workspaceId, path: "/p/artifacts/a/1/manifest.json", projectRoot: "/p" };
    await buildManifestHandoff(database.db, { workspaceId, artifacts: ["artifacts/a/1/manifest.json"] });
    await buildManifestHandoff(database.db, { workspaceId, artifacts: ["x", "artifacts/a/1/"] });
    await buildManifestHandoff(database.db, { workspaceId, artifacts: ["artifacts/a/12/manifest.json"] });
    expect(await listManifestHandoffs(database.db, at)).toHaveLength(2);
    await buildArtifactRead(database.db, { workspaceId, path: "artifacts/a/1/manifest.json", tokens: 450 });
    await buildArtifactRead(database.db, { workspaceId, path: "artifacts/a/1/deep/plan.md", tokens: 900 });
    await buildArtifactRead(database.db, { workspaceId, path: "artifacts/a/12/plan.md", tokens: 1 });
    expect((await listManifestReads(database.db, at)).map(({ tokens }) => tokens)).toEqual([450, 900]);
  });
});

describe("listCompliance", () => {
  it("counts the latest manifests of each agent, and their errors by code", async () => {
    for (let run = 0; run < 21; run += 1) await make({ fromAgent: "a" });
    await make({ fromAgent: "b", findings: [tooLarge, { ...tooLarge, path: "/x" }, nearLimit] });
    await make({ fromAgent: "b", findings: [nearLimit] });
    await make({ fromAgent: null });
    expect(await listCompliance(database.db, { workspaceId })).toMatchObject([
      { agent: "a", manifestCount: 20, compliantCount: 20, errors: [] },
      {
        agent: "b",
        manifestCount: 2,
        compliantCount: 1,
        errors: [{ code: "manifest_too_large", manifestCount: 1 }],
      },
    ]);
  });

  it("takes time proportional to agents plus findings, not to their product", async () => {
    const manifestId = await make({ findings: Array.from({ length: 50 }, () => tooLarge) });
    const copy = sql`jsonb_build_object('manifest_id', 'copy-' || n, 'path', '/copy/' || n, 'from_agent', 'agent-' || n)`;
    await database.db.execute(sql`insert into manifest
      select (jsonb_populate_record(manifest, ${copy})).* from manifest, generate_series(1, 3000) as n
      where workspace_id = ${workspaceId} and manifest_id = ${manifestId}`);
    const began = performance.now();
    expect(await listCompliance(database.db, { workspaceId })).toHaveLength(3_001);
    // It takes a third of a second; comparing each agent with each finding took 47 seconds.
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

it("listProjectManifests returns the newest manifests of a project, up to a size limit", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const made: string[] = [];
  for (const length of [100, 7_000_000, 7_000_000, 7_000_000, 100])
    made.push(await buildManifest(database.db, { workspaceId, text: "x".repeat(length) }));
  made.push(await buildManifest(database.db, { workspaceId, text: null }));
  const listed = await listProjectManifests(database.db, { workspaceId, projectRoot: "/p" });
  expect(listed.map(({ manifestId }) => manifestId)).toEqual(made.slice(2).reverse());
});
