import type { Finding, Policy } from "@baton/core";
import {
  type DraftContent,
  EMPTY_CONTENT,
  isSameContent,
  readContent,
  restoreContent,
  type StoredContent,
  storeContent,
} from "./draft-content";
import type { DraftMark, DraftServer, SavedDraft, SaveFailure } from "./draft-server";
import { type DraftAction, type DraftState, reduceDraft, startDraft } from "./draft-state";
import { deleteDraft, type KeptDraft, keepDraft, readKeptDraft } from "./kept-draft";
import { parseContent } from "./read-policy";

export type Saving =
  | { readonly status: "saved"; readonly at: number | null }
  | { readonly status: "unsaved" | "saving" }
  | { readonly status: "failed"; readonly reason: string; readonly cause: SaveFailure }
  /** Another user saved a revision: saving pauses until the two are merged. */
  | { readonly status: "conflict"; readonly theirs: SavedDraft };

export interface DraftSnapshot {
  readonly draft: DraftState;
  /** The draft as a policy, or its last valid state if it is invalid for the moment. */
  readonly policy: Policy;
  /** Findings of reading that policy. */
  readonly policyFindings: readonly Finding[];
  /** The server's revision; null without a draft there, and then `base` is the live version. */
  readonly mark: DraftMark | null;
  readonly base: DraftContent;
  readonly saving: Saving;
  /** True if this browser had stored edits that the server did not have. */
  readonly isRecovered: boolean;
}

interface DraftStoreOptions {
  readonly workspace: string;
  readonly server: DraftServer;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly mark: DraftMark | null;
  readonly base: DraftContent;
}

/** Pause in typing before the draft is at rest, and before it is saved, and delay before a retry, in milliseconds. */
const REST_MILLISECONDS = 300;
const SAVE_DELAY_MILLISECONDS = 1_000;
const RETRY_DELAY_MILLISECONDS = 10_000;

/**
 * The draft of a workspace in this browser. Applies edits, stores them here after a short pause in typing, and saves
 * them to the server after a longer one. Never overwrites another user's revision.
 */
export class DraftStore {
  readonly #options: DraftStoreOptions;
  readonly #listeners = new Set<() => void>();
  #snapshot: DraftSnapshot;
  #atRest: DraftSnapshot;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  /** True if edits are not stored in this browser yet. */
  #isUnkept = false;
  /** Hash of the live policy that was merged into the draft, until the server has it. */
  #mergedVersion: string | null = null;

