import { ENFORCED } from "@baton/core";
import { expect, it } from "vitest";
import { EMPTY_CONTENT } from "../draft/draft-content";
import type { DraftMark } from "../draft/draft-server";
import { DraftStore } from "../draft/draft-store";
import { followServer } from "./open-editor";

const LIVE = contentOf("live");

function contentOf(description: string) {
  const document = JSON.stringify({ multi_agent_handoffs: { description, agent_handoff_rules: [] } });
  return { document, policySwitch: ENFORCED };
}

/** Builds the server's answer with its draft at this revision. */
function answerOf(mark: DraftMark | null): Parameters<typeof followServer>[1] {
  const said = { savedBy: "Ada", savedAt: new Date(0), startedAt: new Date(0), state: "draft" as const };
  const people = { authors: [], reviews: [], approvers: [], rejecters: [] };
  return {
    draft: mark && {
      mark,
      ...said,
      ...people,
      basedOn: "hash",
      mayApprove: true,
      possibleApprovers: [],
      isOutdated: false,
      began: null,
      content: contentOf(`revision ${mark.revision}`),
    },
    baseline: { policyVersion: "hash", number: 1, content: LIVE },
  };
}

/** Opens a store that saves to a server, after which the server's draft is at `mark`. */
async function openAndSave(mark: DraftMark) {
  const memory = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  const store = new DraftStore({
    workspace: "w",
    storage: memory,
    mark: null,
    base: EMPTY_CONTENT,
    server: { save: async () => ({ ok: true, mark }), causeOf: () => "offline" as const },
  });
  store.dispatch({ type: "change-settings", changes: { description: "mine" } });
  expect(await store.save()).toBe(true);
  return store;
}

const descriptionOf = (store: DraftStore) => store.getSnapshot().policy.description;

it("followServer adopts another person's revision if nothing was edited since", async () => {
  const store = await openAndSave({ draftId: 5, revision: 3 });
  followServer(store, answerOf({ draftId: 5, revision: 4 }));
  expect(descriptionOf(store)).toBe("revision 4");
});

it("followServer adopts a policy that went live without a draft, unless something is edited", () => {
  const memory = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  const server = { save: () => new Promise<never>(() => {}), causeOf: () => "offline" as const };
  const open = () =>
    new DraftStore({ workspace: "w", storage: memory, mark: null, base: EMPTY_CONTENT, server });
  const [idle, edited] = [open(), open()];
  edited.dispatch({ type: "change-settings", changes: { description: "mine" } });
  for (const store of [idle, edited]) followServer(store, answerOf(null));
  expect([descriptionOf(idle), descriptionOf(edited)]).toEqual(["live", "mine"]);
  edited.close();
});

it.each([
  ["of an earlier revision", { draftId: 5, revision: 2 }],
  ["of an earlier draft", { draftId: 4, revision: 9 }],
])("followServer ignores a late response %s", async (_, mark) => {
  const store = await openAndSave({ draftId: 5, revision: 3 });
  followServer(store, answerOf(mark));
  expect(descriptionOf(store)).toBe("mine");
  expect(store.getSnapshot().draft.past).toHaveLength(1);
  store.dispatch({ type: "change-settings", changes: { description: "more" } });
  followServer(store, answerOf(mark));
  expect(store.getSnapshot().saving.status).toBe("unsaved");
  store.close();
});
