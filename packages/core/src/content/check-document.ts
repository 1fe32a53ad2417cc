import type { Finding, FindingKind } from "../finding";
import { switchSetting } from "../policy/switch-setting";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { nameOfKey, pathOfKey } from "../scoping/key-name";
import type { ContentFinding } from "../session/content-finding";
import { type CheckedContent, checkContent } from "./check-content";
import { type CompiledContentRule, rulesBetween } from "./compile-content-rules";

/** Kind of the finding `content_rule`, the same for every document. A rule that only flags is a warning. */
export const CONTENT_RULE_FINDING = {
  severity: "error",
  hint: "Remove what the rule names, or let Baton redact it in the documents it writes.",
} as const satisfies FindingKind;

/** The agents between which a document passes; null if it does not name them, so that any rule applies. */
export interface DocumentAgents {
  readonly from: string | null;
  readonly to: readonly string[] | null;
}

/** A match in a document, to be reported as a finding. */
export interface ContentProblem {
  readonly place: readonly PropertyKey[];
  readonly message: string;
  /** A match of a rule that only flags is a warning, as is every match of a policy that observes. */
  readonly severity: Finding["severity"];
}

/** A document after content rules. */
export interface RedactedDocument {
  /** Equal data without what rules redact or block; unchanged if the policy observes. */
  readonly document: unknown;
  readonly findings: readonly ContentFinding[];
  /** True if an enforced rule blocks: the document must not pass. */
  readonly isBlocked: boolean;
  /** The reason why rules could not be applied to some texts, which an enforced policy withholds; null if all were. */
  readonly failure: string | null;
}

/**
 * Lists what the content rules of a policy find in a document, without the matched text. Never throws.
 *
 * @param policy compiled with `loadDetectors()`; null or undefined if no rules apply.
 * @param document parsed JSON of any kind, or a text.
 */
export function findContent(
  policy: CompiledPolicy | null | undefined,
  agents: DocumentAgents,
  document: unknown,
): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const severity = observes(policy) ? "warning" : "error";
  checkTexts(rulesFor(policy, agents), { document }, (at, _, { counts, failure }) => {
    const place = counts.size > 0 || failure !== null ? keysOf(at) : [];
    for (const [{ rule }, count] of counts) {
      problems.push({
        place,
        message: `the content rule ${rule.rule_id} finds ${rule.detector}, ${count === 1 ? "once" : `${count} times`}`,
        severity: rule.action === "flag" ? "warning" : severity,
      });
    }
    if (failure !== null) problems.push({ place, message: `content rules failed: ${failure}`, severity });
  });
  return problems;
}

/**
 * Removes what the content rules of a policy redact or block from a copy of a document that Baton writes. A policy that
 * observes only has findings.
 *
 * @param document plain JSON data.
 */
export function redactDocument(
  policy: CompiledPolicy | null | undefined,
  agents: DocumentAgents,
  document: unknown,
): RedactedDocument {
  const rules = rulesFor(policy, agents);
  if (rules.length === 0) return { document, findings: [], isBlocked: false, failure: null };
  const isEnforced = !observes(policy);
  const root = { document: isEnforced ? structuredClone(document) : document };
  const findings = new Map<string, ContentFinding>();
  let isBlocked = false;
  let failure: string | null = null;
  checkTexts(rules, root, (place, text, checked) => {
    if (isEnforced && checked.text !== text)
      Reflect.defineProperty(place.holder, place.key, { value: checked.text });
    isBlocked ||= isEnforced && checked.isBlocked;
    failure ??= checked.failure;
    for (const [{ rule }, count] of checked.counts) {
      const { rule_id, detector, action } = rule;
      const path = outlinePathOf(keysOf(place));
      const id = JSON.stringify([rule_id, path]);
      const known = findings.get(id);
      if (known) known.count += count;
      else findings.set(id, { rule_id, detector, path, count, action });
    }
  });
  return { document: root.document, findings: [...findings.values()], isBlocked, failure };
}

function rulesFor(
  policy: CompiledPolicy | null | undefined,
  { from, to }: DocumentAgents,
): CompiledContentRule[] {
  if (!policy || switchSetting(policy.switch) === "off") return [];
  return rulesBetween(policy.contentRules, from === null ? null : [from], to);
}

/** Observing records what rules match, and changes nothing. */
function observes(policy: CompiledPolicy | null | undefined): boolean {
  return policy != null && switchSetting(policy.switch) === "observe";
}

/** A text or a long number of a document, and its place: a chain, because copies would take quadratic time. */
interface Place {
  readonly holder: object;
  readonly key: string | number;
  readonly above: Place | null;
}

/** A number with fewer characters identifies nothing. */
const MIN_NUMBER = 9;

/** Checks the texts of a document in order, at any depth. */
function checkTexts(
  rules: readonly CompiledContentRule[],
  root: { readonly document: unknown },
  report: (place: Place, text: string, checked: CheckedContent) => void,
): void {
  if (rules.length === 0) return;
  const pending: { readonly place: Place; readonly value: unknown }[] = [
    { place: { holder: root, key: "document", above: null }, value: root.document },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, place } = next;
    if (typeof value === "object" && value !== null) {
      const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      for (const [key, inner] of entries.reverse())
        pending.push({ place: { holder: value, key, above: place }, value: inner });
      continue;
    }
    const text = typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
    if (text === "" || (typeof value === "number" && text.length < MIN_NUMBER)) continue;
    report(place, text, checkContent(text, rules));
  }
}

/** Returns the keys and indices that lead to a place. */
function keysOf(place: Place): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let here = place; here.above !== null; here = here.above) keys.push(here.key);
  return keys.reverse();
}

function outlinePathOf(keys: readonly (string | number)[]): string {
  const steps = keys.map((key) => (typeof key === "number" ? "[]" : pathOfKey(nameOfKey(key))));
  return steps.join("").replace(/^\./, "");
}
