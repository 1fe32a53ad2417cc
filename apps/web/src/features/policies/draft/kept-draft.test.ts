import { expect, it } from "vitest";
import { deleteDraft, keepDraft, readKeptDraft } from "./kept-draft";

function storeOf(entries: [string, string][] = []) {
  const held = new Map(entries);
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

const FULL = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException("full", "QuotaExceededError");
  },
  removeItem: () => {
    throw new DOMException("denied", "SecurityError");
  },
};

const DRAFT = {
  basedOn: { draftId: 1, revision: 3 },
  base: { document: "{}", section: {}, policySwitch: { enabled: true, observe: false } },
  content: {
    document: "{ }",
    section: { agent_handoff_rules: [] },
    policySwitch: { enabled: false, observe: true },
  },
};

it("readKeptDraft returns the stored draft of that workspace until it is deleted", () => {
  const store = storeOf();
  expect(keepDraft(store, "claims", DRAFT)).toBe(true);
  expect(readKeptDraft(store, "claims")).toEqual(DRAFT);
  expect(readKeptDraft(store, "other")).toBeNull();
  deleteDraft(store, "claims");
  expect(readKeptDraft(store, "claims")).toBeNull();
});

it("keepDraft returns false if the browser cannot store it", () => {
  expect(keepDraft(FULL, "claims", DRAFT)).toBe(false);
  expect(() => deleteDraft(FULL, "claims")).not.toThrow();
});

it("readKeptDraft returns null for invalid content", () => {
  for (const text of ["{", "[]", '{"basedOn":null}', '{"basedOn":3,"base":{},"content":{}}']) {
    expect(readKeptDraft(storeOf([["baton-draft:claims", text]]), "claims")).toBeNull();
  }
});
