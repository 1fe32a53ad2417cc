import { getPolicyDraft, type PolicyContent } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import type { PolicySection } from "@baton/server/policy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { discardDraft } from "./discard-draft";
import { saveDraft } from "./save-draft";
import { startDraft } from "./start-draft";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ann = { id: "ann", name: "Ann" };

function contentOf(section: PolicySection): PolicyContent {
  return {
    document: JSON.stringify({ multi_agent_handoffs: section }),
    policySwitch: { enabled: true, observe: false },
  };
}

async function start(workspaceId: string, section: PolicySection = {}): Promise<number> {
  const draft = { workspaceId, content: contentOf(section), basedOn: null, person: ann, origin: "nothing" };
  const draftId = await startDraft(database.db, draft);
  if (draftId === null) throw new Error("a draft is open already");
  return draftId;
}

describe("a draft", () => {
  it("is the only one of its workspace until a user who saw its last revision discards or replaces it", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const draftId = await start(workspaceId);
    const other = { workspaceId, content: contentOf({}), basedOn: null, person: ann, origin: "version 1" };
    expect(await startDraft(database.db, other)).toBeNull();
    expect(await startDraft(database.db, { ...other, replaces: { draftId, revision: 2 } })).toBeNull();
    const second = await startDraft(database.db, { ...other, replaces: { draftId, revision: 1 } });
    expect(second).not.toBeNull();
    const named = { workspaceId, draftId: second ?? 0, person: ann };
    expect(await discardDraft(database.db, { ...named, revision: 7 })).toBe(false);
    expect(await discardDraft(database.db, { ...named, revision: 1 })).toBe(true);
    expect(await getPolicyDraft(database.db, { workspaceId })).toBeNull();
    const saved = await saveDraft(database.db, { ...named, revision: 1, content: contentOf({}) });
    expect(saved).toEqual({ outcome: "closed", state: "discarded" });
  });

  it("reports a conflict with both versions to the second of two writers, and keeps the first save", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const draftId = await start(workspaceId, { description: "both" });
    const save = (description: string) =>
      saveDraft(database.db, {
        workspaceId,
        draftId,
        revision: 1,
        content: contentOf({ description }),
        person: ann,
      });
    expect(await save("first")).toEqual({ outcome: "saved", revision: 2 });
    const told = await save("second");
    expect(told).toMatchObject({
      outcome: "conflict",
      base: { revision: 1, content: contentOf({ description: "both" }) },
      theirs: { revision: 2, content: contentOf({ description: "first" }) },
    });
    expect(await getPolicyDraft(database.db, { workspaceId })).toMatchObject({
      revision: 2,
      content: contentOf({ description: "first" }),
    });
  });

  it("gets no new revision if nothing changed", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const draftId = await start(workspaceId);
    const same = { workspaceId, draftId, revision: 1, content: contentOf({}), person: ann };
    expect(await saveDraft(database.db, same)).toEqual({ outcome: "saved", revision: 1 });
  });

  it("gets a new revision when another policy is merged into it, so that earlier approvals lapse", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const draftId = await start(workspaceId);
    const merged = { workspaceId, draftId, content: contentOf({}), basedOn: "b".repeat(64), person: ann };
    expect(await saveDraft(database.db, { ...merged, revision: 1 })).toEqual({
      outcome: "saved",
      revision: 2,
    });
    expect(await saveDraft(database.db, { ...merged, revision: 2 })).toEqual({
      outcome: "saved",
      revision: 2,
    });
    expect(await getPolicyDraft(database.db, { workspaceId })).toMatchObject({
      revision: 2,
      basedOn: "b".repeat(64),
    });
  });
});
