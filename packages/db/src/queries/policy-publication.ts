import {
  type Acknowledgement,
  diffPolicies,
  type Finding,
  judgePublication,
  namedPairs,
  type ParsedPolicy,
  Policy,
  type PublicationGround,
  type PublicationVerdict,
} from "@baton/core";
import { and, arrayContains, desc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../client";
import { notifyPolicy, notifyRows } from "../notification";
import { policyPublication, policySetting, policyVersion, workspaceMember } from "../schema/index";
import { recordAudit } from "./audit-write";
import { announce } from "./notice";
import {
  getDraftRevision,
  listAuthors,
  lockDraft,
  lockPolicies,
  type PolicyDraft,
  updateDraft,
} from "./policy-draft";
import {
  getBaselinePolicy,
  getLivePolicy,
  type Person,
  type PolicyContent,
  readPolicyContent,
} from "./policy-live";
import { listPolicyReviews, type PolicyReview, standingVerdicts } from "./policy-review";
import { listObservedPairs } from "./policy-traffic";

type PublicationRow = typeof policyPublication.$inferSelect;
type ReadPolicy = Extract<ParsedPolicy, { ok: true }>;

/** A version that was published. */
export interface Publication extends Omit<PublicationRow, "workspaceId" | "publishedBy" | "publishedById"> {
  publishedBy: Person;
  /** Null for the live one. */
  supersededAt: Date | null;
  /** Whether somebody other than its authors approved it, before or after it was published. */
  isReviewed: boolean;
}

/** The versions that were published, the live one first. */
export async function listPublications(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<Publication[]> {
  const isReviewed = sql<boolean>`exists (
    select 1 from policy_review r
    where r.workspace_id = policy_publication.workspace_id and r.draft_id = policy_publication.draft_id
      and r.revision = policy_publication.revision and r.entry = 'approved'
      and not exists (
        select 1 from policy_draft_revision d
        where d.workspace_id = r.workspace_id and d.draft_id = r.draft_id and d.saved_by_id = r.reviewer_id))`;
  const rows = await db
    .select({ row: policyPublication, isReviewed })
    .from(policyPublication)
    .where(eq(policyPublication.workspaceId, workspaceId))
    .orderBy(desc(policyPublication.number));
  return rows.map(({ row, isReviewed: wasReviewed }, index) => {
    const { workspaceId: _, publishedById, publishedBy, ...version } = row;
    return {
      ...version,
      publishedBy: { id: publishedById, name: publishedBy },
      supersededAt: rows[index - 1]?.row.publishedAt ?? null,
      isReviewed: wasReviewed,
    };
  });
}

/** One of them with all that was said of it; null where there is none of that number. */
export async function getPublication(
  db: Database,
  { workspaceId, number }: { workspaceId: string; number: number },
): Promise<(Publication & { reviews: PolicyReview[] }) | null> {
  const found = (await listPublications(db, { workspaceId })).find((version) => version.number === number);
  if (!found) return null;
  const { draftId } = found;
  return { ...found, reviews: draftId === null ? [] : await listPolicyReviews(db, { workspaceId, draftId }) };
}

/** Whether authors may approve what they wrote; no where nobody has said. */
export async function mayApproveOwn(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<boolean> {
  const [setting] = await db.select().from(policySetting).where(eq(policySetting.workspaceId, workspaceId));
  return setting?.mayApproveOwn ?? false;
}

/** Whether somebody else is an owner of the workspace, and so could approve. */
export async function hasOtherOwner(
  db: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<boolean> {
  const [other] = await db
    .select({ one: sql`1` })
    .from(workspaceMember)
    .where(
      and(
        eq(workspaceMember.workspaceId, workspaceId),
        ne(workspaceMember.userId, userId),
        arrayContains(workspaceMember.roles, ["owner"]),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Says whether authors may approve what they wrote. */
export async function setMayApproveOwn(
  db: Database,
  { workspaceId, isAllowed, person }: { workspaceId: string; isAllowed: boolean; person: Person },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const before = await mayApproveOwn(tx, { workspaceId });
    if (before === isAllowed) return;
    await tx
      .insert(policySetting)
      .values({ workspaceId, mayApproveOwn: isAllowed })
      .onConflictDoUpdate({ target: policySetting.workspaceId, set: { mayApproveOwn: isAllowed } });
    await recordAudit(tx, {
      ...{ workspaceId, actor: person, action: "workspace.set", subject: "authors may approve their own" },
      details: { before, after: isAllowed },
    });
  });
}

/** Who wants to publish, and what they say to it. */
export interface PublishRequest {
  workspaceId: string;
  publisher: Person;
  acknowledged: readonly Acknowledgement[];
  /** Whether there is nobody else who could approve. */
  isOnlyOwner: boolean;
}

type DraftToPublish = Pick<PolicyDraft, "draftId" | "revision" | "content" | "basedOn">;

/** What publishing a draft would need, and its findings where it cannot be read. */
export type DraftVerdict = PublicationVerdict & { findings: readonly Finding[] };

/** Says whether a draft may be published, and what stands in the way. */
export async function judgeDraft(
  db: Database,
  draft: DraftToPublish,
  request: PublishRequest,
): Promise<DraftVerdict> {
  const { workspaceId, publisher } = request;
  const { draftId } = draft;
  const parsed = readPolicyContent(draft.content);
  if (!parsed.ok) return refusedVerdict(parsed.findings);
  const [baseline, observed, authors, reviews, isOwnAllowed] = await Promise.all([
    getBaselinePolicy(db, { workspaceId }),
    listObservedPairs(db, { workspaceId }),
    listAuthors(db, { workspaceId, draftId }),
    listPolicyReviews(db, { workspaceId, draftId }),
    mayApproveOwn(db, { workspaceId }),
  ]);
  const before = baseline ? readPolicyContent(baseline) : null;
  const old = before?.ok ? before.policy : WITHOUT_POLICY;
  const pairs = [...namedPairs([old, parsed.policy]), ...observed.map(({ from, to }) => ({ from, to }))];
  const distinct = new Map(pairs.map((pair) => [JSON.stringify([pair.from, pair.to]), pair]));
  const verdicts = standingVerdicts(reviews, draft.revision);
  const verdict = judgePublication({
    diff: diffPolicies(old, parsed.policy, { now: Date.now(), pairs: distinct.values() }),
    switchBefore: baseline?.policySwitch ?? null,
    switchAfter: draft.content.policySwitch,
    isChanged: baseline?.number == null || baseline.policyVersion !== parsed.version,
    isOutdated: draft.basedOn !== (baseline?.policyVersion ?? null),
    isRejected: verdicts.rejecters.length > 0,
    authorIds: authors.map(({ id }) => id),
    approverIds: verdicts.approvers.map(({ id }) => id),
    publisherId: publisher.id,
    mayApproveOwn: isOwnAllowed || request.isOnlyOwner,
    acknowledged: request.acknowledged,
  });
  return { ...verdict, findings: parsed.findings };
}

/** Where there is no policy, every handoff is minimal. */
const WITHOUT_POLICY = Policy.parse({ default_handoff_mode: "minimal" });

function refusedVerdict(findings: readonly Finding[]): DraftVerdict {
  const message = "The draft cannot be read as a policy: correct what was found in it first.";
  return {
    ground: null,
    obstacles: [{ code: "policy_refused", message }],
    newlyLetThrough: [],
    isStricterOnly: false,
    loosening: null,
    findings,
  };
}

export type PublishedDraft =
  | { outcome: "published"; number: number; policyVersion: string }
  | { outcome: "refused"; verdict: DraftVerdict }
  /** The draft was changed or closed meanwhile. */
  | { outcome: "stale" };

/**
 * Makes a draft the live policy, if nothing stands in the way. Whoever waits on the policy is told when this commits.
 *
 * @param publish.revision the revision that the publisher looked at.
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
    const isOpen = draft?.state === "draft" || draft?.state === "in_review";
    if (!draft || !saved || !isOpen || draft.revision !== revision) return { outcome: "stale" };
    const verdict = await judgeDraft(tx, { ...saved, draftId, basedOn: draft.basedOn }, publish);
    const parsed = readPolicyContent(saved.content);
    if (verdict.ground === null || !parsed.ok) return { outcome: "refused", verdict };
    const named = verdict.newlyLetThrough.map(({ field }) => field);
    const number = await insertPublication(tx, {
      ...{ workspaceId, draftId, revision, note, content: saved.content, parsed, person: publisher },
      ...{ ground: verdict.ground, acknowledged: acknowledged.filter(({ field }) => named.includes(field)) },
    });
    await updateDraft(tx, draft, { state: "published" });
    return { outcome: "published", number, policyVersion: parsed.version };
  });
}

/**
 * Publishes a policy past all review: for whoever has the database itself.
 *
 * @returns its number, or the live one's where that says the same.
 */
export async function publishImported(
  db: Database,
  {
    workspaceId,
    content,
    parsed,
    person,
  }: { workspaceId: string; content: PolicyContent; parsed: ReadPolicy; person: Person },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const live = await getLivePolicy(tx, { workspaceId });
    if (live?.policyVersion === parsed.version && live.document === content.document) return live.number;
    const imported = {
      draftId: null,
      revision: null,
      note: "",
      ground: "imported",
      acknowledged: [],
    } as const;
    return insertPublication(tx, { workspaceId, content, parsed, person, ...imported });
  });
}

interface NewPublication {
  workspaceId: string;
  draftId: number | null;
  revision: number | null;
  content: PolicyContent;
  parsed: ReadPolicy;
  ground: PublicationGround;
  note: string;
  acknowledged: readonly Acknowledgement[];
  person: Person;
}

/** The one place in which a policy becomes live. Needs {@link lockPolicies}, so that numbers have no gaps. */
async function insertPublication(tx: Database, publication: NewPublication): Promise<number> {
  const { workspaceId, content, parsed, person, acknowledged, ground, note } = publication;
  const before = await getLivePolicy(tx, { workspaceId });
  const number = (before?.number ?? 0) + 1;
  const { enabled: isEnabled, observe: isObserving } = content.policySwitch;
  await tx.insert(policyPublication).values({
    ...{ workspaceId, number, policyVersion: parsed.version, document: content.document },
    ...{ isEnabled, isObserving, draftId: publication.draftId, revision: publication.revision },
    ...{ ground, note, acknowledged: [...acknowledged] },
    ...{ publishedById: person.id, publishedBy: person.name },
  });
  await putPublishedVersion(tx, {
    workspaceId,
    parsed,
    origin: ground === "imported" ? ground : "published",
  });
  await announce(tx, {
    ...{ workspaceId, key: `policy.published ${number}`, kind: "policy.published", page: "policies" },
    ...{ subject: `${person.name} published version ${number} of the policy`, body: note },
  });
  await notifyPolicy(tx, workspaceId);
  await notifyRows(tx, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
  await recordAudit(tx, {
    workspaceId,
    actor: person,
    action: ground === "imported" ? "policy.import" : "policy.publish",
    subject: `version ${number}`,
    details: {
      ...{ ground, note, acknowledged },
      before: before && {
        number: before.number,
        policy_version: before.policyVersion,
        ...before.policySwitch,
      },
      after: { number, policy_version: parsed.version, ...content.policySwitch },
    },
  });
  return number;
}

/** Keeps what was published among the policies that handoffs may name. */
async function putPublishedVersion(
  tx: Database,
  {
    workspaceId,
    parsed,
    origin,
  }: { workspaceId: string; parsed: ReadPolicy; origin: "published" | "imported" },
): Promise<void> {
  const { enabled: isEnabled, observe: isObserving } = parsed.switch;
  const seen = { firstSeenAt: sql`now()`, lastSeenAt: sql`now()` };
  await tx
    .insert(policyVersion)
    .values({
      ...{ workspaceId, policyVersion: parsed.version, origin, policyText: JSON.stringify(parsed.section) },
      ...{ isEnabled, isObserving, ...seen },
    })
    .onConflictDoUpdate({
      target: [policyVersion.workspaceId, policyVersion.policyVersion],
      set: { origin, lastSeenAt: sql`greatest(${policyVersion.lastSeenAt}, now())` },
    });
}
