import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PolicyClient, readLivePolicy, reportGateRun } from "@baton/core/client";
import { createApiKey, listGateRuns } from "@baton/db";
import { notification } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildManifest } from "@baton/db/test/factories";
import { ensureWorkspace } from "@baton/db/write";
import { changeRollout } from "@baton/services/artifact/change-rollout";
import { reviewManifest } from "@baton/services/artifact/review-manifest";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { serveRequests } from "../../../test/serve-requests";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

const OWNER = { id: "u1", name: "An owner" };
const SHA256 = "a".repeat(64);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "baton-gate-settings-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

/** Serves the API until the test ends. */
async function serve() {
  const changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
  const routes = createRoutes({ db: database.db, changes });
  const server = await serveRequests(async (request) => routes.fetch(request));
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await changes.close();
    await server.stop();
  };
  onTestFinished(stop);
  return { url: server.url, stop };
}

it("programs obey phases and reviews of a workspace without a policy, also after the server went away", async () => {
  const { db } = database;
  const workspaceId = "gate";
  await ensureWorkspace(db, { workspaceId });
  const key = { workspaceId, name: "ci", scopes: ["evaluate" as const], createdBy: "t", expiresAt: null };
  const { token } = await createApiKey(db, key);
  const { url, stop } = await serve();
  const program = { server: url, key: token, savedAt: join(folder, "saved.json") };
  const asking = { ...program, freshFor: 0, patience: { saved: 5_000, unsaved: 5_000 } };
  const client = await PolicyClient.start({
    ...program,
    savedAt: join(folder, "followed.json"),
    log: () => undefined,
  });
  onTestFinished(() => client.stop());
  expect(client.rollout).toMatchObject({ default: "observe" });

  await changeRollout(db, {
    workspaceId,
    edit: { kind: "phase", agent: "writer", phase: "enforce", needsApproval: true },
    reason: "It is time",
    changedBy: OWNER,
    basedOn: null,
  });
  const obeyed = { agents: { writer: "enforce" }, approval: { agents: { writer: true } } };
  await vi.waitFor(() => expect(client.rollout).toMatchObject(obeyed), 10_000);
  expect(await readLivePolicy(asking)).toMatchObject({ policy: null, rollout: obeyed, isCurrent: true });

  const run = {
    sha256: SHA256,
    path: "/ci/artifacts/writer/manifest.json",
    agent: "writer",
    phase: "enforce" as const,
    needsApproval: true,
    findings: [],
  };
  expect(await reportGateRun(program, run)).toEqual({ review: "not_reviewed", problem: null });
  const manifestId = await buildManifest(db, { workspaceId, fromAgent: "writer", sha256: SHA256 });
  const review = { workspaceId, manifestId, comment: "", reviewer: OWNER };
  await reviewManifest(db, { ...review, verdict: "sent_back" });
  expect((await client.reportGateRun(run)).review).toBe("sent_back");
  await reviewManifest(db, { ...review, verdict: "approved" });
  expect((await reportGateRun(program, run)).review).toBe("approved");
  const runs = await listGateRuns(db, { workspaceId, sha256: SHA256 });
  expect(runs.map(({ hasPassed, errorCodes, ranBy }) => [hasPassed, errorCodes, ranBy])).toEqual([
    [true, [], "ci"],
    [false, ["sent_back"], "ci"],
    [false, ["not_approved"], "ci"],
  ]);

  // The waiting gate and both reviews are in the inbox, each once.
  const told = await db.select().from(notification).where(eq(notification.workspaceId, workspaceId));
  expect(told.map(({ kind, page }) => [kind, page])).toEqual([
    ["manifest.waiting", "manifests"],
    ["manifest.sent_back", `manifests/${manifestId}`],
    ["manifest.approved", `manifests/${manifestId}`],
  ]);

  await stop();
  expect(await readLivePolicy(asking)).toMatchObject({ rollout: obeyed, isCurrent: false });
  expect(await reportGateRun(program, run)).toMatchObject({ review: "approved", problem: expect.anything() });
  const other = { ...run, sha256: "b".repeat(64) };
  expect(await reportGateRun(program, other)).toMatchObject({ review: "unknown" });
});
