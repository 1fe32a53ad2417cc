import type { PolicySwitch } from "@baton/core";
import { type DraftContent, isSameContent } from "./draft-content";
import {
  changeRule,
  changeSettings,
  deleteRule,
  insertRule,
  moveRule,
  type PolicySection,
  type RuleChanges,
  type RuleDocument,
  rulesOf,
  type SettingChanges,
} from "./policy-section";

/** State of the draft at one time, with the position of the open rule in the document. */
export interface DraftMoment {
  readonly content: DraftContent;
  readonly openRule: number | null;
}

/** A draft with its undo and redo history. */
export interface DraftState extends DraftMoment {
  readonly past: readonly DraftMoment[];
  readonly future: readonly DraftMoment[];
  /**
   * The text typed into last: further characters in it are part of the same
   * undo step. Null if the next edit is a separate step.
   */
  readonly typedInto: string | null;
}

export type DraftAction =
  | {
      type: "change-rule";
      position: number;
      changes: RuleChanges;
      /** The text the user types into, if any. */
      typedInto?: string;
    }
  | { type: "change-settings"; changes: SettingChanges; typedInto?: string }
  | { type: "set-switch"; policySwitch: PolicySwitch }
  /** Adds a rule at the end, and opens it. */
  | { type: "add-rule"; rule: RuleDocument }
  /** Inserts a copy after a rule, with another ID, and opens it. */
  | { type: "duplicate-rule"; position: number; ruleId: string }
  | { type: "move-rule"; position: number; to: number }
  | { type: "delete-rule"; position: number }
  /** Replaces the draft's content; can be undone like any edit. */
  | { type: "replace"; content: DraftContent }
  /** Replaces the section; the open rule stays open if its ID does. */
  | { type: "revise"; section: PolicySection }
  | { type: "open-rule"; position: number | null }
  | { type: "undo" }
  | { type: "redo" }
  /** Drops all edits, and starts with another content. */
  | { type: "reset"; content: DraftContent };

/** Maximum undo steps. */
const MAX_PAST = 500;

/** Returns a draft without edits. */
export function startDraft(content: DraftContent, openRule: number | null = null): DraftState {
  return { content, openRule, past: [], future: [], typedInto: null };
}

/** Returns the draft after an action. An edit without changes adds no undo step. */
export function reduceDraft(state: DraftState, action: DraftAction): DraftState {
  const { content, openRule } = state;
  const { section } = content;
  switch (action.type) {
    case "change-rule": {
      const changed = changeRule(section, action.position, action.changes);
      return editSection(state, changed, openRule, action.typedInto);
    }
    case "change-settings":
      return editSection(state, changeSettings(section, action.changes), openRule, action.typedInto);
    case "set-switch":
      return edit(state, { content: { ...content, policySwitch: action.policySwitch }, openRule });
    case "add-rule": {
      const position = rulesOf(section).length;
      return editSection(state, insertRule(section, position, action.rule), position);
    }
    case "duplicate-rule": {
      const original = rulesOf(section)[action.position];
      if (!original) return state;
      const position = action.position + 1;
      const copy = { ...original, rule_id: action.ruleId };
      return editSection(state, insertRule(section, position, copy), position);
    }
    case "move-rule": {
      const { position, to } = action;
      const followed = openRule === null ? null : followMove(openRule, position, to);
      return editSection(state, moveRule(section, position, to), followed);
    }
    case "delete-rule": {
      const followed = openRule === null ? null : followDeletion(openRule, action.position);
      return editSection(state, deleteRule(section, action.position), followed);
    }
    case "replace":
      return edit(state, { content: action.content, openRule: null });
    case "revise":
      return editSection(state, action.section, followId(section, action.section, openRule));
    case "open-rule":
      return { ...state, openRule: action.position, typedInto: null };
    case "undo":
      return step(state, state.past, "past");
    case "redo":
      return step(state, state.future, "future");
    case "reset":
      return startDraft(action.content);
  }
}

function editSection(
  state: DraftState,
  section: PolicySection,
  openRule: number | null,
  typedInto?: string,
): DraftState {
  return edit(state, { content: { ...state.content, section }, openRule }, typedInto);
}

function edit(state: DraftState, moment: DraftMoment, typedInto?: string): DraftState {
  if (isSameContent(state.content, moment.content)) return { ...state, openRule: moment.openRule };
  const isTypedOn = typedInto !== undefined && typedInto === state.typedInto;
  return {
    ...moment,
    past: isTypedOn ? state.past : [...state.past, momentOf(state)].slice(-MAX_PAST),
    future: [],
    typedInto: typedInto ?? null,
  };
}

function step(state: DraftState, moments: readonly DraftMoment[], from: "past" | "future"): DraftState {
  const target = moments.at(-1);
  if (!target) return state;
  const left = moments.slice(0, -1);
  const passed = [...(from === "past" ? state.future : state.past), momentOf(state)];
  return {
    ...target,
    past: from === "past" ? left : passed,
    future: from === "past" ? passed : left,
    typedInto: null,
  };
}

function momentOf({ content, openRule }: DraftState): DraftMoment {
  return { content, openRule };
}

function followMove(place: number, from: number, to: number): number {
  if (place === from) return to;
  if (from < place && place <= to) return place - 1;
  if (to <= place && place < from) return place + 1;
  return place;
}

function followId(before: PolicySection, after: PolicySection, place: number | null): number | null {
  const id = place === null ? undefined : rulesOf(before)[place]?.rule_id;
  const found = rulesOf(after).findIndex((rule) => rule.rule_id === id);
  return id === undefined || found < 0 ? null : found;
}

function followDeletion(place: number, deleted: number): number | null {
  if (place === deleted) return null;
  return place > deleted ? place - 1 : place;
}
