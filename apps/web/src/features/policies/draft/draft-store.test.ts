import { ENFORCED } from "@baton/core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readContent, storeContent } from "./draft-content";
import type { DraftMark, DraftServer, SavedDraft } from "./draft-server";
import type { DraftAction } from "./draft-state";
import { DraftStore } from "./draft-store";
import { readKeptDraft } from "./kept-draft";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DOCUMENT = JSON.stringify({
  multi_agent_handoffs: { agent_handoff_rules: [{ rule_id: "one", from_agent_id: "a", to_agent_id: "b" }] },
});
const START = { document: DOCUMENT, policySwitch: ENFORCED };

/** A server with one draft that other users save too, and whose connection can be cut. */
class FakeServer implements DraftServer {
  isReachable = true;
  isSignedOut = false;
  basedOn = "v1";
  saved: SavedDraft & { mark: DraftMark } = {
    mark: { draftId: 1, revision: 1 },
    content: START,
    savedBy: "Ada",
    savedAt: new Date(0),
  };

  async save({ basedOn, content, mergedVersion }: Parameters<DraftServer["save"]>[0]) {
    if (!this.isReachable || this.isSignedOut) throw new TypeError("Failed to fetch");
    if (basedOn?.revision !== this.saved.mark.revision) return { ok: false as const, theirs: this.saved };
    this.basedOn = mergedVersion ?? this.basedOn;
    this.put(content, "me");
    return { ok: true as const, mark: this.saved.mark };
  }

  put(content: SavedDraft["content"], savedBy: string): void {
    const mark: DraftMark = { draftId: 1, revision: this.saved.mark.revision + 1 };
    this.saved = { mark, content, savedBy, savedAt: new Date(0) };
  }

  causeOf() {
    return this.isSignedOut ? ("signed_out" as const) : ("offline" as const);
  }
}

