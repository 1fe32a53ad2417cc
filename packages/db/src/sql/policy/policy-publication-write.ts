import { type Finding, type ParsedPolicy, Policy } from "@baton/core";
import { diffPolicies, namedPairs } from "@baton/core/policy";
import {
  type Acknowledgement,
  isComparable,
  isTellable,
  judgePublication,
  type PublicationGround,
  type PublicationVerdict,
} from "@baton/server/policy";
import { sql } from "drizzle-orm";
import type { Database } from "../../client";
import { notifyPolicy, notifyRows } from "../../pg-notify";
import { policyPublication, policyVersion } from "../../schema/index";
import { recordAudit } from "../audit/audit-write";
import { announce } from "../notification/notice";
import { mayApproveOwn } from "./policy-approval";
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
import { listPolicyReviews, standingVerdicts } from "./policy-review";
import { listObservedPairs } from "./policy-traffic";

type ReadPolicy = Extract<ParsedPolicy, { ok: true }>;

/** The publisher and their message. */
export interface PublishRequest {
  workspaceId: string;
  publisher: Person;
  acknowledged: readonly Acknowledgement[];
  /** True if no other owner can approve. */
  isOnlyOwner: boolean;
}

type DraftToPublish = Pick<PolicyDraft, "draftId" | "revision" | "content" | "basedOn">;

/** Requirements to publish a draft, and its findings if it cannot be parsed. */
export type DraftVerdict = PublicationVerdict & { findings: readonly Finding[] };

/** Checks if a draft can be published, and what is missing. */
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
  const now = Date.now();
  if (!isComparable([old, parsed.policy], distinct.values(), { now })) return refusedVerdict([], TOO_LARGE);
  const diff = diffPolicies(old, parsed.policy, { now, pairs: distinct.values() });
  if (!isTellable(diff)) return refusedVerdict([], TOO_LARGE);
  const verdicts = standingVerdicts(reviews, draft.revision);
  const verdict = judgePublication({
    diff,
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

/** Without a policy, every handoff is minimal. */
const WITHOUT_POLICY = Policy.parse({ default_handoff_mode: "minimal" });

const UNREADABLE = "The draft is not a valid policy. Fix its findings first.";
const TOO_LARGE = "The draft is too large to compare: too many fields and agent pairs. Use fewer fields.";

function refusedVerdict(findings: readonly Finding[], message: string = UNREADABLE): DraftVerdict {
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
    const isOpen = draft?.state === "draft" || draft?.state === "in_review";
    if (!draft || !saved || !isOpen || draft.revision !== revision) return { outcome: "stale" };
    const verdict = await judgeDraft(tx, { ...saved, draftId, basedOn: draft.basedOn }, publish);
    const parsed = readPolicyContent(saved.content);
    if (verdict.ground === null || !parsed.ok) return { outcome: "refused", verdict };
    const named = verdict.newlyLetThrough.map(({ field }) => field);
    const number = await insertPublication(tx, {
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

/**
 * Publishes a policy without review, for users with access to the database.
 *
 * @returns its number, or that of the live policy if it is the same.
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
    workspaceId,
    number,
    policyVersion: parsed.version,
    document: content.document,
    isEnabled,
    isObserving,
    draftId: publication.draftId,
    revision: publication.revision,
    ground,
    note,
    acknowledged: [...acknowledged],
    publishedById: person.id,
    publishedBy: person.name,
  });
  await putPublishedVersion(tx, {
    workspaceId,
    parsed,
    origin: ground === "imported" ? ground : "published",
  });
  await announce(tx, {
    workspaceId,
    key: `policy.published ${number}`,
    kind: "policy.published",
    page: "policies",
    subject: `${person.name} published policy v${number}`,
    body: note,
  });
  await notifyPolicy(tx, workspaceId);
  await notifyRows(tx, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
  await recordAudit(tx, {
    workspaceId,
    actor: person,
    action: ground === "imported" ? "policy.import" : "policy.publish",
    subject: `version ${number}`,
    details: {
      ground,
      note,
      acknowledged,
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
      workspaceId,
      policyVersion: parsed.version,
      origin,
      policyText: JSON.stringify(parsed.section),
      isEnabled,
      isObserving,
      ...seen,
    })
    .onConflictDoUpdate({
      target: [policyVersion.workspaceId, policyVersion.policyVersion],
      set: { origin, lastSeenAt: sql`greatest(${policyVersion.lastSeenAt}, now())` },
    });
}
