import type { OutlineEntry, Policy } from "@baton/core";
import { createPolicyIndex, explainMatch, type HandoffRule, type PolicyIndex } from "@baton/core/policy";
import { type Database, getLatestPolicyVersion, getPolicyVersion } from "@baton/db";
import { explainFields } from "@baton/server/lineage";
import { type MatchDto, toMatchDto } from "@/features/sessions/handoff/match-dto";
import { readSeen } from "./policy-content";

/** State of the applied rule in the last reported policy. */
type RuleSince = "same" | "changed" | "gone";

interface MatchThen extends MatchDto {
  /** Null if no rule applied. */
  since: RuleSince | null;
  /** The clause that decided each field, by its path in the outline. */
  reasons: ReadonlyMap<string, string>;
}

/**
 * Explains the rule that applied and the outcome of each field by the policy the handoff names; null if it
 * names none, or an unknown one.
 */
export async function explainThen(
  db: Database,
  workspaceId: string,
  handoff: { policyVersion: string | null; fromAgent: string; toAgent: string; occurredAt: Date },
  outline: readonly OutlineEntry[],
): Promise<MatchThen | null> {
  if (handoff.policyVersion === null) return null;
  const [stored, latest] = await Promise.all([
    getPolicyVersion(db, { workspaceId, version: handoff.policyVersion }),
    getLatestPolicyVersion(db, { workspaceId }),
  ]);
  const policy = parseStored(stored);
  if (!policy) return null;
  const index = indexOf(policy);
  const pair = { from: handoff.fromAgent, to: handoff.toAgent, now: handoff.occurredAt.getTime() };
  const explanation = explainMatch(index, pair.from, pair.to, pair);
  const { rule } = explanation.match;
  const isLatest = latest?.policyVersion === stored?.policyVersion;
  // Parsed only if needed: a large policy takes half a second, once.
  return {
    ...toMatchDto(explanation),
    since: rule && (isLatest ? "same" : ruleSince(rule, parseStored(latest))),
    reasons: explainFields(index, pair, outline),
  };
}

function parseStored(stored: { policyText: string } | null): Policy | null {
  const parsed = stored && readSeen(stored);
  return parsed?.ok ? parsed.policy : null;
}

const indexes = new WeakMap<Policy, PolicyIndex>();

/** Returns the index of a policy, cached with the policy. */
function indexOf(policy: Policy): PolicyIndex {
  const index = indexes.get(policy) ?? createPolicyIndex(policy);
  indexes.set(policy, index);
  return index;
}

function ruleSince(rule: HandoffRule, latest: Policy | null): RuleSince | null {
  if (!latest) return null;
  const now = latest.agent_handoff_rules.find(({ rule_id }) => rule_id === rule.rule_id);
  if (!now) return "gone";
  return JSON.stringify(now) === JSON.stringify(rule) ? "same" : "changed";
}