  constructor(options: DraftStoreOptions) {
    this.#options = options;
    this.#snapshot = this.#begin(readKeptDraft(options.storage, options.workspace));
    this.#atRest = this.#snapshot;
    if (this.#snapshot.isRecovered) this.#saveAfter(SAVE_DELAY_MILLISECONDS);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): DraftSnapshot => this.#snapshot;

  /**
   * Returns the draft without the text that is being typed: what takes long with 500 rules, such as findings, follows
   * after a pause.
   */
  readonly getSnapshotAtRest = (): DraftSnapshot => this.#atRest;

  /** Ends the pause: stores the edits in this browser now. */
  readonly rest = (): void => {
    clearTimeout(this.#restTimer);
    this.#atRest = this.#snapshot;
    if (this.#isUnkept) this.#keep();
    for (const listener of this.#listeners) listener();
  };

  readonly dispatch = (action: DraftAction): void => {
    const before = this.#snapshot;
    const draft = reduceDraft(before.draft, action);
    if (draft === before.draft) return;
    const { content } = draft;
    if (content === before.draft.content) {
      this.#set({ draft });
      return;
    }
    this.#isUnkept = true;
    this.#set({ draft, ...readAsPolicy(content) });
    if (before.saving.status !== "conflict") this.#saveAfter(SAVE_DELAY_MILLISECONDS);
  };

  /** Saves now. @returns true if the server then has the current draft. */
  readonly save = async (): Promise<boolean> => {
    clearTimeout(this.#timer);
    const { draft, base, mark, saving } = this.#snapshot;
    if (saving.status === "conflict" || saving.status === "saving") return false;
    const { content } = draft;
    const mergedVersion = this.#mergedVersion;
    if (isSameContent(content, base) && mergedVersion === null) {
      this.#drop();
      this.#set({ saving: saving.status === "saved" ? saving : { status: "saved", at: null } });
      return true;
    }
    this.#set({ saving: { status: "saving" } });
    try {
      const answer = await this.#options.server.save({
        basedOn: mark,
        content: storeContent(content),
        ...(mergedVersion !== null && { mergedVersion }),
      });
      // Another tab of this browser may have saved the same edits.
      const saved = answer.ok ? answer.mark : isSaved(answer.theirs, content) ? answer.theirs.mark : null;
      if (answer.ok && this.#mergedVersion === mergedVersion) this.#mergedVersion = null;
      if (saved) return this.#saved(saved, content);
      if (!answer.ok) this.#set({ saving: { status: "conflict", theirs: answer.theirs } });
      return false;
    } catch (failure) {
      const cause = this.#options.server.causeOf(failure);
      const reason = failure instanceof Error ? failure.message : String(failure);
      this.#set({ saving: { status: "failed", reason, cause } });
      if (cause !== "refused") this.#saveAfter(RETRY_DELAY_MILLISECONDS);
      return false;
    }
  };

  /** Saves now what a failed save waits to repeat, such as after a new sign-in in another tab. */
  readonly retry = (): void => {
    const { saving } = this.#snapshot;
    if (saving.status === "failed" && saving.cause !== "refused") void this.save();
  };

  /** Records that the server has a different revision. Saving pauses until the two are merged. */
  readonly meet = (theirs: SavedDraft): void => {
    clearTimeout(this.#timer);
    this.#set({ saving: { status: "conflict", theirs } });
  };

  /** Continues from another user's revision with the merged content. */
  readonly resolve = (theirs: SavedDraft, merged: DraftContent): void => {
    const base = contentOf(theirs.content);
    if (!base) return;
    const draft = reduceDraft(this.#snapshot.draft, { type: "replace", content: merged });
    this.#isUnkept = true;
    this.#set({
      draft,
      base,
      mark: theirs.mark,
      saving: { status: "unsaved" },
      ...readAsPolicy(merged),
    });
    this.#saveAfter(0);
  };

  /**
   * Continues with the draft merged with the policy that went live since it began, and compares it with that
   * policy from then on.
   * @param mergedVersion hash of that policy.
   */
  readonly catchUp = (merged: DraftContent, mergedVersion: string): void => {
    this.#mergedVersion = mergedVersion;
    this.dispatch({ type: "replace", content: merged });
    this.#saveAfter(0);
  };

  /** Restarts from the server's state: after publishing, discarding, or without edits here. */
  readonly restart = (mark: DraftMark | null, base: DraftContent): void => {
    clearTimeout(this.#timer);
    this.#drop();
    this.#mergedVersion = null;
    const draft = startDraft(base, this.#snapshot.draft.openRule);
    this.#set({
      draft,
      base,
      mark,
      ...readAsPolicy(base),
      saving: { status: "saved", at: null },
      isRecovered: false,
    });
  };

  /** Stops automatic saving. */
  readonly close = (): void => {
    clearTimeout(this.#timer);
    clearTimeout(this.#restTimer);
  };

  #begin(kept: KeptDraft | null): DraftSnapshot {
    const { base, mark } = this.#options;
    const keptContent = kept && restoreContent(kept.content);
    const keptBase = kept && restoreContent(kept.base);
    const isRecovered = Boolean(keptContent && keptBase && !isSameContent(keptContent, base));
    // Save edits of an earlier revision as such: the server then reports the later one.
    const [content, from, on] =
      isRecovered && keptContent && keptBase ? [keptContent, keptBase, kept.basedOn] : [base, base, mark];
    return {
      draft: startDraft(content),
      ...(readAsPolicy(content) ?? NO_POLICY),
      mark: on,
      base: from,
      saving: isRecovered ? { status: "unsaved" } : { status: "saved", at: null },
      isRecovered,
    };
  }

  #saved(mark: DraftMark, content: DraftContent): boolean {
    const isUpToDate = this.#snapshot.draft.content === content && this.#mergedVersion === null;
    this.#set({
      mark,
      base: content,
      saving: isUpToDate ? { status: "saved", at: Date.now() } : { status: "unsaved" },
      isRecovered: false,
    });
    if (isUpToDate) this.#drop();
    else {
      this.#keep();
      this.#saveAfter(SAVE_DELAY_MILLISECONDS);
    }
    return isUpToDate;
  }

  #saveAfter(delay: number): void {
    const { status } = this.#snapshot.saving;
    if (status === "saved" || (status === "failed" && delay !== RETRY_DELAY_MILLISECONDS)) {
      this.#set({ saving: { status: "unsaved" } });
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), delay);
  }

  #keep(): void {
    const { storage, workspace } = this.#options;
    const { draft, base, mark } = this.#snapshot;
    keepDraft(storage, workspace, { basedOn: mark, base, content: draft.content });
    this.#isUnkept = false;
  }

  #drop(): void {
    deleteDraft(this.#options.storage, this.#options.workspace);
    this.#isUnkept = false;
  }

  #set(changes: Partial<DraftSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes };
    clearTimeout(this.#restTimer);
    if (this.#snapshot.draft.typedInto === null) {
      this.rest();
      return;
    }
    this.#restTimer = setTimeout(this.rest, REST_MILLISECONDS);
    for (const listener of this.#listeners) listener();
  }
}

function contentOf(stored: StoredContent): DraftContent | null {
  const read = readContent(stored);
  return read.ok ? read.content : null;
}

function isSaved(theirs: SavedDraft, content: DraftContent): boolean {
  const their = contentOf(theirs.content);
  return their !== null && isSameContent(their, content);
}

type AsPolicy = Pick<DraftSnapshot, "policy" | "policyFindings">;

/** Reads a content as a policy; null if it is invalid, and the last one stays. */
function readAsPolicy(content: DraftContent): AsPolicy | null {
  const parsed = parseContent(content);
  return parsed && { policy: parsed.policy, policyFindings: parsed.findings };
}

const NO_POLICY = readNoPolicy();

function readNoPolicy(): AsPolicy {
  const read = readAsPolicy(EMPTY_CONTENT);
  if (!read) throw new Error("an empty section is a policy");
  return read;
}
