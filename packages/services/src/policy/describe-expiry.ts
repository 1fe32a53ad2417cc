import { countOf } from "@baton/core/internal";
import type { RuleExpiry } from "@baton/server/policy";
import type { PolicyReplayResult } from "@baton/server/replay";

const LISTED_FIELDS = 10;

/** Describes a rule that expires soon, with the effect on recent handoffs. */
export function describeNearExpiry(
  expiry: RuleExpiry,
  { replay, days }: { replay: PolicyReplayResult; days: number },
): { subject: string; body: string } {
  const { rule } = expiry;
  const { now, draft, newlyLetThrough, newlyBlocked, unknownHandoffs } = replay;
  const lines = [
    `${nameRule(expiry)} ends at ${timeOf(expiry)}. After that, ${describeSuccessor(expiry)}.`,
    `Replayed over ${countOf(now.handoffs, "handoff")} of the last ${days} days: ≈ ${now.afterTokens} tokens pass now, ≈ ${draft.afterTokens} from then on.`,
    ...listFields("Will newly pass", newlyLetThrough),
    ...listFields("Will no longer pass", newlyBlocked),
    ...(unknownHandoffs > 0
      ? [`Excluded: ${countOf(unknownHandoffs, "handoff")} without a complete outline.`]
      : []),
  ];
  return { subject: `Rule ${rule.rule_id} ends within a day`, body: lines.join("\n") };
}

/** Describes an expired rule. */
export function describePastExpiry(expiry: RuleExpiry): { subject: string; body: string } {
  const body = `${nameRule(expiry)} ended at ${timeOf(expiry)}. After that, ${describeSuccessor(expiry)}.`;
  return { subject: `Rule ${expiry.rule.rule_id} has ended`, body };
}

function nameRule({ rule }: RuleExpiry): string {
  return `The rule ${rule.rule_id} (${rule.from_agent_id} → ${rule.to_agent_id})`;
}

function describeSuccessor({ successor }: RuleExpiry): string {
  return successor.rule
    ? `the rule ${successor.rule.rule_id} applies in ${successor.mode} mode`
    : `no rule applies and the default mode is ${successor.mode}`;
}

function timeOf({ expiresAt }: RuleExpiry): string {
  return new Date(expiresAt).toISOString();
}

function listFields(heading: string, fields: PolicyReplayResult["newlyBlocked"]): string[] {
  if (fields.length === 0) return [];
  const listed = fields
    .slice(0, LISTED_FIELDS)
    .map(({ from, to, path, handoffs }) => `  ${path} (${from} → ${to}, ${countOf(handoffs, "handoff")})`);
  const more = fields.length - listed.length;
  return [`${heading}:`, ...listed, ...(more > 0 ? [`  … and ${more} more`] : [])];
}
