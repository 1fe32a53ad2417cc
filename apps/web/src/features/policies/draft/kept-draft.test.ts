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
  base: { document: "{}", policySwitch: { enabled: true, observe: false } },
  content: { document: "{ }", policySwitch: { enabled: false, observe: true } },
};

it("gives back what was kept, of that workspace alone, until it is forgotten", () => {
  const store = storeOf();
  expect(keepDraft(store, "claims", DRAFT)).toBe(true);
  expect(readKeptDraft(store, "claims")).toEqual(DRAFT);
  expect(readKeptDraft(store, "other")).toBeNull();
  deleteDraft(store, "claims");
  expect(readKeptDraft(store, "claims")).toBeNull();
});

it("says so where a browser keeps nothing, and goes on", () => {
  expect(keepDraft(FULL, "claims", DRAFT)).toBe(false);
  expect(() => deleteDraft(FULL, "claims")).not.toThrow();
});

it("takes nothing for a draft that is none", () => {
  for (const text of ["{", "[]", '{"basedOn":null}', '{"basedOn":3,"base":{},"content":{}}']) {
    expect(readKeptDraft(storeOf([["baton-draft:claims", text]]), "claims")).toBeNull();
  }
});
