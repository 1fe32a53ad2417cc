import { type Finding, Policy } from "@baton/core";
import { diffPolicies, namedPairs } from "@baton/core/policy";
import {
  type Database,
  getBaselinePolicy,
  getRunningRelease,
  listObservedPairs,
  mayApproveOwn,
  type Person,
  type PolicyDraft,
  readPolicyContent,
} from "@baton/db";
import { listAuthors, listPolicyReviews } from "@baton/db/write";
import {
  type Acknowledgement,
  evaluatePublication,
  isComparable,
  isTellable,
  type PublicationVerdict,
} from "@baton/server/policy";
import { findPolicyErrors } from "./find-policy-errors";
import { currentVerdicts } from "./standing-verdicts";

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
export async function checkDraft(
  db: Database,
  draft: DraftToPublish,
  request: PublishRequest,
): Promise<DraftVerdict> {
  const { workspaceId, publisher } = request;
  const { draftId } = draft;
  const parsed = readPolicyContent(draft.content);
  if (!parsed.ok) return refusedVerdict(parsed.findings);
  const errors = await findPolicyErrors(parsed);
  if (errors.length > 0) return refusedVerdict(errors, describeErrors(errors));
  const baseline = await getBaselinePolicy(db, { workspaceId });
  const observed = await listObservedPairs(db, { workspaceId });
  const authors = await listAuthors(db, { workspaceId, draftId });
  const reviews = await listPolicyReviews(db, { workspaceId, draftId });
  const isOwnAllowed = await mayApproveOwn(db, { workspaceId });
  const release = await getRunningRelease(db, { workspaceId });
  const before = baseline ? readPolicyContent(baseline) : null;
  const old = before?.ok ? before.policy : WITHOUT_POLICY;
  const pairs = [...namedPairs([old, parsed.policy]), ...observed.map(({ from, to }) => ({ from, to }))];
  const distinct = new Map(pairs.map((pair) => [JSON.stringify([pair.from, pair.to]), pair]));
  const now = Date.now();
  if (!isComparable([old, parsed.policy], distinct.values(), { now })) return refusedVerdict([], TOO_LARGE);
  const diff = diffPolicies(old, parsed.policy, { now, pairs: distinct.values() });
  if (!isTellable(diff)) return refusedVerdict([], TOO_LARGE);
  const verdicts = currentVerdicts(reviews, draft.revision);
  const verdict = evaluatePublication({
    diff,
    switchBefore: baseline?.policySwitch ?? null,
    switchAfter: draft.content.policySwitch,
    isChanged: baseline?.number == null || baseline.policyVersion !== parsed.version,
    isOutdated: draft.basedOn !== (baseline?.policyVersion ?? null),
    isReleaseRunning: release !== null,
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

function describeErrors(errors: readonly Finding[]): string {
  const failed = errors.filter(({ code }) => code === "policy_test_failed").length;
  if (failed < errors.length) return UNREADABLE;
  return failed === 1
    ? "A policy test fails. Correct the rules or the test."
    : `${failed} policy tests fail. Correct the rules or the tests.`;
}

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
