import { CONTENT_ACTIONS, type ContentAction } from "../../content/content-rule-names";
import type { ContentRule } from "../content-rule";
import { ANY_AGENT } from "../default-names";
import type { Policy } from "../policy";

/** Change of a content rule. `loosened`: some text passes that the old rule redacted or refused. */
export interface ContentRuleChange {
  readonly ruleId: string;
  readonly kind: "added" | "removed" | "loosened" | "tightened";
  /** Null for an added rule. */
  readonly before: ContentRule | null;
  /** Null for a removed rule. */
  readonly after: ContentRule | null;
  /** The change in words: "`no_secrets`: flags secrets from any agent to any agent". */
  readonly sentence: string;
}

/** Compares the content rules of two policies, by rule ID. */
export function diffContentRules(before: Policy, after: Policy): ContentRuleChange[] {
  const [old, renewed] = [byId(before), byId(after)];
  const ids = [...new Set([...renewed.keys(), ...old.keys()])];
  return ids.flatMap((ruleId) => {
    const [was, now] = [old.get(ruleId) ?? null, renewed.get(ruleId) ?? null];
    if (now === null) return was ? changeOf("removed", ruleId, was, now) : [];
    if (was === null) return changeOf("added", ruleId, was, now);
    const isKept = covers(now, was);
    if (isKept && covers(was, now)) return [];
    return changeOf(isKept ? "tightened" : "loosened", ruleId, was, now);
  });
}

/**
 * Returns a rule of the old policy that redacts or refuses something that no rule of the new one does, or
 * undefined.
 */
export function findLostContentRule(before: Policy, after: Policy): ContentRule | undefined {
  return before.content_rules.find(
    (rule) => rule.action !== "flag" && !after.content_rules.some((other) => covers(other, rule)),
  );
}

/** Describes a rule in words: "redacts matches of `CUST-[0-9]{6}` from any agent to b". */
export function describeContentRule(rule: ContentRule): string {
  const what = rule.pattern === undefined ? rule.detector : `${rule.detector} \`${rule.pattern}\``;
  return `${VERBS[rule.action]} ${what} from ${nameAgent(rule.from_agent_id)} to ${nameAgent(rule.to_agent_id)}`;
}

const VERBS: Record<ContentAction, string> = { flag: "flags", redact: "redacts", block: "refuses" };

function changeOf(
  kind: ContentRuleChange["kind"],
  ruleId: string,
  before: ContentRule | null,
  after: ContentRule | null,
): ContentRuleChange {
  const [was, is] = [before && describeContentRule(before), after && describeContentRule(after)];
  const sentence = was && is ? `\`${ruleId}\`: ${is} (before: ${was})` : `\`${ruleId}\`: ${is ?? was}`;
  return { ruleId, kind, before, after, sentence };
}

/** Returns true if a rule does at least as much as another: same matches, wider agents, stricter action. */
function covers(rule: ContentRule, other: ContentRule): boolean {
  const coversAgent = (one: string, two: string) => one === ANY_AGENT || one === two;
  return (
    rule.detector === other.detector &&
    rule.pattern === other.pattern &&
    coversAgent(rule.from_agent_id, other.from_agent_id) &&
    coversAgent(rule.to_agent_id, other.to_agent_id) &&
    CONTENT_ACTIONS.indexOf(rule.action) >= CONTENT_ACTIONS.indexOf(other.action)
  );
}

function byId(policy: Policy): Map<string, ContentRule> {
  return new Map(policy.content_rules.map((rule) => [rule.rule_id, rule]));
}

function nameAgent(agent: string): string {
  return agent === ANY_AGENT ? "any agent" : agent;
}
