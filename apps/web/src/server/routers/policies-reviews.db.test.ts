import { addMember, createAccount } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, expect, it } from "vitest";
import { appRouter } from "../root";
import { createCallerFactory } from "../trpc";

const workspace = "reviewed";
const content = {
  document: JSON.stringify({ multi_agent_handoffs: { default_handoff_mode: "full" } }),
  policySwitch: { enabled: true, observe: false },
};
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureWorkspace(database.db, { workspaceId: workspace });
});
afterAll(() => database.drop());

/** Signs in a user and makes them an owner of the workspace. */
async function addOwner(name: string) {
  const email = `${name}@x.org`;
  const account = await createAccount(database.db, { name, email, passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  await addMember(database.db, { workspaceId: workspace, userId: account.id, roles: ["owner"] });
  const headers = { requestHeaders: new Headers(), responseHeaders: new Headers() };
  const user = { id: account.id, name, email };
  return createCallerFactory(appRouter)({ db: database.db, user, liveMark: "", ...headers }).policies;
}

it("an author cannot approve their own draft if another owner could, unless the setting allows it", async () => {
  const ada = await addOwner("ada");
  const saved = await ada.drafts.save({ workspace, basedOn: null, content });
  if (!saved.ok) throw new Error("nobody else saves");
  const draft = async (person: typeof ada) => (await person.drafts.get({ workspace })).draft;
  const approval = { workspace, ...saved.mark };
  // Ada is the only owner so far.
  expect(await draft(ada)).toMatchObject({ mayApprove: true });

  const grace = await addOwner("grace");
  expect(await draft(ada)).toMatchObject({ mayApprove: false });
  expect(await draft(grace)).toMatchObject({ mayApprove: true });
  await expect(ada.reviews.approve(approval)).rejects.toThrow("You edited this draft");
  expect(await draft(ada)).toMatchObject({ reviews: [], approvers: [] });
  await expect(grace.reviews.approve(approval)).rejects.toThrow("Acknowledge each newly passing field");
  const check = await grace.publications.check({ workspace });
  const acknowledged = check?.newlyLetThrough.map(({ field }) => field) ?? [];
  await grace.reviews.approve({ ...approval, acknowledged });
  expect(await draft(ada)).toMatchObject({ approvers: [{ name: "grace" }], reviews: [{ acknowledged }] });

  await grace.reviews.set({ workspace, mayApproveOwn: true });
  await ada.reviews.approve({ ...approval, acknowledged });
  expect(await draft(ada)).toMatchObject({ approvers: [{ name: "grace" }, { name: "ada" }] });
});
