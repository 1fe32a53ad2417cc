import { addMember, createAccount, getLivePolicy, ROLES, type Role } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allowOwnApproval } from "./allow-own-approval";
import { listApprovers } from "./list-approvers";
import { publishDraft } from "./publish-draft";
import { reviewDraft } from "./review-draft";
import { saveDraft } from "./save-draft";
import { startDraft } from "./start-draft";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let serial = 0;

async function join(workspaceId: string, roles: readonly Role[]) {
  serial += 1;
  const name = `Person ${serial}`;
  const account = await createAccount(database.db, {
    name,
    email: `p${serial}@x.test`,
    passwordHash: "none",
  });
  if (!account) throw new Error("the address is new");
  await addMember(database.db, { workspaceId, userId: account.id, roles: [...roles] });
  return { id: account.id, name, roles };
}

type Member = Awaited<ReturnType<typeof join>>;

const contentOf = (section: object) => ({
  document: JSON.stringify({ multi_agent_handoffs: section }),
  policySwitch: { enabled: true, observe: false },
});
const mayEdit = ({ roles }: Member) => roles.includes("editor") || roles.includes("owner");
const isOwner = ({ roles }: Member) => roles.includes("owner");

/** Starts a draft that lets everything pass, which every member with the permission edits. */
async function editTogether(workspaceId: string, members: readonly Member[]) {
  const editors = members.filter(mayEdit);
  const [first] = editors;
  if (!first) return null;
  const basedOn = (await getLivePolicy(database.db, { workspaceId }))?.policyVersion ?? null;
  const draft = { workspaceId, basedOn, person: first, origin: "proposal" };
  const draftId = await startDraft(database.db, { ...draft, content: contentOf({}) });
  if (draftId === null) throw new Error("no draft is open");
  let revision = 1;
  for (const [index, person] of editors.entries()) {
    const content = contentOf({ default_handoff_mode: "full", description: `Part ${index}` });
    const saved = await saveDraft(database.db, { workspaceId, draftId, revision, content, person });
    if (saved.outcome !== "saved") throw new Error("The draft was not saved");
    revision = saved.revision;
  }
  return { draftId, revision };
}

/** Publishes with all fields acknowledged. */
async function publish(
  workspaceId: string,
  draft: { draftId: number; revision: number },
  publisher: Member,
  isOnlyOwner: boolean,
) {
  const request = { workspaceId, ...draft, publisher, note: "", isOnlyOwner };
  const tried = await publishDraft(database.db, { ...request, acknowledged: [] });
  if (tried.outcome !== "refused") return tried;
  const acknowledged = tried.verdict.newlyLetThrough.map(({ field }) => ({ field, reason: "It is meant" }));
  return publishDraft(database.db, { ...request, acknowledged });
}

const pairs = ROLES.flatMap((first) => ROLES.map((second): [Role, Role] => [first, second]));

it.each(pairs)("a draft of an owner, a %s and a %s is never locked", async (first, second) => {
  const workspaceId = await buildWorkspace(database.db);
  const owner = await join(workspaceId, ["owner"]);
  const members = [owner, await join(workspaceId, [first]), await join(workspaceId, [second])];
  const draft = await editTogether(workspaceId, members);
  if (!draft) throw new Error("the owner edits");
  const isOnlyOwner = members.filter(isOwner).length === 1;
  const review = (person: Member, entry: "approved" | "rejected") =>
    reviewDraft(database.db, { workspaceId, ...draft, entry, comment: "x", ruleId: null, person });

  // Each co-author can send it back.
  for (const person of members.filter(isOwner)) expect(await review(person, "rejected")).toBe("added");
  const reworked = { ...draft, ...(await rework(workspaceId, draft, owner)) };

  const approvers = await listApprovers(database.db, { workspaceId, draftId: draft.draftId });
  expect(approvers.map(({ id }) => id)).toEqual(isOnlyOwner ? [owner.id] : []);
  if (!isOnlyOwner) {
    expect(await publish(workspaceId, reworked, owner, isOnlyOwner)).toMatchObject({ outcome: "refused" });
    // Another owner, or the setting, unlocks it.
    const invited = await join(workspaceId, ["owner"]);
    const { draftId } = draft;
    expect(await listApprovers(database.db, { workspaceId, draftId })).toMatchObject([{ id: invited.id }]);
    await allowOwnApproval(database.db, { workspaceId, isAllowed: true, person: owner });
    expect(await listApprovers(database.db, { workspaceId, draftId })).toHaveLength(
      members.filter(isOwner).length + 1,
    );
  }
  expect(await publish(workspaceId, reworked, owner, isOnlyOwner)).toMatchObject({ outcome: "published" });
});

async function rework(workspaceId: string, draft: { draftId: number; revision: number }, person: Member) {
  const content = contentOf({ default_handoff_mode: "full", description: "Reworked" });
  const saved = await saveDraft(database.db, { workspaceId, ...draft, content, person });
  if (saved.outcome !== "saved") throw new Error("The draft was not saved");
  return { revision: saved.revision };
}