function memory() {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

function open(server: FakeServer, storage = memory()) {
  const read = readContent(server.saved.content);
  if (!read.ok) throw new Error("the server's draft can be read");
  return new DraftStore({ workspace: "w", server, storage, mark: server.saved.mark, base: read.content });
}

const block = (field: string): DraftAction => ({
  type: "change-rule",
  position: 0,
  changes: { blocked_context_fields: [field] },
});
const describe = (description: string) => ({
  type: "change-rule" as const,
  position: 0,
  changes: { description },
});

it("DraftStore saves once, after typing stops", async () => {
  const server = new FakeServer();
  const store = open(server);
  store.dispatch(block("ssn"));
  await vi.advanceTimersByTimeAsync(900);
  store.dispatch(describe("why"));
  await vi.advanceTimersByTimeAsync(900);
  expect(server.saved.mark.revision).toBe(1);
  expect(store.getSnapshot().saving.status).toBe("unsaved");
  await vi.advanceTimersByTimeAsync(200);
  expect(server.saved.mark.revision).toBe(2);
  expect(server.saved.content.document).toContain("ssn");
  expect(store.getSnapshot().saving.status).toBe("saved");
});

it("DraftStore keeps edits during a lost connection, also for the next page", async () => {
  const server = new FakeServer();
  const storage = memory();
  const store = open(server, storage);
  server.isReachable = false;
  store.dispatch(block("ssn"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.getSnapshot().saving).toMatchObject({ status: "failed", cause: "offline" });
  store.close();

  const next = open(server, storage);
  expect(next.getSnapshot()).toMatchObject({ isRecovered: true, saving: { status: "unsaved" } });
  expect(next.getSnapshot().policy.agent_handoff_rules[0]?.blocked_context_fields).toEqual(["ssn"]);
  await vi.advanceTimersByTimeAsync(2_000);
  server.isReachable = true;
  await vi.advanceTimersByTimeAsync(11_000);
  expect(server.saved.content.document).toContain("ssn");
  expect(readKeptDraft(storage, "w")).toBeNull();
});

it("DraftStore saves without a click after a new sign-in, also what another tab has saved already", async () => {
  const server = new FakeServer();
  const [store, other] = [open(server), open(server)];
  server.isSignedOut = true;
  store.dispatch(block("ssn"));
  other.dispatch(block("ssn"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.getSnapshot().saving).toMatchObject({ status: "failed", cause: "signed_out" });
  server.isSignedOut = false;
  await vi.advanceTimersByTimeAsync(11_000);
  expect([store, other].map((each) => each.getSnapshot().saving.status)).toEqual(["saved", "saved"]);
  expect(server.saved.mark.revision).toBe(2);
});

it("DraftStore repeats a failed save at once on request, and a successful one not at all", async () => {
  const server = new FakeServer();
  const store = open(server);
  server.isSignedOut = true;
  store.dispatch(block("ssn"));
  await vi.advanceTimersByTimeAsync(5_000);
  server.isSignedOut = false;
  store.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getSnapshot().saving.status).toBe("saved");
  store.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.saved.mark.revision).toBe(2);
});

it("DraftStore is at rest after a pause in typing, and at once after any other edit", () => {
  const storage = memory();
  const store = open(new FakeServer(), storage);
  const [now, atRest] = [store.getSnapshot, store.getSnapshotAtRest].map((read) => () => {
    return read().policy.agent_handoff_rules[0];
  });
  store.dispatch({ ...describe("w"), typedInto: "description" });
  vi.advanceTimersByTime(200);
  store.dispatch({ ...describe("why"), typedInto: "description" });
  vi.advanceTimersByTime(200);
  expect(now?.()?.description).toBe("why");
  expect(atRest?.()?.description).toBeUndefined();
  expect(readKeptDraft(storage, "w")).toBeNull();
  vi.advanceTimersByTime(200);
  expect(atRest?.()?.description).toBe("why");
  expect(readKeptDraft(storage, "w")).not.toBeNull();
  store.dispatch(block("ssn"));
  expect(atRest?.()?.blocked_context_fields).toEqual(["ssn"]);
});

it("DraftStore stores what was typed last when the page is left", () => {
  const storage = memory();
  const store = open(new FakeServer(), storage);
  store.dispatch({ ...describe("why"), typedInto: "description" });
  store.rest();
  expect(JSON.stringify(readKeptDraft(storage, "w"))).toContain("why");
});

it("DraftStore does not overwrite another person's edits, and saves the merged draft", async () => {
  const server = new FakeServer();
  const store = open(server);
  const theirs = { ...START, document: DOCUMENT.replace('"one"', '"one","description":"theirs"') };
  server.put(theirs, "Grace");
  store.dispatch(block("ssn"));
  await vi.advanceTimersByTimeAsync(2_000);
  const { saving, draft } = store.getSnapshot();
  expect(saving).toMatchObject({ status: "conflict", theirs: { savedBy: "Grace" } });
  expect(server.saved.content).toEqual(theirs);

  store.dispatch(describe("mine"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.saved.content).toEqual(theirs);

  if (saving.status !== "conflict") throw new Error("there is a conflict");
  store.resolve(saving.theirs, draft.content);
  await vi.advanceTimersByTimeAsync(100);
  expect(server.saved.content).toEqual(storeContent(draft.content));
  expect(store.getSnapshot().saving.status).toBe("saved");
});

it("DraftStore starts a new draft with the merged content if the draft was closed meanwhile", async () => {
  const server = new FakeServer();
  const store = open(server);
  store.dispatch(block("ssn"));
  store.meet({ mark: null, content: START, savedBy: null, savedAt: null });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.saved.mark.revision).toBe(1);
  const { saving, draft } = store.getSnapshot();
  if (saving.status !== "conflict") throw new Error("there is a conflict");
  store.resolve(saving.theirs, draft.content);
  expect(store.getSnapshot().mark).toBeNull();
});

it("DraftStore saves the merged version, even without a change and after a lost connection", async () => {
  const server = new FakeServer();
  const store = open(server);
  server.isReachable = false;
  store.catchUp(store.getSnapshot().draft.content, "v2");
  await vi.advanceTimersByTimeAsync(100);
  expect(store.getSnapshot().saving.status).toBe("failed");
  server.isReachable = true;
  await vi.advanceTimersByTimeAsync(11_000);
  expect(server.basedOn).toBe("v2");
  expect(store.getSnapshot().saving.status).toBe("saved");
  const { revision } = server.saved.mark;
  await store.save();
  expect(server.saved.mark.revision).toBe(revision);
});

it("DraftStore merges stored edits of an earlier revision with the later one", async () => {
  const server = new FakeServer();
  const storage = memory();
  const store = open(server, storage);
  server.isReachable = false;
  store.dispatch(block("ssn"));
  store.close();
  server.put({ ...START, document: DOCUMENT.replace('"one"', '"uno"') }, "Grace");
  server.isReachable = true;
  const next = open(server, storage);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(next.getSnapshot().saving.status).toBe("conflict");
});

it("DraftStore has nothing to save after an undo", async () => {
  const server = new FakeServer();
  const storage = memory();
  const store = open(server, storage);
  store.dispatch(block("ssn"));
  store.dispatch({ type: "undo" });
  expect(await store.save()).toBe(true);
  expect(server.saved.mark.revision).toBe(1);
  expect(readKeptDraft(storage, "w")).toBeNull();
});

it("DraftStore keeps the last valid policy while the draft is invalid", () => {
  const store = open(new FakeServer());
  store.dispatch(block("items[].ssn"));
  store.dispatch(block("items[0].ssn"));
  expect(store.getSnapshot().policy.agent_handoff_rules[0]?.blocked_context_fields).toEqual(["items[].ssn"]);
});
