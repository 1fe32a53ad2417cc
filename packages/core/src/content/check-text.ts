import type { CompiledPolicy } from "../scoping/compile-policy";
import type { ContentFinding } from "../session/content-finding";
import { checkContent } from "./check-content";
import { rulesBetween } from "./compile-content-rules";

/** A text after the content rules of a policy. */
export interface CheckedText {
  /** The text that may pass; never contains what a rule blocks. */
  readonly text: string;
  readonly findings: ContentFinding[];
  /** True if a rule refuses the whole handoff. */
  readonly isBlocked: boolean;
  /** The reason why rules could not be applied, without content; null if all were. */
  readonly failure: string | null;
}

/**
 * Applies the content rules of a policy to a text that one agent passes to another. Never throws: a text that a rule
 * could not search is withheld.
 *
 * @param policy compiled with `loadDetectors()`.
 */
export function checkText(
  policy: CompiledPolicy,
  { from, to, text }: { readonly from: string; readonly to: string; readonly text: string },
): CheckedText {
  const { counts, ...checked } = checkContent(text, rulesBetween(policy.contentRules, [from], [to]));
  const findings = [...counts].map(([{ rule }, count]) => ({
    rule_id: rule.rule_id,
    detector: rule.detector,
    path: "",
    count,
    action: rule.action,
  }));
  return { ...checked, findings };
}
