import { ENFORCED, type Finding } from "@baton/core";
import { exportPolicy } from "@baton/core/policy";
import {
  type Database,
  getBaselinePolicy,
  getKnownPolicy,
  getPolicyDraft,
  type KnownPolicy,
  type Person,
  type PolicyContent,
  type PolicyDraft,
  readPolicyContent,
} from "@baton/db";
import { isDraftOnlyBy, lockOpenDraft, lockPolicies } from "@baton/db/write";
import { type MergeConflict, mergePolicies } from "@baton/server/policy";
import { createNotification } from "../notification/create-notification";
import { findPolicyErrors } from "./find-policy-errors";
import { saveDraft } from "./save-draft";
import { startDraft } from "./start-draft";

export type PolicyProposal =
  /** `hasMerged` is true if the draft also keeps changes of others. `findings` prevent its publication. */
  | { outcome: "saved"; draftId: number; revision: number; hasMerged: boolean; findings: readonly Finding[] }
  /** The document is the live policy. */
  | { outcome: "live"; policyVersion: string }
  /** Others changed the same things differently: in the live policy, or in the open draft. */
  | { outcome: "conflict"; with: "live" | "draft"; conflicts: readonly MergeConflict[] }
  | { outcome: "invalid"; part: "document" | "draft"; findings: readonly Finding[] }
  | { outcome: "unknown_base" };

interface Proposed {
  workspaceId: string;
  person: Person;
  /** The whole document (`governance_policies.json`) as text. The switch stays as it is. */
  document: string;
  /** Hash of the policy that the document started from; by default the live one. */
  basedOn?: string | undefined;
}

/**
 * Proposes a policy document: starts a draft, or merges the document into the open one. Publishes nothing, and
 * drops no change of others. A draft that only the proposer edited becomes the document.
 */
export async function proposePolicy(db: Database, proposed: Proposed): Promise<PolicyProposal> {
  const { workspaceId, person, document, basedOn } = proposed;
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    // Other users cannot save a revision before this one.
    await lockOpenDraft(tx, workspaceId);
    const draft = await getPolicyDraft(tx, { workspaceId });
    const baseline = await getBaselinePolicy(tx, { workspaceId });
    const base =
      basedOn === undefined ? baseline : await getKnownPolicy(tx, { workspaceId, version: basedOn });
    if (basedOn !== undefined && !base) return { outcome: "unknown_base" };
    const policySwitch = draft?.content.policySwitch ?? baseline?.policySwitch ?? ENFORCED;
    const fresh = readPolicyContent({ document, policySwitch });
    if (!fresh.ok) return { outcome: "invalid", part: "document", findings: fresh.findings };

    const current = mergeLive({ document, policySwitch }, { base, baseline });
    if (current.outcome !== "merged") return current;
    const place = draft && { workspaceId, draftId: draft.draftId, person };
    const isOwn = place === null || (await isDraftOnlyBy(tx, place));
    const began = draft?.basedOn ? await getKnownPolicy(tx, { workspaceId, version: draft.basedOn }) : null;
    const merged = draft && !isOwn ? mergeDraft(current.content, draft, began) : current;
    if (merged.outcome !== "merged") return merged;

    const { content } = merged;
    const parsed = readPolicyContent(content);
    if (!parsed.ok) return { outcome: "invalid", part: "document", findings: parsed.findings };
    if (!draft && baseline?.number != null && baseline.policyVersion === parsed.version) {
      return { outcome: "live", policyVersion: parsed.version };
    }
    const findings = await findPolicyErrors(parsed);
    const liveVersion = baseline?.policyVersion ?? null;
    if (draft) {
      const { draftId, revision } = draft;
      const save = { workspaceId, draftId, revision, content, person };
      const saved = await saveDraft(tx, { ...save, basedOn: liveVersion ?? undefined });
      if (saved.outcome !== "saved") throw new Error(`the locked draft ${draftId} has changed`);
      return { outcome: "saved", draftId, revision: saved.revision, hasMerged: !isOwn, findings };
    }
    const origin = "proposal";
    const draftId = await startDraft(tx, { workspaceId, content, person, basedOn: liveVersion, origin });
    if (draftId === null) throw new Error("another draft was opened despite the lock");
    const subject = `${person.name} proposed a policy`;
    const key = `policy.proposed ${draftId}`;
    await createNotification(tx, {
      workspaceId,
      key,
      kind: "policy.proposed",
      page: "policies/review",
      subject,
      body: "",
      actorId: person.id,
    });
    return { outcome: "saved", draftId, revision: 1, hasMerged: false, findings };
  });
}

type Merged = { outcome: "merged"; content: PolicyContent } | Exclude<PolicyProposal, { outcome: "saved" }>;

/** Adds what went live since the document's start to the document. */
function mergeLive(
  content: PolicyContent,
  { base, baseline }: { base: KnownPolicy | null; baseline: KnownPolicy | null },
): Merged {
  if (!baseline || base?.policyVersion === baseline.policyVersion) return { outcome: "merged", content };
  return merge("live", { base, mine: content, theirs: baseline, document: content.document });
}

/** Adds the document's changes to a draft that others edited. */
function mergeDraft(content: PolicyContent, draft: PolicyDraft, began: KnownPolicy | null): Merged {
  const theirs = draft.content;
  return merge("draft", { base: began, mine: content, theirs, document: theirs.document });
}

function merge(
  side: "live" | "draft",
  versions: { base: PolicyContent | null; mine: PolicyContent; theirs: PolicyContent; document: string },
): Merged {
  const [mine, theirs] = [readPolicyContent(versions.mine), readPolicyContent(versions.theirs)];
  if (!mine.ok) return { outcome: "invalid", part: "document", findings: mine.findings };
  if (!theirs.ok) return { outcome: "invalid", part: "draft", findings: theirs.findings };
  const base = versions.base && readPolicyContent(versions.base);
  const sections = { base: base?.ok ? base.section : {}, mine: mine.section, theirs: theirs.section };
  const { section, conflicts } = mergePolicies(sections);
  if (conflicts.length > 0) return { outcome: "conflict", with: side, conflicts };
  const written = exportPolicy(versions.document, { ...section });
  if (!written.ok) return { outcome: "invalid", part: "document", findings: written.findings };
  return {
    outcome: "merged",
    content: { document: written.text, policySwitch: versions.mine.policySwitch },
  };
}
