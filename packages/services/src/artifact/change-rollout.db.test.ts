import type { Finding } from "@baton/core";
import { HandoffRollout } from "@baton/core/manifest";
import { BudgetLimits } from "@baton/core/tokens";
import { getManifest, getRollout, listAuditRecords, listRolloutChanges } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildManifest, buildWorkspace } from "@baton/db/test/factories";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeRollout, type RolloutEdit } from "./change-rollout";

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

describe("changeRollout", () => {
  const change = (
    fields: Partial<Extract<RolloutEdit, { kind: "phase" }>> & { basedOn?: number | null } = {},
  ) => {
    const { basedOn = null, ...phase } = fields;
    const edit: RolloutEdit = { kind: "phase", agent: null, phase: "warn", ...phase };
    return changeRollout(database.db, { workspaceId, edit, reason: "Because", changedBy: OWNER, basedOn });
  };

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
    ).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/^rows of rollout_change\w* are added and never changed$/) },
    });
  });

  it("keeps approvals, limits and known agents, each with an audit entry", async () => {
    const edits: RolloutEdit[] = [
      { kind: "phase", agent: "a", phase: "enforce", needsApproval: true },
      { kind: "limits", limits: { budgets: BudgetLimits.parse({ manifestTokens: 500 }), windows: { m: 9 } } },
      { kind: "agent", agent: "a", known: { owner: "Ada", description: "", model: "m" } },
      { kind: "phase", agent: "a", phase: "warn" },
      { kind: "phase", agent: "a", phase: null, needsApproval: null },
    ];
    const seen = [];
    for (const edit of edits) {
      const options = { workspaceId, edit, reason: "Because", changedBy: OWNER, basedOn: undefined };
      expect(await changeRollout(database.db, options)).toBe(true);
      seen.push((await getRollout(database.db, { workspaceId })).rollout);
    }
    expect(seen[3]).toMatchObject({
      agents: { a: "warn" },
      approval: { default: false, agents: { a: true } },
      budgets: { manifestTokens: 500 },
      windows: { m: 9 },
      known_agents: { a: { owner: "Ada" } },
    });
    expect(seen[4]).toMatchObject({ agents: {}, approval: { agents: {} } });
    const audited = await listAudited("rollout.set");
    expect(audited).toHaveLength(5);
    expect(audited[0]).toMatchObject(["An owner", "agent a", { after: { needs_approval: true } }]);
    expect(audited[2]).toMatchObject([
      "An owner",
      "known agent a",
      { before: null, after: { owner: "Ada" } },
    ]);
  });

  it("applies limits and known agents to the findings of stored manifests, and keeps their other findings", async () => {
    const other: Finding = { ...tooLarge, code: "missing_summary" };
    const [large, small] = [
      await buildManifest(database.db, { workspaceId, manifestTokens: 900, text: "{}", phase: "enforce" }),
      await buildManifest(database.db, { workspaceId, manifestTokens: 300, findings: [other] }),
    ];
    const codes = async (manifestId: string) => {
      const found = await getManifest(database.db, { workspaceId, manifestId });
      return found?.findings.map(({ code, message }) => [code, message !== ""]);
    };
    const set = (edit: RolloutEdit) =>
      changeRollout(database.db, { workspaceId, edit, reason: "", changedBy: OWNER, basedOn: undefined });
    const limit = (manifestTokens: number) =>
      set({ kind: "limits", limits: { budgets: BudgetLimits.parse({ manifestTokens }), windows: {} } });
    await limit(800);
    expect(await codes(large)).toEqual([
      ["manifest_too_large", true],
      ["unknown_agent", true],
    ]);
    // Without stored content, messages are not stored either.
    expect(await codes(small)).toEqual([
      ["missing_summary", false],
      ["unknown_agent", false],
    ]);
    await limit(2_000);
    await set({ kind: "agent", agent: "a", known: { owner: "", description: "", model: "" } });
    expect([await codes(large), await codes(small)]).toEqual([[], [["missing_summary", false]]]);
  });

  it("applies one of several simultaneous changes and rejects the others", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change({ agent: `agent-${index}`, phase: "enforce" })),
    );
    expect(outcomes.filter((isChanged) => isChanged)).toHaveLength(1);
    expect(await listRolloutChanges(database.db, { workspaceId, limit: 10 })).toHaveLength(1);
  });
});
