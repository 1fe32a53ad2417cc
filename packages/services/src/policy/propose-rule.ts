import { ENFORCED, type Finding } from "@baton/core";
import { isObject } from "@baton/core/internal";
import { exportPolicy } from "@baton/core/policy";
import {
  type Database,
  getBaselinePolicy,
  getPolicyDraft,
  type Person,
  type PolicyContent,
  readPolicyContent,
} from "@baton/db";
import { lockOpenDraft, lockPolicies } from "@baton/db/write";
import { saveDraft } from "./save-draft";
import { startDraft } from "./start-draft";

/** The lists of a policy that hold rules. */
export const RULE_LISTS = ["agent_handoff_rules", "content_rules"] as const;
export type RuleList = (typeof RULE_LISTS)[number];

/** A rule as written, and the list that it is for. */
export interface ProposedRule {
  readonly list: RuleList;
  readonly rule: Readonly<Record<string, unknown>> & { readonly rule_id: string };
}

export type Proposal =
  /** `hasReplaced` is true if the draft had a rule of this ID. `findings` are warnings about the rule. */
  | { ok: true; draftId: number; revision: number; hasReplaced: boolean; findings: readonly Finding[] }
  | { ok: false; findings: readonly Finding[] };

/**
 * Adds a rule to the open draft, or to a new draft of the live policy. A rule of the same ID is replaced.
 * Publishes nothing.
 *
 * @returns the draft's revision; or findings, without a change, if the draft would not be a valid policy.
 */
export async function proposeRule(
  db: Database,
  { workspaceId, person, ...proposed }: ProposedRule & { workspaceId: string; person: Person },
): Promise<Proposal> {
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    // Other users cannot save a revision before this one.
    await lockOpenDraft(tx, workspaceId);
    const draft = await getPolicyDraft(tx, { workspaceId });
    const baseline = await getBaselinePolicy(tx, { workspaceId });
    const added = addRule(draft?.content ?? baseline, proposed);
    if (!added.ok) return added;
    const { content, hasReplaced, findings } = added;
    if (draft) {
      const { draftId, revision } = draft;
      const saved = await saveDraft(tx, { workspaceId, draftId, revision, content, person });
      if (saved.outcome !== "saved") throw new Error(`the locked draft ${draftId} has changed`);
      return { ok: true, draftId, revision: saved.revision, hasReplaced, findings };
    }
    const basedOn = baseline?.policyVersion ?? null;
    const origin = baseline?.number == null ? "proposal" : `version ${baseline.number}`;
    const draftId = await startDraft(tx, { workspaceId, content, person, basedOn, origin });
    if (draftId === null) throw new Error("another draft was opened despite the lock");
    return { ok: true, draftId, revision: 1, hasReplaced, findings };
  });
}

type Added =
  | { ok: true; content: PolicyContent; hasReplaced: boolean; findings: readonly Finding[] }
  | Extract<Proposal, { ok: false }>;

function addRule(before: PolicyContent | null, { list, rule }: ProposedRule): Added {
  const { document, policySwitch } = before ?? {
    document: JSON.stringify({ multi_agent_handoffs: {} }),
    policySwitch: ENFORCED,
  };
  const parsed = readPolicyContent({ document, policySwitch });
  if (!parsed.ok) return parsed;
  const section = parsed.section[list];
  const rules: readonly unknown[] = Array.isArray(section) ? section : [];
  const place = rules.findIndex((each) => isObject(each) && each.rule_id === rule.rule_id);
  const revised = place === -1 ? [...rules, rule] : rules.with(place, rule);
  const written = exportPolicy(document, { ...parsed.section, [list]: revised });
  if (!written.ok) return written;
  const content = { document: written.text, policySwitch };
  const read = readPolicyContent(content);
  if (!read.ok) return read;
  const path = `${read.sectionPath}/${list}/${place === -1 ? rules.length : place}/`;
  const findings = read.findings.filter((finding) => finding.path.startsWith(path));
  return { ok: true, content, hasReplaced: place !== -1, findings };
}
