import { type DraftContent, readContent } from "../draft/draft-content";
import type { DraftSnapshot } from "../draft/draft-store";
import type { PolicyEditor } from "../editor/use-policy-editor";
import { liveName } from "../editor/version-name";

/** The draft and the other changes of its origin, to be merged. */
export interface Merging {
  readonly base: DraftContent;
  readonly mine: DraftContent;
  readonly theirs: DraftContent;
  /** Names the other side: "Grace", "v3". */
  readonly theirName: string;
  readonly theirTitle: string;
  /** Describes the event, as a title. */
  readonly happened: string;
  readonly happenedAt: Date | null;
  /** Continues with the merged content. */
  readonly accept: (merged: DraftContent) => void;
  /** Drops the edits made here; null if discarding the draft does that. */
  readonly takeTheirs: (() => void) | null;
}

/**
 * Returns the merge to do now: with another user's revision of the draft, or with a policy that went live
 * since it began. Null without a conflict.
 */
export function findMerging(
  { store, live, outdated }: PolicyEditor,
  snapshot: DraftSnapshot,
): Merging | null {
  const { saving, draft, base } = snapshot;
  const mine = draft.content;
  if (saving.status === "conflict") {
    const { theirs } = saving;
    const read = readContent(theirs.content);
    if (!read.ok) return null;
    const isLive = theirs.savedBy === null;
    return {
      base,
      mine,
      theirs: read.content,
      theirName: isLive ? "The live policy" : theirs.savedBy,
      theirTitle: isLive ? "Changes in the live policy" : `Changes by ${theirs.savedBy}`,
      happened: isLive
        ? "The draft was published or discarded before you saved"
        : `${theirs.savedBy} saved this draft before you`,
      happenedAt: theirs.savedAt,
      accept: (merged) => store.resolve(theirs, merged),
      takeTheirs: () => store.resolve(theirs, read.content),
    };
  }
  if (!outdated) return null;
  const name = liveName(live);
  return {
    base: outdated.began,
    mine,
    theirs: outdated.live.content,
    theirName: name,
    theirTitle: `Changes in ${name}`,
    happened: `${name} was published since this draft began`.replace(/^./, (first) => first.toUpperCase()),
    happenedAt: null,
    accept: (merged) => store.catchUp(merged, outdated.live.version),
    takeTheirs: null,
  };
}
