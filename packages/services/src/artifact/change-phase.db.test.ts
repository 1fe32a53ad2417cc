import type { Finding } from "@baton/core";
import { HandoffRollout } from "@baton/core/manifest";
import { getManifest, getRollout, listAuditRecords, listRolloutChanges } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildManifest, buildWorkspace } from "@baton/db/test/factories";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changePhase } from "./change-phase";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  workspaceId = await buildWorkspace(database.db);
});

const OWNER = { id: "u1", name: "An owner" };

/** Lists the entries of an action, oldest first. */
async function listAudited(action: string): Promise<unknown[]> {
  const { records } = await listAuditRecords(database.db, { workspaceId, filter: { action }, limit: 10 });
  return records
    .map(({ actor_name, subject, details }) => [actor_name, subject, JSON.parse(details)])
    .reverse();
}

const tooLarge: Finding = {
  code: "manifest_too_large",
  path: "",
  message: "",
  hint: "",
  severity: "error",
};

describe("changePhase", () => {
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

  it("keeps each change and applies it to stored manifests", async () => {
    const failing = await buildManifest(database.db, { workspaceId, fromAgent: "a", findings: [tooLarge] });
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

  it("applies one of several simultaneous changes and rejects the others", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change({ agent: `agent-${index}`, phase: "enforce" })),
    );
    expect(outcomes.filter((isChanged) => isChanged)).toHaveLength(1);
    expect(await listRolloutChanges(database.db, { workspaceId, limit: 10 })).toHaveLength(1);
  });
});
