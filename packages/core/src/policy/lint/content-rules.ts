import { CONTENT_ACTIONS } from "../../content/content-rule-names";
import type { ContentFinder, Detectors } from "../../content/detectors";
import type { Finding } from "../../finding";
import type { ContentRule } from "../content-rule";
import { ANY_AGENT } from "../default-names";
import { type LintContext, warn } from "./lint-context";

/** `pattern_invalid`: the pattern cannot be compiled. `pattern_too_broad`: it matches almost any text. */
export function lintContentPatterns(context: LintContext): Finding[] {
  return context.policy.content_rules.flatMap((rule, position) => {
    if (rule.pattern === undefined) return [];
    const place = ["content_rules", position, "pattern"];
    if (!isPatternValid(rule, context.detectors)) {
      const isGlob = rule.detector === "file_path";
      const invalid = warn(context, place, {
        code: "pattern_invalid",
        message: `the pattern of \`${rule.rule_id}\` is not a valid ${isGlob ? "glob" : "RE2 pattern"}`,
        hint: isGlob
          ? "Check its brackets and braces."
          : "Check its brackets. RE2 has no lookarounds, such as `(?=…)`, and no backreferences, such as `\\1`.",
      });
      return { ...invalid, severity: "error" };
    }
    const breadth = describeBreadth(rule, context.detectors);
    if (breadth === null) return [];
    return warn(context, place, {
      code: "pattern_too_broad",
      message: `the pattern of \`${rule.rule_id}\` matches ${breadth}`,
      hint: "Add what only the sought content has, such as a prefix or a number of digits.",
    });
  });
}

/** `duplicate_content_rule_id`: an earlier content rule has the same ID. */
export function lintContentRuleIds(context: LintContext): Finding[] {
  const seen = new Set<string>();
  return context.policy.content_rules.flatMap(({ rule_id: ruleId }, position) => {
    const isRepeated = seen.has(ruleId);
    seen.add(ruleId);
    if (!isRepeated) return [];
    const repeated = warn(context, ["content_rules", position, "rule_id"], {
      code: "duplicate_content_rule_id",
      message: `\`${ruleId}\` is also the ID of an earlier content rule, so redacted texts and findings do not identify the rule`,
      hint: "Give each content rule its own ID.",
    });
    return { ...repeated, severity: "error" };
  });
}

/** `useless_content_rule`: an earlier rule does the same, or the rule names one agent as sender and receiver. */
export function lintUselessContentRules(context: LintContext): Finding[] {
  const strongest = new Map<string, ContentRule>();
  return context.policy.content_rules.flatMap((rule, position) => {
    const { from_agent_id: from, to_agent_id: to } = rule;
    const report = (message: string, hint: string) =>
      warn(context, ["content_rules", position], { code: "useless_content_rule", message, hint });
    if (from === to && from !== ANY_AGENT)
      return report(
        `\`${rule.rule_id}\` applies to no handoff, because its sender and receiver are the same agent`,
        "Change one of the two agents, or delete the rule.",
      );
    const covering = [from, ANY_AGENT].flatMap((sender) => [
      strongest.get(contentKey(rule, sender, to)),
      strongest.get(contentKey(rule, sender, ANY_AGENT)),
    ]);
    const earlier = covering.find((other) => other && strengthOf(other) >= strengthOf(rule));
    if (earlier)
      return report(
        `\`${rule.rule_id}\` adds nothing to the earlier rule \`${earlier.rule_id}\``,
        "Delete it, or give it a stronger action.",
      );
    strongest.set(contentKey(rule, from, to), rule);
    return [];
  });
}

function contentKey({ detector, pattern }: ContentRule, from: string, to: string): string {
  return JSON.stringify([detector, pattern, from, to]);
}

function strengthOf({ action }: ContentRule): number {
  return CONTENT_ACTIONS.indexOf(action);
}

function isPatternValid(rule: ContentRule, detectors: Detectors | null): boolean {
  if (detectors) return createFinder(detectors, rule) !== null;
  return rule.detector === "file_path" || mayBeRe2(rule.pattern ?? "");
}

function createFinder(
  detectors: Detectors,
  rule: Pick<ContentRule, "detector" | "pattern">,
): ContentFinder | null {
  try {
    return detectors.createFinder(rule);
  } catch {
    return null;
  }
}

/** Parts of an RE2 pattern that JavaScript reads in another way, and escapes and classes, which nest nothing. */
const RE2_ATOM =
  /\\Q.*?(?:\\E|$)|\\x\{[0-9a-f]+\}|\\[pP]\{\^?\w+\}|\\[0-7]{2,3}|\\[^1-9k]|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|[$^]/gis;
const RE2_GROUP = /\(\?(?:P?<\w+>|[imsU-]+:)/g;
const RE2_FLAGS = /\(\?[imsU-]+\)/g;

/**
 * Returns false only for patterns that RE2 rejects. Detectors decide exactly; without them, this finds the usual
 * mistakes.
 */
function mayBeRe2(pattern: string): boolean {
  const outline = pattern.replace(RE2_ATOM, "a").replace(RE2_GROUP, "(?:").replace(RE2_FLAGS, "");
  if (/\(\?(?!:)|\\[1-9k]/.test(outline)) return false;
  try {
    new RegExp(outline);
    return true;
  } catch {
    return false;
  }
}

/** No rule about particular content matches more than one of these. */
const ORDINARY_SENTENCES = [
  "Please check the open invoices before Friday.",
  "The tests pass, and the report is ready for review.",
  "We found no errors in the second file.",
  "Ask the customer which plan they want to keep.",
  "add a retry when the upload fails",
];

const BROAD_GLOBS: readonly (string | undefined)[] = ["*", "**", "**/*"];

/** Returns what a pattern matches too much of; null if nothing, or if only detectors could tell. */
function describeBreadth(rule: ContentRule, detectors: Detectors | null): string | null {
  const { detector, pattern } = rule;
  if (detector === "file_path" && BROAD_GLOBS.includes(pattern)) return "every file name and word";
  if (!detectors) return null;
  // Finders leave out empty matches, so a letter follows the pattern.
  const marked =
    detector === "pattern" && createFinder(detectors, { detector, pattern: `^(?:${pattern})A$` });
  if (marked && marked("A").length > 0) return "the empty text";
  const find = createFinder(detectors, rule);
  const matched = ORDINARY_SENTENCES.filter((sentence) => find && find(sentence).length > 0);
  return matched.length >= ORDINARY_SENTENCES.length - 1 ? "almost every sentence" : null;
}
