import { type Database, readPolicyContent } from "@baton/db";
import { getDraftRevision, lockDraft, lockPolicies, OPEN_DRAFT_STATES, updateDraft } from "@baton/db/write";
import { checkDraft, type DraftVerdict, type PublishRequest } from "./check-draft";
import { publishVersion } from "./publish-version";

export type PublishedDraft =
  | { outcome: "published"; number: number; policyVersion: string }
  | { outcome: "refused"; verdict: DraftVerdict }
  /** The draft was changed or closed meanwhile. */
  | { outcome: "stale" };

/**
 * Makes a draft the live policy if all requirements are met. Waiting clients are notified at the commit.
 *
 * @param publish.revision the revision that the publisher saw.
 */
export async function publishDraft(
  db: Database,
  publish: PublishRequest & { draftId: number; revision: number; note: string },
): Promise<PublishedDraft> {
  const { workspaceId, draftId, revision, publisher, note, acknowledged } = publish;
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const draft = await lockDraft(tx, { workspaceId, draftId });
    const saved = await getDraftRevision(tx, { workspaceId, draftId, revision });
    const isOpen = draft !== null && OPEN_DRAFT_STATES.includes(draft.state);
    if (!saved || !isOpen || draft.revision !== revision) return { outcome: "stale" };
    const verdict = await checkDraft(tx, { ...saved, draftId, basedOn: draft.basedOn }, publish);
    const parsed = readPolicyContent(saved.content);
    if (verdict.ground === null || !parsed.ok) return { outcome: "refused", verdict };
    const named = verdict.newlyLetThrough.map(({ field }) => field);
    const number = await publishVersion(tx, {
      workspaceId,
      draftId,
      revision,
      note,
      content: saved.content,
      parsed,
      person: publisher,
      ground: verdict.ground,
      acknowledged: acknowledged.filter(({ field }) => named.includes(field)),
    });
    await updateDraft(tx, draft, { state: "published" });
    return { outcome: "published", number, policyVersion: parsed.version };
  });
}
