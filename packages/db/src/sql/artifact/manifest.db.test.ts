import type { Finding } from "@baton/core";
import { HandoffRollout } from "@baton/core/manifest";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { makeArtifactRead, makeManifest, makeManifestHandoff, makeWorkspace } from "../../../test/factories";
import { listAuditRecords } from "../audit/audit";
import { listCompliance } from "../violation/compliance";
import {
  getManifest,
  getManifestFacets,
  listManifests,
  listManifestVersions,
  listProjectManifests,
} from "./manifest";
import { addManifestReview, listManifestReviews } from "./manifest-review";
import { listManifestHandoffs, listManifestReads } from "./manifest-usage";
import { changePhase, getRollout, listRolloutChanges } from "./rollout";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  workspaceId = await makeWorkspace(database.db);
});

const OWNER = { id: "u1", name: "An owner" };

/** What the audit log holds of an action, the latest last. */
async function listAudited(action: string): Promise<unknown[]> {
  const { records } = await listAuditRecords(database.db, { workspaceId, filter: { action }, limit: 10 });
  return records
    .map(({ actor_name, subject, details }) => [actor_name, subject, JSON.parse(details)])
    .reverse();
}

const make = (fields: Partial<Parameters<typeof makeManifest>[1]> = {}) =>
  makeManifest(database.db, { workspaceId, ...fields });
const tooLarge: Finding = {
  code: "manifest_too_large",
  path: "",
  message: "",
  hint: "",
  severity: "error",
};
const nearLimit: Finding = { ...tooLarge, code: "manifest_near_limit", severity: "warning" };

