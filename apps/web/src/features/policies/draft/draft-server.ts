import type { StoredContent } from "./draft-content";
import type { KeptDraft } from "./kept-draft";

/** Names a revision of the draft that the server has. */
export type DraftMark = NonNullable<KeptDraft["basedOn"]>;

/** What the server has in place of the revision that was edited here. */
export interface SavedDraft {
  /** Null where the draft is closed: then this is what is live, and the next save begins another draft. */
  readonly mark: DraftMark | null;
  readonly content: StoredContent;
  /** Null where it is what is live. */
  readonly savedBy: string | null;
  readonly savedAt: Date | null;
}

/** Another person's revision where a draft could not be saved; else the mark of the one that was. */
export type SaveAnswer = { ok: true; mark: DraftMark } | { ok: false; theirs: SavedDraft };

export interface DraftServer {
  /** @throws where it does not answer, or refuses. */
  save(request: {
    basedOn: DraftMark | null;
    content: StoredContent;
    /** The hash of the live policy that was merged into it, where one was. */
    mergedVersion?: string;
  }): Promise<SaveAnswer>;
  /** Whether a failure is the server's last word: then saving is not tried again by itself. */
  isRefusal(failure: unknown): boolean;
}
