"use client";

import type { Policy } from "@baton/core";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { DraftContent, StoredContent } from "../draft/draft-content";
import type { DraftSnapshot, DraftStore } from "../draft/draft-store";

/** What is live, or would be if orchestrators asked: what a draft is held against. */
export interface LivePolicy {
  /** Its number among the published ones; null where it was only seen at an orchestrator. */
  readonly number: number | null;
  readonly policyVersion: string;
  readonly content: StoredContent;
  readonly policy: Policy | null;
}

/**
 * That another policy went live since the draft began: it has to be
 * merged in before the draft can be published.
 */
export interface OutdatedDraft {
  /** What the draft began with. */
  readonly began: DraftContent;
  readonly live: { readonly content: DraftContent; readonly version: string };
}

export interface PolicyEditor {
  readonly workspace: string;
  readonly store: DraftStore;
  /** Null where no policy was ever published or seen. */
  readonly live: LivePolicy | null;
  /** Null where the draft, if there is one, is up to date. */
  readonly outdated: OutdatedDraft | null;
  /** What this person may do: the server has the last word. */
  readonly may: { readonly edit: boolean; readonly publish: boolean };
}

const EditorContext = createContext<PolicyEditor | null>(null);

export const PolicyEditorProvider = EditorContext.Provider;

/** The draft of the workspace; null until the code that edits it is there. */
export function usePolicyEditor(): PolicyEditor | null {
  return useContext(EditorContext);
}

/** The draft as it is now. */
export function useDraft(store: DraftStore): DraftSnapshot {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}