describe("listManifests", () => {
  it("narrows by agent, type, phase, finding, words and review, the newest first, page by page", async () => {
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
    await review(warned, "approved");
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

const review = (manifestId: string, verdict: "approved" | "sent_back" | "withdrawn", comment = "") =>
  addManifestReview(database.db, { workspaceId, manifestId, verdict, comment, reviewer: OWNER });

describe("reviews", () => {
  it("hold by the last one, and keep what was said before", async () => {
    const manifestId = await make();
    const stateOf = async () => (await getManifest(database.db, { workspaceId, manifestId }))?.review;
    expect(await stateOf()).toBe("not_reviewed");
    await review(manifestId, "sent_back", "Which window?");
    expect(await stateOf()).toBe("sent_back");
    await review(manifestId, "withdrawn");
    expect(await stateOf()).toBe("not_reviewed");
    expect(await review("none such", "approved")).toBe(false);
    expect(await listAudited("manifest.review")).toEqual([
      ["An owner", `manifest ${manifestId}`, { before: "not_reviewed", after: "sent_back" }],
      ["An owner", `manifest ${manifestId}`, { before: "sent_back", after: "not_reviewed" }],
    ]);
    const reviews = await listManifestReviews(database.db, { workspaceId, manifestId });
    expect(reviews.map(({ verdict, comment }) => [verdict, comment])).toEqual([
      ["withdrawn", ""],
      ["sent_back", "Which window?"],
    ]);
    await expect(
      database.db.execute(sql`update manifest_review set comment = 'x' where workspace_id = ${workspaceId}`),
    ).rejects.toMatchObject({ cause: { message: "rows of manifest_review are added and never changed" } });
  });
});

describe("listManifestVersions", () => {
  it("gives the runs of one agent over one scope, however worded, and earlier contents of the path", async () => {
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

describe("where a manifest went", () => {
  it("is found by its path below the project's root, or its folder", async () => {
    const at = { workspaceId, path: "/p/artifacts/a/1/manifest.json", projectRoot: "/p" };
    await makeManifestHandoff(database.db, { workspaceId, artifacts: ["artifacts/a/1/manifest.json"] });
    await makeManifestHandoff(database.db, { workspaceId, artifacts: ["x", "artifacts/a/1/"] });
    await makeManifestHandoff(database.db, { workspaceId, artifacts: ["artifacts/a/12/manifest.json"] });
    expect(await listManifestHandoffs(database.db, at)).toHaveLength(2);
    await makeArtifactRead(database.db, { workspaceId, path: "artifacts/a/1/manifest.json", tokens: 450 });
    await makeArtifactRead(database.db, { workspaceId, path: "artifacts/a/1/deep/plan.md", tokens: 900 });
    await makeArtifactRead(database.db, { workspaceId, path: "artifacts/a/12/plan.md", tokens: 1 });
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

  it("takes a time that grows with agents and findings, and not with their product", async () => {
    const manifestId = await make({ findings: Array.from({ length: 50 }, () => tooLarge) });
    const copy = sql`jsonb_build_object('manifest_id', 'copy-' || n, 'path', '/copy/' || n, 'from_agent', 'agent-' || n)`;
    await database.db.execute(sql`insert into manifest
      select (jsonb_populate_record(manifest, ${copy})).* from manifest, generate_series(1, 3000) as n
      where workspace_id = ${workspaceId} and manifest_id = ${manifestId}`);
    const began = performance.now();
    expect(await listCompliance(database.db, { workspaceId })).toHaveLength(3_001);
    // A third of a second; forty-seven where each agent was held against each finding.
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("the rollout", () => {
  const change = (fields: Partial<Parameters<typeof changePhase>[1]>) =>
    changePhase(database.db, {
      workspaceId,
      agent: null,
      phase: "warn",
      reason: "Because",
      changedBy: OWNER,
      basedOn: null,
      ...fields,
    });

  it("observes until somebody changes it; each change stays, and applies to what is stored", async () => {
    const failing = await make({ fromAgent: "a", findings: [tooLarge] });
    const phaseNow = async () => {
      const found = await getManifest(database.db, { workspaceId, manifestId: failing });
      return [found?.phase, found?.hasPassed];
    };
    const first = await getRollout(database.db, { workspaceId });
    expect(first).toEqual({ rollout: HandoffRollout.parse({}), changeId: null });
    expect(await change({})).toBe(true);
    expect(await phaseNow()).toEqual(["warn", true]);
    const { changeId } = await getRollout(database.db, { workspaceId });
    expect(await change({ agent: "a", phase: "enforce", basedOn: changeId })).toBe(true);
    expect(await phaseNow()).toEqual(["enforce", false]);
    const current = await getRollout(database.db, { workspaceId });
    expect(current.rollout).toMatchObject({ default: "warn", agents: { a: "enforce" } });
    expect(await change({ agent: "a", phase: null, basedOn: current.changeId })).toBe(true);
    expect(await phaseNow()).toEqual(["warn", true]);
    const changes = await listRolloutChanges(database.db, { workspaceId, limit: 10 });
    expect(changes.map(({ rollout }) => rollout.agents)).toEqual([{}, { a: "enforce" }, {}]);
    expect(await listAudited("rollout.set")).toEqual([
      ["An owner", "all agents", { before: "observe", after: "warn", reason: "Because" }],
      ["An owner", "agent a", { before: null, after: "enforce", reason: "Because" }],
      ["An owner", "agent a", { before: "enforce", after: null, reason: "Because" }],
    ]);
    await expect(
      database.db.execute(sql`update rollout_change set reason = 'x' where workspace_id = ${workspaceId}`),
    ).rejects.toMatchObject({ cause: { message: "rows of rollout_change are added and never changed" } });
  });

  it("is changed by one of those who change it at once, and the others are told", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change({ agent: `agent-${index}`, phase: "enforce" })),
    );
    expect(outcomes.filter((isChanged) => isChanged)).toHaveLength(1);
    expect(await listRolloutChanges(database.db, { workspaceId, limit: 10 })).toHaveLength(1);
  });
});

it("reads of a project's documents the newest, and no more than can be looked at", async () => {
  const workspaceId = await makeWorkspace(database.db);
  const made: string[] = [];
  for (const length of [100, 7_000_000, 7_000_000, 7_000_000, 100])
    made.push(await makeManifest(database.db, { workspaceId, text: "x".repeat(length) }));
  made.push(await makeManifest(database.db, { workspaceId, text: null }));
  const listed = await listProjectManifests(database.db, { workspaceId, projectRoot: "/p" });
  expect(listed.map(({ manifestId }) => manifestId)).toEqual(made.slice(2).reverse());
});
