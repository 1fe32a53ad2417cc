import { TRPCClientError } from "@trpc/client";
import type { RouterInputs, RouterOutputs } from "@/server/root";
import { isSignedOut } from "@/trpc/query-client";
import { EMPTY_CONTENT, isSameContent, readContent } from "../draft/draft-content";
import type { DraftMark, SaveAnswer, SaveFailure } from "../draft/draft-server";
import { DraftStore } from "../draft/draft-store";
import { readPolicy } from "../draft/read-policy";
import type { LivePolicy, OutdatedDraft } from "./use-policy-editor";

type Answer = RouterOutputs["policies"]["drafts"]["get"];

function causeOf(failure: unknown): SaveFailure {
  if (isSignedOut(failure)) return "signed_out";
  // A response with data comes from the server, which would repeat it.
  return failure instanceof TRPCClientError && failure.data ? "refused" : "offline";
}

/** Opens the draft of a workspace, or the content with which a new one starts. */
export function openDraft(
  workspace: string,
  { draft, baseline }: Answer,
  save: (request: RouterInputs["policies"]["drafts"]["save"]) => Promise<SaveAnswer>,
): DraftStore {
  return new DraftStore({
    workspace,
    server: {
      save: (request) => save({ workspace, ...request }),
      causeOf,
    },
    storage: window.localStorage,
    mark: draft?.mark ?? null,
    base: contentOf(draft?.content ?? baseline?.content),
  });
}

/**
 * Adopts the server's state if all edits here are saved. If some are not, and the draft was published or
 * discarded meanwhile, the two must be merged. Ignores an answer older than a save from here.
 */
export function followServer(store: DraftStore, { draft, baseline }: Answer): void {
  const { saving, mark, draft: own, base } = store.getSnapshot();
  if (mark === null && draft === null) {
    followLive(store, baseline);
    return;
  }
  if (mark?.draftId === draft?.mark.draftId && mark?.revision === draft?.mark.revision) return;
  if (mark !== null && draft !== null && isBefore(draft.mark, mark)) return;
  const stored = draft?.content ?? baseline?.content;
  if (saving.status === "saved" && own.content === base)
    store.restart(draft?.mark ?? null, contentOf(stored));
  else if (mark !== null && mark.draftId !== draft?.mark.draftId && stored && saving.status !== "conflict") {
    store.meet({
      mark: draft?.mark ?? null,
      content: stored,
      savedBy: draft?.savedBy ?? null,
      savedAt: draft?.savedAt ?? null,
    });
  }
}

/** Adopts a policy that went live without a draft, by a rollback or an import, if nothing is edited here. */
function followLive(store: DraftStore, baseline: Answer["baseline"]): void {
  const { saving, draft, base } = store.getSnapshot();
  if (!baseline || saving.status !== "saved" || draft.content !== base) return;
  const live = contentOf(baseline.content);
  if (!isSameContent(live, base)) store.restart(null, live);
}

/** Reads the policy that a draft is compared with. */
export function readLive({ baseline }: Answer): LivePolicy | null {
  if (!baseline) return null;
  const { number, policyVersion, content } = baseline;
  return { number, policyVersion, content, policy: readPolicy(contentOf(content)) };
}

/** Returns the draft's origin and the policy that went live since; null if none did. */
export function readOutdated({ draft, baseline }: Answer): OutdatedDraft | null {
  if (!draft?.isOutdated) return null;
  const live = baseline ? { content: contentOf(baseline.content), version: baseline.policyVersion } : null;
  return live && { began: contentOf(draft.began ?? undefined), live };
}

/** Drafts and their revisions are numbered in the order in which they were created. */
function isBefore(mark: DraftMark, other: DraftMark): boolean {
  return mark.draftId === other.draftId ? mark.revision < other.revision : mark.draftId < other.draftId;
}

function contentOf(stored: NonNullable<Answer["baseline"]>["content"] | undefined) {
  const read = stored && readContent(stored);
  return read?.ok ? read.content : EMPTY_CONTENT;
}
