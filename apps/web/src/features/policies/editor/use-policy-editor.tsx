"use client";

import type { Policy } from "@baton/core";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { DraftContent, StoredContent } from "../draft/draft-content";
import type { DraftSnapshot, DraftStore } from "../draft/draft-store";

/** The live policy, or the one reported last before the first publication; the draft is compared with it. */
export interface LivePolicy {
  /** Its version number; null if it was only reported by an orchestrator. */
  readonly number: number | null;
  readonly policyVersion: string;
  readonly content: StoredContent;
  readonly policy: Policy | null;
}

/**
 * Another policy went live since the draft began: it must be
 * merged before the draft can be published.
 */
export interface OutdatedDraft {
  /** Original content of the draft. */
  readonly began: DraftContent;
  readonly live: { readonly content: DraftContent; readonly version: string };
}

export interface PolicyEditor {
  readonly workspace: string;
  readonly store: DraftStore;
  /** Null if no policy was ever published or reported. */
  readonly live: LivePolicy | null;
  /** Null if the draft, if any, is up to date. */
  readonly outdated: OutdatedDraft | null;
  /** Permissions of the user; the server enforces them. */
  readonly may: { readonly edit: boolean; readonly publish: boolean };
}

const EditorContext = createContext<PolicyEditor | null>(null);

export const PolicyEditorProvider = EditorContext.Provider;

/** Returns the draft of the workspace; null until the editing code is loaded. */
export function usePolicyEditor(): PolicyEditor | null {
  return useContext(EditorContext);
}

/**
 * Returns the draft after a pause in typing. Forms take `useDraft`; all else takes this, so that a key with 500 rules
 * waits for its form alone.
 */
export function useDraftAtRest(store: DraftStore): DraftSnapshot {
  return useSyncExternalStore(store.subscribe, store.getSnapshotAtRest, store.getSnapshotAtRest);
}

/** Returns the draft with the text that is being typed. */
export function useDraft(store: DraftStore): DraftSnapshot {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}
