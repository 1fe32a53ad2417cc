import { ANY_AGENT } from "../policy/default-names";
import type { ContentAction, DetectorName } from "./content-rule-names";
import type { ContentFinder, Detectors } from "./detectors";

/** The properties of a content rule that decide. */
export interface ContentTerms {
  readonly rule_id: string;
  readonly from_agent_id: string;
  readonly to_agent_id: string;
  readonly detector: DetectorName;
  readonly pattern?: string | undefined;
  readonly action: ContentAction;
}

/** A content rule with the finder of its matches. */
export interface CompiledContentRule {
  readonly rule: ContentTerms;
  readonly find: ContentFinder;
}

/** A problem of content rules. The message has no content. */
export class ContentRuleError extends Error {
  override readonly name = "ContentRuleError";
}

/**
 * Compiles content rules, once per policy. Never throws: a rule that cannot be compiled fails on every text, so that
 * no text passes it.
 */
export function compileContentRules(
  rules: readonly ContentTerms[],
  detectors: Detectors | undefined,
): CompiledContentRule[] {
  return rules.map((rule) => ({ rule, find: createFinder(rule, detectors) }));
}

function createFinder(rule: ContentTerms, detectors: Detectors | undefined): ContentFinder {
  const fail = (reason: string) => () => {
    throw new ContentRuleError(reason);
  };
  if (!detectors) return fail("no detectors are loaded; pass the result of loadDetectors() to compilePolicy");
  try {
    return detectors.createFinder(rule);
  } catch {
    return fail(`the pattern of the content rule ${rule.rule_id} is invalid`);
  }
}

/** Returns the rules for a text that `authors` wrote or pass on to receivers; null means any agent. */
export function rulesBetween(
  rules: readonly CompiledContentRule[],
  authors: readonly string[] | null,
  receivers: readonly string[] | null,
): CompiledContentRule[] {
  return rules.filter(
    ({ rule }) =>
      (authors === null || rule.from_agent_id === ANY_AGENT || authors.includes(rule.from_agent_id)) &&
      (receivers === null || rule.to_agent_id === ANY_AGENT || receivers.includes(rule.to_agent_id)),
  );
}
