import type { Finding, Policy } from "@baton/core";
import { ANY_AGENT, expiryOf, type HandoffRule, lintPolicy } from "@baton/core/policy";
import type { DraftAction } from "../draft/draft-state";
import { suggestRuleId } from "../draft/policy-section";
import { type FieldOption, findNearest } from "./observed-fields";

/** A one-click fix for a finding. */
interface Fix {
  /** Verb and object ("Use repair_time_days"). */
  readonly label: string;
  readonly action: DraftAction;
}

export interface FixContext {
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly agents: readonly string[];
  /** Fields of the output of a rule's sender, and names that can be blocked. */
  readonly outputFields: readonly FieldOption[];
  readonly names: readonly FieldOption[];
}

/** Returns the rule and the field of a finding. Null if it is about the whole policy. */
export function placeOfFinding({ path }: Pick<Finding, "path">): { position: number; keys: string[] } | null {
  const [, position, rest = ""] = /\/agent_handoff_rules\/(\d+)(?:\/(.*))?$/.exec(path) ?? [];
  return position === undefined
    ? null
    : { position: Number(position), keys: rest.split("/").filter(Boolean) };
}

/** Lists possible fixes for a finding about a rule, most likely first; empty if only a person can decide. */
export function listFixes(finding: Finding, context: FixContext): Fix[] {
  const place = placeOfFinding(finding);
  const rule = place && context.policy.agent_handoff_rules[place.position];
  if (!place || !rule) return [];
  const { position, keys } = place;
  const change = (label: string, changes: Partial<HandoffRule>): Fix => ({
    label,
    action: { type: "change-rule", position, changes },
  });
  const deletion: Fix = { label: `Delete ${rule.rule_id}`, action: { type: "delete-rule", position } };
  switch (finding.code) {
    case "shadowed_rule": {
      const cover = findCover(context, rule, position);
      const move: Fix | null = cover && {
        label: `Move it before ${cover.ruleId}`,
        action: { type: "move-rule", position, to: cover.position },
      };
      return move ? [deletion, move] : [deletion];
    }
    case "expired_rule":
      return [deletion, change("Remove the end date", { expires_at: undefined })];
    case "duplicate_rule_id": {
      const ids = context.policy.agent_handoff_rules.map(({ rule_id }) => rule_id);
      const ruleId = suggestRuleId(rule.from_agent_id, rule.to_agent_id, ids);
      return [change(`Rename it to ${ruleId}`, { rule_id: ruleId })];
    }
    case "allowed_not_extracted": {
      const translation = rule.conversation_translation;
      const field = rule.allowed_context_fields?.[Number(keys.at(-1))];
      if (!translation || field === undefined) return [];
      const extract_fields = [...(translation.extract_fields ?? []), field];
      return [
        change(`Extract ${field} too`, { conversation_translation: { ...translation, extract_fields } }),
        ...fixListed(rule, keys, null, change),
      ];
    }
    case "passes_nothing":
      return [change("Allow all fields", { allowed_context_fields: undefined })];
    case "allowed_and_blocked":
    case "extracts_blocked":
    case "unseen_field":
      return fixListed(rule, keys, finding.code === "unseen_field" ? context : null, change);
    case "block_not_inherited":
      return findBlocks(finding, context, rule, position).map((blocks) =>
        change(`Block ${blocks.join(", ")} here too`, {
          blocked_context_fields: [...rule.blocked_context_fields, ...blocks],
        }),
      );
    case "unseen_agent": {
      const [side] = keys;
      if (side !== "from_agent_id" && side !== "to_agent_id") return [];
      const agents = context.agents.map((name) => ({ name, handoffs: 0 }));
      const nearest = findNearest(rule[side], agents);
      return nearest ? [change(`Use ${nearest.name}`, { [side]: nearest.name })] : [];
    }
    default:
      return [];
  }
}

/** Finds the rule that precedes another one with the same agents and does not expire before it. */
function findCover({ policy, now }: FixContext, rule: HandoffRule, position: number) {
  const cover = policy.agent_handoff_rules.findIndex(
    (other, place) =>
      place < position &&
      other.from_agent_id === rule.from_agent_id &&
      other.to_agent_id === rule.to_agent_id &&
      expiryOf(other) > now &&
      expiryOf(other) >= expiryOf(rule),
  );
  const found = policy.agent_handoff_rules[cover];
  return found ? { position: cover, ruleId: found.rule_id } : null;
}

type Change = (label: string, changes: Partial<HandoffRule>) => Fix;

/**
 * Returns the fixes for a name in a list: replace it with the one that was probably meant (with a `context`),
 * or remove it.
 */
function fixListed(
  rule: HandoffRule,
  keys: readonly string[],
  context: FixContext | null,
  change: Change,
): Fix[] {
  const index = Number(keys.at(-1));
  const revise = (revised: (list: readonly string[]) => string[]): Partial<HandoffRule> | null => {
    if (keys[0] === "allowed_context_fields") {
      return { allowed_context_fields: revised(rule.allowed_context_fields ?? []) };
    }
    if (keys[0] === "blocked_context_fields") {
      return { blocked_context_fields: revised(rule.blocked_context_fields) };
    }
    const translation = rule.conversation_translation;
    if (!translation) return null;
    const extracts = revised(translation.extract_fields ?? []);
    return {
      conversation_translation: {
        ...translation,
        extract_fields: extracts.length > 0 ? extracts : undefined,
      },
    };
  };
  const list =
    keys[0] === "blocked_context_fields" ? rule.blocked_context_fields : rule.allowed_context_fields;
  const name = (
    keys[0] === "conversation_translation" ? rule.conversation_translation?.extract_fields : list
  )?.[index];
  if (name === undefined) return [];
  const known = context && (keys[0] === "blocked_context_fields" ? context.names : context.outputFields);
  const nearest = known && findNearest(name, known);
  const renamed = nearest && revise((entries) => entries.toSpliced(index, 1, nearest.name));
  const removed = revise((entries) => entries.toSpliced(index, 1));
  return [
    ...(renamed && nearest ? [change(`Use ${nearest.name}`, renamed)] : []),
    ...(removed ? [change(`Remove ${name}`, removed)] : []),
  ];
}

/** Finds a wider rule whose blocked fields resolve the finding, by linting the policy with each. */
function findBlocks(
  finding: Finding,
  { policy, now }: FixContext,
  rule: HandoffRule,
  position: number,
): string[][] {
  const sectionPath = finding.path.slice(0, finding.path.indexOf("/agent_handoff_rules"));
  for (const wider of policy.agent_handoff_rules) {
    const isWider = wider.from_agent_id === ANY_AGENT || wider.to_agent_id === ANY_AGENT;
    const blocks = wider.blocked_context_fields.filter(
      (field) => !rule.blocked_context_fields.includes(field),
    );
    if (!isWider || blocks.length === 0) continue;
    const tried = { ...rule, blocked_context_fields: [...rule.blocked_context_fields, ...blocks] };
    const rules = policy.agent_handoff_rules.with(position, tried);
    const left = lintPolicy({ ...policy, agent_handoff_rules: rules }, { now, sectionPath });
    const isMended = !left.some(
      ({ code, path, message }) =>
        code === finding.code && path === finding.path && message === finding.message,
    );
    if (isMended) return [blocks];
  }
  return [];
}
