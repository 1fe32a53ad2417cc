import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { makeHandoff, makeSession, makeSourceFile, makeWorkspace } from "../../../test/factories";
import { ensureFounder } from "../account/account";
import { addToUngoverned } from "../handoff/ungoverned-write";
import { addToSavings, toSummed } from "../savings/savings-write";
import { listAgents, listWorkspaces } from "./workspace-list";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("says of each workspace whether anything was ingested into it, into no other", async () => {
  const empty = await makeWorkspace(database.db);
  const used = await makeWorkspace(database.db);
  await makeSession(database.db, { workspaceId: used });
  const { id: userId } = await ensureFounder(database.db);
  const workspaces = await listWorkspaces(database.db, { userId });
  expect(workspaces.map(({ workspaceId, hasEvents }) => [workspaceId, hasEvents])).toEqual([
    [empty, false],
    [used, true],
  ]);
});

it("lists the agents of a workspace, those seen most first", async () => {
  const workspaceId = await makeWorkspace(database.db);
  const common = { workspaceId, sourceFileId: await makeSourceFile(database.db, workspaceId) };
  const handoffs = [
    await makeHandoff(database.db, { ...common, fromAgent: "a", toAgent: "b" }),
    await makeHandoff(database.db, { ...common, fromAgent: "b", toAgent: "c", kind: "delegation" }),
  ].map(toSummed);
  await addToSavings(database.db, workspaceId, handoffs);
  await addToUngoverned(database.db, workspaceId, handoffs);
  expect(await listAgents(database.db, { workspaceId })).toEqual(["b", "a", "c"]);
});
