import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildHandoff, buildSession, buildSourceFile, buildWorkspace } from "../../../test/factories";
import { upsertFounder } from "../account/account";
import { addToUngoverned } from "../handoff/ungoverned-write";
import { addToSavings, toSummed } from "../savings/savings-write";
import { listAgents, listWorkspaces } from "./workspace-list";
import { addMemberWhereNone } from "./workspace-member";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("listWorkspaces returns for each workspace whether it has imported data", async () => {
  const empty = await buildWorkspace(database.db);
  const used = await buildWorkspace(database.db);
  await buildSession(database.db, { workspaceId: used });
  const founder = await upsertFounder(database.db);
  const userId = founder?.id ?? "";
  await addMemberWhereNone(database.db, { userId, roles: ["owner"] });
  const workspaces = await listWorkspaces(database.db, { userId });
  expect(workspaces.map(({ workspaceId, hasEvents }) => [workspaceId, hasEvents])).toEqual([
    [empty, false],
    [used, true],
  ]);
});

it("listAgents returns the agents of a workspace, most active first", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const common = { workspaceId, sourceFileId: await buildSourceFile(database.db, workspaceId) };
  const handoffs = [
    await buildHandoff(database.db, { ...common, fromAgent: "a", toAgent: "b" }),
    await buildHandoff(database.db, { ...common, fromAgent: "b", toAgent: "c", kind: "delegation" }),
  ].map(toSummed);
  await addToSavings(database.db, workspaceId, handoffs);
  await addToUngoverned(database.db, workspaceId, handoffs);
  expect(await listAgents(database.db, { workspaceId })).toEqual(["b", "a", "c"]);
});
