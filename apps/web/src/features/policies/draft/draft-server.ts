import type { StoredContent } from "./draft-content";
import type { KeptDraft } from "./kept-draft";

/** Identifies a revision of the draft on the server. */
export type DraftMark = NonNullable<KeptDraft["basedOn"]>;

/** The server's revision, if it replaced the one edited here. */
export interface SavedDraft {
  /**
   * Null if the draft is closed: then the content is the live one, and the next save starts another draft.
   */
  readonly mark: DraftMark | null;
  readonly content: StoredContent;
  /** Null for the live policy. */
  readonly savedBy: string | null;
  readonly savedAt: Date | null;
}

/** The mark of the saved draft, or another user's revision if it could not be saved. */
export type SaveAnswer = { ok: true; mark: DraftMark } | { ok: false; theirs: SavedDraft };

export interface DraftServer {
  /** Saves the draft. @throws if the server does not respond, or refuses. */
  save(request: {
    basedOn: DraftMark | null;
    content: StoredContent;
    /** The hash of the live policy that was merged into it, if any. */
    mergedVersion?: string;
  }): Promise<SaveAnswer>;
  /** Returns why a save failed. */
  causeOf(failure: unknown): SaveFailure;
}

/** Cause of a failed save: no answer, the end of the session, or a refusal, after which automatic saving stops. */
export type SaveFailure = "offline" | "signed_out" | "refused";
