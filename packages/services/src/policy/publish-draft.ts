import { type Database, type PolicyContent, readPolicyContent } from "@baton/db";
import { getDraftRevision, lockDraft, lockPolicies, OPEN_DRAFT_STATES, updateDraft } from "@baton/db/write";
import type { Acknowledgement, DraftGround } from "@baton/server/policy";
import { checkDraft, type DraftVerdict, type PublishRequest } from "./check-draft";
import { publishVersion, type ReadPolicy } from "./publish-version";

type RefusedDraft =
  | { outcome: "refused"; verdict: DraftVerdict }
  /** The draft was changed or closed meanwhile. */
  | { outcome: "stale" };

export type PublishedDraft = { outcome: "published"; number: number; policyVersion: string } | RefusedDraft;

/**
 * Makes a draft the live policy if all requirements are met. Waiting clients are notified at the commit.
 *
 * @param publish.revision the revision that the publisher saw.
 */
export async function publishDraft(
  db: Database,
  publish: PublishRequest & { draftId: number; revision: number; note: string },
): Promise<PublishedDraft> {
  const { workspaceId, draftId, revision, publisher: person, note } = publish;
  return db.transaction(async (tx) => {
    const admitted = await admitDraft(tx, publish);
    if (admitted.outcome !== "admitted") return admitted;
    const { draft, content, parsed, ground, acknowledged } = admitted;
    const number = await publishVersion(tx, {
      workspaceId,
      draftId,
      revision,
      note,
      content,
      parsed,
      person,
      ground,
      acknowledged,
    });
    await updateDraft(tx, draft, { state: "published" });
    return { outcome: "published", number, policyVersion: parsed.version };
  });
}

export type AdmittedDraft =
  | {
      outcome: "admitted";
      draft: NonNullable<Awaited<ReturnType<typeof lockDraft>>>;
      content: PolicyContent;
      parsed: ReadPolicy;
      ground: DraftGround;
      /** One for each field that newly passes. */
      acknowledged: Acknowledgement[];
    }
  | RefusedDraft;

/** Locks a draft and checks that it meets all requirements to decide handoffs. */
export async function admitDraft(
  tx: Database,
  publish: PublishRequest & { draftId: number; revision: number },
): Promise<AdmittedDraft> {
  const { workspaceId, draftId, revision, acknowledged } = publish;
  await lockPolicies(tx, workspaceId);
  const draft = await lockDraft(tx, { workspaceId, draftId });
  const saved = await getDraftRevision(tx, { workspaceId, draftId, revision });
  const isOpen = draft !== null && OPEN_DRAFT_STATES.includes(draft.state);
  if (!saved || !isOpen || draft.revision !== revision) return { outcome: "stale" };
  const verdict = await checkDraft(tx, { ...saved, draftId, basedOn: draft.basedOn }, publish);
  const { content } = saved;
  const parsed = readPolicyContent(content);
  if (verdict.ground === null || !parsed.ok) return { outcome: "refused", verdict };
  const named = verdict.newlyLetThrough.map(({ field }) => field);
  return {
    outcome: "admitted",
    draft,
    content,
    parsed,
    ground: verdict.ground,
    acknowledged: acknowledged.filter(({ field }) => named.includes(field)),
  };
}
