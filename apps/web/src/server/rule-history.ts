import "server-only";
import type { Policy } from "@baton/core";
import { diffRules } from "@baton/core/internal";
import type { HandoffRule, RuleChange } from "@baton/core/policy";
import { type Database, listPublishedContents, listReportedPolicies } from "@baton/db";
import { readPolicy, readSeen } from "./policy-content";

/** Number of versions whose policies are read. */
const MOST_VERSIONS = 50;

interface Version {
  /** Number of the published version; null if an orchestrator reported it. */
  number: number | null;
  policyVersion: string;
  at: Date;
  /** Name of its publisher; null if an orchestrator reported it. */
  by: string | null;
  policy: Policy | null;
}

/** A version that changed a rule. */
interface RuleVersion extends Omit<Version, "policy"> {
  kind: RuleChange["kind"];
  settings: RuleChange["settings"];
}

interface RuleHistory {
  /** The rule of the newest version that is a valid policy; null if that version does not have it. */
  rule: HandoffRule | null;
  /** Newest first. */
  versions: RuleVersion[];
  /** True if older versions were not read. */
  isCut: boolean;
}

/**
 * Returns what each version changed about a rule: published versions, or before the first publication those that
 * orchestrators reported.
 */
export async function readRuleHistory(
  db: Database,
  { workspaceId, ruleId }: { workspaceId: string; ruleId: string },
): Promise<RuleHistory> {
  const versions = await listVersions(db, workspaceId);
  const known = versions.flatMap(({ policy, ...version }) =>
    policy ? [{ ...version, policy: withOnly(policy, ruleId) }] : [],
  );
  const changed = known.flatMap(({ policy, ...version }, index): RuleVersion[] => {
    const before = known[index + 1]?.policy ?? { ...policy, agent_handoff_rules: [] };
    const [change] = diffRules(before, policy);
    return change ? [{ ...version, kind: change.kind, settings: change.settings }] : [];
  });
  return {
    rule: known[0]?.policy.agent_handoff_rules[0] ?? null,
    versions: changed,
    isCut: versions.length === MOST_VERSIONS,
  };
}

async function listVersions(db: Database, workspaceId: string): Promise<Version[]> {
  const published = await listPublishedContents(db, { workspaceId, limit: MOST_VERSIONS });
  if (published.length > 0) {
    return published.map(({ number, policyVersion, publishedAt, publishedBy, ...content }) => {
      const parsed = readPolicy(content);
      return {
        number,
        policyVersion,
        at: publishedAt,
        by: publishedBy,
        policy: parsed.ok ? parsed.policy : null,
      };
    });
  }
  const reported = await listReportedPolicies(db, { workspaceId, limit: MOST_VERSIONS });
  return reported.map((seen) => {
    const parsed = readSeen(seen);
    const { policyVersion, firstSeenAt: at } = seen;
    return { number: null, policyVersion, at, by: null, policy: parsed.ok ? parsed.policy : null };
  });
}

function withOnly(policy: Policy, ruleId: string): Policy {
  return {
    ...policy,
    agent_handoff_rules: policy.agent_handoff_rules.filter(({ rule_id }) => rule_id === ruleId),
  };
}
